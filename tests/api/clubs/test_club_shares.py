"""Members of a club see and read the lists and rosters that are shared with it, and start and stop shares."""

import pytest
from django.utils import timezone

from builder.models import Club, CompanyList, Event, Roster, User
from builder.services.clubs.shares import share_with_club
from tests.support.api_client import ApiClient, assert_problem


@pytest.fixture
def at(club: Club) -> str:
    """The address of the club's shares."""
    return f"clubs/{club.public_id}/shares"


@pytest.fixture
def roster(alices_list: CompanyList) -> Roster:
    """The first roster of alice's list."""
    return Roster.objects.filter(company_list=alices_list).order_by("position")[0]


# ------------------------------------------------------------------ seen


def test_shares_are_listed_with_urls_that_open(
    at: str, club: Club, bob: User, alice: User, alices_list: CompanyList, roster: Roster
) -> None:
    full, part = share_with_club(club, alices_list), share_with_club(club, alices_list, roster)
    body = ApiClient(bob).get(at).json()
    assert [(row["id"], row["kind"], row["name"], row["limit"]) for row in body["results"]] == [
        (part.public_id, "roster", roster.name, roster.limit),
        (full.public_id, "list", alices_list.name, None),
    ]
    assert not any(row["mine"] for row in body["results"])
    for row in body["results"]:
        address = row["document"].removeprefix("http://testserver")
        assert ApiClient(bob).get(address).json()["format"] == "company-list"
    assert all(row["mine"] for row in ApiClient(alice).get(at).json()["results"])


def test_shares_and_events_can_be_filtered_by_game(
    at: str, club: Club, bob: User, alices_list: CompanyList, tin_list: CompanyList, event: Event
) -> None:
    for row in (alices_list, tin_list):
        share_with_club(club, row)
    events, program = f"clubs/{club.public_id}/events", ApiClient(bob)
    for game, shared, announced in (
        ("tin-soldiers", [tin_list.name], []),
        ("unbridled-fury", [alices_list.name], [event.name]),
    ):
        shares = program.get(f"{at}?game={game}").json()
        assert [row["name"] for row in shares["results"]] == shared
        assert [row["name"] for row in program.get(f"{events}?game={game}").json()["results"]] == announced
    for address in (at, events):
        assert_problem(program.get(f"{address}?game=chess"), 400, "not-understood")


# ------------------------------------------------------------------ shared


def test_the_location_of_a_new_share_answers_until_the_list_is_deleted(
    at: str, alice: User, bob: User, alices_list: CompanyList
) -> None:
    created = ApiClient(alice).post(at, {"list": alices_list.public_id})
    assert created.status_code == 201
    address, body = created["Location"], created.json()
    assert body["url"] == f"http://testserver{address}"
    assert ApiClient(alice).get(address).json() == body
    assert ApiClient(bob).get(address).json() == {**body, "mine": False}
    CompanyList.objects.update(deleted_at=timezone.now())
    assert_problem(ApiClient(bob).get(address), 404, "not-found")
