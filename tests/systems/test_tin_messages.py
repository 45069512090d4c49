"""What the rules of any table say: the recurring findings in full, of a game whose words are made up."""

from dataclasses import replace

import pytest

from builder.exports.receipt import receipt_text
from builder.points.appraisal.appraisal import appraise
from builder.points.appraisal.changes import changes
from tests.support.tin_soldiers import TIN, Json, changed, document, judge_one, read

pytestmark = pytest.mark.usefixtures("tin_soldiers")


def drilled(code: str, **parameters: object) -> Json:
    """The guards with one drill alone."""
    return changed("drills", [{"code": code, **parameters}])


def armed(*properties: str) -> Json:
    """The guards with other arms."""
    return changed("kit.arms.properties", list(properties))


BOTH = "hook and spike on one weapon: keep one of them."

SAYS: list[tuple[Json, list[tuple[str, int]]]] = [
    (changed("body.stand", 4), [("Std 4 has no price: take 1 to 3.", 4)]),
    (changed("body.pace", None), [("Pc has no value yet: choose one.", 3)]),
    (changed("kit.arms.length", None), [("This weapon has no length: enter 1 to 3.", 5)]),
    (changed("kit.arms.length", 4), [("Length 4 has no price: take 1 to 3.", 5)]),
    (armed("hook", "spike"), [(BOTH, 5)]),
    (armed("hook", "spike", "hook"), [(BOTH, 5), ("hook appears 2 times on one weapon: keep one.", 5)]),
    (
        changed("drills", [{"code": "drum"}] * 2),
        [("Drum is repeated: this one does nothing (15 pennies); remove it.", 7)],
    ),
    (drilled("cast"), [("Recast: metal is missing.", 7)]),
    (drilled("mould"), [("Mould: of is missing.", 8)]),
    (
        drilled("mould", of="gone"),
        [("Mould: “gone” is not in this list: add it, or choose another profile.", 8)],
    ),
    (
        drilled("mould", of="bad"),
        [("Mould: Bad has no price: fix that profile first.", 8)],
    ),
]


@pytest.mark.parametrize(("design", "says"), SAYS, ids=[says[0][0] for _, says in SAYS])
def test_findings_say_what_is_wrong_and_how_to_fix_it(design: Json, says: list[tuple[str, int]]) -> None:
    """With its page in the rulebook."""
    findings = judge_one(design, {"bad": changed("body.pace", 3)}).findings
    assert [(finding.message, finding.page) for finding in findings] == says


def test_prices_have_the_word_of_their_game() -> None:
    """Where something has none, in findings, receipt, history and what a sum waits for."""
    worth = replace(TIN, words=replace(TIN.words, price="worth"))
    plain, expensive = (read(document({"own": {"body": {"pace": pace}}})) for pace in (1, 99))
    appraisal = appraise(expensive, worth)
    (change,) = changes(plain, expensive, worth)
    said = [
        *(finding.message for finding in appraisal.profiles[0].findings),
        *appraisal.profiles[0].total.waits_for,
        receipt_text(expensive, appraisal, worth),
        change.words,
    ]
    assert not any("price" in text for text in said), said
    assert sum("worth" in text for text in said) >= 3, said
