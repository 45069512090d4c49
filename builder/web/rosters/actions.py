"""What the buttons of the roster's form do to a draft, besides saving it.

The field ``do`` is written ``verb:argument``:

======= ============================ ====================================================
set     ``set:3=4,limit=750``        these rows have these counts, the game this size
change  ``change:3=4,limit=750``     the same by a fix, which Undo takes back
changed ``changed:3=4,limit=750``    the page has done that already
more    ``more:3=2,5=1``             so many models more in these rows
added   ``added:3=2,5=1``            the page has done that already
game    ``game:750``                 the game size
rows    ``rows:@750,captain=1,…``    game size and entries as they were: Undo on a page made anew
unit    ``unit:guards=10,scouts=1``  new units of so many models of these profiles
join    ``join:3``                   the profile that is chosen beside it belongs to unit 3; written
                                     ``captain=5`` it moves from row 5
attach  ``attach:3``                 the profile that is chosen beside it stands with unit 3
drop    ``drop:3``                   this row goes, and all that belongs to it
take    ``take:3``                   this row goes, and the others of its unit stay
units   ``units:{…}``                limit and units as they were, in JSON: Undo where rows are units
patch   ``patch:[…]``                a JSON Patch of limit and units: a fix where rows are units
facts   ``facts:{"counters":12}``    these facts of the roster, in JSON; null leaves one blank
mend    ``mend:{"counters":10}``     the same by a fix, which Undo takes back
roll    ``roll:counters``            a fact of the roster is what its dice give now
profile ``profile:captain:…:[…]``    a JSON Patch of a profile, and what it is called
keep    ``keep:12``                  save over version 12
======= ============================ ====================================================
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, NamedTuple

from builder.points.appraisal.changes import fact_change
from builder.points.document.document import Roster, dump_entry, dump_unit
from builder.points.document.json_reader import DocumentError, Limits, read_json
from builder.points.rules.catalogue import Attribute
from builder.points.rules.wording import join_and
from builder.services.patching import apply_json_patch
from builder.web.rosters.draft import DraftRow, RosterDraft, RowPart, fact_text, match_rows, parse_count
from builder.web.shared.dice import roll

RowCounts = tuple[tuple[int, int], ...]

_PAIR = re.compile(r"(\d{1,4}|limit)=(\d{1,9})", re.ASCII)
_ENTRY = re.compile(r"([A-Za-z0-9_-]+)=(\d{1,7})", re.ASCII)
_NEW_UNIT = re.compile(r"([A-Za-z0-9_-]{1,200})(?::([A-Za-z0-9_-]{1,200}))?(?:=(\d{1,7}))?", re.ASCII)
_LIMIT = re.compile(r"@\d{1,9}", re.ASCII)
_KEY = re.compile(r"[A-Za-z0-9_-]{1,200}", re.ASCII)
_NUMBER = re.compile(r"\d{1,9}", re.ASCII)
_MOST_ROWS = 2_000  # of a form to which a button adds units; the rest of a request could name a million


class ProfilePatch(NamedTuple):
    """A change of a profile of the list: a JSON Patch, and what it is called."""

    key: str
    label: str
    patch: object


class RosterFormEffect(NamedTuple):
    """What the buttons did: how many models they added to which rows, and the version to save over.

    ``changed`` says that a fix was made, ``profiles`` are its changes of profiles. ``needs_reload`` says that
    the draft was changed in a way that the page does not show yet. ``new_rows`` are the profiles of rows that
    buttons added, ``facts`` the codes of the facts that a fix changed.
    """

    added_counts: RowCounts = ()
    version: int | None = None
    needs_reload: bool = False
    changed: bool = False
    profiles: tuple[ProfilePatch, ...] = ()
    new_rows: tuple[str, ...] = ()
    facts: tuple[str, ...] = ()


class RosterUndo(NamedTuple):
    """A change that was saved, in words, and the action that takes it back.

    ``field_changes`` is what that does, "" where the page is made anew; ``action`` is "" after Undo itself.
    """

    text: str
    action: str
    field_changes: str = ""


def apply_actions(
    draft: RosterDraft, actions: Iterable[str], facts: Iterable[Attribute] = ()
) -> RosterFormEffect:
    """Change the draft as the buttons say, one after the other; DocumentError for what no button says.

    ``facts`` are what the game's rosters have besides.
    """
    effect = RosterFormEffect()
    verbs: Mapping[str, _Verb] = {**_VERBS, "roll": partial(_roll, facts)}
    for action in actions:
        if not action:
            continue
        verb, _, argument = action.partition(":")
        try:
            done = verbs[verb](draft, argument)
        except LookupError:
            problem = f"{action[:60]!r} is nothing to do here"
            raise DocumentError("", problem, "use the buttons of the page") from None
        effect = RosterFormEffect(
            (*effect.added_counts, *done.added_counts),
            done.version or effect.version,
            done.needs_reload or effect.needs_reload,
            done.changed or effect.changed,
            (*effect.profiles, *done.profiles),
            (*effect.new_rows, *done.new_rows),
            (*effect.facts, *done.facts),
        )
    return effect


def find_undo(
    stored: Roster,
    draft: RosterDraft,
    effect: RosterFormEffect,
    names: Mapping[str, str],
    facts: Iterable[Attribute] = (),
) -> RosterUndo | None:
    """How to take back what was added by a button, or what is no longer fielded; None for lesser changes.

    What a fix changed, or a button of a unit, is taken back whole. ``facts`` are what the game's rosters have
    besides.
    """
    if effect.facts:
        return _undo_of_facts(stored, draft, [part for part in facts if part.code in effect.facts])
    if effect.changed:
        return RosterUndo(_describe_fix(stored, draft, effect, names), rows_action(stored))
    changes, before = [], {}
    added: Counter[int] = Counter()
    for number, more in effect.added_counts:
        added[number] += more
    for number, more in added.items():
        row = draft.row(number)
        before[number] = max((parse_count(row.count) or 0) - more, 0)
        changes.append(f"{more} × {names.get(row.profile, row.profile)} added")
    for place, entry in zip(match_rows(stored.entries, draft.units()), stored.entries, strict=True):
        if place is None or place in before or not entry.count:
            continue
        if parse_count(draft.row(place).count) == 0:
            before[place] = entry.count
            changes.append(f"{names.get(entry.profile, entry.profile)} taken out")
    if not before:
        return None
    fields = " ".join(f"f-{number}={count}" for number, count in before.items())
    return RosterUndo(f"Saved: {', '.join(changes)}", f"set:{counts_argument(before.items())}", fields)


def _undo_of_facts(stored: Roster, draft: RosterDraft, facts: Iterable[Attribute]) -> RosterUndo:
    before = {part.code: stored.fields.get(part.code) for part in facts}
    changes = (
        fact_change(part, before[part.code], _fact_value(part, draft.facts.get(part.code, "")))
        for part in facts
    )
    return RosterUndo(f"Saved: {join_and(changes)}", f"facts:{json.dumps(before, ensure_ascii=False)}")


def _fact_value(part: Attribute, typed: str) -> int | str | None:
    """A fact as a roster has it, of what stands in its field."""
    return parse_count(typed) if typed and part.kind in ("number", "flag") else typed or None


def _describe_fix(
    stored: Roster, draft: RosterDraft, effect: RosterFormEffect, names: Mapping[str, str]
) -> str:
    counts: Counter[str] = Counter()
    for row in draft.rows:
        counts[row.profile] += parse_count(row.count) or 0
    counts.subtract(stored.counts())
    added = [f"{more} × {names.get(key, key)}" for key, more in counts.items() if more > 0]
    removed = [f"{-more} × {names.get(key, key)}" for key, more in counts.items() if more < 0]
    changes = [f"added {join_and(added)}"] if added else []
    changes += [f"removed {join_and(removed)}"] if removed else []
    before = "" if stored.limit is None else str(stored.limit)
    size = f"game of {draft.limit}" if draft.limit else "no limit"
    changes += [size] if draft.limit != before else []
    moved = join_and([names.get(key, key) for key in effect.new_rows]) if effect.new_rows else ""
    return f"Saved: {', '.join(changes) or (f'moved {moved}' if moved else 'changed')}"


def rows_action(stored: Roster) -> str:
    """The action that puts a whole roster back as it is stored."""
    if stored.limit is None or any(dump_unit(entry) for entry in stored.entries):
        value = {"limit": stored.limit, "entries": [dump_entry(entry) for entry in stored.entries]}
        return f"units:{json.dumps(value, ensure_ascii=False)}"
    entries = counts_argument((entry.profile, entry.count) for entry in stored.entries)
    return f"rows:@{stored.limit}{',' if entries else ''}{entries}"


def counts_argument(counts: Iterable[tuple[int | str, int]]) -> str:
    """Counts by row or key as a button's argument: ``3=4,5=0``."""
    return ",".join(f"{place}={count}" for place, count in counts)


# ------------------------------------------------------------------ verbs


def _parse_values(argument: str) -> tuple[tuple[str, int], ...]:
    """Counts by the number of their row, and the size of the game as "limit"."""
    found = [_PAIR.fullmatch(part) for part in argument.split(",")]
    if None in found:
        raise LookupError(argument)
    return tuple((pair[1], int(pair[2])) for pair in found if pair)


def _parse_counts(argument: str) -> list[tuple[int, int]]:
    values = _parse_values(argument)
    if any(place == "limit" for place, _ in values):
        raise LookupError(argument)
    return [(int(place), count) for place, count in values]


def _set(draft: RosterDraft, argument: str) -> RosterFormEffect:
    for place, value in _parse_values(argument):
        if place == "limit":
            draft.limit = str(value)
        else:
            draft.row(int(place)).count = str(value)
    return RosterFormEffect(needs_reload=True)


def _change(draft: RosterDraft, argument: str) -> RosterFormEffect:
    return _set(draft, argument)._replace(changed=True)


def _changed(draft: RosterDraft, argument: str) -> RosterFormEffect:
    return _change(draft, argument)._replace(needs_reload=False)


def _profile(draft: RosterDraft, argument: str) -> RosterFormEffect:
    key, _, rest = argument.partition(":")
    label, _, patch = rest.partition(":")
    change = ProfilePatch(key, label, read_json(patch, Limits(bytes=100_000, depth=8)))
    return RosterFormEffect(needs_reload=True, profiles=(change,))


def _more(draft: RosterDraft, argument: str) -> RosterFormEffect:
    pairs = _parse_counts(argument)
    for number, more in pairs:
        row = draft.row(number)
        before = parse_count(row.count)
        if before is not None:  # else its own field refuses it
            row.count = str(before + more)
    return RosterFormEffect(tuple(pairs), needs_reload=True)


def _added(draft: RosterDraft, argument: str) -> RosterFormEffect:
    pairs = _parse_counts(argument)
    for number, _ in pairs:
        draft.row(number)
    return RosterFormEffect(tuple(pairs))


def _game(draft: RosterDraft, argument: str) -> RosterFormEffect:
    if not _NUMBER.fullmatch(argument):
        raise LookupError(argument)
    draft.limit = argument
    return RosterFormEffect(needs_reload=True)


def _rows(draft: RosterDraft, argument: str) -> RosterFormEffect:
    """Restore game size and entries; the rows of other profiles have a count of 0 again."""
    limit, *parts = argument.split(",")
    found = [_ENTRY.fullmatch(part) for part in parts]
    if None in found or not _LIMIT.fullmatch(limit):
        raise LookupError(argument)
    draft.limit = limit[1:]
    entries = [DraftRow(place, pair[1], pair[2]) for place, pair in enumerate(found) if pair]
    named = {row.profile for row in entries}
    others = dict.fromkeys(row.profile for row in draft.rows if row.profile not in named)
    draft.rows = entries + [DraftRow(place, key, "0") for place, key in enumerate(others, len(entries))]
    draft.zeros = frozenset(row.number for row in entries if row.count == "0")
    return RosterFormEffect(needs_reload=True)


def _keep(draft: RosterDraft, argument: str) -> RosterFormEffect:
    if not _NUMBER.fullmatch(argument):
        raise LookupError(argument)
    return RosterFormEffect(version=int(argument))


def _unit(draft: RosterDraft, argument: str) -> RosterFormEffect:
    units = [_NEW_UNIT.fullmatch(part) for part in argument.split(",")]
    if None in units or len(draft.rows) + len(units) > _MOST_ROWS:
        raise LookupError(argument)
    made = list(filter(None, units))
    for unit in made:
        draft.unit_kinds[draft.add_row(unit[1], unit[3] or "1").number] = unit[2] or ""
    return RosterFormEffect(needs_reload=True, changed=True, new_rows=tuple(unit[1] for unit in made))


def _join(draft: RosterDraft, argument: str) -> RosterFormEffect:
    return _add_member(draft, argument, "join", "others")


def _attach(draft: RosterDraft, argument: str) -> RosterFormEffect:
    return _add_member(draft, argument, "attach", "attached")


def _add_member(draft: RosterDraft, argument: str, chosen_by: str, part: RowPart) -> RosterFormEffect:
    unit = _existing_row(draft, argument)
    profile, _, source = draft.picked.get((chosen_by, unit.number), "").partition("=")
    if unit.part != "count" or not _KEY.fullmatch(profile):
        raise LookupError(argument)
    if source:
        _take_one(draft, _existing_row(draft, source), profile)
    draft.add_row(profile, "1", part, unit.number)
    return RosterFormEffect(needs_reload=True, changed=True, new_rows=(profile,))


def _take_one(draft: RosterDraft, row: DraftRow, profile: str) -> None:
    """One model leaves its row, and the row goes with its last."""
    count = parse_count(row.count) or 0
    if row.profile != profile:
        raise LookupError(profile)
    if count > 1:
        row.count = str(count - 1)
    else:
        draft.take_out(row.number)


def _drop(draft: RosterDraft, argument: str) -> RosterFormEffect:
    draft.drop_row(_existing_row(draft, argument).number)
    return RosterFormEffect(needs_reload=True, changed=True)


def _take(draft: RosterDraft, argument: str) -> RosterFormEffect:
    draft.take_out(_existing_row(draft, argument).number)
    return RosterFormEffect(needs_reload=True, changed=True)


def _existing_row(draft: RosterDraft, argument: str) -> DraftRow:
    if not _NUMBER.fullmatch(argument):
        raise LookupError(argument)
    return draft.row(int(argument))


def _roll(facts: Iterable[Attribute], draft: RosterDraft, argument: str) -> RosterFormEffect:
    dice = {part.code: part.dice for part in facts}
    draft.facts[argument] = str(roll(dice[argument]))
    return RosterFormEffect(needs_reload=True)


def _facts(draft: RosterDraft, argument: str) -> RosterFormEffect:
    """Give facts of the roster other values. They are judged when the draft is parsed, like any form."""
    given: Any = read_json(argument, Limits(bytes=100_000, depth=2))
    if not isinstance(given, dict):
        raise LookupError(argument)
    draft.facts.update({code: fact_text(value) for code, value in given.items()})
    return RosterFormEffect(needs_reload=True)


def _mend(draft: RosterDraft, argument: str) -> RosterFormEffect:
    before = dict(draft.facts)
    effect = _facts(draft, argument)
    changed = tuple(code for code, text in draft.facts.items() if before.get(code, "") != text)
    return effect._replace(changed=True, facts=changed)


def _units(draft: RosterDraft, argument: str) -> RosterFormEffect:
    """Restore limit and units. What the JSON says is judged when the draft is parsed, like any form."""
    _put_units(draft, read_json(argument, Limits(bytes=1_000_000, depth=6)), argument)
    return RosterFormEffect(needs_reload=True)


def _patch(draft: RosterDraft, argument: str) -> RosterFormEffect:
    """Change limit and units as they stand in the form."""
    patch = read_json(argument, Limits(bytes=1_000_000, depth=6))
    try:
        changed = apply_json_patch(draft.to_json(), patch)
    except DocumentError as error:
        raise DocumentError("", "fits no longer what stands there", "load the page again") from error
    _put_units(draft, changed, argument)
    return RosterFormEffect(needs_reload=True, changed=True)


def _put_units(draft: RosterDraft, read: object, argument: str) -> None:
    value: Any = read
    try:
        rows = [(entry, entry.get("others", []), entry.get("attached", [])) for entry in value["entries"]]
        if len(rows) > _MOST_ROWS:
            raise LookupError(argument)
        draft.limit = "" if value["limit"] is None else str(value["limit"])
        draft.rows, draft.unit_names, draft.unit_kinds = [], {}, {}
        for entry, others, attached in rows:
            number = draft.add_row(str(entry["profile"]), str(entry["count"])).number
            draft.unit_names[number] = str(entry.get("name", ""))
            draft.unit_kinds[number] = str(entry.get("unit", ""))
            parts: tuple[tuple[RowPart, Any], ...] = (("others", others), ("attached", attached))
            for part, member in ((part, member) for part, members in parts for member in members):
                draft.add_row(str(member["profile"]), str(member["count"]), part, number)
    except (TypeError, AttributeError) as error:
        raise LookupError(argument) from error
    draft.zeros = frozenset(row.number for row in draft.rows if row.count == "0")


_Verb = Callable[[RosterDraft, str], RosterFormEffect]
_VERBS: dict[str, _Verb] = {
    "set": _set, "change": _change, "changed": _changed, "more": _more, "added": _added, "game": _game,
    "rows": _rows, "profile": _profile, "keep": _keep, "unit": _unit, "join": _join,
    "attach": _attach, "drop": _drop, "take": _take, "units": _units, "patch": _patch,
    "facts": _facts, "mend": _mend,
}  # fmt: skip
