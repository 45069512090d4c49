"""The best plan to make a roster legal."""

from builder.points.advice.roster_plan import RosterPlan, plans_for_roster
from builder.points.document.document import Document
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.results import Appraisal


def best_plan(
    document: Document, roster: int, catalogue: Catalogue, appraisal: Appraisal | None = None
) -> RosterPlan | None:
    """Return the best plan for a roster, or None if there is no plan."""
    return next(iter(plans_for_roster(document, roster, catalogue, appraisal)), None)
