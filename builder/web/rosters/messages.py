"""The messages on a roster's page.

A finding is shown at the part of the page that it is about, and a fault at the field that can't be saved.
Notes are the findings with the level "note".
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from builder.points.document.document import Roster
from builder.points.document.json_reader import DocumentError
from builder.points.document.units import row_text
from builder.points.document.variants import named_members, variant_key
from builder.points.pricing.texts import NONE
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.results import Finding
from builder.points.rules.wording import with_capital
from builder.web.rosters.draft import RosterDraft
from builder.web.rosters.fixes import roster_button
from builder.web.rosters.removed_profiles import with_removed_name
from builder.web.shared.presentation import FindingCount, Remark, count_findings, make_remarks

RosterPlace = int | str
"""A place on the page: the number of a row, or one of these texts:

- "name" and "limit" are the fields with the roster's name and limit.
- "fields.crew" is the field of the roster with the code "crew". The game defines these fields.
- ``NOTES`` is the place of notes on the roster.
- An empty string is the place of other findings on the roster.
"""

NOTES = "notes"
"""The place of the roster's notes, which the page shows apart because they are reminders for the game."""

_ENTRY_PLACE = re.compile(r"entries\[(\d+)\]", re.ASCII)
_ROW_FIELD = re.compile(r"(?:count|others|attached|name|fact)\[(\d+)(?::\d+)?\]", re.ASCII)
_FACT_FIELD = re.compile(r"field\[(\w+)\]", re.ASCII)
_FACT_PREFIX = "fields."  # the beginning of the places of the fields that the game defines
_COMMON_PLACES = ("name", "limit")  # the places of the fields that all games have


class RosterMessages(NamedTuple):
    """The findings at one place of the page, with their numbers by level.

    ``id`` is the place as a part of an HTML id. ``fault`` says why the field couldn't be saved.
    """

    id: str
    remarks: tuple[Remark, ...]
    counts: tuple[FindingCount, ...]
    fault: str = ""


def messages_by_place(
    catalogue: Catalogue,
    findings: Iterable[Finding],
    row_numbers: Sequence[int | None],
    draft: RosterDraft,
    roster: Roster,
    names: Mapping[str, str],
    removed_names: Mapping[str, str],
    list_url: str,
    *,
    with_buttons: bool,
) -> dict[RosterPlace, RosterMessages]:
    """Return the findings at each place of the page.

    ``row_numbers`` are the numbers of the entries' rows, in the order of the entries.
    ``names`` and ``removed_names`` are the names of the list's profiles and of removed profiles, by key.
    ``with_buttons`` says whether the findings have buttons for fixes and links to fields.
    """
    first_row_numbers = {variant_key(row.entry, catalogue): row.number for row in reversed(draft.rows)}
    fact_places = [f"{_FACT_PREFIX}{attribute.code}" for attribute in catalogue.roster.fields]
    places: list[RosterPlace] = [
        "",
        NOTES,
        *_COMMON_PLACES,
        *fact_places,
        *(row.number for row in draft.rows),
    ]
    findings_by_place: dict[RosterPlace, list[Finding]] = {place: [] for place in places}
    for finding in findings:
        place = _page_place(finding.where, row_numbers)
        place = NOTES if place == "" and finding.level == "note" else place
        findings_by_place[place].append(with_removed_name(finding, catalogue, removed_names))
    # The rows of missing profiles show no fixes, because they always have a button that removes the row.
    missing_rows = {row.number for row in draft.rows if row.profile in draft.missing_profiles}
    make_button = partial(roster_button, roster=roster, names=names) if with_buttons else None

    def control_url(place: RosterPlace, finding: Finding) -> str:
        if place in missing_rows and finding.code == catalogue.roster.profile_rule and removed_names:
            return f"{list_url}#removed-profiles"
        return _control_url(place, first_row_numbers, list_url, finding)

    return {
        place: RosterMessages(
            str(place).replace(".", "-") or "all",
            tuple(
                make_remarks(
                    catalogue,
                    place_findings,
                    None if place in missing_rows else make_button,
                    partial(control_url, place) if with_buttons else None,
                )
            ),
            tuple(count_findings(place_findings)) if place_findings else (),
        )
        for place, place_findings in findings_by_place.items()
    }


def _control_url(
    place: RosterPlace, first_row_numbers: Mapping[str, int], list_url: str, finding: Finding
) -> str:
    """Return the address of the field or page where the player can fix a finding at a place.

    ``first_row_numbers`` are the numbers of the profiles' first rows, by key.
    """
    target, _, key = finding.remedies.control.partition("/")
    if target == "rows" and key in first_row_numbers:
        return f"#n-{first_row_numbers[key]}"
    if target == "list":
        return list_url
    if target == "profiles":
        profile, _, part = key.partition("#")
        return f"{list_url}profiles/{profile}/#n-{part.replace('.', '-') or 'name'}"
    if finding.remedies.profile:
        return f"{list_url}profiles/{finding.remedies.profile}/#findings"
    return f"#n-{str(place).replace('.', '-')}" if place != "" else "#models"


def with_fault(
    messages: Mapping[RosterPlace, RosterMessages],
    fault: DocumentError,
    draft: RosterDraft,
    names: Mapping[str, str],
    catalogue: Catalogue,
) -> dict[RosterPlace, RosterMessages]:
    """Return the messages with the fault at the place of the faulty field."""
    row, fact = _ROW_FIELD.match(fault.path), _FACT_FIELD.match(fault.path)
    field = f"{_FACT_PREFIX}{fact[1]}" if fact else fault.path
    place: RosterPlace = int(row[1]) if row else field if field in messages else ""
    return {**messages, place: messages[place]._replace(fault=fault_text(fault, draft, names, catalogue))}


def fault_text(
    fault: DocumentError, draft: RosterDraft, names: Mapping[str, str], catalogue: Catalogue
) -> str:
    """Return a sentence that names the faulty field and says why the form can't be saved."""
    text = f"{fault.problem}: {fault.fix}."
    if fault.path == "limit":
        return limit_fault_text(fault, catalogue)
    if row := _ROW_FIELD.match(fault.path):
        key = draft.row(int(row[1])).profile
        field = "name" if fault.path.startswith("name[") else "count"
        return f"The {field} of {names.get(key, key)} {text}"
    if fact := _FACT_FIELD.match(fault.path):
        fact_names = {attribute.code: attribute.name for attribute in catalogue.roster.fields}
        return f"{fact_names.get(fact[1], fact[1])} {text}"
    return f"The name {text}" if fault.path == "name" else f"The form: {text}"


def limit_fault_text(fault: DocumentError, catalogue: Catalogue) -> str:
    """Return a sentence that says why the limit can't be saved."""
    return f"{with_capital(catalogue.words.limit)} {fault.problem}: {fault.fix}."


def _page_place(roster_place: str, row_numbers: Sequence[int | None]) -> RosterPlace:
    """Return the place on the page for a place in the roster, such as "entries[2].count".

    It is the number of a row, "limit", the place of a field, or "" for the roster itself.
    """
    if roster_place == "limit" or roster_place.startswith(_FACT_PREFIX):
        return roster_place
    match = _ENTRY_PLACE.match(roster_place)
    number = row_numbers[int(match[1])] if match and int(match[1]) < len(row_numbers) else None
    return "" if number is None else number


# ------------------------------------------------------------------ changed elsewhere


class RosterDifference(NamedTuple):
    """A part of a roster that differs between the form and the database."""

    name: str
    form_value: str
    stored_value: str


def roster_differences(
    form_roster: Roster, stored_roster: Roster, names: Mapping[str, str], catalogue: Catalogue
) -> list[RosterDifference]:
    """Return all differences between two versions of a roster.

    ``names`` are the names of the list's profiles by key.
    """
    return list(_differences(form_roster, stored_roster, names, catalogue))


def _differences(
    form_roster: Roster, stored_roster: Roster, names: Mapping[str, str], catalogue: Catalogue
) -> Iterator[RosterDifference]:
    rosters = (form_roster, stored_roster)
    if form_roster.name != stored_roster.name:
        yield RosterDifference("Name", *(roster.name or NONE for roster in rosters))
    if form_roster.limit != stored_roster.limit:
        limits = [NONE if roster.limit is None else str(roster.limit) for roster in rosters]
        yield RosterDifference(with_capital(catalogue.words.limit), *limits)
    form_counts, stored_counts = (_count_texts(roster, names, catalogue) for roster in rosters)
    changed = [
        key_and_name
        for key_and_name in {**stored_counts, **form_counts}
        if form_counts.get(key_and_name, NONE) != stored_counts.get(key_and_name, NONE)
    ]
    for key_and_name in changed:
        yield RosterDifference(
            key_and_name[1], form_counts.get(key_and_name, NONE), stored_counts.get(key_and_name, NONE)
        )
    if not changed and form_roster.entries != stored_roster.entries:
        entries = [entry for roster in rosters for entry in roster.entries]
        has_units = bool(catalogue.unit_kinds) and any(entry.is_unit_or_variant for entry in entries)
        texts = (
            ["; ".join(row_text(e, names) for e in roster.entries) for roster in rosters]
            if has_units
            else [", ".join(names.get(e.profile, e.profile) for e in roster.entries) for roster in rosters]
        )
        yield RosterDifference("Units" if has_units else "Order", *texts)


def _count_texts(
    roster: Roster, names: Mapping[str, str], catalogue: Catalogue
) -> dict[tuple[str, str], str]:
    """Return the count of each profile that the roster fields, by the profile's key and name.

    The counts of several entries are written as a sum, such as "3 + 1".
    """
    texts: dict[tuple[str, str], str] = {}
    for key_and_name, count in named_members(roster, names, catalogue):
        texts[key_and_name] = f"{texts[key_and_name]} + {count}" if key_and_name in texts else str(count)
    return texts
