"""What a Wizard's spells bring into play is named with its profile, and counts nothing in the army."""

from builder.catalogue.play import play_sheet
from builder.points.appraisal.appraisal import appraise
from builder.points.document.summoned import summonable_profiles
from tests.support.designs import read_document
from tests.support.zapp import ZAPP, zapp_document

SPELLS = [{"code": "call-to-the-dead", "profile": "risen"}, {"code": "animate-forest", "profile": "wood"}]
DOCUMENT = read_document(
    zapp_document(
        {
            "merlin": {"kind": "wizard", "wizard_rolled": 2, "wizard_spells": SPELLS},
            "risen": {"kind": "unit", "figures": 36, "undead": True},
            "wood": {"kind": "summoned", "creature": "forest"},
        },
        rosters=[{"name": "Night", "limit": None, "entries": [{"profile": "merlin", "count": 1}]}],
    )
)


def test_the_roster_names_summoned_profiles_without_their_uv() -> None:
    """The Wizard's 3 alone; 36 Undead on foot are 6 bases and 2, a forest is 1 and 6."""
    (roster,) = DOCUMENT.rosters
    named = summonable_profiles(DOCUMENT, ZAPP, play_sheet(ZAPP), roster)
    assert [summoned.profile.key for summoned in named] == ["risen", "wood"]
    appraisal = appraise(DOCUMENT, ZAPP)
    assert appraisal.rosters[0].points == 3
    assert [appraisal.profile(key).points for key in ("risen", "wood")] == [8, 7]
