"""Headers and cookies that protect against other sites, caches and sibling hosts."""

import re

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from builder.models import User

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("catalogues")]


def test_other_sites_can_load_only_embeddable_resources(client: Client) -> None:
    for policy, addresses in {
        "same-origin": ("/", "/lists/", "/api/v1/me"),
        "cross-origin": ("/api/v1/gallery", "/embed/lists/nowhere/"),
    }.items():
        for address in addresses:
            assert client.get(address)["Cross-Origin-Resource-Policy"] == policy


def test_pages_cannot_use_devices(client: Client) -> None:
    policy = client.get("/robots.txt")["Permissions-Policy"]
    assert re.fullmatch(r"[a-z-]+=\(\)(, [a-z-]+=\(\))+", policy)
    assert {"camera=()", "geolocation=()", "microphone=()", "payment=()"} <= set(policy.split(", "))


def test_shared_caches_do_not_store_pages(alice: User, client: Client) -> None:
    """Public pages name the user who is logged in. Open data may be stored if nobody is."""
    assert client.get("/api/v1/gallery")["Cache-Control"] == "private, no-cache"
    client.force_login(alice)
    for address in ("/", "/gallery/", "/systems/", "/about/", "/robots.txt"):
        assert client.get(address)["Cache-Control"] == "private, no-cache"
    for address in ("/nothing-here/", *(f"/api/v1/{path}" for path in ("me", "lists", "nowhere", "gallery"))):
        assert client.get(address)["Cache-Control"] == "private, no-store"


# ------------------------------------------------------------------ cookies


def start_list(client: Client, page: str) -> int:
    """Send the form that starts a list, with this page's token, like a browser; return the status."""
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
    assert token
    data = {"edition": "unbridled-fury/0.9.0", "csrfmiddlewaretoken": token[1]}
    headers = {"Referer": "https://testserver/"}
    return client.post("/lists/start/", data, secure=True, headers=headers).status_code


def test_an_upgrade_keeps_guests_and_open_forms(settings: Settings) -> None:
    """A session with the former cookie continues under the present name, and the former cookie is deleted."""
    browser = Client(enforce_csrf_checks=True)
    settings.SESSION_COOKIE_SECURE = settings.CSRF_COOKIE_SECURE = True
    assert start_list(browser, browser.get("/", secure=True).content.decode()) == 302
    page = browser.get("/", secure=True).content.decode()
    session = browser.cookies["sessionid"].value

    settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME = "__Host-sessionid", "__Host-csrftoken"
    assert start_list(browser, page) == 302, "a page that was opened before the update"
    cookie = browser.cookies["__Host-sessionid"]
    assert cookie.value == session
    assert (cookie["secure"], cookie["httponly"], cookie["path"], cookie["domain"]) == (True, True, "/", "")
    assert browser.cookies["sessionid"].value == browser.cookies["csrftoken"].value == ""
    assert Session.objects.count() == 1
    assert User.objects.get().lists.count() == 2


@pytest.mark.parametrize("planted", ["sessionid", "csrftoken"])
def test_cookies_with_former_names_never_replace_current_ones(
    alice: User, bob: User, settings: Settings, planted: str
) -> None:
    """Another host of the domain can set the former one."""
    other = Client()
    other.force_login(bob)
    settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME = "__Host-sessionid", "__Host-csrftoken"
    browser = Client()
    browser.force_login(alice)
    browser.cookies["__Host-csrftoken"] = "a" * 32
    value = other.cookies["sessionid"].value
    browser.cookies[planted] = value
    assert browser.get("/account/", secure=True).wsgi_request.user == alice
    assert value not in (browser.cookies["__Host-sessionid"].value, browser.cookies["__Host-csrftoken"].value)


def test_cookies_with_former_names_are_ignored_after_the_transition(
    alice: User, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = Client()
    browser.force_login(alice)
    settings.SESSION_COOKIE_NAME = "__Host-sessionid"
    monkeypatch.setattr("builder.web.middleware.FORMER_COOKIES_UNTIL", timezone.localdate())
    assert browser.get("/lists/", secure=True).wsgi_request.user.is_anonymous
