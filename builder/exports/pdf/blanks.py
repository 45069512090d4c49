"""Blank papers of a game: forms without a list, to be filled in with a pen or in a viewer of PDFs.

They name the game and its author, and nobody's list: no link, no fingerprint, no date.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from builder.catalogue.play import play_sheet
from builder.exports.pdf.battle import states_of
from builder.exports.pdf.card_sizes import card_layout, cards_on_a_page
from builder.exports.pdf.design_sheets import subtotal_name
from builder.exports.pdf.first_page import FORMS_ON_A_PAGE
from builder.exports.pdf.options import CardSize, PaperOptions, PaperSize
from builder.exports.pdf.papers import common_data
from builder.exports.pdf.profiles import JsonData, PrintContext, blank_forms, price_names
from builder.exports.pdf.rosters import armour_names, band_names, blank_tick_boxes, totals_data
from builder.exports.pdf.units import model_boxes, row_numbers, turn_row
from builder.points.appraisal.appraisal import appraise
from builder.points.document.design import Design
from builder.points.document.document import Document, Profile, Roster
from builder.points.document.play import PlaySheet
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.catalogue_index import KIND
from builder.points.rules.wording import with_capital
from builder.typesetting.orders import Order, data_text

BlankKind = Literal["sheets", "roster", "cards"]
BLANK_NAMES: Mapping[BlankKind, str] = {"sheets": "Design sheet", "roster": "Roster", "cards": "Cards"}

_TRACK = 10
"""Boxes of what a model has by a number of its own, which nobody knows yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BlankPaper:
    """A blank paper: what it is, the size of its paper and, for cards, theirs."""

    kind: BlankKind
    size: PaperSize = "a4"
    card: CardSize = "poker"


def blank_order(catalogue: Catalogue, blank: BlankPaper) -> Order:
    """Return the order of a blank paper."""
    make, template = _BLANKS[blank.kind]
    options = PaperOptions(paper="sheets", size=blank.size, card=blank.card)
    data = {
        **common_data(catalogue.title, catalogue, options, None, ""),
        "kind": f"blank {BLANK_NAMES[blank.kind].lower()}",
        "fillable": True,
        **make(catalogue, options),
    }
    return Order(template, "form", "", data_text(data))


def _sheets(catalogue: Catalogue, _options: PaperOptions) -> JsonData:
    forms = len(blank_forms(catalogue))
    return {
        "forms": [],
        "max-box": not catalogue.unit_kinds,
        "blank": -(-forms // FORMS_ON_A_PAGE) * FORMS_ON_A_PAGE,
        "subtotal": subtotal_name(catalogue),
    }


def _cards(catalogue: Catalogue, options: PaperOptions) -> JsonData:
    return {
        "leader-word": with_capital(catalogue.words.leader),
        "cards": [],
        "card": card_layout(options),
        "left": "",
        "blank": cards_on_a_page(options),
        "blanks": blank_tick_boxes(play_sheet(catalogue)),
        "fingerprints": [],
        "by": "",
    }


def _roster(catalogue: Catalogue, _options: PaperOptions) -> JsonData:
    play = play_sheet(catalogue)
    kinds = _kinds(catalogue)
    document = Document(
        system=catalogue.system,
        edition=catalogue.edition,
        name="",
        profiles=tuple(
            Profile(key=f"k{place}", name="", design=Design(values={KIND: code} if code else {}))
            for place, code in enumerate(kinds)
        ),
        rosters=(Roster(name="", limit=None),),
    )
    context = PrintContext(document, catalogue, appraise(document, catalogue))
    return {
        "totals": [total["name"] for total in totals_data(context, context.appraisal.rosters[0])],
        "leader": with_capital(catalogue.words.leader) if play.leader else "",
        "turns": play.turns,
        "turn-row": turn_row(context, play),
        "side": [boxes.name for boxes in play.side_boxes],
        "rows": _merged([_row(context, play, profile) for profile in document.profiles]),
        "tables": list(_tables(context, play)),
    }


def _kinds(catalogue: Catalogue) -> list[str]:
    return [kind.code for kind in catalogue.kinds] or [""]


def _row(context: PrintContext, play: PlaySheet, profile: Profile) -> JsonData:
    """A row of one kind: its columns, and the boxes that such a profile may have."""
    index = context.index(profile)
    kind = context.catalogue.kind(profile.design.values.get(KIND))
    tracks = [boxes.name for boxes in play.boxes if boxes.of in index.values or boxes.of in index.parts]
    wounds = play.wounds.takes if play.wounds else 0
    prices = price_names(context.catalogue)
    return {
        "kinds": [kind.plural] if kind else [],
        "only": kind is not None and kind.most == 1,
        "columns": [heading for heading in row_numbers(context, play, profile) if heading not in prices],
        "boxes": [
            *([["each", 1]] if model_boxes(play) else []),
            *([["Wounds", wounds]] if wounds else []),
            *([["Shield", 1]] if play.shield else []),
            *([name, _TRACK] for name in tracks),
        ],
        "states": [*states_of(context, play, profile, "row"), *states_of(context, play, profile, "model")],
    }


def _merged(rows: Sequence[JsonData]) -> list[JsonData]:
    """The rows, in which kinds share one that are asked for the same."""
    made: list[JsonData] = []
    for row in rows:
        same = next((one for one in made if {**one, "kinds": row["kinds"]} == row), None)
        if same:
            same["kinds"] += row["kinds"]
        else:
            made.append(row)
    return made


def _tables(context: PrintContext, play: PlaySheet) -> Iterator[JsonData]:
    """Tables of what is carried, each with the columns that it can have."""
    catalogue = context.catalogue
    if play.bands or play.piercing:
        columns = ["Properties", *band_names(play), *armour_names(catalogue, play)]
        yield {"name": "Weapons", "columns": columns}
    names = {group.code: group.name for group in catalogue.groups}
    for line in play.lines:
        yield {"name": line.name or names[line.of], "columns": list(line.columns)}
    groups = {group.code: group for group in catalogue.groups}
    for table in play.item_tables:
        if not table.columns:
            labels = [column.label for code in table.of for column in groups[code].columns]
            yield {"name": table.name, "columns": list(dict.fromkeys(labels))}


_BLANKS = {
    "sheets": (_sheets, "sheets"),
    "roster": (_roster, "blank_roster"),
    "cards": (_cards, "cards"),
}
