"""What the pages of a history show: entries, a list as it stood, and two of them beside each other."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from django.utils.safestring import SafeString

from builder.models import User
from builder.points.appraisal import appraise
from builder.points.catalogue import Catalogue
from builder.points.changes import Change, changes
from builder.points.document import Document, Profile
from builder.points.results import Appraisal, RosterAppraisal
from builder.points.stat_line import StatCell, Trait, traits
from builder.points.wording import pluralize
from builder.queries.history import RevisionChoice, SessionWithRevisions
from builder.services.lists import display_name
from builder.web.profiles.rows import render_traits
from builder.web.shared.presentation import (
    Remark,
    errors_and_warnings,
    points_text,
    profile_name,
    remarks,
    render_stat_line,
    roster_name,
    signed_text,
    stat_line,
)

NOW = "now"
_NOTHING = "No difference in the end"


class SessionRevision(NamedTuple):
    """One change: its revision's number, when, and a line for each thing."""

    number: int
    made: datetime
    words: list[str]


class SessionRow(NamedTuple):
    """An entry of the history. ``last_revision`` is the number of the revision that the sitting left.

    ``spans_minutes`` says that it did not end in the minute in which it began. ``has_cleared_revisions`` are
    single changes that are not kept any more, ``has_more`` says that not all are shown here.
    """

    id: int
    edited_by: str
    began: datetime
    ended: datetime
    spans_minutes: bool
    same_day: bool
    changes: str
    words: list[str]
    last_revision: int | None
    revisions: list[SessionRevision]
    has_more: bool
    has_cleared_revisions: bool


def session_row(entry: SessionWithRevisions, reader: int) -> SessionRow:
    """An entry as its reader sees it."""
    sitting, revisions = entry.session, entry.revisions
    kept = [SessionRevision(r.number, r.made, r.words.splitlines() or [_NOTHING]) for r in revisions]
    return SessionRow(
        id=sitting.pk,
        edited_by=editor_name(entry.person, reader),
        began=sitting.began,
        ended=sitting.ended,
        spans_minutes=f"{sitting.began:%H:%M}" != f"{sitting.ended:%H:%M}",
        same_day=sitting.began.date() == sitting.ended.date(),
        changes=pluralize(sitting.changes, "change"),
        words=sitting.words.splitlines() or [_NOTHING],
        last_revision=revisions[0].number if revisions else None,
        revisions=kept,
        has_more=entry.has_more,
        has_cleared_revisions=not entry.has_more and len(kept) < sitting.changes,
    )


def default_comparison(rows: Sequence[SessionRow], later: bool) -> int | None:
    """The revision that what stands now is compared with unasked; None where there is no other.

    What the sitting before the newest one came to, or the oldest shown of the only one. ``rows`` are the
    newest entries, or with ``later`` those of a further page.
    """
    if later or len(rows) > 1:
        return next((row.last_revision for row in rows[0 if later else 1 :] if row.last_revision), None)
    singles = [single.number for row in rows for single in row.revisions]
    return singles[-1] if len(singles) > 1 else None


def editor_name(by: User | None, reader: int) -> str:
    """Who made a change, as the owner of the list is told."""
    if by is None:
        return "an owner before"
    if by.pk == reader:
        return "you"
    return display_name(by)


# ------------------------------------------------------------------ a list as it stood


class PastRosterEntry(NamedTuple):
    """So many models of a profile in a roster."""

    models: int
    name: str
    points: str


class PastRoster(NamedTuple):
    """A roster as it stood, with its models and its errors and warnings."""

    name: str
    points: str
    limit: int
    models: str
    legal: bool
    entries: list[PastRosterEntry]
    remarks: list[Remark]


def past_rosters(document: Document, appraisal: Appraisal, catalogue: Catalogue) -> list[PastRoster]:
    """The rosters in order."""
    names = {profile.key: profile_name(profile.name) for profile in document.profiles}
    return [_past_roster(found, appraisal, names, catalogue) for found in appraisal.rosters]


def _past_roster(
    roster: RosterAppraisal, appraisal: Appraisal, names: dict[str, str], catalogue: Catalogue
) -> PastRoster:
    fielded = (entry for entry in roster.entries if entry.count)
    return PastRoster(
        name=roster_name(roster.name),
        points=points_text(roster.points),
        limit=roster.limit,
        models=pluralize(roster.models, "model"),
        legal=appraisal.is_legal(roster),
        entries=[
            PastRosterEntry(e.count, names.get(e.profile, e.profile), points_text(e.points)) for e in fielded
        ],
        remarks=remarks(catalogue, errors_and_warnings(roster.findings)),
    )


# ------------------------------------------------------------------ two of them


class ProfileSide(NamedTuple):
    """A profile on one side: what it comes to, its stat line and traits with what differs marked."""

    points: str
    line: SafeString
    traits: SafeString


class ProfileComparison(NamedTuple):
    """A profile that changed; ``before`` or ``after`` is None where it was not in the list."""

    key: str
    name: str
    change: str
    before: ProfileSide | None
    after: ProfileSide | None


class ListComparison(NamedTuple):
    """All that changed, in words, and each profile whose stat line or traits did on both sides."""

    changes: tuple[Change, ...]
    profiles: list[ProfileComparison]


def compare_documents(before: Document, after: Document, catalogue: Catalogue) -> ListComparison:
    """Everything that differs between two states of a list."""
    found = changes(before, after, catalogue)
    sides = tuple(_AppraisedList(side, catalogue) for side in (before, after))
    told = [c for c in found if c.profile and c.kind != "profile moved"]
    both = [_compare_profile(change, sides[0], sides[1]) for change in told]
    return ListComparison(found, [profile for profile in both if profile.before != profile.after])


class _AppraisedList:
    """One side, appraised."""

    def __init__(self, document: Document, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.appraisal = {profile.key: profile for profile in appraise(document, catalogue).profiles}
        self.profiles = {profile.key: profile for profile in document.profiles}
        self.names = {profile.key: profile_name(profile.name) for profile in document.profiles}

    def cells(self, key: str) -> list[StatCell] | None:
        profile = self.profiles.get(key)
        return None if profile is None else stat_line(self.catalogue, profile, self.appraisal[key])

    def items(self, key: str) -> list[Trait]:
        """What stands beside the stat line, notes and Max among it."""
        profile = self.profiles.get(key)
        return [] if profile is None else [*traits(self.catalogue, profile, self.names), *_max_trait(profile)]


def _max_trait(profile: Profile) -> list[Trait]:
    return [] if profile.max is None else [Trait("Max", (str(profile.max),))]


def _compare_profile(change: Change, before: _AppraisedList, after: _AppraisedList) -> ProfileComparison:
    key = change.profile
    old, new = before.cells(key), after.cells(key)
    items = before.items(key), after.items(key)
    return ProfileComparison(
        key=key,
        name=change.name,
        change=_points_change(change, old, new),
        before=_profile_side(old, new, items[0], items[1], before.appraisal[key].points) if old else None,
        after=_profile_side(new, old, items[1], items[0], after.appraisal[key].points) if new else None,
    )


def _points_change(change: Change, old: Sequence[StatCell] | None, new: Sequence[StatCell] | None) -> str:
    """By how much its points changed, where it is on both sides."""
    if old is None or new is None or change.before is None or change.after is None:
        return ""
    return signed_text(change.after - change.before)


def _profile_side(
    cells: Sequence[StatCell],
    others: Sequence[StatCell] | None,
    items: Sequence[Trait],
    other_items: Sequence[Trait],
    points: int | None,
) -> ProfileSide:
    return ProfileSide(
        points_text(points),
        render_stat_line(cells, others),
        render_traits(items, None if others is None else other_items),
    )


# ------------------------------------------------------------------ what can be compared


class StateOption(NamedTuple):
    """A state that can be chosen: "now", or the number of a revision."""

    value: str
    label: str
    chosen: bool


def state_options(offered: Sequence[RevisionChoice], chosen: str) -> list[StateOption]:
    """What stands now, and the revisions that are offered."""
    found = [StateOption(NOW, "Now", chosen == NOW)]
    for choice in offered:
        words = (choice.words.splitlines() or [_NOTHING])[0]
        label = f"{choice.made:%-d %b %Y, %H:%M} · {choice.number} · {words[:60]}"
        found.append(StateOption(str(choice.number), label, chosen == str(choice.number)))
    return found
