"""Budgets of pages: work is counted by user and by address; stored data too; and a full site."""

import time
from datetime import timedelta
from pathlib import Path

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from builder.models import CompanyList, User
from builder.services import space
from builder.services.budgets import COSTS
from builder.web.shared.budgets import PERSON_COOKIE
from tests.support.clock import Clock

READ = COSTS["read"]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fresh_budgets", "catalogues")]


@pytest.fixture(autouse=True)
def low_limits(settings: Settings) -> None:
    """Allow two pages a minute."""
    settings.MUSTERBOOK_UNITS_A_MINUTE = settings.MUSTERBOOK_UNITS_A_MINUTE_OF_AN_ADDRESS = 2 * READ


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """A clock that only tests move."""
    clock = Clock()
    monkeypatch.setattr(time, "time", clock)
    return clock


def statuses(client: Client, *paths: str) -> list[int]:
    """Return the status of each address, in order."""
    return [client.get(path).status_code for path in paths]


def signed_in(user: User, address: str = "127.0.0.1") -> Client:
    """Return a browser that was here before, so that the site knows whose budget it spends."""
    client = Client(REMOTE_ADDR=address)
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    client.get("/account/", REMOTE_ADDR="192.0.2.99")
    return client


def test_a_client_over_its_budget_sees_how_long_to_wait(client: Client, clock: Clock) -> None:
    assert statuses(client, "/about/", "/about/", "/about/") == [200, 200, 429]
    answer = client.get("/about/")
    wait = int(answer["Retry-After"])
    assert f"Wait {wait} seconds, then" in answer.content.decode()
    assert "Content-Security-Policy" in answer
    clock.now += wait
    assert client.get("/about/").status_code == 200
    notice = client.get("/about/", headers={"HX-Request": "true"})
    assert notice["HX-Retarget"] == "#notices"


def test_users_at_one_address_have_separate_budgets(alice: User, bob: User, client: Client) -> None:
    first, second = signed_in(alice), signed_in(bob)
    assert statuses(client, "/about/", "/about/", "/about/") == [200, 200, 429]
    assert statuses(first, "/about/", "/lists/", "/about/") == [200, 200, 429]
    assert statuses(second, "/about/") == [200]


def test_an_invented_user_id_is_ignored(client: Client) -> None:
    statuses(client, "/about/", "/about/")
    for value in ("1:forged", "1", "", "x" * 5000, "\u00e2\u0098\u0083"):
        client.cookies[PERSON_COOKIE] = value
        assert statuses(client, "/about/") == [429]


def test_guests_are_counted_by_address(client: Client, settings: Settings) -> None:
    settings.MUSTERBOOK_UNITS_A_MINUTE_OF_AN_ADDRESS = COSTS["change"] + COSTS["guest"] + READ
    started = client.post("/lists/start/", {"edition": "unbridled-fury/0.9.0"})
    assert started.status_code == 302
    assert PERSON_COOKIE not in client.cookies
    assert statuses(client, started["Location"], started["Location"]) == [200, 429]
    assert Client().get("/about/").status_code == 429, "another guest behind the same address"


def test_a_browser_has_its_last_users_budget_after_log_out(
    alice: User, bob: User, client: Client, settings: Settings
) -> None:
    """Other users behind its address can't block the next log-in."""
    settings.MUSTERBOOK_UNITS_A_MINUTE = 100
    browser = signed_in(alice)
    browser.force_login(bob, backend="django.contrib.auth.backends.ModelBackend")
    browser.get("/account/", REMOTE_ADDR="192.0.2.97")
    browser.post("/account/logout/", REMOTE_ADDR="192.0.2.97")
    assert browser.cookies[PERSON_COOKIE].value.startswith(f"{bob.pk}.{alice.pk}~")
    assert statuses(client, "/about/", "/about/", "/about/") == [200, 200, 429]
    assert statuses(browser, "/about/") == [200]


def test_requests_after_log_out_do_not_spend_the_users_budget(alice: User) -> None:
    """The next user of the device, or a copy of the cookie, isn't a session."""
    browser = signed_in(alice)
    stranger = Client(REMOTE_ADDR="192.0.2.96")
    stranger.cookies[PERSON_COOKIE] = browser.cookies[PERSON_COOKIE].value
    stranger.cookies["sessionid"] = "a" * 32
    assert statuses(stranger, "/about/", "/about/", "/about/") == [200, 200, 429]
    assert statuses(browser, "/about/") == [200]


@pytest.mark.parametrize(
    ("path", "kind"),
    [("/about/", "read"), ("/gallery/", "search"), ("/account/login/", "read"), ("/nowhere/", "read"),
     ("/samples/the-sunken-foundry/paper.pdf", "read")],
)  # fmt: skip
def test_costs_of_urls(client: Client, settings: Settings, path: str, kind: str) -> None:
    settings.MUSTERBOOK_UNITS_A_MINUTE_OF_AN_ADDRESS = COSTS[kind]
    client.get(path)
    assert client.get("/about/").status_code == 429


def test_a_paper_costs_as_much_as_fifteen_pages(
    alices_list: CompanyList, alice: User, settings: Settings
) -> None:
    settings.MUSTERBOOK_UNITS_A_MINUTE = COSTS["paper"]
    browser = signed_in(alice)
    assert browser.get(f"/lists/{alices_list.public_id}/paper.png").status_code == 200
    assert browser.get("/about/").status_code == 429


# ------------------------------------------------------------------ bytes and room


def test_users_above_the_storage_budget_can_read(
    alices_list: CompanyList, alice: User, settings: Settings, clock: Clock
) -> None:
    settings.MUSTERBOOK_UNITS_A_MINUTE = 10_000
    settings.MUSTERBOOK_BYTES_AN_HOUR_OF_A_PERSON = 4_000
    browser, at = signed_in(alice), f"/lists/{alices_list.public_id}/"
    adding = (f"{at}profiles/", {"template": ""})
    assert [browser.post(*adding).status_code for _ in range(2)] == [302, 429]
    assert browser.get(at).status_code == 200
    clock.now += 3600
    assert browser.post(*adding).status_code == 302


def test_new_accounts_share_the_storage_budget_of_their_address(
    alices_list: CompanyList, alice: User, bob: User, settings: Settings
) -> None:
    """Many new accounts have no more room together. Older accounts behind the address have."""
    settings.MUSTERBOOK_UNITS_A_MINUTE = 10_000
    settings.MUSTERBOOK_BYTES_AN_HOUR_OF_AN_ADDRESS = 4_000
    first, second = signed_in(alice), signed_in(bob)
    adding = (f"/lists/{alices_list.public_id}/profiles/", {"template": ""})
    start = ("/lists/start/", {"edition": "unbridled-fury/0.9.0"})
    assert first.post(*adding).status_code == 302
    assert [browser.post(*start).status_code for browser in (first, second)] == [429, 429]
    User.objects.filter(pk=bob.pk).update(date_joined=timezone.now() - timedelta(days=2))
    assert second.post(*start).status_code == 302


@pytest.mark.parametrize("announced", ["%s", "000000000000000000000%s"])
def test_requests_above_every_limit_are_rejected_unread(
    client: Client, settings: Settings, announced: str
) -> None:
    answer = client.get("/about/", CONTENT_LENGTH=announced % (settings.MUSTERBOOK_MAX_REQUEST_BYTES + 1))
    assert answer.status_code == 413


def test_a_full_site_accepts_no_new_guests(
    client: Client, settings: Settings, alice: User, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.MUSTERBOOK_UNITS_A_MINUTE_OF_AN_ADDRESS = settings.MUSTERBOOK_UNITS_A_MINUTE = 10_000
    settings.DATA_FOLDER = str(tmp_path)
    settings.MUSTERBOOK_FREE_BYTES = 10**18
    monkeypatch.setattr(space, "_last_check", (0.0, True))
    answer = client.post("/lists/start/", {"edition": "unbridled-fury/0.9.0"})
    assert (answer.status_code, answer["Retry-After"]) == (503, "300")
    assert "No room for new guests" in answer.content.decode()
    assert not User.objects.filter(is_guest=True).exists()
    assert signed_in(alice).post("/lists/start/", {"edition": "unbridled-fury/0.9.0"}).status_code == 302
    monkeypatch.setattr(space, "_last_check", (0.0, True))
    settings.MUSTERBOOK_FREE_BYTES = 1
    assert client.post("/lists/start/", {"edition": "unbridled-fury/0.9.0"}).status_code == 302
