"""Hand-ins, which are copies of rosters for an event: the user's own, the table, and each single one."""

import pytest

from builder.catalogue.files import Catalogues
from builder.catalogue.play import list_sheet
from builder.documents import pack_json, unpack_json
from builder.exports.json import appraisal_value
from builder.models import CompanyList, Event, HandIn, Scope, User
from builder.points.document.document import parse_document
from builder.services.rosters import save_roster
from tests.support.api_client import API_ROOT, ApiClient, assert_problem
from tests.support.events import close_event, roster_of, submit_roster


def body(company_list: CompanyList, place: int = 0, **changes: object) -> dict[str, object]:
    """Return the body of the request that hands in a roster of a list."""
    return {"list": company_list.public_id, "roster": roster_of(company_list, place).public_id, **changes}


@pytest.fixture
def at(event: Event) -> str:
    """The address of the event."""
    return f"clubs/{event.club.public_id}/events/{event.public_id}"


# ------------------------------------------------------------------ handing in


def test_a_hand_in_is_created_and_then_replaced(at: str, bob: User, bobs_list: CompanyList) -> None:
    """A roster with another limit than the event is accepted, and the response says so."""
    first, second = (ApiClient(bob).put(f"{at}/hand-in", body(bobs_list, place)) for place in (0, 1))
    assert (first.status_code, first["Location"]) == (201, f"{API_ROOT}/{at}/hand-in")
    assert (second.status_code, second.json()["id"]) == (200, first.json()["id"])
    assert [answer.json()["limit"] for answer in (first, second)] == [750, 1000]
    assert [answer.json()["other_size"] for answer in (first, second)] == [False, True]


def test_an_old_version_of_the_list_is_rejected(at: str, bob: User, bobs_list: CompanyList) -> None:
    seen = bobs_list.version
    row = roster_of(bobs_list)
    save_roster(bobs_list, row.public_id, row.version, name="Changed", limit=750, entries=())
    answer = ApiClient(bob).put(f"{at}/hand-in", body(bobs_list, seen=seen))
    assert_problem(answer, 412, "stale")
    assert not HandIn.objects.exists()
    now = int(answer["ETag"].strip('"'))
    assert ApiClient(bob).put(f"{at}/hand-in", body(bobs_list, seen=now)).json()["roster_name"] == "Changed"


# ------------------------------------------------------------------ the table


def test_before_the_deadline_only_organisers_see_all_rows(
    at: str, event: Event, alice: User, bob: User, dora: User, alices_list: CompanyList
) -> None:
    submit_roster(event, alice, alices_list)
    mine = ApiClient(bob).get(f"{at}/hand-ins").json()
    assert mine == {
        "whole": False, "members": 3, "handed_in": 1,
        "next": None, "previous": None,
        "results": [{"by": "bob", "mine": True, "member": True, "hand_in": None}],
    }  # fmt: skip
    for organiser in (alice, dora):
        body = ApiClient(organiser, Scope.READ).get(f"{at}/hand-ins").json()
        rows = [(row["by"], row["hand_in"] is not None) for row in body["results"]]
        assert body["whole"] is True
        assert rows == [("alice", True), ("bob", False), ("dora", False)]
    close_event(event)
    assert [row["by"] for row in ApiClient(bob).get(f"{at}/hand-ins").json()["results"]] == [
        "alice", "bob", "dora",
    ]  # fmt: skip


# ------------------------------------------------------------------ what was handed in


def test_a_hand_in_is_shown_as_it_was_handed_in(
    at: str, event: Event, alice: User, bob: User, bobs_list: CompanyList, catalogues: Catalogues
) -> None:
    hand_in = submit_roster(event, bob, bobs_list)
    row = roster_of(bobs_list)
    save_roster(bobs_list, row.public_id, row.version, name="Changed", limit=500, entries=())
    seen = ApiClient(alice).get(f"{at}/hand-ins/{hand_in.public_id}").json()
    document = parse_document(unpack_json(hand_in.document), catalogues)
    catalogue = catalogues[document.system, document.edition]
    assert seen["appraisal"] == appraisal_value(list_sheet(document, catalogue))
    assert seen.items() >= {
        "id": hand_in.public_id, "by": "bob", "mine": False, "roster_name": "Night drop", "agrees": True,
        "now": None, "points": 739, "fingerprints": {"force": hand_in.force, "words": hand_in.words},
        "older_fingerprint": "", "outdated": False,
    }.items()  # fmt: skip
    own = ApiClient(bob).get(f"{at}/hand-ins/{hand_in.public_id}").json()
    assert (own["mine"], own["outdated"]) == (True, True)


def test_totals_that_differ_under_new_rulings_are_reported(
    at: str, event: Event, alice: User, bob: User, bobs_list: CompanyList
) -> None:
    hand_in = submit_roster(event, bob, bobs_list)
    stored = unpack_json(hand_in.appraisal)
    stored["rosters"][0]["points"] = 755
    HandIn.objects.update(appraisal=pack_json(stored))
    seen = ApiClient(alice).get(f"{at}/hand-ins/{hand_in.public_id}").json()
    assert seen["agrees"] is False
    assert [seen[name]["rosters"][0]["points"] for name in ("appraisal", "now")] == [755, 739]
