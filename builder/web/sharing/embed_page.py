"""The data of a list or roster in a frame of another site: names, points, and whether it is legal."""

from typing import NamedTuple

from builder.catalogue.play import list_sheet
from builder.documents import LoadedList
from builder.points.document.units import unit_parts
from builder.points.rules.results import LEGAL
from builder.points.rules.wording import with_capital
from builder.points.sheets.roster import ListSheet, RosterSheet, SheetRow
from builder.queries.access import ListAccess
from builder.services.lists import owner_name
from builder.web.sharing.shared_page import verdict_of


class EmbeddedRow(NamedTuple):
    """A profile, a roster, or a row of a roster. ``is_faulty`` is True for an illegal profile or roster."""

    name: str
    details: str
    points: str
    is_faulty: bool = False


class EmbeddedPart(NamedTuple):
    """Rows under a heading. If there are no rows, ``empty_text`` appears instead."""

    heading: str
    rows: list[EmbeddedRow]
    empty_text: str = ""


def embed_context(access: ListAccess, loaded: LoadedList, roster_id: str) -> dict[str, object]:
    """Return the context of the embedded page of a list, or of one roster.

    ``roster_id`` is an empty string for the list. With a roster, ``loaded`` contains only this roster.
    """
    catalogue = loaded.catalogue
    sheet = list_sheet(loaded.document, catalogue)
    content = _roster_context(sheet) if roster_id else _list_context(sheet)
    return {
        "url": f"{access.base_url}rosters/{roster_id}/" if roster_id else access.page_url,
        "owner": owner_name(access.row),
        "game": f"{catalogue.system_name} {catalogue.edition}",
        "unit": catalogue.points_unit,
        "notice": catalogue.credit,
        **content,
    }


def _list_context(sheet: ListSheet) -> dict[str, object]:
    verdict = verdict_of(sheet)
    names = [profile.name for profile in verdict.faulty_profiles]
    further = f" and {verdict.further_faulty_count} more" if verdict.further_faulty_count else ""
    faulty = f"{', '.join(names)}{further}." if names else ""
    parts = [EmbeddedPart("Profiles", _profile_rows(sheet))]
    if sheet.rosters:
        rows = [_roster_row(roster) for roster in sheet.rosters]
        words = sheet.catalogue.words
        heading = with_capital(words.roster if len(rows) == 1 else words.rosters)
        parts.insert(0, EmbeddedPart(heading, rows))
    return {
        "title": sheet.name,
        "total": "",
        "status": verdict.status,
        "words": " ".join(filter(None, [verdict.profiles_text, faulty, verdict.rosters_text])),
        "parts": parts if sheet.profiles else [],
    }


def _profile_rows(sheet: ListSheet) -> list[EmbeddedRow]:
    rows = []
    for profile in sheet.profiles:
        status = profile.appraisal.status
        note = "" if status == LEGAL else status.word.lower()
        rows.append(EmbeddedRow(profile.name, note, profile.points, status.code == "illegal"))
    return rows


def _roster_row(roster: RosterSheet) -> EmbeddedRow:
    words = [*filter(None, (roster.missing_price, roster.status.text.lower())), *roster.counted]
    return EmbeddedRow(roster.name, ", ".join(words), roster.short_sum, roster.status.code == "illegal")


def _roster_context(sheet: ListSheet) -> dict[str, object]:
    catalogue, (roster,) = sheet.catalogue, sheet.rosters
    words = [roster.missing_price, ", ".join(roster.counted)]
    if roster.illegal_profiles:
        words.append(f"errors in {', '.join(profile.name for profile in roster.illegal_profiles)}")
    heading = with_capital(catalogue.words.units if catalogue.unit_kinds else catalogue.words.models)
    return {
        "title": roster.name,
        "list_name": sheet.name,
        "total": roster.short_sum,
        "total_unit": "" if roster.total.is_unknown else catalogue.points_unit,
        "status": roster.status,
        "words": " · ".join(filter(None, words)),
        "parts": [
            EmbeddedPart(heading, [*map(_entry_row, roster.rows)], f"No {catalogue.words.models} yet.")
        ],
    }


def _entry_row(row: SheetRow) -> EmbeddedRow:
    if row.is_unit:
        parts = unit_parts(row.entry, row.list_sheet.names)
        return EmbeddedRow(row.name, ", ".join(parts), row.points)
    is_unknown = row.model_total is not None and row.model_total.is_unknown
    each = f"{row.model_points} each" if row.entry.count > 1 and not is_unknown else ""
    return EmbeddedRow(row.text, each, row.points)
