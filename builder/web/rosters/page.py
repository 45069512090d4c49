"""The data that templates show on a roster's page and in its responses to htmx."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from typing import NamedTuple

from builder.catalogue.limits import limits
from builder.catalogue.play import list_sheet
from builder.points.advice.roster_plan import RosterPlan
from builder.points.document.json_reader import MAX_NUMBER
from builder.points.document.units import fact_text
from builder.points.pricing.texts import sum_text
from builder.points.rules.catalogue import Attribute
from builder.points.rules.results import ShownLevel
from builder.points.rules.wording import join_and, with_capital
from builder.points.sheets.roster import Summoned
from builder.web.rosters.capacity import capacity_view
from builder.web.rosters.fixes import OfferedPlan, offered_plan
from builder.web.rosters.force import summoned_sheets
from builder.web.rosters.form import MAX_PROFILE_FIXES, RosterForm
from builder.web.rosters.messages import (
    NOTES,
    RosterDifference,
    RosterMessages,
    fault_text,
    roster_differences,
)
from builder.web.rosters.rows import RosterFormRow, UnitFormRow, form_rows, unit_offers, unit_rows
from builder.web.rosters.summary import (
    Meter,
    count_meter,
    largest_share,
    leader_names,
    models_meter,
    points_meter,
    roster_summary,
)
from builder.web.shared.design_view import DesignSheet
from builder.web.shared.list_access import list_page_context
from builder.web.shared.long_lists import contains_words, jump_letters
from builder.web.shared.presentation import FindingLink, finding_links
from builder.web.shared.traits import Explanation, explanations_in

_MAX_ROWS_WITHOUT_FILTER = 12
_MAX_FIRST_OFFERS = 12
"""The maximum number of new units that the page offers at once. Further units are in a collapsed part."""


class RosterConflict(NamedTuple):
    """The data that the page shows if somebody else changed the roster."""

    stored_version: int
    form_total: str
    stored_total: str
    differences: list[RosterDifference]


class FilterRow(NamedTuple):
    """A profile or unit that the filter shows or hides.

    ``names`` are the names under which the page's row of letters links to it.
    ``members`` are the rows of the form that belong to it.
    """

    id: str
    names: Sequence[str]
    members: Sequence[RosterFormRow]

    @property
    def texts(self) -> list[str]:
        """The texts that the filter searches."""
        return [*self.names, *(text for row in self.members for text in row.search_texts)]


class RosterPage(RosterForm):
    """The page of a roster: the roster's form with its rows."""

    @cached_property
    def units(self) -> list[UnitFormRow]:
        """The units in the roster's order. Games without units have none."""
        if not self.catalogue.unit_kinds:
            return []
        keys_of_large_units = {key for key, unit in self.new_units.items() if unit.size > 1}
        return unit_rows(self, keys_of_large_units)

    @cached_property
    def rows(self) -> list[RosterFormRow]:
        """The rows of the form, in the order of the units.

        In games without units, they are in the list's order, and missing profiles are last.
        """
        if self.catalogue.unit_kinds:
            return [row for unit in self.units for row in unit.members]
        return form_rows(self)

    @cached_property
    def summoned(self) -> list[tuple[Summoned, DesignSheet]]:
        """The profiles that the roster summons without buying them, each with its sheet."""
        return summoned_sheets(self.roster_sheet, self.links)


# ------------------------------------------------------------------ contexts


def form_context(page: RosterPage) -> dict[str, object]:
    """Return the context of the form, and of the other parts of the page that change with the form."""
    catalogue, roster, sheet = page.catalogue, page.roster_appraisal, page.roster_sheet
    fact_groups = _fact_groups(page)
    offers = unit_offers(page)
    summary = roster_summary(sheet)
    finding_links, faulty_rows = _roster_finding_links(page), _faulty_rows(page.rows)
    return {
        "page": page,
        "catalogue": catalogue,
        "unit": catalogue.points_unit,
        "words": catalogue.words,
        "title": sheet.name,
        "roster_id": page.loaded.roster_ids[page.roster_index],
        "points_meter": points_meter(sheet),
        "further_prices": sheet.prices,
        "models_meter": models_meter(roster.models, roster.most_models, catalogue.words),
        "models_text": catalogue.words.count(roster.models),
        "count_meters": [
            *map(count_meter, roster.shown_counts),
            *(Meter(text, "", name, "") for name, text in sheet.stat_values),
        ],
        "status": sheet.status,
        "finding_links": finding_links,
        "all_finding_links": _all_finding_links(page, finding_links, faulty_rows),
        "faulty_rows": faulty_rows,
        "plans": _offer_plans(page),
        "plan_title": "Back to the limit" if page.is_legal and page.is_over_limit else "Make it legal",
        "other_faulty_names": [page.names[key] for key in page.faulty_keys[MAX_PROFILE_FIXES:]],
        "leader_names": leader_names(sheet),
        "has_leaders": bool(page.play_sheet.leader),
        "size_name": sheet.size_name,
        "members": [row for row in page.rows if row.is_fielded or row.is_missing],
        "offers": [row for row in page.rows if not (row.is_fielded or row.is_missing)],
        "first_offers": offers[:_MAX_FIRST_OFFERS],
        "more_offers": offers[_MAX_FIRST_OFFERS:],
        "capacity": capacity_view(page.capacity, page.draft, page.names, catalogue.points_unit)
        if page.shows_capacity
        else None,
        "summoned": page.summoned,
        "summary": summary,
        "largest_share": largest_share(summary.profile_bars),
        "fault": fault_text(page.fault, page.draft, page.names, page.catalogue) if page.fault else "",
        "conflict": _conflict(page),
        "saved_zero_rows": " ".join(map(str, sorted(page.draft.saved_zero_rows))),
        "missing_profiles": " ".join(sorted(page.draft.missing_profiles)),
        "general_messages": page.messages[""],
        "note_messages": page.messages[NOTES],
        "name_messages": page.messages["name"],
        "limit_messages": page.messages["limit"],
        "facts": fact_groups[0].facts if len(fact_groups) == 1 else [],
        "fact_groups": fact_groups if len(fact_groups) > 1 else [],
        "max_count": limits().count,
        "explanations": _missing_explanations(page),
        "hidden_ids": _hidden_ids(page),
    }


def page_context(page: RosterPage) -> dict[str, object]:
    """Return the context of the full page."""
    return {
        **form_context(page),
        **_filter_context(page),
        **list_page_context(page.access, page.loaded),
        "row": page.loaded.row,
        "max_points": MAX_NUMBER,
    }


def _filter_context(page: RosterPage) -> dict[str, object]:
    """Return the context of ``lists/_find.html``: the filter of a long roster, and the links by letter."""
    rows = _filter_rows(page)
    return {
        "letters": jump_letters((row.id, name) for row in rows for name in row.names),
        "search": page.filter_text,
        "filtered": rows,
        "found_count": len(rows) - len(_hidden_ids(page)),
    }


def _filter_rows(page: RosterPage) -> list[FilterRow]:
    """Return the units or profiles that the filter shows or hides. A short roster has no filter."""
    if page.catalogue.unit_kinds:
        rows = [
            FilterRow(unit.id, [unit.title, *(row.name for row in unit.members)], unit.members)
            for unit in page.units
        ]
    else:
        rows = [FilterRow(row.id, [row.name], [row]) for row in page.rows if not row.is_missing]
    return rows if len(rows) > _MAX_ROWS_WITHOUT_FILTER else []


def _hidden_ids(page: RosterPage) -> frozenset[str]:
    if not page.filter_text:
        return frozenset()
    return frozenset(row.id for row in _filter_rows(page) if not contains_words(page.filter_text, row.texts))


def _missing_explanations(page: RosterPage) -> list[Explanation]:
    """Return all explanations on the page, or none if the browser already has them.

    The browser has the explanations of the sheets that it already shows.
    """
    new_sheets = [design for _, design in page.summoned]
    old_sheets: list[DesignSheet] = []
    for row in page.rows:
        if row.sheet:
            (old_sheets if row.is_sheet_omitted else new_sheets).append(row.sheet)
    old_explanations = explanations_in(sheet.traits for sheet in old_sheets)
    all_explanations = explanations_in(sheet.traits for sheet in (*old_sheets, *new_sheets))
    return all_explanations if len(all_explanations) > len(old_explanations) else []


class FactField(NamedTuple):
    """A field of the roster that the game defines. ``stored_text`` is the saved value in words."""

    attribute: Attribute
    raw_value: str
    stored_text: str
    messages: RosterMessages


class FactGroup(NamedTuple):
    """The fields that add up to one number of the roster, or all fields that add up to none.

    ``total`` is the number as text, or an empty string.
    """

    code: str
    name: str
    total: str
    facts: list[FactField]

    @property
    def summary(self) -> str:
        """The total, or else the fields that are filled in: "Credits won 120" or "none"."""
        filled_in = [fact for fact in self.facts if fact.raw_value]
        if not filled_in:
            return "none"
        return self.total or ", ".join(f"{fact.attribute.label} {fact.stored_text}" for fact in filled_in)


def _fact_groups(page: RosterPage) -> list[FactGroup]:
    """Return the facts of the roster, grouped by the number that they add up to."""
    raw_facts, stored_facts = page.draft.facts, page.roster.fields
    totals = dict(page.roster_sheet.stat_values)
    names = {value.code: value.name for value in page.catalogue.roster.values}
    by_code: dict[str, list[FactField]] = {}
    for attribute in page.catalogue.roster.fields:
        code = attribute.code
        fact = FactField(
            attribute=attribute,
            raw_value=raw_facts.get(code, ""),
            stored_text=fact_text(attribute, stored_facts.get(code)),
            messages=page.messages[f"fields.{code}"],
        )
        by_code.setdefault(next(iter(attribute.gives), ""), []).append(fact)
    return [
        FactGroup(
            code or "other",
            names.get(code) or with_capital(join_and(fact.attribute.label.lower() for fact in facts)),
            totals.get(names.get(code, ""), ""),
            facts,
        )
        for code, facts in by_code.items()
    ]


def _roster_finding_links(page: RosterPage) -> list[FindingLink]:
    """Return the number of findings for each level, with a link to the first. Serious levels come first."""
    first_urls: dict[str, str] = {}
    fact_messages = [page.messages[f"fields.{attribute.code}"] for attribute in page.catalogue.roster.fields]
    roster_messages = [page.messages[place] for place in ("", "limit", NOTES)]
    for messages in (*roster_messages, *fact_messages, *(row.messages for row in page.rows)):
        for remark in messages.remarks:
            first_urls.setdefault(remark.level, f"#n-{messages.id}")
    return finding_links(_counted_levels(page), first_urls)


def _counted_levels(page: RosterPage) -> list[ShownLevel]:
    """Return the level of each finding of the roster that is counted.

    In a roster without models, findings about missing things aren't counted, because its status is "Empty".
    """
    roster = page.roster_appraisal
    return [finding.shown_level for finding in roster.plain_findings if roster.models or not finding.missing]


def _all_finding_links(
    page: RosterPage, roster_links: list[FindingLink], faulty_rows: Iterable[RosterFormRow]
) -> list[FindingLink]:
    """Return links to the findings on the roster and, except notes, on its fielded profiles."""
    urls: dict[str, str] = {}
    levels = _counted_levels(page)
    for row in faulty_rows:
        for count in row.problem_counts:
            levels += [count.level] * count.number
            urls.setdefault(count.level, f"#{row.id}")
    if not urls:
        return roster_links
    urls |= {link.level: link.url for link in roster_links}
    return finding_links(levels, urls)


def _faulty_rows(rows: Iterable[RosterFormRow]) -> list[RosterFormRow]:
    """Return the first row of each fielded profile that has findings other than notes."""
    rows_by_profile: dict[str, RosterFormRow] = {}
    for row in rows:
        if row.problem_counts and row.is_fielded:
            rows_by_profile.setdefault(row.url, row)
    return list(rows_by_profile.values())


def _offer_plans(page: RosterPage) -> list[OfferedPlan]:
    leader_keys = [leader.profile.key for leader in page.roster_sheet.leaders]
    plans: Sequence[RosterPlan] = page.plans
    if page.is_legal:
        # The roster is legal but over its limit. Plans with few changes are first; a new limit is last.
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
        counts = page.roster_sheet.roster.counts() - Counter(plan.removed) + Counter(plan.added)
        loses_leader = bool(leader_keys) and not any(counts[key] for key in leader_keys)
        offers.append(offer._replace(loses_leader=loses_leader))
    return offers


def _conflict(page: RosterPage) -> RosterConflict | None:
    stored_roster = page.stored_by_other
    if stored_roster is None:
        return None
    stored_sheets = list_sheet(replace(page.document, rosters=(stored_roster,)), page.catalogue)
    return RosterConflict(
        stored_version=page.loaded.roster_versions[page.roster_index],
        form_total=sum_text(page.roster_sheet.total, page.catalogue),
        stored_total=sum_text(stored_sheets.rosters[0].total, page.catalogue),
        differences=roster_differences(page.roster, stored_roster, page.names, page.catalogue),
    )
