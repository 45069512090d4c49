"""Events by program: found, announced, changed and deleted, their table as CSV, their rosters as PDF."""

from datetime import UTC, date, datetime

import pytest

from builder.catalogue.files import Catalogues
from builder.models import Club, CompanyList, Event, HandIn, User
from tests.support.api_client import API_ROOT, ApiClient, assert_problem
from tests.support.events import add_event, add_hand_ins, in_days, submit_roster
from tests.support.pdf_pages import Pdf

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


def test_an_organiser_creates_an_event(events: str, dora: User, bob: User, catalogues: Catalogues) -> None:
    answer = ApiClient(dora).post(events, SENT)
    event = Event.objects.get()
    assert answer.status_code == 201
    assert answer["Location"] == f"{API_ROOT}/{events}/{event.public_id}"
    assert answer["ETag"] == '"1"'
    assert event.deadline == datetime(2030, 5, 7, 19, tzinfo=UTC)
    assert (event.date, event.limit, event.notes) == (date(2030, 5, 9), 1000, "Bring *dice*.")
    seen = ApiClient(bob).get(answer["Location"]).json()
    assert seen == answer.json()
    assert seen.items() >= {
        **SENT, "deadline": "2030-05-07T19:00:00Z", "time_zone": "Europe/London", "version": 1, "open": True,
        "handed_in": 0, "mine": False, "id": event.public_id,
    }.items()  # fmt: skip


def test_a_deadline_without_time_zone_is_rejected(events: str, alice: User, catalogues: Catalogues) -> None:
    answer = ApiClient(alice).post(events, {**SENT, "deadline": "2030-05-07T20:00:00"})
    problem = assert_problem(answer, 400, "not-understood")
    assert problem["errors"] == [
        {"path": "deadline", "message": "has no time zone: add Z or an offset, such as +01:00"}
    ]


def test_a_deadline_in_the_past_is_rejected(events: str, alice: User, catalogues: Catalogues) -> None:
    answer = ApiClient(alice).post(events, {**SENT, "deadline": "2020-01-01T00:00:00Z"})
    assert "has passed" in assert_problem(answer, 409, "conflict")["detail"]


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


# ------------------------------------------------------------------ changing


def test_omitted_fields_stay(at: str, event: Event, dora: User) -> None:
    answer = ApiClient(dora).patch(at, {"name": "Renamed", "limit": 500}, If_Match='"1"')
    assert answer.status_code == 200
    assert answer["ETag"] == '"2"'
    assert answer.json()["messages"] == []
    before = (event.date, event.deadline, event.notes, event.edition_id)
    event.refresh_from_db()
    assert (event.name, event.limit, event.version) == ("Renamed", 500, 2)
    assert (event.date, event.deadline, event.notes, event.edition_id) == before


# ------------------------------------------------------------------ papers and tables


def test_many_rosters_are_split_into_parts(
    at: str, event: Event, alice: User, alices_list: CompanyList
) -> None:
    pattern = submit_roster(event, alice, alices_list)
    HandIn.objects.update(summary={**pattern.summary, "kinds": 900})
    add_hand_ins(event, pattern, 1)
    answer = ApiClient(alice).get(f"{at}/rosters.pdf?part=2")
    assert "part 2 of 2" in Pdf(answer.content).pages[0]
    assert 'filename="spring-muster-2.pdf"' in answer["Content-Disposition"]


def test_is_open_follows_the_deadline(at: str, bob: User) -> None:
    program = ApiClient(bob)
    assert program.get(at).json()["open"] is True
    Event.objects.update(deadline=in_days(-1))
    assert program.get(at).json()["open"] is False
