"""Texts in parts: none is longer than a message, each has its number, and they read back as the whole."""

from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.catalogue.files import bundled_catalogues
from builder.catalogue.templates import template_document
from builder.exports.messages import MOST_IN_MESSAGE, message_length, split_text
from builder.exports.text import TextOptions, TravellingText, travelling_text
from builder.points.document.design import Design
from builder.points.document.document import Document
from builder.points.rules.catalogue import Catalogue
from builder.points.shorthand import read_shorthand

LINK = "https://musters.example/shared/AbC_dEf-GhI/"
CASES = list(product(bundled_catalogues().values(), ("plain", "discord", "markdown"), ("compact", "full")))


def long_list(edition: Catalogue) -> Document:
    """The templates of a game, four times, under names of their own."""
    document = template_document(edition)
    assert document
    profiles = tuple(
        replace(one, key=f"{one.key}-{n}", name=f"{one.name} {letter}", notes="")
        for n, letter in enumerate("ABC")
        for one in document.profiles
    )
    return replace(document, name="The long muster", setting="", profiles=profiles)


def designs(text: str, edition: Catalogue) -> list[tuple[str, Design]]:
    """The profiles that are read from a text, which is understood as a whole."""
    reading = read_shorthand(text, edition)
    assert reading.questions == ()
    return [(one.profile.name, one.profile.design) for one in reading.profiles]


@pytest.mark.sampled(every=7)
@pytest.mark.parametrize(
    ("edition", "form", "style"), CASES, ids=[f"{e.system}-{f}-{s}" for e, f, s in CASES]
)
def test_parts_read_back_joined_and_one_at_a_time(edition: Catalogue, form: str, style: str) -> None:
    """One at a time names of profiles in other parts are not known: only which profiles there are is told."""
    document = long_list(edition)
    options = TextOptions(style=style, format=form)  # type: ignore[arg-type]  # as the cases say
    text: TravellingText = travelling_text(document, edition, options, link=LINK)
    assert len(text.parts) > 1
    assert max(map(message_length, text.parts)) <= MOST_IN_MESSAGE
    assert text.parts[0].startswith(f"{LINK}\n")
    whole = designs(text.whole, edition)
    assert [name for name, _ in whole] == [profile.name for profile in document.profiles]
    assert designs("\n".join(text.parts), edition) == whole
    singly = [found for part in text.parts for found in designs(part, edition)]
    assert [name for name, _ in singly] == [name for name, _ in whole]


def test_a_text_that_fits_is_one_part() -> None:
    edition = bundled_catalogues()["unbridled-fury", "0.9.0"]
    document = template_document(edition)
    assert document
    text = travelling_text(document, edition, TextOptions(style="compact", format="discord"))
    assert text.parts == (text.whole,)
    assert text.whole.startswith("```\n")
    assert text.whole.endswith("\n```")


def test_no_name_ends_the_block(reavers: Document) -> None:
    edition = bundled_catalogues()["unbridled-fury", "0.9.0"]
    named = replace(reavers, name="```x``` `y`", profiles=(replace(reavers.profiles[0], notes="``` a"),))
    for style in ("line", "compact", "full"):
        text = travelling_text(named, edition, TextOptions(style=style, format="discord")).whole
        assert text.count("`") == 6


def test_values_stand_below_each_other(reavers: Document) -> None:
    edition = bundled_catalogues()["unbridled-fury", "0.9.0"]
    lines = travelling_text(reavers, edition, TextOptions(style="compact", format="discord")).whole.split(
        "\n"
    )
    assert len({line.index(" Tds ") for line in lines if " Tds " in line}) == 1


@given(body=st.text(alphabet=st.sampled_from("ab ,;.\n\U0001f3f4"), max_size=9_000))
def test_any_text_is_split_and_loses_no_word(body: str) -> None:
    parts = split_text(body, title="T", end="E", is_block=True)
    assert max(map(message_length, parts), default=0) <= MOST_IN_MESSAGE
    inside = "".join("".join(part.split("\n")[2:-1]).removesuffix("E") for part in parts)
    assert "".join(inside.split()) == "".join(body.split())
