"""Profiles that a roster brings into play without buying them, and what brings them."""

from dataclasses import replace

import pytest

from builder.catalogue.play import play_sheet
from builder.points.document.document import Document, Roster, RosterEntry
from builder.points.document.play import PlaySheet
from builder.points.document.summoned import bringers_text, summonable_profiles
from tests.support.bringing_list import bringing_list
from tests.support.designs import FURY, read_document


@pytest.fixture(scope="module")
def coven() -> Document:
    return read_document(bringing_list())


def summoned(document: Document, play: PlaySheet | None = None) -> dict[str, str]:
    """Return the profiles that the first roster brings, with the profiles that bring them."""
    summoned = summonable_profiles(document, FURY, play or play_sheet(FURY), document.rosters[0])
    return {item.profile.key: bringers_text(item.bringers, document.profile_names()) for item in summoned}


def with_entries(document: Document, **counts: int) -> Document:
    entries = tuple(RosterEntry(profile=key, count=count) for key, count in counts.items())
    return replace(document, rosters=(Roster(name="", limit=500, entries=entries),))


def test_a_bought_profile_is_not_summoned(coven: Document) -> None:
    assert summoned(with_entries(coven, witch=1, imp=1)) == {"toad": "Imp (Transmutation)"}


def test_cycles_are_followed_once_and_missing_profiles_ignored(coven: Document) -> None:
    """The wolf summons the witch, who is fielded. References to missing profiles are ignored."""
    assert summoned(with_entries(coven, wolf=1, gone=2)) == {
        "imp": "Wolf (Summon), Witch (Summon)",
        "witch": "Wolf (Summon)",
        "toad": "Imp (Transmutation)",
    }


def test_a_game_without_a_play_sheet_summons_nothing(coven: Document) -> None:
    assert summoned(coven, PlaySheet()) == {}
