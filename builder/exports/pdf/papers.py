"""The four papers: which data each is made of, and the way from a document to its PDF."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date

from builder.catalogue.play import play_sheet
from builder.exports.pdf.budget import fit
from builder.exports.pdf.cards import card_data, cards_of_each, for_each_model, without_cards
from builder.exports.pdf.details import fit_pieces, fit_profiles
from builder.exports.pdf.first_page import CARDS_ON_A_PAGE, FORMS_ON_A_PAGE, first_page
from builder.exports.pdf.forms import form_data
from builder.exports.pdf.glossary import glossary, tables
from builder.exports.pdf.markdown import TEXT_WORD, Block
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

_CARD_WORD = 14
_PAPERS = {"a4": "a4", "letter": "us-letter"}


def make_pdf(
    document: Document,
    catalogue: Catalogue,
    options: Options,
    *,
    today: date,
    link: str = "",
    fingerprint: str = "",
    appraisal: Appraisal | None = None,
) -> bytes:
    """The PDF of a paper. ``link`` is the address of the shared page and becomes a QR code.

    ``fingerprint`` is that of what the paper holds; it stands at the foot of every page. ``appraisal`` is
    what was computed of the document before, where the paper is to say just that.

    Raises IndexError where ``options.roster`` is no roster of the document.
    """
    data = paper_data(document, catalogue, options, today, link, fingerprint, appraisal)
    return set_pdf(options.paper, data, today)


def make_picture(
    document: Document,
    catalogue: Catalogue,
    options: Options,
    *,
    today: date,
    link: str = "",
    fingerprint: str = "",
) -> bytes:
    """The first page of a paper as a PNG, at 96 pixels an inch.

    Where later pages are not made, its footer does not tell how many there are.
    """
    data = first_page(paper_data(document, catalogue, options, today, link, fingerprint))
    return set_picture(options.paper, data, today)


def paper_data(
    document: Document,
    catalogue: Catalogue,
    options: Options,
    today: date,
    link: str,
    fingerprint: str = "",
    appraisal: Appraisal | None = None,
) -> Data:
    """What the paper's template is given."""
    appraisal = appraisal or appraise(document, catalogue)
    return {
        **frame(list_name(document.name), catalogue, options, today, link),
        "fingerprint": fingerprint,
        **_MAKERS[options.paper](document, catalogue, appraisal, options),
    }


def frame(title: str, catalogue: Catalogue, options: Options, today: date, link: str) -> Data:
    """What every paper has, whatever it is of."""
    return {
        "paper": _PAPERS[options.size],
        "title": line(title),
        "short": shorten(title, 60),
        "system": f"{catalogue.system_name} {catalogue.edition}",
        "unit": catalogue.points_unit,
        "date": long_date(today),
        "credit": catalogue.credit,
        "notice": catalogue.notice,
        "link": link,
        "qr": qr_code(link, small=options.paper == "cards"),
        "columns": columns(catalogue),
        "priced": options.points,
        "whole": True,
    }


def _list(document: Document, catalogue: Catalogue, appraisal: Appraisal, options: Options) -> Data:
    texts = [document.background, *(profile.notes for profile in document.profiles)]
    background, *notes = fit(texts, TEXT_WORD) if options.background else [[]]
    sheet = Sheet(document, catalogue, appraisal, options.points, _by_key(document.profiles, notes))
    pairs = zip(document.profiles, appraisal.profiles, strict=True)
    return {
        "kind": "Company list",
        "setting": line(document.setting, 40) if options.background else "",
        "background": background,
        "profiles": fit_profiles([profile_data(sheet, profile, found) for profile, found in pairs]),
        "glossary": glossary(catalogue, document.profiles) if options.glossary else [],
    }


def _roster(document: Document, catalogue: Catalogue, appraisal: Appraisal, options: Options) -> Data:
    play = play_sheet(catalogue)
    index = options.roster or 0
    fielded = roster_profiles(document, index)
    profiles = [*fielded, *brought_profiles(document, catalogue, play, fielded)]
    sheet = Sheet(document, catalogue, appraisal, options.points, _notes(profiles, options, TEXT_WORD))
    return {
        "kind": "Roster",
        **roster_data(sheet, play, index),
        "glossary": glossary(catalogue, profiles) if options.glossary else [],
        "tables": tables(catalogue, play.tables) if options.glossary else [],
    }


def _sheets(document: Document, catalogue: Catalogue, appraisal: Appraisal, options: Options) -> Data:
    chosen = [] if options.blank else _chosen(document, options)
    sheet = Sheet(document, catalogue, appraisal, options.points, _notes(chosen, options, TEXT_WORD))
    return {
        "kind": "Design sheet",
        "forms": fit_pieces([form_data(sheet, profile) for profile in chosen], [1] * len(chosen)),
        "blank": options.blank or (0 if chosen else FORMS_ON_A_PAGE),
        "beside": [slot.name for slot in slots_beside(catalogue)],
    }


def _cards(document: Document, catalogue: Catalogue, appraisal: Appraisal, options: Options) -> Data:
    play = play_sheet(catalogue)
    chosen = _chosen(document, options)
    models = counts = [1] * len(chosen)
    if options.per == "model" and options.roster is not None:
        fielded = model_counts(document, options.roster)
        models = [fielded[profile.key] for profile in chosen]
        counts = cards_of_each(models)
    notes = _notes(chosen, options, _CARD_WORD, counts)
    sheet = Sheet(document, catalogue, appraisal, options.points, notes, word=_CARD_WORD)
    cards = [card_data(sheet, play, profile, options.glossary) for profile in chosen]
    cards = for_each_model(fit_pieces(cards, counts), counts, models)
    return {
        "kind": "Cards",
        "cards": cards,
        "left": without_cards(sum(models) - sum(counts)),
        "blank": options.blank or (0 if cards else CARDS_ON_A_PAGE),
        "blanks": boxes_of_a_blank(play),
    }


def _notes(
    profiles: Sequence[Profile], options: Options, word: int, times: Sequence[int] | None = None
) -> Mapping[str, Sequence[Block]]:
    """The notes of these profiles by their keys, where they are wanted."""
    if not options.background:
        return {}
    return _by_key(profiles, fit([profile.notes for profile in profiles], word, times))


def _by_key(profiles: Sequence[Profile], notes: Sequence[list[Block]]) -> Mapping[str, Sequence[Block]]:
    return {profile.key: found for profile, found in zip(profiles, notes, strict=False)}


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
