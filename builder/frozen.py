"""Frozen rosters: stored copies of rosters that don't change when the list changes.

A hand-in is a frozen roster that a member of a club has handed in for an event. A frozen link is an address
that shows a frozen roster.

A frozen roster is stored with its appraisal (points and findings) from the time of freezing. The rulings, our
reading of the rules, can be corrected later. So this module compares the stored appraisal with a new one.
"""

from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import replace
from fractions import Fraction
from typing import Any, Generic, NamedTuple, NotRequired, TypedDict, TypeVar

from cattrs import Converter, override
from cattrs.cols import is_namedtuple, namedtuple_dict_structure_factory
from cattrs.gen import make_dict_structure_fn

from builder.catalogue.play import list_sheet
from builder.catalogue.store import catalogue_of
from builder.documents import DamagedDocumentError, LoadedList, pack_json, unpack_document, unpack_json
from builder.models import CompanyList, FrozenRoster
from builder.points.appraisal.appraisal import appraise
from builder.points.document.document import Document
from builder.points.document.fingerprint import Fingerprints
from builder.points.document.json_reader import DocumentError
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.names import own_key
from builder.points.rules.results import (
    EMPTY,
    ILLEGAL,
    Appraisal,
    Finding,
    ProfileAppraisal,
    RosterAppraisal,
    Status,
    outcome,
    points_over,
    status_of,
    to_json,
)
from builder.points.sheets.roster import ListSheet

Row = TypeVar("Row", bound=FrozenRoster)


class FrozenSummary(TypedDict):
    """The summary of a frozen roster for tables.

    ``roster`` and ``list`` are names. ``points`` is the price, or None if it can't be calculated. ``kinds``
    is the number of profiles in the roster's entries, plus the number of other profiles in the document, such
    as summoned ones. A profile counts once for each place in an entry. ``errors`` is the number of error
    findings about the roster and its profiles. ``unfinished`` is the text of the status if the roster is
    empty, or if all its errors are missing values, and otherwise an empty string. Earlier versions of the
    site stored summaries without it.
    """

    roster: str
    list: str
    limit: int | None
    points: int | None
    models: int
    kinds: int
    errors: int
    unfinished: NotRequired[str]


def summarise(document: Document, appraisal: Appraisal) -> FrozenSummary:
    """Return the summary of a document that contains a single roster."""
    roster = appraisal.rosters[0]
    fielded = {own_key(member.profile) for entry in roster.entries for member in entry.members()}
    rows = sum(len(entry.members()) for entry in roster.entries)
    return {
        "roster": roster.name,
        "list": document.name,
        "limit": roster.limit,
        "points": roster.points,
        "models": roster.models,
        "kinds": rows + len({profile.key for profile in document.profiles} - fielded),
        "errors": roster.errors + sum(profile.errors for profile in appraisal.fielded_profiles(roster)),
        "unfinished": appraisal.status(roster).open_text,
    }


def summary_status(summary: FrozenSummary) -> Status:
    """Return the status of a roster from its summary.

    Without ``unfinished``, a roster with errors is illegal, even if its only errors are missing values.
    """
    open_text = summary.get("unfinished", "")
    if open_text:
        return EMPTY if open_text == EMPTY.text else Status("unfinished", open_text)
    over = points_over(summary["points"], summary["limit"])
    return ILLEGAL if summary["errors"] else status_of((), over)


def pack_appraisal(appraisal: Appraisal) -> bytes:
    """Return an appraisal as compressed JSON text.

    It contains all values that pages show, so that they needn't calculate one with later rulings.
    """
    value: dict[str, Any] = to_json(appraisal)
    stored_profiles = (*value["profiles"], *value.get("variants", ()))
    for stored, profile in zip(stored_profiles, appraisal.profiles_by_key().values(), strict=True):
        _add_missing_and_place(stored, profile.findings)
        stored["waits_for"] = list(profile.waits_for)
    for stored, roster in zip(value["rosters"], appraisal.rosters, strict=True):
        _add_missing_and_place(stored, roster.plain_findings)
        stored["most_models"] = roster.most_models
    return pack_json(value)


def _add_missing_and_place(stored: dict[str, Any], findings: Iterable[Finding]) -> None:
    for value, finding in zip(stored["findings"], findings, strict=True):
        value |= {"missing": finding.missing, "place": finding.place}


_converter = Converter(detailed_validation=False)
_converter.register_structure_hook(Fraction, lambda text, _: Fraction(text))
_converter.register_structure_hook_func(lambda kind: kind is object, lambda value, _: value)
_converter.register_structure_hook_factory(
    is_namedtuple, lambda kind: namedtuple_dict_structure_factory(kind, _converter)
)
_converter.register_structure_hook(
    Finding, namedtuple_dict_structure_factory(Finding, _converter, remedies=override(omit=True))
)
_converter.register_structure_hook(
    RosterAppraisal,
    make_dict_structure_fn(
        RosterAppraisal,
        _converter,
        plain_findings=override(rename="findings"),
        find_fixes=override(omit=True),
    ),
)
_read_profile = namedtuple_dict_structure_factory(ProfileAppraisal, _converter)
_converter.register_structure_hook(
    ProfileAppraisal,
    lambda value, kind: _read_profile(
        {**value, "calculated_values": {row["code"]: row for row in value.get("values", ())}}, kind
    ),
)


def appraisal_from_json(value: Mapping[str, Any]) -> Appraisal:
    """Return the appraisal in a JSON value that ``to_json`` has made or ``pack_appraisal`` has packed."""
    return _converter.structure(value, Appraisal)


class UnpackedRoster(NamedTuple, Generic[Row]):
    """An unpacked frozen roster.

    ``appraisal`` is from the time of freezing, and ``recomputed`` with the current rulings.
    ``is_outcome_unchanged`` is True if both have the same points, lines and errors. Their messages may
    differ.
    """

    row: Row
    catalogue: Catalogue
    document: Document
    appraisal: Appraisal
    recomputed: Appraisal
    is_outcome_unchanged: bool

    def sheet(self) -> ListSheet:
        """Return the sheets of the profiles and the roster, with the appraisal from the time of freezing."""
        return list_sheet(self.document, self.catalogue, self.appraisal)

    def recomputed_sheet(self) -> ListSheet:
        """Return the sheets of the profiles and the roster, with the recomputed appraisal."""
        return list_sheet(self.document, self.catalogue, self.recomputed)

    def to_loaded(self, company_list: CompanyList) -> LoadedList:
        """Return the frozen roster as a list that contains only this roster.

        ``company_list`` is the current row of the list. The result contains a copy of it, with the name,
        setting and edition from the time of freezing.
        """
        row, frozen_list = self.row, copy(company_list)
        frozen_list.edition, frozen_list.version, frozen_list.updated = row.edition, row.version, row.made
        frozen_list.name, frozen_list.setting = self.document.name, self.document.setting
        return LoadedList(
            row=frozen_list,
            catalogue=self.catalogue,
            document=self.document,
            profile_versions={profile.key: row.version for profile in self.document.profiles},
            roster_ids=(row.public_id,),
            roster_versions=(row.version,),
            appraisal=self.appraisal,
            fingerprints=Fingerprints(row.force, row.words),
        )


def unpack_roster(row: Row) -> UnpackedRoster[Row]:
    """Unpack a frozen roster and appraise it again. This takes no query if the row's edition is loaded.

    Raises DamagedDocumentError if the stored document can't be read.
    """
    catalogue = catalogue_of(row.edition)
    try:
        document = unpack_document(row.document, {(catalogue.system, catalogue.edition): catalogue})
    except DocumentError as error:
        raise DamagedDocumentError(f"frozen roster {row.public_id}: {error}") from error
    recomputed = appraise(document, catalogue)
    stored: Mapping[str, Any] = unpack_json(row.appraisal)
    appraisal = appraisal_from_json(stored)
    is_outcome_unchanged = outcome(appraisal) == outcome(recomputed)
    if "most_models" not in stored["rosters"][0]:  # an older version of the site stored the appraisal
        appraisal = recomputed if is_outcome_unchanged else _fill_in_missing_values(appraisal, recomputed)
    return UnpackedRoster(row, catalogue, document, appraisal, recomputed, is_outcome_unchanged)


def _fill_in_missing_values(appraisal: Appraisal, recomputed: Appraisal) -> Appraisal:
    """Return an appraisal from an older version of the site, with the values that this did not store."""
    profiles = tuple(
        profile._replace(findings=_with_missing_flags(profile.findings, current.findings))
        for profile, current in zip(appraisal.profiles, recomputed.profiles, strict=True)
    )
    rosters = tuple(
        replace(
            roster,
            most_models=current.most_models,
            plain_findings=_with_missing_flags(roster.plain_findings, current.plain_findings),
        )
        for roster, current in zip(appraisal.rosters, recomputed.rosters, strict=True)
    )
    return appraisal._replace(profiles=profiles, rosters=rosters)


def _with_missing_flags(findings: Iterable[Finding], recomputed: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return the stored findings, with the values of ``missing`` from the recomputed findings."""
    missing = {(finding.code, finding.where) for finding in recomputed if finding.missing}
    return tuple(
        finding._replace(missing=finding.level != "note" and (finding.code, finding.where) in missing)
        for finding in findings
    )
