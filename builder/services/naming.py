"""New keys and names, different from those that are taken."""

import re
from collections.abc import Collection

from django.utils.text import slugify

from builder.catalogue.limits import limits

MAX_KEY_LENGTH = 60


def new_key(name: str, taken: Collection[str]) -> str:
    """A key made from a name: "captain", then "captain-2"."""
    stem = slugify(name).replace("_", "-")[:MAX_KEY_LENGTH]
    stem = re.sub("-+", "-", stem).strip("-") or "profile"
    if stem not in taken:
        return stem
    number = 2
    while f"{stem}-{number}" in taken:
        number += 1
    return f"{stem}-{number}"


def new_name(name: str, taken: Collection[str]) -> str:
    """The name of a copy: "Captain 2" of "Captain", "Captain 3" of "Captain 2"."""
    stem = re.sub(r" \d{1,4}$", "", name)[: limits().name - 5]
    number = 2
    while f"{stem} {number}".strip() in taken:
        number += 1
    return f"{stem} {number}".strip()
