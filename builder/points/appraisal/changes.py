"""Changes between two documents, in players' words: "Captain: Fgt 7 → 8, +8 points".

Changes of the edition and of the list's own texts come first. Then come added, removed, changed and moved
profiles. Rosters come last, in the same order. To save time, some profiles are not priced. Those that are
priced have the same points as in ``appraise``: the changed profiles, the profiles in changed rosters, and
the profiles that they name.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Literal, TypeVar

from builder.points.appraisal.appraisal import price_document
from builder.points.appraisal.design_changes import profile_differences, text_differences
from builder.points.document.cut import extract_profiles
from builder.points.document.document import Document, Profile, Roster, RosterEntry
from builder.points.document.units import fact_text, unit_kind
from builder.points.document.variants import with_variants
from builder.points.legality.standalone import profile_contexts
from builder.points.pricing.pricing import PricedList, total_points
from builder.points.pricing.system import counted_points, joins_later
from builder.points.pricing.texts import NONE
from builder.points.rules.catalogue import Attribute, Catalogue
from builder.points.rules.catalogue_index import index_of
from builder.points.rules.names import list_name, profile_name, roster_name
from builder.points.rules.wording import (
    ARROW,
    first_few,
    list_contents,
    one_line,
    pluralize,
    points_change,
    price,
    text_change,
    unpriced,
)
from builder.points.systems import SYSTEMS

T = TypeVar("T")

ChangeKind = Literal[
    "rules",
    "name",
    "setting",
    "background",
    "profile added",
    "profile removed",
    "profile changed",
    "profile moved",
    "roster added",
    "roster removed",
    "roster changed",
    "roster moved",
]
_SUMMARY_VERBS: Mapping[str, str] = {
    "profile added": "Added",
    "profile removed": "Removed",
    "profile changed": "Changed",
    "roster added": "Added",
    "roster removed": "Removed",
    "roster changed": "Changed",
}
_MAX_LINES_OF_KIND = 6
_MAX_MOVES = 3
_MAX_PARTS = 8
_MAX_LENGTH = 600

Side = Literal[0, 1]
"""The index in a pair: 0 for the earlier document, 1 for the later document."""

PointsByKey = Mapping[str, int | None]
ValuesByKey = Mapping[str, Mapping[str, str]]
"""The texts of calculated values with the roles "price" and "spent".

The keys are those of profiles, and then the codes of values.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A change of a list, of a profile or of a roster."""

    kind: Annotated[ChangeKind, "Kind of change."]
    words: Annotated[str, "The change in one sentence."]
    name: Annotated[str, 'Name of the profile or roster; "" for the list.'] = ""
    profile: Annotated[str, 'Key of the profile; "" for a roster or the list.'] = ""
    roster: Annotated[
        int | None,
        "Index of the roster in the later document, or in the earlier document if it was removed; null for a "
        "profile or the list.",
    ] = None
    parts: Annotated[tuple[str, ...], "What is different, one text for each part."] = ()
    before: Annotated[int | None, "Points before the change; null if there were none."] = None
    after: Annotated[int | None, "Points after the change; null if there are none."] = None


def find_changes(before: Document, after: Document, catalogue: Catalogue) -> tuple[Change, ...]:
    """Return everything that differs in the later document, with one change for each profile and roster.

    ``catalogue`` is the catalogue of the later document.
    """
    if before == after:
        return ()
    if (before.system, before.edition) != (after.system, after.edition):
        return tuple(_edition_changes(before, after))
    pair = _DocumentPair(before, after, catalogue)
    return tuple(_pair_changes(pair))


def _pair_changes(pair: "_DocumentPair") -> Iterator[Change]:
    yield from _text_changes(*pair.documents)
    yield from _profile_changes(pair)
    yield from _profiles_moved(pair)
    yield from _roster_changes(pair)
    yield from _rosters_moved(pair)


def _points_by_key(prices: PricedList) -> PointsByKey:
    return {key: total_points(lines) for key, lines in prices.lines.items()}


def _values_by_key(document: Document, catalogue: Catalogue, prices: PricedList) -> ValuesByKey:
    contexts = profile_contexts(document, index_of(catalogue), prices, SYSTEMS[catalogue.system])
    codes = [value.code for value in catalogue.values if value.role in ("price", "spent")]
    return {
        key: {code: value.text for code in codes if (value := context.calculated_values.get(code))}
        for key, context in contexts.items()
    }


def summary_lines(changes: Sequence[Change]) -> tuple[str, ...]:
    """Return the changes as lines of text. If a kind has many changes, they are combined in one line."""
    kinds: dict[str, list[Change]] = {}
    for change in changes:
        kinds.setdefault(change.kind, []).append(change)
    lines: list[str] = []
    for kind, kind_changes in kinds.items():
        if kind in _SUMMARY_VERBS and len(kind_changes) > _MAX_LINES_OF_KIND:
            count_text = pluralize(len(kind_changes), kind.partition(" ")[0])
            lines.append(
                f"{_SUMMARY_VERBS[kind]} {count_text}: {first_few([change.name for change in kind_changes])}"
            )
        else:
            lines += [change.words for change in kind_changes]
    return tuple(lines)


def import_message(profiles: int, rosters: int) -> str:
    """Return the first line of the history of a list that was imported."""
    return f"Imported: {list_contents(profiles, rosters)}"


# ------------------------------------------------------------------ the two sides


class _DocumentPair:
    """Two documents of the same edition, with the variants of their profiles.

    Pairs have the earlier document's part first. ``matched_rosters`` contains the index of the matching
    earlier roster by the index of a later roster. ``points`` and ``values`` are only calculated for changed
    profiles, for profiles in changed rosters, and for the profiles that they name.
    """

    def __init__(self, before: Document, after: Document, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.catalogue_index = index_of(catalogue)
        self.profiles = tuple(document.profiles_by_key() for document in (before, after))
        before, after = (with_variants(document, catalogue) for document in (before, after))
        self.documents = (before, after)
        self.names = tuple(document.profile_names() for document in self.documents)
        self.matched_rosters = match_rosters(before.rosters, after.rosters)
        priced_keys = {key for key in (*self.profiles[0], *self.profiles[1]) if self.is_changed(key)}
        same = {
            (new, old)
            for new, old in self.matched_rosters.items()
            if after.rosters[new] == before.rosters[old]
        }
        for side, document in enumerate(self.documents):
            unchanged = {indexes[1 - side] for indexes in same}
            changed = (roster for index, roster in enumerate(document.rosters) if index not in unchanged)
            priced_keys.update(member.profile for roster in changed for member in roster.members())
        cuts = [extract_profiles(document, priced_keys, catalogue) for document in self.documents]
        prices = [price_document(cut, self.catalogue_index, SYSTEMS[catalogue.system]) for cut in cuts]
        self.points = tuple(map(_points_by_key, prices))
        self.values = tuple(
            _values_by_key(cut, catalogue, cut_prices) if catalogue.values else {}
            for cut, cut_prices in zip(cuts, prices, strict=True)
        )

    def is_changed(self, key: str) -> bool:
        """Return whether a profile differs between the documents, or is missing in one of them."""
        return self.profiles[0].get(key) != self.profiles[1].get(key)

    def roster_points(self, side: Side, roster: Roster) -> int | None:
        """Return the points of a roster of one document, or None if a fielded profile has no price."""
        points = 0
        for key, count in roster.counts().items():
            profile = self.profiles[side].get(key)
            if not count or key not in self.points[side]:
                continue
            if profile is None or not joins_later(self.catalogue, profile.design):
                points_per_model = counted_points(self.points[side][key], self.catalogue.floor)
                if points_per_model is None:
                    return None
                points += points_per_model * count
        return points

    def values_change(self, key: str) -> str:
        """Return the change of further prices and spent values: "Formula 16 → 18"."""
        old, new = (texts_by_key.get(key, {}) for texts_by_key in self.values)
        return ", ".join(
            f"{value.name} {old.get(code, NONE)} {ARROW} {new.get(code, NONE)}"
            for code, value in self.catalogue_index.values.items()
            if old.get(code, NONE) != new.get(code, NONE)
        )

    def further_prices(self, key: str, side: Side) -> str:
        """Return a profile's further prices in one document, as the end of a text: ", Formula 16"."""
        value_texts = self.values[side].get(key, {})
        prices = (value for value in self.catalogue_index.values.values() if value.role == "price")
        return "".join(
            f", {value.name} {value_texts[value.code]}" for value in prices if value.code in value_texts
        )

    def name(self, key: str) -> str:
        """Return the later name of a profile, or else its earlier name, or its key if it has neither."""
        return one_line(self.names[1].get(key) or self.names[0].get(key) or key)


# ------------------------------------------------------------------ the list itself


def _edition_changes(before: Document, after: Document) -> Iterator[Change]:
    """Yield the changes between editions: texts and counts only, because all prices differ."""
    yield Change(kind="rules", words=f"Rules: edition {before.edition} {ARROW} {after.edition}")
    yield from _text_changes(before, after)
    counts = tuple(list_contents(len(each.profiles), len(each.rosters)) for each in (before, after))
    if counts[0] != counts[1]:
        yield Change(kind="rules", words=f"{counts[0]} {ARROW} {counts[1]}")


def _text_changes(before: Document, after: Document) -> Iterator[Change]:
    if before.name != after.name:
        old, new = one_line(list_name(before.name)), one_line(list_name(after.name))
        yield Change(kind="name", words=f"Name: {old} {ARROW} {new}", name=new)
    if before.setting != after.setting:
        old, new = one_line(before.setting) or NONE, one_line(after.setting) or NONE
        yield Change(kind="setting", words=f"Setting: {old} {ARROW} {new}")
    for words in text_differences("Background", before.background, after.background):
        yield Change(kind="background", words=words)


# ------------------------------------------------------------------ profiles


def _profile_changes(pair: _DocumentPair) -> Iterator[Change]:
    old, new = pair.profiles
    for key in new:
        if key not in old:
            yield _profile_added_or_removed(pair, key, 1)
    for key in old:
        if key not in new:
            yield _profile_added_or_removed(pair, key, 0)
    for key in new:
        if key in old and pair.is_changed(key):
            yield _profile_changed(pair, old[key], new[key])


def _profile_added_or_removed(pair: _DocumentPair, key: str, side: Side) -> Change:
    points, name = pair.points[side][key], pair.name(key)
    words = f"{name}, {price(points, pair.catalogue)}{pair.further_prices(key, side)}"
    if side:
        return Change(kind="profile added", words=f"Added {words}", name=name, profile=key, after=points)
    return Change(kind="profile removed", words=f"Removed {words}", name=name, profile=key, before=points)


def _profile_changed(pair: _DocumentPair, old: Profile, new: Profile) -> Change:
    points = pair.points[0][old.key], pair.points[1][new.key]
    name = one_line(profile_name(old.name))
    renamed = [f"renamed to {pair.name(new.key)}"] if old.name != new.name else []
    parts = (*renamed, *profile_differences(pair.catalogue_index, old, new, (pair.names[0], pair.names[1])))
    return Change(
        kind="profile changed",
        words=_sentence(
            name,
            parts,
            unpriced(pair.catalogue) if points == (None, None) else points_change(*points, pair.catalogue),
            pair.values_change(new.key),
        ),
        name=pair.name(new.key),
        profile=new.key,
        parts=tuple(one_line(part, _MAX_LENGTH) for part in parts),
        before=points[0],
        after=points[1],
    )


def _sentence(name: str, parts: Sequence[str], points: str, other_values: str = "") -> str:
    rest = len(parts) - _MAX_PARTS
    shown = [*parts[:_MAX_PARTS], *([f"{pluralize(rest, 'thing')} more"] if rest > 0 else [])]
    line = one_line(f"{name}: {', '.join(shown)}", _MAX_LENGTH)
    return ", ".join(filter(None, (line, points, other_values)))


def _profiles_moved(pair: _DocumentPair) -> Iterator[Change]:
    moved = moved_keys(tuple(pair.profiles[0]), tuple(pair.profiles[1]))
    if len(moved) > _MAX_MOVES:
        yield Change(kind="profile moved", words="Profiles reordered")
        return
    positions = {key: position for position, key in enumerate(pair.profiles[1], 1)}
    for key in moved:
        words = f"{pair.name(key)} moved to {positions[key]} of {len(positions)}"
        yield Change(kind="profile moved", words=words, name=pair.name(key), profile=key)


def moved_keys(before: Sequence[str], after: Sequence[str]) -> list[str]:
    """Return the fewest keys that must be moved to change the earlier order into the later order.

    Keys that only one of the two orders contains are ignored.
    """
    positions = {key: position for position, key in enumerate(before)}
    common = [key for key in after if key in positions]
    # Patience sorting finds the longest increasing subsequence of the earlier positions. All other keys move.
    tops: list[int] = []
    piles: list[int] = []
    for key in common:
        pile = bisect_left(tops, positions[key])
        tops[pile : pile + 1] = [positions[key]]
        piles.append(pile)
    unmoved, next_pile = set(), len(tops) - 1
    for key, pile in zip(reversed(common), reversed(piles), strict=True):
        if pile == next_pile:
            unmoved.add(key)
            next_pile -= 1
    return [key for key in common if key not in unmoved]


# ------------------------------------------------------------------ rosters


def match_rosters(before: Sequence[Roster], after: Sequence[Roster]) -> dict[int, int]:
    """Return the index of the earlier roster that each later roster matches.

    Roster names are not unique, so equal rosters match first, then those with the same name, then those with
    the same rows. Last, rosters at the same index match if they share a profile or if one of them is empty.
    """
    matched = _match_by_keys(
        before,
        after,
        lambda roster: roster,
        lambda roster: roster.name or None,
        lambda roster: roster.entries or None,
    )
    for index, (old, new) in enumerate(zip(before, after, strict=False)):
        if index not in matched and index not in matched.values() and _are_alike(old, new):
            matched[index] = index
    return matched


def _match_by_keys(before: Sequence[T], after: Sequence[T], *keys: Callable[[T], Hashable]) -> dict[int, int]:
    """Return the index of the earlier value with the same key that each later value has.

    The key functions are tried in their order. Values with the key None don't match.
    """
    matched: dict[int, int] = {}
    for key in keys:
        unmatched: dict[Hashable, list[int]] = {}
        taken = set(matched.values())
        for index, value in enumerate(before):
            if index not in taken and key(value) is not None:
                unmatched.setdefault(key(value), []).append(index)
        for index, value in enumerate(after):
            if index not in matched and (same := unmatched.get(key(value))):
                matched[index] = same.pop(0)
    return matched


def _are_alike(old: Roster, new: Roster) -> bool:
    shared = {member.profile for member in old.members()} & {member.profile for member in new.members()}
    return bool(shared) or not old.entries or not new.entries


def _roster_changes(pair: _DocumentPair) -> Iterator[Change]:
    old, new = (document.rosters for document in pair.documents)
    for index, roster in enumerate(new):
        if index not in pair.matched_rosters:
            yield _roster_added_or_removed(pair, index, roster, 1)
    for index, roster in enumerate(old):
        if index not in pair.matched_rosters.values():
            yield _roster_added_or_removed(pair, index, roster, 0)
    for index, roster in enumerate(new):
        if index in pair.matched_rosters and old[pair.matched_rosters[index]] != roster:
            yield _roster_changed(pair, index, old[pair.matched_rosters[index]], roster)


def _name_of_roster(pair: _DocumentPair, roster: Roster) -> str:
    return one_line(roster_name(roster.name, pair.catalogue.words.roster))


def _roster_added_or_removed(pair: _DocumentPair, index: int, roster: Roster, side: Side) -> Change:
    points, name = pair.roster_points(side, roster), _name_of_roster(pair, roster)
    words = f"roster {name}, {price(points, pair.catalogue)}{_limit_text(roster)}"
    if side:
        return Change(kind="roster added", words=f"Added {words}", name=name, roster=index, after=points)
    return Change(kind="roster removed", words=f"Removed {words}", name=name, roster=index, before=points)


def _roster_changed(pair: _DocumentPair, index: int, old: Roster, new: Roster) -> Change:
    points = pair.roster_points(0, old), pair.roster_points(1, new)
    parts = tuple(_roster_differences(pair, old, new))
    return Change(
        kind="roster changed",
        words=_sentence(_name_of_roster(pair, old), parts, points_change(*points, pair.catalogue)),
        name=_name_of_roster(pair, new),
        roster=index,
        parts=parts,
        before=points[0],
        after=points[1],
    )


def _roster_differences(pair: _DocumentPair, old: Roster, new: Roster) -> Iterator[str]:
    if old.name != new.name:
        yield f"renamed to {_name_of_roster(pair, new)}"
    if old.limit != new.limit:
        yield f"{pair.catalogue.words.limit} {_limit_or_none(old)} {ARROW} {_limit_or_none(new)}"
    if old.fields != new.fields:
        yield from _fact_changes(pair.catalogue.roster.fields, old.fields, new.fields)
    before, after = old.counts(), new.counts()
    changed_keys = [key for key in before | after if before[key] != after[key]]
    for key in changed_keys:
        yield f"{before[key]} {ARROW} {after[key]} {pair.name(key)}"
    if old.entries != new.entries:
        yield from _row_differences(pair, old, new, has_new_counts=bool(changed_keys))


def _row_differences(pair: _DocumentPair, old: Roster, new: Roster, *, has_new_counts: bool) -> Iterator[str]:
    """Yield the differences between the rows of two rosters, without their order if the counts are new."""
    plain = [tuple(replace(entry, name="", fields={}) for entry in roster.entries) for roster in (old, new)]
    for before, after in _paired_rows(old, new, in_order=plain[0] == plain[1]):
        if before.name != after.name:
            yield f"unit {one_line(before.name or NONE)} renamed to {one_line(after.name or NONE)}"
        kind = unit_kind(pair.catalogue_index.catalogue, after.unit)
        fact_changes = _fact_changes(kind.fields if kind else (), before.fields, after.fields)
        name = one_line(after.name) or pair.name(after.profile)
        yield from (f"{name}: {text}" for text in fact_changes)
    if has_new_counts or plain[0] == plain[1]:
        return
    if not _has_units(old, new) or Counter(old.entries) == Counter(new.entries):
        yield "rows reordered"
    else:
        yield "units rearranged"


def _paired_rows(old: Roster, new: Roster, *, in_order: bool) -> Iterator[tuple[RosterEntry, RosterEntry]]:
    """Yield pairs of the earlier and the later state of a row.

    They are at the same index if ``in_order``, or have the same main profile and name. Of several such rows,
    those with the same facts are paired first.
    """
    if in_order:
        yield from zip(old.entries, new.entries, strict=True)
        return
    matched = _match_by_keys(
        old.entries,
        new.entries,
        lambda entry: (entry.profile, entry.name, tuple(sorted(entry.fields.items()))),
        lambda entry: (entry.profile, entry.name),
    )
    yield from ((old.entries[matched[index]], new.entries[index]) for index in sorted(matched))


def _limit_or_none(roster: Roster) -> str:
    return "none" if roster.limit is None else str(roster.limit)


def _limit_text(roster: Roster) -> str:
    return "" if roster.limit is None else f" of {roster.limit}"


def _has_units(*rosters: Roster) -> bool:
    return any(entry.is_unit_or_variant for roster in rosters for entry in roster.entries)


def _fact_changes(
    parts: Iterable[Attribute], old: Mapping[str, int | str], new: Mapping[str, int | str]
) -> Iterator[str]:
    """Yield a text for each changed fact of a roster or unit, with the old and the new value."""
    for part in parts:
        before, after = old.get(part.code), new.get(part.code)
        if before != after:
            yield fact_change(part, before, after)


def fact_change(part: Attribute, before: int | str | None, after: int | str | None) -> str:
    """Return the change of a fact as text: "Credits won 100 → 250"."""
    if part.kind == "text":
        return text_change(part.name, str(before or ""), str(after or ""))
    blank = "no" if part.kind == "flag" else "none"
    values = [one_line(fact_text(part, value)) or blank for value in (before, after)]
    return f"{part.name} {values[0]} {ARROW} {values[1]}"


def _rosters_moved(pair: _DocumentPair) -> Iterator[Change]:
    count_before, count_after = (len(document.rosters) for document in pair.documents)
    order = [
        str(pair.matched_rosters[index]) for index in range(count_after) if index in pair.matched_rosters
    ]
    if moved_keys([str(index) for index in range(count_before)], order):
        yield Change(kind="roster moved", words="Rosters reordered")
