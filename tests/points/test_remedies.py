"""What the fixes of profiles do: what the sentence of their rule says, and no harm anywhere in the list."""

import copy
import re
from collections import Counter
from collections.abc import Iterable
from typing import Any

import jsonpatch
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from builder.points.advice.profile_fixes import appraise_with_fixes
from builder.points.appraisal.appraisal import appraise
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.remedies import steps_of
from builder.points.rules.results import Appraisal, Finding, Fix
from tests.lanes import is_wide
from tests.support.crimson_dusk import dusk_document, model
from tests.support.designs import CATALOGUES, FURY, Json, design, document, gun, picks, read_document
from tests.support.fubar import figure, fubar_document
from tests.support.stargrave import crew_document, leader, soldier
from tests.support.strategies import documents
from tests.support.zapp import unit, zapp_document

EVERY = sorted(CATALOGUES)
INDEX = re.compile(r"\[\d+\]")


def apply(sent: Json, fix: Fix) -> Json:
    """The document as the patch of a fix leaves it, which another library applies."""
    changed: Json = jsonpatch.apply_patch(sent, [operation.to_json() for operation in fix.patch])
    return changed


def kind(finding: Finding) -> tuple[str, str, str]:
    """A finding without its place in the list."""
    return finding.level, finding.code, INDEX.sub("", finding.where)


def worries(appraisal: Appraisal) -> Counter[tuple[Any, ...]]:
    """The errors and warnings of a list, by the profile or roster that they are on."""
    result = [(profile.key, profile.findings) for profile in appraisal.profiles]
    result += [(f"roster {place}", roster.findings) for place, roster in enumerate(appraisal.rosters)]
    return Counter((name, *kind(f)) for name, findings in result for f in findings if f.level != "note")


def appraise_sent(sent: Json, catalogue: Catalogue) -> Appraisal:
    """The appraisal of a document with its fixes, as the API and the command make it."""
    return appraise_with_fixes(read_document(sent), catalogue, sent)


def fixed(appraisal: Appraisal) -> list[tuple[str, Finding, Fix]]:
    """The findings on profiles that have a fix."""
    return [(p.key, f, f.fix) for p in appraisal.profiles for f in p.findings if f.fix]


def same(finding: Finding, findings: Iterable[Finding]) -> int:
    """How many findings say the same."""
    return sum((kind(other), other.message) == (kind(finding), finding.message) for other in findings)


def check_fix(sent: Json, now: Appraisal, key: str, finding: Finding, fix: Fix) -> Json:
    """A fix ends its finding and adds no error or warning; the document that it leaves."""
    patched = apply(sent, fix)
    after = appraise(read_document(patched), CATALOGUES[now.system, now.edition])
    assert same(finding, after.profile(key).findings) < same(finding, now.profile(key).findings), fix
    assert worries(after) <= worries(now), (finding, fix)
    return patched


@pytest.mark.parametrize("name", EVERY, ids="-".join)
@settings(max_examples=300 if is_wide() else 6)
@given(data=st.data())
def test_a_fix_resolves_its_finding_without_new_errors(name: tuple[str, str], data: st.DataObject) -> None:
    """In random lists of every game; its patch applies to the document as it was sent."""
    sent = data.draw(documents(CATALOGUES[name], limit=3))
    now = appraise_sent(sent, CATALOGUES[name])
    for key, finding, fix in fixed(now):
        check_fix(copy.deepcopy(sent), now, key, finding, fix)


@pytest.mark.parametrize("name", EVERY, ids="-".join)
@settings(max_examples=300 if is_wide() else 3)
@given(data=st.data())
def test_following_all_advice_terminates(name: tuple[str, str], data: st.DataObject) -> None:
    """Each fix leaves fewer errors and warnings, until none has a fix."""
    sent = data.draw(documents(CATALOGUES[name], limit=2))
    now = appraise_sent(sent, CATALOGUES[name])
    while result := fixed(now):
        left = sum(worries(now).values())
        sent = check_fix(copy.deepcopy(sent), now, *result[0])
        now = appraise_sent(sent, CATALOGUES[name])
        assert sum(worries(now).values()) < left


# ------------------------------------------------------------------ what the rules say


def labels(sent: Json, rule: str) -> list[str | None]:
    """What the buttons of a rule's findings say on the first profile; None for each without one."""
    catalogue = CATALOGUES[sent["system"], sent["edition"]]
    appraisal = appraise_sent(sent, catalogue).profiles[0].findings
    return [f.fix and f.fix.label for f in appraisal if f.code == rule and f.level != "note"]


SPELLS = picks("heal", "invisible")
FURY_FIXES: list[tuple[str, Json, list[str | None]]] = [
    # p. 43: no armour at all, neither a save nor what it is made of
    (
        "P-54",
        design(arm=6, armour_property="H", properties=picks("amorphous")),
        ["Set the armour property to Basic", "Set Arm to 12 and the armour property to Basic"],
    ),
    ("P-54", design(arm=6, properties=picks("amorphous")), ["Set Arm to 12"]),
    ("P-55", design(mov=9, properties=picks("amorphous")), ["Set Mov to 4"]),
    ("P-57", design(ssv=8, properties=picks("amorphous")), [None]),  # allowed, so nothing to do
    # p. 49: it never shoots, so neither gun nor Shg is of use
    (
        "P-73",
        design(shg=5, shooting_weapons=[gun()], properties=picks("stampede")),
        ["Remove the shooting weapons and set Shg to 0", "Set Shg to 0"],
    ),
    ("P-78", design(size=5, properties=picks("giantslayer")), ["Remove Giantslayer"]),
    # p. 36: the kind of magic is for the player to choose
    ("P-90", design(magic="low", spells=SPELLS), ["Set Mgc to 1"]),
    ("P-90", design(spells=SPELLS), [None]),
    ("P-10", design(mgc=5, spells=SPELLS), [None]),
    ("P-01", design(mov=None), [None]),
    ("P-08", design(arm=0), ["Set Arm to 12"]),
    ("P-08", design(arm=0, armour_property="H"), ["Set Arm to 12 and the armour property to Basic"]),
    ("P-08", design(arm=1), ["Set Arm to 2"]),
    ("P-07", design(cow=-3), ["Set Cow to 1"]),
    ("P-06", design(tds=-3, properties=picks("undead")), ["Set Tds to 0"]),
    ("P-09", design(ssv=0), ["Leave SSv blank"]),
    ("P-13", design(command_die="d4"), [None]),
    ("P-14", design(tds=0), ["Set Tds to 11"]),
    ("P-15", design(shg=5), ["Set Shg to 0"]),
    ("P-41", design(shield_property="H"), ["Set the shield property to Basic"]),
    ("P-21", design(shg=5, shooting_weapons=[gun(), gun(), gun()]), ["Remove shooting weapon 3"]),
    ("P-23", design(combat_weapon={"range": 4}), ["Clear the range band of the combat weapon"]),
    ("P-28", design(shg=5, shooting_weapons=[gun("O")]), ["Remove Obscuring from the shooting weapon"]),
    (
        "P-29",
        design(combat_weapon={"name": "Pike", "properties": ["R", "R", "R"]}),
        ["Remove 2 × Reach from Pike"],
    ),
    (
        "P-35",
        design(shg=5, shooting_weapons=[gun("GB4")]),
        ["Change Greater Blast with FF4 to Greater Blast"],
    ),
    ("P-52", design(mov=0, properties=picks("airborne", {"code": "airborne", "kind": "slow"})), [None]),
    ("P-56", design(properties=picks("amorphous", {"code": "flier", "mov": 9})), ["Set Flier to 4"]),
    (
        "P-66",
        design(mov=0, properties=picks(*({"code": "drifter", "die": "d6"}, {"code": "flier", "mov": 6}))),
        ["Remove Flier"],
    ),
    ("P-69", design(properties=picks({"code": "flier", "mov": 13})), ["Set Flier to 12"]),
    ("P-69", design(properties=picks("flier")), [None]),
    ("P-74", design(properties=picks("swarm", {"code": "flier", "mov": 6})), ["Add Wind-Dependent"]),
    ("P-75", design(properties=picks({"code": "team", "size": 2})), ["Set Team to 1"]),
    ("P-77", design(properties=picks("aethereal", "scout")), ["Remove Scout"]),
    ("P-82", design(mov=0, properties=picks("airborne", "ensign")), ["Remove Ensign"]),
]


@pytest.mark.parametrize(("rule", "sent", "expected"), FURY_FIXES)
def test_fixes_of_unbridled_fury_do_what_their_labels_say(
    rule: str, sent: Json, expected: list[str | None]
) -> None:
    assert labels(document({"own": sent}), rule) == expected


OTHER_FIXES: list[tuple[str, Json, list[str | None]]] = [
    ("P-24", crew_document({"own": leader(kind="first-mate", background="rogue", gained=0,
        improved="move shoot", earned="fight shoot", powers="bribe fortune haggle fling")}),
     ["Remove Fight and Shoot"]),
    ("P-01", crew_document({"own": leader(kind="captain")}), [None]),
    ("P-01", crew_document({"own": soldier(None)}), [None]),
    ("P-10", crew_document({"own": soldier("sentry", "shield")}), ["Remove Shield"]),
    # p. 3: a typical model has 3 action points, and no bounds are printed: the player decides
    ("P-02", dusk_document({"own": model(ap=0)}), [None]),
    # p. 24: two pistols are for gun fighters, who carry two
    ("P-27", dusk_document({"own": model("pistol", circumstances=["two-pistols"])}),
     ["Remove Two pistols at once"]),
    ("P-08", dusk_document({"own": model("grenade-launcher", ammunition=["incendiary"])}),
     ["Add Thrown Grenade"]),
    ("P-31", dusk_document({"own": model(specials=["furious-assault", "savage-assault"])}),
     ["Remove Savage assault"]),
    ("P-12", fubar_document({"own": figure(close_combat="lance")}), ["Add Mounted"]),
    ("P-22", fubar_document({"own": figure(armour={"code": "plot", "save": 4, "points": 0})}),
     ["Change Plot armour to Magical armour"]),
    ("P-07", fubar_document({"own": figure(instant="bolt")}), ["Add Sorcerer"]),
    ("P-07", zapp_document({"own": unit(order="skirmish", armour="plate")}), ["Set Armour to none"]),
    ("P-04", zapp_document({"own": unit(4)}), ["Set Figures to 8"]),
    ("P-09", crew_document({"own": leader(gear="light-armour combat-armour")}), ["Remove Combat armour"]),
    ("P-09", crew_document({"own": leader(gear="heavy-armour light-armour combat-armour")}),
     ["Remove Light armour and Combat armour"]),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "sent", "expected"), OTHER_FIXES)
def test_fixes_of_other_games_do_what_their_labels_say(
    rule: str, sent: Json, expected: list[str | None]
) -> None:
    assert labels(sent, rule) == expected


STEPS: list[tuple[str, list[tuple[str, str, str]]]] = [
    ("ask", [("ask", "", "")]),
    ("trim", [("trim", "", "")]),
    ("set 12", [("set", "", "12")]),
    ("set arm 12", [("set", "arm", "12")]),
    ("nearest", [("nearest", "", "")]),
    ("swap GB", [("swap", "GB", "")]),
    ("remove other", [("remove", "other", "")]),
    ("add sorcerer", [("add", "sorcerer", "")]),
    ("nearest arm + clear armour_property", [("nearest", "arm", ""), ("clear", "armour_property", "")]),
]


@pytest.mark.parametrize(("text", "steps"), STEPS)
def test_a_remedy_is_read_step_by_step(text: str, steps: list[tuple[str, str, str]]) -> None:
    assert [tuple(step) for step in steps_of(text)] == steps


WRONG = (
    "", "raise", "ask arm", "trim 2", "set", "set arm 12 now", "nearest arm size", "clear arm size",
    "remove GB LB", "swap", "swap GB LB", "add GB LB", "ask + ",
)  # fmt: skip


@pytest.mark.parametrize("text", WRONG)
def test_unknown_words_are_not_a_remedy(text: str) -> None:
    """The fault names the step that is wrong."""
    *_, wrong = text.split(" + ")
    with pytest.raises(ValueError, match=f"^{wrong}$"):
        list(steps_of(text))


# ------------------------------------------------------------------ patches


SPARSE: list[Json] = [
    {"size": 2, "shooting_weapons": [{"range": 4}, {"range": 6}, {"properties": ["P"], "range": 8}]},
    {"properties": [{"code": "amorphous"}], "attributes": {"arm": 6}, "combat_weapon": None},
    {"properties": [{"code": "stampede"}, {"code": "scout"}, {"code": "scout"}], "magic": None},
    {"spells": [{"code": "heal"}], "magic": "low"},
    {"attributes": {"shg": 4}},
    {"combat_weapon": {"properties": ["R", "R"]}, "shield_property": "H"},
]


@pytest.mark.parametrize("created", SPARSE)
def test_patches_apply_to_the_sent_document(created: Json) -> None:
    """Whatever was left out of it: weapons without a name, a design without attributes."""
    sent = document({"own": created})
    now = appraise_sent(sent, FURY)
    assert fixed(now)
    for key, finding, fix in fixed(now):
        check_fix(copy.deepcopy(sent), now, key, finding, fix)
