"""What changed from one document to another, in players' words: "Captain: Fgt 7 → 8, +8 points".

Order: the rules, the list's own texts, profiles that came, went, changed and moved, rosters likewise.
Only profiles that changed, and those that the rosters which changed field, are priced, with the profiles
that they name; their points are those that ``appraise`` gives them in the whole list.
"""

from bisect import bisect_left
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from builder.points.appraisal import price_versions
from builder.points.book import open_book
from builder.points.catalogue import Catalogue
from builder.points.changed_design import profile_parts, text_parts
from builder.points.cut import cut_to_profiles
from builder.points.document import Document, Profile, Roster
from builder.points.facts import Facts
from builder.points.pricing import Context, total
from builder.points.sheet import NONE, list_name, profile_name, roster_name
from builder.points.systems import SYSTEMS
from builder.points.systems.system import RosterFacts
from builder.points.wording import ARROW, contents, difference, plain, price, several, some_of

Kind = Literal[
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
_FOLDED: Mapping[str, str] = {
    "profile added": "Added",
    "profile removed": "Removed",
    "profile changed": "Changed",
    "roster added": "Added",
    "roster removed": "Removed",
    "roster changed": "Changed",
}
FEW = 6
_MOVED = 3
_PARTS = 8
_LENGTH = 600

Points = Mapping[str, int | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One change. ``words`` tell the whole of it, ``parts`` each thing that is different.

    ``profile`` is the key of the profile, ``roster`` the index of the roster (in the later document, or in
    the earlier one where it went); neither is set where the list itself changed. ``before`` and ``after``
    are its points on either side, None where it was not there or had no price.
    """

    kind: Kind
    words: str
    name: str = ""
    profile: str = ""
    roster: int | None = None
    parts: tuple[str, ...] = ()
    before: int | None = None
    after: int | None = None


def changes(
    before: Document, after: Document, catalogue: Catalogue, *, before_catalogue: Catalogue | None = None
) -> tuple[Change, ...]:
    """Everything that is different in the later document, each profile and each roster once.

    The catalogue is that of both documents, unless the earlier one has another. Nothing where they are the
    same, at least one change where they are not.
    """
    if before == after:
        return ()
    earlier = catalogue if before_catalogue is None else before_catalogue
    if (before.system, before.edition) != (after.system, after.edition):
        return tuple(_other_rules(before, after, (earlier, catalogue)))
    return compare((before,), after, catalogue).changes[0]


class Comparison(NamedTuple):
    """What changed from each earlier document to the later one; the later one's prices, as far as needed."""

    changes: tuple[tuple[Change, ...], ...]
    prices: Context


def compare(
    earlier: Sequence[Document], after: Document, catalogue: Catalogue, also: Iterable[str] = ()
) -> Comparison:
    """The changes from several documents of the same rules to a later one, all priced in one pass.

    ``also`` are profiles of the later document that are to be priced besides.
    """
    pairs = [_Pair(before, after, catalogue) for before in earlier]
    asked = set(also).union(*(pair.asked for pair in pairs))
    cuts = [cut_to_profiles(pair.documents[0], pair.asked, catalogue) for pair in pairs]
    later = cut_to_profiles(after, asked, catalogue)
    prices, *former = price_versions((later, *cuts), open_book(catalogue), SYSTEMS[catalogue.system])
    for pair, context in zip(pairs, former, strict=True):
        pair.points = (_points(context), _points(prices))
    return Comparison(tuple(tuple(_changes(pair)) for pair in pairs), prices)


def _changes(pair: "_Pair") -> Iterator[Change]:
    yield from _texts(*pair.documents)
    yield from _profiles(pair)
    yield from _moved_profiles(pair)
    yield from _rosters(pair)
    yield from _moved_rosters(pair)


def _points(prices: Context) -> Points:
    return {key: total(lines) for key, lines in prices.lines.items()}


def fold(found: Sequence[Change]) -> tuple[str, ...]:
    """The changes as lines of text; more than a few of one kind are one line."""
    kinds: dict[str, list[Change]] = {}
    for change in found:
        kinds.setdefault(change.kind, []).append(change)
    lines: list[str] = []
    for kind, of_kind in kinds.items():
        if kind in _FOLDED and len(of_kind) > FEW:
            counted = several(len(of_kind), kind.partition(" ")[0])
            lines.append(f"{_FOLDED[kind]} {counted}: {some_of([change.name for change in of_kind])}")
        else:
            lines += [change.words for change in of_kind]
    return tuple(lines)


def brought_in(profiles: int, rosters: int) -> str:
    """What a new list that came with a document says of itself."""
    return f"Brought in: {contents(profiles, rosters)}"


# ------------------------------------------------------------------ the two sides


class _Pair:
    """Two documents of the same rules.

    ``asked`` are the profiles that have to be priced on either side, ``points`` what they come to there.
    """

    points: tuple[Points, Points]

    def __init__(self, before: Document, after: Document, catalogue: Catalogue) -> None:
        self.unit = catalogue.points_unit
        self.book = open_book(catalogue)
        self.documents = (before, after)
        self.profiles = tuple({p.key: p for p in side.profiles} for side in self.documents)
        self.names = tuple({p.key: profile_name(p.name) for p in side.profiles} for side in self.documents)
        self.matched = match_rosters(before.rosters, after.rosters)
        self.asked = {key for key in (*self.profiles[0], *self.profiles[1]) if self.is_changed(key)}
        same = {(new, old) for new, old in self.matched.items() if after.rosters[new] == before.rosters[old]}
        for place, side in enumerate(self.documents):
            quiet = {pair[1 - place] for pair in same}
            changed = (roster for index, roster in enumerate(side.rosters) if index not in quiet)
            self.asked.update(entry.profile for roster in changed for entry in roster.entries)

    def is_changed(self, key: str) -> bool:
        return self.profiles[0].get(key) != self.profiles[1].get(key)

    def roster_points(self, place: int, roster: Roster) -> int | None:
        facts: Mapping[str, Facts] = {}
        return RosterFacts.of(self.book, roster, self.points[place], facts, {}).points

    def name(self, key: str) -> str:
        """What a profile is called, by its later name; the key of one that is on neither side."""
        return plain(self.names[1].get(key) or self.names[0].get(key) or key)


# ------------------------------------------------------------------ the list itself


def _other_rules(
    before: Document, after: Document, catalogues: tuple[Catalogue, Catalogue]
) -> Iterator[Change]:
    """Other rules price everything anew: what stands on either side is counted, not compared."""
    old, new = (f"{rules.system_name} {rules.edition}" for rules in catalogues)
    yield Change(kind="rules", words=f"Rules: {plain(old)} {ARROW} {plain(new)}")
    yield from _texts(before, after)
    counts = tuple(contents(len(side.profiles), len(side.rosters)) for side in (before, after))
    if counts[0] != counts[1]:
        yield Change(kind="rules", words=f"{counts[0]} {ARROW} {counts[1]}")


def _texts(before: Document, after: Document) -> Iterator[Change]:
    if before.name != after.name:
        old, new = plain(list_name(before.name)), plain(list_name(after.name))
        yield Change(kind="name", words=f"Name: {old} {ARROW} {new}", name=new)
    if before.setting != after.setting:
        old, new = plain(before.setting) or NONE, plain(after.setting) or NONE
        yield Change(kind="setting", words=f"Setting: {old} {ARROW} {new}")
    for words in text_parts("Background", before.background, after.background):
        yield Change(kind="background", words=words)


# ------------------------------------------------------------------ profiles


def _profiles(pair: _Pair) -> Iterator[Change]:
    old, new = pair.profiles
    for key in new:
        if key not in old:
            yield _came_or_went(pair, key, 1)
    for key in old:
        if key not in new:
            yield _came_or_went(pair, key, 0)
    for key in new:
        if key in old and pair.is_changed(key):
            yield _changed_profile(pair, old[key], new[key])


def _came_or_went(pair: _Pair, key: str, place: int) -> Change:
    points, name = pair.points[place][key], pair.name(key)
    words = f"{name}, {price(points, pair.unit)}"
    if place:
        return Change(kind="profile added", words=f"Added {words}", name=name, profile=key, after=points)
    return Change(kind="profile removed", words=f"Removed {words}", name=name, profile=key, before=points)


def _changed_profile(pair: _Pair, old: Profile, new: Profile) -> Change:
    points = pair.points[0][old.key], pair.points[1][new.key]
    name = plain(profile_name(old.name))
    renamed = [f"now called {pair.name(new.key)}"] if old.name != new.name else []
    parts = (*renamed, *profile_parts(pair.book, old, new, (pair.names[0], pair.names[1])))
    return Change(
        kind="profile changed",
        words=_sentence(name, parts, difference(*points, pair.unit), unpriced=points == (None, None)),
        name=pair.name(new.key),
        profile=new.key,
        parts=tuple(plain(part, _LENGTH) for part in parts),
        before=points[0],
        after=points[1],
    )


def _sentence(name: str, parts: Sequence[str], points: str, *, unpriced: bool = False) -> str:
    rest = len(parts) - _PARTS
    told = [*parts[:_PARTS], *([f"{several(rest, 'thing')} more"] if rest > 0 else [])]
    line = plain(f"{name}: {', '.join(told)}", _LENGTH)
    return ", ".join(part for part in (line, points or ("no price" if unpriced else "")) if part)


def _moved_profiles(pair: _Pair) -> Iterator[Change]:
    moved = moves(tuple(pair.profiles[0]), tuple(pair.profiles[1]))
    if len(moved) > _MOVED:
        yield Change(kind="profile moved", words="Profiles put in another order")
        return
    places = {key: place for place, key in enumerate(pair.profiles[1], 1)}
    for key in moved:
        words = f"{pair.name(key)} moved to place {places[key]} of {len(places)}"
        yield Change(kind="profile moved", words=words, name=pair.name(key), profile=key)


def moves(before: Sequence[str], after: Sequence[str]) -> list[str]:
    """The fewest keys that have to be moved so that those on both sides stand as they do afterwards."""
    places = {key: place for place, key in enumerate(before)}
    common = [key for key in after if key in places]
    # The longest rising row of old places (patience sorting) stays; whatever is not in it has moved.
    tops: list[int] = []
    piles: list[int] = []
    for key in common:
        pile = bisect_left(tops, places[key])
        tops[pile : pile + 1] = [places[key]]
        piles.append(pile)
    stays, wanted = set(), len(tops) - 1
    for key, pile in zip(reversed(common), reversed(piles), strict=True):
        if pile == wanted:
            stays.add(key)
            wanted -= 1
    return [key for key in common if key not in stays]


# ------------------------------------------------------------------ rosters


def match_rosters(before: Sequence[Roster], after: Sequence[Roster]) -> dict[int, int]:
    """Which earlier roster each later one was, by index: rosters have no name that is theirs alone.

    In this order: the same ones, those of one name, those with the same models, those at the same place
    that share a profile or were empty.
    """
    found: dict[int, int] = {}
    tests: tuple[Callable[[Roster], Hashable], ...] = (
        lambda roster: roster,
        lambda roster: roster.name or None,
        lambda roster: roster.entries or None,
    )
    for test in tests:
        waiting: dict[Hashable, list[int]] = {}
        for index, roster in enumerate(before):
            if index not in found.values() and test(roster) is not None:
                waiting.setdefault(test(roster), []).append(index)
        for index, roster in enumerate(after):
            if index not in found and (same := waiting.get(test(roster))):
                found[index] = same.pop(0)
    for index, (old, new) in enumerate(zip(before, after, strict=False)):
        if index not in found and index not in found.values() and _are_alike(old, new):
            found[index] = index
    return found


def _are_alike(old: Roster, new: Roster) -> bool:
    shared = {entry.profile for entry in old.entries} & {entry.profile for entry in new.entries}
    return bool(shared) or not old.entries or not new.entries


def _rosters(pair: _Pair) -> Iterator[Change]:
    old, new = (side.rosters for side in pair.documents)
    for index, roster in enumerate(new):
        if index not in pair.matched:
            yield _roster_came_or_went(pair, index, roster, 1)
    for index, roster in enumerate(old):
        if index not in pair.matched.values():
            yield _roster_came_or_went(pair, index, roster, 0)
    for index, roster in enumerate(new):
        if index in pair.matched and old[pair.matched[index]] != roster:
            yield _changed_roster(pair, index, old[pair.matched[index]], roster)


def _roster_came_or_went(pair: _Pair, index: int, roster: Roster, place: int) -> Change:
    points, name = pair.roster_points(place, roster), plain(roster_name(roster.name))
    words = f"roster {name}, {price(points, pair.unit)} of {roster.limit}"
    if place:
        return Change(kind="roster added", words=f"Added {words}", name=name, roster=index, after=points)
    return Change(kind="roster removed", words=f"Removed {words}", name=name, roster=index, before=points)


def _changed_roster(pair: _Pair, index: int, old: Roster, new: Roster) -> Change:
    points = pair.roster_points(0, old), pair.roster_points(1, new)
    parts = tuple(_roster_parts(pair, old, new))
    return Change(
        kind="roster changed",
        words=_sentence(plain(roster_name(old.name)), parts, difference(*points, pair.unit)),
        name=plain(roster_name(new.name)),
        roster=index,
        parts=parts,
        before=points[0],
        after=points[1],
    )


def _roster_parts(pair: _Pair, old: Roster, new: Roster) -> Iterator[str]:
    if old.name != new.name:
        yield f"now called {plain(roster_name(new.name))}"
    if old.limit != new.limit:
        yield f"game size {old.limit} {ARROW} {new.limit}"
    counts = _counts(old), _counts(new)
    changed = [key for key in counts[0] | counts[1] if counts[0].get(key, 0) != counts[1].get(key, 0)]
    for key in changed:
        yield f"{counts[0].get(key, 0)} {ARROW} {counts[1].get(key, 0)} {pair.name(key)}"
    if old.entries != new.entries and not changed:
        yield "rows in another order"


def _counts(roster: Roster) -> dict[str, int]:
    counts: dict[str, int] = {}
    for entry in roster.entries:
        counts[entry.profile] = counts.get(entry.profile, 0) + entry.count
    return counts


def _moved_rosters(pair: _Pair) -> Iterator[Change]:
    old, later = (range(len(side.rosters)) for side in pair.documents)
    new = [str(pair.matched[index]) for index in later if index in pair.matched]
    if moves([str(index) for index in old], new):
        yield Change(kind="roster moved", words="Rosters put in another order")
