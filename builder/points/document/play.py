"""The play sheet of an edition: data for printed documents and summaries, such as which model is a leader.

The play sheet is not part of the catalogue, because its data doesn't change the price of a list or whether
the list is legal. Therefore it can get more data without a new edition. The text in a field's ``Annotated``
type describes the field, also in the API's schema.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Literal

from builder.points.document.design import Design
from builder.points.rules.catalogue import Page

BoxShape = Literal["square", "circle"]
StateOwner = Literal["row", "model"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsShare:
    """The part of a model's points that is spent on one purpose, such as combat."""

    name: Annotated[str, 'Name of the part, such as "Combat".']
    of: Annotated[tuple[str, ...], "Codes of the attributes and slots whose points are added."]


@dataclass(frozen=True, slots=True, kw_only=True)
class WoundRule:
    """A property that changes how many wounds remove its model."""

    property: Annotated[str, "Code of the property."]
    page: Page
    takes: Annotated[int, "Number of wounds that remove the model; 0 for the usual number."] = 0
    more: Annotated[int, "Wounds that it takes in addition to the usual number."] = 0
    never: Annotated[bool, "Whether the model is never wounded, only destroyed."] = False
    note: Annotated[str, "What to remember with the number, in our words; empty for nothing."] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wounds:
    """How many wounds remove a model."""

    takes: Annotated[int, "Number of wounds that remove a model without one of the properties in ``rules``."]
    page: Page
    rules: Annotated[tuple[WoundRule, ...], "Properties that change the number."] = ()

    def taken_with(self, taken: Collection[str]) -> int:
        """Return the number of wounds that remove a model. ``taken`` are the codes of its properties.

        A model that is never wounded has the number 1. For other models, the number is the highest ``takes``
        of the rules (or the usual number) plus the ``more`` of all rules.
        """
        rules = self.rules_of(taken)
        if any(rule.never for rule in rules):
            return 1
        takes = max((rule.takes for rule in rules if rule.takes), default=self.takes)
        return takes + sum(rule.more for rule in rules)

    def rules_of(self, taken: Collection[str]) -> tuple[WoundRule, ...]:
        """Return the rules that apply to a model. ``taken`` are the codes of its properties."""
        return tuple(rule for rule in self.rules if rule.property in taken)


@dataclass(frozen=True, slots=True, kw_only=True)
class Bands:
    """The range bands of weapons. Each further band is harder to hit in."""

    width: Annotated[str, 'Code of the number of a weapon that is the width of a band, such as "range".']
    unit: Annotated[str, 'Unit after a distance, such as "″".']
    page: Page
    shown: Annotated[int, "Number of bands on paper."]
    step: Annotated[int, "Change of the roll for each further band, such as -1."]
    at_most: Annotated[
        Mapping[str, int], "Number of bands of a weapon with a certain property, by the code of the property."
    ] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Piercing:
    """The table of the catalogue that says how far weapons reduce armour.

    Each row is named after a property of weapons. The first row is for weapons without these properties.
    """

    table: Annotated[str, "Code of the table in the catalogue."]
    page: Page


@dataclass(frozen=True, slots=True, kw_only=True)
class Boxes:
    """Boxes to tick for the models of a row, or for all of a side."""

    name: Annotated[str, "What the boxes count."]
    of: Annotated[
        str,
        "Code of the number of a model, or of the fact of the roster, that is the number of boxes; empty "
        "for one box for each model.",
    ] = ""
    least: Annotated[int, "Least number that has boxes; below it there are none."] = 1
    shape: Annotated[BoxShape, "Shape of a box."] = "square"
    marks: Annotated[str, "What to write into the boxes."] = ""
    at: Annotated[
        Mapping[str, str],
        "Signs in boxes, by the code of another number, such as a break point: each sign is in the box with "
        "which the number of boxes left falls to the other number.",
    ] = field(default_factory=dict)
    per: Annotated[
        int,
        "Amount for each box; the last box has what is left. With more than 1, a box shows the amount so "
        "far.",
    ] = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """A state that a row of a roster or a model can get in play. Battle sheets have a box for it."""

    name: Annotated[str, 'Name of the state, such as "Stunned".']
    having: Annotated[
        tuple[str, ...],
        'Codes of attributes, values, kinds or entries, or "attribute=option": a row with one of them has '
        "the box. Empty for all rows.",
    ] = ()
    unless: Annotated[tuple[str, ...], "Codes as in ``having``: a row with one of them has no box."] = ()
    each: Annotated[StateOwner, "Whether each row or each model has a box."] = "row"
    by_name: Annotated[
        bool, "Whether each weapon or pick in ``having`` has a box of its own, with its name."
    ] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class LookupTable:
    """A table that explains a roster. It shows entries of groups, or numbers of profiles."""

    name: Annotated[str, "Heading of the table."]
    of: Annotated[tuple[str, ...], "Codes of the groups, or of the attributes and values, that it contains."]
    columns: Annotated[
        tuple[str, ...],
        "Codes of the columns of an item table, which is then printed for every roster and without the names "
        "of the owners. Empty for all columns of the group.",
    ] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Lines:
    """Lines below each model, if a roster is printed as one table. All lines share the same headings.

    Without a ``name``, there is a line for each entry of the group that the model has. With a ``name``, there
    is one line, with the model's own numbers.
    """

    of: Annotated[str, "Code of the group."]
    columns: Annotated[Mapping[str, str], "Codes of the numbers in the columns, by heading."]
    name: Annotated[
        str,
        "Name of the line of the model's own numbers, if it has nothing of the group; empty for a line "
        "for each entry.",
    ] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class About:
    """The description of a game and its sources."""

    here: Annotated[str, "How much of the game is available here."]
    missing: Annotated[str, "What the source of the edition does not contain."]
    book: Annotated[str, "Where the rulebook is available."]
    tagline: Annotated[str, "The game in a few words, for a list of games; may be empty."] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaySheet:
    """The data of one edition for printed documents and summaries, other than its prices."""

    begins: Annotated[
        tuple[str, ...], "Codes of the kinds of which every list has a profile; a new list begins with them."
    ] = ()
    leader: Annotated[str, "Code of the attribute that makes a model a leader; empty if there is none."] = ""
    models_by: Annotated[
        str, 'Code of the attribute by which models are counted in summaries, such as "size"; empty for none.'
    ] = ""
    shares: Annotated[tuple[PointsShare, ...], "Parts of a model's points by purpose."] = ()
    wounds: Annotated[
        Wounds | None, "How many wounds remove a model; null if the game does not count wounds."
    ] = None
    shield: Annotated[
        str, "Code of the attribute that gives a model a shield that can break; empty if there is none."
    ] = ""
    bands: Annotated[Bands | None, "Range bands; null if there are none."] = None
    piercing: Annotated[Piercing | None, "What weapons take off armour; null if that is not in a table."] = (
        None
    )
    uses: Annotated[
        Mapping[str, int], "Number of times that a weapon can be used, by the code of its property."
    ] = field(default_factory=dict)
    brings: Annotated[
        tuple[str, ...], "Codes of the properties whose profiles come into play without a row in the roster."
    ] = ()
    remember: Annotated[tuple[str, ...], "Codes of the rules whose notes are printed on a roster."] = ()
    tables: Annotated[
        tuple[str, ...], "Codes of the tables of the catalogue that are printed with the glossary."
    ] = ()
    tables_for: Annotated[
        Mapping[str, tuple[str, ...]],
        "Codes of attributes, slots, values or kinds, by the code of a table: the table is printed only for "
        "rosters that have one of them.",
    ] = field(default_factory=dict)
    table_summaries: Annotated[bool, "Whether the summaries of the tables in ``tables`` are printed too."] = (
        False
    )
    table_columns: Annotated[int, "Number of tables side by side."] = 1
    numbers: Annotated[
        tuple[str, ...], "Codes of the numbers in a row of a roster; empty for the stat line."
    ] = ()
    boxes: Annotated[tuple[Boxes, ...], "Boxes to tick for the models of a row."] = ()
    item_tables: Annotated[tuple[LookupTable, ...], "Tables of the entries that a roster uses."] = ()
    value_tables: Annotated[tuple[LookupTable, ...], "Tables of numbers with a row for each profile."] = ()
    explained: Annotated[
        tuple[str, ...], "Codes of the groups whose entries are explained in one line each on the roster."
    ] = ()
    side_boxes: Annotated[
        tuple[Boxes, ...], "Boxes to tick for all of a side; their number is a fact of the roster."
    ] = ()
    ticked: Annotated[tuple[str, ...], "Codes of the groups whose picks have a circle to tick."] = ()
    summed: Annotated[
        tuple[str, ...],
        "Codes of the groups whose picks have a line on battle sheets to write a running total on.",
    ] = ()
    unsaid: Annotated[
        tuple[str, ...],
        "Codes of the groups that matter only when you make a list; the glossary of a roster leaves them "
        "out.",
    ] = ()
    beside: Annotated[
        Mapping[str, str],
        'How an entry\'s own numbers are written after its name, such as "{activation}/{strain}", by '
        "group. A part between commas is left out if its number is missing.",
    ] = field(default_factory=dict)
    rows: Annotated[
        Literal["blocks", "table"],
        'How a roster is printed: a block for each model, or one table for all ("table").',
    ] = "blocks"
    lines: Annotated[tuple[Lines, ...], "Lines below each model, if there is one table for all."] = ()
    named: Annotated[
        tuple[str, ...],
        "Codes of the groups whose picks have the label of their slot before them, if there is one table "
        "for all.",
    ] = ()
    bare: Annotated[
        Mapping[str, str],
        "Codes of the numbers in brackets after a number in ``numbers``, by its code; for a stat without "
        "gear, for example.",
    ] = field(default_factory=dict)
    bare_name: Annotated[str, 'What the numbers in brackets are, such as "without gear"; empty for none.'] = (
        ""
    )
    turns: Annotated[int, "Number of turns to mark on a battle sheet; 0 if the game has no turns."] = 0
    turn_table: Annotated[
        str, "Code of the table of the catalogue with a row for each turn; empty for none."
    ] = ""
    turn_table_name: Annotated[str, "What the second column of that table says; empty for none."] = ""
    states: Annotated[tuple[State, ...], "Further boxes of rows or models on battle sheets."] = ()
    summary: Annotated[
        str, "What the game is, in one line, for editions whose catalogue has no summary; else empty."
    ] = ""
    about: Annotated[About | None, "What the page of the game says about its sources; null for nothing."] = (
        None
    )

    def is_leader(self, design: Design) -> bool:
        """Return whether a model of this design is a leader."""
        return bool(self.leader and design.values.get(self.leader))
