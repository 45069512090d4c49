"""The API returns a list's revisions, their documents and their differences, and restores a revision."""

import pytest

from builder.models import CompanyList, Revision
from builder.services.people.accounts import create_guest
from tests.support.api_client import ApiClient, assert_problem
from tests.support.saving import end_edit_session


@pytest.fixture
def at(alices_list: CompanyList, program: ApiClient) -> str:
    """Alice's list, after two edit sessions of one change each: revisions 1, 2 and 3."""
    there = f"lists/{alices_list.public_id}"
    program.patch(f"{there}/profiles/captain", {"design": {"attributes": {"fgt": 9}}}, If_Match="*")
    end_edit_session(alices_list)
    program.patch(there, {"name": "The second crew"}, If_Match="*")
    return there


def test_revisions_are_edit_sessions_newest_first(at: str, program: ApiClient) -> None:
    page = program.get(f"{at}/revisions?page_size=2").json()
    assert [row["number"] for row in page["results"]] == [3, 2]
    assert [row["by"] for row in page["results"]] == ["alice", "alice"]
    assert page["results"][1]["words"] == ["Captain: Fgt 8 \N{RIGHTWARDS ARROW} 9, +12 points"]
    rest = program.get(page["next"].removeprefix("http://testserver")).json()
    assert [row["words"] for row in rest["results"]] == [["Imported: 7 profiles, 2 rosters"]]
    assert rest["next"] is None


def test_a_revision_is_restored(at: str, alices_list: CompanyList, program: ApiClient) -> None:
    then = program.get(f"{at}/revisions/1").content
    answer = program.post(f"{at}/revisions/1/restore")
    assert (answer.status_code, answer["ETag"]) == (200, '"4"')
    assert answer.json()["name"] == "Molybdenian Drop Reavers"
    assert program.get(at).content == then
    assert Revision.objects.filter(company_list=alices_list).count() == 4
    assert_problem(program.post(f"{at}/revisions/1/restore"), 409, "conflict")
    assert program.get(at)["ETag"] == '"4"'


def test_revisions_are_compared_with_each_other_and_with_now(at: str, program: ApiClient) -> None:
    first = program.get(f"{at}/changes?from=1&to=2").json()
    (change,) = first["results"]
    assert (change["kind"], change["profile"], change["name"]) == ("profile changed", "captain", "Captain")
    assert change["after"] - change["before"] == 12
    assert change["roster"] is None
    assert first["lines"] == [change["words"]]
    since = program.get(f"{at}/changes?from=1").json()["results"]
    assert [result["kind"] for result in since] == ["name", "profile changed"]
    back = program.get(f"{at}/changes?from=2&to=1").json()["results"][0]
    assert (back["before"], back["after"]) == (change["after"], change["before"])
    assert program.get(f"{at}/changes?from=3").json() == {"results": [], "lines": []}


def test_unknown_revisions_cannot_be_compared(at: str, program: ApiClient) -> None:
    for query in ("from=9", "from=1&to=9"):
        assert_problem(program.get(f"{at}/changes?{query}"), 404, "not-found")


def test_revisions_by_guests_name_nobody(at: str, alices_list: CompanyList, program: ApiClient) -> None:
    guest = create_guest()
    Revision.objects.filter(company_list=alices_list).update(by=guest)
    assert {row["by"] for row in program.get(f"{at}/revisions").json()["results"]} == {"a guest"}
    guest.delete()
    assert {row["by"] for row in program.get(f"{at}/revisions").json()["results"]} == {""}
