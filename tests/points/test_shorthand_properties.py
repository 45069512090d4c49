"""Any text can be parsed: no error, no skipped part, and exports are read again."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from builder.points.appraisal.appraisal import appraise
from builder.points.document.document import Document, dump_document, parse_document
from builder.points.document.json_reader import DocumentError
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.catalogue_index import index_of
from builder.points.shorthand import ParsedText, read_shorthand
from tests.points.round_trips import check_signs, mentions_nobody, plain_profiles
from tests.points.stat_line_writer import write_stat_line
from tests.support.designs import FURY, Json
from tests.support.fubar import FUBAR
from tests.support.strategies import documents
from tests.support.tin_soldiers import TIN

WORDS = [
    "Captain", "Mov", "Fgt", "CW", "SW", "SW2", "Arm", "SSv", "Mgc", "Sz", "CD", "PV", "Max", "Properties",
    "Spells", "Name:", "Notes:", "6", "9H", "12", "-", "–", "d8", "d", "High", "R4AP4", "R4FFB4AP8", "FF12",
    "Flier", "Capacity 2[2]", "Were-creature", "Summon", "Invisible", "One Shot Wonder", "(", ")", "[", "]",
    "[b]", "[/b]", "**", "*", "#", "|", "\t", "\n", "\n\n", ",", ";", ":", "=", "+", "/", '"', "“", "”",
    "7\"", "points", "98 pts", "(205)", "3 ×", "Ætherial", "☠", "٣", "\\", "\\*", "---", "|---|---|",
    "None", "and", "Undead", "Vehicle", "AP", "8", "d8", "D-cannon", "R700", "Elite\tReaver", "Low", "Heavy",
    "CDd6", "Permanent", "spell", "of", "Abilities:", "\u00a0", "range", "RPG", "SR25", "Mvo", "Fly", "M5",
    "F6", "S4", "7(8)", "6/8", "six", "Team 2", "6 Mov", "not", "Reach", "Mov\n6\n", "Name,Mov,Fgt\n", "·",
    "Weapons:", "Unbridled Fury 0.9.0", "Weapon Properties Range bands\n", "Legal\n", "Leader\n",
    "Mov 6 (8) · Fgt 8 (24)",
]  # fmt: skip
random_text = st.lists(st.tuples(st.sampled_from(WORDS), st.sampled_from(["", " ", " "])), max_size=40).map(
    lambda pieces: "".join(word + blank for word, blank in pieces)
)


def assert_appraisable(reading: ParsedText) -> None:
    """Check that the result can be appraised and saved."""
    profiles = tuple(profile.profile for profile in reading.profiles)
    assert len({profile.key for profile in profiles}) == len(profiles)
    list_of = Document(system=FURY.system, edition=FURY.edition, name="", profiles=profiles)
    assert len(appraise(list_of, FURY).profiles) == len(profiles)
    saved = dump_document(list_of, FURY)
    again = parse_document(saved, {(FURY.system, FURY.edition): FURY})
    assert dump_document(again, FURY) == saved


@given(random_text)
def test_random_words_are_read_or_reported(text: str) -> None:
    reading = read_shorthand(text, FURY)
    check_signs(reading)
    assert_appraisable(reading)


@given(st.text(max_size=300))
def test_random_texts_are_read_or_rejected_with_their_line(text: str) -> None:
    reading = read_or_refuse(text)
    if isinstance(reading, DocumentError):
        assert reading.path.startswith("line ")
    else:
        check_signs(reading)
        assert_appraisable(reading)


def read_or_refuse(text: str) -> ParsedText | DocumentError:
    """Return the parsed text, or None if it is rejected."""
    try:
        return read_shorthand(text, FURY)
    except DocumentError as error:
        return error


# ------------------------------------------------------------------ written, and read back


def renamed(drawn: Json) -> Json:
    """Return each profile with a unique name, so that others can name it."""
    for number, profile in enumerate(drawn["profiles"], 1):
        profile["name"] = f"{profile['name']} {profile['key']} the {number}th".strip()
    return drawn


def takes_twice(document: Document, catalogue: Catalogue) -> bool:
    """Return whether a profile has an entry twice that is allowed once, which a text shows once."""
    index = index_of(catalogue)
    return any(
        len([pick for pick in item if pick.code == code]) > 1
        and not index.entries[index.pick_slots[slot].group][code].repeatable
        for profile in document.profiles
        for slot, item in profile.design.picks.items()
        for code in {pick.code for pick in item}
    )


@pytest.mark.parametrize("catalogue", [FURY, TIN, FUBAR], ids=lambda catalogue: catalogue.system)
@given(data=st.data())
def test_stat_lines_are_read_back(catalogue: Catalogue, data: st.DataObject) -> None:
    """Labels, weapons in quotes, parameters by name, and profiles that name each other."""
    drawn = renamed(data.draw(documents(catalogue, limit=2)))
    document = parse_document(drawn, {(catalogue.system, catalogue.edition): catalogue})
    assume(not mentions_nobody(document) and not takes_twice(document, catalogue))
    names = document.profile_names()
    text = "\n".join(write_stat_line(profile, catalogue, names) for profile in document.profiles)
    reading = read_shorthand(text, catalogue)
    assert [rest.text for rest in reading.all_unparsed] == []
    items = tuple(profile.profile for profile in reading.profiles)
    assert plain_profiles(items, catalogue) == plain_profiles(document.profiles, catalogue)
    check_signs(reading)
