"""A list as its interchange document: the download, and what an import gives back byte for byte."""

import json

from builder.documents import LoadedList
from builder.points.catalogue import Catalogue
from builder.points.document import Document, dump_document


def document_value(loaded: LoadedList) -> dict[str, object]:
    """The JSON value of a list."""
    return dump_document(loaded.document, loaded.catalogue)


def document_text(loaded: LoadedList) -> str:
    """The JSON text of a list."""
    return to_json_text(loaded.document, loaded.catalogue)


def to_json_text(document: Document, catalogue: Catalogue) -> str:
    """The JSON text of a document: always the same text for the same document."""
    return json.dumps(dump_document(document, catalogue), ensure_ascii=False, indent=2) + "\n"
