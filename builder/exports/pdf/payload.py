"""The types of the JSON data of paper templates. Their texts are ready to typeset."""

from collections.abc import Sequence
from typing import Any, NotRequired, TypedDict, final

JsonData = dict[str, Any]
"""The data of a paper, or of a part that only one template has."""
Texts = dict[str, str]
"""Texts by name."""


class FindingData(TypedDict):
    """A finding; ``who`` is the name of its profile."""

    word: str
    text: str
    page: str
    who: NotRequired[str]
    level: NotRequired[str]


class TraitData(TypedDict):
    """Items under a name, each a text with its points."""

    name: str
    items: list[list[str]]
    named: NotRequired[bool]
    included: NotRequired[bool]


class TrackData(TypedDict):
    """Boxes to tick, one for each sign."""

    name: str
    shape: str
    signs: list[str]


class BoxesData(TypedDict):
    """The boxes to tick for one model."""

    wounds: int
    wound_notes: list[str]
    shield: bool
    uses: list[JsonData]
    each: bool
    tracks: list[TrackData]


class CommonProfileData(TypedDict):
    """Data of a profile that all papers show."""

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
    """A number of models of a profile in a roster; ``rows`` have boxes, and ``more`` have none.

    The fields after ``leads`` are empty if rows are not units, or if there is no combined table.
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
    """A row of a roster with its models."""

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
    """A table of what the models of a roster have."""

    name: str
    columns: list[str]
    rows: list[list[str]]
    headings: NotRequired[list[list[str | int]]]
    who: NotRequired[bool]
    more: NotRequired[int]


class RosterData(TypedDict):
    """A roster for play; its rows are ``units`` in games that have them, else models."""

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
