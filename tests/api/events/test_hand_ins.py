"""Handing in by program: one's own roster, the table of an event, and each roster as it was then."""

import re
from typing import Any

import pytest

from builder.catalogue.files import Catalogues
from builder.documents import pack_json, unpack_json
from builder.exports.json import appraisal_value
from builder.models import CompanyList, Event, HandIn, Membership, Scope, User
from builder.points.appraisal.appraisal import appraise
from builder.points.document.document import parse_document
from builder.services.rosters import save_roster
from tests.support.accounts import browser
from tests.support.api_client import API_ROOT, ApiClient, assert_problem
from tests.support.events import close_event, roster_of, submit_roster
from tests.support.pdf_pages import Pdf


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


def test_a_hand_in_is_withdrawn(at: str, event: Event, bob: User, bobs_list: CompanyList) -> None:
    submit_roster(event, bob, bobs_list)
    answer = ApiClient(bob).delete(f"{at}/hand-in")
    assert (answer.status_code, answer.content) == (204, b"")
    assert not HandIn.objects.exists()
    assert_problem(ApiClient(bob).delete(f"{at}/hand-in"), 404, "not-found")


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


@pytest.mark.parametrize(
    "changes",
    [{"list": ""}, {"roster": ""}, {"list": "x" * 100_000}, {"roster": "x" * 100_000}, {"list": "none"}],
)
def test_unknown_ids_are_not_found(
    at: str, bob: User, bobs_list: CompanyList, changes: dict[str, Any]
) -> None:
    assert_problem(ApiClient(bob).put(f"{at}/hand-in", body(bobs_list, **changes)), 404, "not-found")
    assert not HandIn.objects.exists()


def test_a_negative_version_is_rejected(at: str, bob: User, bobs_list: CompanyList) -> None:
    problem = assert_problem(
        ApiClient(bob).put(f"{at}/hand-in", body(bobs_list, seen=-1)), 400, "not-understood"
    )
    assert [fault["path"] for fault in problem["errors"]] == ["seen"]


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


def test_a_member_who_left_is_marked(
    at: str, event: Event, bob: User, dora: User, bobs_list: CompanyList
) -> None:
    submit_roster(event, bob, bobs_list)
    Membership.objects.filter(user=bob).delete()
    rows = {row["by"]: row for row in ApiClient(dora).get(f"{at}/hand-ins").json()["results"]}
    assert (rows["bob"]["member"], rows["dora"]["member"], rows["dora"]["mine"]) == (False, True, True)
    assert_problem(ApiClient(bob).get(f"{at}/hand-ins"), 404, "not-found")


def test_the_table_equals_that_of_the_page(
    at: str,
    event: Event,
    alice: User,
    bob: User,
    dora: User,
    alices_list: CompanyList,
    bobs_list: CompanyList,
) -> None:
    submit_roster(event, alice, alices_list, 1)
    submit_roster(event, bob, bobs_list)
    page = browser(dora).get(f"/{at}/").content.decode()
    shown = re.findall(
        r'class="who">(\w+).*?hand-ins/(\w+)/.*?<b>(\d+)</b> of (\d+).*?>(\d+) models<'
        r'.*?Force ([\w-]{24})<.*?Words ([\w-]{24})<',
        page, re.DOTALL,
    )  # fmt: skip
    rows = ApiClient(dora).get(f"{at}/hand-ins").json()["results"]
    handed_in = [(row["by"], row["hand_in"]) for row in rows if row["hand_in"]]
    assert len(handed_in) == 2
    assert shown == [
        (
            who,
            created["id"],
            *(str(created[name]) for name in ("points", "limit", "models")),
            *created["fingerprints"].values(),
        )
        for who, created in handed_in
    ]


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
    assert seen["appraisal"] == appraisal_value(document, catalogue, appraise(document, catalogue))
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


def test_the_document_equals_that_of_the_page_byte_for_byte(
    at: str, event: Event, alice: User, bob: User, bobs_list: CompanyList
) -> None:
    item = f"{at}/hand-ins/{submit_roster(event, bob, bobs_list).public_id}"
    answer = ApiClient(alice).get(f"{item}/document")
    page = browser(alice).get(f"/{item}/document.json")
    assert answer["Content-Type"] == "application/json"
    assert answer["Content-Disposition"] == page["Content-Disposition"]
    assert answer.content == page.content
    assert answer.json()["rosters"][0]["name"] == "Night drop"


def test_the_paper_equals_that_of_the_page(
    at: str, event: Event, alice: User, bob: User, bobs_list: CompanyList
) -> None:
    hand_in = submit_roster(event, bob, bobs_list)
    item = f"{at}/hand-ins/{hand_in.public_id}/paper.pdf"
    answer, page = ApiClient(alice).get(f"{item}?size=letter"), browser(alice).get(f"/{item}?size=letter")
    assert answer["Content-Disposition"] == page["Content-Disposition"]
    pdf = Pdf(answer.content)
    assert pdf.text == Pdf(page.content).text
    assert (pdf.size, hand_in.force in pdf.pages[0]) == ((215.9, 279.4), True)
    assert_problem(ApiClient(alice).get(f"{item}?size=a5"), 400, "not-understood")
