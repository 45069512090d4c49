"""A replica to read from: who reads there and who does not, what happens when it is away or behind."""

import time
from collections.abc import Iterator

import pytest
from django.contrib.sessions.models import Session
from django.db import OperationalError, connection, connections
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from builder import replica
from builder.models import CompanyList, Scope, Token, User
from builder.replica import PRIMARY, REPLICA, Router, Watch
from builder.web.middleware import WROTE_COOKIE
from tests.support.accounts import browser
from tests.support.api_client import ApiClient
from tests.support.html_forms import fields_of

BOTH = pytest.mark.django_db(transaction=True, databases=[PRIMARY, REPLICA])
SECONDS = 5


@pytest.fixture(autouse=True)
def configured(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """A site with a replica that has just said that it is up to date."""
    settings.DATABASE_REPLICA_URL = "postgres://replica/musterbook"
    settings.DATABASE_REPLICA_SECONDS = SECONDS
    monkeypatch.setattr(replica, "watch", Watch())
    replica.watch.note(time.monotonic() + 3600, 7, 7)


class Counts:
    """How many statements each of the two was sent."""

    def __init__(self) -> None:
        self._open = {alias: CaptureQueriesContext(connections[alias]) for alias in (PRIMARY, REPLICA)}

    def __enter__(self) -> "Counts":
        for capture in self._open.values():
            capture.__enter__()
        return self

    def __exit__(self, *error: object) -> None:
        for capture in self._open.values():
            capture.__exit__(None, None, None)
        self.primary, self.replica = (len(capture) for capture in self._open.values())


def test_what_people_make_is_read_from_the_replica_and_who_they_are_from_the_primary() -> None:
    router = Router()
    with replica.reading(from_replica=True):
        assert router.db_for_read(CompanyList) == REPLICA
        assert {router.db_for_read(model) for model in (User, Token, Session)} == {PRIMARY}


def test_outside_of_a_request_all_is_read_from_the_primary() -> None:
    assert Router().db_for_read(CompanyList) == PRIMARY


def test_what_is_read_after_a_write_comes_from_the_primary() -> None:
    router = Router()
    with replica.reading(from_replica=True) as reading:
        assert router.db_for_write(User) == PRIMARY
        assert (router.db_for_read(CompanyList), reading.wrote) == (REPLICA, False)
        assert router.db_for_write(CompanyList) == PRIMARY
        assert (router.db_for_read(CompanyList), reading.wrote) == (PRIMARY, True)


@pytest.mark.django_db
def test_what_is_read_in_a_transaction_comes_from_the_primary() -> None:
    assert connection.in_atomic_block
    with replica.reading(from_replica=True):
        assert Router().db_for_read(CompanyList) == PRIMARY


def test_nothing_is_migrated_on_the_replica() -> None:
    assert Router().allow_migrate(REPLICA, "builder") is False


# ------------------------------------------------------------------ the watch


@pytest.mark.sampled(every=1)
@pytest.mark.parametrize(
    ("reached", "trouble"),
    [
        (100, ""),
        (99, f"it is more than {SECONDS} seconds behind"),
        (None, "it is no replica, for it takes writes of its own"),
    ],
)
def test_a_replica_is_read_where_it_has_reached_what_stood_seconds_ago(
    reached: int | None, trouble: str
) -> None:
    now, watch = time.monotonic(), Watch()
    watch.note(now - SECONDS - 1, 90, 0)
    watch.note(now - SECONDS, 100, 0)
    watch.note(now, 200, reached)
    assert watch.trouble() == trouble
    assert watch.is_usable() == (not trouble)


def test_a_replica_that_was_never_seen_to_keep_up_is_not_read() -> None:
    watch = Watch()
    assert watch.trouble() == "it has not been looked at"
    watch.note(time.monotonic(), 100, 99)
    assert not watch.is_usable()


def test_a_look_that_does_not_end_ends_the_reading() -> None:
    watch = Watch()
    watch.note(time.monotonic() - SECONDS / 2, 100, 100)
    assert watch.trouble() == "it answers too slowly"


def test_a_fault_is_told_once(caplog: pytest.LogCaptureFixture) -> None:
    watch = Watch()
    watch.note(time.monotonic(), 100, 100)
    for _ in range(3):
        watch.lose(OperationalError("gone"))
    assert [record.message for record in caplog.records if record.levelname == "WARNING"] == [
        "The replica is not read, all comes from the primary: it does not answer (OperationalError)"
    ]


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has no log to be behind in")
@BOTH
def test_a_database_that_takes_writes_is_no_replica() -> None:
    replica.watch.look()
    assert replica.watch.trouble() == "it is no replica, for it takes writes of its own"


# ------------------------------------------------------------------ pages and programs


@pytest.fixture
def at(alices_list: CompanyList) -> str:
    """The page of alice's list."""
    return f"/lists/{alices_list.public_id}/"


@BOTH
def test_pages_are_read_there_until_their_reader_writes(alice: User, at: str) -> None:
    alices, stranger = browser(alice), Client()
    with Counts() as counts:
        assert alices.get(at).status_code == 200
    read = counts.replica
    assert (counts.primary, read > 0) == (SIGNED_IN, True)
    fields = fields_of(alices.get(f"{at}profiles/captain/").content.decode())
    with Counts() as counts:
        answer = alices.post(f"{at}profiles/captain/", {**fields, "name": "Ada"})
    assert (answer.status_code, counts.replica) == (303, 0)
    assert int(answer.cookies[WROTE_COOKIE]["max-age"]) > 1.5 * SECONDS, "longer than it may be behind"
    with Counts() as counts:
        assert "Ada" in alices.get(at).content.decode()
    assert (counts.primary, counts.replica) == (SIGNED_IN + read, 0)
    with Counts() as counts:
        assert stranger.get("/gallery/").status_code == 200
    assert (counts.primary, counts.replica > 0) == (0, True)
    assert WROTE_COOKIE not in stranger.cookies


SIGNED_IN = 2  # the session and its user


@BOTH
def test_a_guest_reads_what_was_just_begun(catalogues: object) -> None:
    guest = Client()
    began = guest.post("/lists/start/", {"edition": "unbridled-fury/0.9.0"})
    with Counts() as counts:
        assert guest.get(began["Location"]).status_code == 200
    assert counts.replica == 0


@BOTH
def test_a_token_that_may_write_reads_the_primary_and_one_that_reads_does_not(
    alice: User, alices_list: CompanyList
) -> None:
    found = {}
    for scope in (Scope.WRITE, Scope.READ):
        program = ApiClient(alice, scope)
        program.get(f"lists/{alices_list.public_id}")
        with Counts() as counts:
            answer = program.get(f"lists/{alices_list.public_id}")
        assert answer.status_code == 200
        found[scope] = counts.replica
    assert found[Scope.WRITE] == 0
    assert found[Scope.READ] > 0


@BOTH
def test_a_replica_that_goes_away_is_done_without(
    alice: User, at: str, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(*_: object) -> Iterator[None]:
        raise OperationalError("the server closed the connection")

    alices = browser(alice)
    with connections[REPLICA].execute_wrapper(refuse):
        assert alices.get(at).status_code == 200
        assert ApiClient(alice, Scope.READ).get("lists").status_code == 200
    assert "it does not answer" in caplog.text
    assert Client().get("/readyz").content == (
        b"ready\nthe replica is not read: it does not answer (OperationalError)\n"
    )
