"""Every page of a paper carries the fingerprints; and the picture for links is one page."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from builder.catalogue.files import bundled_catalogues
from builder.catalogue.parsing import read_catalogue
from builder.exports.pdf import PaperOptions
from builder.exports.pdf.chat_picture import chat_order
from builder.exports.pdf.link_picture import link_preview_data, link_preview_order
from builder.exports.pdf.options import OF_ONE_ROSTER
from builder.exports.pdf.papers import paper_order
from builder.exports.pdf.qr import qr_code
from builder.exports.pdf.typesetter import order_of
from builder.points.document.document import Document, Profile, parse_document
from builder.points.rules.catalogue import Catalogue
from builder.points.systems import SYSTEMS
from builder.typesetting.worker import make_file
from tests.support.pdf_pages import (
    DAY,
    LINK,
    PAPERS,
    SIZES,
    Paper,
    Pdf,
    Size,
    document,
    fighter_profile,
    fury_catalogue,
    outside_margins,
    typeset_paper,
)
from tests.systems.tin_soldiers.system import SYSTEM

FORCE, WORDS = "k7q2-0m3x-9wd4-tzea-c81n", "0m3x-9wd4-tzea-c81n-k7q2"
Marks = tuple[tuple[str, str], ...]
BOTH: Marks = (("Force", FORCE), ("Words", WORDS))
FINGERPRINT = f"Force {FORCE} · Words {WORDS}"
LONG_LINK = f"https://musterbook.example/shared/bcdfghjkmnpqrstvwxyz2345/?paper={FORCE.replace('-', '')}"


def paper(of: Document, name: Paper, size: Size = "a4", marks: Marks = BOTH) -> Pdf:
    """A paper with fingerprints and the link that goes with it."""
    roster = 0 if name in OF_ONE_ROSTER else None
    options = PaperOptions(paper=name, roster=roster, size=size)
    return typeset_paper(of, fury_catalogue(), options, link=LONG_LINK, fingerprints=marks)


def link_picture(of: Document, catalogue: Catalogue | None = None, by: str = "") -> Pdf:
    """The picture for links as a PDF, whose text can be read."""
    data = link_preview_data(of, catalogue or fury_catalogue(), FINGERPRINT, by=by)
    return Pdf(make_file(order_of("picture", "pdf", data, DAY)))


def many(reavers: Document) -> Document:
    """A list of several pages on every paper."""
    profiles = tuple(
        replace(profile, key=f"{profile.key}-{n}") for n in range(2) for profile in reavers.profiles
    )
    entries = tuple(
        replace(entry, profile=f"{entry.profile}-{n}")
        for n in range(2)
        for entry in reavers.rosters[0].entries
    )
    return replace(reavers, profiles=profiles, rosters=(replace(reavers.rosters[0], entries=entries),))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", PAPERS)
def test_every_page_has_fingerprint_and_edition(name: Paper, size: Size, reavers: Document) -> None:
    """In one piece, and within what printers reach."""
    pdf = paper(many(reavers), name, size)
    assert len(pdf.pages) > 1
    for page in pdf.pages:
        assert f"Unbridled Fury 0.9.0 · {FINGERPRINT} · 4 March 2026" in page
    assert outside_margins(pdf, size, name) == []


@pytest.mark.parametrize("name", PAPERS)
def test_without_a_fingerprint_none_is_printed(name: Paper, reavers: Document) -> None:
    assert "Unbridled Fury 0.9.0 · 4 March 2026" in paper(reavers, name, marks=()).pages[0]


def test_pictures_of_papers_have_the_fingerprint(reavers: Document) -> None:
    """Another fingerprint is another picture."""
    created = [
        make_file(
            paper_order(
                reavers,
                fury_catalogue(),
                PaperOptions(paper="list"),
                output="png",
                today=DAY,
                link=LINK,
                fingerprints=marks,
            )
        )
        for marks in ((), BOTH, BOTH[::-1])
    ]
    assert len(set(created)) == 3


def test_the_code_on_cards_is_readable() -> None:
    """A quarter of a millimetre for each module of the small code on A4; the large ones have more."""
    small, large = qr_code(LONG_LINK, small=True), qr_code(LONG_LINK)
    assert small is not None
    assert large is not None
    assert 10.5 / small["side"] >= 0.25
    assert 11 / large["side"] >= 0.25
    assert small["side"] < large["side"]


# ------------------------------------------------------------------ the picture for links


def extremes(reavers: Document) -> dict[str, Document]:
    """Lists that are hard to draw."""
    wide = "W" * 200
    names = tuple(replace(profile, name=wide) for profile in reavers.profiles)
    rosters = tuple(replace(roster, name=wide, limit=1_000_000) for roster in reavers.rosters)
    return {
        "usual": reavers,
        "wide": replace(reavers, name=wide, profiles=names, rosters=rosters),
        "words": replace(reavers, name="A very long name " * 11),
        "empty": document([]),
        "unnamed": replace(reavers, name="", rosters=()),
        "one": document([fighter_profile()]),
        "signs": replace(reavers, name="⚔ Ünïcode \u202e \U0001d56c \u200b" * 9),
    }


@pytest.mark.parametrize("kind", ["usual", "wide", "words", "empty", "unnamed", "one", "signs"])
def test_the_picture_is_one_page_with_the_fingerprint(kind: str, reavers: Document) -> None:
    """Nothing is pushed off the page, and the last line are the fingerprints."""
    of = extremes(reavers)[kind]
    pdf = link_picture(of, by="w" * 150)
    assert len(pdf.pages) == 1
    assert FINGERPRINT in pdf.pages[0]
    assert "Unbridled Fury 0.9.0" in pdf.pages[0]


def test_the_picture_shows_points_and_verdict(reavers: Document) -> None:
    result = link_picture(reavers, by="alice").pages[0]
    for words in ("7 profiles · 76 to 205 points · by alice", "Night drop", "739 of 750 points", "LEGAL"):
        assert words in result
    wrong = replace(reavers.profiles[0], design=replace(reavers.profiles[0].design, values={"size": 9}))
    spoilt = replace(reavers, profiles=(wrong, *reavers.profiles[1:]))
    result = link_picture(spoilt).pages[0]
    assert "1 not legal" in result
    assert "NOT LEGAL" in result


def test_the_chat_picture_has_verdict_picks_and_prices(
    sample_values: dict[str, Any],
) -> None:
    court = parse_document(sample_values["heron-court"], bundled_catalogues())
    (roster, *_) = court.rosters
    court = replace(court, rosters=(replace(roster, limit=100),))
    options = PaperOptions(paper="roster", roster=0)
    order = chat_order(court, fury_catalogue(), options, FINGERPRINT)._replace(output="pdf")
    text = Pdf(make_file(order)).text
    for words in ("971 of 100 points", "NOT LEGAL", "Familiar: Reed Sorcerer, Swimmer", "Heal, Immobilise"):
        assert words in text
    gunners = document(
        [fighter_profile()], rosters=[{"name": "", "limit": 750, "entries": [{"profile": "p0", "count": 4}]}]
    )
    order = chat_order(gunners, fury_catalogue(), options, FINGERPRINT)._replace(output="pdf")
    assert re.search(r"4 × .+ \d+ each", Pdf(make_file(order)).text)


def test_the_key_of_a_picture_depends_on_all_it_shows(reavers: Document) -> None:
    """What was drawn is found by it; what shows something else is another."""
    first = link_preview_order(reavers, fury_catalogue(), FINGERPRINT)
    assert link_preview_order(reavers, fury_catalogue(), FINGERPRINT).key == first.key
    assert link_preview_order(reavers, fury_catalogue(), FINGERPRINT[::-1]).key != first.key


def test_the_picture_works_for_other_systems(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its own stat line, and no word of the first system."""
    monkeypatch.setitem(SYSTEMS, "tin-soldiers", SYSTEM)
    tin: Catalogue = read_catalogue(Path(__file__).parents[2] / "systems" / "tin_soldiers" / "0.1.toml")
    value: dict[str, Any] = {
        "format": "company-list",
        "version": 1,
        "system": tin.system,
        "edition": tin.edition,
        "name": "The nursery",
        "profiles": [{"key": "guards", "name": "Guards", "design": {"figures": 3, "body": {"pace": 4}}}],
        "rosters": [{"name": "Friday", "limit": 100, "entries": [{"profile": "guards", "count": 1}]}],
    }
    of = parse_document(value, {(tin.system, tin.edition): tin})
    guards: Profile = of.profiles[0]
    result = link_picture(of, tin).pages[0]
    for words in (guards.name, f"{tin.system_name} {tin.edition}", *(column.label for column in tin.sheet)):
        assert words in result
    assert "Mov" not in result
