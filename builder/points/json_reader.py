"""Reading foreign JSON: typed access that refuses with the path of the fault and how to fix it."""

import json
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

MAX_NUMBER = 1_000_000
MAX_VALUE = 9_999
_MOST_DIGITS = 30
_KEY_PATTERN = re.compile(r"[A-Za-z0-9_-]+")
_FORBIDDEN_CHARACTERS = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]"
)


class DocumentError(ValueError):
    """The document cannot be read. ``path`` names the place, ``problem`` the fault, ``fix`` what to do."""

    def __init__(self, path: str, problem: str, fix: str) -> None:
        super().__init__(path, problem, fix)
        self.path = path
        self.problem = problem
        self.fix = fix

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


class JsonReader:
    """Typed reads of one document under given limits. Every method names the path in its refusal."""

    __slots__ = ("limits",)

    def __init__(self, limits: Limits) -> None:
        self.limits = limits

    def fields(
        self, path: str, value: object, allowed: Collection[str] | None, required: Collection[str] = ()
    ) -> Mapping[str, object]:
        """An object with only these fields (None: any), and all the required ones."""
        if not isinstance(value, dict):
            raise DocumentError(path, f"is {describe_type(value)}, not an object", "write { … }")
        for name in value:
            if allowed is not None and name not in allowed:
                fix = "remove it, or write one of " + ", ".join(allowed)
                raise DocumentError(join_path(path, str(name)), "is not a field that is known here", fix)
        for name in required:
            if name not in value:
                raise DocumentError(join_path(path, name), "is missing", "add it")
        return value

    def items(self, path: str, value: object, most: int) -> Iterator[tuple[str, object]]:
        """The items of an array with at most ``most`` of them, each with its path."""
        if not isinstance(value, list):
            raise DocumentError(path, f"is {describe_type(value)}, not a list", "write [ … ]")
        if len(value) > most:
            raise DocumentError(
                path, f"has {len(value)} items, more than the {most} that are read", "split it up"
            )
        return ((f"{path}[{index}]", item) for index, item in enumerate(value))

    def integer(self, path: str, value: object, low: int = -MAX_VALUE, high: int = MAX_VALUE) -> int:
        """A whole number between two bounds."""
        if type(value) is not int:
            raise DocumentError(
                path, f"is {describe_type(value)}, not a whole number", "write a whole number, such as 6"
            )
        if not low <= value <= high:
            raise DocumentError(
                path, "is a number out of all bounds", f"write a whole number from {low} to {high}"
            )
        return value

    def optional_count(self, path: str, value: object) -> int | None:
        """A whole number from 0, or null."""
        return None if value is None else self.integer(path, value, 0, self.limits.count)

    def line(self, path: str, value: object) -> str:
        """A text on one line, such as a name."""
        text = self._string(path, value, self.limits.name)
        if "\n" in text or "\r" in text or "\t" in text:
            raise DocumentError(path, "has a line break or tab", "write it on one line")
        return text

    def text(self, path: str, value: object) -> str:
        """A text of several lines, such as notes."""
        return self._string(path, value, self.limits.text)

    def key(self, path: str, value: object) -> str:
        """A slug: plain letters, digits, hyphens and underscores."""
        text = self._string(path, value, self.limits.name)
        if not _KEY_PATTERN.fullmatch(text):
            raise DocumentError(
                path, "is not a key", 'write plain letters, digits and hyphens, such as "second-mate"'
            )
        return text

    def _string(self, path: str, value: object, most: int) -> str:
        if not isinstance(value, str):
            raise DocumentError(path, f"is {describe_type(value)}, not a text", 'write it in quotes: "…"')
        if len(value) > most:
            raise DocumentError(path, f"has {len(value):,} characters", f"write at most {most:,}")
        if match := _FORBIDDEN_CHARACTERS.search(value):
            raise DocumentError(path, f"holds the control character U+{ord(match.group()):04X}", "remove it")
        return value


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
        value = json.loads(text, object_pairs_hook=_object_from_pairs, parse_int=_parse_int)
        return _refuse_repeats(value)
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


def _refuse_repeats(value: object) -> object:
    """The value as it is; DocumentError names the path of a name that stands twice."""
    work = [("", value)]
    while work:
        path, item = work.pop()
        if isinstance(item, _RepeatedKeyObject):
            raise DocumentError(
                join_path(path, item.name), "stands twice in one object", "remove one of the two"
            )
        if isinstance(item, dict):
            work += [
                (join_path(path, name), inner)
                for name, inner in item.items()
                if isinstance(inner, dict | list)
            ]
        elif isinstance(item, list):
            work += [
                (f"{path}[{i}]", inner) for i, inner in enumerate(item) if isinstance(inner, dict | list)
            ]
    return value


def _parse_int(digits: str) -> int:
    """A whole number; one of too many digits is read as one too large, so that the fault names its path."""
    return int(digits) if len(digits) <= _MOST_DIGITS else 10**_MOST_DIGITS
