"""Freezing of rosters: making a copy of a roster that doesn't change with the list."""

from typing import Any

from builder.documents import LoadedList, pack_document
from builder.frozen import pack_appraisal, summarise
from builder.models import Roster
from builder.points.appraisal.appraisal import appraise
from builder.points.document.fingerprint import FingerprintMaker
from builder.services.errors import NotFound

Columns = dict[str, Any]
"""Values for the columns of a ``FrozenRoster``."""


def frozen_columns(loaded: LoadedList, roster_id: str) -> Columns:
    """Return the columns for a frozen copy of a roster, except ``made`` and ``version``.

    ``force`` and ``words`` are the roster's fingerprints: short codes that show whether a paper matches it.
    Raises NotFound if the list has no roster with this id.
    """
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
