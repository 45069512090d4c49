"""The actions of the roster form's buttons, which change a draft. Saving is in ``views``.

The form sends each action in the field ``do``, as ``verb:argument``:

======= ============================ =============================================================
set     ``set:3=4,5=0``              set the counts of rows 3 and 5
more    ``more:3=2,5=1``             add 2 models in row 3, and 1 model in row 5
added   ``added:3=2,5=1``            report how many models the page's script has already added
game    ``game:750``                 set the limit to 750 points
unit    ``unit:guards=10,scouts=1``  add a unit of 10 guards and a unit of 1 scout; ``guards:mob=10``
                                     also sets the unit's kind to ``mob``
choose  ``choose:join:3``            open the menu of profiles that can join unit 3
        ``choose:attach:3``          open the menu of profiles that can attach to unit 3
join    ``join:3``                   add the profile that is selected in the menu to unit 3; the
                                     menu's option ``captain=5`` moves a captain from row 5
attach  ``attach:3``                 attach the profile that is selected in the menu to unit 3
drop    ``drop:3``                   remove row 3; if it is the main row of a unit, remove the unit
take    ``take:3``                   remove row 3, but not the other rows of its unit
with    ``with:3=veteran``           give the addition "veteran" to one model of row 3; if the
                                     models of the row have the addition, remove it from one model
patch   ``patch:fix:[…]``            apply a JSON Patch that fixes the roster
        ``patch::[…]``               apply a JSON Patch that undoes a change
roll    ``roll:counters``            roll dice for the roster's field ``counters``
profile ``profile:captain:…:[…]``    apply a JSON Patch to a profile, with a label before the patch
keep    ``keep:12``                  allow the next save to replace version 12
======= ============================ =============================================================
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from builder.points.appraisal.changes import fact_change
from builder.points.document.document import Roster, RosterEntry, dump_roster
from builder.points.document.json_reader import DocumentError, Limits, read_json
from builder.points.document.variants import named_members, variant_name
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.wording import join_and
from builder.services.patching import apply_json_patch, reverse_json_patch
from builder.web.rosters.draft import MAX_ROWS, DraftRow, RosterDraft, RowRole, match_rows, parse_count
from builder.web.shared.dice import roll

RowCounts = tuple[tuple[int, int], ...]

_PAIR = re.compile(r"(\d{1,4})=(\d{1,9})", re.ASCII)
_ENTRY = re.compile(r"/entries/(\d{1,6})(?:/|\Z)", re.ASCII)
_NEW_UNIT = re.compile(r"([A-Za-z0-9_-]{1,200})(?::([A-Za-z0-9_-]{1,200}))?(?:=(\d{1,7}))?", re.ASCII)
_KEY = re.compile(r"[A-Za-z0-9_-]{1,200}", re.ASCII)
_NUMBER = re.compile(r"\d{1,9}", re.ASCII)


class ProfilePatch(NamedTuple):
    """A change to a profile of the list, as a JSON Patch with a label."""

    profile: str
    label: str
    patch: object


class RosterFormEffect(NamedTuple):
    """The effects of actions, apart from the changes to the draft.

    ``added_counts`` are pairs of a row's number and the number of models that were added in the row.
    ``version_to_replace`` is the stored version that the user chose to overwrite.
    ``changes_rows`` is True if an action may have changed more than the counts and the limit. It is False for
    the actions of Undo buttons.
    ``new_row_profiles`` are the keys of the profiles in new rows.
    """

    added_counts: RowCounts = ()
    version_to_replace: int | None = None
    changes_rows: bool = False
    profile_patches: tuple[ProfilePatch, ...] = ()
    new_row_profiles: tuple[str, ...] = ()


class RosterUndo(NamedTuple):
    """The Undo button of a saved change, which ``text`` describes.

    ``field_changes`` are the values of fields after Undo, such as "f-3=4", with which the page shows the
    result before the response arrives. It is an empty string if Undo changes more than the values of fields.
    """

    text: str
    action: str
    field_changes: str = ""


def apply_actions(draft: RosterDraft, actions: Iterable[str], catalogue: Catalogue) -> RosterFormEffect:
    """Apply the actions of buttons to the draft, in order, and return their effects together.

    Raise DocumentError for an invalid action.
    """
    total = RosterFormEffect()
    for action in filter(None, actions):
        verb, _, argument = action.partition(":")
        try:
            effect = _VERBS[verb](draft, argument, catalogue)
        except LookupError:
            problem = f"{action[:60]!r} is not an action of this page"
            raise DocumentError("", problem, "use the buttons of the page") from None
        total = RosterFormEffect(
            added_counts=(*total.added_counts, *effect.added_counts),
            version_to_replace=effect.version_to_replace or total.version_to_replace,
            changes_rows=effect.changes_rows or total.changes_rows,
            profile_patches=(*total.profile_patches, *effect.profile_patches),
            new_row_profiles=(*total.new_row_profiles, *effect.new_row_profiles),
        )
    return total


def find_undo(
    old_roster: Roster,
    new_roster: Roster,
    draft: RosterDraft,
    effect: RosterFormEffect,
    names: Mapping[str, str],
    catalogue: Catalogue,
) -> RosterUndo | None:
    """Return the Undo of a saved change, or None if the change has no Undo.

    Only these changes have one: changes of rows, models that a button added, counts that were set to 0, and a
    new limit.
    """
    if effect.changes_rows:
        changes = [
            *_describe_facts(old_roster, new_roster, catalogue),
            *_describe_counts(old_roster, new_roster, names, catalogue),
        ]
        moved_names = [names.get(key, key) for key in effect.new_row_profiles]
        text = ", ".join(changes) or (f"moved {join_and(moved_names)}" if moved_names else "")
    else:
        row_changes = _describe_rows(old_roster, draft, effect, names, catalogue)
        text = ", ".join([*row_changes, *_describe_limit(old_roster, new_roster)])
        if not text:
            return None
    # With units or additions, Undo may add or remove rows, and so change more than fields.
    has_additions = any(entry.fields for roster in (old_roster, new_roster) for entry in roster.entries)
    field_changes = (
        "" if catalogue.unit_kinds or has_additions else _field_changes(old_roster, new_roster, draft)
    )
    return RosterUndo(
        f"Saved: {text}" if text else "Saved", _undo_action(old_roster, new_roster), field_changes
    )


def _field_changes(old_roster: Roster, new_roster: Roster, draft: RosterDraft) -> str:
    """Return the ids of the fields that Undo changes, with their values after Undo: "f-3=4 f-limit=500".

    Return an empty string if Undo changes more than the values of fields.
    """
    old_values, new_values = _field_values(old_roster, draft), _field_values(new_roster, draft)
    if old_values is None or new_values is None or old_roster.fields != new_roster.fields:
        return ""
    fields = {**new_values, **old_values}
    changed = [field for field in fields if old_values.get(field, 0) != new_values.get(field, 0)]
    return " ".join(f"f-{field}={old_values.get(field, 0)}" for field in changed)


def _field_values(roster: Roster, draft: RosterDraft) -> dict[int | str, int] | None:
    """Return the limit of a roster, and the counts of its entries by row number.

    If the roster has no limit or an entry has no row in the form, return None.
    """
    values: dict[int | str, int] = {} if roster.limit is None else {"limit": roster.limit}
    for number, entry in zip(match_rows(roster.entries, draft), roster.entries, strict=True):
        if number is None:
            return None
        values[number] = entry.count
    return values if "limit" in values else None


def _undo_action(old_roster: Roster, new_roster: Roster) -> str:
    """Return the action that undoes all changes to a roster, except a change of its name."""
    old, new = (dump_roster(replace(roster, name="")) for roster in (old_roster, new_roster))
    return f"patch::{patch_argument(reverse_json_patch(old, new), new_roster)}"


def patch_argument(patch: Iterable[Mapping[str, object]], roster: Roster) -> str:
    """Return a JSON Patch of a roster as the argument of a button.

    Rows may have been removed since the page was loaded. So the patch begins with tests that each entry it
    changes still has the same profile.
    """
    patch = list(patch)
    matches = (_ENTRY.match(str(operation["path"])) for operation in patch)
    indices = sorted({int(match[1]) for match in matches if match})
    tests = [
        {"op": "test", "path": f"/entries/{index}/profile", "value": roster.entries[index].profile}
        for index in indices
        if index < len(roster.entries)
    ]
    return json.dumps([*tests, *patch], ensure_ascii=False)


def _describe_facts(old_roster: Roster, new_roster: Roster, catalogue: Catalogue) -> Iterator[str]:
    for attribute in catalogue.roster.fields:
        old, new = (roster.fields.get(attribute.code) for roster in (old_roster, new_roster))
        if old != new:
            yield fact_change(attribute, old, new)


def _describe_counts(
    old_roster: Roster, new_roster: Roster, names: Mapping[str, str], catalogue: Catalogue
) -> Iterator[str]:
    """Yield texts about added models, removed models and a new limit."""
    differences = Counter[tuple[str, str]]()
    for sign, roster in ((1, new_roster), (-1, old_roster)):
        for key_and_name, count in named_members(roster, names, catalogue):
            differences[key_and_name] += sign * count
    added = [f"{count} × {name}" for (_, name), count in differences.items() if count > 0]
    removed = [f"{-count} × {name}" for (_, name), count in differences.items() if count < 0]
    if added:
        yield f"added {join_and(added)}"
    if removed:
        yield f"removed {join_and(removed)}"
    yield from _describe_limit(old_roster, new_roster)


def _describe_limit(old_roster: Roster, new_roster: Roster) -> Iterator[str]:
    if old_roster.limit != new_roster.limit:
        yield "no limit" if new_roster.limit is None else f"game of {new_roster.limit}"


def _describe_rows(
    old_roster: Roster,
    draft: RosterDraft,
    effect: RosterFormEffect,
    names: Mapping[str, str],
    catalogue: Catalogue,
) -> Iterator[str]:
    """Yield texts about the rows in which a button added models, and about counts that were set to 0."""

    def entry_name(entry: RosterEntry) -> str:
        return variant_name(names.get(entry.profile, entry.profile), entry, catalogue)

    added_counts: Counter[int] = Counter()
    for number, count in effect.added_counts:
        added_counts[number] += count
    for number, count in added_counts.items():
        yield f"added {count} × {entry_name(draft.row(number).entry)}"
    for row_number, entry in zip(match_rows(old_roster.entries, draft), old_roster.entries, strict=True):
        if row_number is None or row_number in added_counts or not entry.count:
            continue
        if parse_count(draft.row(row_number).raw_count) == 0:
            yield f"removed {entry_name(entry)}"


def counts_argument(counts: Iterable[tuple[int | str, int]]) -> str:
    """Return the counts of rows or profiles as the argument of a button, such as "3=4,5=0"."""
    return ",".join(f"{row_or_key}={count}" for row_or_key, count in counts)


# ------------------------------------------------------------------ verbs


def _parse_counts(argument: str) -> list[tuple[int, int]]:
    """Return pairs of a row's number and a count. Raise LookupError if the argument isn't valid."""
    pairs = [_PAIR.fullmatch(part) for part in argument.split(",")]
    if None in pairs:
        raise LookupError(argument)
    return [(int(pair[1]), int(pair[2])) for pair in pairs if pair]


def _set(draft: RosterDraft, argument: str, catalogue: Catalogue) -> RosterFormEffect:
    for number, count in _parse_counts(argument):
        draft.row(number).raw_count = str(count)
    return RosterFormEffect()


def _profile(draft: RosterDraft, argument: str, catalogue: Catalogue) -> RosterFormEffect:
    profile, _, label_and_patch = argument.partition(":")
    label, _, patch = label_and_patch.partition(":")
    profile_patch = ProfilePatch(profile, label, read_json(patch, Limits(bytes=100_000, depth=8)))
    return RosterFormEffect(profile_patches=(profile_patch,))


def _more(draft: RosterDraft, argument: str, catalogue: Catalogue) -> RosterFormEffect:
    pairs = _parse_counts(argument)
    for number, added_count in pairs:
        row = draft.row(number)
        count = parse_count(row.raw_count)
        if count is not None:  # a text that isn't a number is reported when the draft is parsed
            row.raw_count = str(count + added_count)
    return RosterFormEffect(tuple(pairs))


def _added(draft: RosterDraft, argument: str, catalogue: Catalogue) -> RosterFormEffect:
    pairs = _parse_counts(argument)
    for number, _ in pairs:
        draft.row(number)
    return RosterFormEffect(tuple(pairs))


def _game(draft: RosterDraft, argument: str, catalogue: Catalogue) -> RosterFormEffect:
    if not _NUMBER.fullmatch(argument):
        raise LookupError(argument)
    draft.limit = argument
    return RosterFormEffect()


def _keep(draft: RosterDraft, argument: str, catalogue: Catalogue) -> RosterFormEffect:
    if not _NUMBER.fullmatch(argument):
        raise LookupError(argument)
    return RosterFormEffect(version_to_replace=int(argument))


def _unit(draft: RosterDraft, argument: str, catalogue: Catalogue) -> RosterFormEffect:
    matches = [_NEW_UNIT.fullmatch(part) for part in argument.split(",")]
    if None in matches or len(draft.rows) + len(matches) > MAX_ROWS:
        raise LookupError(argument)
    units = list(filter(None, matches))
    for unit in units:
        draft.add_row(unit[1], unit[3] or "1").unit_kind = unit[2] or ""
    return RosterFormEffect(changes_rows=True, new_row_profiles=tuple(unit[1] for unit in units))


def _choose(draft: RosterDraft, argument: str, catalogue: Catalogue) -> RosterFormEffect:
    action, _, number = argument.partition(":")
    draft.open_menu(action, _existing_row(draft, number).number)
    return RosterFormEffect()


def _add_member(
    draft: RosterDraft, argument: str, catalogue: Catalogue, *, menu: str, role: RowRole
) -> RosterFormEffect:
    """Add the profile that is selected in a unit's menu to the unit.

    If the selected option names a row, move one model from that row.
    """
    unit = _existing_row(draft, argument)
    profile, _, source_row = draft.menu_choices.get((menu, unit.number), "").partition("=")
    if unit.role != "count" or not _KEY.fullmatch(profile):
        raise LookupError(argument)
    if source_row:
        _remove_model(draft, _existing_row(draft, source_row), profile)
    draft.add_row(profile, "1", role, unit.number)
    return RosterFormEffect(changes_rows=True, new_row_profiles=(profile,))


def _remove_model(draft: RosterDraft, row: DraftRow, profile: str) -> None:
    """Remove one model of a profile from a row. If it was the last model, remove the row.

    Raise LookupError if the row is for another profile.
    """
    count = parse_count(row.raw_count) or 0
    if row.profile != profile:
        raise LookupError(profile)
    if count > 1:
        row.raw_count = str(count - 1)
    else:
        draft.remove_from_unit(row.number)


def _drop(draft: RosterDraft, argument: str, catalogue: Catalogue) -> RosterFormEffect:
    draft.remove_row(_existing_row(draft, argument).number)
    return RosterFormEffect(changes_rows=True)


def _take(draft: RosterDraft, argument: str, catalogue: Catalogue) -> RosterFormEffect:
    draft.remove_from_unit(_existing_row(draft, argument).number)
    return RosterFormEffect(changes_rows=True)


def _with(draft: RosterDraft, argument: str, catalogue: Catalogue) -> RosterFormEffect:
    number, _, code = argument.partition("=")
    if code not in catalogue.roster.additions:
        raise LookupError(argument)
    draft.toggle_addition(_existing_row(draft, number), code)
    return RosterFormEffect(changes_rows=True)


def _existing_row(draft: RosterDraft, argument: str) -> DraftRow:
    if not _NUMBER.fullmatch(argument):
        raise LookupError(argument)
    return draft.row(int(argument))


def _roll(draft: RosterDraft, argument: str, catalogue: Catalogue) -> RosterFormEffect:
    dice = {attribute.code: attribute.dice for attribute in catalogue.roster.fields}
    draft.facts[argument] = str(roll(dice[argument]))
    return RosterFormEffect()


def _patch(draft: RosterDraft, argument: str, catalogue: Catalogue) -> RosterFormEffect:
    """Apply a JSON Patch to the roster in the form. ``purpose`` is "fix", or an empty string for Undo."""
    purpose, _, patch = argument.partition(":")
    has_units = bool(catalogue.unit_kinds)
    operations = read_json(patch, Limits(bytes=1_000_000, depth=6))
    try:
        patched = apply_json_patch(draft.to_json(has_units=has_units), operations)
    except DocumentError as error:
        raise DocumentError(
            "", "this change no longer fits the saved roster", "load the page again"
        ) from error
    draft.replace_roster(patched, has_units=has_units)
    return RosterFormEffect(changes_rows=bool(purpose))


_Verb = Callable[[RosterDraft, str, Catalogue], RosterFormEffect]
_VERBS: dict[str, _Verb] = {
    "set": _set, "more": _more, "added": _added, "game": _game, "profile": _profile, "keep": _keep,
    "unit": _unit, "choose": _choose, "drop": _drop, "take": _take, "with": _with,
    "join": partial(_add_member, menu="join", role="others"),
    "attach": partial(_add_member, menu="attach", role="attached"),
    "patch": _patch, "roll": _roll,
}  # fmt: skip
