"""Letters without a shape are told before they are printed."""

import pytest

from builder.exports.pdf.coverage import missing_letters
from tests.support.pdf_pages import document, fighter_profile, make_paper


@pytest.mark.parametrize(
    "text", ["Преображенский", "Ωμέγα", "שלום", "سلام", "Zoë – “x” ½ ″ ☠", "a\u0301", "👍🏽"]
)
def test_what_has_a_shape_is_not_told(text: str) -> None:
    assert missing_letters(document([fighter_profile(name=text)])).letters == ()


def test_a_paragraph_of_hebrew_runs_from_the_right() -> None:
    """Its first letter stands right of its last, its first word at the margin; a line of English does not."""
    found = make_paper(document([fighter_profile(name="שלום עולם", notes="שלום עולם.\n\nPeace.")]))
    letters = list(found.letters())
    names = [one for one in letters if one.sign == "ש"]
    last = [one for one in letters if one.sign == "ם"][-1]
    latin = [one for one in letters if one.sign == "P"][-1]
    assert last.left < names[-1].left, "from right to left"
    assert names[0].left < names[-1].left, "a name stands where names stand"
    assert latin.left < last.left


def test_what_has_none_is_told_with_its_places() -> None:
    profiles = [fighter_profile(name="Guard", notes="漢字漢"), fighter_profile(name="नायक")]
    rosters = [{"name": "One", "limit": 500, "entries": [{"profile": "p1", "count": 1}]}]
    found = document(profiles, rosters=rosters)
    everything = missing_letters(found)
    assert everything.letters[:2] == ("漢", "字")
    assert everything.places == ("Guard", "नायक")
    assert missing_letters(found, 0).places == ("नायक",)
