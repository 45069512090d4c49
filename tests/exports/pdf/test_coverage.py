"""Letters without a shape are told before they are printed."""

import pytest

from builder.exports.pdf.coverage import missing_letters
from tests.support.pdf_pages import document, fighter_profile


@pytest.mark.parametrize(
    "text", ["Преображенский", "Ωμέγα", "שלום", "سلام", "Zoë – “x” ½ ″ ☠", "a\u0301", "👍🏽"]
)
def test_what_has_a_shape_is_not_told(text: str) -> None:
    assert missing_letters(document([fighter_profile(name=text)])).letters == ()


def test_what_has_none_is_told_with_its_places() -> None:
    profiles = [fighter_profile(name="Guard", notes="漢字漢"), fighter_profile(name="नायक")]
    rosters = [{"name": "One", "limit": 500, "entries": [{"profile": "p1", "count": 1}]}]
    found = document(profiles, rosters=rosters)
    everything = missing_letters(found)
    assert everything.letters[:2] == ("漢", "字")
    assert everything.places == ("Guard", "नायक")
    assert missing_letters(found, 0).places == ("नायक",)
