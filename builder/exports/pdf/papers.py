"""The papers of a list: the data that each template needs, and the orders for the worker processes."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date

from builder.exports.pdf.battle import battle_data
from builder.exports.pdf.budget import fit_texts
from builder.exports.pdf.card_sizes import card_layout, cards_on_a_page, guess_letter_sizes
from builder.exports.pdf.cards import (
    card_counts,
    omitted_cards_note,
    profile_card,
    repeat_per_model,
)
from builder.exports.pdf.design_sheets import design_sheet, subtotal_name
from builder.exports.pdf.details import fit_cards, fit_profiles
from builder.exports.pdf.first_page import FORMS_ON_A_PAGE, cut_to_first_page
from builder.exports.pdf.glossary import glossary_groups, play_tables, roster_glossary
from builder.exports.pdf.markdown import MAX_TEXT_WORD
from builder.exports.pdf.options import PaperKind, PaperOptions
from builder.exports.pdf.payload import (
    BattlePaperData,
    Block,
    CardsPaperData,
    CommonPaperData,
    DesignSheetsPaperData,
    ExplanationsData,
    ListPaperData,
    PaperData,
    QuickData,
    QuickPaperData,
    RosterPaperData,
)
from builder.exports.pdf.profiles import PrintContext, blank_forms, price_names, profile_data
from builder.exports.pdf.qr import qr_code
from builder.exports.pdf.quick import quick_data
from builder.exports.pdf.rosters import blank_tick_boxes, roster_data
from builder.exports.pdf.text import long_date, printable_line, shorten
from builder.exports.pdf.typesetter import order_of
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.wording import with_capital
from builder.points.sheets.profile import ProfileSheet
from builder.points.sheets.roster import ListSheet
from builder.typesetting.orders import Order, Output

_MAX_CARD_WORD = 22
_MAX_FORCE_NAME = 60
_TYPST_SIZES = {"a4": "a4", "letter": "us-letter"}


def paper_order(
    sheet: ListSheet,
    options: PaperOptions,
    *,
    output: Output,
    today: date,
    link: str = "",
    fingerprints: Sequence[tuple[str, str]] = (),
    by: str = "",
) -> Order:
    """Return the order of a paper, or of a picture of its first page if ``output`` is "png".

    Raise IndexError if ``options.roster`` is not the index of a roster in the list.

    Args:
        sheet: The list.
        options: The options of the paper.
        output: The kind of file.
        today: The date on the paper.
        link: The address of the shared page, which is printed as a QR code.
        fingerprints: The labels and codes of the fingerprints at the foot of every page.
        by: The name of the owner, which is printed on the backs of cards.
    """
    data = paper_data(sheet, options, today, link, fingerprints, by)
    return order_of(options.paper, output, cut_to_first_page(data) if output == "png" else data, today)


def paper_data(
    sheet: ListSheet,
    options: PaperOptions,
    today: date,
    link: str,
    fingerprints: Sequence[tuple[str, str]] = (),
    by: str = "",
) -> PaperData:
    """Return the data for the paper's template. ``paper_order`` explains the arguments."""
    kind, make_data = _PAPERS[options.paper]
    common: CommonPaperData = {
        **common_data(kind, sheet.name, sheet.catalogue, options, today, link),
        "fingerprints": fingerprints,
        "owner": printable_line(by, _MAX_CARD_WORD),
    }
    return make_data(sheet, options, common)


def common_data(
    kind: str, title: str, catalogue: Catalogue, options: PaperOptions, today: date | None, link: str
) -> CommonPaperData:
    """Return the data that the templates of all papers need."""
    return {
        "kind": kind,
        "paper": _TYPST_SIZES[options.size],
        "title": printable_line(title),
        "short_title": shorten(title, 60),
        "system": catalogue.title,
        "unit": catalogue.points_unit,
        "models_word": catalogue.words.models,
        "date": long_date(today) if today else "",
        "credit": catalogue.credit,
        "notice": catalogue.notice,
        "link": link,
        "qr": qr_code(link, small=options.paper == "cards"),
        "prices": price_names(catalogue),
        "blank_forms": blank_forms(catalogue),
        "shows_points": options.points,
        "is_complete": True,
        "fingerprints": (),
        "owner": "",
    }


def _list_data(sheet: ListSheet, options: PaperOptions, common: CommonPaperData) -> ListPaperData:
    document, catalogue = sheet.document, sheet.catalogue
    profiles = [profile_sheet.profile for profile_sheet in sheet.profiles]
    texts = [document.background, *(profile.notes for profile in profiles)]
    background, *notes = fit_texts(texts, MAX_TEXT_WORD) if options.background else [[]]
    context = PrintContext(sheet, options.points, _zip_by_key(sheet.profiles, notes))
    return {
        **common,
        "setting": printable_line(document.setting, 40) if options.background else "",
        "background": background,
        "profiles": fit_profiles([profile_data(context, profile_sheet) for profile_sheet in sheet.profiles]),
        "glossary": glossary_groups(catalogue, profiles) if options.glossary else [],
    }


def _roster_paper_data(sheet: ListSheet, options: PaperOptions, common: CommonPaperData) -> RosterPaperData:
    index = options.roster or 0
    context, explanations = _roster_context(sheet, options)
    return {
        **common,
        **roster_data(context, index),
        **explanations,
        "table_columns": context.play_sheet.table_columns,
    }


def _battle_data(sheet: ListSheet, options: PaperOptions, common: CommonPaperData) -> BattlePaperData:
    context, explanations = _roster_context(sheet, options)
    glossary_groups = [*explanations["explained"], *explanations["glossary"]]
    return {
        **common,
        **battle_data(context, options.roster or 0, glossary_groups),
        **explanations,
        "quick": _quick_data(sheet, options, every_row=True) if options.backs else None,
    }


def _roster_context(sheet: ListSheet, options: PaperOptions) -> tuple[PrintContext, ExplanationsData]:
    """Return the context of a roster's paper, and the data that explains the words on the paper."""
    profiles = sheet.rosters[options.roster or 0].profiles_in_play
    context = PrintContext(sheet, options.points, _notes_by_key(profiles, options, MAX_TEXT_WORD))
    explained, glossary = roster_glossary(context, profiles) if options.glossary else ([], [])
    tables = play_tables(context, profiles) if options.glossary else []
    return context, {"explained": explained, "glossary": glossary, "tables": tables}


def _sheets_data(sheet: ListSheet, options: PaperOptions, common: CommonPaperData) -> DesignSheetsPaperData:
    chosen = [] if options.blank else _chosen_profiles(sheet, options)
    context = PrintContext(sheet, options.points, _notes_by_key(chosen, options, MAX_TEXT_WORD))
    has_max = any(profile_sheet.profile.max is not None for profile_sheet in chosen)
    return {
        **common,
        "forms": fit_cards(
            [design_sheet(context, profile_sheet) for profile_sheet in chosen], [1] * len(chosen)
        ),
        "has_max_box": has_max or not sheet.catalogue.unit_kinds,
        "blank_count": options.blank or (0 if chosen else FORMS_ON_A_PAGE),
        "subtotal": subtotal_name(sheet.catalogue),
    }


def _cards_data(sheet: ListSheet, options: PaperOptions, common: CommonPaperData) -> CardsPaperData:
    chosen, words = _chosen_profiles(sheet, options), sheet.catalogue.words
    models = counts = [1] * len(chosen)
    if options.per == "model" and options.roster is not None:
        fielded = sheet.document.rosters[options.roster].counts()
        models = [fielded[profile_sheet.profile.key] for profile_sheet in chosen]
        counts = card_counts(models)
    notes = _notes_by_key(chosen, options, _MAX_CARD_WORD, counts)
    context = PrintContext(
        sheet, options.points, notes, max_word=_MAX_CARD_WORD, numbers_after_names=not options.glossary
    )
    cards = [profile_card(context, profile_sheet, options.glossary) for profile_sheet in chosen]
    cards = guess_letter_sizes(fit_cards(cards, counts), options.card)
    return {
        **common,
        "leader_word": with_capital(words.leader),
        "cards": repeat_per_model(cards, counts, models),
        "card": card_layout(options),
        "omitted_note": omitted_cards_note(sum(models) - sum(counts), words),
        "blank_count": options.blank or (0 if cards else cards_on_a_page(options)),
        "blank_boxes": blank_tick_boxes(sheet.play_sheet),
    }


def _quick_paper_data(sheet: ListSheet, options: PaperOptions, common: CommonPaperData) -> QuickPaperData:
    return {**common, **_quick_data(sheet, options, every_row=options.glossary)}


def _quick_data(sheet: ListSheet, options: PaperOptions, *, every_row: bool) -> QuickData:
    roster = None if options.roster is None else sheet.rosters[options.roster]
    return quick_data(
        sheet.catalogue,
        shorten(roster.name if roster else sheet.name, _MAX_FORCE_NAME),
        roster.profiles_in_play if roster else sheet.profiles,
        every_row=every_row,
    )


def _notes_by_key(
    sheets: Sequence[ProfileSheet], options: PaperOptions, max_word: int, copies: Sequence[int] | None = None
) -> Mapping[str, Sequence[Block]]:
    """Map the key of each profile to the part of its notes that fits on the paper, if notes are printed."""
    if not options.background:
        return {}
    return _zip_by_key(sheets, fit_texts([sheet.profile.notes for sheet in sheets], max_word, copies))


def _zip_by_key(
    sheets: Sequence[ProfileSheet], notes: Sequence[list[Block]]
) -> Mapping[str, Sequence[Block]]:
    return {sheet.profile.key: note for sheet, note in zip(sheets, notes, strict=False)}


def _chosen_profiles(sheet: ListSheet, options: PaperOptions) -> list[ProfileSheet]:
    return sheet.profiles if options.roster is None else sheet.rosters[options.roster].fielded_in_list_order


_MakeData = Callable[[ListSheet, PaperOptions, CommonPaperData], PaperData]
_PAPERS: Mapping[PaperKind, tuple[str, _MakeData]] = {
    "list": ("Full list", _list_data),
    "roster": ("Roster", _roster_paper_data),
    "battle": ("Battle sheet", _battle_data),
    "sheets": ("Design sheet", _sheets_data),
    "cards": ("Cards", _cards_data),
    "quick": ("Quick reference", _quick_paper_data),
}
