"""Reports from users that a number or a finding is wrong.

A report stores its document. So it can become a golden document: a document and its correct numbers, which
the project's tests compare with the calculated ones.
"""

from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from builder.documents import LoadedList, pack_document, unpack_json
from builder.models import NumberReport, User
from builder.points.appraisal.appraisal import appraise
from builder.points.document.cut import extract_profiles, extract_roster
from builder.points.document.document import Document, parse_document
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.results import ProfileAppraisal
from builder.services.errors import LimitReached, NotFound
from builder.services.input_specs import TextSpec

PROBLEM = TextSpec(
    label="problem",
    is_multiline=True,
    help_text="If you can, say what it should be, and the page of the book.",
    required_error="Say what is wrong.",
)
_MAX_WITHOUT_ACCOUNT = 200
"""The maximum number of open reports from people without an account."""


def cut_to_place(loaded: LoadedList, place: str) -> Document:
    """Return the list's document, cut to the part at ``place``.

    The place is "profiles/<key>", "rosters/<id>", or an empty string for the full list. Raises NotFound if
    the profile or roster was removed.
    """
    if not place:
        return loaded.document
    part, _, name = place.partition("/")
    if part == "profiles" and name in loaded.document.profiles_by_key():
        return extract_profiles(loaded.document, [name], loaded.catalogue)
    if part == "rosters" and name in loaded.roster_ids:
        return extract_roster(loaded.document, loaded.roster_ids.index(name), loaded.catalogue)
    raise NotFound("This part of the list is deleted.")


@transaction.atomic
def create_number_report(loaded: LoadedList, place: str, problem: str, by: User | None) -> NumberReport:
    """Store a report of a wrong number or finding in a part of a list (see ``cut_to_place``).

    Raises LimitReached if too many reports of the user are open. All people without an account share one
    limit.
    """
    problem = PROBLEM.clean(problem.strip())
    document = cut_to_place(loaded, place)
    has_account = by is not None and not by.is_guest
    limit = settings.MUSTERBOOK_MAX_REPORTS if has_account else _MAX_WITHOUT_ACCOUNT
    open_reports = NumberReport.objects.filter(settled_at=None, by=by if has_account else None)
    if open_reports.count() >= limit:
        raise LimitReached("The operator hasn't read the other reports yet. Try again in a few days.")
    return NumberReport.objects.create(
        edition=loaded.row.edition,
        revision=loaded.catalogue.revision,
        document=pack_document(document, loaded.catalogue),
        place="rosters/0" if place.startswith("rosters/") else place,
        problem=problem,
        by=by if has_account else None,
        made=timezone.now(),
    )


def golden_case(report: NumberReport, catalogue: Catalogue) -> dict[str, Any]:
    """Return a report as a golden document, with the current results as the expected values.

    The operator must correct these according to the rulebook.
    """
    plain = unpack_json(report.document)
    document = parse_document(plain, {(catalogue.system, catalogue.edition): catalogue})
    appraisal = appraise(document, catalogue)
    expected = {
        "profiles": {profile.key: _expected_profile(profile) for profile in appraisal.profiles},
        "rosters": [{"points": roster.points, "models": roster.models} for roster in appraisal.rosters],
    }
    return {
        "name": plain["name"],
        "why": f"{report.problem} ({report.place or 'list'}, reported {report.made.date().isoformat()})",
        "document": plain,
        "expected": expected,
    }


def _expected_profile(profile: ProfileAppraisal) -> dict[str, Any]:
    # Golden documents leave out attributes that cost nothing.
    lines = (line for line in profile.lines if line.group != "attributes" or line.base or line.points is None)
    return {
        "points": profile.points,
        "lines": [
            {"code": line.code, "base": line.base, "factor": str(line.factor), "points": line.points}
            for line in lines
        ],
        "findings": {
            f"{level}s": sorted({finding.code for finding in profile.findings if finding.level == level})
            for level in ("error", "warning", "note")
        },
    }
