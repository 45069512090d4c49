"""Differences between two documents: all of them, in players' words, with the change in points."""

import copy
import unicodedata
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.points.appraisal.appraisal import appraise
from builder.points.appraisal.changes import Change, find_changes, match_rosters, moved_keys, summary_lines
from builder.points.document.document import Document, Profile, Roster, RosterEntry, parse_document
from tests.support.designs import CATALOGUES, FURY, design, document, gun, picks, read_document
from tests.support.strategies import documents

Json = dict[str, Any]
MINUS = "\N{MINUS SIGN}"
DOUBLE = {"name": "Friday night", "limit": 500, "entries": [{"profile": "grunt", "count": 2}]}


def company(**designs: Json) -> Json:
    """Return a list with a captain, a grunt, and other named profiles."""
    return document({"captain": design(fgt=7), "grunt": design(), **designs}, rosters=[copy.deepcopy(DOUBLE)])


def change_words(before: Json, after: Json) -> list[str]:
    return [change.words for change in find_changes(read_document(before), read_document(after), FURY)]


def changed(edit: str, value: object, full: Json | None = None) -> Json:
    """Return the company with one changed value, at a place such as "profiles.0.design.size"."""
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
    # p. 53: Fighting 7 costs 16 points and Fighting 8 costs 24, at Size 2 as they are
    (f"{CAPTAIN}.design.attributes.fgt", 8, "Captain: Fgt 7 → 8, +8 points"),
    # half of 8 + 16 + 8 + 8 more
    (f"{CAPTAIN}.design.size", 3, "Captain: Sz 2 → 3, +20 points"),
    (f"{CAPTAIN}.design.command_die", "d8", "Captain: CD none → d8, +100 points"),
    (f"{CAPTAIN}.design.attributes.arm", 5, "Captain: Arm - → 5, +11 points"),
    (f"{CAPTAIN}.design.armour_property", "H", "Captain: Armour property Basic → Heavy, +25 points"),
    (f"{CAPTAIN}.design.combat_weapon", {"name": "Axe", "properties": ["B"]}, "Captain: CW (renamed to Axe)"),
    (f"{CAPTAIN}.design.combat_weapon", {"properties": ["B", "AP4"]}, "Captain: CW (added AP4), +5 points"),
    (f"{CAPTAIN}.design.shooting_weapons", [gun("FF4")], "Captain: added SW (R4 FF4), +14 points"),
    (f"{CAPTAIN}.design.properties", picks("fearless"), "Captain: added Fearless, +25 points"),
    (f"{CAPTAIN}.max", 2, "Captain: Max – → 2"),
    (f"{CAPTAIN}.notes", "Old Nick", "Captain: notes added (8 characters)"),
    (f"{CAPTAIN}.name", "Boss", "Captain: renamed to Boss"),
    ("name", "", "Name: A company → Unnamed list"),
    ("setting", "A plain", "Setting: – → A plain"),
    ("background", "Once upon", "Background added (9 characters)"),
    ("rosters.0.name", "Sunday", "Friday night: renamed to Sunday"),
    ("rosters.0.limit", 750, "Friday night: game size 500 → 750"),
    ("rosters.0.entries.0.count", 3, "Friday night: 2 → 3 Grunt, +32 points"),
    ("rosters.0.entries.0.count", 1, f"Friday night: 2 → 1 Grunt, {MINUS}32 points"),
    # 2 × 40 for 2 × 32
    ("rosters.0.entries.0.profile", "captain", "Friday night: 2 → 0 Grunt, 0 → 2 Captain, +16 points"),
]


@pytest.mark.parametrize(
    ("place", "value", "words"), ONE_THING, ids=[f"{p}-{v}"[:40] for p, v, _ in ONE_THING]
)
def test_one_change_is_reported_where_it_is_made_with_its_points(
    place: str, value: object, words: str
) -> None:
    (change,) = find_changes(read_document(company()), read_document(changed(place, value)), FURY)
    assert change.words == words
    of_profile, of_roster = (place.startswith(part) for part in ("profiles", "rosters"))
    assert (change.profile, change.roster) == ("captain" if of_profile else "", 0 if of_roster else None)


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
    (change,) = find_changes(read_document(company()), read_document(after), FURY)
    assert (change.kind, change.parts) == ("profile changed", ("Fgt 7 → 6", "added Fearless, Flier 4"))


# ------------------------------------------------------------------ weapons and properties


def bow(*properties: str) -> Json:
    """Return a shooting weapon with a name."""
    return {**gun(*properties), "name": "Bow"}


@pytest.mark.parametrize(("slot", "before", "after", "part"), [
    ("shooting_weapons", [gun("FF4")], [gun("FF4", reach=6)], "SW (Range band 4 → 6)"),
    ("shooting_weapons", [gun("FF4")], [gun("FF4", "AP4")], "SW (added AP4)"),
    ("shooting_weapons", [gun("FF4", "AP4")], [gun("AP8", "FF4")], "SW (removed AP4, added AP8)"),
    ("shooting_weapons", [gun("FF4", "AP4")], [gun("AP4", "FF4")], "SW (properties reordered)"),
    ("shooting_weapons", [gun("FF4"), gun("FF6")], [gun("FF6")], "removed SW (R4 FF4)"),
    ("shooting_weapons", [gun("FF4"), gun("FF6")], [gun("FF6"), gun("FF4")], "Shooting weapons reordered"),
    ("shooting_weapons", [bow("FF4"), gun()], [bow("A")], "SW Bow (removed FF4, added A)"),
    ("properties", picks({"code": "flier", "mov": 4}), picks({"code": "flier", "mov": 6}),
     "Flier 4 → Flier 6"),
    ("properties", picks("fearless"), picks("climber"), "removed Fearless"),
    ("properties", picks("fearless", "climber"), picks("climber", "fearless"), "Model properties reordered"),
    ("properties", picks("fearless", "fearless"), picks("fearless"), "removed Fearless"),
])  # fmt: skip
def test_changes_of_weapons_and_properties_are_reported(
    slot: str, before: list[Json], after: list[Json], part: str
) -> None:
    old, new = (read_document(changed(f"{CAPTAIN}.design.{slot}", items)) for items in (before, after))
    (change,) = find_changes(old, new, FURY)
    assert change.parts[0] == part


# ------------------------------------------------------------------ profiles and rosters come, go and move


def test_added_and_removed_profiles_and_rosters_show_their_points() -> None:
    assert change_words(company(), company(cook=design())) == ["Added Cook, 32 points"]
    assert change_words(company(cook=design()), company()) == ["Removed Cook, 32 points"]
    assert change_words(company(), company(cook=design(fgt=99))) == ["Added Cook, no price"]
    bare, twice = {**company(), "rosters": []}, {**company(), "rosters": [DOUBLE, DOUBLE]}
    assert change_words(bare, company()) == ["Added roster Friday night, 64 points of 500"]
    for before, after in ((company(), bare), (twice, company())):
        assert change_words(before, after) == ["Removed roster Friday night, 64 points of 500"]


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
    """The others keep their order, and fewer moves aren't possible."""
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
    """Rosters are matched by equality, by name, by models, then by place if they share a profile."""
    ada, bo = (RosterEntry(profile=key, count=1) for key in ("ada", "bo"))

    def roster(name: str, *entries: RosterEntry) -> Roster:
        return Roster(name=name, limit=500, entries=entries)

    before = [roster("A", ada), roster("B", bo), roster("C", ada, bo), roster("D", ada)]
    after = [roster("D", bo, ada), roster("B", bo), roster("E", ada, bo), roster("F", ada), roster("G", bo)]
    assert match_rosters(before, after) == {1: 1, 0: 3, 2: 2, 3: 0}


def test_documents_of_another_edition_are_not_compared() -> None:
    after = read_document(company())
    before = replace(after, edition="0.9", profiles=())
    assert [change.words for change in find_changes(before, after, FURY)] == [
        f"Rules: edition 0.9 → {FURY.edition}",
        "1 roster → 2 profiles, 1 roster",
    ]


# ------------------------------------------------------------------ grouped and shortened lines


def test_many_changes_share_one_line() -> None:
    many = {f"p{number}": design() for number in range(12)}
    change_list = find_changes(read_document(company()), read_document(company(**many)), FURY)
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
    before, after = (
        Document(system=FURY.system, edition=FURY.edition, name="A", profiles=(Profile(key="a", name=named),))
        for named in (name, "B")
    )
    for change in (*find_changes(before, after, FURY), *find_changes(after, before, FURY)):
        assert not any(unicodedata.category(sign) in ("Cc", "Cf", "Cs", "Zl", "Zp") for sign in change.words)


# ------------------------------------------------------------------ any two documents


@given(documents(FURY), documents(FURY))
def test_any_two_documents_can_be_compared(first: Json, second: Json) -> None:
    """Different documents have a change, equal documents none, and points are those of the appraisals."""
    before, after = (parse_document(value, CATALOGUES) for value in (first, second))
    change_list = find_changes(before, after, FURY)
    assert bool(change_list) == (before != after)
    assert find_changes(before, before, FURY) == ()
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
