"""What is sent, read by the reader of documents: so large, so deep, no name twice, or it says where not."""

from collections.abc import Mapping
from typing import IO, Any

from rest_framework.parsers import BaseParser

from builder.catalogue.limits import limits
from builder.points.json_reader import DocumentError, read_json


class JSONParser(BaseParser):
    """JSON text in UTF-8; DocumentError names what is wrong with it."""

    media_type = "application/json"

    def parse(  # type: ignore[override] # a JSON value is no mapping until it is read as one
        self,
        stream: IO[bytes],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> object:
        """The value that was sent."""
        most = limits().bytes
        raw = stream.read(most + 1)
        if len(raw) > most:
            raise DocumentError("", f"has more than {most:,} bytes", f"send at most {most:,}")
        return read_json(raw, limits())


class MergePatchParser(JSONParser):
    """The same, named as RFC 7396 names it."""

    media_type = "application/merge-patch+json"
