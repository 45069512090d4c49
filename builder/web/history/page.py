"""The data of the pages of a list's history: revisions, the list at a revision, and comparisons.

A revision stores a list as it was after one edit session.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from builder.catalogue.play import list_sheet
from builder.models import Revision, User
from builder.points.appraisal.changes import Change, find_changes
from builder.points.document.document import Document
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.numbers import signed_text
from builder.points.rules.wording import pluralize
from builder.points.sheets.profile import ProfileSheet, Trait, TraitItem
from builder.services.lists import display_name
from builder.web.shared.presentation import StatBox, stat_boxes
from builder.web.shared.traits import TraitRow, trait_rows

NOW = "now"
_NO_CHANGE = "No net change"


class HistoryRow(NamedTuple):
    """A revision as an entry of the history. ``lines`` describe what its edit session changed.

    ``spans_minutes`` says whether the session ended in a later minute than it began.
    """

    revision: Revision
    lines: list[str]
    edited_by: str
    spans_minutes: bool
    is_same_day: bool
    changes_text: str


def history_rows(
    revisions: Sequence[Revision], lines: Mapping[int, list[str]], reader_id: int
) -> list[HistoryRow]:
    """Return the entries of the history for a user. ``lines`` is the result of ``revision_lines``."""
    return [
        HistoryRow(
            revision=revision,
            lines=lines[revision.number],
            edited_by=editor_name(revision.by, reader_id),
            spans_minutes=f"{revision.began:%H:%M}" != f"{revision.ended:%H:%M}",
            is_same_day=revision.began.date() == revision.ended.date(),
            changes_text=pluralize(revision.changes, "change"),
        )
        for revision in revisions
    ]


def default_comparison(revisions: Sequence[Revision], *, is_first_page: bool) -> int | None:
    """Return the number of the revision that is compared with the current list by default, or None.

    It is the first of the page's ``revisions``. On the first page it is the second, because the newest
    revision is the current list.
    """
    candidates = revisions[1:] if is_first_page else revisions
    return candidates[0].number if candidates else None


def editor_name(by: User | None, reader_id: int) -> str:
    """Return the name of the person who made a change, or "you" if the user of the page made it."""
    if by is None:
        return "a previous owner"
    if by.pk == reader_id:
        return "you"
    return display_name(by)


# ------------------------------------------------------------------ comparison


class ProfileSide(NamedTuple):
    """A profile in one of two compared lists. Its boxes and traits mark what differs from the other list."""

    points: str
    boxes: tuple[StatBox, ...]
    traits: tuple[TraitRow, ...]


class ProfileComparison(NamedTuple):
    """A changed profile. ``difference`` is the difference of its points as text.

    ``before`` and ``after`` are None if the first or the second list doesn't contain the profile.
    """

    key: str
    name: str
    difference: str
    before: ProfileSide | None
    after: ProfileSide | None


class ListComparison(NamedTuple):
    """All changes between two lists, with the profiles that differ side by side."""

    changes: tuple[Change, ...]
    profiles: list[ProfileComparison]


def compare_documents(before: Document, after: Document, catalogue: Catalogue) -> ListComparison:
    """Return everything that differs between two states of a list."""
    all_changes = find_changes(before, after, catalogue)
    sheets = [list_sheet(document, catalogue).sheets_by_key for document in (before, after)]
    compared = [
        _compare_profile(change, *(by_key.get(change.profile) for by_key in sheets))
        for change in all_changes
        if change.profile and change.kind != "profile moved"
    ]
    return ListComparison(all_changes, [profile for profile in compared if profile.before != profile.after])


def _compare_profile(
    change: Change, before: ProfileSheet | None, after: ProfileSheet | None
) -> ProfileComparison:
    return ProfileComparison(
        key=change.profile,
        name=change.name,
        difference=_points_difference(change) if before and after else "",
        before=_profile_side(before, after) if before else None,
        after=_profile_side(after, before) if after else None,
    )


def _points_difference(change: Change) -> str:
    """Return the difference of a profile's points, or an empty string if a price isn't known."""
    return "" if change.before is None or change.after is None else signed_text(change.after - change.before)


def _profile_side(sheet: ProfileSheet, other: ProfileSheet | None) -> ProfileSide:
    """Return a profile with all its prices. Differences from ``other`` are marked."""
    return ProfileSide(
        " · ".join((sheet.sum_text, *sheet.prices_texts)),
        stat_boxes(sheet.cells, sheet.catalogue.points_unit, other.cells if other else None),
        trait_rows(sheet.catalogue, _traits_and_max(sheet), others=_traits_and_max(other) if other else None),
    )


def _traits_and_max(sheet: ProfileSheet) -> list[Trait]:
    limit = sheet.profile.max
    return [*sheet.traits, *([] if limit is None else [Trait("Max", (TraitItem(str(limit)),))])]


# ------------------------------------------------------------------ states to compare


class StateOption(NamedTuple):
    """A state of the list that can be compared. ``value`` is "now" or the number of a revision."""

    value: str
    label: str
    is_chosen: bool


def state_options(
    offered: Sequence[Revision], lines: Mapping[int, list[str]], chosen: str
) -> list[StateOption]:
    """Return the options for a state to compare: the current list and the ``offered`` revisions.

    ``lines`` is the result of ``revision_lines``. ``chosen`` is the value of the selected option.
    """
    options = [StateOption(NOW, "Now", chosen == NOW)]
    for choice in offered:
        first = (lines[choice.number] or [_NO_CHANGE])[0]
        label = f"{choice.ended:%-d %b %Y, %H:%M} UTC · revision {choice.number} · {first[:60]}"
        options.append(StateOption(str(choice.number), label, chosen == str(choice.number)))
    return options
