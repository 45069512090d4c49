"""The dump of the gallery: a large file with all public lists.

The file is sent in pieces. Interrupted downloads can be resumed.
"""

import os
import re
from collections.abc import Iterator
from http import HTTPStatus
from pathlib import Path
from typing import IO

from django.conf import settings
from django.http import HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import patch_cache_control
from django.utils.http import http_date, parse_http_date_safe
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from api.shared.base import BaseView
from api.shared.conditions import etag_of, not_modified_response
from api.shared.errors import Problem
from api.shared.permissions import Anyone
from api.shared.schema import BINARY, ResponseSpec, operation
from builder.exports.file_names import content_disposition

_PIECE_BYTES = 64 * 1024
_MEDIA_TYPE = "application/gzip"
_RANGE_PATTERN = re.compile(r"bytes=(\d{0,18})-(\d{0,18})", re.ASCII)


class GalleryDumpView(BaseView):
    """The complete gallery as one file."""

    open_data = True
    permission_classes = (Anyone,)

    @operation(
        "gallery_dump",
        "All public lists as one file",
        tag="gallery",
        responses={
            200: ResponseSpec(BINARY, _MEDIA_TYPE),
            206: ResponseSpec(BINARY, _MEDIA_TYPE, "The requested range", ("Content-Range",)),
            304: None,
        },
        parameters=[
            OpenApiParameter(
                "Range",
                str,
                OpenApiParameter.HEADER,
                description='To resume a download of which you have N bytes, send "bytes=N-".',
            ),
            OpenApiParameter(
                "If-Range", str, OpenApiParameter.HEADER, description="ETag of the download to resume."
            ),
        ],
        problems=("not-found", "no-such-range"),
    )
    def get(self, request: Request) -> HttpResponseBase:
        """Return a gzip file with a line of JSON for each public list: its points and its document.

        The file is made every night.
        """
        path = Path(settings.GALLERY_DUMP)
        try:
            file = path.open("rb")
        except FileNotFoundError:
            raise Problem("not-found", "This site has no dump of the gallery yet.") from None
        try:
            return _dump_response(request, _DumpFile(file))
        except BaseException:
            file.close()
            raise


class _DumpFile:
    """The open file of the dump. It stays readable after a new file has replaced it.

    The time and the size of the file identify its version. A new dump only replaces the file if its
    content is different.
    """

    def __init__(self, file: IO[bytes]) -> None:
        stat = os.fstat(file.fileno())
        self.file = file
        self.size = stat.st_size
        self.modified = int(stat.st_mtime)
        self.etag = etag_of(f"{stat.st_mtime_ns:x}-{stat.st_size:x}")


class _FilePart:
    """An iterator over the pieces of a part of a file. Closing the iterator closes the file."""

    def __init__(self, file: IO[bytes], part: range) -> None:
        file.seek(part.start)
        self._file, self._bytes_left = file, len(part)
        self.close = file.close

    def __iter__(self) -> Iterator[bytes]:
        while self._bytes_left and (piece := self._file.read(min(_PIECE_BYTES, self._bytes_left))):
            self._bytes_left -= len(piece)
            yield piece


def _dump_response(request: Request, dump: _DumpFile) -> HttpResponseBase:
    if _client_has_version(request, dump):
        dump.file.close()
        return _with_version(HttpResponse(status=304), dump)
    requested = _requested_range(request, dump)
    part = range(dump.size) if requested is None else requested
    response: HttpResponseBase
    if request.method == "HEAD":
        dump.file.close()
        response = HttpResponse(content_type=_MEDIA_TYPE)
    else:
        response = StreamingHttpResponse(_FilePart(dump.file, part), content_type=_MEDIA_TYPE)
    response["Content-Length"] = str(len(part))
    response["Content-Disposition"] = content_disposition("attachment", "ndjson.gz", "gallery")
    if requested is not None:
        response.status_code = HTTPStatus.PARTIAL_CONTENT
        response["Content-Range"] = f"bytes {part.start}-{part.stop - 1}/{dump.size}"
    return _with_version(response, dump)


def _with_version(response: HttpResponseBase, dump: _DumpFile) -> HttpResponseBase:
    """Add the version to a response. Caches can store the file, but must revalidate it each time."""
    response["ETag"] = dump.etag
    response["Last-Modified"] = http_date(dump.modified)
    response["Accept-Ranges"] = "bytes"
    patch_cache_control(response, public=True, no_cache=True)
    return response


def _client_has_version(request: Request, dump: _DumpFile) -> bool:
    """Return whether the client already has this version."""
    if "If-None-Match" in request.headers:
        return not_modified_response(request, dump.etag) is not None
    since = parse_http_date_safe(request.headers.get("If-Modified-Since", ""))
    return since is not None and dump.modified <= since


def _requested_range(request: Request, dump: _DumpFile) -> range | None:
    """Return the requested range, or None to send the full file.

    The full file is sent if the request has no range, an invalid range or several ranges. It is also sent if
    If-Range names another version. Raises Problem for a range beyond the end of the file.
    """
    match = _RANGE_PATTERN.fullmatch(request.headers.get("Range", "").strip())
    if match is None or request.method != "GET" or not _wants_this_version(request, dump):
        return None
    first, last = match.groups()
    if not first and not last:
        return None
    if first and last and int(first) > int(last):
        return None
    if first:
        part = range(int(first), min(int(last) + 1, dump.size) if last else dump.size)
    else:
        part = range(max(dump.size - int(last), 0), dump.size)
    if not part:
        message = f"The file has {dump.size} bytes."
        raise Problem("no-such-range", message, headers={"Content-Range": f"bytes */{dump.size}"})
    return part


def _wants_this_version(request: Request, dump: _DumpFile) -> bool:
    """Return whether If-Range is missing or names this version."""
    named = request.headers.get("If-Range", "").strip()
    return not named or named in (dump.etag, http_date(dump.modified))
