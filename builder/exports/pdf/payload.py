"""The types of the JSON data for Typst templates. All texts in the data are ready to typeset.

A member is a profile in a row of a roster. Some games print a combined table of all models instead of a block
for each profile. Boxes are printed squares and circles that players tick by pen.
"""

from collections.abc import Sequence
from typing import Any, NotRequired, TypedDict, final

JsonData = dict[str, Any]
"""Data without a type of its own, because only one template uses it."""
Texts = dict[str, str]
"""An object whose values are texts."""


class FindingData(TypedDict):
    """A finding: a remark on whether a profile or roster is legal.

    ``label`` is its level as it is printed, such as "Warning". ``names`` are the profiles or units to which
    it applies.
    """

    label: str
    text: str
    page: str
    names: NotRequired[str]
    level: NotRequired[str]


class TraitData(TypedDict):
    """The value of an attribute, or the picks of a slot. Each item is a text and its points.

    If ``shows_name`` is true, rosters and pictures print the name before the text. If ``is_included`` is
    true, the profile has the items because of another item.
    """

    name: str
    items: list[list[str]]
    shows_name: NotRequired[bool]
    is_included: NotRequired[bool]


class TrackData(TypedDict):
    """A row of boxes. ``signs`` has a label for each box. ``shape`` is "square" or "circle"."""

    name: str
    shape: str
    signs: list[str]


class BoxesData(TypedDict):
    """The boxes of one model. ``uses`` are the weapons that are used up, each with its number of boxes."""

    wounds: int
    wound_notes: list[str]
    has_shield: bool
    uses: list[JsonData]
    has_model_box: bool
    tracks: list[TrackData]


class CommonProfileData(TypedDict):
    """The data of a profile that all papers print.

    ``missing_prices`` and ``shortened_note`` are sentences for the reader. They are empty if no price is
    missing and no detail was left out. If ``may_break`` is true, the profile may break across pages.
    """

    name: str
    kind: str
    columns: list[JsonData]
    max: str
    points: str
    prices: list[Texts]
    missing_prices: str
    cells: list[list[str]]
    traits: list[TraitData]
    notes: Sequence[JsonData]
    shortened_note: str
    may_break: bool


class ProfileData(CommonProfileData):
    """A profile of a company list."""

    weapons: list[Texts]
    errors: list[FindingData]
    warnings: list[FindingData]


@final
class MemberData(CommonProfileData, BoxesData):
    """The models of a profile in a row of a roster.

    ``total_price`` is the price of all models. ``price_each`` is empty if there is only one. The numbers are
    in the order of ``headings``. ``bare_numbers`` are those before equipment changed them.

    ``table_kind``, ``items_by_table`` and ``lines`` are only filled for a combined table. ``lines`` are
    printed below the model, with numbers in the order of ``line_headings``.
    """

    key: str
    count: int
    total_price: str
    weapon_rows: list[JsonData]
    models_with_boxes: int
    models_without_boxes: int
    is_leader: bool
    is_attached: bool
    price_each: str
    table_kind: str
    headings: list[str]
    numbers: list[str]
    bare_numbers: list[str]
    items_by_table: list[list[JsonData]]
    lines: list[JsonData]
    line_headings: list[str]


@final
class UnitData(TypedDict):
    """A row of a roster with its members.

    ``headings`` are those of the members' numbers. ``values`` are the unit's own numbers, each after its
    heading.
    """

    name: str
    description: str
    total_price: str
    prices: list[Texts]
    values: list[tuple[str, str]]
    members: list[MemberData]
    may_break: bool
    headings: list[str]


class TableData(TypedDict):
    """A table of the weapons or other items in a roster, to look up in play.

    Each upper heading is a text and the number of columns below it. If ``has_owners`` is true, the last
    column has the names of the profiles with the item.
    """

    name: str
    columns: list[str]
    rows: list[list[str]]
    upper_headings: NotRequired[list[list[str | int]]]
    has_owners: NotRequired[bool]
    omitted_rows: NotRequired[int]


class RosterData(TypedDict):
    """A roster for play.

    Attributes:
        has_leaders: Whether the game has leaders.
        has_units: Whether the rows are printed as units with members.
        used_boxes: For each kind of boxes, whether the roster has any.
        side_tracks: The tracks that count something for the player, not for a model.
        row_style: The ``rows`` of the play sheet. "table" is a combined table.
        item_sources: The places in the rulebook of the items in a combined table.
        bare_name: The label of bare numbers, such as "without gear".
    """

    title: str
    list_name: str
    game_text: str
    totals: list[Texts]
    has_leaders: bool
    leader_word: str
    leaders: list[Texts]
    stamp: JsonData
    has_units: bool
    entries: list[UnitData]
    summoned: list[UnitData]
    reminders: Sequence[FindingData]
    band_names: Sequence[str]
    armour_names: Sequence[str]
    used_boxes: JsonData
    legend: Sequence[JsonData]
    side_tracks: Sequence[TrackData]
    item_tables: Sequence[TableData]
    row_style: str
    item_sources: Sequence[str]
    bare_name: str
    value_tables: Sequence[TableData]
