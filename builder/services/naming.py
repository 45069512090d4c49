"""Names for copies."""

import re
from collections.abc import Collection

from builder.catalogue.limits import limits


def new_name(name: str, taken: Collection[str]) -> str:
    """Return a name for a copy that is not in ``taken``.

    A copy of "Captain" is named "Captain 2", and a copy of "Captain 2" is named "Captain 3".
    """
    stem = re.sub(r" \d{1,4}$", "", name)[: limits().name - 5]
    number = 2
    while f"{stem} {number}".strip() in taken:
        number += 1
    return f"{stem} {number}".strip()
