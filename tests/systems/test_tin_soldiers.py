"""The data model fits another system: a made-up game is a TOML file and a module, without other code.

Tin Soldiers has numbers (one that only multiplies), a choice, one weapon with a field, a pick-one and a
pick-many group, parameters of every kind of price, nested places in its design, and a formula of its own.
"""

import copy
import re

import pytest
from django.test import Client
from hypothesis import given

from builder.catalogue.files import Catalogues
from builder.catalogue.load import load_edition
from builder.catalogue.parsing import to_plain
from builder.catalogue.store import get_catalogue
from builder.documents import load_list
from builder.models import User
from builder.points.advice.steps import candidates, steps_of
from builder.points.advice.what_if import WhatIf
from builder.points.appraisal.appraisal import appraise
from builder.points.document.document import DocumentError, dump_document
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.results import Line
from builder.queries.access import list_for_owner
from builder.services.exchange import create_list_from_document
from tests.support.html_forms import fields_of
from tests.support.strategies import documents
from tests.support.tin_soldiers import (
    GUARD_POINTS,
    GUARDS,
    NAME,
    TIN,
    Json,
    changed,
    document,
    judge_one,
    read,
)

pytestmark = pytest.mark.usefixtures("tin_soldiers")


# ------------------------------------------------------------------ the points core


def test_a_band_costs_what_its_formula_says() -> None:
    """Its lines are those of one figure, times three; the places follow the design's own shape."""
    profile = judge_one(GUARDS)
    assert [line.points for line in profile.lines] == GUARD_POINTS
    assert profile.points == 94
    assert profile.findings == ()
    assert [line.where for line in profile.lines[:5]] == [
        "body.pace", "paint", "kit.arms.length", "kit.arms.properties[0]", "kit.arms.properties[1]",
    ]  # fmt: skip
    assert [(line.group) for line in profile.lines] == ["body"] * 2 + ["kit"] * 4 + ["drills"] * 3


def test_a_mould_costs_a_third_of_a_full_band() -> None:
    """References go through the same formula: 94 by a third, for each of two figures."""
    created = {"figures": 2, "body": {"pace": 1}, "drills": [{"code": "mould", "of": "guards"}]}
    assert judge_one(created, {"guards": GUARDS}).points == 2 + 63


WASTED = "Plate slows them: Pace 4 is wasted."
DRUM = "More than ten figures want a drum."
GOLD = "Paint gold cannot be bought: take Bare, Plain, Gloss or none."
ITSELF = "Own is part of its own price, so it has none: choose another profile."
BOTH = "hook and spike on one weapon: keep one of them."
ONE_HOOK = "hook appears 2 times on one weapon: keep one."
REPEATED = "Drum is repeated: this one does nothing (15 pennies); remove it."
LOST = "Mould: “gone” is not in this list: add it, or choose another profile."
UNPRICED = "Mould: Bad has no price: fix that profile first."
COLUMNS = "March: “Columns” must be 1 to 4, not 5."
FAULTS: list[tuple[Json, list[tuple[str, str, str, str, int]]]] = [
    (changed("body.stand", 4), [("error", "T-01", "body.stand", "Std 4 has no price: take 1 to 3.", 4)]),
    (changed("body.pace", 3), [("error", "T-02", "body.pace", "Pc 3 has no price: take 1 to 4.", 3)]),
    (changed("body.pace", None), [("error", "T-02", "body.pace", "Pc has no value yet: choose one.", 3)]),
    (changed("paint", "gold"), [("error", "T-03", "paint", GOLD, 4)]),
    (changed("kit.arms.properties", ["hook", "spike"]), [("error", "T-04", "kit.arms", BOTH, 5)]),
    (
        changed("kit.arms.properties", ["hook", "spike", "hook"]),
        [("error", "T-04", "kit.arms", BOTH, 5), ("error", "T-04", "kit.arms", ONE_HOOK, 5)],
    ),
    (
        changed("kit.arms.length", None),
        [("error", "T-05", "kit.arms.length", "This weapon has no length: enter 1 to 3.", 5)],
    ),
    (
        changed("kit.arms.length", 4),
        [("error", "T-05", "kit.arms.length", "Length 4 has no price: take 1 to 3.", 5)],
    ),
    (changed("drills", [{"code": "drum"}] * 2), [("error", "T-06", "drills[1]", REPEATED, 7)]),
    (
        changed("kit.coat", "plate"),
        [("warning", "T-07", "body.pace", WASTED, 6)],
    ),
    (
        changed("drills", [{"code": "cast"}]),
        [("error", "T-08", "drills[0].metal", "Recast: metal is missing.", 7)],
    ),
    (
        changed("drills", [{"code": "march", "columns": 5, "rows": 1}]),
        [("error", "T-08", "drills[0].columns", COLUMNS, 7)],
    ),
    (changed("drills", [{"code": "mould"}]), [("error", "T-09", "drills[0].of", "Mould: of is missing.", 8)]),
    (changed("drills", [{"code": "mould", "of": "own"}]), [("error", "T-09", "drills[0].of", ITSELF, 8)]),
    (changed("drills", [{"code": "mould", "of": "gone"}]), [("error", "T-09", "drills[0].of", LOST, 8)]),
    (changed("drills", [{"code": "mould", "of": "bad"}]), [("error", "T-09", "drills[0].of", UNPRICED, 8)]),
    (
        {**changed("drills", []), "figures": 11},
        [("note", "T-10", "figures", DRUM, 2)],
    ),
]


@pytest.mark.parametrize(("design", "findings"), FAULTS, ids=[findings[0][1] for _, findings in FAULTS])
def test_findings_say_what_is_wrong_and_how_to_fix_it(
    design: Json, findings: list[tuple[str, str, str, str, int]]
) -> None:
    """Those of its tables and that of its module: level, rule, place, message and page."""
    judged = judge_one(design, {"bad": changed("body.pace", 3)})
    assert [(f.level, f.code, f.where, f.message, f.page) for f in judged.findings] == findings


@pytest.mark.parametrize("design", [
    {**GUARDS, "body": {"stand": 3, "pace": 2}}, {**GUARDS, "figures": 11},
    {**changed("kit.coat", "plate"), "body": {"pace": 2}}, changed("paint", None),
])  # fmt: skip
def test_obeyed_rules_are_not_reported(design: Json) -> None:
    """On the nearest neighbours."""
    assert judge_one(design).findings == ()


@pytest.mark.parametrize(("design", "path"), [
    ({"body": {"mov": 6}}, "profiles[0].design.body.mov"),
    ({"size": 2}, "profiles[0].design.size"),
    ({"paint": "pink"}, "profiles[0].design.paint"),
    ({"kit": {"arms": [GUARDS["kit"]["arms"]]}}, "profiles[0].design.kit.arms"),
    ({"kit": {"coat": "spike"}}, "profiles[0].design.kit.coat"),
    ({"drills": [{"code": "march", "columns": "2"}]}, "profiles[0].design.drills[0].columns"),
])  # fmt: skip
def test_invalid_designs_are_rejected(design: Json, path: str) -> None:
    """Every path is one of its own shape."""
    with pytest.raises(DocumentError) as refused:
        read(document({"own": design}))
    assert refused.value.path == path


@given(documents(TIN))
def test_random_designs_add_up_and_survive_round_trips(drawn: Json) -> None:
    """The same claims as of the first system, by the same strategy."""
    known = read(drawn)
    assert read(dump_document(known, TIN)) == known
    for profile in appraise(known, TIN).profiles:
        points = [line.points for line in profile.lines]
        assert profile.points == (None if None in points else sum(p for p in points if p is not None))
        assert profile.points is not None or profile.errors


@given(documents(TIN, limit=2))
def test_steps_have_the_announced_cost(drawn: Json) -> None:
    """The price of a step goes through the formula of the system."""
    key = drawn["profiles"][0]["key"]
    now = sum_lines(appraise(read(drawn), TIN).profile(key).lines)
    steps = steps_of(WhatIf(read(drawn), key, TIN))
    officer = drawn["profiles"][0]["design"].get("kind") == "officer"
    assert set(steps.values) == {"stand", "pace"} | (set() if officer else {"figures"})
    assert set(steps.options["paint"]) == {"bare", "plain", "gloss", ""}
    for attribute in (a for a in TIN.attributes if a.code in steps.values):
        for step in (s for s in steps.values[attribute.code] if s is not None):
            other = copy.deepcopy(drawn)
            head, _, tail = attribute.at.partition(".")
            holder = other["profiles"][0]["design"]
            (holder.setdefault(head, {}) if tail else holder)[tail or head] = step.value
            after = sum_lines(appraise(read(other), TIN).profile(key).lines)
            assert step.change == (None if after[0] > now[0] else after[1] - now[1])


def sum_lines(lines: tuple[Line, ...]) -> tuple[int, int]:
    """How many lines have no price, and what the others come to."""
    return sum(line.points is None for line in lines), sum(line.points or 0 for line in lines)


def test_steps_and_candidates_of_the_guards() -> None:
    """A figure more is a third of the band; a hook beside the spike is forbidden."""
    list_document = read(document({"own": GUARDS}))
    steps = steps_of(WhatIf(list_document, "own", TIN))
    assert [tuple(s) if s else None for s in steps.values["pace"]] == [(2, 5 - 11, ()), None]
    assert steps.fields["kit.arms.length"].down == (2, -6, ())
    assert steps.fields["kit.arms.length"].up is None
    paint = {code: change.points for code, change in steps.options["paint"].items()}
    assert paint == {"bare": -1 - 3, "plain": -3, "gloss": 0, "": -3}
    arms = {c.entry.code: c for c in candidates(list_document, "own", "kit.arms", TIN)}
    assert set(arms) == {"hook"}
    assert (arms["hook"].change, [f.code for f in arms["hook"].new_errors]) == (6, ["T-04"])
    assert {c.entry.code: c.change for c in candidates(list_document, "own", "kit.coat", TIN)} == {"plate": 9}
    assert {c.entry.code: c.change for c in candidates(list_document, "own", "drills", TIN)} == {
        "mould": None
    }


# ------------------------------------------------------------------ the site


@pytest.fixture
def loaded_catalogue(catalogues: Catalogues) -> Catalogue:
    """Tin Soldiers in the database."""
    load_edition(TIN)
    return get_catalogue(*NAME)


@pytest.fixture
def address(alice: User, loaded_catalogue: Catalogue) -> str:
    """The editor of the guards in a list of alice's."""
    company_list = create_list_from_document(
        alice, read(document({"own": GUARDS, "other": {"body": {"pace": 1}}}))
    )
    return f"/lists/{company_list.public_id}/profiles/own/"


@pytest.fixture
def visitor(alice: User, client: Client) -> Client:
    """Alice's browser."""
    client.force_login(alice)
    return client


def test_stored_rows_equal_the_file(loaded_catalogue: Catalogue) -> None:
    """Loaded and read back it is the same catalogue."""
    assert to_plain(loaded_catalogue) == to_plain(TIN)


def test_the_form_saves_the_full_design(visitor: Client, alice: User, address: str) -> None:
    """Sent back unchanged it stays the same; with another it is saved, and priced by its own formula."""
    public_id = address.split("/")[2]
    sent = fields_of(visitor.get(address).content.decode())
    assert visitor.post(address, sent).status_code in (200, 303)
    before = load_list(list_for_owner(alice, public_id)).document
    assert before == read(document({"own": GUARDS, "other": {"body": {"pace": 1}}}))
    assert {"figures", "body.stand", "body.pace", "paint", "kit.coat"} <= set(sent)
    sent = fields_of(visitor.get(address).content.decode())
    assert visitor.post(address, {**sent, "body.pace": ["2"], "paint": ["bare"]}).status_code in (200, 303)
    after = load_list(list_for_owner(alice, public_id))
    assert after.document.profiles[0].design.values == {"figures": 3, "stand": 1, "pace": 2, "paint": "bare"}
    assert appraise(after.document, after.catalogue).profile("own").points == 94 - 6 - 4


def shown_prices(page: str, kind: str) -> dict[str, str]:
    """The small prices of the form by the id of their control: "o" options, "u" and "d" steps."""
    return dict(re.findall(rf'<small id="{kind}-([^"]+)">([^<]*)</small>', page))


def test_the_form_prices_by_the_formula_of_the_system(visitor: Client, address: str) -> None:
    """Three figures, so plate for wool is three times 4 less 1, and every step counts for three."""
    page = visitor.get(address).content.decode()
    minus = "\N{MINUS SIGN}"
    options = shown_prices(page, "o")
    assert (options["kit-coat-plate"], options["kit-coat-"]) == (
        "+9 pennies, uses 2 ounces",
        f"{minus}3 pennies, frees 1 ounce",
    )
    assert (options["paint-bare"], options["paint-plain"]) == (f"{minus}4", f"{minus}3")
    assert shown_prices(page, "d")["body-pace"] == f"{minus}6"
    assert shown_prices(page, "d")["kit-arms-length"] == f"{minus}6"
    assert options["drills-1-metal-soft"] == f"{minus}18"  # 4½ rounded up, where hard is 23


@pytest.mark.sampled(every=3)  # of 14
@pytest.mark.parametrize(
    "name", ["drills.code", "body.code", "kit.arms.name.x", "kit.wings", "kit", "body[0]", "drills.0.code"]
)
@pytest.mark.parametrize("value", ["", "x"])
def test_unknown_fields_are_rejected(visitor: Client, address: str, name: str, value: str) -> None:
    """Never dropped in silence, not even where the design nests."""
    sent = fields_of(visitor.get(address).content.decode())
    answer = visitor.post(address, {**sent, name: [value], "body.pace": ["2"]})
    assert answer.status_code == 400
    assert name in answer.content.decode()
