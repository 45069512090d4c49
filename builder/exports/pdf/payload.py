"""The types of the JSON data of the Typst templates. All texts are ready to typeset."""

from collections.abc import Sequence
from typing import Any, NotRequired, TypedDict, final

JsonData = dict[str, Any]
"""The data of a paper, or of a part that only one template prints."""
Texts = dict[str, str]
"""An object whose values are texts."""


class FindingData(TypedDict):
    """A finding.

    ``word`` is its level as it is printed, such as "Warning". ``page`` is the page of the rulebook. ``who``
    are the names of its profiles or units.
    """

    word: str
    text: str
    page: str
    who: NotRequired[str]
    level: NotRequired[str]


class TraitData(TypedDict):
    """The value of an attribute or the picks of a slot. Each item is a text and its points.

    A ``named`` value needs the attribute's name next to it. ``included`` items are part of a pick.
    """

    name: str
    items: list[list[str]]
    named: NotRequired[bool]
    included: NotRequired[bool]


class TrackData(TypedDict):
    """A row of boxes to tick. ``signs`` has a label for each box. ``shape`` is "square" or "circle"."""

    name: str
    shape: str
    signs: list[str]


class BoxesData(TypedDict):
    """The boxes to tick for one model. If ``each`` is true, there is also a box for the model itself."""

    wounds: int
    wound_notes: list[str]
    shield: bool
    uses: list[JsonData]
    each: bool
    tracks: list[TrackData]


class CommonProfileData(TypedDict):
    """The data of a profile that all papers print.

    ``waits`` names the missing parts of its points. ``shortened`` says that details were left out, or is
    empty. A ``long`` profile may break across pages.
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

    ``rows`` is the number of models that have boxes to tick, and ``more`` is the number of those without.
    ``arms`` are weapons. ``paid`` is the price of all models, and ``apiece`` is the price of one of several.
    ``bare`` are the ``numbers`` before equipment changed them. ``carried`` are the items by table. ``role``,
    ``carried``, ``lines`` and ``line_columns`` are empty, except in a combined table.
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
    """A row of a roster with its models.

    ``words`` describe the unit. ``pairs`` are its numbers with their headings, and ``values`` are the same
    numbers as texts.
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
    """A lookup table of the weapons or items in a roster.

    ``headings`` are texts and the numbers of columns below them. If ``who`` is true, the last column names
    the models. ``more`` is the number of rows that were left out.
    """

    name: str
    columns: list[str]
    rows: list[list[str]]
    headings: NotRequired[list[list[str | int]]]
    who: NotRequired[bool]
    more: NotRequired[int]


class RosterData(TypedDict):
    """A roster for play. If ``units`` is true, its rows are units, otherwise models.

    ``remember`` are the reminders, ``bands`` are the range bands, and ``has`` are the kinds of boxes in use.
    ``side`` are the tracks of the side. ``places`` are the sources of a combined table. ``bare_name`` is the
    name of the numbers before equipment changed them, such as "without gear".
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
