"""The types of the JSON data for Typst templates. All texts in the data are ready to typeset.

In these types, a member is a profile in a row of a roster. A combined table is a table with all models of a
roster, which some games print instead of a block for each profile. Boxes are printed squares and circles that
players tick by pen.
"""

from collections.abc import Sequence
from typing import Any, NotRequired, TypedDict, final

JsonData = dict[str, Any]
"""Data without a type of its own, because only one template uses it."""
Texts = dict[str, str]
"""An object whose values are texts."""


class FindingData(TypedDict):
    """A finding, which is a remark on whether a profile or roster is legal.

    ``word`` is its level as it is printed, such as "Warning". ``page`` is the page of the rulebook. ``who``
    has the names of the profiles or units to which the finding applies.
    """

    word: str
    text: str
    page: str
    who: NotRequired[str]
    level: NotRequired[str]


class TraitData(TypedDict):
    """The value of an attribute, or the picks of a slot.

    Each of the ``items`` is a list with a text and its points. If ``named`` is true, the template must print
    the name before the text. If ``included`` is true, the profile has the items because of another item.
    """

    name: str
    items: list[list[str]]
    named: NotRequired[bool]
    included: NotRequired[bool]


class TrackData(TypedDict):
    """A track, which is a row of boxes. ``signs`` has a label for each box. ``shape`` is square or circle."""

    name: str
    shape: str
    signs: list[str]


class BoxesData(TypedDict):
    """The boxes for one model.

    ``wounds`` is the number of boxes for wounds. ``uses`` are the boxes of weapons that are used up. If
    ``each`` is true, there is one more box for the model.
    """

    wounds: int
    wound_notes: list[str]
    shield: bool
    uses: list[JsonData]
    each: bool
    tracks: list[TrackData]


class CommonProfileData(TypedDict):
    """The data of a profile that all papers print.

    If prices are missing, ``waits`` is a text that names them. If details were left out, ``shortened`` is a
    text that says so. If ``long`` is true, the profile may break across pages.
    """

    name: str
    kind: str
    columns: list[JsonData]
    max: str
    points: str
    prices: list[Texts]
    waits: str
    cells: list[list[str]]
    traits: list[TraitData]
    notes: Sequence[JsonData]
    shortened: str
    long: bool


class ProfileData(CommonProfileData):
    """A profile of a company list."""

    weapons: list[Texts]
    errors: list[FindingData]
    warnings: list[FindingData]


@final
class MemberData(CommonProfileData, BoxesData):
    """A member: the models of a profile in a row of a roster.

    Attributes:
        paid: The price of all models.
        apiece: The price of each model. It is empty if there is only one.
        arms: The weapons.
        rows: The number of models with boxes.
        more: The number of models without boxes, because there are too many.
        leads: Whether the profile is a leader.
        attached: Whether the models are attached to the unit, which has models of another profile.
        numbers: The numbers of the profile, in the order of ``headings``.
        bare: The numbers before equipment changed them, in the order of ``headings``.

    These attributes are only used in a combined table:
        role: The kind of the profile.
        carried: A list of items for each table of items.
        lines: The lines below the model, in the order of ``line_columns``.
    """

    key: str
    count: int
    paid: str
    arms: list[JsonData]
    rows: int
    more: int
    leads: bool
    attached: bool
    apiece: str
    role: str
    headings: list[str]
    numbers: list[str]
    bare: list[str]
    carried: list[list[JsonData]]
    lines: list[JsonData]
    line_columns: list[str]


@final
class UnitData(TypedDict):
    """A row of a roster with its members.

    ``words`` is a short description of the unit. Each of the ``pairs`` is a heading and a number. ``values``
    are the same headings and numbers as texts.
    """

    name: str
    words: str
    paid: str
    prices: list[Texts]
    values: list[str]
    pairs: list[tuple[str, str]]
    members: list[MemberData]
    long: bool
    columns: list[str]


class TableData(TypedDict):
    """A table of the weapons or other items in a roster, to look up in play.

    Each of the ``headings`` is a text and the number of columns below it. If ``who`` is true, the last column
    has the names of the profiles with the item. ``more`` is the number of rows that were left out.
    """

    name: str
    columns: list[str]
    rows: list[list[str]]
    headings: NotRequired[list[list[str | int]]]
    who: NotRequired[bool]
    more: NotRequired[int]


class RosterData(TypedDict):
    """A roster for play.

    Attributes:
        leads: Whether the game has leaders.
        units: Whether the rows are printed as units with members.
        entries: The rows of the roster.
        summoned: The profiles that the roster summons.
        remember: The findings to remember in play.
        bands: The names of the range bands.
        has: Which kinds of boxes the roster uses.
        legend: What the boxes mean.
        side: The tracks that count something for the player, not for a model.
        items: The tables of items.
        rows: How the play sheet of the game says that rows are printed. "table" is a combined table.
        places: The places in the rulebook from which a combined table has its items.
        bare_name: The label of numbers before equipment changed them, such as "without gear".
        values: The tables of values.
    """

    title: str
    list: str
    game: str
    totals: list[Texts]
    leads: bool
    leader_word: str
    leader: list[Texts]
    stamp: JsonData
    units: bool
    entries: list[UnitData]
    summoned: list[UnitData]
    remember: Sequence[FindingData]
    bands: Sequence[str]
    armour: Sequence[str]
    has: JsonData
    legend: Sequence[JsonData]
    side: Sequence[TrackData]
    items: Sequence[TableData]
    rows: str
    places: Sequence[str]
    bare_name: str
    values: Sequence[TableData]
