"""Rosters of a made-up game whose rows are units, and whose limit is optional, on all pages and in all
outputs.
"""

import re
from dataclasses import replace

import pytest
from django.http import QueryDict
from django.test import Client
from hypothesis import given

from builder.catalogue.files import Catalogues
from builder.catalogue.limits import limits
from builder.catalogue.load import load_edition
from builder.catalogue.play import list_sheet
from builder.exports.csv import profiles_csv
from builder.exports.receipt import receipt_text
from builder.exports.text import TextOptions, list_text
from builder.models import Club, CompanyList, Event, Roster, User
from builder.points.appraisal.appraisal import appraise
from builder.points.document.document import (
    Document,
    dump_roster,
    parse_document,
)
from builder.points.document.fingerprint import FingerprintMaker
from builder.points.rules.catalogue import LimitKind, RosterTerms
from builder.points.rules.numbers import MINUS
from builder.queries.events import has_other_limit
from builder.services import rosters as services
from builder.services.events import EventDetails, create_event, hand_in_roster, update_event
from builder.services.exchange import create_list_from_document, replace_document
from builder.services.history import restore_revision
from builder.services.lists import copy_list
from builder.services.validation import check_roster
from builder.web.rosters.actions import RosterFormEffect, apply_actions, find_undo
from builder.web.rosters.draft import RosterDraft, draft_from_post, draft_from_roster, parse_draft
from tests.support.api_client import ApiClient
from tests.support.events import in_days
from tests.support.html_forms import fields_of, page_text
from tests.support.saving import document_at, end_edit_session, load_fresh, reload, words_of_revisions
from tests.support.strategies import documents
from tests.support.tin_soldiers import GUARDS, TIN, Json, document, read
from tests.support.transactions import rolled_back

pytestmark = pytest.mark.usefixtures("tin_soldiers")

OLD_GUARD: Json = {
    "profile": "guards",
    "count": 2,
    "name": "Old Guard",
    "unit": "platoon",
    "others": [{"profile": "scouts", "count": 1}],
    "attached": [{"profile": "colonel", "count": 1}],
}
NURSERY = document(
    {
        "guards": GUARDS,
        "scouts": {"figures": 1, "body": {"pace": 1}},
        "colonel": {"kind": "officer", "body": {"pace": 2}},
        "spare": {"figures": 1, "body": {"pace": 2}},
    },
    rosters=[{"name": "Friday", "limit": None, "entries": [OLD_GUARD, {"profile": "scouts", "count": 3}]}],
)


@pytest.fixture
def tin(catalogues: Catalogues) -> Catalogues:
    """The made-up game is loaded with the real one."""
    load_edition(TIN)
    return {**catalogues, (TIN.system, TIN.edition): TIN}


@pytest.fixture
def nursery(alice: User, tin: Catalogues) -> CompanyList:
    """Alice's list with a roster of two units and no limit."""
    return create_list_from_document(alice, read(NURSERY))


def stored_rosters(row: CompanyList) -> list[Json]:
    """Return the rosters of a list as JSON."""
    return [dump_roster(roster) for roster in load_fresh(row).document.rosters]


# ------------------------------------------------------------------ what goes in comes out


@given(documents(TIN), documents(TIN))
def test_changes_of_a_list_keep_its_units(tin: Catalogues, alice: User, first: Json, second: Json) -> None:
    """A list is imported, replaced, restored, copied and duplicated."""
    with rolled_back():
        change_in_every_way(tin, alice, read(first), read(second))


def change_in_every_way(tin: Catalogues, alice: User, before: Document, after: Document) -> None:
    row = create_list_from_document(alice, before)
    assert load_fresh(row).document == before
    replace_document(reload(row), None, after)
    assert load_fresh(row).document == after
    assert parse_document(document_at(row, 1), tin) == before
    if before != after:
        restore_revision(reload(row), 1)
    assert load_fresh(row).document == before
    copy = copy_list(alice, reload(row))
    assert load_fresh(copy).document.rosters == before.rosters
    (roster,) = load_fresh(row).roster_ids
    twin = services.duplicate_roster(reload(row), roster)
    same = load_fresh(row).document.rosters[1]
    assert replace(same, name=before.rosters[0].name) == before.rosters[0]
    services.remove_roster(reload(row), twin.public_id)
    services.restore_roster(reload(row), twin.public_id)
    assert load_fresh(row).document.rosters[1] == same


def test_the_history_shows_what_changed_in_units(nursery: CompanyList) -> None:
    """Members, attached members, names and sums. Two guards cost 188 pennies, scouts 1 each, the others 3."""
    spare: Json = {"profile": "spare", "count": 2}
    for unit in (
        {**OLD_GUARD, "others": [*OLD_GUARD["others"], spare]},
        {**OLD_GUARD, "attached": []},
        {**OLD_GUARD, "attached": [], "name": "New Guard"},
    ):
        rosters = [{**NURSERY["rosters"][0], "entries": [unit, *NURSERY["rosters"][0]["entries"][1:]]}]
        replace_document(reload(nursery), None, read({**NURSERY, "rosters": rosters}))
    end_edit_session(nursery)
    services.duplicate_roster(reload(nursery), reload(nursery).rosters.get().public_id)
    reported = ["\n".join(lines) for lines in words_of_revisions(nursery)]
    assert list(reported)[1:] == [
        "Friday: 0 → 2 Spare, +6 pennies",
        f"Friday: 2 → 0 Spare, 1 → 0 Colonel, {MINUS}9 pennies",
        "Friday: unit Old Guard renamed to New Guard",
        "Added roster Friday 2, 192 pennies",
    ]


def posted(draft: RosterDraft) -> QueryDict:
    """Return the data that a browser sends for a form with this draft."""
    post = QueryDict(mutable=True)
    post.update({"name": draft.name, "limit": draft.limit, "away": " ".join(draft.missing_profiles)})
    post.update({f"name[{row.number}]": row.unit_name for row in draft.rows if row.unit_number is None})
    post.update({f"unit[{row.number}]": row.unit_kind for row in draft.rows if row.unit_number is None})
    post.update({row.field_name: row.raw_count for row in draft.rows})
    return post


@given(documents(TIN))
def test_the_form_survives_a_round_trip(drawn: Json) -> None:
    """Undo in an empty form also restores it."""
    known = read(drawn)
    roster = known.rosters[0]
    sent = draft_from_post(posted(draft_from_roster(roster, known, TIN)))
    assert parse_draft(sent, limits(), TIN).roster == roster
    emptied, nothing = RosterDraft(name=roster.name), replace(roster, limit=None, entries=(), fields={})
    undo = find_undo(roster, nothing, emptied, RosterFormEffect(changes_rows=True), {}, TIN)
    assert undo is not None
    assert undo.field_changes == "", "a row of a unit stays with a count of 0"
    apply_actions(emptied, [undo.action], TIN)
    assert parse_draft(emptied, limits(), TIN).roster == roster


def test_names_change_the_words_fingerprint_and_members_the_force() -> None:
    maker, known = FingerprintMaker(TIN, "digest"), read(NURSERY)
    first = maker.of_roster(known, 0)
    renamed = maker.of_roster(with_unit(known, name="New Guard"), 0)
    assert (renamed.force == first.force, renamed.words == first.words) == (True, False)
    smaller = maker.of_roster(with_unit(known, attached=()), 0)
    assert smaller.force != first.force


def with_unit(known: Document, **changed: object) -> Document:
    """Return the list with its first unit changed."""
    roster = known.rosters[0]
    unit = replace(roster.entries[0], **changed)  # type: ignore[arg-type] # the fields of a row
    return replace(known, rosters=(replace(roster, entries=(unit, *roster.entries[1:])),))


# ------------------------------------------------------------------ the page


def test_units_can_be_created_and_split_without_scripts(
    nursery: CompanyList, alice: User, client: Client
) -> None:
    client.force_login(alice)
    roster = nursery.rosters.get()
    url = f"/lists/{nursery.public_id}/rosters/{roster.public_id}/"

    def press(do: str, **changed: str) -> list[Json]:
        fields = fields_of(client.get(url).content.decode())
        answer = client.post(url, {**fields, **changed, "do": do})
        assert answer.status_code == 303, answer.content.decode()
        (stored,) = stored_rosters(nursery)
        entries = stored["entries"]
        assert isinstance(entries, list)
        return entries

    page = client.get(url).content.decode()
    assert "3 soldiers" in page_text(page)
    assert re.search(r'name="limit" value="" ', page)
    assert press("", **{"name[0]": "New Guard"})[0] == {**OLD_GUARD, "name": "New Guard"}
    assert '<select id="f-join-0"' not in client.get(url).content.decode()
    press("choose:join:0")
    assert '<select id="f-join-0"' in client.get(f"{url}?join=0").content.decode()
    assert press("join:0", **{"join[0]": "spare"})[0]["others"] == [
        {"profile": "scouts", "count": 1}, {"profile": "spare", "count": 1},
    ]  # fmt: skip
    assert press("drop:1")[0]["others"] == [{"profile": "spare", "count": 1}]
    assert "attached" not in press("drop:2")[0]
    assert press("attach:0", **{"attach[0]": "colonel"})[0]["attached"] == [
        {"profile": "colonel", "count": 1}
    ]
    assert press("unit:spare")[2] == {"profile": "spare", "count": 1}
    assert len(press("drop:0")) == 2
    shown = client.get(url).content.decode()
    (undo,) = re.findall(r'name="do" value="(patch::[^"]*)"', shown)
    assert press(undo.replace("&quot;", '"'))[0]["name"] == "New Guard"


@pytest.mark.parametrize(
    "fields",
    [
        {"do": "choose:drop:0"}, {"do": "choose:join:x"},
        {"do": "join:9"}, {"do": "join:0", "join[0]": "?"}, {"do": "drop:99"}, {"do": "patch:fix:{}"},
        {"do": "patch:fix:[1]"}, {"do": 'patch::[{"op":"replace","path":"/limit","value":[]}]'},
        {"do": "unit:"},
        {"do": 'patch::[{"op":"add","path":"/entries/-","value":{"profile":"a","count":{}}}]'},
        {"do": 'patch::[{"op":"replace","path":"/entries","value":{"a":1}}]'},
        {"do": 'patch::[{"op":"replace","path":"","value":[1]}]'},
        {"others[50:49].guards": "1"}, {"others[50].guards": "1"}, {"count[50:0].guards": "1"},
        {"count[50].nope": "1"}, {"attached[50:0].nope": "1"}, {"do": "unit:spare=1,nope=3"},
        {"do": "attach:0", "attach[0]": "nope"}, {"unit[0]": "horde"}, {"name[0]": "a\x00"},
        {"limit": "x"}, {"others[51:0].guards": "-1"},
    ],
)  # fmt: skip
def test_invalid_forms_are_rejected(
    nursery: CompanyList, alice: User, client: Client, fields: dict[str, str]
) -> None:
    client.force_login(alice)
    url = f"/lists/{nursery.public_id}/rosters/{nursery.rosters.get().public_id}/"
    before = stored_rosters(nursery)
    sent = {**fields_of(client.get(url).content.decode()), **fields}
    assert client.post(url, sent).status_code == 400
    assert stored_rosters(nursery) == before


def test_pages_of_games_without_a_limit_show_none(nursery: CompanyList, alice: User, client: Client) -> None:
    client.force_login(alice)
    for url in (f"/lists/{nursery.public_id}/", f"/lists/{nursery.public_id}/history/1/"):
        page = page_text(client.get(url).content.decode())
        assert "None" not in page
        assert "7 soldiers" in page
        assert "model" not in page.lower().replace("models pricing", "")
    added = client.post(f"/lists/{nursery.public_id}/rosters/", {"name": "Saturday", "other": ""})
    assert added.status_code == 302
    assert Roster.objects.get(name="Saturday").limit is None


# ------------------------------------------------------------------ papers, texts, programs


def test_texts_tables_and_papers_name_units() -> None:
    known = read(NURSERY)
    appraisal = appraise(known, TIN)
    total = appraisal.rosters[0].points
    line = list_text(list_sheet(known, TIN), TextOptions(roster=0))
    assert "Old Guard (" in line
    assert "2 × Guards, Scouts, with Colonel; 3 × Scouts" in line
    assert f"Friday {total}:" in line.replace("**", "")
    full = list_text(list_sheet(known, TIN), TextOptions(roster=0, style="full"))
    assert "Platoon Old Guard: 4 soldiers" in full
    assert "Colonel (attached)" in full
    assert f"{total} pennies · 7 soldiers" in full
    compact = list_text(list_sheet(known, TIN), TextOptions(roster=0, style="compact"))
    assert "Old Guard (192), with Colonel\n2 × Guards (94 each) Fig 3" in compact
    table = profiles_csv(list_sheet(known, TIN), 0).splitlines()
    assert table[0].removeprefix("\ufeff").startswith("Name,Platoon,Soldiers,Max,")
    assert [row.split(",")[:3] for row in table[1:]] == [
        ["Guards", "Old Guard", "2"],
        ["Scouts", "Old Guard", "1"],
        ["Colonel", "Old Guard (attached)", "1"],
        ["Scouts", "Scouts", "3"],
    ]
    receipt = receipt_text(list_sheet(known, TIN, appraisal))
    assert f"Roster Friday: {total} pennies, 7 soldiers" in receipt
    assert "  Old Guard: 4 soldiers = " in receipt
    assert "    with 1 × Colonel at " in receipt


def test_the_api_reads_and_changes_units(nursery: CompanyList, alice: User) -> None:
    api, roster = ApiClient(alice), nursery.rosters.get().public_id
    at = f"lists/{nursery.public_id}/rosters/{roster}"
    answer = api.get(at)
    assert answer.json()["entries"][0] == OLD_GUARD
    patched = api.patch(at, {"limit": 300}, If_Match=answer["ETag"])
    assert (patched.json()["limit"], patched.json()["entries"]) == (300, answer.json()["entries"])
    cleared = api.patch(at, {"limit": None}, If_Match=patched["ETag"])
    assert {**cleared.json(), "version": 1} == answer.json()
    value = api.get(f"lists/{nursery.public_id}/appraisal").json()["rosters"][0]
    assert value["limit"] is None
    assert [member["profile"] for member in value["entries"][0]["attached"]] == ["colonel"]


# ------------------------------------------------------------------ the terms of a game


@pytest.mark.parametrize(
    ("limit", "typed", "limit_value"),
    [("none", "", None), ("none", "5", None), ("fixed", "", 400), ("fixed", "5", 400), ("optional", "", None),
     ("optional", "5", 5), ("required", "5", 5)],
)  # fmt: skip
def test_the_form_accepts_the_limits_of_the_game(
    limit: LimitKind, typed: str, limit_value: int | None
) -> None:
    """The stored values can be read again."""
    catalogue = replace(TIN, roster=RosterTerms(limit=limit, points=400))
    parsed = parse_draft(RosterDraft(name="Friday", limit=typed), limits(), catalogue).roster
    assert parsed.limit == limit_value
    assert check_roster(parsed, catalogue) == parsed


def test_events_of_games_without_a_limit(tin: Catalogues, club: Club, dora: User, bob: User) -> None:
    """The event has no size. A roster with a limit has another size."""
    bobs = create_list_from_document(bob, read(NURSERY))
    details = EventDetails("Bath night", in_days(5).date(), bobs.edition, None, in_days(2))
    event = create_event(club, dora, details)
    assert event.limit is None
    handed = hand_in_roster(event, bob, bobs, bobs.rosters.get().public_id)
    assert (handed.summary["limit"], has_other_limit(handed, event)) == (None, False)
    ((notice,),) = [update_event(event, dora, None, details._replace(limit=300)).notices]
    assert "with no limit" in notice
    assert has_other_limit(handed, Event.objects.get())
