"""Papers of a game without a list: forms to fill in by pen or in a PDF viewer, and quick references.

They have no link, no fingerprint and no date.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from builder.catalogue.play import list_sheet, play_sheet
from builder.exports.pdf.battle import state_names
from builder.exports.pdf.card_sizes import card_layout, cards_on_a_page
from builder.exports.pdf.design_sheets import subtotal_name
from builder.exports.pdf.first_page import FORMS_ON_A_PAGE
from builder.exports.pdf.options import CardSize, PaperOptions, PaperSize
from builder.exports.pdf.papers import common_data
from builder.exports.pdf.payload import (
    BlankRosterPaperData,
    BlankRowData,
    BlankTableData,
    CardsPaperData,
    CommonPaperData,
    DesignSheetsPaperData,
    QuickPaperData,
)
from builder.exports.pdf.profiles import PrintContext, price_names
from builder.exports.pdf.quick import quick_data
from builder.exports.pdf.rosters import blank_tick_boxes, totals_data
from builder.exports.pdf.typesetter import order_of
from builder.exports.pdf.units import model_boxes, turn_row
from builder.points.document.design import Design
from builder.points.document.document import Document, Profile, Roster
from builder.points.document.play import PlaySheet
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.catalogue_index import KIND, index_of
from builder.points.rules.wording import with_capital
from builder.points.sheets.profile import ProfileSheet
from builder.points.sheets.weapons import armour_names, band_names
from builder.typesetting.orders import Order, Output

BlankKind = Literal["sheets", "roster", "cards", "quick"]
BLANK_NAMES: Mapping[BlankKind, str] = {
    "sheets": "Design sheet",
    "roster": "Roster",
    "cards": "Cards",
    "quick": "Quick reference",
}

_BOXES_PER_TRACK = 10  # on other papers, the number depends on the model


@dataclass(frozen=True, slots=True, kw_only=True)
class BlankPaper:
    """The kind of a blank paper, its size, and the size of cards."""

    kind: BlankKind
    size: PaperSize = "a4"
    card: CardSize = "poker"


def blank_order(catalogue: Catalogue, blank: BlankPaper) -> Order:
    """Return the order of a blank paper."""
    make_data, template, output = _BLANKS[blank.kind]
    options = PaperOptions(paper="sheets", size=blank.size, card=blank.card)
    name = BLANK_NAMES[blank.kind]
    kind = name if blank.kind == "quick" else f"blank {name.lower()}"
    common: CommonPaperData = {
        **common_data(kind, catalogue.title, catalogue, options, None, ""),
        "fillable": True,
    }
    return order_of(template, output, make_data(catalogue, options, common))


def _sheets(catalogue: Catalogue, _options: PaperOptions, common: CommonPaperData) -> DesignSheetsPaperData:
    forms = len(common["blank_forms"])
    return {
        **common,
        "forms": [],
        "has_max_box": not catalogue.unit_kinds,
        "blank_count": -(-forms // FORMS_ON_A_PAGE) * FORMS_ON_A_PAGE,
        "subtotal": subtotal_name(catalogue),
    }


def _cards(catalogue: Catalogue, options: PaperOptions, common: CommonPaperData) -> CardsPaperData:
    return {
        **common,
        "leader_word": with_capital(catalogue.words.leader),
        "cards": [],
        "card": card_layout(options),
        "omitted_note": "",
        "blank_count": cards_on_a_page(options),
        "blank_boxes": blank_tick_boxes(play_sheet(catalogue)),
    }


def _quick(catalogue: Catalogue, _options: PaperOptions, common: CommonPaperData) -> QuickPaperData:
    return {**common, **quick_data(catalogue)}


def _roster(catalogue: Catalogue, _options: PaperOptions, common: CommonPaperData) -> BlankRosterPaperData:
    play = play_sheet(catalogue)
    kinds = _kinds(catalogue)
    document = Document(
        system=catalogue.system,
        edition=catalogue.edition,
        name="",
        profiles=tuple(
            Profile(key=f"k{index}", name="", design=Design(values={KIND: code} if code else {}))
            for index, code in enumerate(kinds)
        ),
        rosters=(Roster(name="", limit=catalogue.roster.points),),
    )
    context = PrintContext(list_sheet(document, catalogue))
    return {
        **common,
        "totals": [total["name"] for total in totals_data(context, context.sheet.rosters[0])],
        "leader": with_capital(catalogue.words.leader) if play.leader else "",
        "turns": play.turns,
        "turn_row": turn_row(context),
        "side_tracks": [boxes.name for boxes in play.side_boxes],
        "rows": _merged([_row(context, sheet) for sheet in context.sheet.profiles]),
        "tables": list(_tables(catalogue, play)),
    }


def _kinds(catalogue: Catalogue) -> list[str]:
    """Return the codes of the game's kinds of models, or one empty code if it has no kinds."""
    return [kind.code for kind in catalogue.kinds] or [""]


def _row(context: PrintContext, sheet: ProfileSheet) -> BlankRowData:
    """Return the row of a kind of models, with the boxes that its models may have."""
    index, play = sheet.index, context.play_sheet
    kind = context.catalogue.kind(sheet.profile.design.values.get(KIND))
    tracks = [boxes.name for boxes in play.boxes if boxes.of in index.values or boxes.of in index.parts]
    wounds = play.wounds.takes if play.wounds else 0
    prices = price_names(context.catalogue)
    return {
        "kinds": [kind.plural] if kind else [],
        "is_single": kind is not None and kind.most == 1,
        "columns": [heading for heading in sheet.numbers if heading not in prices],
        "has_model_box": bool(model_boxes(play)),
        "boxes": [
            *([("Wounds", wounds)] if wounds else []),
            *([("Shield", 1)] if play.shield else []),
            *((name, _BOXES_PER_TRACK) for name in tracks),
        ],
        "states": [*state_names(sheet, "row"), *state_names(sheet, "model")],
    }


def _merged(rows: Sequence[BlankRowData]) -> list[BlankRowData]:
    """Return the rows, of which those with the same columns and boxes are one row with all their kinds."""
    merged: list[BlankRowData] = []
    for row in rows:
        same_row = next((earlier for earlier in merged if {**earlier, "kinds": row["kinds"]} == row), None)
        if same_row:
            same_row["kinds"] += row["kinds"]
        else:
            merged.append(row)
    return merged


def _tables(catalogue: Catalogue, play: PlaySheet) -> Iterator[BlankTableData]:
    """Yield the tables for weapons and other items, with all columns that an item may need."""
    if play.bands or play.piercing:
        columns = ["Properties", *band_names(play), *armour_names(catalogue, play)]
        yield {"name": "Weapons", "columns": columns}
    names = {group.code: group.name for group in catalogue.groups}
    for line in play.lines:
        yield {"name": line.name or names[line.of], "columns": list(line.columns)}
    columns_of = index_of(catalogue).columns
    for table in play.item_tables:
        if not table.columns:
            labels = [column.label for code in table.of for column in columns_of[code]]
            yield {"name": table.name, "columns": list(dict.fromkeys(labels))}


_MakeData = Callable[[Catalogue, PaperOptions, CommonPaperData], CommonPaperData]
_BLANKS: Mapping[BlankKind, tuple[_MakeData, str, Output]] = {
    "sheets": (_sheets, "sheets", "form"),
    "roster": (_roster, "blank_roster", "form"),
    "cards": (_cards, "cards", "form"),
    "quick": (_quick, "quick", "pdf"),
}
