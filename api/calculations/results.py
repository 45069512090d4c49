"""Results of the points core, in the form of ``api.calculations.serializers``."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from builder.catalogue.play import list_sheet
from builder.exports.json import appraisal_value
from builder.points.advice.profile_fixes import appraise_with_fixes
from builder.points.appraisal.appraisal import appraise
from builder.points.appraisal.changes import Change, summary_lines
from builder.points.document.document import Document, Profile, Roster
from builder.points.document.fingerprint import Fingerprints
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.results import Appraisal, ProfileAppraisal
from builder.points.shorthand import ParsedProfile, ParsedText


def appraisal_answer(
    document: Document,
    catalogue: Catalogue,
    options: Mapping[str, Any],
    sent: object = None,
    *,
    stored: Appraisal | None = None,
) -> dict[str, Any]:
    """Return the JSON of a document's appraisal, with the options of an ``AppraisalQuerySerializer``.

    ``sent`` is the JSON of the document, to which fixes are patches. ``stored`` is an earlier appraisal.
    """
    appraisal = stored or appraise_with_fixes(document, catalogue, sent)
    sheet = list_sheet(document, catalogue, appraisal)
    return appraisal_value(sheet, with_sheets=options.get("include") == "sheet")


class RosterFingerprints(NamedTuple):
    """A roster of a document with its fingerprints."""

    roster: Roster
    fingerprints: Fingerprints


class DocumentChanges(NamedTuple):
    """The changes between two documents."""

    results: Sequence[Change]

    @property
    def lines(self) -> tuple[str, ...]:
        """All changes as short lines."""
        return summary_lines(self.results)


class StatedPoints(NamedTuple):
    """The points that a text states, and the calculated points."""

    stated: int
    calculated: int | None

    @property
    def same(self) -> bool:
        """Whether the stated points are right."""
        return self.stated == self.calculated


class AppraisedProfile(NamedTuple):
    """A profile of a text: as it would be saved, as it was parsed, and its appraisal."""

    profile: Profile
    parsed: ParsedProfile
    appraisal: ProfileAppraisal

    @property
    def said(self) -> Iterable[StatedPoints]:
        """The points that the text states, each with the calculated points."""
        return [StatedPoints(claim, self.appraisal.points) for claim in self.parsed.claims]


class AppraisedText(NamedTuple):
    """A text and its profiles, which were appraised as one list."""

    text: ParsedText
    profiles: Sequence[AppraisedProfile]


def appraise_text(text: ParsedText, catalogue: Catalogue) -> AppraisedText:
    """Return the appraisals of the profiles of a text."""
    profiles = tuple(text.profiles_to_save(catalogue))
    document = Document(system=catalogue.system, edition=catalogue.edition, name="", profiles=profiles)
    appraisals = appraise(document, catalogue).profiles
    return AppraisedText(text, [*map(AppraisedProfile, profiles, text.profiles, appraisals)])
