"""QR codes as data that a template can draw."""

from itertools import groupby
from typing import TypedDict

import segno

Runs = list[list[int]]


class QrCode(TypedDict):
    """A QR code, which is a square of dark and light modules.

    ``side`` is the number of modules in each row. A run is several dark modules in one row. It is a list of
    the number of the row, the column of the first module, and the number of modules.
    """

    side: int
    runs: Runs


def qr_code(address: str, *, small: bool = False) -> QrCode | None:
    """Return the QR code of an address. If the address is empty, return None.

    A ``small`` code has fewer modules, so that each is large enough for cameras. It corrects fewer errors.
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
