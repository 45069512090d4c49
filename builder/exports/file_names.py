"""Files that leave the site, and their names."""

from typing import Literal
from urllib.parse import quote

from django.http import HttpResponse
from django.utils.text import slugify

MAX_FILE_NAME = 80
_FALLBACK = "company-list"


def content_disposition(kind: Literal["attachment", "inline"], extension: str, *names: str) -> str:
    """Return the Content-Disposition header for a file that is saved, or shown ``inline``.

    Clients that read only ASCII get a name with the ASCII letters.
    """
    name = slugify(" ".join(names), allow_unicode=True)[:MAX_FILE_NAME].strip("-_") or _FALLBACK
    plain = slugify(name).strip("-_") or _FALLBACK
    header = f'{kind}; filename="{plain}.{extension}"'
    return header if plain == name else f"{header}; filename*=UTF-8''{quote(name)}.{extension}"


def file_response(
    content: str | bytes, media_type: str, kind: Literal["attachment", "inline"], extension: str, *names: str
) -> HttpResponse:
    """Return a file with the name to save it under."""
    response = HttpResponse(content, content_type=media_type)
    response["Content-Disposition"] = content_disposition(kind, extension, *names)
    return response
