"""What the roster's page and its answers to htmx show, from one draft of one roster."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from django.utils.safestring import SafeString

from builder.catalogue.limits import limits
from builder.catalogue.play import play_sheet
from builder.documents import LoadedList
from builder.points.advice.capacity import RemainingCapacity, remaining_capacity
from builder.points.advice.profile_fixes import add_profile_fixes
from builder.points.advice.roster_plan import RosterPlan, plans_for_roster, waiting_profiles
from builder.points.appraisal.appraisal import appraise
from builder.points.document.brought import BroughtProfile, brought_to_roster
from builder.points.document.document import Document, Profile, Roster
from builder.points.document.json_reader import MAX_NUMBER, DocumentError
from builder.points.document.play import PlaySheet
from builder.points.document.units import field_text
from builder.points.legality.totals import named_values
from builder.points.pricing.prices import price_texts
from builder.points.rules.catalogue import Attribute, Catalogue
from builder.points.rules.results import Appraisal, Finding, Fix, RosterAppraisal, errors_in
from builder.points.rules.wording import join_and
from builder.web.rosters.actions import RosterUndo
from builder.web.rosters.brought import brought_rows
from builder.web.rosters.capacity import CapacityView, capacity_view
from builder.web.rosters.draft import RosterDraft
from builder.web.rosters.fixes import OfferedPlan, OfferedProfileFix, offered_plan, profile_button
from builder.web.rosters.form_html import RosterFormHtml
from builder.web.rosters.messages import (
    RosterDifference,
    RosterMessages,
    RosterPlace,
    fault_text,
    messages_by_place,
    roster_differences,
    with_fault,
)
from builder.web.rosters.rows import (
    FitLookup,
    RosterFormRow,
    UnitFormRow,
    form_rows,
    new_unit_buttons,
    profile_keys,
    unit_rows,
)
from builder.web.rosters.summary import (
    Meter,
    RosterProfile,
    count_meter,
    leader_names,
    models_meter,
    points_meter,
    roster_profiles,
    roster_summary,
)
from builder.web.shared.glossary import glossary
from builder.web.shared.html import NO_HTML
from builder.web.shared.list_access import PageAccess
from builder.web.shared.presentation import (
    FindingLink,
    finding_links,
    list_name,
    message_beside_button,
    roster_name,
    total_text,
)

_MOST_TRIED = 5  # profiles whose fixes are looked for, until one is found


class RosterConflict(NamedTuple):
    """A roster that was changed elsewhere: what is in the form beside what is stored, with their points."""

    version: int
    mine: str
    theirs: str
    differences: list[RosterDifference]


class WaitingProfile(NamedTuple):
    """A fielded profile that lacks an agreed price: its name, its page, and what has no price."""

    name: str
    url: str
    waits_for: str


@dataclass(frozen=True, kw_only=True)
class RosterPage:
    """One roster on its page; ``roster_index`` is its index in the list's document.

    ``roster`` is what the draft says, or what is stored while the draft has a ``fault``; ``numbers``
    are the rows of its entries. ``theirs`` is what is stored when somebody else changed it.
    """

    access: PageAccess
    loaded: LoadedList
    roster_index: int
    draft: RosterDraft
    roster: Roster
    numbers: tuple[int | None, ...]
    version: str
    fault: DocumentError | None = None
    theirs: Roster | None = None
    undo: RosterUndo | None = None

    @property
    def catalogue(self) -> Catalogue:
        """The catalogue of the list's edition."""
        return self.loaded.catalogue

    @property
    def play(self) -> PlaySheet:
        """What leads, and what points are for."""
        return play_sheet(self.catalogue)

    @property
    def editable(self) -> bool:
        """Whether the reader may change it."""
        return self.access.can_edit

    @property
    def base(self) -> str:
        """The address of the list."""
        return self.access.page_url

    @cached_property
    def document(self) -> Document:
        """The list with this roster, as it is in the form, and no other."""
        return replace(self.loaded.document, rosters=(self.roster,))

    @cached_property
    def appraisal(self) -> Appraisal:
        """The appraisal of ``document``."""
        return appraise(self.document, self.catalogue)

    @property
    def roster_appraisal(self) -> RosterAppraisal:
        """The appraisal of this roster in ``document``."""
        return self.appraisal.rosters[0]

    @cached_property
    def names(self) -> dict[str, str]:
        """The list's profiles by key, as they are shown."""
        return self.document.profile_names()

    @cached_property
    def roster_profiles(self) -> tuple[RosterProfile, ...]:
        """The profiles that are fielded."""
        return roster_profiles(self.document, self.appraisal, self.roster_appraisal)

    @cached_property
    def leaders(self) -> list[str]:
        """Who leads."""
        return leader_names(self.roster_profiles, self.catalogue, self.play)

    @cached_property
    def capacity(self) -> RemainingCapacity:
        """What still fits."""
        return remaining_capacity(self.document, 0, self.catalogue, self.appraisal)

    @cached_property
    def plans(self) -> tuple[RosterPlan, ...]:
        """The ways to make the roster legal; none where it is, and for readers."""
        if self.fault or not self.editable or self.is_legal:
            return ()
        return plans_for_roster(self.document, 0, self.catalogue, self.appraisal)

    @cached_property
    def waiting(self) -> list[WaitingProfile]:
        """The fielded profiles that only lack an agreed price."""
        if self.fault or not self.editable or self.is_legal:
            return []
        found = waiting_profiles(self.document, 0, self.catalogue, self.appraisal)
        return [
            WaitingProfile(
                self.names[profile.key],
                f"{self.base}profiles/{profile.key}/",
                join_and(self.appraisal.profile(profile.key).waits_for),
            )
            for profile in found
        ]

    @property
    def is_legal(self) -> bool:
        """Whether neither the roster nor a profile that it fields has an error."""
        return self.appraisal.is_legal(self.roster_appraisal)

    @property
    def lacks_plan(self) -> bool:
        """Whether profiles of the list are fielded, and no change that was tried makes that legal."""
        fielded = any(self.roster.counts()[key] for key in self.names)
        is_open = fielded and self.editable and not self.fault and not self.is_legal
        return is_open and not self.plans and not self.waiting

    @cached_property
    def profile_fix(self) -> OfferedProfileFix | None:
        """The fix of the first profile with errors that is fielded, held against the whole list."""
        fielded = self.appraisal.fielded_profiles(self.roster_appraisal)
        keys = [profile.key for profile in fielded if profile.errors][:_MOST_TRIED]
        if self.fault or not self.editable or not keys:
            return None
        document = self.whole_document
        appraisal = appraise(document, self.catalogue)
        for key in keys:
            found = add_profile_fixes(document, self.catalogue, appraisal, (key,)).profile(key)
            for finding in errors_in(found.findings):
                if finding.fix:
                    return self._offer_profile_fix(key, finding.message, finding.fix)
        return None

    @property
    def whole_document(self) -> Document:
        """The list with this roster as it is in the form, and all others."""
        rosters = list(self.loaded.document.rosters)
        rosters[self.roster_index] = self.roster
        return replace(self.loaded.document, rosters=tuple(rosters))

    def _offer_profile_fix(self, key: str, problem: str, fix: Fix) -> OfferedProfileFix:
        others = [
            roster_name(roster.name)
            for index, roster in enumerate(self.loaded.document.rosters)
            if index != self.roster_index and roster.counts()[key]
        ]
        return OfferedProfileFix(
            name=self.names[key],
            url=f"{self.base}profiles/{key}/",
            problem=message_beside_button(problem, fix),
            button=profile_button(key, fix),
            others=join_and(others) if others else "",
        )

    @cached_property
    def messages(self) -> dict[RosterPlace, RosterMessages]:
        """The findings by place of the page, and the fault at its own."""
        found = messages_by_place(
            self.catalogue,
            self.roster_appraisal.findings,
            self.numbers,
            self.draft,
            with_buttons=self.editable and not self.fault,
        )
        return with_fault(found, self.fault, self.draft, self.names, self.catalogue) if self.fault else found

    @cached_property
    def brought(self) -> list[BroughtProfile]:
        """What it brings without buying it."""
        return brought_to_roster(self.document, self.catalogue, self.play, self.roster)

    @cached_property
    def links(self) -> dict[str, str]:
        """Where each profile of the list stands: on this page, or on that of the list."""
        here = {kind.profile.key for kind in self.roster_profiles}
        here |= {brought.profile.key for brought in self.brought}
        return {
            key: f"#p-{key}" if self.editable or key in here else f"{self.base}#p-{key}" for key in self.names
        }

    @cached_property
    def units(self) -> list[UnitFormRow]:
        """The units in the roster's order; none where rows are no units."""
        if not self.catalogue.unit_kinds:
            return []
        return unit_rows(
            self.draft, self.document, self.appraisal, self.catalogue, self.messages, self.base, self.links
        )

    @cached_property
    def rows(self) -> list[RosterFormRow]:
        """The rows in the list's order, or in that of the units that they belong to."""
        if self.catalogue.unit_kinds:
            return [row for unit in self.units for row in (*unit.rows, *unit.attached)]
        unknown = self.fault or not self.editable or self.roster.limit is None
        fitting = None if unknown else _fit_lookup(self)
        return form_rows(
            self.draft, self.document, self.appraisal, self.catalogue, self.messages, fitting, self.base,
            self.links,
        )  # fmt: skip

    @property
    def lacks_rows(self) -> bool:
        """Whether profiles came into the list, or went out of it, since the form was made."""
        known = profile_keys(self.draft.rows)
        if self.catalogue.unit_kinds:
            return not known - self.names.keys() <= self.draft.missing_profiles
        return not self.names.keys() <= known or not known - self.names.keys() <= self.draft.missing_profiles


def _fit_lookup(page: RosterPage) -> FitLookup:
    found = page.roster_appraisal
    return FitLookup(
        fits={fit.profile: fit for fit in page.capacity.fits},
        blocking_rules=page.capacity.blocking_rules,
        rule_titles={rule.code: rule.title for rule in page.catalogue.rules},
        points_left=None if found.points is None or found.limit is None else found.limit - found.points,
        is_full=found.most_models is not None and found.models >= found.most_models,
        unit=page.catalogue.points_unit,
        models=page.catalogue.words.models,
        price=page.catalogue.words.price,
    )


# ------------------------------------------------------------------ contexts


def answer_context(page: RosterPage) -> dict[str, object]:
    """The context that the page and every htmx answer share: all that an answer replaces, and no field."""
    catalogue, found = page.catalogue, page.roster_appraisal
    total = page.appraisal.roster_total(found, page.names, catalogue.words.price)
    return {
        "catalogue": catalogue,
        "unit": catalogue.points_unit,
        "words": catalogue.words,
        "title": roster_name(page.roster.name),
        "version": page.version,
        "points": points_meter(found, total, catalogue.points_unit),
        "prices": price_texts(catalogue, found.prices),
        "models": models_meter(found.models, found.most_models, catalogue.words),
        "counted": [
            *map(count_meter, found.told_counts),
            *(
                Meter(text, "", name, "")
                for name, text in named_values(catalogue.roster.values, found.values)
            ),
        ],
        "status": page.appraisal.status(found),
        "counts": _finding_links(page),
        "bar_counts": _all_finding_links(page),
        "faulty": _faulty(page.rows),
        "plans": _offer_plans(page),
        "waiting": page.waiting,
        "plan_impossible": page.lacks_plan,
        "profile_fix": page.profile_fix,
        "leaders": page.leaders,
        "leads": bool(page.play.leader),
        "sizes": catalogue.game_sizes,
        "limit": page.roster.limit,
        "terms": catalogue.roster,
        "has_units": bool(catalogue.unit_kinds),
        "units": page.units,
        "rows": page.rows,
        "field_messages": page.messages,
        "room": _capacity_view(page),
        "brought": brought_rows(page.brought, page.document, page.appraisal, catalogue, page.links),
        "summary": roster_summary(page.roster_profiles, catalogue, page.play),
        "undo": page.undo,
        "fault": fault_text(page.fault, page.draft, page.names, page.catalogue) if page.fault else "",
        "conflict": _conflict(page),
    }


def page_context(page: RosterPage) -> dict[str, object]:
    """The context of the whole page."""
    catalogue = page.catalogue
    return {
        **answer_context(page),
        "nav": page.access.nav,
        "access": page.access,
        "list_name": list_name(page.loaded.row.name),
        "row": page.loaded.row,
        "draft": page.draft,
        "zeros": " ".join(map(str, sorted(page.draft.zeros))),
        "away": " ".join(sorted(page.draft.missing_profiles)),
        "roster_id": page.loaded.roster_ids[page.roster_index],
        "general": page.messages[""],
        "of_name": page.messages["name"],
        "of_limit": page.messages["limit"],
        "facts": _facts(page),
        "new_units": new_unit_buttons(page.document, page.appraisal, catalogue) if page.editable else [],
        "rows_html": _rows_html(page) if page.editable else NO_HTML,
        "most_points": MAX_NUMBER,
        "fielded": [row for row in page.rows if row.typed != "0"],
        "glossary": [] if page.editable else glossary(page.catalogue, _shown_profiles(page)),
    }


def _rows_html(page: RosterPage) -> SafeString:
    """The units, or the rows that are none."""
    form = RosterFormHtml(page.catalogue.words, max_name=limits().name, most_of_one=limits().count)
    return form.units(page.units) if page.catalogue.unit_kinds else form.rows(page.rows)


class FactField(NamedTuple):
    """A further fact of the roster with what stands in its field; ``text`` is how it is written."""

    part: Attribute
    value: str
    text: str
    messages: RosterMessages


def _facts(page: RosterPage) -> list[FactField]:
    typed, stored = page.draft.facts, page.roster.fields
    return [
        FactField(
            part,
            typed.get(part.code, ""),
            field_text(part, stored.get(part.code)),
            page.messages[f"fields.{part.code}"],
        )
        for part in page.catalogue.roster.fields
    ]


def _shown_profiles(page: RosterPage) -> list[Profile]:
    """Those that the roster fields, and those that it brings."""
    return [*(kind.profile for kind in page.roster_profiles), *(one.profile for one in page.brought)]


def _finding_links(page: RosterPage) -> list[FindingLink]:
    """The findings counted by level, worst first, each with the place of the first of them."""
    first: dict[str, str] = {}
    facts = [fact.messages for fact in _facts(page)]
    ordered = [page.messages[""], page.messages["limit"], *facts, *(row.messages for row in page.rows)]
    for field in ordered:
        for remark in field.remarks:
            first.setdefault(remark.level, f"#n-{field.id}")
    shown = page.roster_appraisal.findings
    if not page.roster_appraisal.models:
        shown = tuple(finding for finding in shown if not finding.missing)  # "Empty" says so
    return finding_links(shown, first)


def _all_finding_links(page: RosterPage) -> list[FindingLink]:
    """The same with the errors of the profiles that are fielded, which make the roster as illegal."""
    links = _finding_links(page)
    urls: dict[str, str] = {}
    errors: list[Finding] = []
    for row in _faulty(page.rows):
        errors += row.errors
        for error in row.errors:
            urls.setdefault(error.shown, f"#{row.id}")
    if not errors:
        return links
    urls |= {link.level: link.url for link in links}
    return finding_links((*page.roster_appraisal.findings, *errors), urls)


def _faulty(rows: Iterable[RosterFormRow]) -> list[RosterFormRow]:
    """The fielded profiles that have errors of their own, each once."""
    found: dict[str, RosterFormRow] = {}
    for row in rows:
        if row.errors and row.typed != "0":
            found.setdefault(row.url, row)
    return list(found.values())


def _capacity_view(page: RosterPage) -> CapacityView | None:
    """None while nothing can be said: a fault stands in the way, or there is no total."""
    found = page.roster_appraisal
    if page.fault or not page.editable or found.points is None or found.limit is None:
        return None
    rest, unit = found.limit - found.points, page.catalogue.points_unit
    return capacity_view(page.capacity, page.draft, page.names, rest, unit)


def _offer_plans(page: RosterPage) -> list[OfferedPlan]:
    profiles = (kind.profile for kind in page.roster_profiles)
    leads = [profile.key for profile in profiles if page.play.is_leader(profile.design)]
    offers = []
    for plan in page.plans:
        offer = offered_plan(plan, page.draft, page.numbers, page.names, page.catalogue)
        left = page.roster.counts() - Counter(plan.removed) + Counter(plan.added)
        offers.append(offer._replace(loses_leader=bool(leads) and not any(left[key] for key in leads)))
    return offers


def _conflict(page: RosterPage) -> RosterConflict | None:
    theirs = page.theirs
    if theirs is None:
        return None
    stored = appraise(replace(page.document, rosters=(theirs,)), page.catalogue)
    return RosterConflict(
        version=page.loaded.roster_versions[page.roster_index],
        mine=total_text(page.appraisal.roster_total(page.roster_appraisal, page.names)),
        theirs=total_text(stored.roster_total(stored.rosters[0], page.names)),
        differences=roster_differences(page.roster, theirs, page.names, page.catalogue),
    )
