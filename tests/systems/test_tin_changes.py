"""Differences of a list of another system are in that system's words, from its data alone."""

import copy
from dataclasses import replace

import pytest

from builder.catalogue.play import list_sheet
from builder.exports.receipt import receipt_text
from builder.points.appraisal.appraisal import appraise
from builder.points.appraisal.changes import changes
from tests.support.tin_soldiers import GUARDS, TIN, Json, changed, document, read

pytestmark = pytest.mark.usefixtures("tin_soldiers")

MARCH = [{"code": "march", "columns": 2, "rows": 2}]


@pytest.mark.parametrize(
    ("after", "words"),
    [
        (changed("body.pace", 5), "Own: Pc 4 → 5"),
        (changed("paint", None), "Own: Pt Gloss → unpainted"),
        (changed("kit.coat", None), "Own: Coat Wool → no coat"),
        (changed("kit.arms.length", 4), "Own: Arm Pike (Length 3 → 4)"),
        (changed("kit.arms.properties", ["stick"]), "Own: Arm Pike (removed "),
        (changed("drills", []), "Own: removed Drum, "),
        ({**copy.deepcopy(GUARDS), "figures": 4}, "Own: Fig 3 → 4, +"),
        (changed("kit.coat", "plate"), "Own: Coat Wool → Plate, +9 pennies, Load 2 of 4 → 4 of 4"),
        ({**copy.deepcopy(GUARDS), "kind": "officer"}, "Own: Kd Band → Officer"),
    ],
)
def test_changes_use_the_words_of_the_system(after: Json, words: str) -> None:
    (change,) = changes(read(document({"own": GUARDS})), read(document({"own": after})), TIN)
    assert change.words.startswith(words)
    points = appraise(read(document({"own": after})), TIN).profile("own").points
    assert (change.before, change.after) == (94, points)
    assert change.words.partition(", Load")[0].endswith(" pennies") or points is None


def test_rosters_use_the_unit_of_the_system() -> None:
    def fielded(count: int) -> Json:
        roster = {"name": "Category", "limit": 300, "entries": [{"profile": "own", "count": count}]}
        return document({"own": GUARDS}, rosters=[roster])

    (change,) = changes(read(fielded(1)), read(fielded(2)), TIN)
    assert change.words == "Category: 1 → 2 Own, +94 pennies"


def test_prices_have_the_word_of_their_game() -> None:
    """Where something has none, in findings, receipt, history and what a sum waits for."""
    worth = replace(TIN, words=replace(TIN.words, price="worth"))
    plain, expensive = (read(document({"own": {"body": {"pace": pace}}})) for pace in (1, 99))
    appraisal = appraise(expensive, worth)
    (change,) = changes(plain, expensive, worth)
    said = [
        *(finding.message for finding in appraisal.profiles[0].findings),
        *appraisal.profiles[0].total.waits_for,
        receipt_text(list_sheet(expensive, worth, appraisal)),
        change.words,
    ]
    assert not any("price" in text for text in said), said
    assert sum("worth" in text for text in said) >= 3, said
