"""Responses without serializers: documents byte by byte, papers, tables, texts."""

from typing import Literal

from django.http import HttpResponse
from rest_framework.request import Request
from rest_framework.response import Response

from api.shared.conditions import etag_of, not_modified_response
from builder.exports.file_names import content_disposition
from builder.exports.json import document_text
from builder.points.rules.names import list_name
from builder.queries.access import ListAccess


def document_response(request: Request, list_access: ListAccess) -> HttpResponse | Response:
    """Return the list as its interchange document, the same bytes as the page's download."""
    etag = etag_of(list_access.version)
    not_modified = not_modified_response(request, etag)
    if not_modified is not None:
        return not_modified
    loaded = list_access.load()
    name = list_name(loaded.document.name)
    response = file_response(document_text(loaded), "application/json", "attachment", "json", name)
    response["ETag"] = etag
    return response


def file_response(
    content: str | bytes, media_type: str, kind: Literal["attachment", "inline"], extension: str, *names: str
) -> HttpResponse:
    """Return a file with the name to save it under."""
    response = HttpResponse(content, content_type=media_type)
    response["Content-Disposition"] = content_disposition(kind, extension, *names)
    return response
