"""C-08, C-10, C-26, C-27, C-44: cases of rulings about a profile and the others in its list."""

from tests.support.designs import Json, appraise_json, design, document, picks
from tests.support.rule_cases import fires, silent

MAGE = {"mgc": 4, "magic": "low"}
LEADER = {"other": design(command_die="d8")}
SUMMON = picks({"code": "summon", "profile": "other"})
BECOME = picks({"code": "transmutation", "profile": "other"})
CHANGE = picks({"code": "were-creature", "kind": "controlled", "forms": ["other"]})
TWICE = picks({"code": "were-creature", "kind": "controlled", "forms": ["other", "other"]})
FAMILIAR = picks({"code": "familiar", "profile": "other"})
JUNK = picks("dim-witted", "clumsy", "wind-dependent", "creature-of-darkness")


def rider(**changes: object) -> Json:
    """Return a mounted model that can dismount."""
    return design(properties=picks("mounted", {"code": "dismount", "profile": "other"}), **changes)


FIRES = [
    fires("C-08 W properties[0].forms", design(properties=TWICE), others={"other": design()}),
    fires("C-10 W", design(size=1, mov=1, fgt=0, tds=11, cow=11, properties=JUNK), "N P-83", "-32"),
    fires("C-26 W properties[1].profile", rider(), "N P-81", others={"other": design(fgt=11)}),
    fires(
        "C-26 W properties[1].profile",
        rider(),
        "N P-81",
        others={"other": design(properties=picks("mounted"))},
    ),
    fires("C-26 W properties[1].profile", rider(), "N P-81", others=LEADER),
    fires("C-26 W properties[1].profile", rider(command_die="d6"), "N P-81", others=LEADER),
    fires("C-27 W spells[0].profile", design(**MAGE, spells=SUMMON), "N P-99", others=LEADER),
    fires("C-27 W spells[0].profile", design(**MAGE, spells=BECOME), "N P-99", others=LEADER),
    fires("C-44 N properties[0].profile", design(properties=FAMILIAR), others={"other": design(**MAGE)}),
]

SILENT = [
    silent("C-08", design(properties=CHANGE), others={"other": design()}),
    silent("C-10", design(size=1, mov=0, fgt=0, tds=11, cow=11, properties=picks("clumsy"), arm=7), "N P-17"),
    silent("C-26", rider(), "N P-81", others={"other": design(arm=5, ssv=5)}),
    silent("C-26", rider(command_die="d8"), "N P-81", others=LEADER),
    silent("C-27", design(**MAGE, spells=SUMMON), "N P-99", others={"other": design()}),
    silent("C-27", design(properties=CHANGE), others=LEADER),
    silent("C-44", design(properties=FAMILIAR), others={"other": design(**MAGE, spells=picks("heal"))}),
]


def test_a_foot_profile_can_cost_at_most_as_much() -> None:
    """The rider costs 62 points: a foot profile of 62 is allowed, 63 isn't. Command Dice don't count."""
    result = {}
    for arm in (4, None):
        for die in ("d8", None):
            foot = design(fgt=9, arm=arm, ssv=11 if arm is None else None, command_die=die)
            list_document = document({"own": rider(command_die=die), "other": foot})
            own, other = appraise_json(list_document).profiles
            result[own.points, other.points] = any(f.code == "C-26" for f in own.findings)
    assert result == {(62, 76): True, (162, 176): True, (62, 61): False, (162, 161): False}


def test_negative_totals_count_as_zero_in_rules() -> None:
    """In rosters, halves, sums of forms and new forms. The profile itself shows its sum."""
    junk = design(size=1, mov=0, fgt=0, tds=11, cow=11, properties=JUNK)
    users = {
        "summons": design(**MAGE, spells=picks({"code": "summon", "profile": "junk"})),
        "turns": design(**MAGE, spells=picks({"code": "transmutation", "profile": "junk"})),
        "changes": design(
            properties=picks({"code": "were-creature", "kind": "controlled", "forms": ["junk", "plain"]})
        ),
    }
    entries = [{"profile": "junk", "count": 9}, {"profile": "plain", "count": 1}]
    rosters = [{"name": "Rabble", "limit": 500, "entries": entries}]
    appraisal = appraise_json(document({"junk": junk, "plain": design(), **users}, rosters=rosters))
    assert {p.key: p.points for p in appraisal.profiles} == {
        "junk": 2 - 35, "plain": 32, "summons": 32 + 5, "turns": 32 + 5, "changes": 32 + 29,
    }  # fmt: skip
    (roster,) = appraisal.rosters
    assert (roster.points, roster.models) == (32, 10)
    assert (roster.entries[0].each, roster.entries[0].points) == (0, 0)
