"""Answers that are no JSON of ours to shape: documents byte by byte, papers, tables, texts."""

from typing import Literal

from django.http import HttpResponse
from rest_framework.request import Request
from rest_framework.response import Response

from api.conditions import etag_of, not_modified
from builder.exports.file_names import disposition
from builder.exports.json import document_text
from builder.points.sheet import list_name
from builder.queries.reading import Reading


def document_answer(request: Request, reading: Reading) -> HttpResponse | Response:
    """The list as its interchange document, the same bytes as the page's download."""
    etag = etag_of(reading.row.version)
    same = not_modified(request, etag)
    if same is not None:
        return same
    made = file_answer(
        document_text(reading.load()), "application/json", "attachment", "json", list_name(reading.row.name)
    )
    made["ETag"] = etag
    return made


def file_answer(
    content: str | bytes, media: str, kind: Literal["attachment", "inline"], ending: str, *names: str
) -> HttpResponse:
    """A file with the name under which it is kept."""
    made = HttpResponse(content, content_type=media)
    made["Content-Disposition"] = disposition(kind, ending, *names)
    return made
