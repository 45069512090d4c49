"""The messages on a roster's page.

The page shows findings at their places, and the reason why a form could not be saved. If somebody else
changed the stored roster, it shows the differences.
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
from builder.web.shared.presentation import FindingCount, Remark, count_findings, remarks

RosterPlace = int | str
"""A place of the page: the number of a row, "name" or "limit", a fact such as "fields.crew", or NOTES.

Other findings on the roster itself are at the place "".
"""

NOTES = "notes"
"""The place of the roster's notes, which are apart from other findings: they are reminders for the game."""

_ENTRY = re.compile(r"entries\[(\d+)\]", re.ASCII)
_ROW = re.compile(r"(?:count|others|attached|name|fact)\[(\d+)(?::\d+)?\]", re.ASCII)
_FACT = re.compile(r"field\[(\w+)\]", re.ASCII)
_FACTS = "fields."
_FIELDS = ("name", "limit")


class RosterMessages(NamedTuple):
    """The findings at one place of the page. ``fault`` says why the field could not be saved."""

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
    """Map each place of the page to its findings.

    ``row_numbers`` has the number of the row of each entry. ``names`` maps the keys of profiles to their
    names, and ``removed_names`` does so for removed profiles. ``base`` is the address of the list. With
    ``with_buttons``, the findings have buttons for fixes and links to controls.
    """
    rows = {variant_key(row.entry, catalogue): row.number for row in reversed(draft.rows)}
    facts = [f"{_FACTS}{part.code}" for part in catalogue.roster.fields]
    places: list[RosterPlace] = ["", NOTES, *_FIELDS, *facts, *(row.number for row in draft.rows)]
    by_place: dict[RosterPlace, list[Finding]] = {place: [] for place in places}
    for finding in findings:
        place = _page_place(finding.where, row_numbers)
        place = NOTES if place == "" and finding.level == "note" else place
        by_place[place].append(with_removed_name(finding, catalogue, removed_names))
    # These rows need no fix, because they always have a button that removes the row.
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
                remarks(
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

    ``rows`` maps the keys of profiles to the numbers of their first rows. ``base`` is the address of the
    list.
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
    """Return the messages with the fault at its place."""
    row, fact = _ROW.match(fault.path), _FACT.match(fault.path)
    field = f"{_FACTS}{fact[1]}" if fact else fault.path
    place: RosterPlace = int(row[1]) if row else field if field in messages else ""
    return {**messages, place: messages[place]._replace(fault=fault_text(fault, draft, names, catalogue))}


def fault_text(
    fault: DocumentError, draft: RosterDraft, names: Mapping[str, str], catalogue: Catalogue
) -> str:
    """Return a sentence that names the field with the fault and says why the form can't be saved."""
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
    """Return the place of the page for a place of the roster.

    It is the row of an entry, the limit, a fact, or an empty string for the roster itself.
    """
    if where == "limit" or where.startswith(_FACTS):
        return where
    entry = _ENTRY.match(where)
    number = row_numbers[int(entry[1])] if entry and int(entry[1]) < len(row_numbers) else None
    return "" if number is None else number


# ------------------------------------------------------------------ changed elsewhere


class RosterDifference(NamedTuple):
    """A part of a roster with different values in the form (``mine``) and in the database (``theirs``)."""

    name: str
    mine: str
    theirs: str


def roster_differences(
    mine: Roster, theirs: Roster, names: Mapping[str, str], catalogue: Catalogue
) -> list[RosterDifference]:
    """Return all differences; ``names`` maps the keys of the list's profiles to their names."""
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
    """Map the key and name of each fielded profile to its count.

    The counts of several entries are written as a sum: "3 + 1".
    """
    counts: dict[tuple[str, str], str] = {}
    for named, count in named_members(roster, names, catalogue):
        before = f"{counts[named]} + " if named in counts else ""
        counts[named] = f"{before}{count}"
    return counts
