"""Events are read, created, changed and deleted. Their hand-ins are a CSV, and their rosters are a PDF."""

from datetime import date

import pytest

from builder.catalogue.files import Catalogues
from builder.models import Club, CompanyList, Event, User
from tests.support.api_client import ApiClient, assert_problem
from tests.support.events import add_event, in_days, submit_roster

SENT = {
    "name": "Spring muster",
    "date": "2030-05-09",
    "system": "unbridled-fury",
    "edition": "0.9.0",
    "limit": 1000,
    "deadline": "2030-05-07T20:00:00+01:00",
    "notes": "Bring *dice*.",
}


@pytest.fixture
def events(club: Club) -> str:
    """The address of the club's events."""
    return f"clubs/{club.public_id}/events"


@pytest.fixture
def at(event: Event, events: str) -> str:
    """The address of the event."""
    return f"{events}/{event.public_id}"


# ------------------------------------------------------------------ announcing


def test_a_deadline_without_time_zone_is_rejected(events: str, alice: User, catalogues: Catalogues) -> None:
    answer = ApiClient(alice).post(events, {**SENT, "deadline": "2030-05-07T20:00:00"})
    problem = assert_problem(answer, 400, "not-understood")
    assert problem["errors"] == [
        {"path": "deadline", "message": "has no time zone: add Z or an offset, such as +01:00"}
    ]


# ------------------------------------------------------------------ among others


def test_future_and_past_events_are_listed_with_ones_own_hand_in(
    events: str, event: Event, club: Club, alice: User, bob: User, bobs_list: CompanyList
) -> None:
    submit_roster(event, bob, bobs_list)
    add_event(club, alice, name="Long ago", date=date(2021, 1, 1))
    program = ApiClient(bob)
    coming, past = (program.get(f"{events}?when={when}").json() for when in ("coming", "past"))
    assert [(row["name"], row["handed_in"], row["mine"]) for row in coming["results"]] == [
        ("Spring muster", 1, True)
    ]
    assert [row["name"] for row in past["results"]] == ["Long ago"]
    assert ApiClient(alice).get(events).json()["results"][0]["mine"] is False
    assert_problem(program.get(f"{events}?when=now"), 400, "not-understood")


# ------------------------------------------------------------------ papers and tables


def test_is_open_follows_the_deadline(at: str, bob: User) -> None:
    program = ApiClient(bob)
    assert program.get(at).json()["open"] is True
    Event.objects.update(deadline=in_days(-1))
    assert program.get(at).json()["open"] is False
