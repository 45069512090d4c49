"""The results of an appraisal (lines, findings and totals) as immutable values, and their JSON form.

An appraisal calculates the prices of a company list and checks the list against the rules.

The JSON has the fields and properties whose ``Annotated`` types describe them. The texts are also in the
schema of the API.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from types import MappingProxyType
from typing import Annotated, Literal, NamedTuple

from builder.points.rules.catalogue import (
    EditionCode,
    FindingLevel,
    Level,
    ListName,
    MemberCount,
    MemberProfile,
    Page,
    ProfileKey,
    RosterLimit,
    RosterName,
    SystemCode,
)
from builder.points.rules.field_descriptions import LeftOut, names_left_out_if_empty
from builder.points.rules.names import own_key
from builder.points.rules.remedies import Remedies

LEVELS: tuple[Level, ...] = ("error", "warning", "note")
StatusCode = Literal["legal", "empty", "unfinished", "illegal"]
ShownLevel = Literal["error", "missing", "warning", "note"]
SHOWN_LEVELS: tuple[ShownLevel, ...] = ("error", "missing", "warning", "note")
DASH = "\N{EN DASH}"
Points = Annotated[int | None, "Points; null if a part has no price."]
ValueCode = Annotated[str, "Code of the value in the catalogue."]
RowPoints = Annotated[
    int | None,
    "Points of all models of the row, null if a part has no price; left out if the row has one profile.",
    LeftOut.SOMETIMES,
]
AND_MORE = "+"
"""The sign after an incomplete sum, in which some parts have no price yet."""


class Line(NamedTuple):
    """One line of a price. ``points`` is ``base`` times ``factor``, rounded to an integer."""

    code: Annotated[str, "Code of the attribute, property or spell that costs the points."]
    label: Annotated[str, "Name of what costs the points, with its value."]
    base: Annotated[int | None, "Points in the table; null if the value has no price."]
    factor: Annotated[Fraction, 'Factor of the points; a fraction, such as "3/2".']
    points: Annotated[int | None, "Points of the line; null if the value has no price."]
    page: Page
    table: Annotated[str, "Name of the table of the price; may be empty."]
    group: Annotated[str, "Code of the receipt section, or of the calculated number, with the line."]
    where: Annotated[str, 'Place in the design, such as "attributes.mov"; may be empty.']
    place: Annotated[
        str, 'Place in a source without pages, such as "l.13-16"; left out if it is empty.', LeftOut.IF_EMPTY
    ] = ""

    @property
    def rounded(self) -> Literal["up", "down", ""]:
        """The direction in which ``points`` was rounded; an empty string if no rounding was necessary."""
        if self.base is None or self.points is None or self.points == (exact := self.base * self.factor):
            return ""
        return "up" if self.points > exact else "down"

    def to_json(self) -> dict[str, object]:
        """Return the line as JSON, without an empty ``place``."""
        value = {**self._asdict(), "factor": str(self.factor)}
        if not self.place:
            del value["place"]
        return value


LinesOfNumber = Annotated[tuple[Line, ...], "Lines whose sum is the number."]


class PatchOperation(NamedTuple):
    """One operation of a JSON Patch (RFC 6902) of the document.

    A ``test`` operation changes nothing: it makes the patch fail if the value has changed.
    """

    op: Annotated[Literal["add", "remove", "replace", "test"], "What the operation does."]
    path: Annotated[str, "Place in the document, as a JSON Pointer (RFC 6901)."]
    value: Annotated[
        object, "New value, or the value to test for; left out if op is remove.", LeftOut.SOMETIMES
    ] = None

    def to_json(self) -> dict[str, object]:
        """Return the operation as JSON; a removal has no value."""
        return {"op": self.op, "path": self.path} | ({} if self.op == "remove" else {"value": self.value})

    def moved_below(self, path: str) -> "PatchOperation":
        """Return the operation for a larger document that contains the present document at ``path``."""
        return self._replace(path=f"{path}{self.path}")


class Fix(NamedTuple):
    """The smallest change that resolves a finding and adds no error."""

    label: Annotated[str, 'Name of the change, as on a button, such as "Set Arm to 12".']
    patch: Annotated[
        tuple[PatchOperation, ...],
        "The change as a JSON Patch of the document that you sent, or of the stored document.",
    ]

    def to_json(self) -> dict[str, object]:
        """Return the fix as JSON."""
        return {"label": self.label, "patch": [operation.to_json() for operation in self.patch]}

    def moved_below(self, path: str) -> "Fix":
        """Return the fix for a larger document that contains the present document at ``path``."""
        return self._replace(patch=tuple(operation.moved_below(path) for operation in self.patch))


class Total(NamedTuple):
    """A sum of prices. It is incomplete if some of its parts have no price yet.

    ``points`` is the sum of the parts with a price. ``waits_for`` contains texts for what is missing, such as
    "the price of Imp"; it is empty if the sum is complete. ``unpriced`` says whether no part has a price.
    """

    points: int
    waits_for: tuple[str, ...] = ()
    unpriced: bool = False

    @property
    def is_unknown(self) -> bool:
        """Whether there is no number to show: the total is incomplete, and no price above 0 is known."""
        return self.unpriced or (not self.points and bool(self.waits_for))

    def times(self, count: int) -> "Total":
        """Return the total of several equal parts."""
        return self._replace(points=self.points * count)

    @classmethod
    def sum(cls, totals: Collection["Total"], waits_for: Iterable[str]) -> "Total":
        """Return the sum of several totals. ``waits_for`` contains texts for what the sum still needs."""
        points, waiting = sum(total.points for total in totals), tuple(dict.fromkeys(waits_for))
        return cls(points, waiting, bool(waiting) and all(total.unpriced for total in totals))


class Finding(NamedTuple):
    """A finding: an error, a warning or a note about legality.

    - ``remedies``: the rule's proposals for a fix
    - ``missing``: whether only a value is missing; then players see "unfinished" instead of an error
    - ``place``: the place in a rulebook without pages; empty if it is the place of the rule
    - ``amount``: how many models, points or items are too many or missing; 0 if the rule counts nothing
    - ``subject``: a text that distinguishes findings of the same rule at the same place, such as the key of
      a profile or the code of a kind
    """

    level: FindingLevel
    code: Annotated[str, 'Code of the rule, such as "P-54".']
    where: Annotated[str, 'Place in the design or the roster; "" for the profile or the roster itself.']
    message: Annotated[str, "What is wrong, and what to do, in one sentence or two."]
    page: Page
    fix: Annotated[
        Fix | None,
        "Change that resolves the finding; left out if no change without new errors is known.",
        LeftOut.IF_EMPTY,
    ] = None
    remedies: Remedies = Remedies()
    missing: bool = False
    place: str = ""
    amount: int = 0
    subject: str = ""

    @property
    def shown_level(self) -> ShownLevel:
        """The level that players see: "missing" for a missing finding, else its level."""
        return "missing" if self.missing else self.level

    def to_json(self) -> dict[str, object]:
        """Return the finding as JSON, without ``fix`` if there is none."""
        value: dict[str, object] = {
            "level": self.level,
            "code": self.code,
            "where": self.where,
            "message": self.message,
            "page": self.page,
        }
        return value | ({"fix": self.fix.to_json()} if self.fix else {})


RosterFindings = Annotated[
    tuple[Finding, ...],
    "What the rules say about the roster, without the findings of its profiles; the most serious first.",
]


_LEVEL_RANK = {level: rank for rank, level in enumerate(LEVELS)}


def sort_findings(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return the findings in the order to show them: most serious first, then by rule and place."""
    return tuple(sorted(findings, key=lambda f: (_LEVEL_RANK[f.level], f.code, f.where)))


def errors_in(findings: Iterable[Finding]) -> list[Finding]:
    """Return the findings that are errors, including missing values, in their order."""
    return [finding for finding in findings if finding.level == "error"]


def errors_and_choices_in(findings: Iterable[Finding]) -> list[Finding]:
    """Return the errors, and the missing findings of any level, in their order."""
    return [finding for finding in findings if finding.shown_level in ("error", "missing")]


def without_notes(findings: Iterable[Finding]) -> list[Finding]:
    """Return the errors, missing findings and warnings, in their order."""
    return [finding for finding in findings if finding.shown_level != "note"]


class Status(NamedTuple):
    """The status of a profile, roster or list: "Legal", "Unfinished: 3 choices left"."""

    code: StatusCode
    text: str

    @property
    def word(self) -> str:
        """The text without the number of missing choices: "Unfinished"."""
        return self.text.partition(":")[0]

    @property
    def open_text(self) -> str:
        """The text, if the status is empty or unfinished. If it is legal or illegal, an empty string."""
        return self.text if self.code in ("empty", "unfinished") else ""


LEGAL = Status("legal", "Legal")
EMPTY = Status("empty", "Empty")
ILLEGAL = Status("illegal", "Not legal")


def status_of(findings: Iterable[Finding], over: int = 0, *, empty: bool = False) -> Status:
    """Return the status that results from the findings on a profile or roster.

    ``over`` is the number of points above the agreed limit. ``empty`` says whether there are no models.
    """
    all_findings = list(findings)
    if any(finding.shown_level == "error" for finding in all_findings):
        return ILLEGAL
    if empty:
        return EMPTY
    missing = [finding for finding in all_findings if finding.missing]
    if errors_in(missing):
        return Status("unfinished", f"Unfinished: {choices_left(len(missing))}")
    return Status("legal", f"Legal by the rules, over the agreed limit by {over}") if over > 0 else LEGAL


def event_status(
    status: Status, limit: int | None, event_limit: int | None, points: int | None = None
) -> Status:
    """Return the status of a roster for an event, whose limit may differ from the roster's.

    If the limits are equal, return ``status``. If they differ, the text also says what the event plays. If
    the roster's ``points`` are above the event's limit, the text says by how many points instead.
    """
    if limit == event_limit:
        return status
    text = status.text
    if status == LEGAL:
        text = f"{text} without a limit" if limit is None else f"{text} at {limit}"
    event_text = "has no limit" if event_limit is None else f"plays {event_limit}"
    over = points_over(points, event_limit)
    addition = f"{over} over the event limit of {event_limit}" if over else f"the event {event_text}"
    return status._replace(text=f"{text}; {addition}")


def choices_left(number: int) -> str:
    """Return the number of missing choices as text: "1 choice left"."""
    return f"{number} {'choice' if number == 1 else 'choices'} left"


def points_over(points: int | None, limit: int | None) -> int:
    """Return how many points are above a limit, or 0 if the points or the limit are unknown."""
    return 0 if points is None or limit is None else max(0, points - limit)


class ValueAppraisal(NamedTuple):
    """A calculated number, such as a further price, slots used, or a save."""

    code: ValueCode
    number: Annotated[int | None, "The number; null if there is none, or if a part of it has no price."]
    text: Annotated[str, 'The number as it is written, such as "4+" or "2 of 6".']
    lines: LinesOfNumber = ()
    most: Annotated[int | None, "Limit of the number; null if it has none."] = None

    @property
    def is_shown(self) -> bool:
        """Whether to show the value. "0 of 0" is not shown, nor is a dash if all lines are 0."""
        if self.number is None and self.text == DASH:
            return any(line.points != 0 for line in self.lines)
        return self.number != 0 or self.most != 0

    def to_json(self) -> dict[str, object]:
        """Return the value as JSON."""
        return {**self._asdict(), "lines": [line.to_json() for line in self.lines]}


CalculatedNumbers = Annotated[
    tuple[ValueAppraisal, ...], "Calculated numbers; left out if there are none.", LeftOut.IF_EMPTY
]


class ItemNumber(NamedTuple):
    """A calculated number of an item of the profile, such as a chance to hit."""

    where: Annotated[str, 'Place of the pick in the design, such as "weapons[0]".']
    entry: Annotated[str, "Code of the entry that is picked, or that comes with the pick."]
    column: Annotated[str, "Code of the column of the entry's group."]
    number: Annotated[int, "The number for this profile."]
    lines: LinesOfNumber = ()

    def to_json(self) -> dict[str, object]:
        """Return the number as JSON."""
        return {**self._asdict(), "lines": [line.to_json() for line in self.lines]}


class ProfileAppraisal(NamedTuple):
    """The price of a profile, its numbers and its findings.

    - ``waits_for``: texts for what is missing, such as "the price of Imp"
    - ``calculated_values``: the profile's calculated numbers by code, in the catalogue's order

    The numbers in ``calculated_values`` and ``items`` are calculated at first use.
    """

    key: ProfileKey
    points: Points
    lines: Annotated[tuple[Line, ...], "Lines of the price, in the order of the receipt."]
    findings: Annotated[tuple[Finding, ...], "Findings about the legality, the most serious first."]
    waits_for: tuple[str, ...] = ()
    calculated_values: Mapping[str, ValueAppraisal] = MappingProxyType({})
    items: Annotated[
        Sequence[ItemNumber], "Calculated numbers of items; left out if no item has any.", LeftOut.IF_EMPTY
    ] = ()

    @property
    def values(self) -> CalculatedNumbers:
        """The calculated numbers, in the catalogue's order."""
        return tuple(self.calculated_values.values())

    def value(self, code: str) -> ValueAppraisal | None:
        """Return the calculated number with this code, or None if the profile has no such number."""
        if code not in self.calculated_values:
            return None
        # Don't use get(): it would also hide a KeyError that the calculation raises.
        return self.calculated_values[code]

    @property
    def total(self) -> Total:
        """The sum of the lines with a price, and what the other lines still need."""
        if self.points is not None:
            return Total(self.points)
        unpriced = (f"a price for {line.label}" for line in self.lines if line.points is None)
        priced = [line.points for line in self.lines if line.points is not None]
        return Total(sum(priced), self.waits_for or tuple(unpriced), not priced)

    @property
    def errors(self) -> int:
        """The number of errors, including choices that must still be made."""
        return len(errors_in(self.findings))

    @property
    def status(self) -> Status:
        """The status that results from the findings."""
        return status_of(self.findings)


class PriceTotal(NamedTuple):
    """A further price of a row or of a roster: the sum of a game's second price over the models.

    If a model has no such price yet, ``text`` is the sum of the others, such as "91+".
    """

    code: ValueCode
    number: Annotated[int | None, "The price; null if a part has no price."]
    text: Annotated[str, 'The price as it is written, such as "91" or "91+".']


FurtherPrices = Annotated[
    tuple[PriceTotal, ...], "Further prices; left out if the game has none.", LeftOut.IF_EMPTY
]


@dataclass(frozen=True, slots=True)
class MemberAppraisal:
    """A number of models of one profile. Prices below 0 count as 0."""

    profile: MemberProfile
    count: MemberCount
    each: Annotated[int | None, "Points of one model; null if a part has no price."]
    points: Annotated[int | None, "Points of all models; null if a part has no price."]


@dataclass(frozen=True, slots=True)
class EntryAppraisal(MemberAppraisal):
    """A row of a roster: models of one profile, or a unit with that main profile."""

    profile: Annotated[
        str,
        "Key of a profile of the list. If the row adds something to its profile, it is the key of one of the "
        '`variants`, such as "spears+champion".',
    ]
    others: Annotated[
        tuple[MemberAppraisal, ...],
        "Models of other profiles in the unit; left out if there are none.",
        LeftOut.IF_EMPTY,
    ] = ()
    attached: Annotated[
        tuple[MemberAppraisal, ...],
        "Models that are attached to the unit; left out if there are none.",
        LeftOut.IF_EMPTY,
    ] = ()
    prices: FurtherPrices = field(default=(), compare=False)
    values: CalculatedNumbers = field(default=(), compare=False)

    def members(self) -> tuple[MemberAppraisal, ...]:
        """Return the members of the row: the main profile, the others, and the attached models."""
        return (self, *self.others, *self.attached)

    @property
    def models(self) -> int:
        """The number of models in the row."""
        return sum(member.count for member in self.members())

    @property
    def total(self) -> RowPoints:
        """The points of all models of the row, or None if a fielded profile has no price."""
        each = [member.points for member in self.members() if member.count]
        return None if None in each else sum(points for points in each if points is not None)

    def to_json(self) -> dict[str, object]:
        """Return the row as JSON. ``others``, ``attached``, ``prices`` and ``values`` are left out if empty.

        ``total`` is only added to a row with others or attached models.
        """
        prices = [price._asdict() for price in self.prices]
        values = [value_appraisal.to_json() for value_appraisal in self.values]
        value = _without_empty(EntryAppraisal, {**asdict(self), "prices": prices, "values": values})
        return value | ({"total": self.total} if self.others or self.attached else {})


def _without_empty(record: type, value: Mapping[str, object]) -> dict[str, object]:
    """Return the JSON of a record without the empty fields that it leaves out."""
    left_out = names_left_out_if_empty(record)
    return {name: part for name, part in value.items() if part or name not in left_out}


class CountTotal(NamedTuple):
    """A number that the game counts, summed over the models of a roster, such as "12 bases"."""

    code: ValueCode
    number: Annotated[int | None, "The sum; null if a profile has no number yet."]
    unit: Annotated[str, 'Unit of the number, such as "bases"; may be empty.']
    most: Annotated[int | None, "Maximum of the number; left out if no rule limits it.", LeftOut.IF_EMPTY] = (
        None
    )
    known: Annotated[
        int, "Sum over the profiles that have a number; left out if all have one.", LeftOut.SOMETIMES
    ] = 0
    waits_for: Annotated[
        tuple[str, ...],
        "Names of the profiles that have no number yet; left out if all have one.",
        LeftOut.SOMETIMES,
    ] = ()

    @property
    def value(self) -> str:
        """The count as text: "12".

        If a profile has no number yet, it is "12+", or a dash if no number above 0 is known.
        """
        if self.number is not None:
            return str(self.number)
        return f"{self.known}{AND_MORE}" if self.known else DASH

    @property
    def is_shown(self) -> bool:
        """Whether to show the count. A count of 0 without a limit is not shown."""
        return self.number != 0 or self.most is not None

    def to_json(self) -> dict[str, object]:
        """Return the count as JSON, without ``most`` if there is no limit.

        Only incomplete counts have ``known`` and ``waits_for``.
        """
        value: dict[str, object] = {"code": self.code, "number": self.number, "unit": self.unit}
        if self.most is not None:
            value["most"] = self.most
        if self.number is None:
            value |= {"known": self.known, "waits_for": list(self.waits_for)}
        return value


@dataclass(frozen=True)
class RosterAppraisal:
    """The price of a roster, its numbers and its own findings.

    - ``plain_findings``: the findings without tested fixes
    - ``most_models``: the maximum number of models; None if the rules set no maximum
    - ``find_fixes``: a function that returns the findings with fixes; None if ``plain_findings`` are final
    """

    name: RosterName
    limit: RosterLimit
    points: Points
    models: Annotated[int, "Number of models, figures or bases, as the game counts them."]
    entries: Annotated[tuple[EntryAppraisal, ...], "Rows of the roster, in its order."]
    plain_findings: tuple[Finding, ...]
    most_models: int | None = None
    counted: Annotated[
        tuple[CountTotal, ...],
        "Further numbers that the game counts; left out if it has none.",
        LeftOut.IF_EMPTY,
    ] = ()
    prices: FurtherPrices = ()
    values: CalculatedNumbers = ()
    find_fixes: Callable[[], tuple[Finding, ...]] | None = field(default=None, compare=False, repr=False)

    @cached_property
    def findings(self) -> RosterFindings:
        """The findings with their fixes. They are calculated at first use, because that takes long."""
        return self.find_fixes() if self.find_fixes else self.plain_findings

    def with_findings(self, findings: Iterable[Finding]) -> "RosterAppraisal":
        """Return the same appraisal with other findings."""
        return replace(self, plain_findings=tuple(findings), find_fixes=None)

    @property
    def shown_counts(self) -> tuple[CountTotal, ...]:
        """The counts to show."""
        return tuple(total for total in self.counted if total.is_shown)

    def fielded_members(self) -> Iterator[MemberAppraisal]:
        """Return the members of all rows, without members whose count is 0."""
        return (member for entry in self.entries for member in entry.members() if member.count)

    @property
    def errors(self) -> int:
        """The number of the roster's own errors, without the errors of its profiles."""
        return len(errors_in(self.plain_findings))


class Appraisal(NamedTuple):
    """The appraisal of a company list: everything that is calculated about it."""

    name: ListName
    system: SystemCode
    edition: EditionCode
    profiles: Annotated[
        tuple[ProfileAppraisal, ...], "Appraisals of the profiles, in the order of the document."
    ]
    rosters: Annotated[
        tuple[RosterAppraisal, ...], "Appraisals of the rosters, in the order of the document."
    ]
    variants: Annotated[
        tuple[ProfileAppraisal, ...],
        "Appraisals of profiles with what rows of rosters add to them; left out if no row does.",
        LeftOut.IF_EMPTY,
    ] = ()

    def profile(self, key: str) -> ProfileAppraisal:
        """Return the appraisal of the profile with this key. Raises KeyError if the list doesn't have it."""
        for profile in self.profiles:
            if profile.key == key:
                return profile
        raise KeyError(key)

    def profiles_by_key(self) -> dict[str, ProfileAppraisal]:
        """Return the appraisals of the profiles, in the list's order, and then of the variants, by key."""
        return {profile.key: profile for profile in (*self.profiles, *self.variants)}

    def model_total(self, member: MemberAppraisal) -> Total | None:
        """Return the total of one model of a member, or None if the list doesn't have its profile."""
        if member.each is not None:
            return Total(member.each)
        profiles = (*self.profiles, *self.variants)
        return next((profile.total for profile in profiles if profile.key == member.profile), None)

    def member_total(self, member: MemberAppraisal) -> Total | None:
        """Return the total of all models of a member, or None if the list doesn't have its profile."""
        each = self.model_total(member)
        return None if each is None else each.times(member.count)

    def row_total(self, entry: EntryAppraisal) -> Total | None:
        """Return the total of all models of a row, or None if the list has none of the row's profiles."""
        totals = [total for member in entry.members() if (total := self.member_total(member)) is not None]
        if len(totals) < 2:
            return next(iter(totals), None)
        return Total.sum(totals, (name for total in totals for name in total.waits_for))

    def roster_total(self, roster: RosterAppraisal, names: Mapping[str, str], price: str = "price") -> Total:
        """Return the total of a roster.

        If a fielded profile has no price yet, the total is incomplete, and its ``waits_for`` contains "the
        price of" this profile. ``names`` are the names of profiles by key. ``price`` is the game's word for
        a price.
        """
        if roster.points is not None:
            return Total(roster.points)
        members = [(member, self.member_total(member)) for member in roster.fielded_members()]
        waits_for = (
            f"the {price} of {names[own_key(member.profile)]}"
            for member, total in members
            if total and total.waits_for
        )
        return Total.sum([total for _, total in members if total], waits_for)

    def fielded_profiles(self, roster: RosterAppraisal) -> Iterator[ProfileAppraisal]:
        """Return the profiles that a roster fields, in the list's order."""
        keys = {member.profile for member in roster.fielded_members()}
        return (profile for profile in (*self.profiles, *self.variants) if profile.key in keys)

    def is_legal(self, roster: RosterAppraisal) -> bool:
        """Return whether a roster and all profiles that it fields have no errors."""
        return not roster.errors and not any(profile.errors for profile in self.fielded_profiles(roster))

    @property
    def list_status(self) -> Status:
        """The status of the list: the worst of the statuses of its profiles and rosters.

        A list without profiles is empty. A list with an empty roster is unfinished.
        """
        statuses = [*(profile.status for profile in self.profiles), *map(self.status, self.rosters)]
        codes = {status.code for status in statuses}
        if "illegal" in codes:
            return ILLEGAL
        if not self.profiles:
            return EMPTY
        return Status("unfinished", "Unfinished") if codes - {"legal"} else LEGAL

    @property
    def profiles_status(self) -> str:
        """The number of illegal profiles as text: "2 not legal".

        If no profile is illegal, it is the number of unfinished profiles: "2 unfinished". If there are none,
        it is an empty string.
        """
        codes = [profile.status.code for profile in self.profiles]
        if illegal := codes.count("illegal"):
            return f"{illegal} not legal"
        unfinished = codes.count("unfinished")
        return f"{unfinished} unfinished" if unfinished else ""

    def status(self, roster: RosterAppraisal) -> Status:
        """Return the status of a roster, from its findings and the findings of its fielded profiles."""
        of_profiles = (finding for profile in self.fielded_profiles(roster) for finding in profile.findings)
        totals = filter(None, map(self.member_total, roster.fielded_members()))
        over = points_over(sum(total.points for total in totals), roster.limit)
        return status_of((*roster.plain_findings, *of_profiles), over, empty=not roster.models)


def outcome(appraisal: Appraisal) -> object:
    """Return the parts of an appraisal that matter in a game: points, lines, models and errors.

    Two appraisals with equal outcomes differ only in other parts, such as messages and fixes.
    """
    priced = (*appraisal.profiles, *appraisal.variants)
    profiles = [(p.key, p.points, p.lines, _rules_broken(p.findings)) for p in priced]
    rosters = [
        (r.name, r.limit, r.points, r.models, r.entries, _rules_broken(r.plain_findings))
        for r in appraisal.rosters
    ]
    return appraisal.system, appraisal.edition, profiles, rosters


def _rules_broken(findings: Iterable[Finding]) -> list[tuple[str, str]]:
    return [(finding.code, finding.where) for finding in errors_in(findings)]


def to_json(appraisal: Appraisal) -> dict[str, object]:
    """Return the appraisal as JSON, with the keys of the interchange format."""
    value = {
        "name": appraisal.name,
        "system": appraisal.system,
        "edition": appraisal.edition,
        "profiles": [_profile_to_json(profile) for profile in appraisal.profiles],
        "variants": [_profile_to_json(profile) for profile in appraisal.variants],
        "rosters": [_roster_to_json(roster) for roster in appraisal.rosters],
    }
    return _without_empty(Appraisal, value)


def _profile_to_json(profile: ProfileAppraisal) -> dict[str, object]:
    value = {
        "key": profile.key,
        "points": profile.points,
        "lines": [line.to_json() for line in profile.lines],
        "values": [value_appraisal.to_json() for value_appraisal in profile.values],
        "items": [item.to_json() for item in profile.items],
        "findings": [finding.to_json() for finding in profile.findings],
    }
    return _without_empty(ProfileAppraisal, value)


def _roster_to_json(roster: RosterAppraisal) -> dict[str, object]:
    value = {
        "name": roster.name,
        "limit": roster.limit,
        "points": roster.points,
        "models": roster.models,
        "counted": [total.to_json() for total in roster.counted],
        "prices": [price._asdict() for price in roster.prices],
        "values": [value_appraisal.to_json() for value_appraisal in roster.values],
        "entries": [entry.to_json() for entry in roster.entries],
        "findings": [finding.to_json() for finding in roster.findings],
    }
    return _without_empty(RosterAppraisal, value)
