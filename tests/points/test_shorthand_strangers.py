"""Texts of players that were once misread."""

import pytest

from builder.points.shorthand import read_shorthand
from tests.support.designs import FURY

Read = list[tuple[str, str]]


@pytest.mark.parametrize(("text", "read", "texts"), [
    ("Mov Fgt Shg\nBob 6 7 8\nTim Low 5 6 7", [("Bob", "6 7 8"), ("Tim Low", "5 6 7")], []),
    ("Mov\tFgt\tShg\nBob\t6\t7\t8\nTim\t5\t6\t7\t8", [("Bob", "6 7 8")], ["Tim\t5\t6\t7\t8"]),
    ("Mov Fgt Shg\nUnit 7 6 7 8", [("", "")], ["Unit 7 6 7 8"]),
    ("Mov Fgt Shg\nBob 6 7", [("", "")], ["Bob 6 7"]),
    ("| | Mov | Fgt | Shg |\n|:-|:-:|-:|:-:|\n| Bob | 6 | 7 | 8 |", [("Bob", "6 7 8")], []),
    ("Ann Mov 6 / Bob Arm 9", [("Ann", "6")], ["Bob Arm 9"]),
    ("Ann Mov 6 -> wolf: Arm 9, Sniper", [("Ann", "6")], ["wolf: Arm 9, Sniper"]),
    ("Ann Mov 6 Fgt 5, Tim Mov 7 Arm 9, Sniper", [("Ann", "6 5")], ["Tim", "Mov 7 Arm 9, Sniper"]),
    ("Jäger Bew. 6 Fgt 5", [("Jäger", "5")], ["Bew. 6"]),
    ("Pirat - Bew 6, Fgt 6", [("Pirat", "6")], [" - Bew 6"]),
    ("Rifleman M0v 6 Fgt 7", [("Rifleman", "7")], ["M0v 6"]),
    ("Rat M7 F5 Mov 6", [("Rat", "6")], ["M7 F5"]),
    ("Tds/Cow 5, Mov 6", [("", "5 6")], ["Tds"]),
    ("Goblin (x10, 31 pts) Mov 5", [("Goblin", "5")], []),
    ("Hicks as Sergeant but Shg 8", [("Hicks", "8")], ["as Sergeant but"]),
    ("Shg 6\nToughness? ... Steadiness 5\nCow 4", [("", "6 4")], ["Toughness? ... Steadiness 5"]),
    ("Bob\nToughness 5\nCow 4", [("Bob", "4")], ["Toughness 5"]),
    ("Max\nMov 6", [("Max", "6")], []),
    ("Max - Mov 6", [("", "6")], ["Max -"]),
    ("Cow - Mov 6 Cow 5", [("", "6 5")], ["Cow -"]),
    ("Ranger Hunter\nMov 7 6", [("Ranger Hunter", "7")], ["6"]),
    ("Bob 5 5 5\nMov 6", [("Bob", "6")], ["5 5 5"]),
    ("Total: 500 points\nBob Mov 6", [("Bob", "6")], []),
    ("Harpy Mov 3\nBob Mov 6 Fgt 7 Shg 8", [("Harpy", "3"), ("Bob", "6 7 8")], []),
])  # fmt: skip
def test_texts_of_players_are_read_or_reported(text: str, read: Read, texts: list[str]) -> None:
    reading = read_shorthand(text, FURY)
    profiles = [profile.profile for profile in reading.profiles]
    assert [(p.name, " ".join(map(str, p.design.values.values()))) for p in profiles] == read
    assert [rest.text for rest in reading.all_unparsed] == texts
    assert not any(profile.design.picks for profile in profiles)
