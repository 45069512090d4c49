"""Conditional requests, which name a version by its ETag.

``If-Match`` prevents lost updates. ``If-None-Match`` saves sending a version that the client already has.
"""

import hashlib
from collections.abc import Mapping
from http import HTTPStatus

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from rest_framework.request import Request
from rest_framework.response import Response

from api.shared.errors import Problem


def etag_of(version: int | str) -> str:
    """Return the ETag of a version: the version in quotes."""
    return f'"{version}"'


def if_match_version(request: Request, current: int) -> int | None:
    """Return the version that If-Match requires, or None if it is ``*``, which every version matches.

    ``current`` is the version that was read. The service checks the result again when the row is locked.
    Raises Problem as ``check_if_match`` does.
    """
    check_if_match(request, current)
    return None if request.headers["If-Match"].strip() == "*" else current


def check_if_match(request: Request, current: int) -> None:
    """Raise Problem if If-Match is missing or doesn't contain ``current``.

    Gzipped responses have a weak ETag, such as W/"3". Programs send it back, and it means the same version.
    """
    header = request.headers.get("If-Match", "").strip()
    if not header:
        raise Problem("no-version", "Send If-Match, so that you don't overwrite other people's changes.")
    tags = {tag.strip().removeprefix("W/") for tag in header.split(",")}
    if header != "*" and etag_of(current) not in tags:
        raise Problem(
            "stale",
            "The object has changed since the version that you read."
            if '"' in header
            else 'If-Match is not a version. Write it like the ETag, with its quotes, such as "3".',
            headers={"ETag": etag_of(current)},
        )


def not_modified_response(request: Request, etag: str) -> Response | None:
    """Return a 304 response if If-None-Match contains the ETag, else None."""
    return Response(status=304, headers={"ETag": etag}) if matches_if_none_match(request, etag) else None


def matches_if_none_match(request: Request, etag: str) -> bool:
    """Return whether If-None-Match contains the ETag, which means that the client has this version."""
    header = request.headers.get("If-None-Match", "").strip()
    tags = {tag.strip().removeprefix("W/") for tag in header.split(",")}
    return header == "*" or etag.removeprefix("W/") in tags


def add_version_etag(response: HttpResponseBase) -> None:
    """Set the ETag of a response to its object's ``version``, unless the ETag is already set."""
    value = getattr(response, "data", None)
    if isinstance(value, Mapping) and value.get("version") is not None and not response.has_header("ETag"):
        response["ETag"] = etag_of(value["version"])


def add_weak_etag(request: Request, response: HttpResponseBase) -> None:
    """Set the weak ETag of a rendered response, or make it a 304 if the client sent that ETag."""
    if not isinstance(response, HttpResponse) or response.status_code != HTTPStatus.OK:
        return
    etag = f'W/"{hashlib.sha256(response.content).hexdigest()[:32]}"'
    response["ETag"] = etag
    if matches_if_none_match(request, etag):
        response.status_code = HTTPStatus.NOT_MODIFIED
        response.content = b""
        del response["Content-Type"]
