"""Whole numbers as they are written, and texts that they are filled into."""

from collections.abc import Mapping

MINUS = "\N{MINUS SIGN}"


def number_text(value: int) -> str:
    """Return a whole number with a true minus sign."""
    return str(value) if value >= 0 else f"{MINUS}{-value}"


def signed_text(change: int) -> str:
    """Return a change: "+13", "−20", "±0"."""
    return f"+{change}" if change > 0 else number_text(change) if change else "±0"


class _Number(int):
    """A number in a text: {value} as it is, {value:+} as a change."""

    def __format__(self, spec: str) -> str:
        return signed_text(self) if spec == "+" else number_text(self)


class _Word(str):
    """A word in the place of a number, as it is."""

    def __format__(self, spec: str) -> str:
        return str(self)


def fill_in(text: str, words: Mapping[str, object]) -> str:
    """Return a text with its {words} filled in. Raises KeyError for one that is not given."""
    return text.format_map(
        {name: _Number(word) if isinstance(word, int) else _Word(word) for name, word in words.items()}
    )
