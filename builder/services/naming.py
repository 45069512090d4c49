"""Names for copies."""

import re
from collections.abc import Collection

from builder.catalogue.limits import limits


def new_name(name: str, taken: Collection[str]) -> str:
    """Return the name for a copy of something that is called ``name``.

    The name gets the lowest number from 2 on that makes it a name that is not in ``taken``. A number that
    ``name`` ends with is replaced: if "Captain" and "Captain 2" are taken, a copy of either is "Captain 3".
    """
    stem = re.sub(r" \d{1,4}$", "", name)[: limits().name - 5]
    number = 2
    while f"{stem} {number}".strip() in taken:
        number += 1
    return f"{stem} {number}".strip()
