"""The papers: the data that each is made of, and the PDF or picture of a document."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date

from builder.catalogue.play import play_sheet
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
from builder.exports.pdf.details import fit_boxes, fit_profiles
from builder.exports.pdf.first_page import FORMS_ON_A_PAGE, cut_to_first_page
from builder.exports.pdf.glossary import glossary, play_tables, roster_glossary
from builder.exports.pdf.markdown import TEXT_WORD, Block
from builder.exports.pdf.options import PaperOptions
from builder.exports.pdf.profiles import (
    JsonData,
    PrintContext,
    blank_forms,
    price_names,
    profile_data,
)
from builder.exports.pdf.qr import qr_code
from builder.exports.pdf.rosters import (
    blank_tick_boxes,
    brought_along,
    roster_data,
    roster_profiles,
)
from builder.exports.pdf.text import long_date, printable_line, shorten
from builder.exports.pdf.typesetter import order_of
from builder.points.appraisal.appraisal import appraise
from builder.points.document.document import Document, Profile
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.names import list_name
from builder.points.rules.results import Appraisal
from builder.points.rules.wording import with_capital
from builder.typesetting.orders import Order, Output

_CARD_WORD = 22
_TYPST_SIZES = {"a4": "a4", "letter": "us-letter"}


def paper_order(
    document: Document,
    catalogue: Catalogue,
    options: PaperOptions,
    *,
    output: Output,
    today: date,
    link: str = "",
    fingerprints: Sequence[tuple[str, str]] = (),
    appraisal: Appraisal | None = None,
    by: str = "",
) -> Order:
    """Return the order of a paper. ``link`` is the address of the shared page and becomes a QR code.

    ``fingerprints``, with their labels, stand at the foot of every page, ``by`` on the backs of cards.
    ``appraisal`` is an earlier appraisal of the document, where the paper is to show that one. A picture is
    of the first page, at 96 pixels an inch; where later pages are not typeset, its footer does not say how
    many there are.

    Raises IndexError where ``options.roster`` is no roster of the document.
    """
    data = paper_data(document, catalogue, options, today, link, fingerprints, appraisal, by)
    return order_of(options.paper, output, cut_to_first_page(data) if output == "png" else data, today)


def paper_data(
    document: Document,
    catalogue: Catalogue,
    options: PaperOptions,
    today: date,
    link: str,
    fingerprints: Sequence[tuple[str, str]] = (),
    appraisal: Appraisal | None = None,
    by: str = "",
) -> JsonData:
    """The data of the paper's template."""
    appraisal = appraisal or appraise(document, catalogue)
    return {
        **common_data(list_name(document.name), catalogue, options, today, link),
        "fingerprints": list(fingerprints),
        "by": printable_line(by, _CARD_WORD),
        **_DATA_BY_KIND[options.paper](document, catalogue, appraisal, options),
    }


def common_data(
    title: str, catalogue: Catalogue, options: PaperOptions, today: date | None, link: str
) -> JsonData:
    """The data common to all papers; without a day they tell none."""
    return {
        "paper": _TYPST_SIZES[options.size],
        "title": printable_line(title),
        "short": shorten(title, 60),
        "system": catalogue.title,
        "unit": catalogue.points_unit,
        "models": catalogue.words.models,
        "date": long_date(today) if today else "",
        "credit": catalogue.credit,
        "notice": catalogue.notice,
        "link": link,
        "qr": qr_code(link, small=options.paper == "cards"),
        "prices": price_names(catalogue),
        "blank-forms": blank_forms(catalogue),
        "priced": options.points,
        "whole": True,
    }


def _list_data(
    document: Document, catalogue: Catalogue, appraisal: Appraisal, options: PaperOptions
) -> JsonData:
    texts = [document.background, *(profile.notes for profile in document.profiles)]
    background, *notes = fit_texts(texts, TEXT_WORD) if options.background else [[]]
    sheet = PrintContext(
        document, catalogue, appraisal, options.points, _zip_by_key(document.profiles, notes)
    )
    pairs = zip(document.profiles, appraisal.profiles, strict=True)
    return {
        "kind": "Company list",
        "setting": printable_line(document.setting, 40) if options.background else "",
        "background": background,
        "profiles": fit_profiles([profile_data(sheet, profile, found) for profile, found in pairs]),
        "glossary": glossary(catalogue, document.profiles) if options.glossary else [],
    }


def _roster_paper_data(
    document: Document, catalogue: Catalogue, appraisal: Appraisal, options: PaperOptions
) -> JsonData:
    play = play_sheet(catalogue)
    index = options.roster or 0
    fielded = roster_profiles(document, index)
    profiles = [*fielded, *brought_along(document, catalogue, play, fielded)]
    sheet = PrintContext(
        document, catalogue, appraisal, options.points, _notes_by_key(profiles, options, TEXT_WORD)
    )
    explained, further = roster_glossary(sheet, play, profiles) if options.glossary else ([], [])
    return {
        "kind": "Roster",
        **roster_data(sheet, play, index),
        "explained": explained,
        "table-columns": play.table_columns,
        "glossary": further,
        "tables": play_tables(sheet, play, profiles) if options.glossary else [],
    }


def _battle_data(
    document: Document, catalogue: Catalogue, appraisal: Appraisal, options: PaperOptions
) -> JsonData:
    play = play_sheet(catalogue)
    index = options.roster or 0
    fielded = roster_profiles(document, index)
    profiles = [*fielded, *brought_along(document, catalogue, play, fielded)]
    sheet = PrintContext(
        document, catalogue, appraisal, options.points, _notes_by_key(profiles, options, TEXT_WORD)
    )
    explained, further = roster_glossary(sheet, play, profiles) if options.glossary else ([], [])
    return {
        "kind": "Battle sheet",
        **battle_data(sheet, play, index, [*explained, *further]),
        "explained": explained,
        "glossary": further,
        "tables": play_tables(sheet, play, profiles) if options.glossary else [],
    }


def _sheets_data(
    document: Document, catalogue: Catalogue, appraisal: Appraisal, options: PaperOptions
) -> JsonData:
    chosen = [] if options.blank else _chosen_profiles(document, options)
    sheet = PrintContext(
        document, catalogue, appraisal, options.points, _notes_by_key(chosen, options, TEXT_WORD)
    )
    has_max = any(profile.max is not None for profile in chosen)
    return {
        "kind": "Design sheet",
        "forms": fit_boxes([design_sheet(sheet, profile) for profile in chosen], [1] * len(chosen)),
        "max-box": has_max or not catalogue.unit_kinds,
        "blank": options.blank or (0 if chosen else FORMS_ON_A_PAGE),
        "subtotal": subtotal_name(catalogue),
    }


def _cards_data(
    document: Document, catalogue: Catalogue, appraisal: Appraisal, options: PaperOptions
) -> JsonData:
    play = play_sheet(catalogue)
    chosen = _chosen_profiles(document, options)
    models = counts = [1] * len(chosen)
    if options.per == "model" and options.roster is not None:
        fielded = document.rosters[options.roster].counts()
        models = [fielded[profile.key] for profile in chosen]
        counts = card_counts(models)
    notes = _notes_by_key(chosen, options, _CARD_WORD, counts)
    sheet = PrintContext(
        document, catalogue, appraisal, options.points, notes, word=_CARD_WORD, beside=not options.glossary
    )
    cards = [profile_card(sheet, play, profile, options.glossary) for profile in chosen]
    cards = guess_letter_sizes(fit_boxes(cards, counts), options.card)
    return {
        "kind": "Cards",
        "leader-word": with_capital(catalogue.words.leader),
        "cards": repeat_per_model(cards, counts, models),
        "card": card_layout(options),
        "left": omitted_cards_note(sum(models) - sum(counts), catalogue.words),
        "blank": options.blank or (0 if cards else cards_on_a_page(options)),
        "blanks": blank_tick_boxes(play),
    }


def _notes_by_key(
    profiles: Sequence[Profile], options: PaperOptions, word: int, times: Sequence[int] | None = None
) -> Mapping[str, Sequence[Block]]:
    """The notes of these profiles by their keys, where they are wanted."""
    if not options.background:
        return {}
    return _zip_by_key(profiles, fit_texts([profile.notes for profile in profiles], word, times))


def _zip_by_key(profiles: Sequence[Profile], notes: Sequence[list[Block]]) -> Mapping[str, Sequence[Block]]:
    return {profile.key: found for profile, found in zip(profiles, notes, strict=False)}


def _chosen_profiles(document: Document, options: PaperOptions) -> list[Profile]:
    if options.roster is None:
        return list(document.profiles)
    return roster_profiles(document, options.roster)


_DATA_BY_KIND: Mapping[str, Callable[[Document, Catalogue, Appraisal, PaperOptions], JsonData]] = {
    "list": _list_data,
    "roster": _roster_paper_data,
    "battle": _battle_data,
    "sheets": _sheets_data,
    "cards": _cards_data,
}
