"""Functions that read the documents of revisions, the states of a list in its history."""

import zlib
from collections.abc import Collection
from typing import NamedTuple

from builder.documents import DamagedDocumentError, Json, unpack_json
from builder.models import Revision


class PastDocument(NamedTuple):
    """A revision, and its document as a JSON value."""

    revision: Revision
    value: Json


def unpack_revision(row: Revision) -> Json:
    """Return the document of a revision. Raises DamagedDocumentError if it can't be read."""
    try:
        return unpack_past_document(row.document)
    except DamagedDocumentError as error:
        fault = f"list {row.company_list_id}, revision {row.number}: {error}"
        raise DamagedDocumentError(fault) from error


def unpack_past_document(packed: bytes | memoryview) -> Json:
    """Return the document in packed data from a revision. Raises DamagedDocumentError if it can't be read."""
    try:
        value = unpack_json(packed)
    except (ValueError, zlib.error) as error:  # zlib also raises an error if the checksum is wrong
        raise DamagedDocumentError(str(error)) from error
    if not isinstance(value, dict) or not {"profiles", "rosters"} <= value.keys():
        raise DamagedDocumentError("it is not the document of a list")
    return dict(value)


def past_documents(company_list: int, numbers: Collection[int]) -> dict[int, PastDocument]:
    """Map the numbers of a list's revisions to the revisions' documents, in one query. Skip missing ones."""
    rows = Revision.objects.filter(company_list=company_list, number__in=numbers)
    return {row.number: PastDocument(row, unpack_revision(row)) for row in rows}
