"""What a roster brings without buying it: who brings it, by what, and what is bought after all."""

from dataclasses import replace

import pytest

from builder.catalogue.play import play_sheet
from builder.points.document.brought import bringers_text, brought_to_roster
from builder.points.document.document import Document, Roster, RosterEntry
from builder.points.document.play import PlaySheet
from tests.support.bringing_list import bringing_list
from tests.support.designs import FURY, read_document


@pytest.fixture(scope="module")
def coven() -> Document:
    return read_document(bringing_list())


def brought(document: Document, play: PlaySheet | None = None) -> dict[str, str]:
    """The profiles that the first roster brings, with who brings them."""
    found = brought_to_roster(document, FURY, play or play_sheet(FURY), document.rosters[0])
    return {one.profile.key: bringers_text(one.bringers, document.profile_names()) for one in found}


def with_entries(document: Document, **counts: int) -> Document:
    entries = tuple(RosterEntry(profile=key, count=count) for key, count in counts.items())
    return replace(document, rosters=(Roster(name="", limit=500, entries=entries),))


def test_creatures_forms_and_riders_on_foot_are_brought_with_theirs(coven: Document) -> None:
    """Familiars are models that are bought, and a bond brings nobody; who is not fielded brings nothing."""
    assert brought(coven) == {
        "imp": "Witch (Summon), Wolf (Summon)",
        "foot": "Rider (Dismount)",
        "wolf": "Hound (Were-Creature)",
        "toad": "Imp (Transmutation)",
    }


def test_what_is_bought_is_not_brought_as_well(coven: Document) -> None:
    assert brought(with_entries(coven, witch=1, imp=1)) == {"toad": "Imp (Transmutation)"}


def test_rings_and_profiles_that_are_gone_do_no_harm(coven: Document) -> None:
    """The wolf summons the witch, who is fielded; of those that are not in the list nothing is known."""
    assert brought(with_entries(coven, wolf=1, gone=2)) == {
        "imp": "Wolf (Summon), Witch (Summon)",
        "witch": "Wolf (Summon)",
        "toad": "Imp (Transmutation)",
    }


def test_a_game_without_a_play_sheet_brings_nothing(coven: Document) -> None:
    assert brought(coven, PlaySheet()) == {}
