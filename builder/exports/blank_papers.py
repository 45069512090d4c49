"""Blank papers of an edition as readers get them: the source of each."""

from django.http import Http404

from builder.exports.paper_requests import PaperSource, PreparedPaper
from builder.exports.pdf.blanks import BLANK_NAMES, BlankKind, BlankPaper, blank_order
from builder.points.rules.catalogue import Catalogue


def blank_kind(name: str) -> BlankKind:
    """The blank paper of a name; Http404 where there is none."""
    found = next((kind for kind in BLANK_NAMES if kind == name), None)
    if found is None:
        raise Http404("There is no such blank paper.")
    return found


def blank_source(catalogue: Catalogue, blank: BlankPaper) -> PaperSource:
    """Where a blank paper comes from."""

    def prepare() -> PreparedPaper:
        return PreparedPaper(
            blank_order(catalogue, blank), (catalogue.title, "blank", BLANK_NAMES[blank.kind])
        )

    return PaperSource(prepare)
