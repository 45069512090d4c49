"""A session ends about a year after its last use, because only the session leads to a guest's lists."""

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from builder.models import User


def ends_in(days: int) -> None:
    """Check that the only session ends in this number of days."""
    Session.objects.update(expire_date=timezone.now() + timedelta(days=days))


@pytest.mark.parametrize("days", [1, 334])
def test_a_visit_after_a_month_extends_the_session(alice: User, client: Client, days: int) -> None:
    client.force_login(alice)
    ends_in(days)
    answer = client.get("/lists/")
    assert Session.objects.get().expire_date > timezone.now() + timedelta(days=364)
    assert answer.cookies["sessionid"]["max-age"] == 365 * 24 * 3600
    assert "sessionid" not in client.get("/lists/").cookies


def test_a_visit_within_the_month_writes_nothing(alice: User, client: Client) -> None:
    client.force_login(alice)
    ends_in(336)
    before = Session.objects.get().expire_date
    with CaptureQueriesContext(connection) as requested:
        answer = client.get("/lists/")
    assert {query["sql"].split()[0] for query in requested} == {"SELECT"}
    assert "sessionid" not in answer.cookies
    assert Session.objects.get().expire_date == before


def test_an_expired_session_is_not_extended(alice: User, client: Client) -> None:
    client.force_login(alice)
    ends_in(-1)
    assert client.get("/lists/").wsgi_request.user.is_anonymous


def test_an_invalid_session_cookie_is_anonymous(db: None, client: Client) -> None:
    for cookie in (r'"abcdefgh\000"', "\N{SUPERSCRIPT TWO}" * 8, r'"\'\073 --------"', "", "x" * 500):
        # Sent as a header, because newer Pythons remove control characters from a cookie jar.
        answer = client.get("/lists/", headers={"cookie": f"sessionid={cookie}"})
        assert answer.status_code == 200
