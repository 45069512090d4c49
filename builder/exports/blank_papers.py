"""The sources of blank papers, which are printable forms of a game without a list."""

from django.http import Http404

from builder.exports.paper_requests import PaperSource, PreparedPaper
from builder.exports.pdf.blanks import BLANK_NAMES, BlankKind, BlankPaper, blank_order
from builder.points.rules.catalogue import Catalogue


def blank_kind(name: str) -> BlankKind:
    """Return the kind of blank paper with this name in an address. Raise Http404 if there is no such kind."""
    for kind in BLANK_NAMES:
        if kind == name:
            return kind
    raise Http404("This blank form doesn't exist.")


def blank_source(catalogue: Catalogue, blank: BlankPaper) -> PaperSource:
    """Return the source of a blank paper for an edition of a game."""

    def prepare() -> PreparedPaper:
        return PreparedPaper(
            blank_order(catalogue, blank), (catalogue.title, "blank", BLANK_NAMES[blank.kind])
        )

    return PaperSource(prepare)
