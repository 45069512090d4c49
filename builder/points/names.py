"""Names as they are shown; a text that nobody can see is none."""

import unicodedata

UNNAMED_LIST = "Unnamed company list"
UNNAMED_PROFILE = "Unnamed profile"
UNNAMED_ROSTER = "Unnamed roster"
_INVISIBLE_CATEGORIES = ("Zs", "Zl", "Zp", "Cc", "Cf", "Mn", "Me")
_INVISIBLE_LETTERS = (
    "\u115f\u1160\u2800\u3164\uffa0"  # fillers and the blank of Braille: letters that nobody sees
)


def list_name(name: str) -> str:
    """A company list's name as it is shown; there may be none, or none that can be seen."""
    return name if _is_visible(name) else UNNAMED_LIST


def profile_name(name: str) -> str:
    """A profile's name as it is shown; there may be none, or none that can be seen."""
    return name if _is_visible(name) else UNNAMED_PROFILE


def roster_name(name: str) -> str:
    """A roster's name as it is shown; there may be none, or none that can be seen."""
    return name if _is_visible(name) else UNNAMED_ROSTER


def _is_visible(text: str) -> bool:
    return any(
        unicodedata.category(sign) not in _INVISIBLE_CATEGORIES and sign not in _INVISIBLE_LETTERS
        for sign in text
    )
