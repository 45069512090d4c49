"""The types of the JSON data for Typst templates. All texts in the data are ready to typeset.

The data of a template is a ``PaperData``, ``EventData``, ``ChatPictureData`` or ``LinkPictureData``.

A member is a profile in a row of a roster. Some games print a combined table of all models instead of a block
for each profile. Boxes are printed squares and circles that players tick by pen.
"""

from collections.abc import Sequence
from typing import Literal, NotRequired, TypedDict, final

from builder.exports.pdf.qr import QrCode

# ------------------------------------------------------------------ texts of players


MarkedRun = tuple[str, str]
"""Marks and a text. The marks are letters: "b" is bold, "i" is italic, "c" is code, and "s" is struck out.

With the mark "o", a circle is printed for each letter of the text.
"""
Run = str | MarkedRun
"""A part of a text. The run "\\n" breaks the line."""
ListKind = Literal["bullet_list", "ordered_list"]
ParagraphKind = Literal["text", "fine", "notes"]
"""The style of a paragraph. "fine" has small letters, and "notes" are the player's notes."""


class TextBlock(TypedDict):
    """A paragraph, a heading, or lines of code."""

    kind: Literal["paragraph", "heading", "code"]
    runs: list[Run]


class ListBlock(TypedDict):
    """A list. ``start`` is the number of its first item."""

    kind: ListKind
    start: int
    items: list[list["Block"]]


class QuoteBlock(TypedDict):
    """A quote."""

    kind: Literal["quote"]
    blocks: list["Block"]


class TableBlock(TypedDict):
    """A table. Its first row is the head."""

    kind: Literal["table"]
    column_count: int
    rows: list[list[list[Run]]]


class RuleBlock(TypedDict):
    """A horizontal line."""

    kind: Literal["rule"]


Block = TextBlock | ListBlock | QuoteBlock | TableBlock | RuleBlock


class ParagraphData(TypedDict):
    """A paragraph of a card or design sheet."""

    kind: ParagraphKind
    runs: list[MarkedRun]


# ------------------------------------------------------------------ profiles


class ColumnData(TypedDict):
    """A column of the stat line. Those of weapons are wide."""

    label: str
    is_wide: bool


class PriceData(TypedDict):
    """A named price. ``estimate`` is the word for an estimate, or empty."""

    name: str
    value: str
    estimate: str


class WeaponData(TypedDict):
    """A weapon with the codes of its properties."""

    name: str
    codes: str
    points: str


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


class UsesData(TypedDict):
    """A weapon that is used up, with its number of boxes."""

    name: str
    times: int


class BlankBoxesData(TypedDict):
    """The boxes of a blank card."""

    wounds: int
    has_shield: bool
    uses: list[UsesData]
    tracks: list[TrackData]


class BoxesData(BlankBoxesData):
    """The boxes of one model."""

    wound_notes: list[str]
    has_model_box: bool


class CommonProfileData(TypedDict):
    """The data of a profile that all papers print.

    ``missing_prices`` and ``shortened_note`` are sentences for the reader. They are empty if no price is
    missing and no detail was left out. If ``may_break`` is true, the profile may break across pages.
    """

    name: str
    kind: str
    columns: list[ColumnData]
    max: str
    points: str
    prices: list[PriceData]
    missing_prices: str
    cells: list[list[str]]
    traits: list[TraitData]
    notes: Sequence[Block]
    shortened_note: str
    may_break: bool


class ProfileData(CommonProfileData):
    """A profile of a company list."""

    weapons: list[WeaponData]
    errors: list[FindingData]
    warnings: list[FindingData]


# ------------------------------------------------------------------ rosters


class WeaponRowData(TypedDict):
    """A weapon with its range bands, and the numbers by which it reduces each kind of armour."""

    name: str
    is_default: bool
    codes: str
    bands: Sequence[str]
    pierces: Sequence[str]


class TableItemData(TypedDict):
    """An item in a combined table. If ``is_ticked`` is true, it has a circle to tick."""

    name: str
    numbers: str
    is_ticked: bool


class LineData(TypedDict):
    """A line below a model in a combined table."""

    name: str
    cells: list[str]


class CommonMemberData(BoxesData):
    """The data of a member that the roster for play and the battle sheet print.

    ``total_price`` is the price of all models. ``price_each`` is empty if there is only one. The numbers are
    in the order of ``headings``. ``bare_numbers`` are those before equipment changed them.
    """

    name: str
    kind: str
    count: int
    total_price: str
    price_each: str
    missing_prices: str
    shortened_note: str
    models_with_boxes: int
    models_without_boxes: int
    is_leader: bool
    is_attached: bool
    headings: list[str]
    numbers: list[str]
    bare_numbers: list[str]
    may_break: bool


@final
class MemberData(CommonProfileData, CommonMemberData):
    """The models of a profile in a row of a roster.

    ``table_kind``, ``items_by_table`` and ``lines`` are only filled for a combined table. ``lines`` are
    printed below the model, with numbers in the order of ``line_headings``.
    """

    key: str
    weapon_rows: list[WeaponRowData]
    table_kind: str
    items_by_table: list[list[TableItemData]]
    lines: list[LineData]
    line_headings: list[str]


class UnitHeadingData(TypedDict):
    """The name, description and price above the members of a unit."""

    name: str
    description: str
    total_price: str


@final
class UnitData(UnitHeadingData):
    """A row of a roster with its members.

    ``headings`` are those of the members' numbers. ``values`` are the unit's own numbers, each after its
    heading.
    """

    prices: list[PriceData]
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


class TotalData(TypedDict):
    """A total of a roster. ``of`` is the limit, such as "of 500", or empty."""

    name: str
    value: str
    of: str


class LeaderData(TypedDict):
    """A leader of a roster. ``attribute`` is empty if it only says that the profile is a leader."""

    name: str
    attribute: str
    value: str


class StampTextsData(TypedDict):
    """The word in a stamp, such as "Legal", and the text below it."""

    status: str
    details: str


class StampData(StampTextsData):
    """A stamp that shows whether a roster is legal, and the errors below it."""

    errors: list[FindingData]


class BoxKindData(TypedDict):
    """A kind of boxes in the legend. ``shape`` is "square", "circle" or "shield"."""

    name: str
    shape: str
    meaning: str


class UsedBoxesData(TypedDict):
    """For each kind of boxes, whether the roster has any."""

    wounds: bool
    shield: bool
    uses: bool


class CommonRosterData(TypedDict):
    """The data of a roster that the roster for play and the battle sheet print.

    Attributes:
        has_leaders: Whether the game has leaders.
        side_tracks: The tracks that count something for the player, not for a model.
        bare_name: The label of bare numbers, such as "without gear".
    """

    title: str
    list_name: str
    game_text: str
    totals: list[TotalData]
    has_leaders: bool
    leader_word: str
    leaders: list[LeaderData]
    stamp: StampData
    reminders: Sequence[FindingData]
    legend: list[BoxKindData]
    side_tracks: Sequence[TrackData]
    bare_name: str


class RosterData(CommonRosterData):
    """A roster for play.

    Attributes:
        has_units: Whether the rows are printed as units with members.
        row_style: The ``rows`` of the play sheet. "table" is a combined table.
        item_sources: The places in the rulebook of the items in a combined table.
    """

    has_units: bool
    entries: list[UnitData]
    summoned: list[UnitData]
    band_names: Sequence[str]
    armour_names: Sequence[str]
    used_boxes: UsedBoxesData
    item_tables: Sequence[TableData]
    row_style: str
    item_sources: Sequence[str]
    value_tables: Sequence[TableData]


# ------------------------------------------------------------------ glossaries and quick references


class GlossaryGroupData(TypedDict):
    """A group of a glossary. Each entry is a name, a meaning, and a place in the rulebook."""

    name: str
    entries: list[tuple[str, str, str]]


class RulebookTableData(TypedDict):
    """A table of the rulebook."""

    name: str
    page: str
    summary: str
    columns: list[str]
    rows: list[list[str]]


class ExplanationsData(TypedDict):
    """The explanations of a roster's words. ``explained`` are the groups next to the roster."""

    explained: list[GlossaryGroupData]
    glossary: list[GlossaryGroupData]
    tables: list[RulebookTableData]


class QuickRowData(TypedDict):
    """A row of a quick reference for the profiles ``who``. A ``long`` value is a text."""

    text: str
    value: str
    who: str
    long: bool


class QuickTableData(TypedDict):
    """A table of a quick reference."""

    columns: Sequence[str]
    rows: Sequence[Sequence[str]]


class QuickSectionData(TypedDict):
    """A section of a quick reference. ``place`` is its source in the rulebook."""

    name: str
    place: str
    text: str
    rows: list[QuickRowData]
    table: QuickTableData | None


class QuickData(TypedDict):
    """A quick reference.

    ``names_of`` is the list or roster of the named profiles. ``missing`` says what the source leaves open.
    """

    names_of: str
    game: str
    every_row: bool
    missing: str
    sections: list[QuickSectionData]


# ------------------------------------------------------------------ papers


class BlankFormData(TypedDict):
    """A blank design sheet or card. ``fields_below`` are the labels below the stat line."""

    kind: str
    columns: list[ColumnData]
    fields_below: list[str]


class CommonPaperData(TypedDict):
    """The data that all papers need (common.typ).

    Attributes:
        kind: The kind of paper, as it is printed.
        paper: Typst's name of the paper size.
        prices: The names of the prices.
        is_complete: Whether the data has all pages, not only the first one (``first_page.py``).
        fingerprints: The label and code of each fingerprint.
        owner: The name on the backs of cards.
        fillable: Whether the paper has form fields.
        player: The name on each page of an event's PDF, with the name of the ``event``.
    """

    kind: str
    paper: str
    title: str
    short_title: str
    system: str
    unit: str
    models_word: str
    date: str
    credit: str
    notice: str
    link: str
    qr: QrCode | None
    prices: list[str]
    blank_forms: list[BlankFormData]
    shows_points: bool
    is_complete: bool
    fingerprints: Sequence[tuple[str, str]]
    owner: str
    fillable: NotRequired[bool]
    player: NotRequired[str]
    event: NotRequired[str]


@final
class ListPaperData(CommonPaperData):
    """A full list (list.typ)."""

    setting: str
    background: list[Block]
    profiles: list[ProfileData]
    glossary: list[GlossaryGroupData]


@final
class RosterPaperData(CommonPaperData, RosterData, ExplanationsData):
    """A roster for play (roster.typ)."""

    table_columns: int


class TurnRowData(TypedDict):
    """A row below the numbers of the turns, such as the rolls for reserves."""

    name: str
    cells: list[str]


class MarkedItemData(TypedDict):
    """An item with circles to tick, such as a spell, or with a line for a total.

    ``anchor`` is the place of its glossary entry.
    """

    name: str
    anchor: str
    numbers: str
    circles: int
    has_total: bool


class BattleRowData(CommonMemberData):
    """A member on a battle sheet.

    Each item is a text and the anchor of its glossary entry. ``unit`` is the heading above the first member
    of a unit. States have a box for each row or each model.
    """

    unit: UnitHeadingData | None
    unit_values: list[tuple[str, str]]
    values: list[tuple[str, str]]
    items: list[tuple[str, str]]
    marked_items: list[MarkedItemData]
    row_states: list[str]
    model_states: list[str]


class WeaponTableData(TypedDict):
    """The weapons of a force. A row is a name, the numbers under the headings, and the owners.

    If ``owner_heading`` isn't empty, the numbers under this heading are after the names of the owners.
    """

    headings: list[str]
    upper_headings: list[list[str | int]]
    owner_heading: str
    rows: list[list[str]]
    omitted_rows: int


class ProfileNotesData(TypedDict):
    """The notes of a profile."""

    name: str
    notes: Sequence[Block]


class BattleData(CommonRosterData):
    """A roster on a battle sheet. ``header_title`` and ``header_list`` are on its later pages."""

    header_title: str
    header_list: str
    rows: list[BattleRowData]
    summoned_rows: list[BattleRowData]
    weapons: WeaponTableData | None
    turns: int
    turn_row: TurnRowData | None
    profile_notes: list[ProfileNotesData]


@final
class BattlePaperData(CommonPaperData, BattleData, ExplanationsData):
    """A battle sheet (battle.typ)."""

    quick: QuickData | None


class DesignSheetData(TypedDict):
    """A design sheet. A cell is a value and its points. The paragraphs are below the boxes of the form."""

    name: str
    kind: str
    max: str
    prices: list[str]
    columns: list[ColumnData]
    cells: list[list[str]]
    subtotal: str
    paragraphs: list[ParagraphData]


@final
class DesignSheetsPaperData(CommonPaperData):
    """Design sheets (sheets.typ). ``subtotal`` is the label of the subtotal, or empty."""

    forms: list[DesignSheetData]
    has_max_box: bool
    blank_count: int
    subtotal: str


class CardData(BoxesData):
    """A card.

    ``model`` is the number of the model, such as "2 of 5". ``level`` is a guess of the size of the letters
    (``guess_letter_sizes``).
    """

    key: str
    name: str
    points: str
    tags: list[str]
    model: str
    is_leader: bool
    labels: list[str]
    cells: list[str]
    paragraphs: list[ParagraphData]
    level: int


class CardLayoutData(TypedDict):
    """The sizes of cards and paper, in millimetres, and the cards in a column and a row of a page.

    In the layout "picture", each card is a page. In the layout "deck", each page is a sheet of the deck.
    """

    layout: Literal["sheet", "picture", "deck"]
    width: float
    height: float
    bleed: float
    crop: bool
    backs: bool
    accent: str
    columns: int
    rows: int
    is_landscape: bool
    paper_width: float
    paper_height: float
    sheet_number: NotRequired[int]


@final
class CardsPaperData(CommonPaperData):
    """Cards (cards.typ)."""

    leader_word: str
    cards: list[CardData]
    card: CardLayoutData
    omitted_note: str
    blank_count: int
    blank_boxes: BlankBoxesData


@final
class QuickPaperData(CommonPaperData, QuickData):
    """A quick reference as a separate paper (quick.typ)."""


PaperData = (
    ListPaperData
    | RosterPaperData
    | BattlePaperData
    | DesignSheetsPaperData
    | CardsPaperData
    | QuickPaperData
)


class BlankRowData(TypedDict):
    """A row of a blank roster, for kinds of models with equal boxes. A box is a name and a number."""

    kinds: list[str]
    is_single: bool
    columns: list[str]
    has_model_box: bool
    boxes: list[tuple[str, int]]
    states: list[str]


class BlankTableData(TypedDict):
    """A table of a blank roster for weapons or other items."""

    name: str
    columns: list[str]


class BlankRosterPaperData(CommonPaperData):
    """A blank roster (blank_roster.typ)."""

    totals: list[str]
    leader: str
    turns: int
    turn_row: TurnRowData | None
    side_tracks: list[str]
    rows: list[BlankRowData]
    tables: list[BlankTableData]


# ------------------------------------------------------------------ events


class HandInData(TypedDict):
    """A hand-in of an event."""

    number: int
    player: str
    handed_in: str
    fingerprints: Sequence[tuple[str, str]]


class HandInRowData(HandInData):
    """A row of the table of hand-ins. If rosters are joined, ``binding.py`` adds their "page"."""

    name: str
    list_name: str
    points: str
    limit: int | None
    models: int
    is_legal: bool
    verdict: str


class HandInRosterData(HandInData, RosterData):
    """A roster of an event."""

    short_player: str


class EventData(CommonPaperData):
    """An event (event.typ).

    ``page_name`` is the heading above the page numbers of the table. ``missing`` are players without a
    hand-in.
    """

    page_name: str
    facts: list[str]
    band_names: Sequence[str]
    armour_names: Sequence[str]
    missing: list[str]
    has_table: bool
    has_footer: bool
    has_page_numbers: bool
    rows: list[HandInRowData]
    rosters: list[HandInRosterData]


# ------------------------------------------------------------------ pictures


class ChatEntryData(TypedDict):
    """A profile in a picture for a chat. A cell is a label and a value."""

    count: int
    name: str
    kind: str
    points: str
    cells: list[tuple[str, str]]
    weapons: str
    traits: str


class ChatPictureData(TypedDict):
    """A picture of a list or roster for a chat (chat.typ)."""

    title: str
    roster: str
    system: str
    stamp: StampTextsData
    total: str
    unit: str
    count: str
    entries: list[ChatEntryData]
    omitted_entries: int
    fingerprint: str
    credit: str
    notice: str


class PricedData(TypedDict):
    """A name and its price. ``unit`` is empty if the price is unknown."""

    name: str
    points: str
    unit: str
    prices: list[PriceData]


class LinkRosterData(PricedData):
    """A roster in the preview picture of a link."""

    limit: str | None
    status: str


class LinkProfileData(PricedData):
    """A profile in the preview picture of a link. A cell is a label, a value, and whether it is wide."""

    cells: list[tuple[str, str, bool]]


class LinkPictureData(TypedDict):
    """The preview picture of a link (picture.typ)."""

    title: str
    system: str
    by: str
    count: str
    range: str
    status: str
    unit: str
    rosters: list[LinkRosterData]
    profiles: list[LinkProfileData]
    fingerprints: str
