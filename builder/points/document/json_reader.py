"""Reading foreign JSON: typed access that refuses with the path of the fault and how to fix it."""

import json
import math
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")

MAX_NUMBER = 1_000_000
MAX_VALUE = 9_999
MAX_FAULTS = 50
"""So many faults are named at once."""
_MOST_DIGITS = 30
_KEY_PATTERN = re.compile(r"[A-Za-z0-9_-]+")
_FORBIDDEN_CHARACTERS = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]"
)


class DocumentError(ValueError):
    """The document cannot be read. ``path`` names the place, ``problem`` the fault, ``fix`` what to do.

    ``others`` are the further faults that are known.
    """

    def __init__(self, path: str, problem: str, fix: str, others: "tuple[DocumentError, ...]" = ()) -> None:
        super().__init__(path, problem, fix)
        self.path = path
        self.problem = problem
        self.fix = fix
        self.others = others

    @property
    def faults(self) -> "tuple[DocumentError, ...]":
        """This fault and all others that are known, each by itself."""
        return (DocumentError(self.path, self.problem, self.fix), *self.others)

    def __str__(self) -> str:
        """One line, fit for standard error or a form."""
        return f"{self.path or 'the document'} {self.problem}: {self.fix}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The largest document that is read: lengths in characters, the rest as counts."""

    bytes: int = 1_000_000
    name: int = 200
    text: int = 20_000
    profiles: int = 300
    rosters: int = 100
    picks: int = 100
    weapons: int = 20
    depth: int = 30
    count: int = MAX_VALUE


DEFAULT_LIMITS = Limits()


class _EnoughFaultsError(Exception):
    """As many faults are known as are named at once."""


_MISSING = object()
"""What a collecting reader returns for a required field that is not there."""


class JsonReader:
    """Typed reads of one document under given limits. Every method names the path in its refusal.

    The first fault is raised. A reader that is given ``faults`` collects them there instead, one a place,
    and returns something empty for what it refused; see ``read_all``.
    """

    __slots__ = ("_faults", "limits")

    def __init__(self, limits: Limits, faults: list[DocumentError] | None = None) -> None:
        self.limits = limits
        self._faults = faults

    def refuse(self, path: str, problem: str, fix: str) -> None:
        """Raise a fault, or collect it."""
        self.refuse_as(DocumentError(path, problem, fix))

    def refuse_as(self, error: DocumentError) -> None:
        """Raise a fault, or collect it where none is known of its place."""
        if self._faults is None:
            raise error
        if all(fault.path != error.path for fault in self._faults):
            self._faults.append(error)
        if len(self._faults) >= MAX_FAULTS:
            raise _EnoughFaultsError

    def fields(
        self, path: str, value: object, allowed: Collection[str] | None, required: Collection[str] = ()
    ) -> Mapping[str, object]:
        """An object with only these fields (None: any), and all the required ones."""
        missing = dict.fromkeys(required, _MISSING)
        if not isinstance(value, dict):
            if value is not _MISSING:
                self.refuse(path, f"is {describe_type(value)}, not an object", "write { … }")
            return missing
        unknown = [name for name in value if allowed is not None and name not in allowed]
        for name in unknown:
            fix = "remove it, or write one of " + ", ".join(allowed or ())
            self.refuse(join_path(path, str(name)), "is not a field that is known here", fix)
        for name in required:
            if name not in value:
                self.refuse(join_path(path, name), "is missing", "add it")
        if unknown:  # as few as are collected
            value = {name: inner for name, inner in value.items() if name not in unknown}
        return value if missing.keys() <= value.keys() else {**missing, **value}

    def items(self, path: str, value: object, most: int) -> Iterator[tuple[str, object]]:
        """The items of an array with at most ``most`` of them, each with its path."""
        if not isinstance(value, list):
            if value is not _MISSING:
                self.refuse(path, f"is {describe_type(value)}, not a list", "write [ … ]")
            return iter(())
        if len(value) > most:
            self.refuse(path, f"has {len(value)} items, more than the {most} that are read", "split it up")
        return ((f"{path}[{index}]", item) for index, item in enumerate(value[:most]))

    def integer(self, path: str, value: object, low: int = -MAX_VALUE, high: int = MAX_VALUE) -> int:
        """A whole number between two bounds; 6.0 is 6."""
        if value is _MISSING:
            return low
        number = whole_number(value)
        if number is None:
            self.refuse(
                path, f"is {describe_type(value)}, not a whole number", "write a whole number, such as 6"
            )
            return low
        if not low <= number <= high:
            self.refuse(path, "is a number out of all bounds", f"write a whole number from {low} to {high}")
        return number

    def optional_count(self, path: str, value: object) -> int | None:
        """A whole number from 0, or null."""
        return None if value is None else self.integer(path, value, 0, self.limits.count)

    def line(self, path: str, value: object) -> str:
        """A text on one line, such as a name."""
        text = self._string(path, value, self.limits.name)
        if "\n" in text or "\r" in text or "\t" in text:
            self.refuse(path, "has a line break or tab", "write it on one line")
        return text

    def text(self, path: str, value: object) -> str:
        """A text of several lines, such as notes."""
        return self._string(path, value, self.limits.text)

    def key(self, path: str, value: object) -> str:
        """A slug: plain letters, digits, hyphens and underscores."""
        text = self._string(path, value, self.limits.name)
        if value is not _MISSING and not _KEY_PATTERN.fullmatch(text):
            self.refuse(
                path, "is not a key", 'write plain letters, digits and hyphens, such as "second-mate"'
            )
        return text

    def _string(self, path: str, value: object, most: int) -> str:
        if not isinstance(value, str):
            if value is not _MISSING:
                self.refuse(path, f"is {describe_type(value)}, not a text", 'write it in quotes: "…"')
            return ""
        if len(value) > most:
            self.refuse(path, f"has {len(value):,} characters", f"write at most {most:,}")
        elif match := _FORBIDDEN_CHARACTERS.search(value):
            self.refuse(path, f"holds the control character U+{ord(match.group()):04X}", "remove it")
        return value


def read_all(read: Callable[[JsonReader], T], limits: Limits) -> T:
    """What a function reads; DocumentError with all faults, up to ``MAX_FAULTS``, in their order."""
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
    """Whether a collecting reader was asked for this, has not found it, and has said so."""
    return value is _MISSING


def whole_number(value: object) -> int | None:
    """The whole number that a JSON value is, 6.0 as well as 6; None for anything else."""
    if type(value) is float and value.is_integer():
        return int(value)
    return value if type(value) is int else None


def join_path(path: str, name: str) -> str:
    """The path of a field of an object; foreign names are cut short and made printable."""
    safe = name if name.isidentifier() and len(name) <= 60 else json.dumps(name[:60])
    return f"{path}.{safe}" if path else safe


def describe_type(value: object) -> str:
    """What a JSON value is, in a player's words."""
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
    """Decode JSON text; DocumentError when it is too large, too deep, or not JSON."""
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
            parse_constant=_NoNumber,
        )
        return _refuse_what_is_no_json(value)
    except UnicodeDecodeError as error:
        raise DocumentError("", f"is not UTF-8 text at byte {error.start}", "save it as UTF-8") from None
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise DocumentError("", f"is not JSON at {place} ({error.msg.lower()})", "mend it there") from None
    except DocumentError:
        raise
    except (ValueError, RecursionError):
        raise DocumentError(
            "", "holds a number of too many digits", "write whole numbers below 10000"
        ) from None


def _check_depth(text: str, most: int) -> None:
    depth = 0
    for token in re.finditer(r'"(?:[^"\\]|\\.)*+"?|[\[\]{}]', text):
        mark = token.group()
        if mark in "[{":
            depth += 1
            if depth > most:
                raise DocumentError(
                    "", f"is nested more than {most} deep", "a company list needs no more than 8 levels"
                )
        elif mark in "]}":
            depth -= 1


class _RepeatedKeyObject(dict[str, object]):
    """An object of JSON text in which one name stands twice; ``name`` is that name."""

    name = ""


def _object_from_pairs(pairs: list[tuple[str, object]]) -> dict[str, object]:
    if len(dict(pairs)) == len(pairs):
        return dict(pairs)
    repeated = _RepeatedKeyObject(pairs)
    repeated.name = Counter(name for name, _ in pairs).most_common(1)[0][0]
    return repeated


class _NoNumber:
    """NaN or Infinity, which Python's reader takes for JSON; ``name`` is as it was written."""

    def __init__(self, name: str) -> None:
        self.name = name


def _refuse_what_is_no_json(value: object) -> object:
    """The value as it is; DocumentError names the path of a name that stands twice, and of NaN."""
    work = [("", value)]
    while work:
        path, item = work.pop()
        if isinstance(item, _NoNumber):
            raise DocumentError(path, f"is {item.name}, which is not JSON", "write a number, or null")
        if isinstance(item, _RepeatedKeyObject):
            raise DocumentError(
                join_path(path, item.name), "stands twice in one object", "remove one of the two"
            )
        if isinstance(item, dict):
            work += [
                (join_path(path, name), inner)
                for name, inner in item.items()
                if isinstance(inner, dict | list | _NoNumber)
            ]
        elif isinstance(item, list):
            work += [
                (f"{path}[{i}]", inner)
                for i, inner in enumerate(item)
                if isinstance(inner, dict | list | _NoNumber)
            ]
    return value


def _parse_int(digits: str) -> int:
    """A whole number; one of too many digits is read as one too large, so that the fault names its path."""
    return int(digits) if len(digits) <= _MOST_DIGITS else 10**_MOST_DIGITS


def _parse_float(text: str) -> float | int:
    """A fraction; one that is too large for any is read as a whole number that is too large."""
    number = float(text)
    return 10**_MOST_DIGITS if math.isinf(number) else number
