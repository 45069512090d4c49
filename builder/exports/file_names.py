"""Responses that send a file, and the header with the file's name."""

from typing import Literal
from urllib.parse import quote

from django.http import HttpResponse
from django.utils.text import slugify

MAX_FILE_NAME = 80
_FALLBACK = "company-list"


def content_disposition(kind: Literal["attachment", "inline"], extension: str, *names: str) -> str:
    """Return the Content-Disposition header of a file. ``names`` are the words of the file's name.

    If the name has letters outside ASCII, the header also contains a name without these letters, for clients
    that can't read them.
    """
    name = slugify(" ".join(names), allow_unicode=True)[:MAX_FILE_NAME].strip("-_") or _FALLBACK
    ascii_name = slugify(name).strip("-_") or _FALLBACK
    header = f'{kind}; filename="{ascii_name}.{extension}"'
    return header if ascii_name == name else f"{header}; filename*=UTF-8''{quote(name)}.{extension}"


def file_response(
    content: str | bytes, media_type: str, kind: Literal["attachment", "inline"], extension: str, *names: str
) -> HttpResponse:
    """Return the response that sends a file. ``names`` are the words of the file's name."""
    response = HttpResponse(content, content_type=media_type)
    response["Content-Disposition"] = content_disposition(kind, extension, *names)
    return response
