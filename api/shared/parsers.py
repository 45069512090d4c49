"""Parsers of JSON in requests.

They use the core's reader: its limits of size and depth, and its errors, which name the path of each fault.
"""

from collections.abc import Mapping
from typing import IO, Any

from rest_framework.parsers import BaseParser

from builder.catalogue.limits import limits
from builder.points.document.json_reader import DocumentError, read_json


class JSONParser(BaseParser):
    """A parser of JSON in UTF-8."""

    media_type = "application/json"

    def parse(  # type: ignore[override] # DRF expects a mapping, but JSON can be any value
        self,
        stream: IO[bytes],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> object:
        """Return the JSON value. Raises DocumentError if it is too large or not JSON."""
        limit = limits().bytes
        raw = stream.read(limit + 1)
        if len(raw) > limit:
            raise DocumentError("", f"has more than {limit:,} bytes", f"send at most {limit:,}")
        return read_json(raw, limits())


class JSONPatchParser(JSONParser):
    """A parser of JSON with the media type of RFC 6902."""

    media_type = "application/json-patch+json"


class MergePatchParser(JSONParser):
    """A parser of JSON with the media type of RFC 7396."""

    media_type = "application/merge-patch+json"
