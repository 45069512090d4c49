"""Results of the core (``builder.points``), as values for ``api.calculations.serializers``."""

from collections.abc import Mapping
from typing import Any

from builder.catalogue.play import list_sheet
from builder.exports.json import appraisal_value
from builder.points.advice.profile_fixes import appraise_with_fixes
from builder.points.appraisal.appraisal import appraise
from builder.points.appraisal.changes import find_changes, summary_lines
from builder.points.document.document import Document, Profile
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.results import Appraisal, ProfileAppraisal
from builder.points.shorthand import ParsedProfile, ParsedText


def appraisal_json(
    document: Document,
    catalogue: Catalogue,
    options: Mapping[str, Any],
    sent_value: object = None,
    *,
    stored: Appraisal | None = None,
) -> dict[str, Any]:
    """Return the JSON of a document's appraisal.

    The patches of fixes apply to ``sent_value``, the JSON value that the document was read from. ``stored``
    is the appraisal of a frozen roster, or None to appraise the document now.
    """
    appraisal = stored or appraise_with_fixes(document, catalogue, sent_value)
    sheet = list_sheet(document, catalogue, appraisal)
    return appraisal_value(sheet, with_sheets=options.get("include") == "sheet")


def document_changes(before: Document, after: Document, catalogue: Catalogue) -> dict[str, Any]:
    """Return the value of a ``ChangesSerializer``."""
    results = find_changes(before, after, catalogue)
    return {"results": results, "lines": summary_lines(results)}


def shorthand_value(text: ParsedText, catalogue: Catalogue) -> dict[str, Any]:
    """Return the value of a ``ShorthandSerializer``. The profiles of the text are appraised as one list."""
    profiles = tuple(text.profiles_to_save(catalogue))
    document = Document(system=catalogue.system, edition=catalogue.edition, name="", profiles=profiles)
    appraisals = appraise(document, catalogue).profiles
    rows = zip(profiles, text.profiles, appraisals, strict=True)
    return {"text": text, "profiles": [_profile_value(*row) for row in rows]}


def _profile_value(profile: Profile, parsed: ParsedProfile, appraisal: ProfileAppraisal) -> dict[str, Any]:
    """Return a profile as it would be saved, its appraisal, and the points that the text states for it."""
    points = appraisal.points
    claims = [{"stated": claim, "calculated": points, "is_right": claim == points} for claim in parsed.claims]
    return {"profile": profile, "parsed": parsed, "appraisal": appraisal, "said": claims}
