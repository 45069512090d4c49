"""The options in an address: what was understood of them, and in words what was not."""

from collections.abc import Mapping, Sequence
from typing import TypeVar

T = TypeVar("T", bound=str)

_MAX_SHOWN_LENGTH = 40


class QueryOptions:
    """Reads options one by one. What is missing or empty has its default; so has what is not understood,
    and ``not_understood`` then names it with what would be.
    """

    def __init__(self, query: Mapping[str, str]) -> None:
        self._query = query
        self.not_understood: list[str] = []

    def choice(self, name: str, known: Sequence[T], default: T) -> T:
        """The value if it is one of ``known``, else ``default``; an unknown one is recorded."""
        given = self._query.get(name, "")
        for word in known:
            if word == given:
                return word
        if given:
            self.reject(name, _join_with_or(known))
        return default

    def flag(self, name: str) -> bool:
        """True unless the option is "0"."""
        return self.choice(name, ("1", "0"), "1") == "1"

    def whole_number(self, name: str, most: int) -> int:
        """A whole number from 0 to ``most``; 0 where none is given."""
        given = self._query.get(name, "").strip()
        value = parse_whole_number(given, most)
        if given and value is None:
            self.reject(name, f"a whole number from 0 to {most}")
        return value or 0

    def roster_index(self, name: str, ids: Sequence[str]) -> int | None:
        """The place of a roster among these; None where none is named."""
        given = self._query.get(name, "")
        if given in ids:
            return ids.index(given)
        if given:
            self.reject(name, "one of this list")
        return None

    def reject(self, name: str, wanted: str) -> None:
        """Record that the value was not understood, and what would be."""
        given = self._query.get(name, "")
        cut = given if len(given) <= _MAX_SHOWN_LENGTH else f"{given[:_MAX_SHOWN_LENGTH]}…"
        self.not_understood.append(f"{name} “{cut}” (wanted: {wanted})")


def parse_whole_number(text: str, most: int) -> int | None:
    """The number from 0 to ``most`` that plain digits say; None for anything else."""
    if not (text.isascii() and text.isdecimal() and len(text) <= len(str(most))):
        return None
    return int(text) if int(text) <= most else None


def _join_with_or(words: Sequence[str]) -> str:
    return " or ".join((", ".join(words[:-1]), words[-1])) if len(words) > 1 else "".join(words)
