"""The verdict that is stored with a list: the most serious level of each broken rule.

The stored verdict is from the last change of the list, so pages can show what new rulings have changed since.
"""

from collections.abc import Iterable
from contextlib import suppress

from builder.documents import Json, StoredList, UnreadableDesignError
from builder.models import CompanyList
from builder.points.appraisal.appraisal import list_findings
from builder.points.appraisal.verdict import VerdictChange, rule_levels, verdict_changes
from builder.points.document.document import Document
from builder.points.rules.catalogue import Catalogue


def verdict_json(document: Document, catalogue: Catalogue) -> Json:
    """Return the verdict of a document in its stored form."""
    return {"revision": catalogue.revision, "levels": rule_levels(list_findings(document, catalogue))}


def stored_verdict(stored: StoredList) -> Json | None:
    """Return the verdict of a list; None if a design can't be read."""
    with suppress(UnreadableDesignError):
        return verdict_json(stored.document(), stored.catalogue)
    return None


def changes_by_new_rulings(
    row: CompanyList, document: Document, catalogue: Catalogue
) -> Iterable[VerdictChange]:
    """Return how the current verdict differs from the stored one; nothing if the rulings are the same."""
    if row.verdict is None or row.verdict["revision"] >= catalogue.revision:
        return ()
    levels = rule_levels(list_findings(document, catalogue))
    return tuple(verdict_changes(row.verdict["levels"], levels, catalogue))


def may_have_changed(row: CompanyList, document: Document, catalogue: Catalogue) -> bool:
    """Return whether new rulings may have caused the findings of a list that has no stored verdict."""
    is_older = row.verdict is None and catalogue.revision > 1
    return is_older and bool(rule_levels(list_findings(document, catalogue)))


def accept_rulings(stored: StoredList) -> None:
    """Store the verdict by the current rulings, so that pages stop showing what the rulings changed."""
    CompanyList.objects.filter(pk=stored.row.pk).update(verdict=stored_verdict(stored))
