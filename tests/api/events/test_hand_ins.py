"""Handing in by program: one's own roster, the table of an event, and each roster as it was then."""

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
    """What a program sends to hand in one of a list's rosters."""
    return {"list": company_list.public_id, "roster": roster_of(company_list, place).public_id, **changes}


@pytest.fixture
def at(event: Event) -> str:
    """The address of the event."""
    return f"clubs/{event.club.public_id}/events/{event.public_id}"


# ------------------------------------------------------------------ handing in


def test_a_roster_is_handed_in_and_replaced(at: str, event: Event, bob: User, bobs_list: CompanyList) -> None:
    program = ApiClient(bob)
    assert_problem(program.get(f"{at}/hand-in"), 404, "not-found")
    first = program.put(f"{at}/hand-in", body(bobs_list, seen=bobs_list.version))
    assert first.status_code == 201
    assert first["Location"] == f"{API_ROOT}/{at}/hand-in"
    assert first.json().items() >= {
        "roster_name": "Night drop", "list_name": "Bob's own", "points": 739, "limit": 750, "models": 7,
        "errors": 0, "version": 1, "other_size": False, "outdated": False,
        "fingerprints": {"force": HandIn.objects.get().force, "words": HandIn.objects.get().words},
        "older_fingerprint": "",
    }.items()  # fmt: skip
    assert program.get(f"{at}/hand-in").json() == first.json()
    again = program.put(f"{at}/hand-in", body(bobs_list, 1))
    assert again.status_code == 200
    assert again.json()["id"] == first.json()["id"]
    assert (again.json()["roster_name"], again.json()["version"]) == ("Vault job", 2)
    assert HandIn.objects.get().summary["roster"] == "Vault job"


def test_a_roster_for_another_game_size_is_accepted_with_a_notice(
    at: str, bob: User, bobs_list: CompanyList
) -> None:
    answer = ApiClient(bob).put(f"{at}/hand-in", body(bobs_list, 1))
    assert answer.status_code == 201
    assert (answer.json()["limit"], answer.json()["other_size"]) == (1000, True)


def test_hand_ins_cannot_change_after_the_deadline(
    at: str, event: Event, alice: User, alices_list: CompanyList, bob: User, bobs_list: CompanyList
) -> None:
    submit_roster(event, bob, bobs_list)
    close_event(event)
    answer = ApiClient(bob).put(f"{at}/hand-in", body(bobs_list, 1))
    assert assert_problem(answer, 409, "conflict")["detail"] == "The deadline has passed."
    assert_problem(ApiClient(alice).put(f"{at}/hand-in", body(alices_list)), 409, "conflict")
    assert_problem(ApiClient(bob).delete(f"{at}/hand-in"), 409, "conflict")
    assert HandIn.objects.get().version == 1


def test_an_old_version_of_the_list_is_rejected(at: str, bob: User, bobs_list: CompanyList) -> None:
    seen = bobs_list.version
    row = roster_of(bobs_list)
    save_roster(bobs_list, row.public_id, row.version, name="Changed", limit=750, entries=())
    answer = ApiClient(bob).put(f"{at}/hand-in", body(bobs_list, seen=seen))
    assert_problem(answer, 412, "stale")
    assert not HandIn.objects.exists()
    now = int(answer["ETag"].strip('"'))
    assert ApiClient(bob).put(f"{at}/hand-in", body(bobs_list, seen=now)).json()["roster_name"] == "Changed"


def test_later_changes_of_the_list_are_reported_until_the_deadline(
    at: str, event: Event, bob: User, bobs_list: CompanyList
) -> None:
    submit_roster(event, bob, bobs_list)
    row = roster_of(bobs_list)
    save_roster(bobs_list, row.public_id, row.version, name="Changed", limit=750, entries=())
    own = ApiClient(bob).get(f"{at}/hand-in").json()
    assert (own["roster_name"], own["outdated"]) == ("Night drop", True)
    close_event(event)
    assert ApiClient(bob).get(f"{at}/hand-in").json()["outdated"] is False


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
    then = unpack_json(hand_in.appraisal)
    then["rosters"][0]["points"] = 755
    HandIn.objects.update(appraisal=pack_json(then))
    seen = ApiClient(alice).get(f"{at}/hand-ins/{hand_in.public_id}").json()
    assert seen["agrees"] is False
    assert [seen[name]["rosters"][0]["points"] for name in ("appraisal", "now")] == [755, 739]
