"""A QR code as rows of dark runs, for a template to draw."""

from typing import TypedDict

import segno

Runs = list[list[int]]


class QrCode(TypedDict):
    """``side`` is the number of modules; ``runs`` are the dark ones as [row, first column, length]."""

    side: int
    runs: Runs


def qr_code(address: str) -> QrCode | None:
    """The code of an address; None without one."""
    if not address:
        return None
    rows = [list(row) for row in segno.make(address, micro=False, error="m").matrix]
    runs: Runs = []
    for y, row in enumerate(rows):
        start = None
        for x, dark in enumerate([*row, 0]):
            if dark and start is None:
                start = x
            elif not dark and start is not None:
                runs.append([y, start, x - start])
                start = None
    return {"side": len(rows), "runs": runs}
