"""A rule set as data: everything that one edition of a game says about designing a model.

A catalogue is read from one TOML file (or from the rows made of it) and never changes. It holds
numbers, names and constraints; what no table says stands as a function in the system's module.
Costs are whole points, factors are exact fractions, sizes of bases are millimetres, and every
entry carries the printed page it comes from.
"""

import datetime
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

Level = Literal["error", "warning", "note"]
AttributeKind = Literal["number", "choice", "flag", "text"]
ParameterKind = Literal["number", "choice", "text", "profile", "profiles"]
CostKind = Literal["fixed", "table", "product", "profiles", "beside", "entered"]
ValueRole = Literal["price", "spent", "stat", "count", "part", "play"]
Comparison = Literal["<=", ">=", "==", "<", ">"]
LimitKind = Literal["required", "optional", "none", "fixed"]
CheckedBy = Literal["data", "partly", "code", "nobody"]
RosterCheckKind = Literal["count", "needs", "remind"]
ConstraintKind = Literal[
    "flag",
    "requires",
    "excludes",
    "value",
    "needs_slot",
    "forbids_slot",
    "forbids_on",
    "only_on",
    "roster_max",
    "band",
    "compare",
    "other_kind",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class CostTable:
    """One priced row of the book: what each value costs. Keys are the values as text.

    A value that is not a key has no price and cannot be bought.
    """

    code: str
    name: str
    page: int
    costs: Mapping[str, int]
    summary: str = ""
    rules: tuple[str, ...] = ()
    place: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Multiplier:
    """Factors that multiply costs, chosen by the value of one attribute."""

    code: str
    name: str
    by: str
    page: int
    factors: Mapping[str, Fraction]
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Constraint:
    """One recurring kind of legality rule, said as data.

    Kinds, each firing only while its owner is taken:

    ========== ===========================================================================
    flag         always
    requires     none of ``any`` is taken beside it
    excludes     one of ``any`` is taken beside it
    value        ``attribute`` lies outside ``low`` to ``high`` (a blank value counts as its default)
    needs_slot   ``slot`` is empty
    forbids_slot ``slot`` holds something
    forbids_on   a weapon in ``slot`` has one of ``any``
    only_on      it stands in another slot than ``slots``
    roster_max   a roster holds more than ``count`` models with it
    band         ``attribute`` is given and lies outside the band that ``by`` selects
    compare      ``attribute`` does not stand to ``by``, or to ``high``, as ``op`` says ("<=", ">=" …)
    other_kind   profiles of this kind do not have the attribute or slot, and this one has it filled
    ========== ===========================================================================

    ``values`` limits a number's constraint to these values of it (empty: any but 0 and blank), ``options``
    a choice's to these options of it (empty: any).
    ``when`` are conditions that must all hold for it to apply, ``unless`` those of which none may: the code
    of a property that is taken, or "attribute=option" of a choice (such as "kind=captain").
    In ``compare`` both sides may be numbers of the design or values that are worked out.
    With ``included``, what comes with picks (a kit, what armour has in it) counts as taken in ``any``,
    ``when``, ``unless``, a slot and ``roster_max``; and so does a second pick of its owner.
    ``slots``, on a weapon's property, limits it to weapons in these slots (but see ``only_on``).
    ``zero_allowed`` lets the value 0 pass a ``value`` constraint.
    ``message`` may use {name} and {label}; ``excludes`` also {other}; ``value`` and ``band`` also {value};
    ``compare`` also {value} and {other}, the numbers of both sides. {points} are those of its owner, and
    {other_points} those of the other properties, the value or the slot that it found, both without a sign.
    ``remedies`` say what to do about it, where that differs from the defaults of its kind (``remedies.py``).
    """

    rule: str
    level: Level
    kind: ConstraintKind
    page: int
    message: str
    any: tuple[str, ...] = ()
    when: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    attribute: str = ""
    low: int | None = None
    high: int | None = None
    zero_allowed: bool = False
    included: bool = False
    values: tuple[int, ...] = ()
    options: tuple[str, ...] = ()
    op: Comparison = "<="
    slot: str = ""
    slots: tuple[str, ...] = ()
    count: int | None = None
    by: str = ""
    bands: Mapping[str, tuple[int, ...]] = field(default_factory=dict, hash=False)
    remedies: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One value that a choice may take. ``offered`` is False for values that are read but not sold.

    ``gives`` adds to values that are worked out, ``sets`` says what they begin at, each by the value's code.
    ``aliases`` are other words for it in a stat line, or a sign before a name; where one option of a choice
    has some, all of them are read without its label.
    """

    code: str
    name: str
    offered: bool = True
    gives: Mapping[str, int] = field(default_factory=dict, hash=False)
    sets: Mapping[str, int] = field(default_factory=dict, hash=False)
    aliases: tuple[str, ...] = ()

    @property
    def words(self) -> tuple[str, ...]:
        """All that it is called."""
        return self.code, self.name, *self.aliases


@dataclass(frozen=True, slots=True, kw_only=True)
class Attribute:
    """A value on the profile: a whole number, a choice, a yes or a text, with a cost table or none.

    ``at`` is its place in the design document. ``low`` and ``high`` bound what the form offers;
    ``default`` is what a blank one counts as, ``start`` what a new profile begins with.
    ``table`` names its cost table; ``table_by`` chooses one by the value of another attribute.
    ``rule`` is the finding when a value has no price; ``required_rule`` the one when it is blank.
    ``gives`` adds to values that are worked out: so much for each point of a number. ``found_by`` says that
    public lists are found by its options, or by a yes. ``entered`` says that its number is a price that the
    players agreed on: a blank one is no price, and never 0. ``among`` names a pick slot: what is picked
    there is offered. ``dice`` are those that give a number: it is entered, or rolled on the page.
    ``aliases`` are other labels that stat lines have, ``counts`` what stands there behind its number:
    "24 figures". ``required_remedies`` say what to do where it is blank and must be given, if anything but
    asking the player.
    """

    code: str
    label: str
    name: str
    at: str
    kind: AttributeKind
    page: int
    summary: str
    low: int = 0
    high: int = 0
    default: int | None = None
    start: int | None = None
    options: tuple[Option, ...] = ()
    unit: str = ""
    better: Literal["higher", "lower", ""] = ""
    table: str = ""
    table_by: str = ""
    tables: Mapping[str, str] = field(default_factory=dict)
    multiplier: str = ""
    group: str = "attributes"
    rule: str = ""
    rule_level: Level = "error"
    rule_message: str = ""
    required_rule: str = ""
    required_message: str = ""
    required_unless: tuple[str, ...] = ()
    blank_name: str = "-"
    constraints: tuple[Constraint, ...] = ()
    gives: Mapping[str, int] = field(default_factory=dict)
    place: str = ""
    found_by: bool = False
    entered: bool = False
    among: str = ""
    dice: str = ""
    aliases: tuple[str, ...] = ()
    counts: tuple[str, ...] = ()
    required_remedies: tuple[str, ...] = ()

    def option(self, code: object) -> Option | None:
        """The option of this code; None where there is none."""
        return next((option for option in self.options if option.code == code), None)

    def option_name(self, code: str) -> str:
        """What the option of this code is called; the code itself where there is no such option."""
        return _option_name(self.options, code)

    @property
    def is_table_priced(self) -> bool:
        """Whether a table says what it costs."""
        return bool(self.table or self.table_by)

    @property
    def blank_option(self) -> Option | None:
        """The option that a blank one is: that of its ``blank_name``."""
        return next((option for option in self.options if option.name == self.blank_name), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """What a property or spell must be told: a number, one of some options, a text, or profiles.

    A parameter that is missing, or outside its table or bounds, is found by ``rule`` at ``rule_level``.
    ``kinds`` are the kinds of profile that are offered for it (empty: any). ``verb`` is what its number does
    ("lower"), where it is no level of the property itself: fixes say "Lower Heal by 1", "Do not lower Heal".
    """

    code: str
    name: str
    kind: ParameterKind
    low: int | None = None
    high: int | None = None
    default: str = ""
    options: tuple[Option, ...] = ()
    rule: str = ""
    rule_level: Level = "error"
    rule_message: str = ""
    unit: str = ""
    kinds: tuple[str, ...] = ()
    verb: str = ""

    @property
    def names_profiles(self) -> bool:
        """Whether it is given as keys of profiles."""
        return self.kind in ("profile", "profiles")

    def option_name(self, code: str) -> str:
        """What the option of this code is called; the code itself where there is no such option."""
        return _option_name(self.options, code)


def _option_name(options: tuple[Option, ...], code: str) -> str:
    return next((option.name for option in options if option.code == code), code)


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """How a property or spell is priced.

    ========= ==============================================================================
    fixed     ``points``
    table     ``table`` at the value of ``parameter``, or of the attribute ``by``, times ``factor``
    product   the values of ``parameters`` multiplied
    profiles  the totals of the profiles named by ``parameter``, added, times ``factor`` (or the one
              that ``factor_by`` selects from ``factors``), rounded up once; ``without`` names an
              attribute whose cost is left out of those totals
    beside    the cost of the row that ``rows`` gives for a property on the same weapon, else ``points``
    entered   the number that the players agreed on, ``parameter``; a blank one is no price, and never 0
    ========= ==============================================================================
    """

    kind: CostKind
    points: int = 0
    table: str = ""
    parameter: str = ""
    parameters: tuple[str, ...] = ()
    factor: Fraction = Fraction(1)
    factor_by: str = ""
    factors: Mapping[str, Fraction] = field(default_factory=dict)
    without: str = ""
    rows: Mapping[str, str] = field(default_factory=dict)
    by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Property:
    """Something a model, a weapon, its armour or its shield can have.

    ``family`` groups levels of one thing, of which only one may be taken (``family_rule``).
    ``repeatable`` may be taken more than once, ``once_a_kind`` once with each choice of parameters,
    unless a ``repeat_rule`` forbids a second.
    ``derived`` rows are display forms of a pair of others: read and priced, but not offered.
    ``text`` is how it is written with its parameters.
    ``stats`` are its own numbers, by the columns of its group, as they are printed; {braces} stand for a
    parameter. ``gives`` and ``sets`` are what it does to values that are worked out, ``sets_from`` names
    the parameters that do so. ``includes`` are entries that come with it, by group: they stand in tables of
    what is used, and do nothing to values; {braces} stand for a parameter. ``unused`` are the groups of
    which whoever has it carries things without using them.
    """

    code: str
    name: str
    group: str
    cost: Cost
    page: int
    summary: str
    label: str = ""
    text: str = ""
    price_page: int = 0
    family: str = ""
    repeatable: bool = False
    once_a_kind: bool = False
    repeat_rule: str = ""
    repeat_message: str = ""
    derived: bool = False
    aliases: tuple[str, ...] = ()
    rulings: tuple[str, ...] = ()
    parameters: tuple[Parameter, ...] = ()
    constraints: tuple[Constraint, ...] = ()
    stats: Mapping[str, str] = field(default_factory=dict)
    gives: Mapping[str, int] = field(default_factory=dict)
    sets: Mapping[str, int] = field(default_factory=dict)
    sets_from: Mapping[str, str] = field(default_factory=dict)
    place: str = ""
    includes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    unused: tuple[str, ...] = ()

    @property
    def short_name(self) -> str:
        """How it is written on a stat line: by its label, or by its name where it has none."""
        return self.label or self.name

    @property
    def own_name(self) -> str:
        """The parameter that names what the players made up, as "name" in "{name} ({reach})"; "" for none."""
        texts = (p.code for p in self.parameters if p.kind == "text")
        return next((code for code in texts if self.text.startswith(f"{{{code}}}")), "")


@dataclass(frozen=True, slots=True, kw_only=True)
class Spell(Property):
    """A property that is cast. ``penalty`` says what it does to the casting roll."""

    penalty: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemColumn:
    """A column of the table that the entries of a group are printed as: range, dice, reach.

    ``unit`` is set behind a number; one that is ``signed`` is a change and has its sign: "+1", "±0".
    Columns that follow each other under one ``heading`` are set side by side.
    """

    code: str
    label: str
    name: str
    unit: str = ""
    signed: bool = False
    heading: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """A family of properties that one slot picks from, and where its lines stand on the receipt.

    ``columns`` are the numbers that its entries have of their own, ``worked_out`` those that the system's
    module makes of them for each profile that has one: they stand with its sums, and not in lines and lists.
    """

    code: str
    name: str
    page: int
    receipt: str
    summary: str = ""
    columns: tuple[ItemColumn, ...] = ()
    place: str = ""
    worked_out: tuple[ItemColumn, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class WeaponSlot:
    """A place for weapons: one, or a list with at most ``most`` (more with certain properties).

    ``fields`` are numbers that every weapon here carries, each priced by its table;
    ``default`` are the properties that an unwritten weapon has; ``noun`` is what one weapon is called.
    """

    code: str
    label: str
    name: str
    at: str
    group: str
    page: int
    summary: str
    many: bool = False
    most: int = 1
    most_with: Mapping[str, int] = field(default_factory=dict)
    most_rule: str = ""
    most_message: str = ""
    noun: str = "weapon"
    fields: tuple[Attribute, ...] = ()
    default: tuple[str, ...] = ()
    family_rules: Mapping[str, str] = field(default_factory=dict)
    constraints: tuple[Constraint, ...] = ()

    def place(self, index: int = 0) -> str:
        """Where in a design the weapon of this index stands."""
        return f"{self.at}[{index}]" if self.many else self.at


@dataclass(frozen=True, slots=True, kw_only=True)
class PickSlot:
    """A place for properties of one group: one of them, or many.

    ``noun`` is what one of them is called. ``prefix`` goes before their codes where constraints name
    them, for a group whose codes another group has too ("spell:").
    ``least`` and ``most`` bound how many are picked, or the values that ``least_by`` and ``most_by`` name.
    """

    code: str
    label: str
    name: str
    at: str
    group: str
    page: int
    summary: str
    many: bool = False
    blank_name: str = ""
    noun: str = "property"
    prefix: str = ""
    repeat_rule: str = ""
    repeat_level: Level = "error"
    constraints: tuple[Constraint, ...] = ()
    least: int = 0
    least_rule: str = ""
    least_level: Level = "error"
    most: int | None = None
    most_by: str = ""
    most_rule: str = ""
    most_level: Level = "error"
    least_by: str = ""

    def place(self, index: int = 0) -> str:
        """Where in a design the property of this index stands."""
        return f"{self.at}[{index}]" if self.many else self.at


DesignPart = Attribute | WeaponSlot | PickSlot
"""What a profile is made of."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A part of the design form, in reading order, and of the receipt."""

    code: str
    name: str
    fields: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A box of the printed profile: its heading and the codes it shows (their points are added).

    The codes are those of attributes and slots, or of values that are worked out. ``kinds`` limits it to
    profiles of these kinds.
    """

    label: str
    of: tuple[str, ...]
    kinds: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """One form of profile that a system has: a trooper, a captain, a vehicle.

    A system with kinds has the choice "kind" among its attributes, with one option a kind, so that the kind
    of a profile is a part of its design; a blank one is the first kind. ``parts`` are the attributes and
    slots of its form (empty: all of the catalogue). A roster has at least ``least`` and at most ``most`` of
    this kind (``rule``). ``usual`` is how many make a unit, where that is another number than for the kind of
    unit. ``joins_later`` says that something in the game brings it: it may be in a roster, but counts in
    neither its models nor its sum. ``summary`` says what it is, in our words.
    """

    code: str
    name: str
    plural: str
    summary: str = ""
    page: int = 0
    place: str = ""
    parts: tuple[str, ...] = ()
    least: int = 0
    most: int | None = None
    rule: str = ""
    level: Level = "error"
    usual: int | None = None
    joins_later: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Value:
    """A number of the profile that is worked out, not chosen: a second price, slots used, a save.

    It begins at ``base``, or at what options and properties set it to (of several the one that is
    ``better``); then everything that is given is added, and ``of``: numbers of the design, and values before
    it, so many times each. ``low`` and ``high`` bound it. The system's module may add lines of its own
    (``System.derive``).

    ======= =====================================================================
    price   what the profile costs, by a reckoning beside the first one
    spent   something that is used up, at most ``most`` or the value ``most_by`` (``most_rule``)
    stat    a number that players look up
    count   how many of something there are
    part    what bounds other values or is a part of them: told with these, and not by itself
    play    a number that players look up, told with its sum and in tables, and not in lines and lists
    ======= =====================================================================

    Of a unit or of a roster it is what the module finds, and what the typed facts of a roster give it, and
    nothing else; ``kinds`` are then those of units.

    ``show`` is how it is written: {value}, and {most} where it has a limit; ``texts`` are words for some
    numbers. At ``none`` there is no such thing, and ``none_text`` or a dash is shown. ``estimate`` stands
    beside a price that is a rough one ("±50 %").
    """

    code: str
    name: str
    label: str
    role: ValueRole
    page: int = 0
    place: str = ""
    summary: str = ""
    unit: str = ""
    base: int | None = None
    of: Mapping[str, int] = field(default_factory=dict)
    better: Literal["higher", "lower"] = "higher"
    low: int | None = None
    high: int | None = None
    most: int | None = None
    most_by: str = ""
    most_rule: str = ""
    most_level: Level = "error"
    show: str = "{value}"
    texts: Mapping[str, str] = field(default_factory=dict)
    none: int | None = None
    none_text: str = ""
    estimate: str = ""
    kinds: tuple[str, ...] = ()

    def word_for(self, number: int | None) -> str:
        """The word for a number that is no amount: one of a list ("highest"), or "drifts", "never"."""
        if number is None:
            return ""
        if number == self.none:
            return self.none_text
        word = self.texts.get(str(number), "")
        return word if len(self.texts) > 1 or not any(map(str.isdigit, word)) else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitKind:
    """What a row of a roster is where it is more than models of one profile: a unit, a section.

    ``kinds`` are the kinds of profile that it is made of, ``attached`` those that may stand with it (empty:
    any, and none). Others are not offered; where it names a ``members_rule``, that finds them. Where it names
    a ``rule``, it has ``least`` to ``most`` models, without those attached. A new one has as many as its
    profile's kind says, else ``usual``, else ``least``. Where it names properties in ``made_by``, a new one
    is of this kind if its profile has one of them, and otherwise of another.
    """

    code: str
    name: str
    plural: str
    kinds: tuple[str, ...] = ()
    attached: tuple[str, ...] = ()
    least: int = 1
    most: int | None = None
    rule: str = ""
    level: Level = "warning"
    usual: int | None = None
    members_rule: str = ""
    members_level: Level = "warning"
    made_by: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RosterTerms:
    """What a game asks of every roster: its limit, and the rules for the verdicts that all games share.

    ``limit`` says whether a roster has one; ``points`` is the one to begin with, or the only one where it is
    fixed. Each verdict has its rule and level: a sum over the limit, more of a profile than its own Max, a
    profile that is not in the list, nobody fielded; with a ``size_rule``, a limit that is no agreed size of
    game. ``limit_message`` may use {used}, {unit}, {without}, {over}, {limit} and {advice},
    ``profile_message`` {profile}. ``fields`` are further facts that are typed for a roster, ``values``
    numbers of all that it fields: what the fields give them, and what the system's module works out.
    """

    limit: LimitKind = "required"
    points: int | None = None
    limit_rule: str = "limit"
    limit_level: Level = "error"
    max_rule: str = "max"
    max_level: Level = "error"
    profile_rule: str = "profile"
    empty_rule: str = "empty"
    size_rule: str = ""
    limit_message: str = "{used} {unit}, {over} over the {limit} of this roster: {advice}."
    profile_message: str = "{profile} is not in this company list: take it out, or bring the profile back."
    fields: tuple[Attribute, ...] = ()
    values: tuple[Value, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """What a game calls what every game has: the models that are counted, the rows of a roster.

    ``price`` is what the sum of a profile is called in a sentence: "no price", "the price of Imp";
    ``cost`` and ``costs`` head its parts where they are looked up, ``leader`` and ``leaders`` who leads.
    ``limit`` is what a roster's sum is held to: "game size 500 → 750".
    """

    model: str = "model"
    models: str = "models"
    unit: str = "row"
    units: str = "rows"
    price: str = "price"
    cost: str = "cost"
    costs: str = "costs"
    leader: str = "leader"
    leaders: str = "leaders"
    limit: str = "game size"

    def count(self, number: int) -> str:
        """So many models: "1 figure", "12 figures"."""
        return f"{number:,} {self.model if number == 1 else self.models}"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceNames:
    """What players read for a ``place`` of lines of a text, or of other sources: "Quick reference: shooting".

    ``text`` is what the text is called, ``parts`` are the names of its parts by their first lines, ``others``
    is what all other sources are called.
    """

    text: str = ""
    parts: Mapping[str, str] = field(default_factory=dict)
    others: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RosterCheck:
    """One recurring kind of rule on rosters, said as data. Its code is that of its rule.

    ``page`` is the page of this case, where the rule has several; 0 is the first page of the rule.

    ======= ===========================================================================
    count   the models that count, added up, pass a bound; of the counts of one rule only
            the first that finds something speaks
    needs   one of the conditions of ``of`` is held by nobody who is fielded
    remind  somebody who is fielded holds one of ``of``
    ======= ===========================================================================

    A condition is the code of a property that is taken, "attribute=option" of a choice, or "attribute=*":
    a choice that is made, a number that is not 0, a yes. With ``included``, what comes with picks is taken
    too.

    In a count each model weighs 1 that holds one of ``of`` (all models where it is empty), or ``value``: a
    number of the profile, or its "points". Each that holds one of ``room`` makes room for one more. A bound
    is ``most`` (another one where a fact of the roster that ``most_with`` names is ticked), ``most_by``, or
    ``least_by``; with ``exactly`` it speaks where the count is this number.

    =========== =======================================================================
    game        the models of the agreed size of game, else of any other limit one for
                each so many points, by the name of that number: ``per``; a fraction is one
    spent       one model for each so many points that the roster comes to; a fraction is one
    limit       the limit of the roster
    =========== =======================================================================

    A reminder leaves out who holds one of ``unless``. It is given only while somebody who is fielded holds
    one of ``beside``, where that is not empty, and nobody one of ``without``.

    Nothing is counted or needed while nobody is fielded, and nothing is held to points that are not known.
    ``where`` is the place: the whole roster, or the row, where it is about one alone.
    ``message`` may use {count}, {most}, {room}, {over}, {models}, {points}, {advice} in a count, {missing} in
    needs, {names} in a reminder; ``one`` is said instead where {over} is 1, or {names} is one.
    """

    kind: RosterCheckKind
    level: Level
    message: str
    one: str = ""
    of: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()
    included: bool = False
    value: str = ""
    room: tuple[str, ...] = ()
    most: int | None = None
    most_with: Mapping[str, int] = field(default_factory=dict)
    most_by: Literal["", "game", "spent"] = ""
    per: str = ""
    least_by: Literal["", "limit"] = ""
    exactly: int | None = None
    beside: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    where: Literal["roster", "row"] = "roster"
    page: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """A legality rule or a ruling, in our words, so that a finding can be looked up.

    ``checked_by`` says who finds that it is broken:

    ======= ===========================================================================
    data    what carries its code in this catalogue: constraints, bounds, limits, and its
            own ``checks`` of rosters; a program that reads the catalogue can judge it
    code    the program alone, by a function of the system's module
    partly  some of it is found by data, and the rest by code
    nobody  it is told, worked out, or cannot be broken: no finding has its code
    ======= ===========================================================================
    """

    code: str
    part: str
    title: str
    text: str
    verdict: str
    pages: tuple[int, ...] = ()
    reasoning: str = ""
    inferred: bool = False
    place: str = ""
    checked_by: CheckedBy = "data"
    checks: tuple[RosterCheck, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A table that is looked at, not summed: printed on reference pages and papers."""

    code: str
    name: str
    page: int
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    summary: str = ""
    part: str = ""
    place: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """One word of the game with its one-line meaning."""

    code: str
    name: str
    page: int
    summary: str
    place: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameSize:
    """An agreed size of game, in points, with the most models it allows."""

    name: str
    points: int
    models: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingsChange:
    """A correction of our reading of the rules: what players should know, and the codes of the rules.

    ``date`` is written as in 2026-11-26.
    """

    revision: int
    date: str
    text: str
    rules: tuple[str, ...] = ()

    @property
    def day(self) -> datetime.date:
        """Return the date of the change."""
        return datetime.date.fromisoformat(self.date)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Catalogue:
    """One edition of one game system, what can be bought and what it costs, and its rulings.

    ``floor`` is what a lower total counts as in rosters and in other profiles' prices, in points; a
    ``floor_rule`` finds one. ``kept_rule`` finds what a design has that profiles of its kind do not have.
    ``unit_values`` are numbers of a whole row of a roster that the system's module works out.
    ``price_name`` is what the first price is called where there are several, ``price_estimate`` how rough it
    is ("±50 %"). ``summary`` says in a line what the game is, ``edition_name`` what readers call the edition
    where its code is no name for them.

    Options, prices and tables of an edition never change, unless it is a ``draft``. Its rulings are corrected
    by a new ``revision``; ``changes`` says what each corrected. ``identity`` names the edition in
    fingerprints, in hexadecimal; where it is blank, a digest of the edition does.
    """

    # Compared by identity (eq=False): what is made ready for a catalogue is looked up by it many times a
    # second, and two equal ones would be compared in full each time.

    system: str
    system_name: str
    edition: str
    author: str
    credit: str
    notice: str
    points_unit: str
    attributes: tuple[Attribute, ...]
    cost_tables: tuple[CostTable, ...] = ()
    multipliers: tuple[Multiplier, ...] = ()
    groups: tuple[Group, ...] = ()
    properties: tuple[Property, ...] = ()
    spells: tuple[Spell, ...] = ()
    weapon_slots: tuple[WeaponSlot, ...] = ()
    pick_slots: tuple[PickSlot, ...] = ()
    sections: tuple[Section, ...] = ()
    receipt: tuple[Section, ...] = ()
    sheet: tuple[Column, ...] = ()
    game_sizes: tuple[GameSize, ...] = ()
    floor: int | None = None
    floor_rule: str = ""
    kept_rule: str = ""
    numbers: Mapping[str, int] = field(default_factory=dict)
    rules: tuple[Rule, ...] = ()
    tables: tuple[Table, ...] = ()
    terms: tuple[Term, ...] = ()
    setting_words: str = ""
    kinds: tuple[Kind, ...] = ()
    values: tuple[Value, ...] = ()
    unit_kinds: tuple[UnitKind, ...] = ()
    unit_values: tuple[Value, ...] = ()
    roster: RosterTerms = RosterTerms()
    words: Words = Words()
    place_names: PlaceNames = PlaceNames()
    price_name: str = ""
    price_estimate: str = ""
    summary: str = ""
    draft: bool = False
    edition_name: str = ""
    identity: str = ""
    revision: int = 1
    changes: tuple[RulingsChange, ...] = ()

    @property
    def edition_title(self) -> str:
        """What readers call the edition."""
        return self.edition_name or self.edition

    @property
    def title(self) -> str:
        """Game and edition, as readers call them: "Unbridled Fury 0.9.0", "Zapp! (text of 2023)"."""
        edition = f"({self.edition_name})" if self.edition_name else self.edition
        return f"{self.system_name} {edition}"

    def game_size(self, points: int | None) -> GameSize | None:
        """The agreed size of games of so many points; None where there is no such."""
        return next((size for size in self.game_sizes if size.points == points), None)

    def game_size_name(self, points: int | None) -> str:
        """What games of so many points are called; "" where they are no agreed size."""
        size = self.game_size(points)
        return size.name if size else ""

    def kind(self, code: object) -> Kind | None:
        """The kind of this code, the first for any other; None where the system has no kinds."""
        return next((kind for kind in self.kinds if kind.code == code), self.kinds[0] if self.kinds else None)

    def value(self, code: str) -> Value | None:
        """The worked out value of this code; None where the system has none."""
        return next((value for value in self.values if value.code == code), None)

    def entries(self) -> tuple[Property, ...]:
        """Its properties, then its spells."""
        return (*self.properties, *self.spells)
