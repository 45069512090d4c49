"""Integers as text, and texts with placeholders for numbers and words."""

from collections.abc import Mapping

MINUS = "\N{MINUS SIGN}"


def number_text(value: int) -> str:
    """Return an integer as text, with a real minus sign."""
    return str(value) if value >= 0 else f"{MINUS}{-value}"


def signed_text(change: int) -> str:
    """Return a change as text with its sign: "+13", "−20", "±0"."""
    return f"+{change}" if change > 0 else number_text(change) if change else "±0"


class _Number(int):
    """A number for a text. The placeholder {value} inserts it, and {value:+} inserts it with its sign."""

    def __format__(self, spec: str) -> str:
        return signed_text(self) if spec == "+" else number_text(self)


class _Word(str):
    """A word for a text. It is inserted unchanged, even if its placeholder is for a number: {value:+}."""

    def __format__(self, spec: str) -> str:
        return str(self)


def fill_in(text: str, words: Mapping[str, object]) -> str:
    """Return a text with its {placeholders} filled in.

    ``words`` are the numbers and words by the name of the placeholder. Raises KeyError if one is missing.
    """
    return text.format_map(
        {name: _Number(word) if isinstance(word, int) else _Word(word) for name, word in words.items()}
    )
