"""Texts in parts: each part fits into a message and has a number, and together they give the full list."""

from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.catalogue.play import list_sheet
from builder.catalogue.templates import template_document
from builder.exports.messages import MAX_MESSAGE_LENGTH, message_length, split_into_messages
from builder.exports.text import SplitText, TextOptions, split_list_text
from builder.points.document.design import Design
from builder.points.document.document import Document
from builder.points.rules.catalogue import Catalogue
from builder.points.shorthand import read_shorthand
from tests.support.designs import FURY, PUBLISHED

LINK = "https://musters.example/shared/AbC_dEf-GhI/"
CASES = list(product(PUBLISHED, ("plain", "discord", "markdown"), ("compact", "full")))


def long_list(edition: Catalogue) -> Document:
    """Return the game's templates, four times, with different names."""
    document = template_document(edition)
    assert document
    profiles = tuple(
        replace(profile, key=f"{profile.key}-{n}", name=f"{profile.name} {letter}", notes="")
        for n, letter in enumerate("ABC")
        for profile in document.profiles
    )
    return replace(document, name="The long muster", setting="", profiles=profiles)


def designs(text: str, edition: Catalogue) -> list[tuple[str, Design]]:
    """Return the profiles of a text, all of which is understood."""
    reading = read_shorthand(text, edition)
    assert reading.questions == ()
    return [(profile.profile.name, profile.profile.design) for profile in reading.profiles]


@pytest.mark.sampled(every=7)
@pytest.mark.parametrize(
    ("edition", "form", "style"), CASES, ids=[f"{e.system}-{f}-{s}" for e, f, s in CASES]
)
def test_parts_of_a_text_are_read_back_together_and_singly(edition: Catalogue, form: str, style: str) -> None:
    """A single part doesn't know the names of profiles in other parts, and reports them."""
    document = long_list(edition)
    options = TextOptions(style=style, format=form)  # type: ignore[arg-type]  # as the cases say
    text: SplitText = split_list_text(list_sheet(document, edition), options, link=LINK)
    assert len(text.messages) > 1
    assert max(map(message_length, text.messages)) <= MAX_MESSAGE_LENGTH
    assert text.messages[0].startswith(f"{LINK}\n")
    full = designs(text.full, edition)
    assert [name for name, _ in full] == [profile.name for profile in document.profiles]
    assert designs("\n".join(text.messages), edition) == full
    singly = [design for part in text.messages for design in designs(part, edition)]
    assert [name for name, _ in singly] == [name for name, _ in full]


def test_a_text_that_fits_is_one_part() -> None:
    edition = FURY
    document = template_document(edition)
    assert document
    text = split_list_text(list_sheet(document, edition), TextOptions(style="compact", format="discord"))
    assert text.messages == (text.full,)
    assert text.full.startswith("```\n")
    assert text.full.endswith("\n```")


def test_names_cannot_end_the_code_block(reavers: Document) -> None:
    edition = FURY
    named = replace(reavers, name="```x``` `y`", profiles=(replace(reavers.profiles[0], notes="``` a"),))
    for style in ("line", "compact", "full"):
        text = split_list_text(list_sheet(named, edition), TextOptions(style=style, format="discord")).full
        assert text.count("```") == 2


def test_values_are_aligned(reavers: Document) -> None:
    edition = FURY
    lines = split_list_text(
        list_sheet(reavers, edition), TextOptions(style="compact", format="discord")
    ).full.split("\n")
    assert len({line.index(" Tds ") for line in lines if " Tds " in line}) == 1


@given(body=st.text(alphabet=st.sampled_from("ab ,;.\n\U0001f3f4"), max_size=9_000))
def test_texts_are_split_without_losing_words(body: str) -> None:
    parts = split_into_messages(body, title="T", end="E", is_block=True)
    assert max(map(message_length, parts), default=0) <= MAX_MESSAGE_LENGTH
    inside = "".join("".join(part.split("\n")[2:-1]).removesuffix("E") for part in parts)
    assert "".join(inside.split()) == "".join(body.split())
