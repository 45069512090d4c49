"""Texts in players' own style, and the expected result for each part."""

import contextlib
import tomllib
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from builder.points.document.design import Pick, Weapon
from builder.points.document.json_reader import DEFAULT_LIMITS, DocumentError
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.catalogue_index import index_of
from builder.points.shorthand import ParsedProfile, ParsedText, max_bytes, read_shorthand
from tests.points.round_trips import check_signs
from tests.support.cpu import without_hanging
from tests.support.designs import PUBLISHED

FILES = sorted(Path(__file__).with_name("texts").glob("*.toml"))
BY_SYSTEM = {catalogue.system: catalogue for catalogue in PUBLISHED}
TEXTS = [
    (BY_SYSTEM[path.stem], text) for path in FILES for text in tomllib.loads(path.read_text("utf-8"))["text"]
]


def said(parsed: ParsedProfile, catalogue: Catalogue) -> tuple[Any, ...]:
    """Return the short form of a profile in the files: name, values, items, count and price."""
    design = parsed.profile.design
    values = {f"{code} {value}" for code, value in design.values.items()}
    things = [
        weapon_text(weapon, catalogue, slot) for slot, weapons in design.weapons.items() for weapon in weapons
    ]
    things += [pick_text(pick) for picks in design.picks.values() for pick in picks]
    is_person = any(kind.most for kind in catalogue.kinds)
    return parsed.profile.name, values, sorted(things), 1 if is_person else parsed.models, list(parsed.claims)


def weapon_text(weapon: Weapon, catalogue: Catalogue, slot: str) -> str:
    labels = {field.code: field.label for field in index_of(catalogue).weapon_slots[slot].fields}
    codes = [f"{labels[code]}{number}" for code, number in weapon.fields.items()]
    return f"{weapon.name} [{' '.join([*codes, *weapon.properties])}]".strip()


def pick_text(pick: Pick) -> str:
    given = ", ".join(str(value) for value in pick.parameters.values())
    return f"{pick.code}({given})" if given else pick.code


def wanted(line: str) -> tuple[Any, ...]:
    """Return the expected result in a line of the files."""
    name, values, things, count, price = [*(part.strip() for part in line.split("|")), "", "", "", ""][:5]
    return (
        name,
        {value.strip() for value in values.split(",") if value.strip()},
        sorted(thing.strip() for thing in things.split(", ") if thing.strip()),
        int(count[1:] or 1),
        [int(price.removeprefix("says "))] if price else [],
    )


@pytest.mark.parametrize(("catalogue", "text"), TEXTS, ids=[text["text"][:40] for _, text in TEXTS])
def test_each_piece_is_right_or_reported(catalogue: Catalogue, text: dict[str, Any]) -> None:
    reading: ParsedText = read_shorthand(text["text"].strip("\n"), catalogue)
    assert [said(profile, catalogue) for profile in reading.profiles] == [
        wanted(sent_profile) for sent_profile in text["profiles"]
    ]
    assert [rest.text for rest in reading.all_unparsed] == text.get("unread", [])
    assert [question.text for question in reading.questions] == text.get("asks", [])
    assert [f"{total.stated} of {total.calculated}" for total in reading.totals] == text.get("totals", [])
    if "roster" in text:
        assert reading.roster is not None
        assert sum(entry.count for entry in reading.roster.entries) == text["roster"]
    if "limit" in text:
        assert reading.roster is not None
        assert reading.roster.limit == text["limit"]
    check_signs(reading)
    marked = [(piece.start, piece.end) for piece in reading.marked_pieces]
    assert all(end <= start for (_, end), (start, _) in pairwise(marked))


def test_texts_with_too_many_profiles_are_rejected() -> None:
    """In a crew each person is a profile, so a count creates several profiles."""
    with pytest.raises(DocumentError, match="more than 300 profiles"):
        read_shorthand("Recruit x 9999", BY_SYSTEM["stargrave"])


def test_every_game_has_twelve_texts() -> None:
    assert {path.stem for path in FILES} == {*BY_SYSTEM}
    assert all(sum(item is catalogue for item, _ in TEXTS) >= 12 for catalogue in BY_SYSTEM.values())


@pytest.mark.parametrize(("system", "text", "unread", "suggestion"), [
    ("unbridled-fury", "Grunt Mov 6 Fgt 6 d8", "d8", "write Command Die before it"),
    ("zapp", "Cleric, Animate Forest", "Animate Forest", "it is only for Wizards"),
    ("stargrave", "Hacker, Puppet Master\nMedic", "Puppet Master",
     "it is only for Captains and First mates"),
])  # fmt: skip
def test_known_words_that_are_unread_get_the_reason_instead_of_similar_words(
    system: str, text: str, unread: str, suggestion: str
) -> None:
    (rest,) = read_shorthand(text, BY_SYSTEM[system]).all_unparsed
    assert (rest.text, rest.suggestion) == (unread, suggestion)


def test_people_below_a_gun_with_a_crew_are_a_profile_of_their_own() -> None:
    reading = read_shorthand("2 light guns, crew 8\n5 goblins", BY_SYSTEM["zapp"])
    gun, goblins = (profile.profile.design.values for profile in reading.profiles)
    assert "figures" not in gun
    assert goblins["figures"] == 5


@pytest.mark.parametrize(("text", "title"), [
    ("The Green Tide\n\nGrunt Mov 6 Fgt 6", "The Green Tide"),
    ("# **The Green Tide**\n\nGrunt Mov 6 Fgt 6", "The Green Tide"),
    ("The Green Tide (500 points)\n\n3x Grunt Mov 6 Fgt 6", "The Green Tide"),
    ("Grunt Mov 6 Fgt 6", ""),
])  # fmt: skip
def test_a_title_is_the_name_of_the_list(text: str, title: str) -> None:
    assert read_shorthand(text, BY_SYSTEM["unbridled-fury"]).title == title


def filled(part: str) -> str:
    """Return the largest text that can be pasted, made of one repeated part."""
    byte_limit = max_bytes(DEFAULT_LIMITS) - 30
    return (part * (byte_limit // len(part) + 1))[:byte_limit]


@pytest.mark.parametrize("part", [
    '"a "b' * 60 + "\n", '"' * 9_000 + "\n", "total " * 1_500 + "\n", "," * 9_000 + "\n", "\n",
    "1 " * 4_000 + "\n", "with zz " * 300 + "\n",
    "Undead " * 1_200 + "\n", "Mov " * 2_000 + "\n", "[" * 4_000 + "]" * 4_000 + "\n", "2x " * 3_000 + "\n",
    "Ann Mov 6 SW " + "R5 AP4 " * 1_200 + "\n", "Mov\tFgt\tShg\n6\t7\t8\n",
    "Ann (2) - 7, Undead: Sword [20cr]\n",
], ids=lambda part: part[:12])  # fmt: skip
@pytest.mark.parametrize("is_ours", [False, True])
@pytest.mark.parametrize("system", sorted(BY_SYSTEM))
@pytest.mark.sampled(every=9)  # of 140: each game and each text among them
def test_hostile_texts_are_read_quickly(system: str, part: str, is_ours: bool) -> None:
    """The text is parsed, or rejected with a message."""
    catalogue = BY_SYSTEM[system]
    read_shorthand("Ann", catalogue)  # the words of the game are collected once
    with without_hanging(), contextlib.suppress(DocumentError):
        read_shorthand(filled(part) + (f"\n{catalogue.title}" if is_ours else ""), catalogue)
