"""Units of a made-up game: their members, and adding and removing complete units."""

import json
import re
from collections import Counter
from dataclasses import replace

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from builder.catalogue.files import Catalogues
from builder.catalogue.load import load_edition
from builder.catalogue.parsing import CatalogueError
from builder.models import CompanyList, User
from builder.points.advice.capacity import remaining_capacity
from builder.points.appraisal.appraisal import appraise
from builder.points.document.document import Document, Roster, dump_roster, parse_roster
from builder.points.document.json_reader import DEFAULT_LIMITS, JsonReader
from builder.points.legality.roster_changes import apply_patch, roster_patch, without_models
from builder.points.rules.results import Finding
from builder.services.exchange import create_list_from_document
from builder.services.patching import apply_json_patch
from tests.support.api_client import ApiClient
from tests.support.html_forms import fields_of, page_text
from tests.support.roster_plans import best_plan
from tests.support.saving import load_fresh
from tests.support.strategies import roster_rows
from tests.support.tin_soldiers import GUARDS, TIN, Json, document, read
from tests.support.tin_variants import changed_catalogue, read_with

pytestmark = pytest.mark.usefixtures("tin_soldiers")

# Platoons of three, with the kinds that can be in them. The limit is only agreed.
CHANGES = (
    ('most = 12\nrule = "T-16"', 'most = 12\nrule = "T-16"\nusual = 3\nmembers_rule = "T-16"'),
    ('limit_rule = "T-11"', 'limit_rule = "T-11"\nlimit_level = "warning"'),
)
PLATOONS = changed_catalogue(*CHANGES)
STRICT = changed_catalogue(
    (
        'most = 12\nrule = "T-16"',
        'most = 12\nrule = "T-16"\nlevel = "error"\nmembers_rule = "T-16"\nmembers_level = "error"',
    )
)
BANDS: dict[str, Json] = {
    "guards": GUARDS,  # 94 pennies, three figures
    "plain": {"body": {"pace": 1}},  # 1 penny
    "officer": {"kind": "officer", "body": {"pace": 2}},
}
UNITS = st.lists(roster_rows(TIN, tuple(BANDS)), max_size=3)


def list_of(*entries: Json, limit: int | None = None) -> Json:
    """Return the bands with one roster of these rows."""
    return document(BANDS, rosters=[{"name": "Box", "limit": limit, "entries": list(entries)}])


def platoons(*entries: Json, limit: int | None = None) -> Document:
    """Return the parsed document of the same."""
    return read_with(PLATOONS, list_of(*entries, limit=limit))


def row(profile: str, count: int = 1, **more: object) -> Json:
    """Return a row of a roster, or a member of a row."""
    return {"profile": profile, "count": count, **more}


def read_roster(value: object) -> Roster:
    """Return one roster of the game."""
    return parse_roster(JsonReader(DEFAULT_LIMITS), "", value, TIN)


def rows_after_fix(whole: Document, finding: Finding) -> object:
    """Return the rows after a finding's fix."""
    assert finding.fix is not None
    patch = [op._replace(path=op.path.removeprefix("/rosters/0")).to_json() for op in finding.fix.patch]
    return dump_roster(read_roster(apply_json_patch(dump_roster(whole.rosters[0]), patch)))["entries"]


# ------------------------------------------------------------------ who belongs to a unit


@pytest.mark.parametrize(
    ("unit", "found", "left"),
    [
        (row("guards", 2, attached=[row("officer")]), "", []),
        (row("guards", 0, others=[row("officer", 0)]), "", []),
        (
            row("guards", 2, attached=[row("officer"), row("plain")]),
            "Plain: only officers are attached to platoons; remove it.",
            [row("guards", 2, attached=[row("officer")])],
        ),
        (
            row("guards", 2, others=[row("officer")]),
            "Officer: only bands belong to platoons; remove it.",
            [row("guards", 2)],
        ),
        (
            row("officer", 1, name="Old Guard", others=[row("plain", 2), row("guards")]),
            "Officer: only bands belong to platoons; remove it.",
            [row("plain", 2, name="Old Guard", others=[row("guards")])],
        ),
        (row("officer"), "Officer: only bands belong to platoons; remove it.", None),
    ],
)
def test_units_have_members_of_their_kinds(unit: Json, found: str, left: list[Json] | None) -> None:
    """The catalogue's rule finds members of a wrong kind. The fix removes them if other members stay."""
    whole = platoons(unit)
    findings = [f for f in appraise(whole, PLATOONS).rosters[0].findings if f.code == "T-16"]
    assert [(f.level, f.where, f.message) for f in findings] == [
        ("warning", "entries[0]", text) for text in [found] if text
    ]
    for finding in findings:
        assert (rows_after_fix(whole, finding) if finding.fix else None) == left


# ------------------------------------------------------------------ what is taken away


@given(UNITS, st.data())
def test_a_removal_leaves_no_empty_row(drawn: list[Json], data: st.DataObject) -> None:
    """Only the given models are removed. A row is removed with its last model."""
    roster = read(list_of(*drawn)).rosters[0]
    before = roster.counts()
    removed = {key: data.draw(st.integers(0, count), key) for key, count in before.items()}
    left = without_models(roster, removed)
    assert +left.counts() == before - Counter(removed)
    empty = [entry for entry in left.entries if not any(member.count for member in entry.members())]
    assert all(entry in roster.entries for entry in empty)


@given(UNITS, UNITS, st.none() | st.integers(1, 9))
def test_patches_turn_one_roster_into_another(
    drawn: list[Json], other: list[Json], limit: int | None
) -> None:
    """Whatever the rosters are, our own patch function and another library give the same result."""
    before, after = read(list_of(*drawn)).rosters[0], read(list_of(*other, limit=limit)).rosters[0]
    patch = roster_patch(before, after)
    applied = apply_json_patch(dump_roster(before), [op.to_json() for op in patch])
    assert read_roster(applied) == after
    assert apply_patch(before, patch, TIN) == after


@given(UNITS, st.none() | st.integers(1, 900))
def test_plans_with_units_end_legal(drawn: list[Json], limit: int | None) -> None:
    """Rows are checked after the change, where sizes and members of units are errors."""
    whole = read_with(STRICT, list_of(*drawn, limit=limit))
    if plan := best_plan(whole, 0, STRICT):
        patch = [op.to_json() for op in plan.patch]
        changed = read_roster(apply_json_patch(dump_roster(whole.rosters[0]), patch))
        appraisal = appraise(replace(whole, rosters=(changed,)), STRICT)
        assert appraisal.is_legal(appraisal.rosters[0])
        assert appraisal.rosters[0].models == plan.models


# ------------------------------------------------------------------ complete units


def test_units_have_sums_and_checks() -> None:
    """The list's Max of five allows one unit of three. If each platoon would be too large, none fits."""
    document = list_of(limit=100)
    document["profiles"][1]["max"] = 5
    capacity = remaining_capacity(read_with(PLATOONS, document), 0, PLATOONS)
    assert [(fit.profile, fit.max_count) for fit in capacity.fits] == [("plain", 1)]
    strict = changed_catalogue(
        ('most = 12\nrule = "T-16"', 'most = 2\nrule = "T-16"\nlevel = "error"\nusual = 3')
    )
    full = remaining_capacity(read_with(strict, list_of(limit=100)), 0, strict)
    assert (full.fits, full.fills) == ((), ())
    assert full.blocking_rules == {"guards": "", "plain": "T-16"}


def test_kinds_of_units_name_picks_of_the_catalogue() -> None:
    kind = '[[unit_kinds]]\ncode = "buglers"\nname = "Buglers"\nplural = "Buglers"\nmade_by = ["bugle"]\n\n'
    with pytest.raises(CatalogueError, match=r"made_by.*bugle"):
        changed_catalogue(("# What a band carries", f"{kind}# What a band carries"))


@pytest.fixture
def box(alice: User, client: Client, catalogues: Catalogues) -> CompanyList:
    """Alice's list in her browser, with an empty roster of 300 pennies."""
    load_edition(PLATOONS)
    client.force_login(alice)
    return create_list_from_document(alice, platoons(limit=300))


def test_one_press_adds_a_full_unit_and_a_fix_removes_it(
    box: CompanyList, alice: User, client: Client
) -> None:
    """The button shows the price and adds a row. The plan leaves no empty row."""
    url = f"/lists/{box.public_id}/rosters/{box.rosters.get().public_id}/"

    def press(do: str, **changed: str) -> tuple[list[Json], str]:
        fields = fields_of(client.get(url).content.decode())
        answer = client.post(url, {**fields, **changed, "do": do.replace("&quot;", '"')}, follow=True)
        assert answer.status_code == 200
        roster: Json = dump_roster(load_fresh(box).document.rosters[0])
        return roster["entries"], answer.content.decode()

    page = client.get(url).content.decode()
    assert re.search("3 × Guards .* 282 ", page_text(page))
    fits = re.findall(r'<button name="do" value="(unit:[^"]*)">Add', page)
    assert fits == ["unit:guards=3", "unit:plain=3"]
    entries, page = press(fits[0])
    assert entries == [row("guards", 3)]
    assert "added 3 × Guards" in page
    (fill, *_) = re.findall(r'id="fill-0" name="do" value="(unit:[^"]*)"', page)
    assert "6 times 3\N{NO-BREAK SPACE}×" in page
    entries, page = press(fill)
    assert entries == [row("guards", 3), *[row("plain", 3)] * 6]
    entries, page = press("", limit="299", **{"name[0]": "Old Guard"})
    assert "Legal by the rules, over the agreed limit by 1" in page_text(page)
    (fix, *_) = re.findall(r'class="fix" name="do" value="(patch:[^"]*)"', page)
    entries, page = press(fix, **{"name[1]": "Typed beside it"})
    assert [(entry["count"], entry.get("name")) for entry in entries[:2]] == [
        (3, "Old Guard"),
        (3, "Typed beside it"),
    ]
    assert (len(entries), entries[-1]) == (7, row("plain", 2))
    (undo,) = re.findall(r'name="do" value="(patch::[^"]*)"', page)
    assert press(undo)[0][-1] == row("plain", 3)
    answer = client.post(url, {**fields_of(page), "do": 'patch:fix:[{"op":"remove","path":"/entries/9"}]'})
    assert answer.status_code == 400
    assert "load the page again" in answer.content.decode()
    answer = client.post(url, {**fields_of(page), "do": "unit:" + ",".join(["plain"] * 2001)})
    assert answer.status_code == 400


def test_new_rosters_have_full_units(box: CompanyList, client: Client) -> None:
    """A unit of each ticked profile. An officer forms no platoon and is alone."""
    picks = ["guards", "officer"]
    client.post(f"/lists/{box.public_id}/rosters/", {"name": "Begun", "pick": picks})
    begun = dump_roster(load_fresh(box).document.rosters[1])
    assert begun["entries"] == [row("guards", 3), row("officer")]


@pytest.mark.parametrize(
    ("unit", "left"),
    [
        (row("gone", 2, name="Old Guard", others=[row("plain", 3)]), [row("plain", 3, name="Old Guard")]),
        (row("plain", 3, others=[row("gone", 2)]), [row("plain", 3)]),
        (row("gone", 2), []),
    ],
)
def test_units_stay_when_a_member_profile_is_removed(
    box: CompanyList, client: Client, unit: Json, left: list[Json]
) -> None:
    """Members of a removed profile don't count, and no finding contradicts the button that removes them."""
    url = f"/lists/{box.public_id}/rosters/{box.rosters.get().public_id}/"
    post = {
        **fields_of(client.get(url).content.decode()),
        "do": "patch::" + json.dumps([{"op": "replace", "path": "/entries", "value": [unit]}]),
    }
    page = client.post(url, post, follow=True).content.decode()
    soldiers = "3 soldiers" if left else "0 soldiers"
    assert page_text(page).count(f"{soldiers} ") == 4  # in the head and bar, above the rows, in the unit
    assert "alone makes it legal" not in page
    (remove,) = re.findall(r'<button name="do" value="(\w+:\d+)"[^>]*>Remove<span class="vh"> gone', page)
    client.post(url, {**fields_of(page), "do": remove})
    assert dump_roster(load_fresh(box).document.rosters[0])["entries"] == left


@pytest.mark.parametrize(
    ("most", "alone", "choice", "after"),
    [
        (None, 1, "Move Officer (1 fielded)", []),
        (2, 2, "Move Officer (Max 2)", [row("officer", 1)]),
        (1, 1, "Move Officer (Max 1)", []),
    ],
)
def test_attaching_a_profile_moves_or_adds_a_model(
    box: CompanyList,
    alice: User,
    client: Client,
    most: int | None,
    alone: int,
    choice: str,
    after: list[Json],
) -> None:
    """A fielded model is moved first. One more model is offered if the list's Max allows it."""
    document = list_of(row("officer", alone), row("plain", 3))
    document["profiles"][2]["max"] = most
    stored = create_list_from_document(alice, read_with(PLATOONS, document))
    url = f"/lists/{stored.public_id}/rosters/{stored.rosters.get().public_id}/"
    page = client.get(f"{url}?attach=1").content.decode()
    assert choice in page
    assert ("One more Officer (" in page) is (most is None)
    done = client.post(url, {**fields_of(page), "do": "attach:1"}, follow=True).content.decode()
    assert "Saved: moved Officer." in done
    entries = dump_roster(load_fresh(stored).document.rosters[0])["entries"]
    assert entries == [*after, row("plain", 3, attached=[row("officer")])]


def test_the_api_offers_full_units(box: CompanyList, alice: User) -> None:
    answer = ApiClient(alice).post("appraisals/fits", {"document": list_of(limit=300), "roster": 0}).json()
    assert answer["fits"][0] == {"profile": "guards", "each": 282, "most": 1, "has_errors": False, "size": 3}
    assert answer["fills"][0]["entries"] == [row("guards", 3), *[row("plain", 3)] * 6]
