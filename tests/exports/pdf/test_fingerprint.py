"""The picture for links is one page with the fingerprints. Cached pictures are found by their contents."""

import re
from dataclasses import replace
from typing import Any

import pytest

from builder.catalogue.files import bundled_catalogues
from builder.catalogue.play import list_sheet
from builder.exports.pdf.chat_picture import chat_order
from builder.exports.pdf.link_picture import link_preview_data, link_preview_order
from builder.exports.pdf.options import PaperOptions
from builder.exports.pdf.papers import paper_order
from builder.exports.pdf.qr import qr_code
from builder.exports.pdf.typesetter import order_of
from builder.points.document.document import Document, parse_document
from builder.points.rules.catalogue import Catalogue
from builder.typesetting.worker import make_file
from tests.support.pdf_pages import (
    BOTH,
    DAY,
    FINGERPRINT,
    LINK,
    LONG_LINK,
    Pdf,
    document,
    fighter_profile,
    fury_catalogue,
)


def link_picture(of: Document, catalogue: Catalogue | None = None, by: str = "") -> Pdf:
    """Return the picture for links as a PDF, whose text can be read."""
    data = link_preview_data(list_sheet(of, catalogue or fury_catalogue()), FINGERPRINT, by=by)
    return Pdf(make_file(order_of("picture", "pdf", data, DAY)))


def test_pictures_of_papers_have_the_fingerprint(reavers: Document) -> None:
    """If the fingerprint differs, so does the picture."""
    options = PaperOptions(paper="list")
    orders = [
        paper_order(
            list_sheet(reavers, fury_catalogue()),
            options,
            output="png",
            today=DAY,
            link=LINK,
            fingerprints=marks,
        )
        for marks in ((), BOTH, BOTH[::-1])
    ]
    created = map(make_file, orders)
    assert len(set(created)) == 3


def test_the_code_on_cards_is_readable() -> None:
    """A quarter of a millimetre for each module of the small code on A4; the large codes have more."""
    small, large = qr_code(LONG_LINK, small=True), qr_code(LONG_LINK)
    assert small is not None
    assert large is not None
    assert 10.5 / small["side"] >= 0.25
    assert 11 / large["side"] >= 0.25
    assert small["side"] < large["side"]


# ------------------------------------------------------------------ the picture for links


def extremes(reavers: Document) -> dict[str, Document]:
    """Return lists that are hard to draw."""
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
    """Nothing is outside the page, and the last line contains the fingerprints."""
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
    order = chat_order(list_sheet(court, fury_catalogue()), options, FINGERPRINT)._replace(output="pdf")
    text = Pdf(make_file(order)).text
    for words in ("971 of 100 points", "NOT LEGAL", "Familiar: Reed Sorcerer, Swimmer", "Heal, Immobilise"):
        assert words in text
    gunners = document(
        [fighter_profile()], rosters=[{"name": "", "limit": 750, "entries": [{"profile": "p0", "count": 4}]}]
    )
    order = chat_order(list_sheet(gunners, fury_catalogue()), options, FINGERPRINT)._replace(output="pdf")
    assert re.search(r"4 × .+ \d+ each", Pdf(make_file(order)).text)


def test_the_key_of_a_picture_depends_on_all_it_shows(reavers: Document) -> None:
    """A cached picture is only used for the same contents."""
    first = link_preview_order(list_sheet(reavers, fury_catalogue()), FINGERPRINT)
    assert link_preview_order(list_sheet(reavers, fury_catalogue()), FINGERPRINT).key == first.key
    assert link_preview_order(list_sheet(reavers, fury_catalogue()), FINGERPRINT[::-1]).key != first.key
