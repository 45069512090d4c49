"""Shorthand in general: nothing crashes it, nothing is skipped, and what was written is read back."""

from pathlib import Path
from typing import Any

from hypothesis import assume, given
from hypothesis import strategies as st

from builder.catalogue.parsing import read_catalogue
from builder.points.appraisal.appraisal import appraise
from builder.points.document.design import Design, Pick, Weapon
from builder.points.document.document import Document, dump_document, parse_document
from builder.points.document.json_reader import DocumentError
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.catalogue_index import index_of
from builder.points.shorthand import FILLER, ParsedPiece, ParsedText, Unparsed, read_shorthand
from tests.points.stat_line_writer import write_stat_line
from tests.support.designs import FURY, read_document
from tests.support.fubar import FUBAR
from tests.support.strategies import documents

TIN = read_catalogue(Path(__file__).parents[1] / "systems" / "tin_soldiers" / "0.1.toml")
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


def signs(reading: ParsedText) -> dict[str, list[tuple[int, int]]]:
    """Where signs were read, and where they were not."""
    pieces = [*reading.pieces, *(piece for profile in reading.profiles for piece in profile.pieces)]
    return {
        "read": [
            *((piece.start, piece.end) for piece in pieces if piece.meaning),
            *((total.start, total.end) for total in reading.totals),
        ],
        "marks": [(piece.start, piece.end) for piece in pieces if not piece.meaning],
        "rest": [(rest.start, rest.end) for rest in reading.all_unparsed],
    }


def check_reading(reading: ParsedText) -> None:
    """Every sign is read, or listed as not read, or says nothing by itself; none is both read and not."""
    places = signs(reading)
    seen = {place for result in places.values() for start, end in result for place in range(start, end)}
    skipped = [sign for place, sign in enumerate(reading.text) if place not in seen]
    assert [sign for sign in skipped if sign not in FILLER and not sign.isspace()] == []
    words = {
        kind: {p for start, end in item for p in range(start, end) if reading.text[p].isalnum()}
        for kind, item in places.items()
    }
    assert [reading.text[place] for place in sorted(words["read"] & words["rest"])] == []
    for question in reading.questions:
        assert reading.text[question.start : question.end] == question.text
        query = any(rest.asked and rest.start < question.end for rest in reading.all_unparsed)
        assert query or question.is_name
    for profile in reading.profiles:
        signed: list[ParsedPiece | Unparsed] = [*profile.pieces, *profile.unparsed]
        for piece in signed:
            assert piece.text == reading.text[piece.start : piece.end]
            assert reading.text.count("\n", 0, piece.start) + 1 == piece.line


def assert_appraisable(reading: ParsedText) -> None:
    """What was read can be judged and saved, whatever it is."""
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
    check_reading(reading)
    assert_appraisable(reading)


@given(st.text(max_size=300))
def test_random_texts_are_read_or_rejected_with_their_line(text: str) -> None:
    reading = read_or_refuse(text)
    if isinstance(reading, DocumentError):
        assert reading.path.startswith("line ")
    else:
        check_reading(reading)
        assert_appraisable(reading)


def read_or_refuse(text: str) -> ParsedText | DocumentError:
    """What comes of a text."""
    try:
        return read_shorthand(text, FURY)
    except DocumentError as error:
        return error


# ------------------------------------------------------------------ written, and read back


def plain(design: Design, catalogue: Catalogue, keys: dict[str, str]) -> tuple[Any, ...]:
    """What a design says, with these keys for its own; nothing of what is not there."""
    book_rows = {
        (others, row): entry.code
        for entry in catalogue.properties
        if entry.cost.kind == "beside"
        for others, row in entry.cost.rows.items()
    }

    def codes(weapon: Weapon) -> tuple[str, ...]:
        created = {row: base for (others, row), base in book_rows.items() if others in weapon.properties}
        return tuple(created.get(code, code) for code in weapon.properties)

    def parameters_of(pick: Pick) -> dict[str, Any]:
        return {
            code: tuple(keys[key] for key in value)
            if isinstance(value, tuple)
            else keys.get(str(value), value)
            for code, value in pick.parameters.items()
            if value != ()
        }

    weapons = {
        slot: said
        for slot, item in design.weapons.items()
        if (
            said := [
                (w.name, codes(w), {k: v for k, v in w.fields.items() if v is not None})
                for w in item
                if w != Weapon()
            ]
        )
    }
    picks = {
        slot: [(pick.code, parameters_of(pick)) for pick in item]
        for slot, item in design.picks.items()
        if item
    }
    return dict(design.values), weapons, picks


def renamed(drawn: dict[str, Any]) -> dict[str, Any]:
    """Each profile under a name of its own, and no mention of one that is not there."""
    for number, profile in enumerate(drawn["profiles"], 1):
        profile["name"] = f"{profile['name']} {profile['key']} the {number}th".strip()
    return drawn


def mentions_nobody(document: Document) -> bool:
    """Whether a property names a profile that the list has not."""
    said = [
        value
        for profile in document.profiles
        for picks in profile.design.picks.values()
        for pick in picks
        for value in pick.parameters.values()
    ]
    return any(value == "nobody" or (isinstance(value, tuple) and "nobody" in value) for value in said)


def takes_twice(document: Document, catalogue: Catalogue) -> bool:
    """Whether a profile has something twice that may be taken once, of which a text gives it one."""
    index = index_of(catalogue)
    return any(
        len([pick for pick in item if pick.code == code]) > 1
        and not index.entries[index.pick_slots[slot].group][code].repeatable
        for profile in document.profiles
        for slot, item in profile.design.picks.items()
        for code in {pick.code for pick in item}
    )


def check_written(document: Document, catalogue: Catalogue) -> None:
    """Written line by line and read back, a list is the same but for its keys."""
    assume(not takes_twice(document, catalogue))
    names = {profile.key: profile.name for profile in document.profiles}
    text = "\n".join(write_stat_line(profile, catalogue, names) for profile in document.profiles)
    reading = read_shorthand(text, catalogue)
    assert [rest.text for rest in reading.all_unparsed] == []
    assert [shown_profile.profile.name for shown_profile in reading.profiles] == list(names.values())
    keys = dict(zip(names, (shown_profile.profile.key for shown_profile in reading.profiles), strict=True))
    same = {key: key for key in keys.values()}
    for profile, result in zip(document.profiles, reading.profiles, strict=True):
        assert plain(result.profile.design, catalogue, same) == plain(profile.design, catalogue, keys)
    check_reading(reading)


@given(documents(FURY, limit=2).map(renamed))
def test_exported_texts_are_read_back(drawn: dict[str, Any]) -> None:
    """Labels, weapons in quotes, parameters by name, and profiles that name each other."""
    document = read_document(drawn)
    assume(not mentions_nobody(document))
    check_written(document, FURY)


@given(documents(TIN, limit=2).map(renamed))
def test_exported_texts_of_another_game_are_read_back(drawn: dict[str, Any]) -> None:
    document = parse_document(drawn, {(TIN.system, TIN.edition): TIN})
    assume(not mentions_nobody(document))
    check_written(document, TIN)


@given(documents(FUBAR, limit=2).map(renamed))
def test_exported_texts_with_agreed_prices_are_read_back(drawn: dict[str, Any]) -> None:
    check_written(parse_document(drawn, {(FUBAR.system, FUBAR.edition): FUBAR}), FUBAR)
