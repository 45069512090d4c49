"""The data of the pages on which other people see shared lists and rosters."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.http import HttpRequest

from builder.catalogue.play import list_sheet
from builder.documents import LoadedList
from builder.exports.fingerprints import fingerprints_of
from builder.frozen import unpack_roster
from builder.points.appraisal.appraisal import appraise
from builder.points.document.fingerprint import MAX_TYPED_LENGTH, Fingerprints, ListFingerprints
from builder.points.rules.catalogue import Words
from builder.points.rules.names import list_name
from builder.points.rules.results import ProfileAppraisal, Status, StatusCode
from builder.points.sheets.profile import ProfileSheet
from builder.points.sheets.roster import ListSheet, RosterSheet
from builder.queries.access import ListAccess
from builder.queries.sharing import club_shared_with
from builder.services.lists import owner_name
from builder.web.profiles.row_choices import row_choices
from builder.web.profiles.rows import profile_rows
from builder.web.rosters.force import force_context
from builder.web.shared.glossary import make_glossary
from builder.web.shared.link_preview import link_preview, roster_preview
from builder.web.shared.list_access import list_page_context
from builder.web.shared.markdown import render_markdown
from builder.web.shared.presentation import Remark, roster_remarks
from builder.web.sharing.paper_check import paper_checks

_MAX_SHOWN_PROFILES = 5


class Verdict(NamedTuple):
    """Whether the profiles and rosters of a list are legal.

    ``faulty_profiles`` are the first illegal profiles or, if none is illegal, the first unfinished profiles.
    ``further_faulty_count`` is the number of the others.
    ``rosters_text`` is an empty string if all rosters are legal.
    """

    status: Status
    profiles_text: str
    faulty_profiles: list[ProfileSheet]
    further_faulty_count: int
    rosters_text: str


class SharedRoster(NamedTuple):
    """A roster on the page of a shared list. ``remarks`` aren't about the roster's profiles."""

    id: str
    sheet: RosterSheet
    remarks: list[Remark]
    fingerprints: Fingerprints


_ACCESS_LABELS = {
    "sample": "an example to copy",
    "public": "public",
    "link": "shared by link",
    "club": "shared with your club",
}


def shared_list_context(request: HttpRequest, access: ListAccess) -> dict[str, object]:
    """Return the context of the page of a shared list."""
    loaded = access.load()
    catalogue, document = loaded.catalogue, loaded.document
    appraisal = appraise(document, catalogue)
    sheet = list_sheet(document, catalogue, appraisal)
    fingerprints = fingerprints_of(loaded)
    profiles_section = profile_rows(
        document, catalogue, appraisal, "", request.GET.get("sum", ""),
        take_url=f"{access.base_url}profiles/", choices=row_choices(request.GET),
    )  # fmt: skip
    preview = link_preview(loaded, appraisal, request.build_absolute_uri(access.page_url))
    return {
        **_common_context(request, access, loaded, fingerprints),
        "report_base": access.base_url,
        "club": club_shared_with(request.user, access.row) if access.kind == "club" else None,
        "title": list_name(document.name),
        "setting": document.setting,
        "background": render_markdown(document.background),
        "access_label": _ACCESS_LABELS[access.kind],
        "unit": catalogue.points_unit,
        "verdict": verdict_of(sheet),
        "rosters": shared_rosters(loaded, sheet, fingerprints),
        **profiles_section._asdict(),
        "glossary": make_glossary(catalogue, document.profiles),
        "fingerprints": fingerprints.company_list.labelled,
        "preview": preview if access.kind in ("link", "public") else None,
    }


def shared_roster_context(request: HttpRequest, access: ListAccess) -> dict[str, object]:
    """Return the context of the page of one shared roster: the current roster, or a frozen copy of it."""
    unpacked = unpack_roster(access.frozen) if access.frozen else None
    loaded = unpacked.to_loaded(access.row) if unpacked else access.load()
    fingerprints = fingerprints_of(loaded)
    is_by_link, base = access.kind == "roster-link", access.base_url
    url, picture = (request.build_absolute_uri(path) for path in (base, f"{base}picture.png"))
    (sheet,) = loaded.sheet().rosters
    preview = roster_preview(sheet, url, picture)
    return {
        **_common_context(request, access, loaded, fingerprints),
        **force_context(sheet, with_receipts="prices" in request.GET),
        "take_url": f"{base}profiles/",
        "club": None if is_by_link else club_shared_with(request.user, access.row, access.roster_id),
        "title": sheet.name,
        "frozen": access.frozen,
        "agrees": unpacked is None or unpacked.is_outcome_unchanged,
        "now": unpacked.recomputed_sheet().rosters[0] if unpacked else None,
        "fingerprints": fingerprints.rosters[0].labelled,
        "preview": preview._replace(may_be_embedded=False) if is_by_link else None,
    }


def _common_context(
    request: HttpRequest, access: ListAccess, loaded: LoadedList, fingerprints: ListFingerprints
) -> dict[str, object]:
    text = request.GET.get("paper")
    is_full = not access.roster_id
    return {
        **list_page_context(access, loaded),
        "row": access.row,
        "owner": owner_name(access.row),
        "checks": [] if text is None else paper_checks(text, loaded, fingerprints, is_full=is_full),
        "max_typed_length": MAX_TYPED_LENGTH,
        "fingerprint_text": text or "",
    }


# ------------------------------------------------------------------ legality


def verdict_of(sheet: ListSheet) -> Verdict:
    """Return the verdict on all profiles and rosters of a list."""
    illegal = [profile for profile in sheet.profiles if profile.appraisal.status.code == "illegal"]
    faulty = illegal or [
        profile for profile in sheet.profiles if profile.appraisal.status.code == "unfinished"
    ]
    faulty_count, profile_count = len(faulty), len(sheet.profiles)
    if not profile_count:
        words = "No profiles yet."
    elif not faulty_count:
        words = _ALL_LEGAL.get(profile_count, f"All {profile_count} profiles are legal")
        with_warnings = sum(_has_warning(profile.appraisal) for profile in sheet.profiles)
        number_text = "" if profile_count == 1 else f"{with_warnings} "
        words += f", {number_text}with warnings." if with_warnings else "."
    else:
        singular, plural = (
            ("breaks a rule", "break a rule") if illegal else ("is unfinished", "are unfinished")
        )
        subject = "The profile" if profile_count == 1 else f"{faulty_count} of {profile_count} profiles"
        words = f"{subject} {singular if faulty_count == 1 else plural}:"
    return Verdict(
        status=sheet.appraisal.list_status,
        profiles_text=words,
        faulty_profiles=faulty[:_MAX_SHOWN_PROFILES],
        further_faulty_count=max(0, faulty_count - _MAX_SHOWN_PROFILES),
        rosters_text=_rosters_text([roster.status.code for roster in sheet.rosters], sheet.catalogue.words),
    )


_ALL_LEGAL = {1: "The profile is legal", 2: "Both profiles are legal"}


def _has_warning(appraisal: ProfileAppraisal) -> bool:
    return any(finding.shown_level == "warning" for finding in appraisal.findings)


def _rosters_text(codes: Sequence[StatusCode], words: Words) -> str:
    for code, verdict in _NOT_LEGAL.items():
        if number := codes.count(code):
            counted = f"{number} of {len(codes)} {words.rosters}"
            subject = f"The {words.roster}" if len(codes) == 1 else counted
            return f"{subject} {'is' if number == 1 else 'are'} {verdict}."
    return ""


_NOT_LEGAL: Mapping[StatusCode, str] = {
    "illegal": "not legal",
    "unfinished": "unfinished",
    "empty": "empty",
}


def shared_rosters(
    loaded: LoadedList, sheet: ListSheet, fingerprints: ListFingerprints
) -> list[SharedRoster]:
    """Return the rosters of a list, in the list's order."""
    rows = zip(loaded.roster_ids, sheet.rosters, fingerprints.rosters, strict=True)
    return [SharedRoster(id_, roster, roster_remarks(roster), codes) for id_, roster, codes in rows]
