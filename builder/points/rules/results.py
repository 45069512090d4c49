"""What an appraisal says: lines, findings and totals, as immutable values and as JSON."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from builder.points.rules.catalogue import Level
from builder.points.rules.remedies import Remedies

LEVELS: tuple[Level, ...] = ("error", "warning", "note")
StatusCode = Literal["legal", "empty", "unfinished", "illegal"]
Shown = Literal["error", "missing", "warning", "note"]
SHOWN: tuple[Shown, ...] = ("error", "missing", "warning", "note")
DASH = "\N{EN DASH}"
AND_MORE = "+"
"""Behind a sum to which comes what has no price yet."""


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
        """Which way a fraction of a point was rounded; "" if there was none."""
        if self.base is None or self.points is None or self.points == (exact := self.base * self.factor):
            return ""
        return "up" if self.points > exact else "down"

    def to_json(self) -> dict[str, object]:
        """Return the line as JSON; ``place`` is left out where there is none."""
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
        """Return the operation as JSON; a removal has no value."""
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
        """Return the same change of a larger document, in which what it changes is at ``path``."""
        return self._replace(patch=tuple(operation.moved_below(path) for operation in self.patch))


class Total(NamedTuple):
    """What something comes to: the ``points`` of all that has a price, and what the rest ``waits_for``.

    With ``unpriced`` nothing in it has a price.
    """

    points: int
    waits_for: tuple[str, ...] = ()
    unpriced: bool = False

    @property
    def is_unknown(self) -> bool:
        """Whether there is no number to show: nothing that costs points has a price."""
        return self.unpriced or (not self.points and bool(self.waits_for))

    def times(self, count: int) -> "Total":
        """Return what so many come to."""
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
    ``place`` is where a text without pages has its case, "" where its rule says so. JSON has none of them.
    """

    level: Level
    code: str
    where: str
    message: str
    page: int
    fix: Fix | None = None
    remedies: Remedies = Remedies()
    missing: bool = False
    place: str = ""

    @property
    def shown(self) -> Shown:
        """How it is shown to players: as its level, or as something that is missing."""
        return "missing" if self.missing else self.level


_LEVEL_RANK = {level: rank for rank, level in enumerate(LEVELS)}


def sort_findings(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Findings in the order in which they are told: the gravest first, then by rule and place."""
    return tuple(sorted(findings, key=lambda f: (_LEVEL_RANK[f.level], f.code, f.where)))


def errors_in(findings: Iterable[Finding]) -> list[Finding]:
    """Return the hard errors among these findings, in their order."""
    return [finding for finding in findings if finding.level == "error"]


def errors_and_choices_in(findings: Iterable[Finding]) -> list[Finding]:
    """Return the errors and open choices among these findings, in their order."""
    return [finding for finding in findings if finding.shown in ("error", "missing")]


class Status(NamedTuple):
    """The status of a profile, roster or list: "Legal", "Unfinished: 3 choices left"."""

    code: StatusCode
    text: str

    @property
    def word(self) -> str:
        """The text without how many choices are left, where links say that: "Unfinished"."""
        return self.text.partition(":")[0]

    @property
    def open_text(self) -> str:
        """The text while only something is missing: "Unfinished: 3 choices left"; "" for a verdict."""
        return self.text if self.code in ("empty", "unfinished") else ""


LEGAL = Status("legal", "Legal")
EMPTY = Status("empty", "Empty")
ILLEGAL = Status("illegal", "Not legal")


def status_of(findings: Iterable[Finding], over: int = 0, *, empty: bool = False) -> Status:
    """Return the status that findings make; ``over`` is by how much an agreed limit is passed."""
    findings_found = list(findings)
    if any(finding.shown == "error" for finding in findings_found):
        return ILLEGAL
    if empty:
        return EMPTY
    missing = [finding for finding in findings_found if finding.missing]
    if errors_in(missing):
        return Status("unfinished", f"Unfinished: {choices_left(len(missing))}")
    return Status("legal", f"Legal, over the agreed limit by {over}") if over > 0 else LEGAL


def choices_left(number: int) -> str:
    """Return the number of open choices: "1 choice left"."""
    return f"{number} {'choice' if number == 1 else 'choices'} left"


def points_over(points: int | None, limit: int | None) -> int:
    """Return the points above a limit; 0 if either is unknown."""
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
        """Whether to show it: not if it is an empty dash or "none of none"."""
        if self.number is None and self.text == DASH:
            return any(line.points != 0 for line in self.lines)
        return self.number != 0 or self.most != 0

    def to_json(self) -> dict[str, object]:
        """Return the value as JSON."""
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
        """Return the number as JSON."""
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
        """Return the worked out numbers of an entry at this place, by their columns."""
        return {item.column: item for item in self.items if (item.where, item.entry) == (where, entry)}

    @property
    def values(self) -> tuple[ValueAppraisal, ...]:
        """The numbers that are worked out, in the catalogue's order."""
        return tuple(self.worked_out.values())

    def value(self, code: str) -> ValueAppraisal | None:
        """Return the worked out number of this code; None if the profile has none."""
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
        """Its status in a few words: "Legal", "Unfinished: 3 choices left"."""
        return status_of(self.findings)

    def subtotal(self, group: str) -> int:
        """Return the points of one group of lines; unpriced lines count nothing."""
        return sum(line.points or 0 for line in self.lines if line.group == group)


class PriceTotal(NamedTuple):
    """The total of a roster's members by a further price, with the price's code.

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
        """Return all models of the row, by profile."""
        return (self, *self.others, *self.attached)

    @property
    def models(self) -> int:
        """How many models the row has."""
        return sum(member.count for member in self.members())

    @property
    def total(self) -> int | None:
        """The points of all models of the row; None if one that it has is without a price."""
        known = [member.points for member in self.members() if member.count]
        return None if None in known else sum(points for points in known if points is not None)

    def to_json(self) -> dict[str, object]:
        """Return the row as JSON; what only units have is left out where there is none, and so are prices."""
        value = {name: part for name, part in asdict(self).items() if part or name not in _LEFT_OUT}
        if self.others or self.attached:
            value["total"] = self.total
        value |= {"prices": [price._asdict() for price in self.prices]} if self.prices else {}
        return value | (
            {"values": [value_appraisal.to_json() for value_appraisal in self.values]} if self.values else {}
        )


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
        """The number as it is written: "12", "12+" where some have none yet, a dash where nobody has one."""
        if self.number is not None:
            return str(self.number)
        return f"{self.known}{AND_MORE}" if self.known else DASH

    @property
    def says_something(self) -> bool:
        """Whether to show it: not if it is 0 and no rule limits it."""
        return self.number != 0 or self.most is not None

    def to_json(self) -> dict[str, object]:
        """Return the sum as JSON.

        ``most`` is left out where there is none, and so is what it does not wait for.
        """
        value: dict[str, object] = {"code": self.code, "number": self.number, "unit": self.unit}
        if self.most is not None:
            value["most"] = self.most
        if self.number is None:
            value |= {"known": self.known, "waits_for": list(self.waits_for)}
        return value


@dataclass(frozen=True)
class RosterAppraisal:
    """A roster's sum against its limit. ``points`` is None where a profile in it has no price.

    ``plain_findings`` are its findings without fixes, and ``find_fixes`` returns them with fixes.
    ``most_models`` is how many models its game allows, None where the rules name no number. ``counted`` are
    the sums of the values that the game counts, ``prices`` what it costs by further reckonings, ``values``
    its numbers that are worked out.
    """

    name: str
    limit: int | None
    points: int | None
    models: int
    entries: tuple[EntryAppraisal, ...]
    plain_findings: tuple[Finding, ...]
    most_models: int | None = None
    counted: tuple[CountTotal, ...] = ()
    prices: tuple[PriceTotal, ...] = ()
    values: tuple[ValueAppraisal, ...] = ()
    find_fixes: Callable[[], tuple[Finding, ...]] | None = field(default=None, compare=False, repr=False)

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        """Its findings with their fixes, which are found at the first use: that takes longest."""
        return self.find_fixes() if self.find_fixes else self.plain_findings

    def with_findings(self, findings: Iterable[Finding]) -> "RosterAppraisal":
        """Return the same appraisal with other findings."""
        return replace(self, plain_findings=tuple(findings), find_fixes=None)

    @property
    def shown_counts(self) -> tuple[CountTotal, ...]:
        """The counts to show."""
        return tuple(total for total in self.counted if total.says_something)

    def fielded_members(self) -> Iterator[MemberAppraisal]:
        """Return the models of all rows by profile, those that the roster really has."""
        return (member for entry in self.entries for member in entry.members() if member.count)

    @property
    def errors(self) -> int:
        """How many of its own findings are hard errors; those of the profiles that it fields come on top."""
        return len(errors_in(self.plain_findings))


class Appraisal(NamedTuple):
    """Everything that is computed about a company list."""

    name: str
    system: str
    edition: str
    profiles: tuple[ProfileAppraisal, ...]
    rosters: tuple[RosterAppraisal, ...]

    def profile(self, key: str) -> ProfileAppraisal:
        """Return the appraisal of the profile with this key; KeyError if the list has none."""
        for profile in self.profiles:
            if profile.key == key:
                return profile
        raise KeyError(key)

    def profiles_by_key(self) -> dict[str, ProfileAppraisal]:
        """Return the appraisals of the profiles by key, in the list's order."""
        return {profile.key: profile for profile in self.profiles}

    def each(self, entry: MemberAppraisal) -> Total | None:
        """Return what one model of a row's profile comes to; None if the list has no such profile."""
        if entry.each is not None:
            return Total(entry.each)
        return next((profile.total for profile in self.profiles if profile.key == entry.profile), None)

    def entry_total(self, entry: MemberAppraisal) -> Total | None:
        """Return what the models of a row's profile come to; None if the list has no such profile."""
        each = self.each(entry)
        return None if each is None else each.times(entry.count)

    def row_total(self, entry: EntryAppraisal) -> Total | None:
        """Return what all models of a row come to; None if the list has none of its profiles."""
        totals = [total for member in entry.members() if (total := self.entry_total(member)) is not None]
        if len(totals) < 2:
            return next(iter(totals), None)
        return Total.sum(totals, (name for total in totals for name in total.waits_for))

    def roster_total(self, roster: RosterAppraisal, names: Mapping[str, str], price: str = "price") -> Total:
        """Return the points of a roster as far as its profiles have prices.

        ``names`` are the profiles' by key.
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
        """Return the profiles of which a roster has models, in the list's order."""
        keys = {member.profile for member in roster.fielded_members()}
        return (profile for profile in self.profiles if profile.key in keys)

    def is_legal(self, roster: RosterAppraisal) -> bool:
        """Return whether neither a roster nor a profile that it fields has a hard error."""
        return not roster.errors and not any(profile.errors for profile in self.fielded_profiles(roster))

    @property
    def list_status(self) -> Status:
        """The status of the list, from its profiles and rosters."""
        statuses = [*(profile.status for profile in self.profiles), *map(self.status, self.rosters)]
        codes = {status.code for status in statuses}
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
        totals = filter(None, map(self.entry_total, roster.fielded_members()))
        over = points_over(sum(total.points for total in totals), roster.limit)
        return status_of((*roster.plain_findings, *of_profiles), over, empty=not roster.models)


def outcome(appraisal: Appraisal) -> object:
    """Return an appraisal's outcome without its texts: points, lines, models and hard errors."""
    profiles = [(p.key, p.points, p.lines, _rules_broken(p.findings)) for p in appraisal.profiles]
    rosters = [
        (r.name, r.limit, r.points, r.models, r.entries, _rules_broken(r.plain_findings))
        for r in appraisal.rosters
    ]
    return appraisal.system, appraisal.edition, profiles, rosters


def _rules_broken(findings: Iterable[Finding]) -> list[tuple[str, str]]:
    return [(finding.code, finding.where) for finding in errors_in(findings)]


def to_json(appraisal: Appraisal) -> dict[str, object]:
    """Return the appraisal as JSON, with the names that the interchange format fixes."""
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
    """Return a finding as JSON; ``fix`` is left out where there is none."""
    value = finding._asdict()
    del value["remedies"], value["missing"], value["place"]
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
        **(
            {"values": [value_appraisal.to_json() for value_appraisal in roster.values]}
            if roster.values
            else {}
        ),
        "entries": [entry.to_json() for entry in roster.entries],
        "findings": [finding_to_json(finding) for finding in roster.findings],
    }


def from_json(value: Mapping[str, Any]) -> Appraisal:
    """Return the appraisal that was written as JSON; how many models a game allows is not in it.

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
    worked_out = {value_appraisal.code: value_appraisal for value_appraisal in _read_values(value)}
    waits_for = tuple(value.get("waits_for", ()))
    return ProfileAppraisal(
        value["key"], value["points"], lines, findings, waits_for, worked_out=worked_out, items=items
    )


def _read_lines(value: Mapping[str, Any]) -> tuple[Line, ...]:
    return tuple(Line(**{**line, "factor": Fraction(line["factor"])}) for line in value["lines"])


def _read_roster(value: Mapping[str, Any]) -> RosterAppraisal:
    entries = tuple(_read_entry(entry) for entry in value["entries"])
    counted = tuple(_read_count(total) for total in value.get("counted", ()))
    return RosterAppraisal(
        **{
            **{name: part for name, part in value.items() if name != "findings"},
            "entries": entries,
            "plain_findings": _read_findings(value),
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
