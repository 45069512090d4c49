"""The roster for play, its back, and the cards."""

from itertools import pairwise

import pytest

from builder.exports.pdf.options import PaperOptions
from tests.support.designs import Json, read_document
from tests.support.pdf_pages import Paper, Pdf, typeset_paper
from tests.support.zapp import ZAPP, of_kind, unit, zapp_document

ARMY: dict[str, Json] = {
    "quill": of_kind("wizard", general=True, wizard_spells=["create-bog", "create-bog", "mystic-gale"]),
    "line": unit(32, champion=True, shields=True, weapons=["bow"]),
    "battery": of_kind("artillery", crew=8, artillery="light"),
}


def printed(paper: Paper) -> Pdf:
    """Return a paper of the army. All its units are in one roster."""
    entries = [{"profile": key, "count": 1} for key in ARMY]
    document = zapp_document(ARMY, rosters=[{"name": "Friday", "limit": None, "entries": entries}])
    options = PaperOptions(paper=paper, roster=0 if paper == "roster" else None)
    return typeset_paper(read_document(document), ZAPP, options)


@pytest.fixture(scope="module")
def roster() -> str:
    return printed("roster").text


def test_the_back_says_when_units_run(roster: str) -> None:
    """Hits are the hits that a unit took. Artillery that enemies reach is lost."""
    assert "took more than 1½ times as many hits as its opponent took" in roster
    assert "took 4 hits or more in one round" in roster
    assert "Artillery in contact with an enemy is lost" in roster


def test_rows_of_the_roster_have_name_and_range(roster: str) -> None:
    """Kinds except the first, the names of ticked checkboxes, and both ranges after the dice."""
    assert "Quill Wizard, 1 unit 3 UV" in roster
    assert "Line 1 unit 11 UV" in roster
    assert "Melee Shields · Champion · Bow 11 6 3 2D6 none drifts 2″ 5+ 11 18″ 36″ 11 UV" in roster
    assert "Mystic Gale 3 2 1 2D6 none 45° 5+ – – – 3 UV" in roster


def test_pieces_are_listed_apart_from_weapons(roster: str) -> None:
    tables = roster.partition("To remember")[2]
    assert tables.index("Weapons") < tables.index("Bow") < tables.index("Artillery Short to")
    assert tables.index("Artillery Short to") < tables.index("Light artillery")


def test_a_card_lists_each_spell_once_and_separates_its_words() -> None:
    cards = printed("cards")
    assert (cards.text.count("Create Bog"), cards.text.count("Makes a bog")) == (1, 1)
    assert "Reroll" in cards.text
    labels = [letter for letter in cards.letters() if letter.bottom - letter.top < 1.6]
    over = [
        (item.sign, other.sign)
        for item, other in pairwise(sorted(labels, key=lambda first: (round(first.bottom), first.left)))
        if abs(item.bottom - other.bottom) < 1 and item.left < other.left < item.right - 0.3
    ]
    assert over == []
