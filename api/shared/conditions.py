"""Conditional requests: ``ETag``, ``If-Match`` against lost updates, ``If-None-Match`` against resending."""

import hashlib
from http import HTTPStatus

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from rest_framework.request import Request
from rest_framework.response import Response

from api.shared.errors import Problem


def etag_of(version: int | str) -> str:
    """The ETag of a version."""
    return f'"{version}"'


def if_match_version(request: Request, current: int) -> int | None:
    """The version that a change is based on, for the service to check; None for ``*``, any version.

    ``current`` is the version now. Problem where If-Match is missing or names other versions. A gzipped
    response has a weak ETag, which programs send back as they got it: it names the same version.
    """
    header = request.headers.get("If-Match", "").strip()
    if not header:
        raise Problem("no-version", "This changes what others may have changed: send If-Match.")
    tags = {tag.strip().removeprefix("W/") for tag in header.split(",")}
    if header == "*":
        return None
    if etag_of(current) not in tags:
        raise Problem(
            "stale",
            "It was changed after the version that you have read."
            if '"' in header
            else 'If-Match names no version: write it as ETag does, in its quotes, such as "3".',
            headers={"ETag": etag_of(current)},
        )
    return current


def not_modified_response(request: Request, etag: str) -> Response | None:
    """304 where If-None-Match names this version, else None."""
    return Response(status=304, headers={"ETag": etag}) if is_known(request, etag) else None


def is_known(request: Request, etag: str) -> bool:
    """Whether If-None-Match names this version."""
    header = request.headers.get("If-None-Match", "").strip()
    tags = {tag.strip().removeprefix("W/") for tag in header.split(",")}
    return header == "*" or etag.removeprefix("W/") in tags


def stamp(request: Request, response: HttpResponseBase) -> None:
    """Give a rendered answer a weak ETag of its body; one that is known becomes 304."""
    if not isinstance(response, HttpResponse) or response.status_code != HTTPStatus.OK:
        return
    etag = f'W/"{hashlib.sha256(response.content).hexdigest()[:32]}"'
    response["ETag"] = etag
    if is_known(request, etag):
        response.status_code = HTTPStatus.NOT_MODIFIED
        response.content = b""
        del response["Content-Type"]
