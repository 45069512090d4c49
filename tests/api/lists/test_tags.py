"""Tags of one's own lists by programs, under the names that the page uses."""

from builder.models import CompanyList, User
from tests.support.api_client import ApiClient


def test_a_list_gets_tags_and_is_found_by_them(
    alice: User, alices_list: CompanyList, coven: CompanyList
) -> None:
    program = ApiClient(alice)
    at = f"lists/{alices_list.public_id}/tags"
    answer = program.put(at, {"tags": ["moon", "Café", "MOON"]})
    assert (answer.status_code, answer.json()) == (200, {"tags": ["Café", "moon"]})
    assert program.get(at).json() == {"tags": ["Café", "moon"]}
    (result,) = program.get("lists?tag=CAFE").json()["results"]
    assert (result["id"], result["tags"]) == (alices_list.public_id, ["Café", "moon"])
    assert program.get("lists?tag=other").json()["results"] == []
    assert len(program.get("lists?game=unbridled-fury").json()["results"]) == 2
    assert program.get("lists?game=zapp").json()["results"] == []
    assert program.get("lists?game=chess").status_code == 400
    assert [tag["name"] for tag in program.get("tags").json()["results"]] == ["Café", "moon"]
