"""Papers, pictures and texts of a document that is not kept."""

from collections.abc import Collection
from typing import Any, get_args

from django.http import HttpResponse
from django.utils.timezone import localdate
from rest_framework import serializers
from rest_framework.request import Request

from api.papers.answers import PAPER_PROBLEMS, paper_file_response
from api.papers.serializers import chosen_options, invalid_choice
from api.shared.base import BaseView
from api.shared.bodies import read_body
from api.shared.fields import DocumentField, StrictBooleanField, StrictIntegerField
from api.shared.permissions import Anyone
from api.shared.responses import file_response
from api.shared.schema import BINARY, TEXT, ResponseSpec, describes
from builder.catalogue.store import catalogue_of, get_edition
from builder.exports.markup import TextFormat
from builder.exports.paper_requests import PaperSource, PreparedPaper
from builder.exports.pdf.options import (
    ACCENT_CODES,
    CARD_CODES,
    CARDS_PER,
    MOST_BLANK,
    PAPER_NAMES,
    SIZE_CODES,
)
from builder.exports.pdf.papers import paper_order
from builder.exports.text import TextOptions, TextStyle, list_text
from builder.points.document.document import Document
from builder.points.document.fingerprint import FingerprintMaker, Fingerprints
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.names import list_name
from builder.typesetting.orders import Output

_OF_PAPERS = (
    "paper", "size", "background", "glossary", "per", "blank", "card", "bleed", "crop", "backs", "accent",
)  # fmt: skip
_OF_TEXTS = ("style", "format")


class RenderingSerializer(serializers.Serializer[Any]):
    """A document, and what is to be made of it."""

    document = DocumentField()
    output = serializers.ChoiceField(
        choices=("pdf", "png", "text"), help_text="png is a picture of a paper's first page."
    )
    roster = StrictIntegerField(
        required=False,
        min_value=0,
        help_text="The place of a roster in the document, from 0. Papers roster and battle take the first "
        "where none is told; list, none. A text is of the whole list where none is told.",
    )
    points = StrictBooleanField(default=True, help_text="false leaves every price out.")
    paper = serializers.ChoiceField(choices=tuple(PAPER_NAMES), default="list")
    size = serializers.ChoiceField(choices=SIZE_CODES, default="a4")
    background = StrictBooleanField(default=True, help_text="false leaves background and notes out.")
    glossary = StrictBooleanField(default=True, help_text="false leaves out what codes mean.")
    per = serializers.ChoiceField(
        choices=CARDS_PER, default="profile", help_text="A card for each of these; model needs a roster."
    )
    blank = StrictIntegerField(
        default=0, min_value=0, max_value=MOST_BLANK, help_text="Blank cards besides; blank sheets instead."
    )
    card = serializers.ChoiceField(choices=CARD_CODES, default="poker", help_text="The size of cards.")
    bleed = StrictBooleanField(default=False, help_text="true adds 3 mm beyond each edge of a card.")
    crop = StrictBooleanField(default=True, help_text="false leaves out the marks to cut cards by.")
    backs = StrictBooleanField(
        default=False, help_text="true adds a page of backs behind every page of cards."
    )
    accent = serializers.ChoiceField(
        choices=ACCENT_CODES, default="none", help_text="The colour of the band on cards."
    )
    style = serializers.ChoiceField(  # type: ignore[assignment] # as in the address of a text; DRF's are hints
        choices=get_args(TextStyle), default="line"
    )
    format = serializers.ChoiceField(choices=get_args(TextFormat), default="plain")


class RenderingView(BaseView):
    """A document on paper, as a picture or as a text: nothing is stored, no account needed."""

    cost = "paper"
    permission_classes = (Anyone,)

    @describes(
        "renderings", "A paper, a picture or a text of a document", tag="calculations",
        request=RenderingSerializer,
        answers={
            200: ResponseSpec(
                BINARY, "application/pdf", others={"image/png": BINARY, "text/plain": TEXT}
            ),
        },
        problems=PAPER_PROBLEMS,
    )  # fmt: skip
    def post(self, request: Request) -> HttpResponse:
        """With its fingerprints, and without a QR code: there is no address to compare it at."""
        sent = read_body(RenderingSerializer, request)
        is_text = sent["output"] == "text"
        _refuse_others(request.data, _OF_PAPERS if is_text else _OF_TEXTS, "papers" if is_text else "texts")
        return _rendered_text(sent) if is_text else _rendered_paper(request, sent)


def _refuse_others(sent: Collection[object], names: Collection[str], of: str) -> None:
    """Problem where something was chosen that is of another output."""
    for name in names:
        if name in sent:
            raise invalid_choice(name, f"is chosen for {of} alone: leave it out, or ask for another output")


def _rendered_paper(request: Request, sent: dict[str, Any]) -> HttpResponse:
    document: Document = sent["document"]
    output: Output = sent["output"]
    options = chosen_options(sent, _roster(sent), len(document.rosters))
    catalogue, stamp = _fingerprints(document, options.roster if options.paper == "roster" else None)
    order = paper_order(
        document, catalogue, options, output=output, today=localdate(), fingerprints=stamp.labelled
    )
    names = (list_name(document.name), PAPER_NAMES[options.paper])
    return paper_file_response(request, PaperSource(lambda: PreparedPaper(order, names)), output)


def _rendered_text(sent: dict[str, Any]) -> HttpResponse:
    document: Document = sent["document"]
    roster = _roster(sent)
    catalogue, stamp = _fingerprints(document, roster)
    options = TextOptions(roster=roster, style=sent["style"], format=sent["format"], points=sent["points"])
    text = list_text(document, catalogue, options, str(stamp))
    return file_response(text, "text/plain; charset=utf-8", "inline", "txt", list_name(document.name))


def _roster(sent: dict[str, Any]) -> int | None:
    """The place of the roster that is asked for; Problem where the document has none there."""
    document: Document = sent["document"]
    place: int | None = sent.get("roster")
    if place is not None and place >= len(document.rosters):
        raise invalid_choice("roster", f"is the place of no roster: the document has {len(document.rosters)}")
    return place


def _fingerprints(document: Document, roster: int | None) -> tuple[Catalogue, Fingerprints]:
    """The catalogue of a document, and the fingerprints of the whole of it or of one roster."""
    edition = get_edition(document.system, document.edition)
    catalogue = catalogue_of(edition)
    maker = FingerprintMaker(catalogue, edition.digest)
    return catalogue, maker.of_list(document) if roster is None else maker.of_roster(document, roster)
