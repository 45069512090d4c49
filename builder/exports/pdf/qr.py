"""A QR code as rows of dark runs, for a template to draw."""

from itertools import groupby
from typing import TypedDict

import segno

Runs = list[list[int]]


class QrCode(TypedDict):
    """A QR code, which is a square of dark and light modules.

    ``side`` is the number of modules in a row. A run is a row of dark modules: [row, first column, length].
    """

    side: int
    runs: Runs


def qr_code(address: str, *, small: bool = False) -> QrCode | None:
    """Return the code of an address; None without an address.

    A ``small`` code corrects fewer errors, so that its modules are large enough to be read.
    """
    if not address:
        return None
    rows = segno.make(address, micro=False, error="l" if small else "m").matrix
    runs: Runs = []
    for y, row in enumerate(rows):
        x = 0
        for is_dark, modules in groupby(row):
            length = len(list(modules))
            if is_dark:
                runs.append([y, x, length])
            x += length
    return {"side": len(rows), "runs": runs}
