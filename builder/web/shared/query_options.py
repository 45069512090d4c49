"""The options in the query of an address, such as ``?page=2``."""

from collections.abc import Mapping, Sequence
from typing import TypeVar

from builder.queries.pagination import MAX_PAGE_NUMBER

T = TypeVar("T", bound=str)

_MAX_SHOWN_LENGTH = 40


class QueryOptions:
    """The options of an address. An option that is missing, empty or invalid has its default value.

    ``not_understood`` has a text for each invalid option. The text names the valid values.
    """

    def __init__(self, query: Mapping[str, str]) -> None:
        self._query = query
        self.not_understood: list[str] = []

    def choice(self, name: str, known: Sequence[T], default: T) -> T:
        """Return the value of an option if it is one of ``known``, else ``default``."""
        value = self._query.get(name, "")
        for word in known:
            if word == value:
                return word
        if value:
            self.reject(name, _join_with_or(known))
        return default

    def flag(self, name: str) -> bool:
        """Return whether an option is on. An option is on unless its value is "0"."""
        return self.choice(name, ("1", "0"), "1") == "1"

    def number(self, name: str, minimum: int, maximum: int) -> int | None:
        """Return the integer from ``minimum`` to ``maximum`` that is the value of an option, or None."""
        text = self._query.get(name, "").strip()
        if not text:
            return None
        magnitude = parse_integer(text.removeprefix("-"), max(abs(minimum), abs(maximum)))
        number = -magnitude if magnitude is not None and text.startswith("-") else magnitude
        if number is None or not minimum <= number <= maximum:
            self.reject(name, f"a whole number from {minimum} to {maximum}")
            return None
        return number

    def roster_index(self, name: str, ids: Sequence[str]) -> int | None:
        """Return the index of the roster whose id is the value of an option, or None if there is none."""
        value = self._query.get(name, "")
        if value in ids:
            return ids.index(value)
        if value:
            self.reject(name, "a roster of this list")
        return None

    def reject(self, name: str, expected: str) -> None:
        """Record that the value of an option is invalid. ``expected`` describes the valid values."""
        value = self._query.get(name, "")
        shown = value if len(value) <= _MAX_SHOWN_LENGTH else f"{value[:_MAX_SHOWN_LENGTH]}…"
        self.not_understood.append(f"{name} “{shown}” (expected: {expected})")


def page_number(query: Mapping[str, str], name: str = "page") -> int:
    """Return the page number in an address, or 1 if it is missing or invalid."""
    return parse_integer(query.get(name, ""), MAX_PAGE_NUMBER) or 1


def parse_integer(text: str, maximum: int) -> int | None:
    """Return the number that ASCII digits mean, or None for other texts and numbers above ``maximum``."""
    if not (text.isascii() and text.isdecimal() and len(text) <= len(str(maximum))):
        return None
    return int(text) if int(text) <= maximum else None


def _join_with_or(words: Sequence[str]) -> str:
    return " or ".join((", ".join(words[:-1]), words[-1])) if len(words) > 1 else "".join(words)
