"""The pages of a list's history: its entries, the list as it stood, and two states compared."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.utils.safestring import SafeString

from builder.catalogue.play import play_sheet
from builder.models import Revision, User
from builder.points.appraisal.appraisal import appraise
from builder.points.appraisal.changes import Change, changes
from builder.points.document.brought import brought_to_roster
from builder.points.document.document import Document, Profile, Roster
from builder.points.document.units import row_text
from builder.points.legality.totals import counted_texts
from builder.points.pricing.stat_line import StatCell, Trait, TraitItem, further_prices, traits
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.results import Appraisal, RosterAppraisal, Status
from builder.points.rules.wording import pluralize, waiting
from builder.services.lists import display_name
from builder.web.shared.presentation import (
    Remark,
    errors_and_warnings,
    remarks,
    render_stat_line,
    roster_name,
    signed_text,
    stat_line,
    total_text,
)
from builder.web.shared.traits import render_traits

NOW = "now"
_NOTHING = "No difference in the end"


class HistoryRow(NamedTuple):
    """An entry of the history. ``spans_minutes`` says that it did not end in the minute in which it began."""

    revision: Revision
    words: list[str]
    edited_by: str
    spans_minutes: bool
    same_day: bool
    changes: str


def history_rows(
    revisions: Sequence[Revision], words: Mapping[int, list[str]], reader: int
) -> list[HistoryRow]:
    """Return the entries as their reader sees them; ``reader`` is the key of their user."""
    return [_history_row(revision, words[revision.number], reader) for revision in revisions]


def _history_row(revision: Revision, words: list[str], reader: int) -> HistoryRow:
    return HistoryRow(
        revision=revision,
        words=words,
        edited_by=editor_name(revision.by, reader),
        spans_minutes=f"{revision.began:%H:%M}" != f"{revision.ended:%H:%M}",
        same_day=revision.began.date() == revision.ended.date(),
        changes=pluralize(revision.changes, "change"),
    )


def default_comparison(revisions: Sequence[Revision], later: bool) -> int | None:
    """Return the revision that the list is compared with at first; None where there is no other.

    That is the one before the newest. ``revisions`` are the newest ones, or with ``later`` a further page.
    """
    others = revisions if later else revisions[1:]
    return others[0].number if others else None


def editor_name(by: User | None, reader: int) -> str:
    """Who made a change, as the owner of the list reads it; ``reader`` is the key of their user."""
    if by is None:
        return "an owner before"
    if by.pk == reader:
        return "you"
    return display_name(by)


# ------------------------------------------------------------------ a list as it stood


class PastRosterEntry(NamedTuple):
    """A row of a roster: so many models of a profile, or a unit."""

    text: str
    points: str


class PastRoster(NamedTuple):
    """A roster as it stood, with its models, errors and warnings; ``brought`` names what comes along."""

    name: str
    points: str
    limit: int | None
    models: str
    status: Status
    entries: list[PastRosterEntry]
    brought: list[str]
    remarks: list[Remark]


def past_rosters(document: Document, appraisal: Appraisal, catalogue: Catalogue) -> list[PastRoster]:
    """The rosters of a list as it stood, in its order."""
    pairs = zip(document.rosters, appraisal.rosters, strict=True)
    return [_past_roster(picked, roster, appraisal, document, catalogue) for picked, roster in pairs]


def _past_roster(
    picked: Roster, roster: RosterAppraisal, appraisal: Appraisal, document: Document, catalogue: Catalogue
) -> PastRoster:
    names = document.profile_names()
    brought = brought_to_roster(document, catalogue, play_sheet(catalogue), picked)
    rows = zip(picked.entries, roster.entries, strict=True)
    total = appraisal.roster_total(roster, names, catalogue.words.price)
    return PastRoster(
        name=roster_name(roster.name),
        points=total_text(total),
        limit=roster.limit,
        models=", ".join(filter(None, (waiting(total), *counted_texts(catalogue, roster)))),
        status=appraisal.status(roster),
        entries=[
            PastRosterEntry(row_text(row, names), total_text(appraisal.row_total(found)))
            for row, found in rows
            if found.models
        ],
        brought=[names[one.profile.key] for one in brought],
        remarks=remarks(catalogue, errors_and_warnings(roster.findings)),
    )


# ------------------------------------------------------------------ two of them


class ProfileSide(NamedTuple):
    """A profile in one of two lists: its points, and its stat line and traits with what differs marked."""

    points: str
    line: SafeString
    traits: SafeString


class ProfileComparison(NamedTuple):
    """A profile that changed; ``before`` or ``after`` is None where the list did not have it."""

    key: str
    name: str
    change: str
    before: ProfileSide | None
    after: ProfileSide | None


class ListComparison(NamedTuple):
    """All changes in words, and the profiles that look different before and after."""

    changes: tuple[Change, ...]
    profiles: list[ProfileComparison]


def compare_documents(before: Document, after: Document, catalogue: Catalogue) -> ListComparison:
    """Everything that differs between two states of a list."""
    all_changes = changes(before, after, catalogue)
    sides = _AppraisedList(before, catalogue), _AppraisedList(after, catalogue)
    of_profiles = [change for change in all_changes if change.profile and change.kind != "profile moved"]
    compared = [_compare_profile(change, *sides) for change in of_profiles]
    return ListComparison(all_changes, [profile for profile in compared if profile.before != profile.after])


class _AppraisedList:
    """One of two lists that are compared, with its profiles, their appraisals and names by key."""

    def __init__(self, document: Document, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.appraisal = appraise(document, catalogue).profiles_by_key()
        self.profiles = document.profiles_by_key()
        self.names = document.profile_names()

    def cells(self, key: str) -> list[StatCell] | None:
        profile = self.profiles.get(key)
        return None if profile is None else stat_line(self.catalogue, profile, self.appraisal[key])

    def items(self, key: str) -> list[Trait]:
        """The traits of a profile, with its notes and its Max."""
        profile = self.profiles.get(key)
        if profile is None:
            return []
        found = traits(self.catalogue, profile, self.names, self.appraisal[key])
        return [*found, *_max_trait(profile)]

    def points(self, key: str) -> str:
        """What a profile comes to, by every reckoning of its game."""
        found = self.appraisal[key]
        first = f"{total_text(found.total)} {self.catalogue.points_unit}"
        return " · ".join((first, *further_prices(self.catalogue, found)))


def _max_trait(profile: Profile) -> list[Trait]:
    return [] if profile.max is None else [Trait("Max", (TraitItem(str(profile.max)),))]


def _compare_profile(change: Change, before: _AppraisedList, after: _AppraisedList) -> ProfileComparison:
    key = change.profile
    old, new = before.cells(key), after.cells(key)
    items = before.items(key), after.items(key)
    return ProfileComparison(
        key=key,
        name=change.name,
        change=_points_change(change, old, new),
        before=_profile_side(before.catalogue, old, new, items[0], items[1], before.points(key))
        if old
        else None,
        after=_profile_side(after.catalogue, new, old, items[1], items[0], after.points(key))
        if new
        else None,
    )


def _points_change(change: Change, old: Sequence[StatCell] | None, new: Sequence[StatCell] | None) -> str:
    """By how much the points of a profile changed; "" where one of the lists does not have it."""
    if old is None or new is None or change.before is None or change.after is None:
        return ""
    return signed_text(change.after - change.before)


def _profile_side(
    catalogue: Catalogue,
    cells: Sequence[StatCell],
    others: Sequence[StatCell] | None,
    items: Sequence[Trait],
    other_items: Sequence[Trait],
    points: str,
) -> ProfileSide:
    return ProfileSide(
        points,
        render_stat_line(cells, others),
        render_traits(catalogue, items, others=None if others is None else other_items),
    )


# ------------------------------------------------------------------ what can be compared


class StateOption(NamedTuple):
    """A state of the list to choose; ``value`` is "now", or the number of a revision."""

    value: str
    label: str
    chosen: bool


def state_options(
    offered: Sequence[Revision], words: Mapping[int, list[str]], chosen: str
) -> list[StateOption]:
    """The list as it is now, and the revisions to choose from."""
    options = [StateOption(NOW, "Now", chosen == NOW)]
    for choice in offered:
        first = (words[choice.number] or [_NOTHING])[0]
        label = f"{choice.ended:%-d %b %Y, %H:%M} · {choice.number} · {first[:60]}"
        options.append(StateOption(str(choice.number), label, chosen == str(choice.number)))
    return options
