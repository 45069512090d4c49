"""A roster in its form: the draft with its points and findings, and the ways to make the roster legal."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from builder.catalogue.play import list_sheet, play_sheet
from builder.documents import LoadedList
from builder.points.advice.capacity import Fit, RemainingCapacity, ready_units, remaining_capacity
from builder.points.advice.profile_fixes import add_profile_fixes, add_profile_fixes_of_rosters
from builder.points.advice.roster_plan import RosterPlan, plans_for_roster, unfinished_profiles
from builder.points.appraisal.appraisal import appraise, roster_trials
from builder.points.document.document import Document, Roster
from builder.points.document.json_reader import DocumentError
from builder.points.document.play import PlaySheet
from builder.points.document.units import NewUnit
from builder.points.document.variants import with_variants
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.names import own_key, roster_name
from builder.points.rules.results import (
    Appraisal,
    Finding,
    RosterAppraisal,
    choices_left,
    errors_and_choices_in,
    errors_in,
)
from builder.points.rules.wording import join_and
from builder.points.sheets.roster import ListSheet, RosterSheet
from builder.queries.access import ListAccess
from builder.web.rosters.actions import RosterUndo
from builder.web.rosters.draft import RosterDraft
from builder.web.rosters.fixes import OfferedProfileFix, profile_button
from builder.web.rosters.messages import RosterMessages, RosterPlace, messages_by_place, with_fault
from builder.web.rosters.removed_profiles import names_of_removed
from builder.web.shared.presentation import message_without_fix

MAX_PROFILE_FIXES = 5
"""The maximum number of profiles for which fixes are searched. Each search calculates several appraisals."""


class UnfinishedProfile(NamedTuple):
    """A fielded profile for which the player still has to choose something.

    ``missing_prices`` names the parts without a price, or is empty if the profile has other errors.
    ``choices_left`` says how many choices are left.
    """

    name: str
    url: str
    missing_prices: str
    choices_left: str


@dataclass(frozen=True, kw_only=True)
class RosterForm:
    """A roster in its form.

    ``roster`` is the roster of the draft. If the draft has a ``fault``, it is the stored roster.
    ``row_numbers`` are the numbers of the entries' rows. An entry without a row has None.
    ``version`` is the version of the roster that the form was loaded with.
    ``fault`` is the reason why the draft can't be saved.
    ``stored_by_other`` is the stored roster if somebody else changed it.
    ``is_saved`` is True in the response to a save.
    ``ids_with_sheet`` are the ids of the rows whose sheets the browser already shows, so that the response
    leaves them out.
    ``open_ids`` are the ids of the rows that the page's address opens.
    ``filter_text`` is the search in a long roster.
    """

    access: ListAccess
    loaded: LoadedList
    roster_index: int
    draft: RosterDraft
    roster: Roster
    row_numbers: tuple[int | None, ...]
    version: str
    fault: DocumentError | None = None
    stored_by_other: Roster | None = None
    undo: RosterUndo | None = None
    is_saved: bool = False
    ids_with_sheet: frozenset[str] = frozenset()
    open_ids: frozenset[str] = frozenset()
    filter_text: str = ""

    @property
    def catalogue(self) -> Catalogue:
        """The catalogue of the list's edition."""
        return self.loaded.catalogue

    @property
    def play_sheet(self) -> PlaySheet:
        """The play sheet of the edition."""
        return play_sheet(self.catalogue)

    @cached_property
    def list_url(self) -> str:
        """The address of the list."""
        return self.access.page_url

    @cached_property
    def document(self) -> Document:
        """The list with only this roster, as it is in the form.

        Profiles with the same name have numbers after their names.
        """
        return replace(self.loaded.document, rosters=(self.roster,)).with_distinct_names()

    @cached_property
    def appraisal(self) -> Appraisal:
        """The appraisal of ``document``."""
        return appraise(self.document, self.catalogue)

    @cached_property
    def sheets(self) -> ListSheet:
        """The sheets of ``document``."""
        return list_sheet(self.document, self.catalogue, self.appraisal)

    @property
    def roster_sheet(self) -> RosterSheet:
        """The sheet of this roster in ``document``."""
        return self.sheets.rosters[0]

    @property
    def roster_appraisal(self) -> RosterAppraisal:
        """The appraisal of this roster in ``document``."""
        return self.appraisal.rosters[0]

    @cached_property
    def names(self) -> dict[str, str]:
        """The names that the page shows, by key.

        They include the names of removed profiles, and of profiles with the additions of a row.
        """
        # The names don't need the sheets, which appraise the list: a save asks for names of two more forms.
        fielded = with_variants(self.document, self.catalogue).profile_names()
        return {**self.document.profile_names(), **self.removed_names, **fielded}

    @cached_property
    def removed_names(self) -> dict[str, str]:
        """The names of fielded profiles that were removed from the list and can be restored, by key."""
        return names_of_removed(self.loaded.row, self.draft.missing_profiles)

    @cached_property
    def capacity(self) -> RemainingCapacity:
        """How much can still be added to the roster."""
        return remaining_capacity(self.document, 0, self.catalogue)

    @cached_property
    def plans(self) -> tuple[RosterPlan, ...]:
        """The plans after which the roster is legal and within its limit, if it isn't already."""
        if self.fault or (self.is_legal and not self.is_over_limit):
            return ()
        return plans_for_roster(self.document, 0, self.catalogue, self.appraisal, full_list=self.full_list)

    @cached_property
    def unfinished(self) -> list[UnfinishedProfile]:
        """The fielded profiles that are unfinished."""
        if self.fault or self.is_legal:
            return []
        return [
            self._unfinished(profile.key)
            for profile in unfinished_profiles(self.document, 0, self.catalogue, self.appraisal)
        ]

    def _unfinished(self, key: str) -> UnfinishedProfile:
        profile = self.appraisal.profile(key)
        errors, choices = errors_in(profile.findings), errors_and_choices_in(profile.findings)
        has_other_errors = len(errors) > len(profile.waits_for)
        return UnfinishedProfile(
            name=self.names[key],
            url=f"{self.list_url}profiles/{key}/",
            missing_prices="" if has_other_errors else join_and(profile.waits_for),
            choices_left=choices_left(len(choices)),
        )

    @cached_property
    def is_legal(self) -> bool:
        """Whether neither the roster nor a profile that it fields has an error."""
        return self.appraisal.is_legal(self.roster_appraisal)

    @property
    def is_over_limit(self) -> bool:
        """Whether the roster exceeds its limit or the limit of its game."""
        rule, findings = self.catalogue.roster.limit_rule, self.roster_appraisal.plain_findings
        return any(
            finding.code == rule and finding.where == "entries" and finding.level != "note"
            for finding in findings
        )

    @property
    def lacks_plan(self) -> bool:
        """Whether an illegal roster has no plans, no unfinished profiles, and no fix that makes it legal."""
        needs_plan = self.roster_sheet.fielded and not self.fault and not self.is_legal
        if not needs_plan or self.plans or self.unfinished:
            return False
        fielded_profiles = self.appraisal.fielded_profiles(self.roster_appraisal)
        return any(profile.errors for profile in fielded_profiles) or not any(
            finding.fix for finding in self._findings
        )

    @cached_property
    def faulty_keys(self) -> list[str]:
        """The keys of the fielded profiles with errors. If the draft can't be saved, there are none."""
        if self.fault:
            return []
        fielded = self.appraisal.fielded_profiles(self.roster_appraisal)
        return list(dict.fromkeys(own_key(profile.key) for profile in fielded if profile.errors))

    @cached_property
    def profile_fixes(self) -> list[OfferedProfileFix]:
        """The errors of the first ``MAX_PROFILE_FIXES`` faulty profiles, each profile with its first fix."""
        if not self.faulty_keys:
            return []
        document = self.full_list
        appraisal = appraise(document, self.catalogue)
        offers = []
        for key in self.faulty_keys[:MAX_PROFILE_FIXES]:
            profile = add_profile_fixes(document, self.catalogue, appraisal, (key,)).profile(key)
            errors = errors_in(profile.findings)
            if any(error.fix or not error.missing for error in errors):
                offers.append(self._offer_profile_fix(key, errors))
        return offers

    @property
    def full_list(self) -> Document:
        """The list with all its rosters. This roster is as in the form, and names are as in ``document``."""
        rosters = list(self.loaded.document.rosters)
        rosters[self.roster_index] = self.roster
        return replace(self.document, rosters=tuple(rosters))

    def _offer_profile_fix(self, key: str, errors: Sequence[Finding]) -> OfferedProfileFix:
        fixed_error = next((error for error in errors if error.fix), None)
        fix = fixed_error and fixed_error.fix
        messages = (
            message_without_fix(error.message, fix) if fix and error is fixed_error else error.message
            for error in errors
        )
        other_rosters = [
            roster_name(roster.name, self.catalogue.words.roster)
            for index, roster in enumerate(self.loaded.document.rosters)
            if index != self.roster_index and roster.counts()[key]
        ]
        return OfferedProfileFix(
            name=self.names[key],
            url=f"{self.list_url}profiles/{key}/",
            problems=tuple(messages),
            button=profile_button(key, fix) if fix else None,
            other_rosters=join_and(other_rosters) if other_rosters and fix else "",
        )

    @property
    def _findings(self) -> Sequence[Finding]:
        """The roster's findings with their fixes. Fixes that change a profile also suit the other rosters."""
        roster = self.roster_appraisal
        if self.fault:
            return roster.plain_findings
        if not any(finding.remedies.profile for finding in roster.plain_findings):
            return roster.findings
        document = self.full_list
        appraisal = appraise(document, self.catalogue)
        with_fixes = add_profile_fixes_of_rosters(document, self.catalogue, appraisal, [self.roster_index])
        return with_fixes.rosters[self.roster_index].findings

    @cached_property
    def messages(self) -> dict[RosterPlace, RosterMessages]:
        """The findings and the fault, by their places on the page."""
        messages = messages_by_place(
            self.catalogue,
            self._findings,
            self.row_numbers,
            self.draft,
            self.roster,
            self.names,
            self.removed_names,
            self.list_url,
            with_buttons=not self.fault,
        )
        if not self.fault:
            return messages
        return with_fault(messages, self.fault, self.draft, self.names, self.catalogue)

    @cached_property
    def links(self) -> dict[str, str]:
        """The addresses of the profiles on this page, by the profile's key."""
        return {key: f"#p-{key}" for key in self.document.profile_names()}

    @cached_property
    def new_units(self) -> Mapping[str, NewUnit]:
        """The new units that profiles can form, by the profile's key."""
        if not self.catalogue.unit_kinds:
            return {}
        if self.shows_capacity:
            return self.capacity.units
        return ready_units(self.document, roster_trials(self.document, 0, self.catalogue), self.catalogue)

    @property
    def shows_capacity(self) -> bool:
        """Whether the roster has a limit and a known total, so that the page can show how much still fits."""
        # ``capacity`` takes longer to calculate than the rest of the page, so it is checked last.
        roster = self.roster_appraisal
        is_known = roster.points is not None and roster.limit is not None
        return is_known and not self.fault and self.capacity.points_left is not None

    @cached_property
    def fits(self) -> dict[str, Fit]:
        """How many more models fit, by the profile's key, for each profile that fits."""
        return {fit.profile: fit for fit in self.capacity.fits}

    @property
    def is_full(self) -> bool:
        """Whether the roster has as many models as the game allows."""
        roster = self.roster_appraisal
        return roster.most_models is not None and roster.models >= roster.most_models

    def is_kind_full(self, profile: str) -> bool:
        """Return whether the roster has as many models of the profile's kind as the game allows."""
        rule = self.capacity.blocking_rules.get(profile)
        return bool(rule) and any(
            kind.rule == rule and kind.most is not None for kind in self.catalogue.kinds
        )
