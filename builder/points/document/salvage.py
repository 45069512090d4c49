"""Import of a faulty document: repair or drop the part with each fault, and report it in a player's words.

The document is repaired and read again until it has no faults. The report of a fault for players is a loss.
"""

import copy
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import NamedTuple

from builder.points.document.document import VERSION, Document, parse_document
from builder.points.document.json_reader import DEFAULT_LIMITS, DocumentError, Limits
from builder.points.rules.catalogue import Attribute, Catalogue, PickSlot, Property, WeaponSlot
from builder.points.rules.catalogue_index import index_of
from builder.points.rules.names import new_key, profile_name, roster_name

IMPORT_WITHOUT = "import without it?"
MAX_LOSSES = 200
"""The maximum number of losses. A document with more losses is probably not a list at all."""
_MAX_READINGS = 40
_MAX_SHOWN_LENGTH = 40
_LEAST_SIMILARITY = 0.7
_STEP = re.compile(r'\.?([^.\[\]"]+)|\[(\d+)\]|\.?("(?:[^"\\]|\\.)*")')
_INTEGER = re.compile(r"\s*[+-]?[0-9]{1,4}\s*")
_NOT_IN_A_LINE = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]+")
_NOT_IN_A_TEXT = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]+"
)
_LINE_FIELDS, _TEXT_FIELDS = ("name", "setting", "unit"), ("background", "notes")
_FIELD_NAMES = {
    "name": "name",
    "setting": "setting",
    "background": "background",
    "notes": "notes",
    "max": "Max",
}

Path = tuple[str | int, ...]


def plain_line(text: str) -> str:
    """Return a text on one line, without spaces around it.

    Line breaks and characters that can't be stored are replaced with spaces.
    """
    return _NOT_IN_A_LINE.sub(" ", text).strip()


class Loss(NamedTuple):
    """A part that can't be imported as it is.

    ``where`` is the name of its profile or roster, or "" for the list itself. ``question`` asks the player
    whether to do what the import proposes.
    """

    where: str
    problem: str
    question: str
    path: str

    def __str__(self) -> str:
        """Return the sentence for the player."""
        text = f"{self.problem}: {self.question}"
        return f"{self.where}: {text}" if self.where else text


class SalvagedDocument(NamedTuple):
    """A repaired document. ``losses`` are the parts that were dropped or changed."""

    document: Document
    losses: tuple[Loss, ...] = ()


def salvage_document(
    value: object, catalogues: Mapping[tuple[str, str], Catalogue], limits: Limits = DEFAULT_LIMITS
) -> SalvagedDocument:
    """Return the document in a decoded JSON value. Drop or repair faulty parts, and report them.

    Raise DocumentError if the value is not a list of a known game, or has too many faults.
    """
    try:
        return SalvagedDocument(parse_document(value, catalogues, limits))
    except DocumentError as error:
        repair = _Repair(copy.deepcopy(value), catalogues, limits)
        repair.repair_faults(error)
        return repair.read_until_valid()


@dataclass(slots=True)
class _Repair:
    """A document while it is repaired.

    ``removed`` are the containers and keys or indexes of the parts to remove after the faults of a reading.
    """

    value: object
    catalogues: Mapping[tuple[str, str], Catalogue]
    limits: Limits
    losses: list[Loss] = field(default_factory=list)
    removed: list[tuple[dict[str, object] | list[object], str | int]] = field(default_factory=list)

    def read_until_valid(self) -> SalvagedDocument:
        """Read and repair the document until it has no faults."""
        for _ in range(_MAX_READINGS):
            try:
                document = parse_document(self.value, self.catalogues, self.limits)
            except DocumentError as error:
                self.repair_faults(error)
            else:
                return SalvagedDocument(document, tuple(self.losses))
        raise DocumentError("", "contains too much that we can't read", "fix the file where you made it")

    def repair_faults(self, error: DocumentError) -> None:
        """Repair each fault of one reading."""
        document = self.value
        if not isinstance(document, dict):
            raise error
        self.removed = []
        for fault in error.faults:
            path = _steps(fault.path)
            is_newer = path[:1] == ("version",) and "newer" in fault.problem
            if is_newer or not path or path[0] in ("format", "system"):
                raise DocumentError(*_refusal(fault, document, path), error.others)
            self._repair(path, fault)
            if len(self.losses) > MAX_LOSSES:
                raise DocumentError(
                    "", f"has more than {MAX_LOSSES} faults", "fix the file where you made it"
                )
        for holder, place in sorted(self.removed, key=_removal_order):
            if isinstance(holder, dict):
                holder.pop(str(place), None)
            elif isinstance(place, int) and place < len(holder):
                holder.pop(place)

    def _repair(self, path: Path, fault: DocumentError) -> None:
        _, name, current = _find(self.value, path)
        words = _PlaceWords(self.value, self.catalogues, path)
        if path[0] == "version":
            loss = Loss("", "It has no version", "read it as version 1?", fault.path)
            self._set(path, VERSION, loss)
        elif path[0] == "edition":
            self._take_newest_edition(fault, current)
        elif "not a known field" in fault.problem or "not a kind of unit" in fault.problem:
            self._remove(path, words, fault, present=name is not None)
        elif path[-1] == "key" and path[0] == "profiles":
            self._new_key(path, words, current, fault)
        elif isinstance(current, list) and len(current) > self._max_items(path):
            limit = self._max_items(path)
            what = f"{words.part if words.where else 'The list'} has {len(current):,} {path[-1]}"
            self._set(
                path, current[:limit], Loss(words.where, what, f"import the first {limit:,}?", fault.path)
            )
        # This is the name of the list, or a missing name of a profile or roster.
        elif path == ("name",) or (path[-1] == "name" and len(path) == 3 and name is None):
            self._fix_name(path, words, current, fault)
        elif path[-1] in (*_LINE_FIELDS, *_TEXT_FIELDS) and name is not None:
            self._fix_text(path, words, current, fault)
        elif isinstance(current, str) and _INTEGER.fullmatch(current) and "number" in fault.problem:
            what = f"{words.part} is “{current.strip()}” in quotes"
            self._set(
                path, int(current), Loss(words.where, what, f"import it as {int(current)}?", fault.path)
            )
        elif path[-1] == "limit" and name is None:
            least = words.catalogue.roster.points or 0 if words.catalogue else 0
            loss = Loss(words.where, "It has no limit", f"import it with one of {least}?", fault.path)
            self._set(path, least, loss)
        else:
            self._remove(path, words, fault, present=name is not None)

    def _set(self, path: Path, value: object, loss: Loss) -> None:
        holder, name, _ = _find(self.value, path)
        if isinstance(holder, dict):
            holder[str(name if name is not None else path[-1])] = value
        elif isinstance(holder, list) and isinstance(name, int):
            holder[name] = value
        self.losses.append(loss)

    def _remove(self, path: Path, words: "_PlaceWords", fault: DocumentError, *, present: bool) -> None:
        """Remove the part at a path, or the part around it if that is useless without it or it is missing."""
        problem = words.problem(fault)
        # A pick or an entry is useless without its code, its profile or its count.
        if path[-1] in ("code", "profile", "count") and len(path) > 2 and isinstance(path[-2], int):
            path, present = path[:-1], True
        if not present and len(path) > 1:
            path = path[:-1]
        holder, name, _ = _find(self.value, path)
        is_removed = any(removed_from is holder and place == name for removed_from, place in self.removed)
        if holder is not None and name is not None and not is_removed:
            self.removed.append((holder, name))
            self.losses.append(Loss(words.where, problem, IMPORT_WITHOUT, fault.path))

    def _max_items(self, path: Path) -> int:
        limit = {"profiles": self.limits.profiles, "rosters": self.limits.rosters}.get(str(path[-1]))
        if path[0] == "rosters" and len(path) > 1:
            return self.limits.profiles
        picks = self.limits.weapons if "weapons" in str(path[-1]) else self.limits.picks
        return limit if len(path) == 1 and limit is not None else picks

    def _take_newest_edition(self, fault: DocumentError, current: object) -> None:
        system = self.value["system"] if isinstance(self.value, dict) else ""
        editions = [catalogue for (name, _), catalogue in self.catalogues.items() if name == system]
        newest = editions[-1]
        problem = "It has no edition"
        if current:
            problem = f"It is for edition {quote(current)}, which we don't have"
        loss = Loss("", problem, f"import it as {newest.title} and show what changes?", fault.path)
        self._set(("edition",), newest.edition, loss)

    def _new_key(self, path: Path, words: "_PlaceWords", current: object, fault: DocumentError) -> None:
        profiles = self.value.get("profiles") if isinstance(self.value, dict) else None
        items = [item for item in profiles if isinstance(item, dict)] if isinstance(profiles, list) else []
        taken_keys = {str(item.get("key")) for item in items}
        profile = _value_at(self.value, path[:-1])
        name = profile.get("name") if isinstance(profile, dict) else ""
        key = new_key(name if isinstance(name, str) else "", taken_keys)
        what, ask = "It has no key", "import it with a new key?"
        if isinstance(current, str) and "already" in fault.problem:
            what = "Another profile has the same key"
            ask = "import it with a new key, so that rosters use the other profile?"
        self._set(path, key, Loss(words.where, what, ask, fault.path))

    def _fix_name(self, path: Path, words: "_PlaceWords", current: object, fault: DocumentError) -> None:
        """Add an empty name if there is none, or repair its text."""
        if current is not None:
            self._fix_text(path, words, current, fault)
        else:
            self._set(path, "", Loss(words.where, "It has no name", "import it without one?", fault.path))

    def _fix_text(self, path: Path, words: "_PlaceWords", current: object, fault: DocumentError) -> None:
        """Shorten a text that is too long, and remove control characters."""
        is_line = path[-1] in _LINE_FIELDS
        limit = self.limits.name if is_line else self.limits.text
        if not isinstance(current, str):
            given = str(current) if type(current) in (int, float) else ""
            are = "are" if path[-1] == "notes" else "is"
            what = f"{words.text_name} {are} {_shown(current)}, not a text"
            ask = "import it as a text?" if given else IMPORT_WITHOUT
            self._set(path, given, Loss(words.where, what, ask, fault.path))
            return
        plain = (_NOT_IN_A_LINE if is_line else _NOT_IN_A_TEXT).sub(" ", current)
        if plain != current:
            what, ask = (
                f"{words.text_name}: it contains characters that can't be shown",
                "import it without them?",
            )
        else:
            what, ask = f"{words.text_name}: {len(current):,} characters", f"import the first {limit:,}?"
        self._set(path, plain[:limit], Loss(words.where, what, ask, fault.path))


class _PlaceWords:
    """Texts about one place in a document, in words that players know."""

    def __init__(self, value: object, catalogues: Mapping[tuple[str, str], Catalogue], path: Path) -> None:
        document = value if isinstance(value, dict) else {}
        edition = str(document.get("system")), str(document.get("edition"))
        self.value = document
        self.path = path
        self.catalogue = catalogues.get(edition)

    @property
    def where(self) -> str:
        """The name of the profile or the roster that has the place, or "" for the list itself."""
        if len(self.path) < 2 or self.path[0] not in ("profiles", "rosters"):
            return ""
        items = self.value.get(str(self.path[0]))
        at = self.path[1]
        item = items[at] if isinstance(items, list) and isinstance(at, int) and at < len(items) else None
        is_profile = self.path[0] == "profiles"
        if not isinstance(item, dict) or not isinstance(item.get("name"), str) or not item["name"].strip():
            number = at + 1 if isinstance(at, int) else 1
            return f"{'Profile' if is_profile else 'Roster'} {number}"
        name = _cut(" ".join(item["name"].split()))
        return profile_name(name) if is_profile else f"Roster {roster_name(name)}"

    @property
    def text_name(self) -> str:
        """The name of the text at the place, such as "Its notes"."""
        weapon = self._part_of_design()
        if isinstance(weapon, WeaponSlot):
            return f"The name of a {weapon.noun}"
        field_name = _FIELD_NAMES.get(str(self.path[-1]), "text")
        return f"Its {field_name}" if self.where else f"The {field_name} of the list"

    @property
    def part(self) -> str:
        """The name of the part with the fault."""
        part = self._part_of_design()
        entry = self._known_entry(part) if isinstance(part, PickSlot) else None
        if entry is not None and self.path[-1] != "code":
            names = {parameter.code: parameter.name for parameter in entry.parameters}
            last = next(step for step in reversed(self.path) if isinstance(step, str))
            return f"{names.get(last, last)} of {entry.name}"
        if part is not None:
            return part.name if isinstance(part, PickSlot | WeaponSlot) else part.label or part.name
        last = next((step for step in reversed(self.path) if isinstance(step, str)), "")
        return _FIELD_NAMES.get(last, last.replace("_", " ").capitalize())

    def _part_of_design(self) -> Attribute | WeaponSlot | PickSlot | None:
        if self.catalogue is None or self.path[2:3] != ("design",):
            return None
        steps = [step for step in self.path[3:] if isinstance(step, str)]
        at = [".".join(steps[:2]), *steps[:1]]
        parts = index_of(self.catalogue).parts.values()
        return next((part for place in at for part in parts if part.at == place), None)

    def problem(self, fault: DocumentError) -> str:
        """Return what is wrong, in a player's words."""
        current = _value_at(self.value, self.path)
        part = self._part_of_design()
        if "not a known field" in fault.problem:
            return f"{quote(self.path[-1])} is not part of {self._holder(part)}"
        if self.path[-1] == "unit":
            return f"{_shown(current)} is not a kind of unit"
        if isinstance(part, PickSlot | WeaponSlot) and self.catalogue is not None:
            return self._item_problem(part, current)
        if isinstance(part, Attribute):
            return _attribute_problem(part, current)
        if self.path[0] == "rosters" and "entries" in self.path:
            return self._row_problem()
        if len(self.path) <= 2 and self.path[0] in ("profiles", "rosters"):
            return "It cannot be read" if len(self.path) == 2 else f"The {self.path[0]} cannot be read"
        if "missing" in fault.problem:
            return f"{self.part} is missing"
        return f"{self.part} is {_shown(current)}, which cannot be read"

    def _holder(self, part: object) -> str:
        if isinstance(part, WeaponSlot):
            return f"a {part.noun}"
        if isinstance(part, PickSlot):
            return f"this {part.noun}"
        holders = {"profiles": "a profile", "rosters": "a roster"}
        return holders.get(str(self.path[0]), "a list") if len(self.path) > 1 else "a list"

    def _item_problem(self, part: PickSlot | WeaponSlot, current: object) -> str:
        entries = index_of(self.catalogue).entries[part.group] if self.catalogue else {}
        noun = part.noun if isinstance(part, PickSlot) else f"property of a {part.noun}"
        code = current.get("code") if isinstance(current, dict) else current
        if isinstance(part, PickSlot) and self.path[-1] != "code" and self._known_entry(part):
            return f"{self.part} is {_shown(current)}, which isn't allowed"
        if not isinstance(code, str):
            return f"A {noun} cannot be read" if code is None else f"{_shown(code)} is not a {noun}"
        near = _nearest(code, entries.values())
        return f"{quote(code)} is not a {noun} of this edition{near}"

    def _known_entry(self, part: PickSlot) -> Property | None:
        """Return the entry of the pick around the place, or None if there is none."""
        entries = index_of(self.catalogue).entries[part.group] if self.catalogue else {}
        for length in range(len(self.path), 3, -1):
            current = _value_at(self.value, self.path[:length])
            if isinstance(current, dict) and isinstance(current.get("code"), str):
                return entries.get(current["code"])
        return None

    def _row_problem(self) -> str:
        at = self.path.index("entries")
        entry = _value_at(self.value, self.path[: at + 2])
        if not isinstance(entry, dict):
            return "A row cannot be read"
        count, key = entry.get("count"), entry.get("profile")
        if self.path[-1] == "count":
            return f"The number of {quote(key)} is {_shown(count)}, which isn't allowed"
        return f"{_shown(count)} × {quote(key)} isn't a profile of the list"


def _attribute_problem(part: Attribute, current: object) -> str:
    label = part.label or part.name
    if part.kind == "number":
        is_integer = type(current) is int or (type(current) is float and current.is_integer())
        problem = "too large" if is_integer else "not a whole number"
        return f"{label} is {_shown(current)}, {problem}"
    if part.kind == "choice":
        return f"{_shown(current)} is not a {part.name} of this edition"
    return f"{label} is {_shown(current)}, {'neither yes nor no' if part.kind == 'flag' else 'not a text'}"


def _nearest(code: str, entries: Iterable[Property]) -> str:
    """Return the end of a sentence with the most similar entry, or "" if none is similar."""
    names = {word.casefold(): entry.name for entry in entries for word in (entry.code, entry.name)}
    near = get_close_matches(code.casefold()[:_MAX_SHOWN_LENGTH], names, 1, _LEAST_SIMILARITY)
    return f" (perhaps {names[near[0]]})" if near else ""


def _refusal(fault: DocumentError, document: Mapping[str, object], path: Path) -> tuple[str, str, str]:
    """Return path, problem and fix of a fault that prevents the import, in a player's words."""
    if path[:1] == ("system",) and isinstance(document.get("system"), str):
        return fault.path, f"is for {quote(document['system'])}, a game that we don't have", "choose another"
    if path[:1] in (("format",), ("system",)):
        return fault.path, "is not a Musterbook list", "choose a list from Musterbook"
    if path[:1] == ("version",):
        return fault.path, "was saved by a newer version of Musterbook", "save it as version 1"
    return fault.path, fault.problem, fault.fix


def _removal_order(removed: tuple[object, str | int]) -> int:
    """Return the sort key for removals. Last items come first, so that the other indexes stay valid."""
    return -removed[1] if isinstance(removed[1], int) else 0


def _steps(path: str) -> Path:
    steps: list[str | int] = []
    for name, index, quoted in _STEP.findall(path):
        steps.append(int(index) if index else json.loads(quoted) if quoted else name)
    return tuple(steps)


def _name_in(inner: object, step: str | int) -> str | int | None:
    """Return the key or index that a step means, or None. Steps have only the first 60 letters of a key."""
    if isinstance(inner, list):
        return step if isinstance(step, int) and step < len(inner) else None
    if not isinstance(inner, dict) or not isinstance(step, str):
        return None
    if step in inner:
        return step
    return next((name for name in inner if isinstance(name, str) and name[:60] == step), None)


def _find(
    value: object, path: Path
) -> tuple[dict[str, object] | list[object] | None, str | int | None, object]:
    """Return the container of a place, its key or index there, and its value; both are None if missing."""
    holder: dict[str, object] | list[object] | None = None
    name: str | int | None = None
    for step in path:
        holder = value if isinstance(value, dict | list) else None
        name = _name_in(value, step)
        if name is None:
            return holder, None, None
        value = value[name]  # type: ignore[index]  # the name is one of it
    return holder, name, value


def _value_at(value: object, path: Path) -> object:
    return _find(value, path)[2]


def _cut(text: str) -> str:
    return text if len(text) <= _MAX_SHOWN_LENGTH else f"{text[:_MAX_SHOWN_LENGTH]}…"


def quote(value: object) -> str:
    """Return a text from outside in quotes, shortened, on one line."""
    return f"“{_cut(' '.join(_NOT_IN_A_LINE.sub(' ', str(value)).split()))}”"


def _shown(value: object) -> str:
    if isinstance(value, str):
        return quote(value)
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float):
        return _cut(str(value)) if abs(value) < 10**9 else "a huge number"
    return "a list" if isinstance(value, list) else "several things in one"
