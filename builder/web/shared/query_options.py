"""The options in an address: the understood ones, and a description of the others."""

from collections.abc import Mapping, Sequence
from typing import TypeVar

from builder.queries.pagination import MAX_PAGE_NUMBER

T = TypeVar("T", bound=str)

_MAX_SHOWN_LENGTH = 40


class QueryOptions:
    """A reader of options. Missing, empty and invalid options have their default.

    ``not_understood`` describes the invalid options, with the values that would be valid.
    """

    def __init__(self, query: Mapping[str, str]) -> None:
        self._query = query
        self.not_understood: list[str] = []

    def choice(self, name: str, known: Sequence[T], default: T) -> T:
        """Return the value if it is one of ``known``, else ``default``; record an unknown value."""
        given = self._query.get(name, "")
        for word in known:
            if word == given:
                return word
        if given:
            self.reject(name, _join_with_or(known))
        return default

    def flag(self, name: str) -> bool:
        """Return True unless the option is "0"."""
        return self.choice(name, ("1", "0"), "1") == "1"

    def number(self, name: str, minimum: int, maximum: int) -> int | None:
        """Return the integer from ``minimum`` to ``maximum``; None if it is missing or invalid."""
        given = self._query.get(name, "").strip()
        if not given:
            return None
        magnitude = parse_integer(given.removeprefix("-"), max(abs(minimum), abs(maximum)))
        value = -magnitude if magnitude is not None and given.startswith("-") else magnitude
        if value is None or not minimum <= value <= maximum:
            self.reject(name, f"a whole number from {minimum} to {maximum}")
            return None
        return value

    def roster_index(self, name: str, ids: Sequence[str]) -> int | None:
        """Return the index in ``ids`` of the roster that the option names; None without a known roster."""
        given = self._query.get(name, "")
        if given in ids:
            return ids.index(given)
        if given:
            self.reject(name, "a roster of this list")
        return None

    def reject(self, name: str, wanted: str) -> None:
        """Record that the option's value was not understood, and which values are ``wanted``."""
        given = self._query.get(name, "")
        cut = given if len(given) <= _MAX_SHOWN_LENGTH else f"{given[:_MAX_SHOWN_LENGTH]}…"
        self.not_understood.append(f"{name} “{cut}” (expected: {wanted})")


def page_number(query: Mapping[str, str], name: str = "page") -> int:
    """Return the page number in an address; 1 if it is missing or invalid."""
    return parse_integer(query.get(name, ""), MAX_PAGE_NUMBER) or 1


def parse_integer(text: str, maximum: int) -> int | None:
    """Return the number from 0 to ``maximum`` in a text of ASCII digits; None for other texts."""
    if not (text.isascii() and text.isdecimal() and len(text) <= len(str(maximum))):
        return None
    return int(text) if int(text) <= maximum else None


def _join_with_or(words: Sequence[str]) -> str:
    return " or ".join((", ".join(words[:-1]), words[-1])) if len(words) > 1 else "".join(words)
