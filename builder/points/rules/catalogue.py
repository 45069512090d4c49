"""A rule set as data: everything that one edition of a game says about designing a model.

A catalogue is read from TOML files, or from database rows that were made from these files. The object never
changes. It contains numbers, names and constraints. A rule that this data can't express is a function in the
module of the game, in ``builder/points/systems``. Costs are integers, factors are exact fractions, and base
sizes are in millimetres.

The text in a field's ``Annotated`` type describes the field, here and in the API's schema.
"""

import datetime
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Annotated, Literal

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

SystemCode = Annotated[str, 'Code of the game, such as "unbridled-fury".']
EditionCode = Annotated[str, 'Code of the edition, such as "0.9.0".']
ListName = Annotated[str, "Name of the list, on one line; may be empty."]
ProfileKey = Annotated[
    str, 'Key of the profile, such as "imp-2"; unique in the list. Rosters and other profiles refer to it.'
]
ProfileName = Annotated[str, "Name of the profile, on one line; may be empty."]
ProfileNotes = Annotated[str, "Notes on the profile, in Markdown; may be empty."]
RosterName = Annotated[str, "Name of the roster, on one line; may be empty."]
RosterLimit = Annotated[int | None, "Limit of the roster in points; null if none was agreed on."]
MemberProfile = Annotated[str, "Key of a profile of the list."]
MemberCount = Annotated[int, "Number of models of the profile."]
FindingLevel = Annotated[
    Level, 'How serious the finding is: an "error" makes a list illegal; a "warning" and a "note" do not.'
]
Page = Annotated[int, "Page of the printed book; 0 if the book has no pages."]
Place = Annotated[str, 'Place in a source without pages, such as "l.13-16"; else empty.']
RuleCodes = Annotated[tuple[str, ...], "Codes of the rules that explain this."]
Summary = Annotated[str, "What this is or does, in our words; may be empty."]
Published = Annotated[
    Mapping[str, str],
    "Words of the published edition that were corrected since, by the key that has the correction, such as "
    '"name". Tables keep them as headings, and pasted texts may contain them.',
]


@dataclass(frozen=True, slots=True, kw_only=True)
class CostTable:
    """A row of prices in the book: what each value costs.

    A value that is not a key of ``costs`` has no price and cannot be bought.
    """

    code: Annotated[str, 'Code of the table, such as "mov"; attributes, parameters and costs refer to it.']
    name: Annotated[str, "Heading of the table in the book."]
    page: Page
    costs: Annotated[
        Mapping[str, int],
        'Points by value. Keys are the values as text, such as "4"; other values have no price.',
    ]
    summary: Summary = ""
    rules: RuleCodes = ()
    place: Place = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Multiplier:
    """Factors that multiply costs, chosen by the value of one attribute."""

    code: Annotated[str, 'Code of the multiplier, such as "size"; attributes refer to it.']
    name: Annotated[str, "Name of the multiplier in the book."]
    by: Annotated[str, "Code of the attribute whose value selects the factor."]
    page: Page
    factors: Annotated[
        Mapping[str, Fraction], "Factors as fractions, by the value of that attribute as text."
    ]
    rules: RuleCodes = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Constraint:
    """A legality rule about a design, as data.

    The owner of a constraint is the attribute, slot, property or spell that contains the constraint. The
    constraint makes a finding if its owner is taken and the condition of the constraint's kind is met:

    ========== ===========================================================================
    flag         always
    requires     none of ``any`` is also taken
    excludes     one of ``any`` is also taken
    value        ``attribute`` is outside ``low`` to ``high`` (a blank value counts as its default)
    needs_slot   ``slot`` is empty
    forbids_slot ``slot`` is filled
    forbids_on   a weapon in ``slot`` has one of ``any``
    only_on      the owner is in a slot that is not one of ``slots``
    roster_max   a roster has more than ``count`` models with the owner
    band         ``attribute`` has a value outside the band that ``by`` selects
    compare      the comparison ``attribute`` ``op`` ``by`` (or ``high``) is false
    other_kind   the owner has a value, but profiles of this kind do not have the owner
    ========== ===========================================================================

    The items of ``when`` and ``unless`` are conditions. The code of a property is met if the property is
    taken. A text such as "kind=captain" is met if the attribute "kind" has the option "captain".
    """

    rule: Annotated[str, 'Code of the rule that a finding cites, such as "P-54".']
    level: FindingLevel
    kind: Annotated[
        ConstraintKind, "What the constraint checks; the description of this schema explains each kind."
    ]
    page: Page
    message: Annotated[
        str,
        "Text of the finding, with {name}, {label} and {points} of the owner, {other} and {other_points} of "
        "the conflicting entries, and {value}, the number that was checked.",
    ]
    any: Annotated[
        tuple[str, ...],
        'Codes of properties, with the prefix of their slot ("spell:summon"); for the kinds requires, '
        "excludes and forbids_on.",
    ] = ()
    when: Annotated[tuple[str, ...], "Conditions that must all be met for the constraint to apply."] = ()
    unless: Annotated[
        tuple[str, ...], "Conditions of which none may be met for the constraint to apply."
    ] = ()
    only: Annotated[
        tuple[str, ...],
        "Codes of the picks to which the constraint of a pick slot applies; empty for all picks.",
    ] = ()
    attribute: Annotated[str, "Code of the attribute or value that is checked; empty for other kinds."] = ""
    low: Annotated[int | None, "Lowest value that is allowed; null for no limit."] = None
    high: Annotated[
        int | None,
        "Highest value that is allowed; in the kind compare, the number that ``attribute`` is compared "
        "with. Null for no limit.",
    ] = None
    zero_allowed: Annotated[bool, "Whether the value 0 always passes, in the kind value."] = False
    included: Annotated[
        bool,
        "Whether these also count as taken: the entries that come with picks, such as those in a kit, and a "
        "second pick of the owner.",
    ] = False
    values: Annotated[
        tuple[int, ...],
        "Values of the owner to which the constraint applies, if the owner is a number; empty for all "
        "numbers except 0.",
    ] = ()
    options: Annotated[
        tuple[str, ...],
        "Options of the owner to which the constraint applies, if the owner is a choice; empty for all.",
    ] = ()
    op: Annotated[Comparison, "Comparison that must be true, in the kind compare."] = "<="
    slot: Annotated[str, "Code of the slot that is checked; empty for other kinds."] = ""
    slots: Annotated[
        tuple[str, ...],
        "Codes of weapon slots: in the kind only_on, the allowed slots; in other kinds, the slots in which "
        "the constraint applies. Empty for all slots.",
    ] = ()
    count: Annotated[
        int | None,
        "In the kind roster_max, the maximum number of models with the owner in a roster; else null.",
    ] = None
    by: Annotated[
        str,
        "Code of an attribute or value. In the kind band, it selects the band; in the kind compare, "
        "``attribute`` is compared with it. Empty for other kinds.",
    ] = ""
    bands: Annotated[
        Mapping[str, tuple[int, ...]],
        "In the kind band, the lowest and the highest allowed value, by the value of ``by``.",
    ] = field(default_factory=dict, hash=False)
    remedies: Annotated[
        tuple[str, ...],
        'What ends the finding, in the order to try, such as "set arm 12"; empty for the defaults of the '
        "kind.",
    ] = ()


Constraints = Annotated[
    tuple[Constraint, ...], "Rules about combinations with the owner; they apply while the owner is taken."
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """A value that a choice may have."""

    code: Annotated[str, 'Code of the option in designs, such as "captain".']
    name: Annotated[str, "Name of the option in the game."]
    offered: Annotated[
        bool,
        "Whether forms offer the option; an option that is not offered can still be read from a document.",
    ] = True
    gives: Annotated[
        Mapping[str, int], "Numbers that the option adds to values, by the code of the value."
    ] = field(default_factory=dict, hash=False)
    sets: Annotated[
        Mapping[str, int], "Numbers at which values start if the option is chosen, by the code of the value."
    ] = field(default_factory=dict, hash=False)
    aliases: Annotated[
        tuple[str, ...],
        "Other words for the option in pasted stat lines, or a sign before a name. If an option of a choice "
        "has aliases, all options of the choice are read even without the label of the choice.",
    ] = ()
    rolled: Annotated[
        tuple[int, ...], "Numbers of the die that give the option, if players may roll the choice."
    ] = ()
    published: Published = field(default_factory=dict, hash=False)

    @property
    def words(self) -> tuple[str, ...]:
        """The code, the name, the published name and the aliases."""
        return self.code, self.name, *self.published.values(), *self.aliases


@dataclass(frozen=True, slots=True, kw_only=True)
class Attribute:
    """A value of a profile that players enter: an integer, a choice, a yes or no, or a text."""

    code: Annotated[str, 'Code of the attribute, such as "mov"; unique among attributes, slots and values.']
    label: Annotated[str, 'Short form of the name in stat lines, such as "Mov".']
    name: Annotated[str, "Name of the attribute in the book."]
    at: Annotated[str, 'Place of the value in the design document, such as "attributes.mov".']
    kind: Annotated[
        AttributeKind,
        'What the value is: a whole number, the code of an option, true or false ("flag"), or a text.',
    ]
    page: Page
    summary: Summary
    low: Annotated[int, "Lowest number that forms offer."] = 0
    high: Annotated[int, "Highest number that forms offer."] = 0
    default: Annotated[
        int | None, "Number that a blank value counts as; null if a blank value counts as no number."
    ] = None
    start: Annotated[int | None, "Number that a new profile begins with; null if it begins blank."] = None
    options: Annotated[tuple[Option, ...], "Options of a choice; empty for other kinds."] = ()
    unit: Annotated[str, 'Unit after the number, such as "mm"; empty for none.'] = ""
    better: Annotated[
        Literal["higher", "lower", ""],
        "Whether a higher or a lower number is better for the player; empty if neither is.",
    ] = ""
    table: Annotated[str, "Code of the cost table that prices the value; empty for none."] = ""
    table_by: Annotated[
        str, "Code of the attribute whose value selects the cost table from ``tables``; empty for none."
    ] = ""
    tables: Annotated[Mapping[str, str], "Codes of cost tables by the value of ``table_by``."] = field(
        default_factory=dict
    )
    multiplier: Annotated[str, "Code of the multiplier of the value's cost; empty for none."] = ""
    group: Annotated[str, "Code of the receipt section in which the attribute's line appears."] = "attributes"
    rule: Annotated[
        str, "Code of the rule that is broken if the value has no price or is out of bounds; empty for none."
    ] = ""
    rule_level: FindingLevel = "error"
    rule_message: Annotated[
        str, "Text of that finding, with {label}, {name} and {value}; empty for a general one."
    ] = ""
    required_rule: Annotated[
        str, "Code of the rule that is broken if the value is blank; empty if it may be blank."
    ] = ""
    required_message: Annotated[str, "Text of that finding; empty for a general one."] = ""
    required_unless: Annotated[
        tuple[str, ...], "Conditions, as in constraints: while one is met, the value may be blank."
    ] = ()
    blank_name: Annotated[str, "Text for a blank value in forms and on paper."] = "-"
    constraints: Constraints = ()
    gives: Annotated[
        Mapping[str, int],
        "Numbers that the attribute adds to values, by the code of the value. A number adds them once for "
        "each of its points, a yes adds them once.",
    ] = field(default_factory=dict)
    place: Place = ""
    found_by: Annotated[
        bool, "Whether public lists can be searched by this attribute: by an option of a choice, or by a yes."
    ] = False
    entered: Annotated[
        bool, "Whether the number is a price that the players agreed on; if blank, the profile has no price."
    ] = False
    among: Annotated[
        str, "Code of a pick slot: only its picks are offered as options. Empty to offer all options."
    ] = ""
    dice: Annotated[
        str,
        'Dice that produce the number, such as "2D6"; players enter the number, or roll it on the page. '
        "Empty for none.",
    ] = ""
    aliases: Annotated[tuple[str, ...], "Other labels of the attribute in pasted stat lines."] = ()
    counts: Annotated[
        tuple[str, ...], 'Words after the number in pasted stat lines, such as "figures" in "24 figures".'
    ] = ()
    required_remedies: Annotated[
        tuple[str, ...],
        "What to do if the value is blank and required, as in constraints; empty to ask the player.",
    ] = ()
    added: Annotated[
        bool,
        "Whether the attribute was added to a published edition: designs leave it out while it is blank, so "
        "older lists keep their fingerprints.",
    ] = False
    published: Published = field(default_factory=dict)

    @property
    def option_die(self) -> str:
        """The die that selects one of the options, such as "1D6", or "" if the choice isn't rolled."""
        numbers = [number for option in self.options for number in option.rolled]
        return f"1D{max(numbers)}" if numbers else ""

    def option(self, code: object) -> Option | None:
        """Return the option with this code, or None."""
        return next((option for option in self.options if option.code == code), None)

    def option_name(self, code: str) -> str:
        """Return the name of the option with this code, or the code itself if there is no such option."""
        return _option_name(self.options, code)

    @property
    def is_table_priced(self) -> bool:
        """Whether the attribute has a cost table."""
        return bool(self.table or self.table_by)

    @property
    def blank_option(self) -> Option | None:
        """The option that a blank value counts as: the option with the name ``blank_name``, or None."""
        return next((option for option in self.options if option.name == self.blank_name), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """A further choice that a property or spell needs: a number, an option, a text, or profiles."""

    code: Annotated[str, "Key of the value in a pick of the design."]
    name: Annotated[str, "Name of the parameter in forms."]
    kind: Annotated[
        ParameterKind,
        "What the value is: a whole number, the code of an option, a text, the key of a profile, or a "
        "list of keys.",
    ]
    low: Annotated[int | None, "Lowest number that is allowed; null for no limit."] = None
    high: Annotated[int | None, "Highest number that is allowed; null for no limit."] = None
    default: Annotated[str, "Value of a new pick, as text; empty for none."] = ""
    options: Annotated[tuple[Option, ...], "Options of a choice; empty for other kinds."] = ()
    rule: Annotated[
        str, "Code of the rule that is broken if the value is missing or not allowed; empty for none."
    ] = ""
    rule_level: FindingLevel = "error"
    rule_message: Annotated[str, "Text of that finding; empty for a general one."] = ""
    unit: Annotated[str, 'Unit after the number, such as "mm"; empty for none.'] = ""
    kinds: Annotated[tuple[str, ...], "Codes of the kinds of profile that are offered; empty for all."] = ()
    verb: Annotated[
        str,
        'What the number does, if it isn\'t a level of the property, such as "lower": fixes then say '
        '"Lower Heal by 1". Empty for a level.',
    ] = ""
    needs_choice: Annotated[
        bool,
        "Whether only the player can decide: no value is filled in, and a blank value counts as missing.",
    ] = False
    optional: Annotated[bool, "Whether a blank value breaks no rule."] = False
    published: Published = field(default_factory=dict)

    @property
    def names_profiles(self) -> bool:
        """Whether the parameter's value is the key of a profile, or several keys."""
        return self.kind in ("profile", "profiles")

    def option_name(self, code: str) -> str:
        """Return the name of the option with this code, or the code itself if there is no such option."""
        return _option_name(self.options, code)


def _option_name(options: tuple[Option, ...], code: str) -> str:
    return next((option.name for option in options if option.code == code), code)


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """How a property or spell is priced.

    ========= ==============================================================================
    fixed     ``points``
    table     ``table`` at the value of ``parameter``, or of the attribute ``by``, times ``factor``
    product   the product of the values of ``parameters``
    profiles  the sum of the totals of the profiles that ``parameter`` names, times ``factor`` (or the
              factor that ``factor_by`` selects from ``factors``), rounded up once; the totals leave out
              the cost of the attribute ``without``
    beside    the cost of the entry that ``rows`` names for another property on the same weapon; if
              there is no such property, ``points``
    entered   the number in ``parameter``, on which the players agreed; if it is blank, there is no price
    ========= ==============================================================================
    """

    kind: Annotated[
        CostKind, "How the price is calculated; the description of this schema explains each kind."
    ]
    points: Annotated[int, "Fixed price in points."] = 0
    table: Annotated[str, "Code of the cost table, in the kind table; else empty."] = ""
    parameter: Annotated[
        str,
        "Code of a parameter. Its value is looked up in the table, names the profiles, or is the price, "
        "depending on the kind. Empty for none.",
    ] = ""
    parameters: Annotated[
        tuple[str, ...], "Codes of the parameters whose values are multiplied, in the kind product."
    ] = ()
    factor: Annotated[Fraction, 'Factor of the price; a fraction, such as "3/2".'] = Fraction(1)
    factor_by: Annotated[
        str, "Code of the parameter whose option selects the factor; empty for ``factor``."
    ] = ""
    factors: Annotated[Mapping[str, Fraction], "Factors by that option; fractions."] = field(
        default_factory=dict
    )
    without: Annotated[
        str, "Code of the attribute whose cost is left out of the totals of profiles; empty for none."
    ] = ""
    rows: Annotated[
        Mapping[str, str],
        "Codes of the properties whose cost replaces this cost if another property is on the same weapon, "
        "by the code of that other property.",
    ] = field(default_factory=dict)
    by: Annotated[
        str, "Code of the attribute whose value is looked up, in the kind table; empty for a parameter."
    ] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Property:
    """Something that a model, a weapon, its armour or its shield can have."""

    code: Annotated[str, 'Code of the property in designs, such as "flier"; unique in its group.']
    name: Annotated[str, "Name of the property in the book."]
    group: Annotated[str, "Code of the property's group; each slot offers the properties of one group."]
    cost: Annotated[Cost, "How the property is priced."]
    page: Page
    summary: Summary
    label: Annotated[str, "Short form of the name in stat lines; empty to use the name."] = ""
    text: Annotated[
        str, 'Text with the parameters, such as "{name} ({reach})"; empty for the name alone.'
    ] = ""
    price_page: Annotated[int, "Page of the price, if it is not the page of the description; else 0."] = 0
    family: Annotated[
        str,
        "Code of a family, such as the levels of one thing: only one property of a family may be taken. "
        "Empty for none.",
    ] = ""
    repeatable: Annotated[bool, "Whether the property may be taken more than once."] = False
    once_a_kind: Annotated[bool, "Whether the property may be taken once with each choice of parameters."] = (
        False
    )
    repeat_rule: Annotated[
        str,
        "Code of the rule that forbids the property twice, even with other parameters; empty for none.",
    ] = ""
    repeat_message: Annotated[str, "Text of that finding; empty for a general one."] = ""
    derived: Annotated[
        bool,
        "Whether the property is another way to write two other properties: documents may contain it, and it "
        "is priced, but forms don't offer it.",
    ] = False
    aliases: Annotated[tuple[str, ...], "Other words for the property in pasted stat lines."] = ()
    rulings: Annotated[tuple[str, ...], "Codes of the rulings on how we read the property."] = ()
    parameters: Annotated[tuple[Parameter, ...], "Further choices that the property needs."] = ()
    constraints: Constraints = ()
    stats: Annotated[
        Mapping[str, str],
        "Printed numbers of the property, by the code of a column of its group; {braces} contain the code of "
        "a parameter.",
    ] = field(default_factory=dict)
    gives: Annotated[
        Mapping[str, int], "Numbers that the property adds to values, by the code of the value."
    ] = field(default_factory=dict)
    sets: Annotated[
        Mapping[str, int], "Numbers at which values start if the property is taken, by the code of the value."
    ] = field(default_factory=dict)
    sets_from: Annotated[
        Mapping[str, str],
        "Codes of the parameters that give the start numbers of values, by the code of the value.",
    ] = field(default_factory=dict)
    place: Place = ""
    includes: Annotated[
        Mapping[str, tuple[str, ...]],
        "Codes of the entries that come with the property, by group; {braces} contain the code of a "
        "parameter. These entries appear in tables and do not change values.",
    ] = field(default_factory=dict)
    unused: Annotated[
        tuple[str, ...],
        "Codes of the groups whose items the property's owner carries but does not use, such as the weapons "
        "on a pack animal.",
    ] = ()

    @property
    def short_name(self) -> str:
        """The name on a stat line: the label, or the name of a property without a label."""
        return self.label or self.name

    @property
    def name_parameter(self) -> str:
        """The code of the parameter with the name of an item that players make up themselves.

        It is the parameter of kind "text" whose placeholder ``text`` begins with, such as "{name} ({reach})".
        If there is no such parameter, it is an empty string.
        """
        texts = (p.code for p in self.parameters if p.kind == "text")
        return next((code for code in texts if self.text.startswith(f"{{{code}}}")), "")


@dataclass(frozen=True, slots=True, kw_only=True)
class Spell(Property):
    """A property that is cast."""

    penalty: Annotated[str, 'Change of the casting roll, such as "-1"; empty for none.'] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemColumn:
    """A column in the table of a group's entries, such as range, dice or reach."""

    code: Annotated[str, "Code of the column; the ``stats`` of entries have their numbers by this code."]
    label: Annotated[str, "Short heading of the column."]
    name: Annotated[str, "Full name of the column."]
    unit: Annotated[str, 'Unit after a number, such as "″"; empty for none.'] = ""
    signed: Annotated[bool, 'Whether numbers are changes and have a sign, such as "+1" or "±0".'] = False
    heading: Annotated[str, "Heading above neighbouring columns that belong together; empty for none."] = ""
    published: Published = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """A group of properties that slots pick from."""

    code: Annotated[str, 'Code of the group, such as "weapon".']
    name: Annotated[str, "Name of the group in the game."]
    page: Page
    receipt: Annotated[str, "Code of the receipt section in which the lines of the group's entries appear."]
    summary: Summary = ""
    columns: Annotated[tuple[ItemColumn, ...], "Columns of the printed numbers of the group's entries."] = ()
    place: Place = ""
    worked_out: Annotated[
        tuple[ItemColumn, ...],
        "Columns of the numbers that are calculated for each profile with an entry, such as chances to hit.",
    ] = ()
    published: Published = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class WeaponSlot:
    """A place for one weapon or several, each made of numbers and properties."""

    code: Annotated[
        str, 'Code of the slot, such as "combat_weapon"; unique among attributes, slots and values.'
    ]
    label: Annotated[str, 'Short form of the name in stat lines, such as "CW".']
    name: Annotated[str, "Name of the slot in the game."]
    at: Annotated[str, "Place of the weapon, or of the list of weapons, in the design document."]
    group: Annotated[str, "Code of the group whose properties its weapons can have."]
    page: Page
    summary: Summary
    many: Annotated[bool, "Whether the slot contains a list of weapons; else it contains one weapon."] = False
    most: Annotated[int, "Maximum number of weapons in the slot."] = 1
    most_with: Annotated[
        Mapping[str, int],
        "Maximum number of weapons if the model has a certain property, by the code of the property.",
    ] = field(default_factory=dict)
    most_rule: Annotated[
        str, "Code of the rule that is broken if there are more weapons; empty for none."
    ] = ""
    most_message: Annotated[
        str, "Text of that finding, with {count} and {most}; empty for a general one."
    ] = ""
    noun: Annotated[str, 'What one weapon is called in sentences, such as "combat weapon".'] = "weapon"
    fields: Annotated[
        tuple[Attribute, ...], "Numbers that every weapon in the slot has, each with its cost table."
    ] = ()
    default: Annotated[
        tuple[str, ...], "Codes of the properties of a weapon whose properties are not given."
    ] = ()
    family_rules: Annotated[
        Mapping[str, str],
        "Codes of the rules that forbid two properties of the same family on a weapon, by the code of the "
        "family. The rule with an empty key forbids the same property twice.",
    ] = field(default_factory=dict)
    constraints: Constraints = ()

    def place(self, index: int = 0) -> str:
        """Return the place of the weapon with this index in a design."""
        return f"{self.at}[{index}]" if self.many else self.at


@dataclass(frozen=True, slots=True, kw_only=True)
class PickSlot:
    """A place for one property of a group, or for several properties."""

    code: Annotated[
        str, 'Code of the slot, such as "armour_property"; unique among attributes, slots and values.'
    ]
    label: Annotated[str, 'Short form of the name in stat lines, such as "Arm".']
    name: Annotated[str, "Name of the slot in the game."]
    at: Annotated[str, "Place of the pick, or of the list of picks, in the design document."]
    group: Annotated[str, "Code of the group whose properties can be picked."]
    page: Page
    summary: Summary
    many: Annotated[bool, "Whether the slot contains a list of picks; else it contains one pick or none."] = (
        False
    )
    blank_name: Annotated[str, "Text for an empty slot; empty for a dash."] = ""
    noun: Annotated[str, 'What one pick is called in sentences, such as "armour property".'] = "property"
    prefix: Annotated[
        str,
        'Text before the codes of its picks in constraints, such as "spell:", if another group has the '
        "same codes; else empty.",
    ] = ""
    repeat_rule: Annotated[
        str, "Code of the rule that is broken if the same pick is taken twice; empty for none."
    ] = ""
    repeat_level: FindingLevel = "error"
    constraints: Constraints = ()
    least: Annotated[int, "Minimum number of picks."] = 0
    least_rule: Annotated[
        str, "Code of the rule that is broken if there are fewer picks; empty for none."
    ] = ""
    least_level: FindingLevel = "error"
    most: Annotated[int | None, "Maximum number of picks; null for no limit."] = None
    most_by: Annotated[
        str, "Code of the value that is the maximum number of picks; empty to use ``most``."
    ] = ""
    most_rule: Annotated[str, "Code of the rule that is broken if there are more picks; empty for none."] = ""
    most_level: FindingLevel = "error"
    least_by: Annotated[
        str, "Code of the value that is the minimum number of picks; empty to use ``least``."
    ] = ""
    published: Published = field(default_factory=dict)

    def place(self, index: int = 0) -> str:
        """Return the place of the pick with this index in a design."""
        return f"{self.at}[{index}]" if self.many else self.at


DesignPart = Attribute | WeaponSlot | PickSlot
"""The parts of a profile that players fill in."""


def published_word(part: "DesignPart | Value", key: Literal["name", "label"]) -> str:
    """Return the name or the label that a part had when its edition was published.

    It may have been corrected since.
    """
    word: str = getattr(part, key)
    return word if isinstance(part, WeaponSlot) else part.published.get(key, word)


def published_names(part: "DesignPart | Value") -> tuple[str, ...]:
    """Return the earlier names, labels and nouns of a part: those that were published and then corrected."""
    published = {} if isinstance(part, WeaponSlot) else part.published
    return tuple(word for key, word in published.items() if key in ("name", "label", "noun"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A section of the design form or of the receipt."""

    code: Annotated[str, 'Code of the section, such as "attributes".']
    name: Annotated[str, "Heading of the section."]
    fields: Annotated[
        tuple[str, ...], "Codes of the attributes and slots in the section, in order; empty in the receipt."
    ] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A box of the printed profile, with values and the sum of their points."""

    label: Annotated[str, "Heading of the box."]
    of: Annotated[tuple[str, ...], "Codes of the attributes, slots and values in the box."]
    kinds: Annotated[tuple[str, ...], "Codes of the kinds of profile that have the box; empty for all."] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """A kind of profile, such as a trooper, a captain or a vehicle.

    A game with kinds has a choice with the code "kind" and one option for each kind. A blank choice means the
    first kind.
    """

    code: Annotated[str, 'Code of the kind, such as "captain".']
    name: Annotated[str, "Name of the kind in the game."]
    plural: Annotated[str, "Plural of the name."]
    summary: Summary = ""
    page: Page = 0
    place: Place = ""
    parts: Annotated[
        tuple[str, ...], "Codes of the attributes and slots that profiles of the kind have; empty for all."
    ] = ()
    least: Annotated[int, "Minimum number of models of the kind in a roster."] = 0
    most: Annotated[int | None, "Maximum number of models of the kind in a roster; null for no limit."] = None
    rule: Annotated[
        str, "Code of the rule that is broken if there are fewer or more models; empty for none."
    ] = ""
    level: FindingLevel = "error"
    usual: Annotated[
        int | None, "Number of models in a new unit of the kind; null to use the number of the unit kind."
    ] = None
    joins_later: Annotated[
        bool,
        "Whether profiles of the kind only come into play later, by a rule. Rosters may contain them, but "
        "don't count their models and points.",
    ] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Value:
    """A number of a profile that is calculated, such as a second price, slots used, or a save.

    The value starts at ``base``. If options or properties set it, it starts at the best number that they set.
    Then three things are added: the numbers that attributes, options and properties give, the attributes and
    values in ``of``, and lines from the game's module.

    Units and rosters have values too. Their numbers come from the game's module, and from facts that players
    enter for the roster. The ``kinds`` of such a value are kinds of unit.

    ======= =====================================================================
    price   a further price
    spent   an amount that is used up, at most ``most`` or the value ``most_by``
    stat    a number that players look up
    count   a number of things
    part    a limit or a part of other values; only shown with these values
    play    a number that players look up; shown with its sum and in tables, not in lines and lists
    ======= =====================================================================
    """

    code: Annotated[str, 'Code of the value, such as "save"; unique among attributes, slots and values.']
    name: Annotated[str, "Name of the value in the game."]
    label: Annotated[str, "Short form of the name in stat lines."]
    role: Annotated[ValueRole, "What the value is for; the description of this schema explains each role."]
    page: Page = 0
    place: Place = ""
    summary: Summary = ""
    unit: Annotated[str, 'Unit after the number, such as "mm"; empty for none.'] = ""
    base: Annotated[
        int | None, "Number at which the value starts; null if only options and properties set the start."
    ] = None
    of: Annotated[
        Mapping[str, int],
        "Factors of the attributes and earlier values that are added, by the code of the attribute or value.",
    ] = field(default_factory=dict)
    better: Annotated[
        Literal["higher", "lower"],
        "Whether a higher or a lower number is better; of several start numbers, the best counts.",
    ] = "higher"
    low: Annotated[int | None, "Lowest number; a lower result counts as this. Null for no limit."] = None
    high: Annotated[int | None, "Highest number; a higher result counts as this. Null for no limit."] = None
    most: Annotated[int | None, "Limit of an amount that is used up; null for none."] = None
    most_by: Annotated[str, "Code of the value that is the limit; empty to use ``most``."] = ""
    most_rule: Annotated[
        str, "Code of the rule that is broken if the number is above the limit; empty for none."
    ] = ""
    most_level: FindingLevel = "error"
    show: Annotated[str, 'Text of the value, such as "{value}+"; {most} is its limit.'] = "{value}"
    texts: Annotated[Mapping[str, str], "Words instead of the number, by the number as text."] = field(
        default_factory=dict
    )
    earlier_texts: Annotated[
        tuple[str, ...], "Earlier words instead of the number, which pasted texts may contain."
    ] = ()
    none: Annotated[
        int | None, "Number that means that the profile has no such value; null if there is no such number."
    ] = None
    none_text: Annotated[str, "Text for that number; empty for a dash."] = ""
    estimate: Annotated[str, 'How rough a price is, such as "±50 %"; empty for an exact price.'] = ""
    kinds: Annotated[
        tuple[str, ...], "Codes of the kinds of profile or of unit that have the value; empty for all."
    ] = ()
    published: Published = field(default_factory=dict)

    def word_for(self, number: int | None) -> str:
        """Return the word that replaces a number, such as "highest" or "never".

        Return an empty string if there is none. A value's only text is not a word if it contains a digit:
        "1 shot" and "+0" are other forms of the number.
        """
        if number is None:
            return ""
        if number == self.none:
            return self.none_text
        word = self.texts.get(str(number), "")
        return word if len(self.texts) > 1 or not any(map(str.isdigit, word)) else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitKind:
    """A row of a roster that can contain several profiles, such as a unit or a section."""

    code: Annotated[str, 'Code of the unit kind, such as "section".']
    name: Annotated[str, "Name of the unit kind in the game."]
    plural: Annotated[str, "Plural of the name."]
    kinds: Annotated[
        tuple[str, ...], "Codes of the kinds of profile that can be members; empty for all."
    ] = ()
    attached: Annotated[
        tuple[str, ...], "Codes of the kinds of profile that can be attached; empty for all."
    ] = ()
    least: Annotated[int, "Minimum number of models, not counting attached models."] = 1
    most: Annotated[
        int | None, "Maximum number of models, not counting attached models; null for no limit."
    ] = None
    rule: Annotated[
        str, "Code of the rule that is broken if there are fewer or more models; empty for none."
    ] = ""
    level: FindingLevel = "warning"
    usual: Annotated[
        int | None,
        "Number of models in a new unit; null to use ``least``. A kind of profile may have its own.",
    ] = None
    usual_by: Annotated[
        str,
        "Code of the profile's value that is the number of models in a new unit; empty to use ``usual``.",
    ] = ""
    members_rule: Annotated[
        str, "Code of the rule that is broken if a profile is of another kind; empty for none."
    ] = ""
    members_level: FindingLevel = "warning"
    made_by: Annotated[
        tuple[str, ...],
        "Codes of properties. A new unit is of this unit kind if its profile has one of them, and otherwise "
        "it is not. Empty for any profile.",
    ] = ()
    fields: Annotated[tuple[Attribute, ...], "Facts that are entered for a unit."] = field(
        default=(), hash=False
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class RosterTerms:
    """What a game requires of every roster.

    Rosters in all games have rules about limits, sizes and missing profiles. The fields contain the codes,
    levels and messages of these rules in this game, and the attributes and values that rosters have.
    """

    limit: Annotated[
        LimitKind,
        "Whether a roster has a limit in points: it must, may, or must not have one, or it is always "
        '``points`` ("fixed").',
    ] = "required"
    points: Annotated[int | None, "Limit of a new roster in points; null for none."] = None
    limit_rule: Annotated[str, "Code of the rule that is broken if the points are above the limit."] = "limit"
    limit_level: FindingLevel = "error"
    max_rule: Annotated[
        str,
        "Code of the rule that is broken if there are more models of a profile than its own maximum.",
    ] = "max"
    max_level: FindingLevel = "error"
    profile_rule: Annotated[str, "Code of the rule that is broken if a profile is not in the list."] = (
        "profile"
    )
    empty_rule: Annotated[str, "Code of the rule that is broken if a roster has no models."] = "empty"
    size_rule: Annotated[
        str,
        "Code of the rule that is broken if the limit is not an agreed size of game; empty if any limit is "
        "allowed.",
    ] = ""
    limit_message: Annotated[
        str,
        "Text of the finding above the limit, with {used}, {unit}, {over}, {limit} and {advice}.",
    ] = "{used} {unit}, {over} over the {limit} of this roster: {advice}."
    profile_message: Annotated[
        str, "Text of the finding about a profile that is not in the list, with {profile}."
    ] = "{profile} is not in this list: remove the row, or restore the profile."
    fields: Annotated[tuple[Attribute, ...], "Facts that are entered for a roster."] = ()
    values: Annotated[tuple[Value, ...], "Numbers that are calculated for a roster."] = ()
    additions: Annotated[
        tuple[str, ...],
        "Codes of the yes-or-no attributes that a row of a roster may add to its models. The models then "
        "need no profile of their own.",
    ] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """The game's own words for models, rows of a roster, rosters, prices, leaders and limits."""

    model: Annotated[str, "A model, in the singular."] = "model"
    models: Annotated[str, "Models, in the plural."] = "models"
    unit: Annotated[str, "A row of a roster, in the singular."] = "row"
    units: Annotated[str, "Rows of a roster, in the plural."] = "rows"
    roster: Annotated[str, 'What is fielded in one game, such as "crew" or "army".'] = "roster"
    rosters: Annotated[str, "The same in the plural."] = "rosters"
    price: Annotated[str, 'The sum of a profile in a sentence, such as "price" in "the price of Imp".'] = (
        "price"
    )
    cost: Annotated[str, "Heading of one cost in a table."] = "cost"
    costs: Annotated[str, "Heading of several costs in a table."] = "costs"
    leader: Annotated[str, "A leader, in the singular."] = "leader"
    leaders: Annotated[str, "Leaders, in the plural."] = "leaders"
    limit: Annotated[str, 'The limit of a roster, such as "game size" or "credits".'] = "game size"

    @property
    def a_roster(self) -> str:
        """The word for a roster with its article: "a crew", "an army"."""
        return f"{'an' if self.roster.startswith(tuple('aeiou')) else 'a'} {self.roster}"

    def count(self, number: int) -> str:
        """Return a number of models in words: "1 figure", "12 figures"."""
        return f"{number:,} {self.model if number == 1 else self.models}"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceNames:
    """The readable names of places, such as "Quick reference: shooting"."""

    text: Annotated[str, "Name of the text that the edition was taken from; empty if it has pages."] = ""
    parts: Annotated[
        Mapping[str, str], "Names of the parts of the text, by the number of their first line."
    ] = field(default_factory=dict)
    others: Annotated[str, "Name of all other sources; empty for none."] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RosterCheck:
    """A check of rosters, as data. Its findings have the code of the rule that contains it.

    ======= ===========================================================================
    count   the sum of the matching models is beyond a bound; if a rule has several
            counts, only the first of them that is broken makes a finding
    needs   no fielded model meets one of the conditions of ``of``
    remind  a fielded model meets one of the conditions of ``of``
    ======= ===========================================================================

    A condition is the code of a property that is taken, "attribute=option" of a choice, or "attribute=*" (any
    option, a number other than 0, or a yes).

    In a sum, each model counts as 1. If ``value`` is given, each model counts as its number of this value
    instead. The bound is the number ``most`` or ``exactly``, or a number that is calculated. These words in
    ``most_by`` and ``least_by`` say how:

    =========== =======================================================================
    game        the models of the agreed size of game; for any other limit, one for each
                ``per`` points of the limit, rounded up
    spent       one model for each ``per`` points that the roster costs, rounded up
    limit       the limit of the roster
    =========== =======================================================================

    An empty roster makes no finding, and unknown points are not compared with a bound.
    """

    kind: Annotated[
        RosterCheckKind, "What the check does; the description of this schema explains each kind."
    ]
    level: FindingLevel
    message: Annotated[
        str,
        "Text of the finding, with {count}, {most}, {room}, {over}, {models}, {points} and {advice} of a "
        "count, {missing} of needs, {names} of remind.",
    ]
    one: Annotated[
        str, "Text of the finding if {over} is 1, or if {names} is one name; empty to use ``message``."
    ] = ""
    of: Annotated[
        tuple[str, ...],
        "Conditions. Models that meet one of them are counted, needed or named, depending on the kind. Empty "
        "for all models.",
    ] = ()
    unless: Annotated[
        tuple[str, ...], "Conditions. In the kind remind, models that meet one of them are not named."
    ] = ()
    included: Annotated[
        bool, "Whether the entries that come with picks, such as those in a kit, count as taken."
    ] = False
    value: Annotated[
        str, 'Code of the number of a profile that is added up, or "points"; empty to count models.'
    ] = ""
    room: Annotated[
        tuple[str, ...], "Conditions. Each model that meets one of them raises the maximum by 1."
    ] = ()
    most: Annotated[int | None, "Maximum that is allowed; null for another bound."] = None
    most_with: Annotated[
        Mapping[str, int], "Maximum that is allowed if a fact of the roster is yes, by the code of the fact."
    ] = field(default_factory=dict)
    most_by: Annotated[
        Literal["", "game", "spent"],
        "What the maximum is calculated from: the size of game or the points spent; empty to use ``most``.",
    ] = ""
    per: Annotated[
        str,
        "Key of a number in the catalogue's ``numbers``: one model is allowed for so many points. Empty for "
        "none.",
    ] = ""
    least_by: Annotated[
        Literal["", "limit"], '"limit" if at least the limit must be spent; empty for no lower bound.'
    ] = ""
    exactly: Annotated[int | None, "Count that makes a finding; null for another bound."] = None
    beside: Annotated[
        tuple[str, ...],
        "Conditions. The reminder is only made while a fielded model meets one of them; empty for always.",
    ] = ()
    without: Annotated[
        tuple[str, ...], "Conditions. The reminder is only made while no fielded model meets one of them."
    ] = ()
    where: Annotated[
        Literal["roster", "row"],
        "Place of the finding: the roster, or the row if only one row breaks the rule.",
    ] = "roster"
    page: Annotated[
        int,
        "Page of this check in the printed book, if the rule has several pages; 0 for the rule's first page.",
    ] = 0
    remedies: Annotated[
        tuple[str, ...],
        "Changes of a profile that end the finding without removing a model. They are only proposed if "
        "a single profile is counted.",
    ] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """A legality rule or a ruling, in our words, so that a finding can be looked up.

    ``checked_by`` says what detects a violation:

    ======= ===========================================================================
    data    constraints, bounds, limits and ``checks`` in this catalogue; a program that
            reads the catalogue can judge it
    code    only Musterbook's program code for the game
    partly  the data for some cases, the program code for other cases
    nobody  the rule explains, is calculated, or can't be broken: no finding has its code
    ======= ===========================================================================
    """

    code: Annotated[str, 'Code of the rule in findings, such as "P-54".']
    part: Annotated[str, 'Part of the rules page under which it appears, such as "roster".']
    title: Annotated[str, "Heading of the rule."]
    text: Annotated[str, "The rule, in our words."]
    verdict: Annotated[
        str,
        'Level of the rule\'s findings: "error", "warning" or "note"; or "ruling" if the rule only says how '
        "we read the book.",
    ]
    pages: Annotated[tuple[int, ...], "Pages of the printed book; empty if the book has no pages."] = ()
    reasoning: Annotated[str, "Why we read the book so; empty if there is no doubt."] = ""
    inferred: Annotated[
        bool, "Whether the book does not state the rule, and we concluded it from the book."
    ] = False
    place: Place = ""
    checked_by: Annotated[
        CheckedBy, "What detects that the rule is broken; the description of this schema explains each value."
    ] = "data"
    checks: Annotated[tuple[RosterCheck, ...], "Checks of rosters that belong to the rule."] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A table to look things up in, printed on reference pages and papers."""

    code: Annotated[str, 'Code of the table, such as "thresholds".']
    name: Annotated[str, "Heading of the table."]
    page: Page
    columns: Annotated[tuple[str, ...], "Headings of the columns."]
    rows: Annotated[tuple[tuple[str, ...], ...], "Cells of each row, as many as there are columns."]
    summary: Summary = ""
    part: Annotated[str, "Heading on the reference page under which the table appears; empty for none."] = ""
    place: Place = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """A word of the game with its meaning in one line."""

    code: Annotated[str, "Code of the word."]
    name: Annotated[str, "The word as the book writes it."]
    page: Page
    summary: Summary
    place: Place = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameSize:
    """An agreed size of game."""

    name: Annotated[str, 'Name of the size, such as "Fast".']
    points: Annotated[int, "Limit of a roster in points."]
    models: Annotated[int, "Maximum number of models in a roster of this size."]


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingsChange:
    """A correction of our reading of the rules, in words for players."""

    revision: Annotated[int, "Revision of the rulings that made the correction."]
    date: Annotated[str, "Date of the correction, such as 2026-11-26."]
    text: Annotated[str, "What changed for players."]
    rules: Annotated[tuple[str, ...], "Codes of the rules that were corrected."] = ()

    @property
    def day(self) -> datetime.date:
        """The date of the change."""
        return datetime.date.fromisoformat(self.date)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Catalogue:
    """One edition of a game: what can be bought, what it costs, and our reading of its rules.

    The options, prices and tables of a published edition don't change, but missing ones may be added. A
    ``draft`` may still change. Our reading of the rules may be corrected at any time. Each correction gets a
    new ``revision`` and an item in ``changes``.
    """

    # Catalogues are compared by identity (eq=False). Caches compare them many times a second, and comparing
    # all their contents would take long.

    system: SystemCode
    system_name: Annotated[str, "Name of the game."]
    edition: EditionCode
    author: Annotated[str, "Author of the game."]
    credit: Annotated[str, "Copyright line of the game."]
    notice: Annotated[str, "Notice that Musterbook is not part of the game."]
    points_unit: Annotated[str, 'Unit of prices in the plural, such as "points" or "credits".']
    attributes: Annotated[tuple[Attribute, ...], "Values of a profile that are entered."]
    cost_tables: Annotated[
        tuple[CostTable, ...], "Prices of values, one table for each priced row of the book."
    ] = ()
    multipliers: Annotated[tuple[Multiplier, ...], "Factors of costs."] = ()
    groups: Annotated[tuple[Group, ...], "Groups of properties."] = ()
    properties: Annotated[
        tuple[Property, ...], "Properties that models, weapons, armour and shields can have."
    ] = ()
    spells: Annotated[tuple[Spell, ...], "Spells that models can have."] = ()
    weapon_slots: Annotated[tuple[WeaponSlot, ...], "Places for weapons."] = ()
    pick_slots: Annotated[tuple[PickSlot, ...], "Places for properties and spells."] = ()
    sections: Annotated[tuple[Section, ...], "Parts of the design form, in reading order."] = ()
    receipt: Annotated[tuple[Section, ...], "Parts of the receipt, in reading order."] = ()
    sheet: Annotated[tuple[Column, ...], "Boxes of the printed profile, in the book's order."] = ()
    game_sizes: Annotated[tuple[GameSize, ...], "Agreed sizes of game; empty if there are none."] = ()
    floor: Annotated[
        int | None,
        "Points that a cheaper profile counts as, in rosters and in the prices of other profiles; null for "
        "no floor.",
    ] = None
    floor_rule: Annotated[str, "Code of the note about a total below ``floor``; empty for none."] = ""
    kept_rule: Annotated[
        str, "Code of the note about filled parts of a design that its kind does not have; empty for none."
    ] = ""
    numbers: Annotated[
        Mapping[str, int], "Further numbers of the rules, by name, such as points_per_model."
    ] = field(default_factory=dict)
    rules: Annotated[tuple[Rule, ...], "Rules and rulings, in our words."] = ()
    tables: Annotated[tuple[Table, ...], "Tables to look things up in."] = ()
    terms: Annotated[tuple[Term, ...], "Words of the game with their meanings."] = ()
    setting_words: Annotated[
        str, "Question to the player under the field for the setting of a list; empty for a general one."
    ] = ""
    kinds: Annotated[tuple[Kind, ...], "Kinds of profile; empty if the game has only one."] = ()
    values: Annotated[tuple[Value, ...], "Numbers that are calculated for a profile."] = ()
    unit_kinds: Annotated[
        tuple[UnitKind, ...], "Kinds of unit; empty if each row of a roster has one profile."
    ] = ()
    unit_values: Annotated[tuple[Value, ...], "Numbers that are calculated for a row of a roster."] = ()
    roster: Annotated[RosterTerms, "What the game requires of every roster."] = RosterTerms()
    words: Annotated[Words, "The game's own words."] = Words()
    place_names: Annotated[PlaceNames, "Names of sources, if they have no pages."] = PlaceNames()
    price_name: Annotated[str, "Name of the first price, if there are several; else empty."] = ""
    price_estimate: Annotated[
        str, 'How rough the first price is, such as "±50 %"; empty for an exact price.'
    ] = ""
    summary: Annotated[str, "What the game is, in one line; may be empty."] = ""
    draft: Annotated[bool, "Whether options, prices and tables may still change."] = False
    edition_name: Annotated[
        str, "Name of the edition, if its code is not a name for readers; else empty."
    ] = ""
    identity: Annotated[
        str,
        "Name of the edition in fingerprints, in hexadecimal digits; empty to use a digest of the edition.",
    ] = ""
    earlier_edition_names: Annotated[
        tuple[str, ...], "Earlier names of the edition, which pasted texts may contain."
    ] = ()
    revision: Annotated[int, "Number of the current rulings, from 1."] = 1
    changes: Annotated[tuple[RulingsChange, ...], "Corrections of the rulings."] = ()

    @property
    def edition_title(self) -> str:
        """The name of the edition for readers."""
        return self.edition_name or self.edition

    @property
    def title(self) -> str:
        """The game and the edition for readers: "Unbridled Fury 0.9.0", "Zapp! (text of 2023)"."""
        edition = f"({self.edition_name})" if self.edition_name else self.edition
        return f"{self.system_name} {edition}"

    @property
    def titles(self) -> tuple[str, ...]:
        """The title, and the titles with earlier names of the edition."""
        return (self.title, *(f"{self.system_name} ({name})" for name in self.earlier_edition_names))

    def game_size(self, points: int | None) -> GameSize | None:
        """Return the agreed size of game with this limit in points, or None."""
        return next((size for size in self.game_sizes if size.points == points), None)

    def game_size_name(self, points: int | None) -> str:
        """Return the name of the agreed size of game with this limit in points, or an empty string."""
        size = self.game_size(points)
        return size.name if size else ""

    def kind(self, code: object) -> Kind | None:
        """Return the kind with this code. If there is no such kind, return the first kind.

        If the game has no kinds, return None.
        """
        return next((kind for kind in self.kinds if kind.code == code), self.kinds[0] if self.kinds else None)

    @property
    def additions(self) -> tuple[Attribute, ...]:
        """The yes-or-no attributes that a row of a roster may add to its models."""
        codes = self.roster.additions
        return tuple(part for part in self.attributes if part.code in codes) if codes else ()

    def row_fields(self, unit: str) -> tuple[Attribute, ...]:
        """Return the attributes that players may enter for a row of a roster.

        ``unit`` is the code of the row's kind of unit. In a game without units, the attributes are the
        ``additions``.
        """
        if not self.unit_kinds:
            return self.additions
        return next((kind for kind in self.unit_kinds if kind.code == unit), self.unit_kinds[0]).fields

    def value(self, code: str) -> Value | None:
        """Return the calculated value with this code, or None if the game has no such value."""
        return next((value for value in self.values if value.code == code), None)

    def entries(self) -> tuple[Property, ...]:
        """Return the properties, then the spells."""
        return (*self.properties, *self.spells)
