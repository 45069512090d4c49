"""The rosters of a list are read, added, changed, duplicated, removed and restored."""

import pytest

from builder.models import CompanyList, Revision, Roster
from tests.support.api_client import ApiClient, document_part


@pytest.fixture
def night(alices_list: CompanyList) -> str:
    """The id of the first roster: "Night drop", 750 points."""
    return Roster.objects.get(company_list=alices_list, name="Night drop").public_id


@pytest.fixture
def roster_address(at: str, night: str) -> str:
    return f"{at}/rosters/{night}"


def change_count(row: CompanyList) -> int:
    return sum(Revision.objects.filter(company_list=row).values_list("changes", flat=True))


def test_rosters_are_listed_with_ids_and_versions(
    at: str, roster_address: str, night: str, program: ApiClient
) -> None:
    program.patch(roster_address, {"limit": 800}, If_Match="*")
    results = program.get(f"{at}/rosters").json()["results"]
    assert [document_part(result) for result in results] == program.get(at).json()["rosters"]
    assert [result["version"] for result in results] == [2, 1]
    assert results[0]["id"] == night


def test_a_change_of_one_roster_changes_nothing_else(
    at: str, roster_address: str, alices_list: CompanyList, program: ApiClient
) -> None:
    before = program.get(at).json()
    answer = program.patch(roster_address, {"entries": [{"profile": "captain", "count": 2}]}, If_Match='"1"')
    assert (answer.status_code, answer["ETag"]) == (200, '"2"')
    before["rosters"][0]["entries"] = [{"profile": "captain", "count": 2}]
    assert document_part(answer.json()) == before["rosters"][0]
    assert program.get(at).json() == before
    assert program.patch(roster_address, {"entries": None}, If_Match='"2"').json()["entries"] == []
    assert change_count(alices_list) == 3
    assert Roster.objects.get(company_list=alices_list, name="Vault job").version == 1
