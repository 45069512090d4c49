"""The reference of Zapp!: found by players' words, and with what is known of its text."""

import pytest

from builder.web.systems.page import search_reference, search_rules
from tests.support.zapp import ZAPP


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("goblins", "people"), ("elves", "people"), ("orcs", "people"), ("knights", "arm"), ("horse", "arm"),
        ("cannon", "kind"), ("mail", "armour"),
    ],
)  # fmt: skip
def test_troops_are_found_by_the_words_of_players(words: str, code: str) -> None:
    """The other names of options, and what is said of it, lead to the part that has them."""
    result = {
        part.code: f"{part.options} {part.summary}" for part in search_reference(ZAPP, words).attributes
    }
    assert words in result[code].casefold()


@pytest.mark.parametrize("words", ["posted", "lack", "SPURS"])
def test_both_searches_find_the_game_by_its_short_name(words: str) -> None:
    assert "The text (S.P.U.R.S.)" in {term.name for term in search_reference(ZAPP, words).terms}
    assert "C-27" in {rule.code for part in search_rules(ZAPP, words) for rule in part.rules}
