"""What a list or a roster shows where it is framed in a page of another site: names, points, legal or not."""

from collections.abc import Mapping
from typing import NamedTuple

from builder.documents import LoadedList
from builder.points.appraisal.appraisal import appraise
from builder.points.document.document import RosterEntry, dump_unit
from builder.points.document.units import TIMES, unit_name, unit_parts
from builder.points.legality.totals import counted_texts
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.results import LEGAL, Appraisal, EntryAppraisal, RosterAppraisal, Total
from builder.points.rules.wording import waiting
from builder.services.lists import owner_name
from builder.web.shared.list_access import PageAccess
from builder.web.shared.presentation import list_name, roster_name, total_text
from builder.web.sharing.shared_page import verdict_of


class EmbeddedRow(NamedTuple):
    """A profile, a roster, or a row of a roster: what it is, more on it, and what it comes to."""

    name: str
    note: str
    points: str
    is_faulty: bool = False


class EmbeddedPart(NamedTuple):
    """Rows under a heading; ``empty`` stands there where there is none."""

    heading: str
    rows: list[EmbeddedRow]
    empty: str = ""


def embed_context(access: PageAccess, loaded: LoadedList, roster_id: str) -> dict[str, object]:
    """The context of the page of a list, or of one of its rosters; ``loaded`` is cut to that one."""
    catalogue, appraisal = loaded.catalogue, appraise(loaded.document, loaded.catalogue)
    shown = _roster_context(loaded, appraisal) if roster_id else _list_context(loaded, appraisal)
    return {
        "url": f"{access.base_url}rosters/{roster_id}/" if roster_id else access.page_url,
        "owner": owner_name(access.row),
        "game": f"{catalogue.system_name} {catalogue.edition}",
        "unit": catalogue.points_unit,
        "notice": catalogue.credit,
        **shown,
    }


def _list_context(loaded: LoadedList, appraisal: Appraisal) -> dict[str, object]:
    verdict = verdict_of(loaded, appraisal)
    names = [link.name for link in verdict.faulty_profiles]
    more = f" and {verdict.more_faulty} more" if verdict.more_faulty else ""
    faulty = f"{', '.join(names)}{more}." if names else ""
    parts = [EmbeddedPart("Profiles", _profile_rows(loaded, appraisal))]
    if appraisal.rosters:
        rows = [_roster_row(loaded, appraisal, roster) for roster in appraisal.rosters]
        parts.insert(0, EmbeddedPart("Roster" if len(rows) == 1 else "Rosters", rows))
    return {
        "title": list_name(loaded.document.name),
        "total": "",
        "status": verdict.status,
        "words": " ".join(filter(None, [verdict.words, faulty, verdict.rosters])),
        "parts": parts if appraisal.profiles else [],
    }


def _profile_rows(loaded: LoadedList, appraisal: Appraisal) -> list[EmbeddedRow]:
    names = loaded.document.profile_names()
    return [
        EmbeddedRow(
            names[profile.key],
            "" if profile.status == LEGAL else profile.status.word.lower(),
            total_text(profile.total),
            profile.status.code == "illegal",
        )
        for profile in appraisal.profiles
    ]


def _roster_row(loaded: LoadedList, appraisal: Appraisal, roster: RosterAppraisal) -> EmbeddedRow:
    status, waits = appraisal.status(roster), waiting(_total(loaded, appraisal, roster))
    words = [*filter(None, (waits, status.text.lower())), *counted_texts(loaded.catalogue, roster)]
    return EmbeddedRow(
        roster_name(roster.name),
        ", ".join(words),
        _roster_total(loaded, appraisal, roster),
        status.code == "illegal",
    )


def _roster_total(loaded: LoadedList, appraisal: Appraisal, roster: RosterAppraisal) -> str:
    limit = "" if roster.limit is None else f" of {roster.limit}"
    return f"{total_text(_total(loaded, appraisal, roster))}{limit}"


def _total(loaded: LoadedList, appraisal: Appraisal, roster: RosterAppraisal) -> Total:
    return appraisal.roster_total(roster, loaded.document.profile_names(), loaded.catalogue.words.price)


def _roster_context(loaded: LoadedList, appraisal: Appraisal) -> dict[str, object]:
    document, catalogue = loaded.document, loaded.catalogue
    (roster,) = appraisal.rosters
    names = document.profile_names()
    rows = [
        _entry_row(appraisal, names, *pair)
        for pair in zip(document.rosters[0].entries, roster.entries, strict=True)
        if pair[1].models
    ]
    fielded = appraisal.fielded_profiles(roster)
    faulty = [names[profile.key] for profile in fielded if profile.status.code == "illegal"]
    words = [waiting(_total(loaded, appraisal, roster)), ", ".join(counted_texts(catalogue, roster))]
    if faulty:
        words.append(f"errors in {', '.join(faulty)}")
    return {
        "title": roster_name(roster.name),
        "of_list": list_name(document.name),
        "total": _roster_total(loaded, appraisal, roster),
        "status": appraisal.status(roster),
        "words": " · ".join(filter(None, words)),
        "parts": [EmbeddedPart(_heading(catalogue), rows, f"No {catalogue.words.model} is chosen.")],
    }


def _heading(catalogue: Catalogue) -> str:
    word = catalogue.words.units if catalogue.unit_kinds else catalogue.words.models
    return f"{word[:1].upper()}{word[1:]}"


def _entry_row(
    appraisal: Appraisal, names: Mapping[str, str], entry: RosterEntry, found: EntryAppraisal
) -> EmbeddedRow:
    """A row of a roster: a unit with what it is made of, or so many models of one profile."""
    points = total_text(appraisal.row_total(found))
    if dump_unit(entry):
        return EmbeddedRow(unit_name(entry, names), ", ".join(unit_parts(entry, names)), points)
    each = f"{total_text(appraisal.each(found))} each" if entry.count > 1 else ""
    name = names.get(entry.profile, entry.profile)
    return EmbeddedRow(f"{entry.count} {TIMES} {name}", each, points)
