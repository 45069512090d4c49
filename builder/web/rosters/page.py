"""The contexts of a roster's page and of its htmx responses, from the draft of the roster."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from builder.catalogue.limits import limits
from builder.catalogue.play import play_sheet
from builder.documents import LoadedList
from builder.points.advice.capacity import RemainingCapacity, ready_units, remaining_capacity
from builder.points.advice.profile_fixes import add_profile_fixes, add_profile_fixes_of_rosters
from builder.points.advice.roster_plan import RosterPlan, plans_for_roster, unfinished_profiles
from builder.points.appraisal.appraisal import appraise, roster_trials
from builder.points.document.document import Document, Roster
from builder.points.document.json_reader import MAX_NUMBER, DocumentError
from builder.points.document.play import PlaySheet
from builder.points.document.summoned import summonable_profiles
from builder.points.document.units import NewUnit, fact_text
from builder.points.document.variants import with_variants
from builder.points.legality.totals import named_values
from builder.points.pricing.prices import price_texts
from builder.points.pricing.texts import sum_text
from builder.points.rules.catalogue import Attribute, Catalogue
from builder.points.rules.names import list_name, own_key, roster_name
from builder.points.rules.results import (
    Appraisal,
    Finding,
    RosterAppraisal,
    ShownLevel,
    choices_left,
    errors_and_choices_in,
    errors_in,
)
from builder.points.rules.wording import join_and, with_capital
from builder.queries.access import ListAccess
from builder.web.rosters.actions import RosterUndo
from builder.web.rosters.capacity import capacity_view
from builder.web.rosters.draft import RosterDraft
from builder.web.rosters.fixes import OfferedPlan, OfferedProfileFix, offered_plan, profile_button
from builder.web.rosters.messages import (
    NOTES,
    RosterDifference,
    RosterMessages,
    RosterPlace,
    fault_text,
    messages_by_place,
    roster_differences,
    with_fault,
)
from builder.web.rosters.removed_profiles import names_of_removed
from builder.web.rosters.rows import (
    FitLookup,
    RosterForm,
    RosterFormRow,
    UnitFormRow,
    UnitOffer,
    form_rows,
    unit_offers,
    unit_rows,
)
from builder.web.rosters.summary import (
    Meter,
    RosterProfile,
    count_meter,
    largest_share,
    leader_names,
    models_meter,
    points_meter,
    roster_profiles,
    roster_summary,
)
from builder.web.rosters.summoned import SummonedRow, summoned_rows
from builder.web.shared.design_view import DesignSheet
from builder.web.shared.list_access import nav_entry
from builder.web.shared.long_lists import is_found, jump_letters
from builder.web.shared.presentation import FindingLink, finding_links, message_without_fix
from builder.web.shared.traits import Explanation, explanations_in

_MAX_FIXED = 5  # profiles whose fixes are searched for: each search takes several appraisals
_MAX_WITHOUT_FILTER = 12  # rows
_MAX_OFFERS = 12  # new units


class RosterConflict(NamedTuple):
    """A roster that was changed elsewhere: how the form and the stored roster differ, and their points."""

    version: int
    mine: str
    theirs: str
    differences: list[RosterDifference]


class FilterRow(NamedTuple):
    """A profile or unit that the filter shows or hides: its id, its names, and the texts to search."""

    id: str
    names: Sequence[str]
    texts: Sequence[str]


class UnfinishedProfile(NamedTuple):
    """A fielded profile that is unfinished: its name and page.

    ``waits_for`` are the parts without a price if nothing else is missing, else ``choices`` are left.
    """

    name: str
    url: str
    waits_for: str
    choices: str


@dataclass(frozen=True, kw_only=True)
class RosterPage:
    """One roster on its page; ``roster_index`` is its index in the list's document.

    ``roster`` is the roster of the draft, or the stored roster while the draft has a ``fault``;
    ``row_numbers`` are the numbers of its entries' rows, None for an entry without a row. ``theirs`` is the
    stored roster if somebody else changed it. ``is_saved`` is True in the response to a save. Responses
    leave out the sheets in ``shown_sheets`` (ids of rows), because the page already has them. ``open_ids``
    are the ids of the rows that the address opens, ``find`` is the text of the filter.
    """

    access: ListAccess
    loaded: LoadedList
    roster_index: int
    draft: RosterDraft
    roster: Roster
    row_numbers: tuple[int | None, ...]
    version: str
    fault: DocumentError | None = None
    theirs: Roster | None = None
    undo: RosterUndo | None = None
    is_saved: bool = False
    shown_sheets: frozenset[str] = frozenset()
    open_ids: frozenset[str] = frozenset()
    find: str = ""

    @property
    def catalogue(self) -> Catalogue:
        """The catalogue of the list's edition."""
        return self.loaded.catalogue

    @property
    def play_sheet(self) -> PlaySheet:
        """The play sheet of the edition."""
        return play_sheet(self.catalogue)

    @property
    def base(self) -> str:
        """The address of the list."""
        return self.access.page_url

    @cached_property
    def document(self) -> Document:
        """The list with only this roster, as it is in the form; profiles of the same name are numbered."""
        return replace(self.loaded.document, rosters=(self.roster,)).with_distinct_names()

    @cached_property
    def expanded(self) -> Document:
        """The document with the variants of its profiles."""
        return with_variants(self.document, self.catalogue)

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
        """The displayed names by key: of the list's profiles, fielded removed profiles, and variants."""
        own = {**self.document.profile_names(), **self.removed_names}
        return {**own, **self.expanded.profile_names()}

    @cached_property
    def removed_names(self) -> dict[str, str]:
        """The names of fielded profiles that were removed from the list and can be restored, by key."""
        return names_of_removed(self.loaded.row, self.draft.missing_profiles)

    @cached_property
    def roster_profiles(self) -> tuple[RosterProfile, ...]:
        """The profiles that are fielded."""
        return roster_profiles(self.expanded, self.appraisal, self.roster_appraisal)

    @cached_property
    def capacity(self) -> RemainingCapacity:
        """What can still be added to the roster."""
        return remaining_capacity(self.document, 0, self.catalogue)

    @cached_property
    def plans(self) -> tuple[RosterPlan, ...]:
        """The plans to make the roster legal within its limit; none if it is legal."""
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
        waits_for = join_and(profile.waits_for) if len(profile.waits_for) >= len(errors) else ""
        return UnfinishedProfile(
            self.names[key], f"{self.base}profiles/{key}/", waits_for, choices_left(len(choices))
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
        """Whether no tested change makes the roster legal, although profiles of the list are fielded."""
        fielded = any(self.roster.counts()[key] for key in self.document.profile_names())
        needs_plan = fielded and not self.fault and not self.is_legal
        if not needs_plan or self.plans or self.unfinished:
            return False
        fielded_profiles = self.appraisal.fielded_profiles(self.roster_appraisal)
        return any(profile.errors for profile in fielded_profiles) or not any(
            finding.fix for finding in self._findings
        )

    @cached_property
    def faulty_keys(self) -> list[str]:
        """The keys of the fielded profiles with errors; empty while the form can't be saved."""
        if self.fault:
            return []
        fielded = self.appraisal.fielded_profiles(self.roster_appraisal)
        return list(dict.fromkeys(own_key(profile.key) for profile in fielded if profile.errors))

    @cached_property
    def profile_fixes(self) -> list[OfferedProfileFix]:
        """The errors of the first faulty profiles, each profile with its first fix."""
        if not self.faulty_keys:
            return []
        document = self.full_list
        appraisal = appraise(document, self.catalogue)
        offers = []
        for key in self.faulty_keys[:_MAX_FIXED]:
            profile = add_profile_fixes(document, self.catalogue, appraisal, (key,)).profile(key)
            errors = errors_in(profile.findings)
            if any(error.fix or not error.missing for error in errors):
                offers.append(self._offer_profile_fix(key, errors))
        return offers

    @property
    def full_list(self) -> Document:
        """The list with this roster as it is in the form and all other rosters; names as in ``document``."""
        rosters = list(self.loaded.document.rosters)
        rosters[self.roster_index] = self.roster
        return replace(self.document, rosters=tuple(rosters))

    def _offer_profile_fix(self, key: str, errors: Sequence[Finding]) -> OfferedProfileFix:
        first = next((error for error in errors if error.fix), None)
        fix = first and first.fix
        messages = (
            message_without_fix(error.message, fix) if fix and error is first else error.message
            for error in errors
        )
        others = [
            roster_name(roster.name, self.catalogue.words.roster)
            for index, roster in enumerate(self.loaded.document.rosters)
            if index != self.roster_index and roster.counts()[key]
        ]
        return OfferedProfileFix(
            name=self.names[key],
            url=f"{self.base}profiles/{key}/",
            problems=tuple(messages),
            button=profile_button(key, fix) if fix else None,
            others=join_and(others) if others and fix else "",
        )

    @property
    def _findings(self) -> Sequence[Finding]:
        """The roster's findings. Fixes that change a profile are tested on the full list."""
        roster = self.roster_appraisal
        if self.fault:
            return roster.plain_findings
        if not any(finding.remedies.profile for finding in roster.plain_findings):
            return roster.findings
        document = self.full_list
        appraisal = appraise(document, self.catalogue)
        changed = add_profile_fixes_of_rosters(document, self.catalogue, appraisal, [self.roster_index])
        return changed.rosters[self.roster_index].findings

    @cached_property
    def messages(self) -> dict[RosterPlace, RosterMessages]:
        """The findings by place of the page, with the fault at its place."""
        messages = messages_by_place(
            self.catalogue,
            self._findings,
            self.row_numbers,
            self.draft,
            self.roster,
            self.names,
            self.removed_names,
            self.base,
            with_buttons=not self.fault,
        )
        if not self.fault:
            return messages
        return with_fault(messages, self.fault, self.draft, self.names, self.catalogue)

    @cached_property
    def summoned_rows(self) -> list[SummonedRow]:
        """The rows of the profiles that are summoned, not bought."""
        summoned = summonable_profiles(self.document, self.catalogue, self.play_sheet, self.roster)
        return summoned_rows(summoned, self.document, self.appraisal, self.catalogue, self.links)

    @cached_property
    def links(self) -> dict[str, str]:
        """The address of each profile of the list on this page."""
        return {key: f"#p-{key}" for key in self.document.profile_names()}

    @cached_property
    def new_units(self) -> Mapping[str, NewUnit]:
        """The units that profiles can form, by profile; none if rows are not units."""
        if not self.catalogue.unit_kinds:
            return {}
        if self.shows_capacity:
            return self.capacity.units
        return ready_units(self.document, roster_trials(self.document, 0, self.catalogue), self.catalogue)

    @cached_property
    def units(self) -> list[UnitFormRow]:
        """The units in the roster's order; none if rows are not units."""
        if not self.catalogue.unit_kinds:
            return []
        growing = {key for key, unit in self.new_units.items() if unit.size > 1}
        return unit_rows(self.form, growing)

    @cached_property
    def rows(self) -> list[RosterFormRow]:
        """The rows in the list's order, or in the order of their units."""
        if self.catalogue.unit_kinds:
            return [row for unit in self.units for row in unit.members]
        unknown = self.fault or self.roster.limit is None
        return form_rows(self.form, None if unknown else _fit_lookup(self))

    @cached_property
    def form(self) -> RosterForm:
        """The input of the rows."""
        return RosterForm(
            draft=self.draft,
            document=self.document,
            appraisal=self.appraisal,
            catalogue=self.catalogue,
            messages=self.messages,
            names=self.names,
            base=self.base,
            links=self.links,
            shown_sheets=self.shown_sheets,
        )

    @property
    def shows_capacity(self) -> bool:
        """Whether the page shows what fits: the roster has a limit and a total, and could be saved."""
        # The search takes longer than the rest of the page, so it is the last condition.
        roster = self.roster_appraisal
        known = roster.points is not None and roster.limit is not None
        return known and not self.fault and self.capacity.points_left is not None


def _fit_lookup(page: RosterPage) -> FitLookup:
    roster = page.roster_appraisal
    return FitLookup(
        catalogue=page.catalogue,
        capacity=page.capacity,
        fits={fit.profile: fit for fit in page.capacity.fits},
        is_full=roster.most_models is not None and roster.models >= roster.most_models,
    )


# ------------------------------------------------------------------ contexts


def form_context(page: RosterPage) -> dict[str, object]:
    """Return the context of the form and of the parts of the page that change with it."""
    catalogue, roster = page.catalogue, page.roster_appraisal
    total = page.appraisal.roster_total(roster, page.names, catalogue.words.price)
    fact_groups = _fact_groups(page)
    offers = _unit_offers(page)
    summary = roster_summary(page.roster_profiles, catalogue, page.play_sheet)
    has_units = bool(catalogue.unit_kinds)
    links, faulty = _finding_links(page), _faulty_rows(page.rows)
    return {
        "catalogue": catalogue,
        "unit": catalogue.points_unit,
        "words": catalogue.words,
        "title": roster_name(page.roster.name, catalogue.words.roster),
        "roster_id": page.loaded.roster_ids[page.roster_index],
        "version": page.version,
        "points": points_meter(roster, total, catalogue),
        "prices": price_texts(catalogue, roster.prices),
        "models": models_meter(roster.models, roster.most_models, catalogue.words),
        "models_text": catalogue.words.count(roster.models),
        "counted": [
            *map(count_meter, roster.shown_counts),
            *(
                Meter(text, "", name, "")
                for name, text in named_values(catalogue.roster.values, roster.values)
            ),
        ],
        "status": page.appraisal.status(roster),
        "counts": links,
        "bar_counts": _all_finding_links(page, links, faulty),
        "faulty": faulty,
        "plans": _offer_plans(page),
        "plan_title": "Back to the limit" if page.is_legal and page.is_over_limit else "Make it legal",
        "unfinished": page.unfinished,
        "plan_impossible": page.lacks_plan,
        "profile_fixes": page.profile_fixes,
        "more_faulty": [page.names[key] for key in page.faulty_keys[_MAX_FIXED:]],
        "leaders": leader_names(page.roster_profiles, catalogue, page.play_sheet),
        "has_leaders": bool(page.play_sheet.leader),
        "sizes": catalogue.game_sizes,
        "size_name": catalogue.game_size_name(page.roster.limit),
        "limit": page.roster.limit,
        "terms": catalogue.roster,
        "has_units": has_units,
        "units": page.units,
        "rows": page.rows,
        "members": [row for row in page.rows if row.is_fielded or row.is_missing],
        "offers": [] if has_units else [row for row in page.rows if not (row.is_fielded or row.is_missing)],
        "first_offers": offers[:_MAX_OFFERS],
        "more_offers": offers[_MAX_OFFERS:],
        "field_messages": page.messages,
        "room": capacity_view(page.capacity, page.draft, page.names, catalogue.points_unit)
        if page.shows_capacity
        else None,
        "summoned": page.summoned_rows,
        "summary": summary,
        "largest": largest_share(summary.kinds),
        "undo": page.undo,
        "is_saved": page.is_saved,
        "fault": fault_text(page.fault, page.draft, page.names, page.catalogue) if page.fault else "",
        "conflict": _conflict(page),
        "draft": page.draft,
        "zeros": " ".join(map(str, sorted(page.draft.zeros))),
        "away": " ".join(sorted(page.draft.missing_profiles)),
        "general": page.messages[""],
        "notes": page.messages[NOTES],
        "of_name": page.messages["name"],
        "of_limit": page.messages["limit"],
        "facts": fact_groups[0].facts if len(fact_groups) == 1 else [],
        "fact_groups": fact_groups if len(fact_groups) > 1 else [],
        "max_count": limits().count,
        "explanations": _missing_explanations(page),
        "open_ids": page.open_ids,
        "hidden_ids": _hidden_ids(page),
    }


def page_context(page: RosterPage) -> dict[str, object]:
    """Return the context of the full page."""
    return {
        **form_context(page),
        **_filter_context(page),
        "nav": nav_entry(page.access),
        "access": page.access,
        "list_name": list_name(page.loaded.row.name),
        "row": page.loaded.row,
        "max_points": MAX_NUMBER,
    }


def _filter_context(page: RosterPage) -> dict[str, object]:
    """Return the context of ``lists/_find.html``: the filter of a long roster, and letters to jump by."""
    rows = _filter_rows(page)
    return {
        "letters": jump_letters((row.id, name) for row in rows for name in row.names),
        "find": page.find,
        "filtered": rows,
        "found_count": len(rows) - len(_hidden_ids(page)),
    }


def _filter_rows(page: RosterPage) -> list[FilterRow]:
    """Return the units or profiles that the filter shows or hides; none in a short roster."""
    if page.catalogue.unit_kinds:
        rows = [_unit_filter_row(unit) for unit in page.units]
    else:
        rows = [FilterRow(row.id, [row.name], row.search_texts) for row in page.rows if not row.is_missing]
    return rows if len(rows) > _MAX_WITHOUT_FILTER else []


def _unit_filter_row(unit: UnitFormRow) -> FilterRow:
    names = [unit.title, *(row.name for row in unit.members)]
    return FilterRow(
        unit.id, names, [unit.title, *(text for row in unit.members for text in row.search_texts)]
    )


def _hidden_ids(page: RosterPage) -> frozenset[str]:
    if not page.find:
        return frozenset()
    return frozenset(row.id for row in _filter_rows(page) if not is_found(page.find, row.texts))


def _unit_offers(page: RosterPage) -> list[UnitOffer]:
    if not page.new_units:
        return []
    capacity = page.capacity if page.shows_capacity else None
    return unit_offers(page.form, page.new_units, capacity)


def _missing_explanations(page: RosterPage) -> list[Explanation]:
    """Return the explanations of all rows if the page lacks an explanation, else none.

    The page already has the explanations of the rows that a response leaves out.
    """
    new = [row.sheet for row in page.summoned_rows]
    shown_sheets: list[DesignSheet] = []
    for row in page.rows:
        if row.sheet:
            (shown_sheets if row.is_left_out else new).append(row.sheet)
    known = explanations_in(sheet.traits for sheet in shown_sheets)
    needed = explanations_in(sheet.traits for sheet in (*shown_sheets, *new))
    return needed if len(needed) > len(known) else []


class FactField(NamedTuple):
    """A fact of the roster: ``value`` is the text of its field, ``text`` the saved value in words."""

    part: Attribute
    value: str
    text: str
    messages: RosterMessages


class FactGroup(NamedTuple):
    """Facts under one heading: facts that add to the same number of the roster, or all other facts.

    ``total`` is the number; "" for the other facts.
    """

    code: str
    name: str
    total: str
    facts: list[FactField]

    @property
    def summary(self) -> str:
        """The total, or the facts that are entered: "500", "Credits won 120", "none"."""
        entered = [fact for fact in self.facts if fact.value]
        if not entered:
            return "none"
        return self.total or ", ".join(f"{fact.part.label} {fact.text}" for fact in entered)


def _fact_groups(page: RosterPage) -> list[FactGroup]:
    """Return the facts of the roster in groups, by the number of the roster that they add to."""
    raw_values, stored = page.draft.facts, page.roster.fields
    totals = dict(named_values(page.catalogue.roster.values, page.roster_appraisal.values))
    names = {value.code: value.name for value in page.catalogue.roster.values}
    by_code: dict[str, list[FactField]] = {}
    for part in page.catalogue.roster.fields:
        fact = FactField(
            part,
            raw_values.get(part.code, ""),
            fact_text(part, stored.get(part.code)),
            page.messages[f"fields.{part.code}"],
        )
        by_code.setdefault(next(iter(part.gives), ""), []).append(fact)
    return [
        FactGroup(
            code or "other",
            names.get(code) or with_capital(join_and(fact.part.label.lower() for fact in facts)),
            totals.get(names.get(code, ""), ""),
            facts,
        )
        for code, facts in by_code.items()
    ]


def _finding_links(page: RosterPage) -> list[FindingLink]:
    """Return the findings counted by level, worst first, each level with the address of its first finding."""
    first: dict[str, str] = {}
    facts = [page.messages[f"fields.{part.code}"] for part in page.catalogue.roster.fields]
    roster_messages = [page.messages[place] for place in ("", "limit", NOTES)]
    for field in (*roster_messages, *facts, *(row.messages for row in page.rows)):
        for remark in field.remarks:
            first.setdefault(remark.level, f"#n-{field.id}")
    return finding_links(_counted_levels(page), first)


def _counted_levels(page: RosterPage) -> list[ShownLevel]:
    """Return the levels of the roster's findings; without models, the status "Empty" is enough."""
    roster = page.roster_appraisal
    return [finding.shown_level for finding in roster.plain_findings if roster.models or not finding.missing]


def _all_finding_links(
    page: RosterPage, links: list[FindingLink], faulty: Iterable[RosterFormRow]
) -> list[FindingLink]:
    """Return the finding links, including those of the fielded profiles, without notes."""
    urls: dict[str, str] = {}
    levels = _counted_levels(page)
    for row in faulty:
        for problem in row.problems:
            levels += [problem.level] * problem.number
            urls.setdefault(problem.level, f"#{row.id}")
    if not urls:
        return links
    urls |= {link.level: link.url for link in links}
    return finding_links(levels, urls)


def _faulty_rows(rows: Iterable[RosterFormRow]) -> list[RosterFormRow]:
    """Return the first row of each fielded profile that has findings other than notes."""
    faulty: dict[str, RosterFormRow] = {}
    for row in rows:
        if row.problems and row.is_fielded:
            faulty.setdefault(row.url, row)
    return list(faulty.values())


def _offer_plans(page: RosterPage) -> list[OfferedPlan]:
    profiles = (fielded.profile for fielded in page.roster_profiles)
    leader_keys = [profile.key for profile in profiles if page.play_sheet.is_leader(profile.design)]
    plans: Sequence[RosterPlan] = page.plans
    if page.is_legal:  # legal but over an agreed limit: the smallest change first, another limit last
        plans = sorted(
            plans,
            key=lambda plan: (
                plan.limit != page.roster.limit,
                sum(plan.removed.values()) + sum(plan.added.values()),
            ),
        )
    offers = []
    for plan in plans:
        offer = offered_plan(plan, page.roster, page.names, page.catalogue)
        counts = page.expanded.rosters[0].counts() - Counter(plan.removed) + Counter(plan.added)
        loses_leader = bool(leader_keys) and not any(counts[key] for key in leader_keys)
        offers.append(offer._replace(loses_leader=loses_leader))
    return offers


def _conflict(page: RosterPage) -> RosterConflict | None:
    theirs = page.theirs
    if theirs is None:
        return None
    stored = appraise(replace(page.document, rosters=(theirs,)), page.catalogue)
    return RosterConflict(
        version=page.loaded.roster_versions[page.roster_index],
        mine=sum_text(page.appraisal.roster_total(page.roster_appraisal, page.names), page.catalogue),
        theirs=sum_text(stored.roster_total(stored.rosters[0], page.names), page.catalogue),
        differences=roster_differences(page.roster, theirs, page.names, page.catalogue),
    )
