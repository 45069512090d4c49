"""Differences between two documents: all of them, in players' words, with the change of points."""

import copy
import unicodedata
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.points.appraisal.appraisal import appraise
from builder.points.appraisal.changes import Change, changes, match_rosters, moved_keys, summary_lines
from builder.points.document.document import Document, Profile, Roster, RosterEntry, parse_document
from tests.support.designs import CATALOGUES, FURY, design, document, gun, picks, read_document
from tests.support.strategies import documents

Json = dict[str, Any]
MINUS = "\N{MINUS SIGN}"
DOUBLE = {"name": "Friday night", "limit": 500, "entries": [{"profile": "grunt", "count": 2}]}


def company(**designs: Json) -> Json:
    """A captain, a grunt, and any other named profiles."""
    return document({"captain": design(fgt=7), "grunt": design(), **designs}, rosters=[copy.deepcopy(DOUBLE)])


def change_words(before: Json, after: Json) -> list[str]:
    return [change.words for change in changes(read_document(before), read_document(after), FURY)]


def changed(edit: str, value: object, full: Json | None = None) -> Json:
    """The company with one place changed, named by its steps: "profiles.0.design.size"."""
    copied = copy.deepcopy(full or company())
    holder: Any = copied
    *steps, last = edit.split(".")
    for step in steps:
        holder = holder[int(step)] if isinstance(holder, list) else holder[step]
    holder[int(last) if isinstance(holder, list) else last] = value
    return copied


# ------------------------------------------------------------------ one thing at a time

CAPTAIN = "profiles.0"
GROUP = next(slot.group for slot in FURY.pick_slots if slot.code == "properties")
ONE_THING = [
    (f"{CAPTAIN}.design.attributes.fgt", 8, "Captain: Fgt 7 → 8"),
    (f"{CAPTAIN}.design.size", 3, "Captain: Sz 2 → 3"),
    (f"{CAPTAIN}.design.command_die", "d8", "Captain: CD none → d8"),
    (f"{CAPTAIN}.design.attributes.arm", 5, "Captain: Arm - → 5"),
    (f"{CAPTAIN}.design.armour_property", "H", "Captain: Armour property Basic → "),
    (f"{CAPTAIN}.design.combat_weapon", {"name": "Axe", "properties": ["B"]}, "Captain: CW (renamed to Axe)"),
    (f"{CAPTAIN}.design.combat_weapon", {"properties": ["B", "AP4"]}, "Captain: CW (added AP4)"),
    (f"{CAPTAIN}.design.shooting_weapons", [gun("FF4")], "Captain: added SW (R4 FF4)"),
    (f"{CAPTAIN}.design.properties", picks("fearless"), "Captain: added Fearless"),
    (f"{CAPTAIN}.max", 2, "Captain: Max – → 2"),
    (f"{CAPTAIN}.notes", "Old Nick", "Captain: notes added (8 characters)"),
    (f"{CAPTAIN}.name", "Boss", "Captain: renamed to Boss"),
    ("name", "", "Name: A company → Unnamed list"),
    ("setting", "A plain", "Setting: – → A plain"),
    ("background", "Once upon", "Background added (9 characters)"),
    ("rosters.0.name", "Sunday", "Friday night: renamed to Sunday"),
    ("rosters.0.limit", 750, "Friday night: game size 500 → 750"),
    ("rosters.0.entries.0.count", 3, "Friday night: 2 → 3 Grunt"),
    ("rosters.0.entries.0.profile", "captain", "Friday night: 2 → 0 Grunt, 0 → 2 Captain"),
]


@pytest.mark.parametrize(
    ("place", "value", "words"), ONE_THING, ids=[f"{p}-{v}"[:40] for p, v, _ in ONE_THING]
)
def test_one_change_is_reported_where_it_is_made(place: str, value: object, words: str) -> None:
    (said,) = change_words(company(), changed(place, value))
    assert said.startswith(words)


def test_a_change_shows_its_points() -> None:
    """What one model of the grunt comes to is read off the roster that fields two."""
    each = appraise(read_document(company()), FURY).profile("grunt").points
    assert each is not None
    more = changed("rosters.0.entries.0.count", 3)
    assert change_words(company(), more) == [f"Friday night: 2 → 3 Grunt, +{each} points"]
    assert change_words(more, company()) == [f"Friday night: 3 → 2 Grunt, {MINUS}{each} points"]


def test_steps_of_an_attribute_cost_what_the_book_says() -> None:
    """Fighting 7 costs 16 points and Fighting 8 costs 24 (page 53), at Size 2 as they are."""
    (change,) = changes(
        read_document(company()), read_document(changed(f"{CAPTAIN}.design.attributes.fgt", 8)), FURY
    )
    assert change.words == "Captain: Fgt 7 → 8, +8 points"
    assert (change.kind, change.profile, change.roster) == ("profile changed", "captain", None)


def test_changes_without_points_show_none() -> None:
    assert change_words(company(), changed(f"{CAPTAIN}.max", 2)) == ["Captain: Max – → 2"]


def test_a_value_without_a_price_is_reported_as_such() -> None:
    changed_document = changed(f"{CAPTAIN}.design.attributes.fgt", 99)
    assert change_words(company(), changed_document) == ["Captain: Fgt 7 → 99, no price any more"]
    (again,) = change_words(changed_document, company())
    assert again.startswith("Captain: Fgt 99 → 7, now ")
    assert change_words(changed_document, changed(f"{CAPTAIN}.design.attributes.fgt", 98)) == [
        "Captain: Fgt 99 → 98, no price"
    ]


def test_several_changes_of_a_profile_are_one_line() -> None:
    after = changed(f"{CAPTAIN}.design.attributes.fgt", 6)
    after = changed(f"{CAPTAIN}.design.properties", picks("fearless", {"code": "flier", "mov": 4}), after)
    (change,) = changes(read_document(company()), read_document(after), FURY)
    assert change.parts == ("Fgt 7 → 6", "added Fearless, Flier 4")


# ------------------------------------------------------------------ weapons and properties


def armed(*weapons: Json) -> Json:
    return changed(f"{CAPTAIN}.design.shooting_weapons", list(weapons))


def with_properties(*properties: str) -> Json:
    return {**gun(*properties), "name": "Bow"}


@pytest.mark.parametrize(
    ("before", "after", "part"),
    [
        ([gun("FF4")], [gun("FF4", reach=6)], "SW (Range band 4 → 6)"),
        ([gun("FF4")], [gun("FF4", "AP4")], "SW (added AP4)"),
        ([gun("FF4", "AP4")], [gun("AP8", "FF4")], "SW (removed AP4, added AP8)"),
        ([gun("FF4", "AP4")], [gun("AP4", "FF4")], "SW (properties reordered)"),
        ([gun("FF4"), gun("FF6")], [gun("FF6")], "removed SW (R4 FF4)"),
        ([gun("FF4"), gun("FF6")], [gun("FF6"), gun("FF4")], "Shooting weapons reordered"),
        ([with_properties("FF4"), gun()], [with_properties("A")], "SW Bow (removed FF4, added A)"),
    ],
)  # fmt: skip
def test_changes_of_weapons_are_reported(before: list[Json], after: list[Json], part: str) -> None:
    (change,) = changes(read_document(armed(*before)), read_document(armed(*after)), FURY)
    assert change.parts[0] == part


@pytest.mark.parametrize(
    ("before", "after", "part"),
    [
        (picks({"code": "flier", "mov": 4}), picks({"code": "flier", "mov": 6}), "Flier 4 → Flier 6"),
        (picks("fearless"), picks("climber"), "removed Fearless"),
        (picks("fearless", "climber"), picks("climber", "fearless"), "Model properties reordered"),
        (picks("fearless", "fearless"), picks("fearless"), "removed Fearless"),
    ],
)
def test_changes_of_properties_are_reported(before: list[Json], after: list[Json], part: str) -> None:
    at = f"{CAPTAIN}.design.properties"
    (change,) = changes(read_document(changed(at, before)), read_document(changed(at, after)), FURY)
    assert change.parts[0] == part


# ------------------------------------------------------------------ profiles and rosters come, go and move


def test_added_and_removed_profiles_show_their_points() -> None:
    cook = appraise(read_document(company(cook=design())), FURY).profile("cook").points
    assert change_words(company(), company(cook=design())) == [f"Added Cook, {cook} points"]
    assert change_words(company(cook=design()), company()) == [f"Removed Cook, {cook} points"]
    assert change_words(company(), company(cook=design(fgt=99))) == ["Added Cook, no price"]


def test_added_and_removed_rosters_show_their_points() -> None:
    bare = {**company(), "rosters": []}
    (change,) = changes(read_document(bare), read_document(company()), FURY)
    points = appraise(read_document(company()), FURY).rosters[0].points
    assert change.words == f"Added roster Friday night, {points} points of 500"
    assert change_words(company(), bare) == [f"Removed roster Friday night, {points} points of 500"]


def test_removing_one_of_two_equal_rosters_shows_its_points() -> None:
    twice = {**company(), "rosters": [DOUBLE, DOUBLE]}
    points = appraise(read_document(company()), FURY).rosters[0].points
    assert change_words(twice, company()) == [f"Removed roster Friday night, {points} points of 500"]


def test_a_moved_profile_is_reported_with_its_new_place() -> None:
    keys = {key: design() for key in ("ada", "bo", "cy", "di")}
    last_first = dict([("di", design()), *list(keys.items())[:3]])
    assert change_words(document(keys), document(last_first)) == ["Di moved to 1 of 4"]


def test_many_moves_are_one_line() -> None:
    keys = [f"p{number}" for number in range(12)]
    mixed = keys[1::2] + keys[::2]
    assert change_words(
        document(dict.fromkeys(keys, design())), document(dict.fromkeys(mixed, design()))
    ) == ["Profiles reordered"]


@given(st.permutations(range(9)), st.sets(st.integers(0, 8)))
def test_moving_the_reported_rows_gives_the_order(order: list[int], removed: set[int]) -> None:
    """The others keep their order, and no smaller number of moves is possible."""
    before = [str(key) for key in range(9)]
    after = [str(key) for key in order if key not in removed]
    moved = moved_keys(before, after)
    still = [key for key in after if key not in moved]
    assert still == sorted(still)
    assert len(still) == max((len(rising) for rising in _rising(after)), default=0)


def _rising(keys: list[str]) -> Iterator[list[str]]:
    best: list[list[str]] = []
    for key in keys:
        longest = max((row for row in best if row[-1] < key), key=len, default=[])
        best.append([*longest, key])
    yield from best


def test_renamed_and_changed_rosters_are_recognised() -> None:
    """The same, then by name, then by their models, then by place where they share a profile."""
    ada, bo = (RosterEntry(profile=key, count=1) for key in ("ada", "bo"))

    def roster(name: str, *entries: RosterEntry) -> Roster:
        return Roster(name=name, limit=500, entries=entries)

    before = [roster("A", ada), roster("B", bo), roster("C", ada, bo), roster("D", ada)]
    after = [roster("D", bo, ada), roster("B", bo), roster("E", ada, bo), roster("F", ada), roster("G", bo)]
    assert match_rosters(before, after) == {1: 1, 0: 3, 2: 2, 3: 0}


def test_documents_of_another_edition_are_not_compared() -> None:
    after = read_document(company())
    before = replace(after, edition="0.9", profiles=())
    assert [change.words for change in changes(before, after, FURY)] == [
        f"Rules: edition 0.9 → {FURY.edition}",
        "1 roster → 2 profiles, 1 roster",
    ]


# ------------------------------------------------------------------ grouped and shortened lines


def test_many_changes_share_one_line() -> None:
    many = {f"p{number}": design() for number in range(12)}
    change_list = changes(read_document(company()), read_document(company(**many)), FURY)
    assert len(change_list) == 12
    assert summary_lines(change_list) == ("Added 12 profiles: P0, P1, P2 and 9 more",)
    assert summary_lines(change_list[:6]) == tuple(change.words for change in change_list[:6])


def test_long_texts_are_cut() -> None:
    words = change_words(company(), changed(f"{CAPTAIN}.name", "n" * 200))
    assert words == [f"Captain: renamed to {'n' * 39}…"]
    everything = changed(
        f"{CAPTAIN}.design.properties",
        picks(*(p.code for p in FURY.properties if p.group == GROUP and not p.parameters)),
    )
    (long,) = change_words(company(), everything)
    assert len(long) < 700


@pytest.mark.parametrize("name", ["a\nb", "\0", "\u202edesrever", "\u2028", "\t", "\x9b31m", "\ud800"])
def test_names_cannot_break_the_description(name: str) -> None:
    before = Document(
        system=FURY.system, edition=FURY.edition, name="A", profiles=(Profile(key="a", name=name),)
    )
    after = Document(
        system=FURY.system, edition=FURY.edition, name="A", profiles=(Profile(key="a", name="B"),)
    )
    for change in (*changes(before, after, FURY), *changes(after, before, FURY)):
        assert not any(unicodedata.category(sign) in ("Cc", "Cf", "Cs", "Zl", "Zp") for sign in change.words)


# ------------------------------------------------------------------ any two documents


@given(documents(FURY), documents(FURY))
def test_any_two_documents_can_be_compared(first: Json, second: Json) -> None:
    """Different ones have a change, the same have none, and points are those of the appraisals."""
    before, after = (parse_document(value, CATALOGUES) for value in (first, second))
    change_list = changes(before, after, FURY)
    assert bool(change_list) == (before != after)
    assert changes(before, before, FURY) == ()
    for change in change_list:
        assert change.words.strip()
        assert not any(unicodedata.category(sign) == "Cc" for sign in change.words)
        _check_points(change, before, after)


def _check_points(change: Change, before: Document, after: Document) -> None:
    old, new = (
        {profile.key: profile.points for profile in appraise(side, FURY).profiles} for side in (before, after)
    )
    if change.profile and change.kind != "profile moved":
        assert (change.before, change.after) == (old.get(change.profile), new.get(change.profile))
    if change.kind in ("roster added", "roster changed"):
        assert change.roster is not None
        assert change.after == appraise(after, FURY).rosters[change.roster].points
    if change.kind == "roster removed":
        assert change.roster is not None
        assert change.before == appraise(before, FURY).rosters[change.roster].points
