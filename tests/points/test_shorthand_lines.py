"""Stat lines as players write them: none is misread, unless there is a question about it."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from builder.points.shorthand import ParsedText, read_shorthand
from tests.support.designs import FURY

DOCS = (Path(__file__).parents[2] / "docs" / "shorthand.md").read_text(encoding="utf-8")
Fact = tuple[object, ...]
FILE = Path(__file__).with_name("shorthand_lines.toml")
LINES: list[dict[str, Any]] = tomllib.loads(FILE.read_text(encoding="utf-8"))["line"]


def facts(reading: ParsedText) -> set[Fact]:
    """Return the parsed facts: names, values, each word of each weapon, and properties."""
    names: set[Fact] = set()
    for place, pasted in enumerate(reading.profiles):
        design = pasted.profile.design
        names.add((place, "name", pasted.profile.name))
        names.update((place, code, value) for code, value in design.values.items())
        for slot, weapons in design.weapons.items():
            for number, weapon in enumerate(weapons):
                said = [("name", weapon.name), *weapon.fields.items(), *weapon.properties]
                names.update((place, slot, number, bit) for bit in said)
        for slot, picks in design.picks.items():
            names.update((place, slot, pick.code, str(sorted(pick.parameters.items()))) for pick in picks)
    return {fact for fact in names if fact[-1] not in ("", ("name", ""))}


def read(text: str) -> ParsedText:
    return read_shorthand(text, FURY)


@pytest.mark.parametrize("line", LINES, ids=[line["text"] for line in LINES])
def test_ambiguous_lines_give_a_question(line: dict[str, Any]) -> None:
    reading, meant = read(line["text"]), read(line["meant"])
    assert meant.all_unparsed == ()
    assert facts(reading) <= facts(meant)
    assert [question.text for question in reading.questions] == line.get("asks", [])
    for answer in line.get("answers", [0] * len(reading.questions)):
        reading = read(reading.questions[0].text_with_answer(reading.text, answer))
    assert facts(reading) <= facts(meant)
    if line.get("rest"):
        assert reading.all_unparsed != ()
    else:
        assert (facts(reading), reading.all_unparsed) == (facts(meant), ())


@pytest.mark.parametrize("line", [line for line in LINES if "asks" in line], ids=lambda line: line["text"])
def test_answers_remove_their_question(line: dict[str, Any]) -> None:
    reading = read(line["text"])
    for question in reading.questions:
        assert reading.text[question.start : question.end] == question.text
        for choice in (0, 1):
            again = read(question.text_with_answer(reading.text, choice))
            assert len(again.questions) < len(reading.questions)


def examples(heading: str) -> list[str]:
    """Return the texts in the first column of the table below a heading of docs/shorthand.md."""
    section = DOCS.split(f"## {heading}\n")[1].split("\n## ")[0]
    rows = re.findall(r"^\| (`.*?) \|", section, re.MULTILINE)
    return [text for row in rows for text in re.findall("`([^`]+)`", row)]


@pytest.mark.parametrize("text", examples("What is read"))
def test_texts_in_the_docs_are_read(text: str) -> None:
    reading = read(f"Guard\n{text}")
    assert (len(reading.profiles), reading.all_unparsed) == (1, ())


@pytest.mark.parametrize("text", examples("Questions"))
def test_the_documented_questions_are_shown(text: str) -> None:
    assert len(read(text if "Mov" in text else f"Guard\n{text}").questions) == 1
