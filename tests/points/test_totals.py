"""A total with a missing price contains the known prices, and names what is missing."""

import pytest

from builder.points.pricing.texts import total_text
from builder.points.rules.results import Total
from builder.points.rules.wording import missing_price_text
from tests.support.designs import Json, appraise_json, design, document, picks, read_document

FIGHTER = design()


def total_with(taken: Json, slot: str = "spells", others: dict[str, Json] | None = None) -> Total:
    """Return the total of a profile with an item that the usual fighter doesn't have."""
    list_document = document({"own": design(**{slot: picks(taken)}), **(others or {})})
    return appraise_json(list_document).profile("own").total


@pytest.mark.parametrize(
    ("slot", "taken", "names"),
    [
        ("spells", {"code": "summon"}, ["the creature of Summon"]),
        ("spells", {"code": "summon", "profile": "imp"}, ["the price of Imp"]),
        ("spells", {"code": "summon", "profile": "own"}, ["the price of Own"]),
        ("spells", {"code": "transmutation"}, ["the new form of Transmutation"]),
        ("properties", {"code": "drifter"}, ["the die of Drifter"]),
        ("properties", {"code": "were-creature", "kind": "controlled"}, ["the other forms of Were-Creature"]),
    ],
)
def test_a_line_without_a_price_is_named_next_to_the_known_sum(
    slot: str, taken: Json, names: list[str]
) -> None:
    """Whatever has no price."""
    rest = appraise_json(document({"own": FIGHTER})).profile("own").points
    others = {"imp": design(properties=picks("drifter"))}
    total = total_with(taken, slot, others)
    assert total == Total(rest or 0, tuple(names))
    assert total_text(total) == (f"{rest}+" if rest else "–")
    assert missing_price_text(total) == f"needs {names[0]}"


def test_a_value_without_a_price_is_named_as_it_is_written() -> None:
    appraisal = appraise_json(document({"own": design(mov=13)})).profile("own")
    assert (appraisal.points, appraisal.total.waits_for) == (None, ("a price for Mov 13",))


def test_a_complete_total_has_no_missing_prices() -> None:
    appraisal = appraise_json(document({"own": FIGHTER})).profile("own")
    assert appraisal.points is not None
    assert appraisal.total == Total(appraisal.points)
    assert (total_text(appraisal.total), missing_price_text(appraisal.total)) == (str(appraisal.points), "")


def test_a_roster_has_the_missing_prices_of_its_profiles() -> None:
    """Each once, by name. Parts with a price count. A missing profile counts nothing."""
    rows = [("own", 2), ("imp", 1), ("own", 1), ("gone", 4)]
    roster = {"name": "R", "limit": 500, "entries": [{"profile": key, "count": n} for key, n in rows]}
    value = document({"own": design(spells=picks({"code": "summon"})), "imp": FIGHTER}, rosters=[roster])
    appraisal = appraise_json(value)
    each, imp = appraisal.profile("own").total.points, appraisal.profile("imp").points or 0
    names = read_document(value).profile_names()
    assert appraisal.rosters[0].points is None
    assert appraisal.roster_total(appraisal.rosters[0], names) == Total(3 * each + imp, ("the price of Own",))
