"""Changes between two versions of a list, in two groups: changes of the force and changes of the words.

The force is everything that matters in a game, such as designs and rows. The words are names and texts. A
list has a fingerprint (a short check code) for each of the two.

Players who read these changes have a printed paper of the earlier version. Earlier names of rosters and
earlier long texts are left out of the changes, because the paper may not contain them.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from builder.points.appraisal.changes import Change, find_changes, match_rosters
from builder.points.document.document import Document, Profile
from builder.points.document.force import without_words, words_alone
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.wording import one_line

_MAX_LISTED_CHANGES = 12


class ForceChanges(NamedTuple):
    """The changes of the force and the changes of the words. Each change is a line of text."""

    force: tuple[str, ...]
    words: tuple[str, ...]


def force_changes(before: Document, after: Document, catalogue: Catalogue) -> ForceChanges:
    """Return the changes between two documents of one edition."""
    old, new = (without_words(side, catalogue) for side in (before, after))
    force = find_changes(
        _with_later_names(old, before, after), _with_later_names(new, after, after), catalogue
    )
    words = find_changes(words_alone(before, catalogue), words_alone(after, catalogue), catalogue)
    return ForceChanges(_first_lines(_force_lines(force)), _first_lines(_word_lines(words, after)))


def _with_later_names(force: Document, source: Document, after: Document) -> Document:
    """Return a force with the names and the order of ``after``, which aren't changes of the force.

    ``source`` is the document that ``force`` was made from.
    """
    names, positions = after.profile_names(), {key: n for n, key in enumerate(after.profiles_by_key())}
    profiles = (replace(p, name=names.get(p.key, p.name)) for p in force.profiles)
    new_index = {old: new for new, old in match_rosters(source.rosters, after.rosters).items()}
    rosters = tuple(
        replace(roster, name=after.rosters[new_index[n]].name if n in new_index else roster.name)
        for n, roster in enumerate(force.rosters)
    )

    def order(profile: Profile) -> int:
        return positions.get(profile.key, len(positions))

    return replace(force, profiles=tuple(sorted(profiles, key=order)), rosters=rosters)


def _force_lines(changes: tuple[Change, ...]) -> Iterator[str]:
    for change in changes:
        if change.kind == "roster removed":
            yield "Removed a roster"
        elif not change.kind.endswith("moved"):
            yield change.words


def _word_lines(changes: tuple[Change, ...], after: Document) -> Iterator[str]:
    for change in changes:
        if change.kind == "setting":
            yield f"Setting: now {one_line(after.setting)}" if after.setting.strip() else "Setting removed"
        elif change.kind == "profile changed":
            parts = ("renamed" if part.startswith("renamed to ") else part for part in change.parts)
            yield f"{change.name}: {', '.join(parts)}"
        elif change.kind == "roster changed":
            parts = (
                "renamed" if part.startswith("renamed to ") else "names or texts of units changed"
                for part in change.parts
            )
            yield f"{change.name}: {', '.join(dict.fromkeys(parts))}"
        elif not change.kind.endswith(("added", "removed")):
            yield change.words


def _first_lines(lines: Iterator[str]) -> tuple[str, ...]:
    all_lines = tuple(lines)
    rest = len(all_lines) - _MAX_LISTED_CHANGES
    return (*all_lines[:_MAX_LISTED_CHANGES], f"and {rest} more") if rest > 0 else all_lines
