"""What papers and summaries need of a game besides its prices: who leads, what a part of the points is for.

It stands beside the catalogue and not in it: nothing here changes what a list costs or whether it is
legal, so it may grow without a new edition.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Literal

from builder.points.document.design import Design


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsShare:
    """A part of a model's points by what they are for: those of these attributes and slots, by code."""

    name: str
    of: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class WoundRule:
    """What a property does to the wounds of its model: ``takes`` so many, or ``more`` than others.

    ``never`` is a model that cannot be wounded and is only ever destroyed. ``note`` is what is to be
    known beside the number, in our words; ``page`` is the property's.
    """

    property: str
    page: int
    takes: int = 0
    more: int = 0
    never: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wounds:
    """How many wounds make an end of a model: ``takes``, unless its properties say otherwise."""

    takes: int
    page: int
    rules: tuple[WoundRule, ...] = ()

    def taken_with(self, taken: Collection[str]) -> int:
        """The wounds that a model with these properties takes; of two rules the larger number counts."""
        rules = self.rules_of(taken)
        if any(rule.never for rule in rules):
            return 1
        takes = max((rule.takes for rule in rules if rule.takes), default=self.takes)
        return takes + sum(rule.more for rule in rules)

    def rules_of(self, taken: Collection[str]) -> tuple[WoundRule, ...]:
        """The rules that apply to a model with these properties."""
        return tuple(rule for rule in self.rules if rule.property in taken)


@dataclass(frozen=True, slots=True, kw_only=True)
class Bands:
    """Range bands: as wide as a weapon's field ``width``, each ``step`` harder to hit in than the one before.

    ``shown`` are put on paper; ``at_most`` gives fewer to weapons with a property. ``unit`` is set
    behind a distance.
    """

    width: str
    unit: str
    page: int
    shown: int
    step: int
    at_most: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Piercing:
    """What a weapon takes off armour: the row of a table of the catalogue that is named by its property.

    The first row is that of weapons which no other row names.
    """

    table: str
    page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Boxes:
    """Boxes to tick beside the models of a row: one for each, or as many as a number of theirs says.

    ``of`` is that number: a value that is worked out, or a number of the design; "" is one for each model.
    Fewer than ``least`` need no boxes. ``marks`` says what is written into them. ``at`` are signs by values:
    each stands in the box with whose loss the number falls to that value. With ``per`` a box is so many of
    the number, the last one what is left, and how far the number then is stands in each.
    """

    name: str
    of: str = ""
    least: int = 1
    shape: Literal["square", "circle"] = "square"
    marks: str = ""
    at: Mapping[str, str] = field(default_factory=dict)
    per: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """What a row of a roster or each of its models may come to be: a box of its own on a battle sheet.

    ``having`` are parts, values, kinds or entries, of which it takes one ("magic=low": a part by what is
    chosen); empty for all. ``unless`` are those that rule it out. With ``by_name`` there is a box for each
    weapon or pick that is in ``having``, by its name: one that jams.
    """

    name: str
    having: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()
    each: Literal["row", "model"] = "row"
    by_name: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class LookupTable:
    """One table of what a roster uses: the entries of these groups, or these numbers of every profile.

    An item table with ``columns`` has only these, also those that are worked out, and does not say who has
    what: it stands with what is looked up, whatever the rows of the roster are.
    """

    name: str
    of: tuple[str, ...]
    columns: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Lines:
    """Lines below a model in the one table of a roster, under headings that all lines share.

    Without a ``name`` each entry that the model has of the group ``of`` is a line, with its numbers. With
    one there is a single line of the model's own numbers, named by what it has of the group if it has any.
    ``columns`` are the numbers by their headings.
    """

    of: str
    columns: Mapping[str, str]
    name: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class About:
    """What its page says of a game besides its author: how much of it is ``here``, what is ``missing``
    in the text that it was taken from, and where its ``book`` is to be had, or how to look for it.
    """

    here: str
    missing: str
    book: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaySheet:
    """One edition at the table.

    ``leader`` is the attribute that makes a model the leader, ``models_by`` the one by which models are
    counted, ``shield`` the one that gives it a shield to break; "" where the game has none. ``uses`` are
    weapon properties that can be used up, with how often. ``brings`` are the properties whose profiles
    come to the table without a row of their own in a roster. ``remember`` are rules whose notes matter
    in play; ``tables`` are those of the catalogue that are printed beside the glossary, with their summaries
    where ``table_summaries`` says so, so many of them side by side as ``table_columns`` says. One that
    ``tables_for`` names is printed only where a profile has one of these parts or values, or is of one of
    these kinds.

    ``numbers`` are the values and numbers that stand in a row of a roster (empty: the stat line), ``boxes``
    what is ticked beside it; ``side_boxes`` are those of the whole side, as many as a fact of the roster
    says. Each pick of the groups in ``ticked`` has a circle of its own. ``item_tables`` are made of groups,
    with their columns, ``value_tables`` of values and numbers, a row for each profile. ``explained`` are
    groups whose entries are said in a line each on the roster itself; those of the groups in ``unsaid``
    matter in making a list alone, and its glossary has none of them. ``beside`` is how an entry's own numbers
    stand behind its name, by group: "{activation}/{strain}"; between commas a part that lacks a number is
    left out. With ``rows`` as "table" all models share one table: two or three lines each, with what they
    have of the groups of the item tables, which are not printed then; what is picked of the groups in
    ``named`` has the label of its slot before it there; ``lines`` are set below each. ``bare``
    are numbers that stand small beside one of ``numbers`` where they differ: a stat without gear, explained
    by ``bare_name``.

    A battle sheet counts ``turns``, so many, where the game has turns; ``turn_table`` is a table of the
    catalogue with a row for each of them, ``turn_table_name`` what it tells: when reserves arrive.
    ``states`` are what its boxes mark besides wounds, shields, uses and ``boxes``.

    ``summary`` says what the game is, for editions that were published before catalogues had one; ``about``
    says more, on the game's page.
    """

    leader: str = ""
    models_by: str = ""
    shares: tuple[PointsShare, ...] = ()
    wounds: Wounds | None = None
    shield: str = ""
    bands: Bands | None = None
    piercing: Piercing | None = None
    uses: Mapping[str, int] = field(default_factory=dict)
    brings: tuple[str, ...] = ()
    remember: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()
    tables_for: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    table_summaries: bool = False
    table_columns: int = 1
    numbers: tuple[str, ...] = ()
    boxes: tuple[Boxes, ...] = ()
    item_tables: tuple[LookupTable, ...] = ()
    value_tables: tuple[LookupTable, ...] = ()
    explained: tuple[str, ...] = ()
    side_boxes: tuple[Boxes, ...] = ()
    ticked: tuple[str, ...] = ()
    unsaid: tuple[str, ...] = ()
    beside: Mapping[str, str] = field(default_factory=dict)
    rows: Literal["blocks", "table"] = "blocks"
    lines: tuple[Lines, ...] = ()
    named: tuple[str, ...] = ()
    bare: Mapping[str, str] = field(default_factory=dict)
    bare_name: str = ""
    turns: int = 0
    turn_table: str = ""
    turn_table_name: str = ""
    states: tuple[State, ...] = ()
    summary: str = ""
    about: About | None = None

    def is_leader(self, design: Design) -> bool:
        """Whether a model of this design is a leader."""
        return bool(self.leader and design.values.get(self.leader))
