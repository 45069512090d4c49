"""What an appraisal says: lines, findings and totals, as immutable values and as JSON."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from builder.points.rules.catalogue import Level
from builder.points.rules.remedies import Remedies

LEVELS: tuple[Level, ...] = ("error", "warning", "note")
StatusCode = Literal["legal", "empty", "unfinished", "illegal"]
Shown = Literal["error", "missing", "warning", "note"]
SHOWN: tuple[Shown, ...] = ("error", "missing", "warning", "note")
UNKNOWN = "?"
DASH = "\N{EN DASH}"


class Line(NamedTuple):
    """One row of one table: ``points`` is ``base`` times ``factor``, rounded; None where no price exists.

    ``where`` is the place in the design, ``group`` the part of the receipt, ``table`` the table's name.
    ``place`` is where the table stands in a book without pages.
    """

    code: str
    label: str
    base: int | None
    factor: Fraction
    points: int | None
    page: int
    table: str
    group: str
    where: str
    place: str = ""

    @property
    def rounded(self) -> Literal["up", "down", ""]:
        """Which way a fraction of a point was rounded; "" where there was none."""
        if self.base is None or self.points is None or self.points == (exact := self.base * self.factor):
            return ""
        return "up" if self.points > exact else "down"

    def to_json(self) -> dict[str, object]:
        """The line as JSON; ``place`` is left out where there is none."""
        value = {**self._asdict(), "factor": str(self.factor)}
        if not self.place:
            del value["place"]
        return value


class PatchOperation(NamedTuple):
    """One operation of a JSON Patch (RFC 6902) on what stands at a JSON Pointer.

    A test before it makes sure that the patch changes nothing else than what it was made for.
    """

    op: Literal["add", "remove", "replace", "test"]
    path: str
    value: object = None

    def to_json(self) -> dict[str, object]:
        """The operation as JSON; a removal has no value."""
        return {"op": self.op, "path": self.path} | ({} if self.op == "remove" else {"value": self.value})

    def moved_below(self, path: str) -> "PatchOperation":
        """The same operation on a larger value, in which the one that it was made for stands at ``path``."""
        return self._replace(path=f"{path}{self.path}")


class Fix(NamedTuple):
    """A change that ends a finding and adds no error; ``label`` says it on a button.

    In the findings of an appraisal the paths of ``patch`` begin at the list's document.
    """

    label: str
    patch: tuple[PatchOperation, ...]

    def moved_below(self, path: str) -> "Fix":
        """The same change of a larger document, in which what it changes stands at ``path``."""
        return self._replace(patch=tuple(operation.moved_below(path) for operation in self.patch))


class Total(NamedTuple):
    """What something comes to: the ``points`` of all that has a price, and what the rest ``waits_for``.

    With ``unpriced`` nothing in it has a price.
    """

    points: int
    waits_for: tuple[str, ...] = ()
    unpriced: bool = False

    def times(self, count: int) -> "Total":
        """What so many come to."""
        return self._replace(points=self.points * count)

    @classmethod
    def sum(cls, totals: Collection["Total"], waits_for: Iterable[str]) -> "Total":
        """These together, which wait for this."""
        points, waiting = sum(total.points for total in totals), tuple(dict.fromkeys(waits_for))
        return cls(points, waiting, bool(waiting) and all(total.unpriced for total in totals))


class Finding(NamedTuple):
    """One legality remark. ``code`` is the rule's id, ``where`` the place in the design or roster.

    ``fix`` ends it and does no harm. ``remedies`` are those of its rule, one of which may become the fix. It
    is ``missing`` if it only asks for what is not given yet: it is then shown as unfinished, not as an error.
    JSON has neither of them.
    """

    level: Level
    code: str
    where: str
    message: str
    page: int
    fix: Fix | None = None
    remedies: Remedies = Remedies()
    missing: bool = False

    @property
    def shown(self) -> Shown:
        """How it is shown to players: as its level, or as something that is missing."""
        return "missing" if self.missing else self.level


_LEVEL_RANK = {level: rank for rank, level in enumerate(LEVELS)}


def sort_findings(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Findings in the order in which they are told: the gravest first, then by rule and place."""
    return tuple(sorted(findings, key=lambda f: (_LEVEL_RANK[f.level], f.code, f.where)))


def errors_in(findings: Iterable[Finding]) -> list[Finding]:
    """Those of these findings that are hard errors, in their order."""
    return [finding for finding in findings if finding.level == "error"]


class Status(NamedTuple):
    """What players read first of a profile, a roster or a list: "Legal", "Unfinished: 3 choices left"."""

    code: StatusCode
    text: str

    @property
    def word(self) -> str:
        """The text without how many choices are left, where links say that: "Unfinished"."""
        return self.text.partition(":")[0]


LEGAL = Status("legal", "Legal")
EMPTY = Status("empty", "Empty")
ILLEGAL = Status("illegal", "Not legal")


def status_of(findings: Iterable[Finding], over: int = 0, *, empty: bool = False) -> Status:
    """Return the status that findings make; ``over`` is by how much an agreed limit is passed."""
    found = list(findings)
    if any(finding.shown == "error" for finding in found):
        return ILLEGAL
    if empty:
        return EMPTY
    missing = [finding for finding in found if finding.missing]
    if errors_in(missing):
        return Status("unfinished", f"Unfinished: {choices_left(len(missing))}")
    return Status("legal", f"Legal, over the agreed limit by {over}") if over > 0 else LEGAL


def choices_left(number: int) -> str:
    """How many choices are still to be made: "1 choice left"."""
    return f"{number} {'choice' if number == 1 else 'choices'} left"


def points_over(points: int | None, limit: int | None) -> int:
    """By how much points pass a limit; 0 where one of them is not known."""
    return 0 if points is None or limit is None else max(0, points - limit)


class ValueAppraisal(NamedTuple):
    """A number of a profile that is worked out: what it comes to, how it is written, its lines.

    ``number`` is None where there is none, or where one of its lines has none. ``most`` is its limit.
    """

    code: str
    number: int | None
    text: str
    lines: tuple[Line, ...] = ()
    most: int | None = None

    @property
    def says_something(self) -> bool:
        """Whether it is worth telling: not a dash that nothing makes up, and not none of none."""
        if self.number is None and self.text == DASH:
            return any(line.points != 0 for line in self.lines)
        return self.number != 0 or self.most != 0

    def to_json(self) -> dict[str, object]:
        """The value as JSON."""
        return {**self._asdict(), "lines": [line.to_json() for line in self.lines]}


class ItemNumber(NamedTuple):
    """A number of something that a profile has, by its column: what it comes to for this profile, its lines.

    ``where`` is the place of what was picked; ``entry`` stands there, or is included in what does.
    """

    where: str
    entry: str
    column: str
    number: int
    lines: tuple[Line, ...] = ()

    def to_json(self) -> dict[str, object]:
        """The number as JSON."""
        return {**self._asdict(), "lines": [line.to_json() for line in self.lines]}


class ProfileAppraisal(NamedTuple):
    """A profile's sum and findings. ``points`` is None where a line has no price.

    ``waits_for`` names what has none; () where that is not known. ``worked_out`` are its numbers that are
    worked out, by code and in the catalogue's order; one that nobody looks at is not worked out at all.
    ``items`` are those of what it has, which are not worked out before either.
    """

    key: str
    points: int | None
    lines: tuple[Line, ...]
    findings: tuple[Finding, ...]
    waits_for: tuple[str, ...] = ()
    worked_out: Mapping[str, ValueAppraisal] = MappingProxyType({})
    items: Sequence[ItemNumber] = ()

    def numbers_at(self, where: str, entry: str) -> Mapping[str, ItemNumber]:
        """The worked out numbers of an entry at this place, by their columns."""
        return {item.column: item for item in self.items if (item.where, item.entry) == (where, entry)}

    @property
    def values(self) -> tuple[ValueAppraisal, ...]:
        """The numbers that are worked out, in the catalogue's order."""
        return tuple(self.worked_out.values())

    def value(self, code: str) -> ValueAppraisal | None:
        """The worked out number of this code; None where the profile has none."""
        if code not in self.worked_out:
            return None
        return self.worked_out[code]  # not by get(), which would hide a KeyError of the system's module

    @property
    def total(self) -> Total:
        """The sum of the lines that have a price, and what the others wait for."""
        if self.points is not None:
            return Total(self.points)
        unpriced = (f"a price for {line.label}" for line in self.lines if line.points is None)
        priced = [line.points for line in self.lines if line.points is not None]
        return Total(sum(priced), self.waits_for or tuple(unpriced), not priced)

    @property
    def errors(self) -> int:
        """How many findings are hard errors."""
        return len(errors_in(self.findings))

    @property
    def status(self) -> Status:
        """What players read first of it."""
        return status_of(self.findings)

    def subtotal(self, group: str) -> int:
        """The points of one group of lines; unpriced lines count nothing."""
        return sum(line.points or 0 for line in self.lines if line.group == group)


class PriceTotal(NamedTuple):
    """What members of a roster cost by a reckoning beside the first, by its code.

    ``number`` is None where one of them has no price, ``text`` then has what the others come to.
    """

    code: str
    number: int | None
    text: str


@dataclass(frozen=True, slots=True)
class MemberAppraisal:
    """So many models of one profile: points of one (negative totals count as 0) and of all of them."""

    profile: str
    count: int
    each: int | None
    points: int | None


@dataclass(frozen=True, slots=True)
class EntryAppraisal(MemberAppraisal):
    """One row of a roster: its main profile, and in a unit the models of others that belong to it.

    ``prices`` are what all of them cost by further reckonings, ``values`` its numbers that are worked out.
    """

    others: tuple[MemberAppraisal, ...] = ()
    attached: tuple[MemberAppraisal, ...] = ()
    prices: tuple[PriceTotal, ...] = field(default=(), compare=False)
    values: tuple[ValueAppraisal, ...] = field(default=(), compare=False)

    def members(self) -> tuple[MemberAppraisal, ...]:
        """All models of the row, by profile."""
        return (self, *self.others, *self.attached)

    @property
    def models(self) -> int:
        """How many models the row has."""
        return sum(member.count for member in self.members())

    @property
    def total(self) -> int | None:
        """The points of all models of the row; None where one that it has is without a price."""
        known = [member.points for member in self.members() if member.count]
        return None if None in known else sum(points for points in known if points is not None)

    def to_json(self) -> dict[str, object]:
        """The row as JSON; what only units have is left out where there is none, and so are prices."""
        value = {name: part for name, part in asdict(self).items() if part or name not in _LEFT_OUT}
        if self.others or self.attached:
            value["total"] = self.total
        value |= {"prices": [price._asdict() for price in self.prices]} if self.prices else {}
        return value | ({"values": [one.to_json() for one in self.values]} if self.values else {})


_LEFT_OUT = ("others", "attached", "prices", "values")


class CountTotal(NamedTuple):
    """What a game counts, over all models of a roster: its code, and "12 bases" in number and unit.

    ``number`` is None where one of the profiles has none yet: ``known`` is then what the others come to, and
    ``waits_for`` the names of those without one. ``most`` is None where no rule limits it.
    """

    code: str
    number: int | None
    unit: str
    most: int | None = None
    known: int = 0
    waits_for: tuple[str, ...] = ()

    @property
    def value(self) -> str:
        """The number as it is written: "12", "12 + ?" where some have none yet, "?" where nobody has one."""
        if self.number is not None:
            return str(self.number)
        return f"{self.known} + {UNKNOWN}" if self.known else UNKNOWN

    @property
    def says_something(self) -> bool:
        """Whether it is worth telling: not that there are none of what no rule limits."""
        return self.number != 0 or self.most is not None

    def to_json(self) -> dict[str, object]:
        """The sum as JSON; ``most`` is left out where there is none, and so is what it does not wait for."""
        value: dict[str, object] = {"code": self.code, "number": self.number, "unit": self.unit}
        if self.most is not None:
            value["most"] = self.most
        if self.number is None:
            value |= {"known": self.known, "waits_for": list(self.waits_for)}
        return value


class RosterAppraisal(NamedTuple):
    """A roster's sum against its limit. ``points`` is None where a profile in it has no price.

    ``most_models`` is how many models its game allows, None where the rules name no number. ``counted`` are
    the sums of the values that the game counts, ``prices`` what it costs by further reckonings,
    ``values`` its numbers that are worked out.
    """

    name: str
    limit: int | None
    points: int | None
    models: int
    entries: tuple[EntryAppraisal, ...]
    findings: tuple[Finding, ...]
    most_models: int | None = None
    counted: tuple[CountTotal, ...] = ()
    prices: tuple[PriceTotal, ...] = ()
    values: tuple[ValueAppraisal, ...] = ()

    @property
    def told_counts(self) -> tuple[CountTotal, ...]:
        """What is counted, as far as it says something."""
        return tuple(total for total in self.counted if total.says_something)

    def fielded_members(self) -> Iterator[MemberAppraisal]:
        """The models of all rows by profile, those that the roster really has."""
        return (member for entry in self.entries for member in entry.members() if member.count)

    @property
    def errors(self) -> int:
        """How many of its own findings are hard errors; those of the profiles that it fields come on top."""
        return len(errors_in(self.findings))


class Appraisal(NamedTuple):
    """Everything that is computed about a company list."""

    name: str
    system: str
    edition: str
    profiles: tuple[ProfileAppraisal, ...]
    rosters: tuple[RosterAppraisal, ...]

    def profile(self, key: str) -> ProfileAppraisal:
        """The appraisal of the profile with this key; KeyError when the list has none."""
        for profile in self.profiles:
            if profile.key == key:
                return profile
        raise KeyError(key)

    def profiles_by_key(self) -> dict[str, ProfileAppraisal]:
        """The appraisals of the profiles by key, in the list's order."""
        return {profile.key: profile for profile in self.profiles}

    def each(self, entry: MemberAppraisal) -> Total | None:
        """What one model of a row's profile comes to; None where the list has no such profile."""
        if entry.each is not None:
            return Total(entry.each)
        return next((profile.total for profile in self.profiles if profile.key == entry.profile), None)

    def entry_total(self, entry: MemberAppraisal) -> Total | None:
        """What the models of a row's profile come to; None where the list has no such profile."""
        each = self.each(entry)
        return None if each is None else each.times(entry.count)

    def row_total(self, entry: EntryAppraisal) -> Total | None:
        """What all models of a row come to; None where the list has none of its profiles."""
        totals = [total for member in entry.members() if (total := self.entry_total(member)) is not None]
        if len(totals) < 2:
            return next(iter(totals), None)
        return Total.sum(totals, (name for total in totals for name in total.waits_for))

    def roster_total(self, roster: RosterAppraisal, names: Mapping[str, str], price: str = "price") -> Total:
        """The points of a roster as far as its profiles have prices; ``names`` are the profiles' by key.

        ``price`` is the game's word for what it waits for.
        """
        if roster.points is not None:
            return Total(roster.points)
        fielded = [(member, self.entry_total(member)) for member in roster.fielded_members()]
        waiting = (
            f"the {price} of {names[entry.profile]}" for entry, all_ in fielded if all_ and all_.waits_for
        )
        return Total.sum([all_ for _, all_ in fielded if all_], waiting)

    def fielded_profiles(self, roster: RosterAppraisal) -> Iterator[ProfileAppraisal]:
        """The profiles of which a roster has models, in the list's order."""
        keys = {member.profile for member in roster.fielded_members()}
        return (profile for profile in self.profiles if profile.key in keys)

    def is_legal(self, roster: RosterAppraisal) -> bool:
        """Whether neither a roster nor a profile that it fields has a hard error."""
        return not roster.errors and not any(profile.errors for profile in self.fielded_profiles(roster))

    @property
    def list_status(self) -> Status:
        """What players read first of the list: its profiles and its rosters."""
        found = [*(profile.status for profile in self.profiles), *map(self.status, self.rosters)]
        codes = {status.code for status in found}
        if "illegal" in codes:
            return ILLEGAL
        if not self.profiles:
            return EMPTY
        return Status("unfinished", "Unfinished") if codes - {"legal"} else LEGAL

    @property
    def profiles_status(self) -> str:
        """How many profiles are not legal, else how many are unfinished: "2 unfinished"; "" for none."""
        codes = [profile.status.code for profile in self.profiles]
        if illegal := codes.count("illegal"):
            return f"{illegal} not legal"
        unfinished = codes.count("unfinished")
        return f"{unfinished} unfinished" if unfinished else ""

    def status(self, roster: RosterAppraisal) -> Status:
        """What players read first of a roster: its own findings and those of the profiles that it fields."""
        of_profiles = (finding for profile in self.fielded_profiles(roster) for finding in profile.findings)
        over = points_over(roster.points, roster.limit)
        return status_of((*roster.findings, *of_profiles), over, empty=not roster.models)


def outcome(appraisal: Appraisal) -> object:
    """What an appraisal comes to, whatever words it is said in: points, lines, models and hard errors."""
    profiles = [(p.key, p.points, p.lines, _rules_broken(p.findings)) for p in appraisal.profiles]
    rosters = [
        (r.name, r.limit, r.points, r.models, r.entries, _rules_broken(r.findings)) for r in appraisal.rosters
    ]
    return appraisal.system, appraisal.edition, profiles, rosters


def _rules_broken(findings: Iterable[Finding]) -> list[tuple[str, str]]:
    return [(finding.code, finding.where) for finding in errors_in(findings)]


def to_json(appraisal: Appraisal) -> dict[str, object]:
    """The appraisal as JSON, with the names that the interchange format fixes."""
    return {
        "name": appraisal.name,
        "system": appraisal.system,
        "edition": appraisal.edition,
        "profiles": [_profile(profile) for profile in appraisal.profiles],
        "rosters": [_roster(roster) for roster in appraisal.rosters],
    }


def _profile(profile: ProfileAppraisal) -> dict[str, object]:
    lines = [line.to_json() for line in profile.lines]
    findings = [finding_to_json(finding) for finding in profile.findings]
    values = {"values": [value.to_json() for value in profile.values]} if profile.worked_out else {}
    items = {"items": [item.to_json() for item in profile.items]} if profile.items else {}
    head = {"key": profile.key, "points": profile.points, "lines": lines}
    return {**head, **values, **items, "findings": findings}


def finding_to_json(finding: Finding) -> dict[str, object]:
    """A finding as JSON; ``fix`` is left out where there is none."""
    value = finding._asdict()
    del value["remedies"], value["missing"]
    fix = value.pop("fix")
    if fix is None:
        return value
    return {**value, "fix": {"label": fix.label, "patch": [op.to_json() for op in fix.patch]}}


def _roster(roster: RosterAppraisal) -> dict[str, object]:
    return {
        "name": roster.name,
        "limit": roster.limit,
        "points": roster.points,
        "models": roster.models,
        **({"counted": [total.to_json() for total in roster.counted]} if roster.counted else {}),
        **({"prices": [price._asdict() for price in roster.prices]} if roster.prices else {}),
        **({"values": [one.to_json() for one in roster.values]} if roster.values else {}),
        "entries": [entry.to_json() for entry in roster.entries],
        "findings": [finding_to_json(finding) for finding in roster.findings],
    }


def from_json(value: Mapping[str, Any]) -> Appraisal:
    """The appraisal that was written as JSON; how many models a game allows is not in it.

    Raises KeyError or TypeError for anything else than ``to_json`` writes.
    """
    return Appraisal(
        value["name"],
        value["system"],
        value["edition"],
        tuple(_read_profile(profile) for profile in value["profiles"]),
        tuple(_read_roster(roster) for roster in value["rosters"]),
    )


def _read_profile(value: Mapping[str, Any]) -> ProfileAppraisal:
    items = tuple(ItemNumber(**{**row, "lines": _read_lines(row)}) for row in value.get("items", ()))
    lines, findings = _read_lines(value), _read_findings(value)
    worked_out = {one.code: one for one in _read_values(value)}
    return ProfileAppraisal(
        value["key"], value["points"], lines, findings, worked_out=worked_out, items=items
    )


def _read_lines(value: Mapping[str, Any]) -> tuple[Line, ...]:
    return tuple(Line(**{**line, "factor": Fraction(line["factor"])}) for line in value["lines"])


def _read_roster(value: Mapping[str, Any]) -> RosterAppraisal:
    entries = tuple(_read_entry(entry) for entry in value["entries"])
    counted = tuple(_read_count(total) for total in value.get("counted", ()))
    return RosterAppraisal(
        **{
            **value,
            "entries": entries,
            "findings": _read_findings(value),
            "counted": counted,
            "prices": _read_prices(value),
            "values": _read_values(value),
        }
    )


def _read_count(value: Mapping[str, Any]) -> CountTotal:
    return CountTotal(**{**value, "waits_for": tuple(value.get("waits_for", ()))})


def _read_values(value: Mapping[str, Any]) -> tuple[ValueAppraisal, ...]:
    return tuple(ValueAppraisal(**{**row, "lines": _read_lines(row)}) for row in value.get("values", ()))


def _read_prices(value: Mapping[str, Any]) -> tuple[PriceTotal, ...]:
    return tuple(PriceTotal(**price) for price in value.get("prices", ()))


def _read_entry(value: Mapping[str, Any]) -> EntryAppraisal:
    others, attached = (
        tuple(MemberAppraisal(**member) for member in value.get(name, ())) for name in ("others", "attached")
    )
    own = {name: part for name, part in value.items() if name != "total"}  # which is added up
    sums = {"prices": _read_prices(value), "values": _read_values(value)}
    return EntryAppraisal(**{**own, "others": others, "attached": attached, **sums})


def _read_findings(value: Mapping[str, Any]) -> tuple[Finding, ...]:
    return tuple(_read_finding(finding) for finding in value["findings"])


def _read_finding(value: Mapping[str, Any]) -> Finding:
    fix = value.get("fix")
    if fix is None:
        return Finding(**value)
    patch = tuple(PatchOperation(**operation) for operation in fix["patch"])
    return Finding(**{**value, "fix": Fix(fix["label"], patch)})
