"""Names that are not taken yet."""

import re
from collections.abc import Collection

from builder.catalogue.limits import limits


def unused_name(name: str, taken: Collection[str]) -> str:
    """Return ``name``, or ``numbered_name`` if it is in ``taken``."""
    return numbered_name(name, taken) if name in taken else name


def numbered_name(name: str, taken: Collection[str]) -> str:
    """Return ``name`` with the lowest number from 2 on with which it is not in ``taken``.

    The number replaces a number at the end of ``name``: if "Captain 2" is taken, the result for both
    "Captain" and "Captain 2" is "Captain 3".
    """
    stem = re.sub(r" \d{1,4}$", "", name)[: limits().name - 5]
    number = 2
    while f"{stem} {number}".strip() in taken:
        number += 1
    return f"{stem} {number}".strip()
