"""A reader for JSON from outside: typed access that reports the path of a fault and how to fix it."""

import json
import math
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")

MAX_NUMBER = 1_000_000
"""The maximum limit of a roster in points."""
MAX_VALUE = 9_999
"""The maximum of other integers, such as values of designs and numbers of models."""
MAX_FAULTS = 50
"""The maximum number of faults that are reported at once."""
_MAX_DIGITS = 30
_DEPTH_FIX = "a list needs no more than 8 levels"
_KEY_PATTERN = re.compile(r"[A-Za-z0-9_-]+")
_FORBIDDEN_CHARACTERS = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]"
)


class DocumentError(ValueError):
    """A document can't be read because of the fault at ``path``. ``fix`` says what to write instead.

    ``others`` are the other known faults.
    """

    def __init__(self, path: str, problem: str, fix: str, others: "tuple[DocumentError, ...]" = ()) -> None:
        super().__init__(path, problem, fix)
        self.path = path
        self.problem = problem
        self.fix = fix
        self.others = others

    @property
    def faults(self) -> "tuple[DocumentError, ...]":
        """All known faults as separate errors, beginning with this one."""
        return (DocumentError(self.path, self.problem, self.fix), *self.others)

    def __str__(self) -> str:
        """Return one line for standard error or a form."""
        return f"{self.path or 'the document'} {self.problem}: {self.fix}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The maximum sizes of a document: bytes, characters, items, nested levels and numbers of models.

    ``least_price`` is the lowest price that players may enter. Stored documents are read with a lower limit.
    """

    bytes: int = 1_000_000
    name: int = 200
    text: int = 20_000
    profiles: int = 300
    rosters: int = 100
    picks: int = 100
    weapons: int = 20
    depth: int = 30
    count: int = MAX_VALUE
    least_price: int = 0


DEFAULT_LIMITS = Limits()


class _EnoughFaultsError(Exception):
    """The reader has found the maximum number of faults."""


_MISSING = object()
"""The value that a collecting reader returns for a missing required field."""


class JsonReader:
    """Typed access to the values of one document within limits.

    Without ``faults``, a reader raises the first fault. With ``faults``, it adds the first fault at each path
    to this list, and returns an empty value or the lowest number if the type is wrong, or else mostly the
    faulty value itself.
    """

    __slots__ = ("_faults", "limits")

    def __init__(self, limits: Limits, faults: list[DocumentError] | None = None) -> None:
        self.limits = limits
        self._faults = faults

    def refuse(self, path: str, problem: str, fix: str) -> None:
        """Raise a fault, or collect it if no fault is known at its path."""
        self.refuse_as(DocumentError(path, problem, fix))

    def refuse_as(self, error: DocumentError) -> None:
        """Raise a fault, or collect it if no fault is known at its path."""
        if self._faults is None:
            raise error
        if all(fault.path != error.path for fault in self._faults):
            self._faults.append(error)
        if len(self._faults) >= MAX_FAULTS:
            raise _EnoughFaultsError

    def fields(
        self, path: str, value: object, allowed: Collection[str] | None, required: Collection[str] = ()
    ) -> Mapping[str, object]:
        """Return the fields of an object. If ``allowed`` is None, all fields are allowed.

        Other fields are faults and left out. A missing required field is a fault, and a placeholder in the
        result (see ``is_missing``).
        """
        missing = dict.fromkeys(required, _MISSING)
        if not isinstance(value, dict):
            if value is not _MISSING:
                self.refuse(path, f"is {describe_type(value)}, not an object", "write { … }")
            return missing
        unknown = [name for name in value if allowed is not None and name not in allowed]
        for name in unknown:
            fix = "remove it, or write one of " + ", ".join(allowed or ())
            self.refuse(join_path(path, str(name)), "is not a known field", fix)
        for name in required:
            if name not in value:
                self.refuse(join_path(path, name), "is missing", "add it")
        if unknown:
            value = {name: inner for name, inner in value.items() if name not in unknown}
        return value if missing.keys() <= value.keys() else {**missing, **value}

    def items(self, path: str, value: object, max_items: int) -> Iterator[tuple[str, object]]:
        """Return the items of an array, each with its path. More than ``max_items`` are a fault."""
        if not isinstance(value, list):
            if value is not _MISSING:
                self.refuse(path, f"is {describe_type(value)}, not a list", "write [ … ]")
            return iter(())
        if len(value) > max_items:
            self.refuse(path, f"has {len(value)} items, more than {max_items}", "split it up")
        return ((f"{path}[{index}]", item) for index, item in enumerate(value[:max_items]))

    def integer(
        self,
        path: str,
        value: object,
        low: int = -MAX_VALUE,
        high: int = MAX_VALUE,
        *,
        least_legal: int | None = None,
    ) -> int:
        """Return an integer from ``low`` to ``high``. 6.0 counts as 6.

        If ``least_legal``, the lowest number that breaks no rule, is given, error messages name it, not
        ``low``.
        """
        if value is _MISSING:
            return low
        number = parse_integer_value(value)
        if number is None:
            self.refuse(
                path, f"is {describe_type(value)}, not a whole number", "write a whole number, such as 6"
            )
            return low
        if not low <= number <= high:
            self.refuse(
                path,
                "is out of range",
                f"write a whole number from {low if least_legal is None else least_legal} to {high}",
            )
        return number

    def optional_count(self, path: str, value: object) -> int | None:
        """Return an integer from 0, or None for null."""
        return None if value is None else self.integer(path, value, 0, self.limits.count)

    def line(self, path: str, value: object) -> str:
        """Return a text on one line, such as a name."""
        text = self._string(path, value, self.limits.name)
        if "\n" in text or "\r" in text or "\t" in text:
            self.refuse(path, "has a line break or tab", "write it on one line")
        return text

    def text(self, path: str, value: object) -> str:
        """Return a text of several lines, such as notes."""
        return self._string(path, value, self.limits.text)

    def key(self, path: str, value: object) -> str:
        """Return a slug: ASCII letters, digits, hyphens and underscores."""
        text = self._string(path, value, self.limits.name)
        if value is not _MISSING and not _KEY_PATTERN.fullmatch(text):
            self.refuse(
                path, "is not a key", 'write plain letters, digits and hyphens, such as "second-mate"'
            )
        return text

    def _string(self, path: str, value: object, max_length: int) -> str:
        if not isinstance(value, str):
            if value is not _MISSING:
                self.refuse(path, f"is {describe_type(value)}, not a text", 'write it in quotes: "…"')
            return ""
        if len(value) > max_length:
            self.refuse(path, f"has {len(value):,} characters", f"write at most {max_length:,}")
        elif match := _FORBIDDEN_CHARACTERS.search(value):
            self.refuse(path, f"contains the control character U+{ord(match.group()):04X}", "remove it")
        return value


def read_all(read: Callable[[JsonReader], T], limits: Limits) -> T:
    """Return the result of a reading function, or raise DocumentError with up to ``MAX_FAULTS`` faults."""
    faults: list[DocumentError] = []
    try:
        value = read(JsonReader(limits, faults))
    except _EnoughFaultsError:
        pass
    except DocumentError as error:
        faults.append(error)
    else:
        if not faults:
            return value
    first = faults[0]
    raise DocumentError(first.path, first.problem, first.fix, tuple(faults[1:]))


def is_missing(value: object) -> bool:
    """Return whether a value is the placeholder of a missing field, which the reader has already refused."""
    return value is _MISSING


def parse_integer_value(value: object) -> int | None:
    """Return a JSON value as an integer, or None if it isn't one. 6.0 counts as 6."""
    if type(value) is float and value.is_integer():
        return int(value)
    return value if type(value) is int else None


def join_path(path: str, name: str) -> str:
    """Return the path of a field of an object. Long or unusual names are shortened and written as JSON."""
    safe = name if name.isidentifier() and len(name) <= 60 else json.dumps(name[:60])
    return f"{path}.{safe}" if path else safe


def describe_type(value: object) -> str:
    """Return the type of a JSON value in plain words."""
    return _TYPE_NAMES.get(type(value), "something else")


_TYPE_NAMES: Mapping[type, str] = {
    type(None): "null",
    bool: "true or false",
    int: "a whole number",
    float: "a fraction",
    str: "a text",
    list: "a list",
    dict: "an object",
}


def read_json(raw: bytes | str, limits: Limits = DEFAULT_LIMITS) -> object:
    """Decode JSON text. Raise DocumentError if it is too large, too deep, or not JSON."""
    size = len(raw.encode("utf-8", "surrogatepass") if isinstance(raw, str) else raw)
    if size > limits.bytes:
        raise DocumentError("", f"has {size:,} bytes", f"send at most {limits.bytes:,}")
    try:
        text = raw.decode("utf-8-sig") if isinstance(raw, bytes) else raw.removeprefix("\ufeff")
        _check_depth(text, limits.depth)
        if not text.strip():
            raise DocumentError("", "is empty", "write JSON")
        value = json.loads(
            text,
            object_pairs_hook=_object_from_pairs,
            parse_int=_parse_int,
            parse_float=_parse_float,
            parse_constant=_NonFiniteNumber,
        )
        return _reject_invalid_json(value)
    except UnicodeDecodeError as error:
        raise DocumentError("", f"is not UTF-8 text at byte {error.start}", "save it as UTF-8") from None
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise DocumentError("", f"is not JSON at {place} ({error.msg.lower()})", "fix it there") from None
    except RecursionError:  # only if the operator's limit of levels is very high
        raise DocumentError("", "is nested too deeply", _DEPTH_FIX) from None


def _check_depth(text: str, max_depth: int) -> None:
    depth = 0
    for token in re.finditer(r'"(?:[^"\\]|\\.)*+"?|[\[\]{}]', text):
        mark = token.group()
        if mark in "[{":
            depth += 1
            if depth > max_depth:
                raise DocumentError("", f"is nested more than {max_depth} levels deep", _DEPTH_FIX)
        elif mark in "]}":
            depth -= 1


class _RepeatedKeyObject(dict[str, object]):
    """A JSON object in which a name is repeated. ``name`` is the repeated name."""

    name = ""


def _object_from_pairs(pairs: list[tuple[str, object]]) -> dict[str, object]:
    if len(dict(pairs)) == len(pairs):
        return dict(pairs)
    repeated = _RepeatedKeyObject(pairs)
    repeated.name = Counter(name for name, _ in pairs).most_common(1)[0][0]
    return repeated


class _NonFiniteNumber:
    """NaN or Infinity, which Python's JSON reader accepts. ``name`` is its text."""

    def __init__(self, name: str) -> None:
        self.name = name


def _reject_invalid_json(value: object) -> object:
    """Return the value. Raise DocumentError with the path of a repeated name, NaN or Infinity."""
    pending = [("", value)]
    while pending:
        path, item = pending.pop()
        if isinstance(item, _NonFiniteNumber):
            raise DocumentError(path, f"is {item.name}, which is not JSON", "write a number, or null")
        if isinstance(item, _RepeatedKeyObject):
            raise DocumentError(
                join_path(path, item.name), "appears twice in one object", "remove one of the two"
            )
        if isinstance(item, dict):
            pending += [
                (join_path(path, name), inner)
                for name, inner in item.items()
                if isinstance(inner, dict | list | _NonFiniteNumber)
            ]
        elif isinstance(item, list):
            pending += [
                (f"{path}[{i}]", inner)
                for i, inner in enumerate(item)
                if isinstance(inner, dict | list | _NonFiniteNumber)
            ]
    return value


def _parse_int(digits: str) -> int:
    """Return an integer; for too many digits, one out of range that ``JsonReader`` refuses with its path."""
    return int(digits) if len(digits) <= _MAX_DIGITS else 10**_MAX_DIGITS


def _parse_float(text: str) -> float | int:
    """Return a fraction. If it is too large for Python, return an integer that is out of range."""
    number = float(text)
    return 10**_MAX_DIGITS if math.isinf(number) else number
