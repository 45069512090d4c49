"""The types of the JSON data of the Typst templates. All texts are ready to typeset."""

from collections.abc import Sequence
from typing import Any, NotRequired, TypedDict, final

JsonData = dict[str, Any]
"""The data of a paper, or of a part that only one template has."""
Texts = dict[str, str]
"""An object whose values are texts."""


class FindingData(TypedDict):
    """A finding. ``word`` is its level as a word, such as "Warning"; ``who`` is the name of its profile."""

    word: str
    text: str
    page: str
    who: NotRequired[str]
    level: NotRequired[str]


class TraitData(TypedDict):
    """The value of an attribute or the picks of a slot; each item is a text and its points.

    ``named`` values need the attribute's name next to them; ``included`` items come with a pick.
    """

    name: str
    items: list[list[str]]
    named: NotRequired[bool]
    included: NotRequired[bool]


class TrackData(TypedDict):
    """A row of boxes to tick. ``signs`` has a label for each box; ``shape`` is "square" or "circle"."""

    name: str
    shape: str
    signs: list[str]


class BoxesData(TypedDict):
    """The boxes to tick for one model; with ``each``, a box for the model itself."""

    wounds: int
    wound_notes: list[str]
    shield: bool
    uses: list[JsonData]
    each: bool
    tracks: list[TrackData]


class CommonProfileData(TypedDict):
    """The data of a profile that all papers print.

    ``waits`` names the missing parts of its points. ``shortened`` is a note that details were left out. A
    ``long`` profile may break across pages.
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
    """The models of a profile in a row of a roster.

    ``rows`` models have boxes to tick, and ``more`` models have none. ``arms`` are weapons. ``paid`` is the
    price of all models, ``apiece`` the price of one. The fields after ``leads`` are empty, except in units
    and combined tables. ``bare`` are the ``numbers`` before equipment changed them, ``carried`` the items by
    table.
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
    """A row of a roster with its models. ``words`` describe the unit; ``pairs`` are labels and values."""

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
    """A lookup table of the weapons or items in a roster.

    ``headings`` are texts and the numbers of columns below them. With ``who``, the last column names the
    models. ``more`` is the number of rows that were left out.
    """

    name: str
    columns: list[str]
    rows: list[list[str]]
    headings: NotRequired[list[list[str | int]]]
    who: NotRequired[bool]
    more: NotRequired[int]


class RosterData(TypedDict):
    """A roster for play; its rows are ``units`` in games that have them, else models.

    ``remember`` are the reminders, ``bands`` the range bands, ``has`` the kinds of boxes in use, ``side`` the
    tracks of the side, ``places`` the sources of the table, ``bare_name`` the name of the bare numbers.
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
