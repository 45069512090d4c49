"""The page of a list as others read it: appraised anew as it is opened, with a verdict in words."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from django.http import HttpRequest

from builder.catalogue.play import play_sheet
from builder.documents import LoadedList
from builder.exports.fingerprints import fingerprints_of
from builder.points.appraisal.appraisal import appraise
from builder.points.document.brought import brought_to_roster
from builder.points.document.document import Roster
from builder.points.document.fingerprint import LONGEST_TYPED, Fingerprints, ListFingerprints
from builder.points.legality.totals import counted_texts
from builder.points.rules.results import Appraisal, RosterAppraisal, Status, StatusCode
from builder.points.rules.wording import waiting
from builder.queries.sharing import club_shared_with
from builder.services.lists import owner_name
from builder.web.profiles.rows import profile_rows
from builder.web.shared.glossary import glossary
from builder.web.shared.link_preview import LinkPreview, link_preview
from builder.web.shared.list_access import PageAccess
from builder.web.shared.markdown import render_markdown
from builder.web.shared.presentation import (
    Remark,
    errors_and_warnings,
    list_name,
    remarks,
    roster_name,
    total_text,
)
from builder.web.sharing.paper_check import paper_checks

_MOST_NAMED = 5


class ProfileLink(NamedTuple):
    """A profile by its name, with its place on the page."""

    name: str
    url: str


class Verdict(NamedTuple):
    """Whether a list's profiles and rosters are all legal, in words.

    ``faulty_profiles`` are the first profiles that are not, or that are unfinished where no other is
    illegal; ``more_faulty`` is how many follow. ``rosters`` says the same of rosters, "" where all are legal.
    """

    status: Status
    words: str
    faulty_profiles: list[ProfileLink]
    more_faulty: int
    rosters: str


class SharedRoster(NamedTuple):
    """A roster as others see it.

    ``remarks`` are its own errors and warnings, ``faulty_profiles`` the profiles that it fields and that have
    errors: its ``status`` says so. ``size_name`` is the game's name, "" for a game of another
    size. ``brought`` are the profiles that it brings without buying them.
    """

    id: str
    name: str
    points: str
    waits: str
    limit: int | None
    size_name: str
    models: str
    status: Status
    remarks: list[Remark]
    faulty_profiles: list[ProfileLink]
    brought: list[ProfileLink]
    fingerprints: Fingerprints


_ACCESS_LABELS = {
    "sample": "a sample to look at and to copy",
    "public": "public",
    "link": "shared by link",
    "club": "shared with your club",
    "roster": "a roster shared with your club",
}


def shared_context(request: HttpRequest, access: PageAccess) -> dict[str, object]:
    """The context of the page, which shows all that ``access`` lets its reader see."""
    loaded = access.load()
    catalogue, document = loaded.catalogue, loaded.document
    appraisal = appraise(document, catalogue)
    fingerprints = fingerprints_of(loaded)
    whole = not access.roster_id
    of_page = fingerprints.company_list if whole else fingerprints.rosters[0]
    shown = profile_rows(
        document, catalogue, appraisal, "", request.GET.get("sum", ""),
        take_url=f"{access.base_url}profiles/", find=request.GET.get("find", ""),
    )  # fmt: skip
    fingerprint_text = request.GET.get("paper")
    return {
        "nav": access.nav,
        "access": access,
        "report_base": access.base_url,
        "row": access.row,
        "club": club_shared_with(request.user, access.row, access.roster_id)
        if access.kind in ("club", "roster")
        else None,
        "title": _title(loaded, access),
        "of_list": list_name(document.name) if access.roster_id else "",
        "setting": document.setting,
        "background": render_markdown(document.background) if document.background else "",
        "owner": owner_name(access.row),
        "access_label": _ACCESS_LABELS[access.kind],
        "catalogue": catalogue,
        "unit": catalogue.points_unit,
        "verdict": verdict_of(loaded, appraisal),
        "rosters": shared_rosters(loaded, appraisal, fingerprints),
        **shown._asdict(),
        "glossary": glossary(catalogue, document.profiles),
        "fingerprints": of_page.labelled,
        "checks": []
        if fingerprint_text is None
        else paper_checks(fingerprint_text, loaded, fingerprints, whole=whole),
        "longest_typed": LONGEST_TYPED,
        "fingerprint_text": fingerprint_text or "",
        "preview": _preview(request, access, loaded, appraisal),
    }


def _title(loaded: LoadedList, access: PageAccess) -> str:
    """The name of the list, or of the roster that is shared by itself."""
    return (
        roster_name(loaded.document.rosters[0].name) if access.roster_id else list_name(loaded.document.name)
    )


def _preview(
    request: HttpRequest, access: PageAccess, loaded: LoadedList, appraisal: Appraisal
) -> LinkPreview | None:
    """The preview of links to the page; None where nobody else can open it."""
    if access.kind not in ("link", "public"):
        return None
    return link_preview(loaded, appraisal, request.build_absolute_uri(access.page_url))


# ------------------------------------------------------------------ legal or not


def verdict_of(loaded: LoadedList, appraisal: Appraisal) -> Verdict:
    """The verdict on all profiles and rosters of a list."""
    illegal = [profile.key for profile in appraisal.profiles if profile.status.code == "illegal"]
    faulty = illegal or [profile.key for profile in appraisal.profiles if profile.status.code == "unfinished"]
    number, all_ = len(faulty), len(appraisal.profiles)
    if not all_:
        words = "There is no profile in it yet."
    elif not number:
        words = _ALL_LEGAL.get(all_, f"All {all_} profiles keep the rules.")
    else:
        one, many = ("breaks a rule", "break a rule") if illegal else ("is unfinished", "are unfinished")
        subject = "The profile" if all_ == 1 else f"{number} of {all_} profiles"
        words = f"{subject} {one if number == 1 else many}:"
    return Verdict(
        status=appraisal.list_status,
        words=words,
        faulty_profiles=_profile_links(loaded, faulty[:_MOST_NAMED]),
        more_faulty=max(0, number - _MOST_NAMED),
        rosters=_rosters_text([appraisal.status(roster).code for roster in appraisal.rosters]),
    )


_ALL_LEGAL = {1: "The profile keeps the rules.", 2: "Both profiles keep the rules."}


def _rosters_text(codes: Sequence[StatusCode]) -> str:
    for code, words in _NOT_LEGAL.items():
        if number := codes.count(code):
            subject = "The roster" if len(codes) == 1 else f"{number} of {len(codes)} rosters"
            return f"{subject} {'is' if number == 1 else 'are'} {words}."
    return ""


_NOT_LEGAL: Mapping[StatusCode, str] = {
    "illegal": "not legal",
    "unfinished": "unfinished",
    "empty": "empty",
}


def _profile_links(loaded: LoadedList, keys: Iterable[str]) -> list[ProfileLink]:
    names = loaded.document.profile_names()
    return [ProfileLink(names[key], f"#p-{key}") for key in keys]


def shared_rosters(
    loaded: LoadedList, appraisal: Appraisal, fingerprints: ListFingerprints
) -> list[SharedRoster]:
    """The rosters of a list, in its order."""
    rows = zip(
        loaded.document.rosters, loaded.roster_ids, appraisal.rosters, fingerprints.rosters, strict=True
    )
    return [_roster(loaded, appraisal, *row) for row in rows]


def _roster(
    loaded: LoadedList,
    appraisal: Appraisal,
    picked: Roster,
    public_id: str,
    roster: RosterAppraisal,
    fingerprints: Fingerprints,
) -> SharedRoster:
    catalogue = loaded.catalogue
    brought = brought_to_roster(loaded.document, catalogue, play_sheet(catalogue), picked)
    total = appraisal.roster_total(roster, loaded.document.profile_names(), catalogue.words.price)
    faulty = [p.key for p in appraisal.fielded_profiles(roster) if p.status.code == "illegal"]
    return SharedRoster(
        id=public_id,
        name=roster_name(roster.name),
        points=total_text(total),
        waits=waiting(total),
        limit=roster.limit,
        size_name=catalogue.game_size_name(roster.limit),
        models=", ".join(counted_texts(catalogue, roster)),
        status=appraisal.status(roster),
        remarks=remarks(catalogue, errors_and_warnings(roster.findings)),
        faulty_profiles=_profile_links(loaded, faulty),
        brought=_profile_links(loaded, (one.profile.key for one in brought)),
        fingerprints=fingerprints,
    )
