"""QR codes as data that a template can draw."""

from itertools import groupby
from typing import TypedDict

import segno

Runs = list[list[int]]


class QrCode(TypedDict):
    """A QR code with ``side`` modules in each row.

    A run of dark modules is its row, its first column, and its length.
    """

    side: int
    runs: Runs


def qr_code(address: str, *, small: bool = False) -> QrCode | None:
    """Return the QR code of an address, or None if it is empty. A ``small`` code corrects fewer errors."""
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
