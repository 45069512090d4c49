"""Blank papers of an edition for readers: the source of each."""

from django.http import Http404

from builder.exports.paper_requests import PaperSource, PreparedPaper
from builder.exports.pdf.blanks import BLANK_NAMES, BlankKind, BlankPaper, blank_order
from builder.points.rules.catalogue import Catalogue


def blank_kind(name: str) -> BlankKind:
    """Return the blank paper with a name; raise Http404 if there is none."""
    known_kind = next((kind for kind in BLANK_NAMES if kind == name), None)
    if known_kind is None:
        raise Http404("This blank form doesn't exist.")
    return known_kind


def blank_source(catalogue: Catalogue, blank: BlankPaper) -> PaperSource:
    """Return the source of a blank paper."""

    def prepare() -> PreparedPaper:
        return PreparedPaper(
            blank_order(catalogue, blank), (catalogue.title, "blank", BLANK_NAMES[blank.kind])
        )

    return PaperSource(prepare)
