"""A view that renders a document in a request as a paper, picture or text.

A paper is a list or a part of it in printed form, as a PDF or a picture.
"""

from collections.abc import Collection
from typing import Any, get_args

from django.http import HttpResponse
from django.utils.timezone import localdate
from rest_framework import serializers
from rest_framework.request import Request

from api.papers.responses import PAPER_PROBLEMS, paper_file_response
from api.papers.serializers import (
    BLANK_HELP,
    GLOSSARY_HELP,
    PER_HELP,
    PaperQuerySerializer,
    chosen_options,
    invalid_choice,
)
from api.shared.base import BaseView
from api.shared.bodies import read_body
from api.shared.descriptions import DOCUMENT_HELP
from api.shared.fields import DocumentField, StrictBooleanField, StrictIntegerField
from api.shared.permissions import Anyone
from api.shared.schema import BINARY, TEXT, ResponseSpec, operation
from builder.catalogue.play import list_sheet
from builder.catalogue.store import catalogue_of, get_edition
from builder.exports.file_names import file_response
from builder.exports.markup import TextFormat
from builder.exports.paper_requests import PaperSource, PreparedPaper
from builder.exports.pdf.options import (
    ACCENT_CODES,
    CARD_CODES,
    CARDS_PER,
    MAX_BLANK,
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

_SHARED_OPTIONS = ("roster", "points")
_PAPER_OPTIONS = [name for name, _ in PaperQuerySerializer().fields.items() if name not in _SHARED_OPTIONS]
_TEXT_OPTIONS = ("style", "format")


class RenderingSerializer(serializers.Serializer[Any]):
    """A document and the options of its output."""

    document = DocumentField(help_text=DOCUMENT_HELP)
    output = serializers.ChoiceField(
        choices=("pdf", "png", "text"),
        help_text='"pdf" for a paper, "png" for a picture of its first page, "text" for a text to paste.',
    )
    roster = StrictIntegerField(
        required=False,
        min_value=0,
        help_text='Index of a roster of the document, from 0. If it is left out, the papers "roster" and '
        '"battle" use the first roster. Other papers and texts use the list.',
    )
    points = StrictBooleanField(default=True, help_text="Whether to show prices.")
    paper = serializers.ChoiceField(choices=tuple(PAPER_NAMES), default="list", help_text="Kind of paper.")
    size = serializers.ChoiceField(choices=SIZE_CODES, default="a4", help_text="Size of the paper.")
    background = StrictBooleanField(default=True, help_text="Whether to print background and notes.")
    glossary = StrictBooleanField(default=True, help_text=f"Whether to print {GLOSSARY_HELP}")
    per = serializers.ChoiceField(
        choices=CARDS_PER,
        default="profile",
        help_text=PER_HELP,
    )
    blank = StrictIntegerField(
        default=0,
        min_value=0,
        max_value=MAX_BLANK,
        help_text=BLANK_HELP,
    )
    card = serializers.ChoiceField(choices=CARD_CODES, default="poker", help_text="Size of cards.")
    bleed = StrictBooleanField(default=False, help_text="Whether to add 3 mm beyond each edge of a card.")
    crop = StrictBooleanField(default=True, help_text="Whether to print crop marks.")
    backs = StrictBooleanField(
        default=False,
        help_text="Whether to add a page of backs after every page of cards. For the paper "
        '"battle", whether to add the quick reference.',
    )
    accent = serializers.ChoiceField(
        choices=ACCENT_CODES, default="none", help_text="Colour of the band on cards."
    )
    style = serializers.ChoiceField(  # type: ignore[assignment] # the name in the address of a text; DRF has its own style
        choices=get_args(TextStyle), default="line", help_text="How detailed a text is."
    )
    format = serializers.ChoiceField(
        choices=get_args(TextFormat), default="plain", help_text="Markup of a text."
    )


class RenderingView(BaseView):
    """A view that renders a document. Nothing is stored, and no account is needed."""

    cost = "paper"
    permission_classes = (Anyone,)

    @operation(
        "renderings",
        "Paper, picture or text of a document",
        tag="calculations",
        request=RenderingSerializer,
        responses={
            200: ResponseSpec(BINARY, "application/pdf", others={"image/png": BINARY, "text/plain": TEXT})
        },
        problems=PAPER_PROBLEMS,
    )
    def post(self, request: Request) -> HttpResponse:
        """Return the file with fingerprints, but without a QR code, because the document has no address."""
        body = read_body(RenderingSerializer, request)
        is_text = body["output"] == "text"
        _reject_options(
            request.data, _PAPER_OPTIONS if is_text else _TEXT_OPTIONS, "papers" if is_text else "texts"
        )
        return _rendered_text(body) if is_text else _rendered_paper(request, body)


def _reject_options(body: Collection[object], names: Collection[str], output_kind: str) -> None:
    """Raise Problem if the request has an option in ``names``. They are only for ``output_kind``."""
    for name in names:
        if name in body:
            raise invalid_choice(name, f"is only for {output_kind}: leave it out, or request another output")


def _rendered_paper(request: Request, body: dict[str, Any]) -> HttpResponse:
    document: Document = body["document"]
    output: Output = body["output"]
    options = chosen_options(body, _roster_index(body), len(document.rosters))
    catalogue, fingerprints = _catalogue_and_fingerprints(
        document, options.roster if options.paper == "roster" else None
    )
    order = paper_order(
        list_sheet(document, catalogue), options, output=output, today=localdate(),
        fingerprints=fingerprints.labelled,
    )  # fmt: skip
    names = (list_name(document.name), PAPER_NAMES[options.paper])
    return paper_file_response(request, PaperSource(lambda: PreparedPaper(order, names)), output)


def _rendered_text(body: dict[str, Any]) -> HttpResponse:
    document: Document = body["document"]
    roster = _roster_index(body)
    catalogue, fingerprints = _catalogue_and_fingerprints(document, roster)
    options = TextOptions(roster=roster, style=body["style"], format=body["format"], points=body["points"])
    text = list_text(list_sheet(document, catalogue), options, str(fingerprints))
    return file_response(text, "text/plain; charset=utf-8", "inline", "txt", list_name(document.name))


def _roster_index(body: dict[str, Any]) -> int | None:
    """Return the index of the requested roster. Raises Problem if the document doesn't have it."""
    document: Document = body["document"]
    index: int | None = body.get("roster")
    if index is not None and index >= len(document.rosters):
        raise invalid_choice(
            "roster", f"is not the index of a roster: the document has {len(document.rosters)}"
        )
    return index


def _catalogue_and_fingerprints(document: Document, roster: int | None) -> tuple[Catalogue, Fingerprints]:
    """Return the catalogue of a document, and the fingerprints of the document or of one roster."""
    edition = get_edition(document.system, document.edition)
    catalogue = catalogue_of(edition)
    maker = FingerprintMaker(catalogue, edition.digest)
    return catalogue, maker.of_list(document) if roster is None else maker.of_roster(document, roster)
