"""The messages on a roster's page.

A finding is shown at the part of the page that it is about. If the form couldn't be saved, the reason is
shown at the faulty field. If somebody else changed the stored roster, the page shows the differences.
A finding has a level. The notes are the findings with the level "note".
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
"""The place of findings with the level "note" that are about the roster.

They are reminders for the game, so the page shows them apart from the other findings.
"""

_ENTRY = re.compile(r"entries\[(\d+)\]", re.ASCII)
_ROW = re.compile(r"(?:count|others|attached|name|fact)\[(\d+)(?::\d+)?\]", re.ASCII)
_FACT = re.compile(r"field\[(\w+)\]", re.ASCII)
_FACTS = "fields."  # the beginning of the places of the fields that the game defines
_FIELDS = ("name", "limit")  # the places of the fields that every roster form has


class RosterMessages(NamedTuple):
    """The findings at one place of the page.

    ``id`` is the place as a part of an HTML id.
    ``counts`` are the numbers of findings by level.
    ``fault`` says why the field at this place couldn't be saved.
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
    base: str,
    *,
    with_buttons: bool,
) -> dict[RosterPlace, RosterMessages]:
    """Return the findings at each place of the page.

    ``row_numbers`` are the numbers of the entries' rows, in the order of the entries.
    ``names`` maps the keys of the list's profiles to their names.
    ``removed_names`` maps the keys of removed profiles to their names.
    ``base`` is the address of the list.
    ``with_buttons`` says whether the findings have buttons for fixes and links to fields.
    """
    rows = {variant_key(row.entry, catalogue): row.number for row in reversed(draft.rows)}
    facts = [f"{_FACTS}{part.code}" for part in catalogue.roster.fields]
    places: list[RosterPlace] = ["", NOTES, *_FIELDS, *facts, *(row.number for row in draft.rows)]
    by_place: dict[RosterPlace, list[Finding]] = {place: [] for place in places}
    for finding in findings:
        place = _page_place(finding.where, row_numbers)
        place = NOTES if place == "" and finding.level == "note" else place
        by_place[place].append(with_removed_name(finding, catalogue, removed_names))
    # The rows of missing profiles show no fixes, because they always have a button that removes the row.
    missing = {row.number for row in draft.rows if row.profile in draft.missing_profiles}
    button_of = partial(roster_button, roster=roster, names=names) if with_buttons else None

    def control(place: RosterPlace, finding: Finding) -> str:
        if place in missing and finding.code == catalogue.roster.profile_rule and removed_names:
            return f"{base}#removed-profiles"
        return _control_url(place, rows, base, finding)

    return {
        place: RosterMessages(
            str(place).replace(".", "-") or "all",
            tuple(
                make_remarks(
                    catalogue,
                    here,
                    None if place in missing else button_of,
                    partial(control, place) if with_buttons else None,
                )
            ),
            tuple(count_findings(here)) if here else (),
        )
        for place, here in by_place.items()
    }


def _control_url(place: RosterPlace, rows: Mapping[str, int], base: str, finding: Finding) -> str:
    """Return the address of the field or page where the player can fix a finding.

    ``place`` is the place of the finding.
    ``rows`` maps the keys of profiles to the numbers of their first rows.
    ``base`` is the address of the list.
    """
    where, _, key = finding.remedies.control.partition("/")
    if where == "rows" and key in rows:
        return f"#n-{rows[key]}"
    if where == "list":
        return base
    if where == "profiles":
        profile, _, part = key.partition("#")
        return f"{base}profiles/{profile}/#n-{part.replace('.', '-') or 'name'}"
    if finding.remedies.profile:
        return f"{base}profiles/{finding.remedies.profile}/#findings"
    return f"#n-{str(place).replace('.', '-')}" if place != "" else "#models"


def with_fault(
    messages: Mapping[RosterPlace, RosterMessages],
    fault: DocumentError,
    draft: RosterDraft,
    names: Mapping[str, str],
    catalogue: Catalogue,
) -> dict[RosterPlace, RosterMessages]:
    """Return the messages with the fault at the place of the faulty field."""
    row, fact = _ROW.match(fault.path), _FACT.match(fault.path)
    field = f"{_FACTS}{fact[1]}" if fact else fault.path
    place: RosterPlace = int(row[1]) if row else field if field in messages else ""
    return {**messages, place: messages[place]._replace(fault=fault_text(fault, draft, names, catalogue))}


def fault_text(
    fault: DocumentError, draft: RosterDraft, names: Mapping[str, str], catalogue: Catalogue
) -> str:
    """Return a sentence that names the faulty field and says why the form can't be saved."""
    text = f"{fault.problem}: {fault.fix}."
    if fault.path == "limit":
        return limit_fault_text(fault, catalogue)
    if row := _ROW.match(fault.path):
        key = draft.row(int(row[1])).profile
        field = "name" if fault.path.startswith("name[") else "count"
        return f"The {field} of {names.get(key, key)} {text}"
    if fact := _FACT.match(fault.path):
        facts = {part.code: part.name for part in catalogue.roster.fields}
        return f"{facts.get(fact[1], fact[1])} {text}"
    return f"The name {text}" if fault.path == "name" else f"The form: {text}"


def limit_fault_text(fault: DocumentError, catalogue: Catalogue) -> str:
    """Return a sentence that says why the limit can't be saved."""
    return f"{with_capital(catalogue.words.limit)} {fault.problem}: {fault.fix}."


def _page_place(where: str, row_numbers: Sequence[int | None]) -> RosterPlace:
    """Return the place on the page for a place in the roster, such as "entries[2].count".

    Return the number of the entry's row, "limit", or the place of a field that the game defines. For all
    other places in the roster, return an empty string.
    """
    if where == "limit" or where.startswith(_FACTS):
        return where
    entry = _ENTRY.match(where)
    number = row_numbers[int(entry[1])] if entry and int(entry[1]) < len(row_numbers) else None
    return "" if number is None else number


# ------------------------------------------------------------------ changed elsewhere


class RosterDifference(NamedTuple):
    """A part of a roster that differs between the form and the database.

    ``mine`` is the value in the form, and ``theirs`` is the value in the database.
    """

    name: str
    mine: str
    theirs: str


def roster_differences(
    mine: Roster, theirs: Roster, names: Mapping[str, str], catalogue: Catalogue
) -> list[RosterDifference]:
    """Return all differences between two versions of a roster.

    ``mine`` is the roster in the form, and ``theirs`` is the stored roster.
    ``names`` maps the keys of the list's profiles to their names.
    """
    return list(_differences(mine, theirs, names, catalogue))


def _differences(
    mine: Roster, theirs: Roster, names: Mapping[str, str], catalogue: Catalogue
) -> Iterator[RosterDifference]:
    if mine.name != theirs.name:
        yield RosterDifference("Name", mine.name or NONE, theirs.name or NONE)
    if mine.limit != theirs.limit:
        sizes = [NONE if roster.limit is None else str(roster.limit) for roster in (mine, theirs)]
        yield RosterDifference(with_capital(catalogue.words.limit), *sizes)
    my_counts, their_counts = (_counts(roster, names, catalogue) for roster in (mine, theirs))
    changed = [
        named
        for named in {**their_counts, **my_counts}
        if my_counts.get(named, NONE) != their_counts.get(named, NONE)
    ]
    for named in changed:
        yield RosterDifference(named[1], my_counts.get(named, NONE), their_counts.get(named, NONE))
    if not changed and mine.entries != theirs.entries:
        entries = [entry for roster in (mine, theirs) for entry in roster.entries]
        has_units = bool(catalogue.unit_kinds) and any(entry.is_unit for entry in entries)
        texts = (
            ["; ".join(row_text(e, names) for e in r.entries) for r in (mine, theirs)]
            if has_units
            else [", ".join(names.get(e.profile, e.profile) for e in r.entries) for r in (mine, theirs)]
        )
        yield RosterDifference("Units" if has_units else "Order", *texts)


def _counts(roster: Roster, names: Mapping[str, str], catalogue: Catalogue) -> dict[tuple[str, str], str]:
    """Return the count of each profile that the roster fields, by the profile's key and name.

    If a profile has several entries, their counts are written as a sum, such as "3 + 1".
    """
    counts: dict[tuple[str, str], str] = {}
    for named, count in named_members(roster, names, catalogue):
        before = f"{counts[named]} + " if named in counts else ""
        counts[named] = f"{before}{count}"
    return counts
