"""What others see of a list: read only, added up anew as it is opened, legal or not in words."""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from django.http import HttpRequest

from builder.documents import LoadedList
from builder.exports.stamps import fingerprints_of
from builder.points.appraisal import appraise
from builder.points.fingerprint import Fingerprints, read_fingerprint
from builder.points.results import Appraisal, RosterAppraisal
from builder.points.wording import several
from builder.queries.sharing import club_showing
from builder.services.lists import owner_name
from builder.web.doors import Door
from builder.web.list_page import abbreviations, profile_rows
from builder.web.markdown import render_markdown
from builder.web.presenting import Remark, grave, list_name, points_text, profile_name, remarks, roster_name
from builder.web.preview import Preview, preview_of

_NAMED = 5
_NONSENSE_SHOWN = 40


class Faulty(NamedTuple):
    """A profile with errors: its name, and its place on the page."""

    name: str
    url: str


class Verdict(NamedTuple):
    """Whether a list's profiles and rosters are all legal, in words.

    ``faulty`` are the first profiles that are not, ``more`` how many follow; ``rosters`` says how many of the
    rosters are not, "" where all are.
    """

    legal: bool
    words: str
    faulty: list[Faulty]
    more: int
    rosters: str


class SharedRoster(NamedTuple):
    """A roster as others see it.

    ``remarks`` are its own errors and warnings, ``faulty`` the profiles that it fields and that have errors:
    with one of either it is not ``legal``. ``size`` is the game's name, "" for a game of another size.
    """

    id: str
    name: str
    url: str
    points: str
    limit: int
    size: str
    models: str
    legal: bool
    remarks: list[Remark]
    faulty: list[Faulty]
    fingerprint: str


class PaperCheck(NamedTuple):
    """What a fingerprint that somebody brings says: whether it ``agrees`` with what stands here now."""

    agrees: bool
    title: str
    words: str


class Told(NamedTuple):
    """What is said of the list beside its name. ``by`` is "" for the site's own."""

    by: str
    way: str
    changed: datetime


_WAYS = {
    "sample": "a sample to look at and to copy",
    "public": "public",
    "link": "shared by link",
    "club": "shared with your club",
    "roster": "a roster shared with your club",
}


def shared_context(request: HttpRequest, door: Door) -> dict[str, object]:
    """Everything that the page shows, of which the reader may see it all."""
    loaded = door.load()
    catalogue, document = loaded.catalogue, loaded.document
    appraisal = appraise(document, catalogue)
    prints = fingerprints_of(loaded)
    rows, counts = profile_rows(
        document, catalogue, appraisal, "", request.GET.get("sum", ""), take=f"{door.base}profiles/"
    )
    asked = request.GET.get("paper")
    return {
        "nav": door.nav,
        "door": door,
        "row": door.row,
        "club": club_showing(request.user, door.row, door.roster) if door.way in ("club", "roster") else None,
        "title": _title(loaded, door),
        "of_list": list_name(document.name) if door.roster else "",
        "setting": document.setting,
        "background": render_markdown(document.background) if document.background else "",
        "told": Told(owner_name(door.row), _WAYS[door.way], door.row.updated),
        "catalogue": catalogue,
        "unit": catalogue.points_unit,
        "verdict": verdict_of(loaded, appraisal),
        "rosters": shared_rosters(loaded, appraisal, prints, door),
        "rows": rows,
        "counts": counts,
        "key": abbreviations(catalogue),
        "fingerprint": prints.whole,
        "paper": paper_check(asked, loaded, prints) if asked is not None else None,
        "asked": asked or "",
        "preview": _preview(request, door, loaded, appraisal),
    }


def _title(loaded: LoadedList, door: Door) -> str:
    """What stands above it all: the name of the list, or of the roster that is shared by itself."""
    return roster_name(loaded.document.rosters[0].name) if door.roster else list_name(loaded.document.name)


def _preview(request: HttpRequest, door: Door, loaded: LoadedList, appraisal: Appraisal) -> Preview | None:
    """What links to the page show elsewhere; None where nobody else can open it."""
    if door.way not in ("link", "public"):
        return None
    return preview_of(loaded, appraisal, request.build_absolute_uri(door.page))


# ------------------------------------------------------------------ legal or not


def verdict_of(loaded: LoadedList, appraisal: Appraisal) -> Verdict:
    """The profiles and rosters of a list judged."""
    wrong = [profile.key for profile in appraisal.profiles if profile.errors]
    number, all_ = len(wrong), len(appraisal.profiles)
    if not all_:
        words = "There is no profile in it yet."
    elif not number:
        words = _ALL_LEGAL.get(all_, f"All {all_} profiles keep the rules.")
    elif all_ == 1:
        words = "The profile breaks a rule:"
    else:
        words = f"{number} of {all_} profiles {'breaks' if number == 1 else 'break'} a rule:"
    against = sum(not appraisal.is_legal(roster) for roster in appraisal.rosters)
    return Verdict(
        legal=not number and not against,
        words=words,
        faulty=_faulty(loaded, wrong[:_NAMED]),
        more=max(0, number - _NAMED),
        rosters=_against(against, len(appraisal.rosters)),
    )


_ALL_LEGAL = {1: "The profile keeps the rules.", 2: "Both profiles keep the rules."}


def _against(number: int, of: int) -> str:
    if not number:
        return ""
    if of == 1:
        return "The roster is not legal."
    return f"{number} of {of} rosters {'is' if number == 1 else 'are'} not legal."


def _faulty(loaded: LoadedList, keys: Iterable[str]) -> list[Faulty]:
    names = {profile.key: profile_name(profile.name) for profile in loaded.document.profiles}
    return [Faulty(names[key], f"#p-{key}") for key in keys]


def shared_rosters(
    loaded: LoadedList, appraisal: Appraisal, prints: Fingerprints, door: Door
) -> list[SharedRoster]:
    """The rosters in order."""
    found = zip(loaded.roster_ids, appraisal.rosters, prints.rosters, strict=True)
    return [_roster(loaded, appraisal, *row, door.base) for row in found]


def _roster(
    loaded: LoadedList, appraisal: Appraisal, public_id: str, found: RosterAppraisal, made: str, base: str
) -> SharedRoster:
    catalogue = loaded.catalogue
    wrong = [profile.key for profile in appraisal.fielded(found) if profile.errors]
    return SharedRoster(
        id=public_id,
        name=roster_name(found.name),
        url=f"{base}rosters/{public_id}/",
        points=points_text(found.points),
        limit=found.limit,
        size=next((size.name for size in catalogue.game_sizes if size.points == found.limit), ""),
        models=several(found.models, "model"),
        legal=appraisal.is_legal(found),
        remarks=remarks(catalogue, grave(found.findings)),
        faulty=_faulty(loaded, wrong),
        fingerprint=made,
    )


# ------------------------------------------------------------------ paper and page


def paper_check(asked: str, loaded: LoadedList, prints: Fingerprints) -> PaperCheck:
    """What the fingerprint of a paper says about the list as it stands now."""
    wanted = read_fingerprint(asked)
    if not wanted:
        shown = asked[:_NONSENSE_SHOWN] + ("…" if len(asked) > _NONSENSE_SHOWN else "")
        seen = shown.isprintable() and shown.strip()
        what = f"“{shown}” is no fingerprint" if seen else "No fingerprint was given"
        mend = "it has five groups of four letters and digits, and stands at the foot of the paper."
        return PaperCheck(False, "That cannot be compared", f"{what}: {mend}")
    # A list that holds no more than one roster needs has that roster's: either paper may be meant.
    if wanted == prints.whole:
        return PaperCheck(True, "Paper and page agree", "The paper says what stands here now.")
    for roster, made in zip(loaded.document.rosters, prints.rosters, strict=True):
        if wanted == made:
            words = f"The paper is the roster “{roster_name(roster.name)}” as it stands now."
            return PaperCheck(True, "Paper and page agree", words)
    return PaperCheck(
        False,
        "Paper and page do not agree",
        "Either the list was changed after the paper was printed, or the paper is of another list: "
        "what stands below is what holds now.",
    )
