"""The outermost middleware: request ids, the access log, warnings of slow requests and queries."""

import json
import re
import time

import pytest
from django.db import connection, connections
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings

from builder.models import Club, CompanyList, User
from builder.request_context import current_context
from builder.services.people.accounts import create_guest
from builder.slow_queries import log_slow_queries, query_shape
from tests.support.accounts import browser
from tests.support.api_client import ApiClient, assert_problem
from tests.support.log_lines import LogLines

MADE_ID = re.compile(r"[0-9a-f]{32}")
PROXY_ID = "proxy-1.2_3"


@pytest.fixture
def logged(settings: Settings) -> None:
    """Turn the access log on."""
    settings.ACCESS_LOG = True


def refuse_all(*_args: object) -> None:
    """Raise an error whenever the database is used."""
    raise RuntimeError("the fault")


# ------------------------------------------------------------------ request ids


def test_every_response_has_its_own_id(client: Client, db: None) -> None:
    addresses = ("/about/", "/nope/", "/api/v1/", "/api/v1/lists", "/healthz") * 2
    ids = {client.get(address)["X-Request-ID"] for address in addresses}
    assert len(ids) == len(addresses)
    assert all(MADE_ID.fullmatch(id_) for id_ in ids)
    assert current_context() is None, "it is reset after a request"


def test_only_a_trusted_proxy_can_set_the_id(client: Client, db: None, settings: Settings) -> None:
    for trusted, sent, taken in (
        (True, PROXY_ID, True),
        (False, PROXY_ID, False),
        (True, "short", False),
        (True, "x" * 65, False),
        (True, "eight chars", False),
        (True, "eightchars\n", False),
        (True, "١٢٣٤٥٦٧٨", False),
        (True, f"{PROXY_ID},{PROXY_ID}", False),
    ):
        settings.TRUST_PROXY_HEADER = trusted
        answer = client.get("/healthz", HTTP_X_REQUEST_ID=sent)
        assert (answer["X-Request-ID"] == sent) is taken


def test_other_sites_can_read_the_id(client: Client, settings: Settings, db: None) -> None:
    settings.CORS_ALLOWED_ORIGINS = ["https://club.example"]
    answer = client.get("/api/v1/lists", headers={"Origin": "https://club.example"})
    assert "X-Request-ID" in answer["Access-Control-Expose-Headers"]


def test_error_pages_show_the_logged_id(alice: User, log_lines: LogLines, catalogues: object) -> None:
    client = Client(raise_request_exception=False)
    with connection.execute_wrapper(refuse_all):
        page, notice = client.get("/gallery/"), client.get("/gallery/", headers={"HX-Request": "true"})
    for answer in (page, notice):
        assert answer.status_code == 500
        assert (
            f'quote this code: <code class="key">{answer["X-Request-ID"]}</code>' in answer.content.decode()
        )
        (line,) = [
            line
            for line in log_lines.records("django.request")
            if line["request_id"] == answer["X-Request-ID"]
        ]
        assert "RuntimeError: the fault" in line["traceback"]
    assert "quote this code" not in client.get("/nope/").content.decode()


def test_djangos_log_of_a_rejected_request_has_the_id(client: Client, db: None, log_lines: LogLines) -> None:
    """And so has a problem of the API. By default there is no log of requests."""
    answer = client.get("/nope/")
    (line,) = log_lines.records("django.request")
    assert (line["message"], line["request_id"]) == ("Not Found: /nope/", answer["X-Request-ID"])
    answer = client.get("/api/v1/lists/nope")
    assert_problem(answer, 404, "not-found")
    assert answer.json()["request_id"] == answer["X-Request-ID"]
    assert log_lines.records("musterbook.access") == []


# ------------------------------------------------------------------ the access log


@pytest.mark.usefixtures("logged")
def test_each_request_is_one_line(client: Client, db: None, log_lines: LogLines) -> None:
    answer = client.get("/about/?q=what-people-look-for")
    (line,) = log_lines.records("musterbook.access")
    duration = line.pop("duration_ms")
    assert isinstance(duration, int)
    del line["time"]
    assert line == {
        "level": "INFO",
        "logger": "musterbook.access",
        "message": "request",
        "request_id": answer["X-Request-ID"],
        "method": "GET",
        "path": "/about/",
        "status": 200,
        "person": "-",
        "address": "127.0.0.1",
    }


@pytest.mark.usefixtures("logged", "catalogues")
def test_the_log_names_the_user(alice: User, log_lines: LogLines, alices_list: CompanyList) -> None:
    guest = create_guest()
    browser(alice).get("/lists/")
    browser(guest).get("/lists/")
    browser(None).get("/lists/")
    ApiClient(alice).get("me")
    browser(alice).get("/about/")
    ApiClient().get("me")
    lines = log_lines.records("musterbook.access")
    assert [(line["path"], line["status"], line["person"]) for line in lines] == [
        ("/lists/", 200, str(alice.pk)),
        ("/lists/", 200, f"guest:{guest.pk}"),
        ("/lists/", 200, "-"),
        ("/api/v1/me", 200, str(alice.pk)),
        ("/about/", 200, lines[4]["person"]),
        ("/api/v1/me", 401, "-"),
    ]


@pytest.mark.usefixtures("logged")
def test_logging_needs_no_query_and_sets_no_cookie(
    client: Client, db: None, django_assert_num_queries: DjangoAssertNumQueries, log_lines: LogLines
) -> None:
    client.get("/robots.txt")
    with django_assert_num_queries(0):
        answer = client.get("/robots.txt")
    assert "Cookie" not in answer.get("Vary", "")
    assert len(log_lines.records("musterbook.access")) == 2


@pytest.mark.usefixtures("logged", "catalogues")
def test_rejected_and_failed_requests_are_logged(
    alice: User, club: Club, settings: Settings, log_lines: LogLines
) -> None:
    client = Client(raise_request_exception=False)
    client.get("/about/", headers={"Host": "elsewhere.example"})
    client.post("/about/")
    Client(enforce_csrf_checks=True).post("/lists/start/")
    client.get(f"/clubs/{club.public_id}/")
    client.post("/lists/start/", CONTENT_LENGTH="9000000")
    with connection.execute_wrapper(refuse_all):
        client.get("/gallery/")
        client.get("/api/v1/gallery")
    settings.MUSTERBOOK_UNITS_A_MINUTE_OF_AN_ADDRESS = 1
    client.get("/about/")
    statuses = [line["status"] for line in log_lines.records("musterbook.access")]
    assert statuses == [400, 405, 403, 302, 413, 500, 500, 429]


@pytest.mark.usefixtures("logged", "catalogues")
def test_a_file_is_logged_when_it_is_sent(alice: User, log_lines: LogLines) -> None:
    """Except the program's own files."""
    client = browser(alice)
    static = client.get("/static/site.css")
    assert static.status_code == 200
    assert b"".join(static)
    answer = client.get("/account/export.zip")
    assert log_lines.records("musterbook.access") == []
    assert b"".join(answer)
    (line,) = log_lines.records("musterbook.access")
    assert (line["path"], line["person"]) == ("/account/export.zip", str(alice.pk))
    assert line["request_id"] == answer["X-Request-ID"]


@pytest.mark.usefixtures("logged")
def test_the_logged_address_is_the_one_used_for_budgets(
    client: Client, db: None, settings: Settings, log_lines: LogLines
) -> None:
    cases = [
        (False, "198.51.100.9", "127.0.0.1"),
        (True, "203.0.113.1, 198.51.100.9", "198.51.100.9"),
        (True, "2001:db8::7", "2001:db8::7"),
        (True, "::ffff:198.51.100.9", "198.51.100.9"),
        (True, "what?\n", "-"),
    ]
    for trusted, noted, _ in cases:
        settings.ALLAUTH_TRUSTED_PROXY_COUNT = int(trusted)
        client.get("/about/", HTTP_X_FORWARDED_FOR=noted)
    lines = log_lines.records("musterbook.access")
    assert [line["address"] for line in lines] == [address for *_, address in cases]


@pytest.mark.usefixtures("logged")
def test_a_long_or_strange_path_is_one_short_line(client: Client, db: None, log_lines: LogLines) -> None:
    client.get("/a%0Ab%E2%80%AEc" + "d" * 1000)
    (line,) = [line for line in log_lines.text.splitlines() if "musterbook.access" in line]
    assert r"/a\nb\u202ecddd" in line
    assert len(line) < 600


# ------------------------------------------------------------------ slow requests and queries


def wait(execute: object, *args: object) -> object:
    """Let the database take 20 milliseconds for each query."""
    time.sleep(0.02)
    assert callable(execute)
    return execute(*args)


def test_a_slow_request_is_a_warning(
    client: Client, db: None, settings: Settings, log_lines: LogLines
) -> None:
    settings.SLOW_REQUEST_MS = 1
    with connection.execute_wrapper(wait):
        answer = client.get("/healthz")
    (line,) = [line for line in log_lines.records("musterbook.slow") if line["message"] == "slow request"]
    assert (line["level"], line["path"], line["request_id"]) == (
        "WARNING", "/healthz", answer["X-Request-ID"],
    )  # fmt: skip
    assert line["duration_ms"] >= 20


def test_fast_requests_are_not_warned_about(
    client: Client, db: None, settings: Settings, log_lines: LogLines
) -> None:
    for limit in (0, 60_000):
        settings.SLOW_REQUEST_MS = settings.SLOW_QUERY_MS = limit
        with connection.execute_wrapper(wait):
            client.get("/healthz")
    assert log_lines.records("musterbook.slow") == []


def test_a_slow_query_is_a_warning_without_its_parameters(
    alice: User, settings: Settings, log_lines: LogLines
) -> None:
    settings.SLOW_QUERY_MS = 10
    with log_slow_queries(), connection.execute_wrapper(wait):
        User.objects.filter(username__in=["secret-a", "secret-b"]).exists()
    (line,) = log_lines.records("musterbook.slow")
    assert (line["message"], line["database"]) == ("slow query", "default")
    assert line["duration_ms"] >= 10
    assert line["sql"].endswith('"username" IN (%s, %s) LIMIT 1')
    assert "secret" not in json.dumps(line)


def test_the_queries_of_a_request_are_timed(
    client: Client, db: None, settings: Settings, log_lines: LogLines
) -> None:
    settings.SLOW_QUERY_MS = 0.000_001  # every query is slow
    answer = client.get("/healthz")
    lines = log_lines.records("musterbook.slow")
    assert lines
    assert {(line["message"], line["request_id"]) for line in lines} == {
        ("slow query", answer["X-Request-ID"])
    }


@pytest.mark.django_db(transaction=True, databases=["default", "replica"])
def test_the_replica_is_timed_too(settings: Settings, log_lines: LogLines) -> None:
    settings.SLOW_QUERY_MS = 0.000_001
    with log_slow_queries(), connections["replica"].cursor() as cursor:
        cursor.execute("SELECT 1")
    assert [line["database"] for line in log_lines.records("musterbook.slow")] == ["replica"]


def test_a_query_is_one_line_and_not_long() -> None:
    assert query_shape("SELECT a\n  FROM b WHERE c IN (%s, %s, %s, %s, %s)") == (
        "SELECT a FROM b WHERE c IN (%s, …)"
    )
    assert len(query_shape("SELECT " + "a, " * 1000)) == 600
