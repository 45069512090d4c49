"""New names that are not taken."""

import re
from collections.abc import Collection

from builder.catalogue.limits import limits


def new_name(name: str, taken: Collection[str]) -> str:
    """Return the name of a copy: "Captain 2" of "Captain", "Captain 3" of "Captain 2"."""
    stem = re.sub(r" \d{1,4}$", "", name)[: limits().name - 5]
    number = 2
    while f"{stem} {number}".strip() in taken:
        number += 1
    return f"{stem} {number}".strip()
