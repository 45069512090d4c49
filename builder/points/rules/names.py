"""Displayed names, with a replacement for empty and invisible names, and keys made from names."""

import re
import unicodedata
from collections.abc import Container, Iterable
from functools import lru_cache
from itertools import count

UNNAMED_LIST = "Unnamed list"
UNNAMED_PROFILE = "Unnamed profile"
_MAX_KEY_LENGTH = 60
_INVISIBLE_CATEGORIES = ("Zs", "Zl", "Zp", "Cc", "Cf", "Mn", "Me")
_INVISIBLE_LETTERS = (
    "\u115f\u1160\u2800\u3164\uffa0"  # Hangul fillers and the Braille blank: letters without a visible form
)


def list_name(name: str) -> str:
    """Return a company list's name, or "Unnamed list" if the name is empty or invisible."""
    return name if _is_visible(name) else UNNAMED_LIST


def profile_name(name: str) -> str:
    """Return a profile's name, or "Unnamed profile" if the name is empty or invisible."""
    return name if _is_visible(name) else UNNAMED_PROFILE


def roster_name(name: str, word: str = "roster") -> str:
    """Return a roster's name, or "Unnamed roster" if the name is empty or invisible.

    ``word`` is the game's word for a roster.
    """
    return name if _is_visible(name) else f"Unnamed {word}"


@lru_cache(maxsize=4_096)  # pages need each name several times
def _is_visible(text: str) -> bool:
    return any(
        unicodedata.category(sign) not in _INVISIBLE_CATEGORIES and sign not in _INVISIBLE_LETTERS
        for sign in text
    )


def new_key(name: str, taken: Container[str]) -> str:
    """Return a key that is made from a name and is not in ``taken``.

    It is "captain" for "Captain", or "captain-2" if "captain" is taken.
    """
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    words = re.findall(r"[a-z0-9]+", re.sub(r"[^\w\s-]", "", plain).replace("_", "-"))
    stem = "-".join(words)[:_MAX_KEY_LENGTH].strip("-") or "profile"
    numbered = (f"{stem}-{number}" for number in count(2))
    return stem if stem not in taken else next(key for key in numbered if key not in taken)


def new_keys(names: Iterable[str], taken: Iterable[str]) -> list[str]:
    """Return a key for each name. The keys differ from each other and from the keys in ``taken``."""
    keys, used = list[str](), set(taken)
    for name in names:
        keys.append(new_key(name, used))
        used.add(keys[-1])
    return keys


VARIANT_SIGN = "+"
"""The sign that only keys of variants contain.

A row of a roster may add yes-or-no attributes to its profile. A variant is a copy of the profile with these
attributes.
"""


def own_key(key: str) -> str:
    """Return the key of the profile that a variant is a copy of. Other keys are returned unchanged."""
    return key.partition(VARIANT_SIGN)[0]


def is_variant(key: str) -> bool:
    """Return whether the profile with this key is a variant."""
    return VARIANT_SIGN in key
