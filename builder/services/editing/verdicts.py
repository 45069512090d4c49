"""The verdict on a list: which rules have findings, and the most serious level of the findings of each rule.

It is calculated at each change of a list, and stored with the list. It depends on the rulings, which are this
site's reading of the rules. If corrected rulings give another verdict than the stored one, pages show the
differences.
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
    """Return the verdict on a document as it will be stored."""
    return {"revision": catalogue.revision, "levels": rule_levels(list_findings(document, catalogue))}


def verdict_to_store(stored: StoredList) -> Json | None:
    """Return the verdict on a list as it will be stored, or None if a design can't be read."""
    with suppress(UnreadableDesignError):
        return verdict_json(stored.document(), stored.catalogue)
    return None


def changes_by_new_rulings(
    row: CompanyList, document: Document, catalogue: Catalogue
) -> Iterable[VerdictChange]:
    """Return the differences between the stored verdict and the verdict by newer rulings.

    If the list has no stored verdict, or there are no newer rulings, the result is empty.
    """
    if row.verdict is None or row.verdict["revision"] >= catalogue.revision:
        return ()
    levels = rule_levels(list_findings(document, catalogue))
    return tuple(verdict_changes(row.verdict["levels"], levels, catalogue))


def may_have_new_findings(row: CompanyList, document: Document, catalogue: Catalogue) -> bool:
    """Return whether new rulings may have caused findings of a list without a stored verdict.

    For a list with a stored verdict, return False: ``changes_by_new_rulings`` has the exact answer.
    """
    is_older = row.verdict is None and catalogue.revision > 1
    return is_older and bool(rule_levels(list_findings(document, catalogue)))


def accept_rulings(stored: StoredList) -> None:
    """Store the verdict by the current rulings. Pages then no longer show what the rulings have changed."""
    CompanyList.objects.filter(pk=stored.row.pk).update(verdict=verdict_to_store(stored))
