"""A QR code as rows of dark runs, for a template to draw."""

from typing import TypedDict

import segno

Runs = list[list[int]]


class QrCode(TypedDict):
    """A QR code: ``side`` is in modules; ``runs`` are dark ones as [row, first column, length]."""

    side: int
    runs: Runs


def qr_code(address: str, *, small: bool = False) -> QrCode | None:
    """Return the code of an address; None without an address.

    A ``small`` one corrects fewer errors, so that its modules are large enough to be read.
    """
    if not address:
        return None
    rows = [list(row) for row in segno.make(address, micro=False, error="l" if small else "m").matrix]
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
