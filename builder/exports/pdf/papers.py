"""The four papers: which data each is made of, and the way from a document to its PDF."""

from collections.abc import Callable, Mapping
from datetime import date

from builder.catalogue.play import play_sheet
from builder.exports.pdf.cards import card_data, for_each_model
from builder.exports.pdf.forms import form_data
from builder.exports.pdf.glossary import glossary, tables
from builder.exports.pdf.markdown import blocks
from builder.exports.pdf.options import Options
from builder.exports.pdf.profiles import Data, Sheet, columns, profile_data, slots_beside
from builder.exports.pdf.qr import qr_code
from builder.exports.pdf.rosters import (
    boxes_of_a_blank,
    brought_profiles,
    model_counts,
    roster_data,
    roster_profiles,
)
from builder.exports.pdf.text import line, long_date, shorten
from builder.exports.pdf.typesetter import set_pdf, set_picture
from builder.points.appraisal import appraise
from builder.points.catalogue import Catalogue
from builder.points.document import Document, Profile
from builder.points.results import Appraisal
from builder.points.sheet import list_name

FORMS_ON_A_PAGE = 4
CARDS_ON_A_PAGE = 9
_PAPERS = {"a4": "a4", "letter": "us-letter"}


def make_pdf(
    document: Document, catalogue: Catalogue, options: Options, *, today: date, link: str = ""
) -> bytes:
    """The PDF of a paper. ``link`` is the address of the shared page and becomes a QR code.

    Raises IndexError where ``options.roster`` is no roster of the document.
    """
    return set_pdf(options.paper, paper_data(document, catalogue, options, today, link), today)


def make_picture(
    document: Document, catalogue: Catalogue, options: Options, *, today: date, link: str = ""
) -> bytes:
    """The first page of a paper as a PNG, at 96 pixels an inch."""
    return set_picture(options.paper, paper_data(document, catalogue, options, today, link), today)


def paper_data(document: Document, catalogue: Catalogue, options: Options, today: date, link: str) -> Data:
    """What the paper's template is given."""
    appraisal = appraise(document, catalogue)
    return {
        **_frame(document, catalogue, options, today, link),
        **_MAKERS[options.paper](document, catalogue, appraisal, options),
    }


def _frame(document: Document, catalogue: Catalogue, options: Options, today: date, link: str) -> Data:
    return {
        "paper": _PAPERS[options.size],
        "title": line(list_name(document.name)),
        "short": shorten(list_name(document.name), 60),
        "system": f"{catalogue.system_name} {catalogue.edition}",
        "unit": catalogue.points_unit,
        "date": long_date(today),
        "credit": catalogue.credit,
        "notice": catalogue.notice,
        "link": link,
        "qr": qr_code(link),
        "columns": columns(catalogue),
        "priced": options.points,
    }


def _list(document: Document, catalogue: Catalogue, appraisal: Appraisal, options: Options) -> Data:
    sheet = Sheet(document, catalogue, appraisal, options.points, options.background)
    pairs = zip(document.profiles, appraisal.profiles, strict=True)
    return {
        "kind": "Company list",
        "setting": line(document.setting, 40) if options.background else "",
        "background": blocks(document.background, 60) if options.background else (),
        "profiles": [profile_data(sheet, profile, found) for profile, found in pairs],
        "glossary": glossary(catalogue, document.profiles) if options.glossary else [],
    }


def _roster(document: Document, catalogue: Catalogue, appraisal: Appraisal, options: Options) -> Data:
    sheet = Sheet(document, catalogue, appraisal, options.points, options.background)
    play = play_sheet(catalogue)
    index = options.roster or 0
    fielded = roster_profiles(document, index)
    profiles = [*fielded, *brought_profiles(document, catalogue, play, fielded)]
    return {
        "kind": "Roster",
        **roster_data(sheet, play, index),
        "glossary": glossary(catalogue, profiles) if options.glossary else [],
        "tables": tables(catalogue, play.tables) if options.glossary else [],
    }


def _sheets(document: Document, catalogue: Catalogue, appraisal: Appraisal, options: Options) -> Data:
    sheet = Sheet(document, catalogue, appraisal, options.points, options.background)
    chosen = [] if options.blank else _chosen(document, options)
    return {
        "kind": "Design sheet",
        "forms": [form_data(sheet, profile) for profile in chosen],
        "blank": options.blank or (0 if chosen else FORMS_ON_A_PAGE),
        "beside": [slot.name for slot in slots_beside(catalogue)],
    }


def _cards(document: Document, catalogue: Catalogue, appraisal: Appraisal, options: Options) -> Data:
    sheet = Sheet(document, catalogue, appraisal, options.points, options.background, word=14)
    play = play_sheet(catalogue)
    chosen = _chosen(document, options)
    cards = [card_data(sheet, play, profile, options.glossary) for profile in chosen]
    if options.per == "model" and options.roster is not None:
        counts = model_counts(document, options.roster)
        cards = for_each_model(cards, [counts[profile.key] for profile in chosen])
    return {
        "kind": "Cards",
        "cards": cards,
        "blank": options.blank or (0 if cards else CARDS_ON_A_PAGE),
        "blanks": boxes_of_a_blank(play),
    }


def _chosen(document: Document, options: Options) -> list[Profile]:
    if options.roster is None:
        return list(document.profiles)
    return roster_profiles(document, options.roster)


_MAKERS: Mapping[str, Callable[[Document, Catalogue, Appraisal, Options], Data]] = {
    "list": _list,
    "roster": _roster,
    "sheets": _sheets,
    "cards": _cards,
}
