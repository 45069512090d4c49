"""The sources of an edition's blank papers, for pages that offer them."""

from django.http import Http404

from builder.exports.paper_requests import PaperSource, PreparedPaper
from builder.exports.pdf.blanks import BLANK_NAMES, BlankKind, BlankPaper, blank_order
from builder.points.rules.catalogue import Catalogue


def blank_kind(name: str) -> BlankKind:
    """Return the kind of blank paper that an address names; raise Http404 for an unknown name."""
    for kind in BLANK_NAMES:
        if kind == name:
            return kind
    raise Http404("This blank form doesn't exist.")


def blank_source(catalogue: Catalogue, blank: BlankPaper) -> PaperSource:
    """Return the source of a blank paper."""

    def prepare() -> PreparedPaper:
        return PreparedPaper(
            blank_order(catalogue, blank), (catalogue.title, "blank", BLANK_NAMES[blank.kind])
        )

    return PaperSource(prepare)
