"""Freezing a roster: the columns that store its current state."""

from typing import TypedDict

from builder.documents import LoadedList, pack_document
from builder.frozen import FrozenSummary, pack_appraisal, summarise
from builder.models import Edition, Roster
from builder.points.appraisal.appraisal import appraise
from builder.points.document.fingerprint import FingerprintMaker
from builder.services.errors import NotFound


class FrozenColumns(TypedDict):
    """The columns of a ``FrozenRoster``, without ``made`` and ``version``."""

    edition: Edition
    rulings: int
    roster: Roster
    document: bytes
    appraisal: bytes
    summary: FrozenSummary
    force: str
    words: str


def frozen_columns(loaded: LoadedList, roster_id: str) -> FrozenColumns:
    """Return the columns for a frozen copy of a roster. Raises NotFound if the list has no such roster."""
    if roster_id not in loaded.roster_ids:
        raise NotFound("This roster is no longer in the list.")
    catalogue, edition = loaded.catalogue, loaded.row.edition
    document = loaded.cut_to(roster_id).document
    appraisal = appraise(document, catalogue)
    fingerprints = FingerprintMaker(catalogue, edition.digest).of_roster(document, 0)
    return {
        "edition": edition,
        "rulings": catalogue.revision,
        "roster": Roster.objects.get(public_id=roster_id),
        "document": pack_document(document, catalogue),
        "appraisal": pack_appraisal(appraisal),
        "summary": summarise(document, appraisal),
        "force": fingerprints.force,
        "words": fingerprints.words,
    }
