"""A read replica: which requests use it, and what happens if it fails."""

from collections.abc import Iterator

import pytest
from django.contrib.sessions.models import Session
from django.db import OperationalError, connection, connections
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from builder import replica
from builder.models import CompanyList, Scope, Token, User
from builder.replica import PRIMARY, REPLICA, WROTE_COOKIE, ReplicaRouter
from tests.support.accounts import browser
from tests.support.api_client import ApiClient
from tests.support.html_forms import fields_of

BOTH = pytest.mark.django_db(transaction=True, databases=[PRIMARY, REPLICA])
SECONDS = 7
SIGNED_IN = 2  # queries: the session and its user


@pytest.fixture(autouse=True)
def configured(settings: Settings) -> None:
    """A site with a replica, which in tests is a second connection to the same database."""
    settings.DATABASE_REPLICA_URL = "postgres://replica/musterbook"
    settings.DATABASE_REPLICA_SECONDS = SECONDS


@pytest.fixture
def only_reading() -> Iterator[None]:
    """Make requests that can use the replica."""
    replica._request.reads_replica = True
    yield
    replica.read_primary()


@pytest.fixture
def at(alices_list: CompanyList) -> str:
    """The page of alice's list."""
    return f"/lists/{alices_list.public_id}/"


class Counts:
    """The number of statements sent to each of the two."""

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


# ------------------------------------------------------------------ the router


@pytest.mark.usefixtures("only_reading")
def test_lists_are_read_from_the_replica_and_accounts_from_the_primary() -> None:
    router = ReplicaRouter()
    assert router.db_for_read(CompanyList) == REPLICA
    assert {router.db_for_read(model) for model in (User, Token, Session)} == {PRIMARY}


def test_outside_of_requests_the_primary_is_read() -> None:
    assert ReplicaRouter().db_for_read(CompanyList) == PRIMARY


@pytest.mark.usefixtures("only_reading")
def test_after_a_write_the_primary_is_read() -> None:
    router = ReplicaRouter()
    assert router.db_for_write(CompanyList) == PRIMARY
    assert router.db_for_read(CompanyList) == PRIMARY


@pytest.mark.django_db
@pytest.mark.usefixtures("only_reading")
def test_in_a_transaction_the_primary_is_read() -> None:
    assert connection.in_atomic_block
    assert ReplicaRouter().db_for_read(CompanyList) == PRIMARY


def test_nothing_is_migrated_on_the_replica() -> None:
    assert ReplicaRouter().allow_migrate(REPLICA, "builder") is False


# ------------------------------------------------------------------ pages and programs


@BOTH
def test_pages_use_the_replica_until_their_reader_writes(alice: User, at: str) -> None:
    alices, stranger = browser(alice), Client()
    with Counts() as counts:
        assert alices.get(at).status_code == 200
    read = counts.replica
    assert (counts.primary, read > 0) == (SIGNED_IN, True)
    fields = fields_of(alices.get(f"{at}profiles/captain/").content.decode())
    with Counts() as counts:
        response = alices.post(f"{at}profiles/captain/", {**fields, "name": "Ada"})
    assert (response.status_code, counts.replica) == (303, 0)
    assert response.cookies[WROTE_COOKIE]["max-age"] == SECONDS
    with Counts() as counts:
        assert "Ada" in alices.get(at).content.decode()
    assert (counts.primary, counts.replica) == (SIGNED_IN + read, 0)
    with Counts() as counts:
        assert stranger.get("/gallery/").status_code == 200
    assert (counts.primary, counts.replica > 0) == (0, True)
    assert WROTE_COOKIE not in stranger.cookies


@BOTH
def test_a_guest_can_read_a_list_just_started(catalogues: object) -> None:
    guest = Client()
    began = guest.post("/lists/start/", {"edition": "unbridled-fury/0.9.0"})
    with Counts() as counts:
        assert guest.get(began["Location"]).status_code == 200
    assert counts.replica == 0


@BOTH
@pytest.mark.parametrize(("scope", "reads_replica"), [(Scope.WRITE, False), (Scope.READ, True)])
def test_a_token_reads_the_replica_if_it_cannot_write(
    alice: User, alices_list: CompanyList, scope: Scope, reads_replica: bool
) -> None:
    program = ApiClient(alice, scope)
    program.get(f"lists/{alices_list.public_id}")
    with Counts() as counts:
        assert program.get(f"lists/{alices_list.public_id}").status_code == 200
    assert (counts.replica > 0) == reads_replica


@BOTH
def test_a_failing_replica_falls_back_to_the_primary(
    alice: User, at: str, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(*_: object) -> None:
        raise OperationalError("the server closed the connection")

    alices = browser(alice)
    with connections[REPLICA].execute_wrapper(refuse):
        assert alices.get(at).status_code == 200
        assert ApiClient(alice, Scope.READ).get("lists").status_code == 200
    assert "The replica failed; reading the primary for 60 seconds" in caplog.text
    with Counts() as counts:
        assert alices.get(at).status_code == 200
    assert counts.replica == 0, "it is not tried again at once"


@BOTH
def test_a_site_without_a_replica_sends_no_cookie(settings: Settings, catalogues: object) -> None:
    settings.DATABASE_REPLICA_URL = ""
    guest = Client()
    guest.post("/lists/start/", {"edition": "unbridled-fury/0.9.0"})
    assert WROTE_COOKIE not in guest.cookies
