"""The verdict on a list: the rules that it breaks, and the most serious level of each rule's findings.

The verdict from the last change of a list is stored with the list. If new rulings give another verdict, pages
show what the rulings have changed.
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
    """Return the verdict on a document, as it will be stored."""
    return {"revision": catalogue.revision, "levels": rule_levels(list_findings(document, catalogue))}


def stored_verdict(stored: StoredList) -> Json | None:
    """Return the verdict on a list, as it will be stored, or None if a design can't be read."""
    with suppress(UnreadableDesignError):
        return verdict_json(stored.document(), stored.catalogue)
    return None


def changes_by_new_rulings(
    row: CompanyList, document: Document, catalogue: Catalogue
) -> Iterable[VerdictChange]:
    """Return the differences between the stored verdict and the verdict by the current rulings.

    If there are no newer rulings, or no stored verdict, there are no differences.
    """
    if row.verdict is None or row.verdict["revision"] >= catalogue.revision:
        return ()
    levels = rule_levels(list_findings(document, catalogue))
    return tuple(verdict_changes(row.verdict["levels"], levels, catalogue))


def may_have_changed(row: CompanyList, document: Document, catalogue: Catalogue) -> bool:
    """Return whether new rulings may have caused findings, for a list without a stored verdict."""
    is_older = row.verdict is None and catalogue.revision > 1
    return is_older and bool(rule_levels(list_findings(document, catalogue)))


def accept_rulings(stored: StoredList) -> None:
    """Store the verdict by the current rulings. Pages then don't show any more what the rulings changed."""
    CompanyList.objects.filter(pk=stored.row.pk).update(verdict=stored_verdict(stored))
