"""The first steps for a user with only one list: choose a leader, add profiles, and make a roster.

The page of the list shows the steps until a roster of the list has models.
"""

from typing import NamedTuple

from django.http import HttpRequest
from django.urls import reverse

from builder.catalogue.play import play_sheet
from builder.documents import LoadedList
from builder.points.rules.results import Appraisal
from builder.points.rules.wording import join_and
from builder.queries.lists import has_other_lists

_SKIPPED_KEY = "first_steps_skipped"


class FirstStep(NamedTuple):
    """A step for a new user. ``url`` is an empty string while another step must be done first."""

    text: str
    url: str
    is_done: bool


def skip_first_steps(request: HttpRequest) -> None:
    """Hide the first steps from the user for the rest of their session."""
    request.session[_SKIPPED_KEY] = True


def first_steps(request: HttpRequest, loaded: LoadedList, appraisal: Appraisal) -> list[FirstStep]:
    """Return the first steps for a list, with at most one query.

    There are none if the user skipped them or has another list, or if a roster of the list has models.
    """
    if any(roster.entries for roster in loaded.document.rosters):
        return []
    if request.session.get(_SKIPPED_KEY) or has_other_lists(loaded.row):
        return []
    add_url = reverse("new_profile", args=(loaded.row.public_id,)) if loaded.document.profiles else "#add"
    return [
        _leader_step(loaded, appraisal, add_url),
        _more_profiles_step(loaded, add_url),
        _roster_step(loaded),
    ]


def _leader_step(loaded: LoadedList, appraisal: Appraisal, add_url: str) -> FirstStep:
    """Return the step for the leader.

    In games without a leader, the step is to design the profiles that every list begins with, or else to
    choose a first profile.
    """
    catalogue, profiles = loaded.catalogue, loaded.document.profiles
    play = play_sheet(catalogue)
    if play.leader:
        has_leader = any(play.is_leader(profile.design) for profile in profiles)
        return FirstStep(f"Choose a {catalogue.words.leader}", add_url, has_leader)
    if not play.begins:
        return FirstStep("Choose a first profile", add_url, bool(profiles))
    names = [kind.name.lower() for kind in catalogue.kinds if kind.code in play.begins]
    unfinished = [
        profile.key
        for profile in appraisal.profiles[: len(names)]
        if any(finding.missing for finding in profile.findings)
    ]
    url = reverse("profile", args=(loaded.row.public_id, unfinished[0])) if unfinished else add_url
    return FirstStep(f"Design the {join_and(names)}", url, bool(profiles) and not unfinished)


def _more_profiles_step(loaded: LoadedList, add_url: str) -> FirstStep:
    profiles, needed = len(loaded.document.profiles), max(1, len(play_sheet(loaded.catalogue).begins))
    return FirstStep("Add more profiles", add_url if profiles else "", profiles > needed)


def _roster_step(loaded: LoadedList) -> FirstStep:
    """Return the step for a roster. If the list already has an empty roster, the step leads to it."""
    url = "#start-roster" if loaded.document.profiles else ""
    if loaded.roster_ids:
        url = reverse("roster", args=(loaded.row.public_id, loaded.roster_ids[0]))
    return FirstStep(f"Make {loaded.catalogue.words.a_roster} and share it", url, is_done=False)
