"""A missing or full database: pages and API say so and when to retry, and the readiness check fails."""

import pytest
from django.db import OperationalError, connection
from django.test import Client

from builder.models import User
from tests.support.api_client import assert_problem

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("catalogues")]


def refuse_all(*_args: object) -> None:
    """A database that doesn't respond."""
    raise OperationalError("the server closed the connection")


def refuse_writes(execute: object, sql: str, *args: object) -> object:
    """A database that is full: it can be read, and not written."""
    if sql.lstrip().upper().startswith(("INSERT", "UPDATE", "DELETE")):
        raise OperationalError("database or disk is full")
    assert callable(execute)
    return execute(sql, *args)


@pytest.fixture
def alices_browser(alice: User) -> Client:
    """A browser in which alice is logged in, and which gets error pages like a real one."""
    client = Client(raise_request_exception=False)
    client.force_login(alice, backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.mark.parametrize("address", ["/gallery/", "/lists/", "/samples/drop-reavers/", "/healthz", "/readyz"])
def test_pages_answer_503_if_the_database_fails(alices_browser: Client, address: str) -> None:
    with connection.execute_wrapper(refuse_all):
        answer = alices_browser.get(address)
    assert (answer.status_code, answer["Retry-After"]) == (503, "5") or address == "/readyz"
    assert answer.status_code == 503
    assert alices_browser.get(address).status_code == 200


def test_the_api_answers_503_if_the_database_fails(alices_browser: Client) -> None:
    with connection.execute_wrapper(refuse_all):
        answer = alices_browser.get("/api/v1/lists")
    assert_problem(answer, 503, "unavailable")
    assert answer["Retry-After"] == "5"


def test_a_full_disk_does_not_prevent_reading(
    alices_browser: Client, alice: User, caplog: pytest.LogCaptureFixture
) -> None:
    """Neither the date of the visit nor the counters, which would be written, prevent it."""
    User.objects.filter(pk=alice.pk).update(seen="2026-01-01")
    with connection.execute_wrapper(refuse_writes):
        for address in ("/", "/lists/", "/gallery/", "/api/v1/lists", "/api/v1/gallery"):
            assert alices_browser.get(address).status_code == 200
        assert alices_browser.post("/lists/start/", {"edition": "unbridled-fury/0.9.0"}).status_code == 503
        ready = alices_browser.get("/readyz")
    assert (ready.status_code, ready.content) == (503, b"not ready\n")
    assert "can't be written" in caplog.text, "whoever runs the site is told why"
    assert alices_browser.get("/readyz").content == b"ready\n"
