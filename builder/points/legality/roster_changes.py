"""Changes of a roster, such as fewer models, more models or another game size.

A change is represented as the changed roster, as a JSON Patch, or as a fix (a patch with a label).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from builder.points.document.document import (
    Member,
    Roster,
    RosterEntry,
    dump_entry,
    dump_roster,
    parse_roster,
)
from builder.points.document.json_reader import MAX_NUMBER, JsonReader, Limits
from builder.points.document.units import NewUnit
from builder.points.pricing.system import RosterContext
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.results import Fix, PatchOperation
from builder.points.rules.wording import join_and

FACTS = "/fields/"
"""The JSON path of a roster's entered facts."""

_ANY_SIZE = Limits(profiles=MAX_NUMBER)

Counts = Mapping[str, int]
"""The number of models of each profile, by its key."""


# ------------------------------------------------------------------ other rosters


def without_models(roster: Roster, models: Counts) -> Roster:
    """Return the roster without these models. Models in the last rows are removed first."""
    to_remove = {key: count for key, count in models.items() if count}
    entries = list(roster.entries)
    for index in range(len(entries) - 1, -1, -1):
        entry = entries[index]
        if entry.profile not in to_remove and not (entry.others or entry.attached):
            continue
        members = entry.members()
        counts = [member.count for member in members]
        for member_index in range(len(members) - 1, -1, -1):
            key = members[member_index].profile
            removed = min(counts[member_index], to_remove.get(key, 0))
            counts[member_index] -= removed
            to_remove[key] = to_remove.get(key, 0) - removed
        entries[index : index + 1] = row_with_counts(entry, counts)
    return replace(roster, entries=tuple(entries))


def row_with_counts(entry: RosterEntry, counts: Sequence[int]) -> list[RosterEntry]:
    """Return the row with new counts of ``entry.members()``, in a list that is empty if no model is left.

    If no model of the main profile is left, the first remaining member becomes the main profile.
    """
    members = entry.members()
    if counts == [member.count for member in members]:
        return [entry]
    if not any(counts):
        return []
    main = 0 if counts[0] else next(index for index, count in enumerate(counts) if count)
    changed = [
        Member(profile=member.profile, count=count) for member, count in zip(members, counts, strict=True)
    ]
    remaining = [
        (index, member) for index, member in enumerate(changed) if member.count and index not in (0, main)
    ]
    last_other = len(entry.others)
    return [
        replace(
            entry,
            profile=changed[main].profile,
            count=changed[main].count,
            others=tuple(member for index, member in remaining if index <= last_other),
            attached=tuple(member for index, member in remaining if index > last_other),
        )
    ]


def with_models(roster: Roster, more: Counts, units: Mapping[str, NewUnit] | None = None) -> Roster:
    """Return the roster with more models, or with more units if their sizes and kinds are in ``units``.

    Models are added to the first row of their profile that has models, or else to its first row. If the
    profile has no row, it gets a new row. Each unit gets a row of its own.
    """
    entries = list(roster.entries)
    for key, count in more.items():
        if units is not None:
            unit = RosterEntry(profile=key, count=units[key].size, unit=units[key].kind)
            entries += [unit] * count
            continue
        indexes = [index for index, entry in enumerate(entries) if entry.profile == key]
        index = next((index for index in indexes if entries[index].count), indexes[0] if indexes else None)
        if index is None:
            entries.append(RosterEntry(profile=key, count=count))
        else:
            entries[index] = replace(entries[index], count=entries[index].count + count)
    return replace(roster, entries=tuple(entries))


# ------------------------------------------------------------------ patches


def roster_patch(before: Roster, after: Roster) -> tuple[PatchOperation, ...]:
    """Return the patch that changes one roster into another, with paths relative to the roster.

    The operations go from the last row to the first, so that the indexes of rows stay valid.
    """
    patch = [PatchOperation("replace", "/limit", after.limit)] if before.limit != after.limit else []
    patch += _facts_patch(before.fields, after.fields)
    changed: list[list[PatchOperation]] = []
    left = list(after.entries)
    for index, entry in enumerate(before.entries):
        if left and entry is left[0]:
            del left[0]
        elif left and _may_become(entry, left[0]):
            changed.append([*_entry_patch(f"/entries/{index}", entry, left.pop(0))])
        else:
            changed.append([PatchOperation("remove", f"/entries/{index}")])
    patch += [operation for operations in reversed(changed) for operation in operations]
    patch += [PatchOperation("add", "/entries/-", dump_entry(entry)) for entry in left]
    return tuple(patch)


def _facts_patch(before: Mapping[str, int | str], after: Mapping[str, int | str]) -> Iterator[PatchOperation]:
    for code in sorted(before.keys() | after.keys()):
        if code not in after:
            yield PatchOperation("remove", f"{FACTS}{code}")
        elif after[code] != before.get(code):
            yield PatchOperation("replace" if code in before else "add", f"{FACTS}{code}", after[code])


def _may_become(before: RosterEntry, after: RosterEntry) -> bool:
    """Return whether a patch of members and of the kind of unit can change one row into another.

    The names and facts must be equal, and the kinds of unit if both rows have one. The new main profile must
    be a member of the old row.
    """
    same_unit = (before.name, before.unit or after.unit, before.fields) == (
        after.name,
        after.unit or before.unit,
        after.fields,
    )
    return same_unit and after.profile in {member.profile for member in before.members()}


def _entry_patch(path: str, before: RosterEntry, after: RosterEntry) -> Iterator[PatchOperation]:
    for name in ("attached", "others"):
        yield from _members_patch(f"{path}/{name}", getattr(before, name), getattr(after, name))
    if before.unit != after.unit:
        yield PatchOperation("add", f"{path}/unit", after.unit)
    if before.profile != after.profile:
        yield PatchOperation("replace", f"{path}/profile", after.profile)
    if before.count != after.count:
        yield PatchOperation("replace", f"{path}/count", after.count)


def _members_patch(path: str, before: Sequence[Member], after: Sequence[Member]) -> Iterator[PatchOperation]:
    operations, left = [], list(after)
    for index, member in enumerate(before):
        if not left or left[0].profile != member.profile:
            operations.append(PatchOperation("remove", f"{path}/{index}"))
        elif left.pop(0).count != member.count:
            count = after[len(after) - len(left) - 1].count
            operations.append(PatchOperation("replace", f"{path}/{index}/count", count))
    if left:
        value = [{"profile": member.profile, "count": member.count} for member in after]
        yield PatchOperation("add", path, value)
    else:
        yield from reversed(operations)


def apply_patch(roster: Roster, patch: Iterable[PatchOperation], catalogue: Catalogue) -> Roster:
    """Return the roster after a patch, whose paths are relative to the roster.

    Only the rows that the patch changes are converted to JSON and parsed again.
    """
    rows: list[Any] = list(roster.entries)
    value: Any = {**dump_roster(replace(roster, entries=())), "entries": rows}
    for operation in patch:
        *parents, last = operation.path.split("/")[1:]
        target = value
        for part in parents:
            if target is rows and isinstance(rows[int(part)], RosterEntry):
                rows[int(part)] = dump_entry(rows[int(part)])
            target = target[int(part)] if isinstance(target, list) else target.setdefault(part, {})
        if operation.op == "remove":
            del target[int(last) if isinstance(target, list) else last]
        elif isinstance(target, list):
            target.insert(len(target) if last == "-" else int(last), operation.value)
        else:
            target[last] = operation.value
    value["entries"] = [row for row in rows if not isinstance(row, RosterEntry)]
    changed = parse_roster(JsonReader(_ANY_SIZE), "", value, catalogue)
    read = iter(changed.entries)
    entries = (row if isinstance(row, RosterEntry) else next(read) for row in rows)
    return replace(changed, entries=tuple(entries))


# ------------------------------------------------------------------ labels and fixes


def models_text(context: RosterContext, models: Counts) -> str:
    """Return numbers of models in words: "2 × Imp and 1 × Mage"."""
    contexts = context.profile_contexts
    return join_and(f"{n} × {context.name_of(key) if key in contexts else key}" for key, n in models.items())


def roster_fix(context: RosterContext, label: str, after: Roster) -> Fix:
    """Return the fix that changes the context's roster into ``after``."""
    return Fix(label, roster_patch(context.roster, after))


def row_fix(label: str, before: RosterEntry, after: Sequence[RosterEntry]) -> Fix:
    """Return the fix that changes a row, or removes it if ``after`` is empty, with paths from the row."""
    removal = [PatchOperation("remove", "")]
    return Fix(label, tuple(_entry_patch("", before, after[0]) if after else removal))


def fact_fix(label: str, values: Mapping[str, int | str | None]) -> Fix:
    """Return the fix that sets facts that the roster has, by their code. None removes a fact."""
    return Fix(
        label,
        tuple(
            PatchOperation("remove", f"{FACTS}{code}")
            if value is None
            else PatchOperation("replace", f"{FACTS}{code}", value)
            for code, value in values.items()
        ),
    )


def addition_fix(context: RosterContext, key: str, count: int = 1) -> Fix:
    """Return the fix that adds models of a profile to its first row, or in a new row."""
    rows = [index for index, entry in enumerate(context.roster.entries) if entry.profile == key]
    added = (
        PatchOperation("replace", f"/entries/{rows[0]}/count", context.roster.entries[rows[0]].count + count)
        if rows
        else PatchOperation("add", "/entries/-", {"profile": key, "count": count})
    )
    return Fix(f"Add {models_text(context, {key: count})}", (added,))


def large_enough_sizes(context: RosterContext) -> list[int]:
    """Return the agreed game sizes that are large enough for the roster, the smallest first."""
    return sorted(
        size.points
        for size in context.catalogue_index.catalogue.game_sizes
        if context.points is not None and size.points >= context.points and size.models >= context.model_count
    )


def agreed_sizes(context: RosterContext) -> list[int]:
    """Return the agreed game sizes: first those that are large enough for the roster, then the others.

    In both groups, the size nearest to the roster's limit is first, and of two equally near the larger.
    """
    sizes = [size.points for size in context.catalogue_index.catalogue.game_sizes]
    limit, large_enough = context.roster.limit or 0, large_enough_sizes(context)
    return sorted(sizes, key=lambda size: (size not in large_enough, abs(size - limit), -size))


def has_unlisted_size(context: RosterContext) -> bool:
    """Return whether a rule requires an agreed game size, and the limit is another number."""
    catalogue, limit = context.catalogue_index.catalogue, context.roster.limit
    has_sizes = bool(catalogue.roster.size_rule and catalogue.game_sizes)
    return has_sizes and limit is not None and catalogue.game_size(limit) is None


def playable_limit(context: RosterContext) -> int | None:
    """Return the roster's limit, or None if it has none.

    If a rule requires an agreed game size and the limit isn't one, return the agreed size that should replace
    the limit, but not more than the limit.
    """
    limit = context.roster.limit
    if limit is None or not has_unlisted_size(context):
        return limit
    return min(limit, agreed_sizes(context)[0])


def advice_with_larger_game(context: RosterContext, advice: str) -> str:
    """Return the advice, followed by ", or play 500" if a larger game has room for the roster."""
    return ", or ".join([advice, *(f"play {size}" for size in large_enough_sizes(context)[:1])])
