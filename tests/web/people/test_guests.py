"""A guest who signs up or logs in loses nothing, chooses which lists to move, and gets no other lists."""

from collections.abc import Callable
from typing import Any

import pytest
from django.conf import LazySettings
from django.db import connection
from django.test import Client
from django.utils import timezone

from builder.catalogue.files import Catalogues
from builder.models import CompanyList, User
from tests.support.accounts import log_in, logged_in_user, set_password, sign_up, start_list, visible_text

pytestmark = pytest.mark.usefixtures("cleared_rate_limits")

Execute = Callable[..., object]


@pytest.fixture
def alice(alice: User) -> User:
    """Alice, with a password."""
    return set_password(alice)


def test_signing_up_turns_the_guest_into_the_account(client: Client) -> None:
    row = start_list(client, "Raiders")
    guest = logged_in_user(client)
    assert guest is not None
    assert guest.is_guest
    assert sign_up(client)["Location"] == "/lists/"
    erin = logged_in_user(client)
    assert erin is not None
    assert (erin.pk, erin.username, erin.is_guest) == (guest.pk, "erin", False)
    row.refresh_from_db()
    assert (row.owner, row.version) == (erin, 1)
    assert "Raiders" in visible_text(client.get("/lists/"))


def test_a_user_name_in_use_leaves_the_guest_unchanged(client: Client, alice: User) -> None:
    start_list(client)
    answer = sign_up(client, "ALICE")
    assert "This name is taken" in visible_text(answer)
    guest = logged_in_user(client)
    assert guest is not None
    assert guest.is_guest
    assert not guest.has_usable_password()


def test_lookalike_names_are_rejected(client: Client, db: None) -> None:
    for name in (
        "guest-abc", "Guest", "a" * 31, "two words", "tab\tbed", "nul\0", "<b>", "-x", "x.",
        "\N{CYRILLIC SMALL LETTER A}lice", "admin", "",
    ):  # fmt: skip
        answer = sign_up(client, name)
        assert answer.status_code == 200
        assert 'aria-invalid="true"' in answer.content.decode()
    assert not User.objects.exists()


def test_of_two_guests_with_one_name_the_second_gets_an_error(client: Client, catalogues: Catalogues) -> None:
    """The form has checked the name, but the other guest stores it first."""
    row = start_list(client)

    def somebody_is_quicker(execute: Execute, sql: str, *rest: Any) -> object:
        if sql.startswith('UPDATE "builder_user"') and "erin" in str(rest):
            User.objects.create(username="Erin")
        return execute(sql, *rest)

    with connection.execute_wrapper(somebody_is_quicker):
        answer = sign_up(client, "erin")
    assert answer.status_code == 409
    assert "just took this user name" in visible_text(answer)
    row.refresh_from_db()
    assert row.owner is not None
    assert row.owner.is_guest


# ------------------------------------------------------------------ logging in to an account that is there


def test_a_guest_who_logs_in_confirms_the_move_of_the_lists(client: Client, alice: User) -> None:
    row = start_list(client, "Raiders")
    guest = logged_in_user(client)
    answer = log_in(client, next="/systems/")
    assert answer["Location"] == "/account/bring/?next=%2Fsystems%2F"
    page = visible_text(client.get(answer["Location"]))
    assert "logged in as alice" in page
    assert "Raiders" in page
    row.refresh_from_db()
    assert row.owner == guest  # nothing is moved without consent
    done = client.post("/account/bring/", {"bring": "1", "next": "/systems/"})
    assert done["Location"] == "/systems/"
    row.refresh_from_db()
    assert (row.owner, row.version) == (alice, 1)
    assert guest is not None
    assert not User.objects.filter(pk=guest.pk).exists()
    assert "added" in visible_text(client.get("/lists/"))


def test_not_now_postpones_the_move(client: Client, alice: User) -> None:
    """When they are moved later, deleted lists are moved too."""
    row, deleted = start_list(client, "Raiders"), start_list(client)
    client.post(f"/lists/{deleted.public_id}/delete/")
    log_in(client, "alice@example.org")
    assert client.post("/account/bring/", {"later": "1"})["Location"] == "/lists/"
    for page in ("/lists/", "/account/"):
        assert "before you logged in" in visible_text(client.get(page))
    client.post("/account/bring/", {"bring": "1"})
    for moved in (row, deleted):
        moved.refresh_from_db()
        assert moved.owner == alice
    assert deleted.deleted_at is not None
    assert "before you logged in" not in visible_text(client.get("/lists/"))
    assert client.get("/account/bring/")["Location"] == "/lists/"


def test_logging_out_returns_the_browser_to_the_guest(client: Client, alice: User) -> None:
    row = start_list(client, "Raiders")
    log_in(client)
    client.post("/account/logout/")
    assert "Raiders" in visible_text(client.get("/lists/"))
    assert logged_in_user(client) == row.owner


def test_above_the_limit_of_lists_nothing_is_moved(
    client: Client, alice: User, settings: LazySettings
) -> None:
    settings.MUSTERBOOK_MAX_LISTS_PER_USER = 2
    other = Client()
    log_in(other)
    for _ in range(2):
        start_list(other)
    row = start_list(client, "Raiders")
    log_in(client)
    answer = client.post("/account/bring/", {"bring": "1"})
    assert answer.status_code == 400
    assert "the limit is 2" in visible_text(answer)
    row.refresh_from_db()
    assert row.owner != alice
    assert "before you logged in" in visible_text(client.get("/lists/"))


def test_a_guest_without_lists_needs_no_confirmation(client: Client, alice: User) -> None:
    start_list(client)
    CompanyList.objects.all().delete()
    assert log_in(client)["Location"] == "/lists/"
    assert not User.objects.filter(is_guest=True).exists()


def test_a_session_cannot_move_the_lists_of_another_account(client: Client, alice: User, bob: User) -> None:
    other = Client()
    other.force_login(bob)
    row = start_list(other)
    client.force_login(alice)
    for guest in (bob.pk, 10**12, "1 OR 1=1"):
        session = client.session
        session["guest"] = guest
        session.save()
        assert client.post("/account/bring/", {"bring": "1"}).status_code == 302
        row.refresh_from_db()
        assert row.owner == bob
    assert User.objects.filter(pk=bob.pk).exists()


def test_redirects_stay_on_the_site(client: Client, alice: User) -> None:
    start_list(client)
    for nowhere in ("http://[", "http://[x]/", "//[", "\0", "https://x@y:z/"):
        page = client.get("/account/login/", {"next": nowhere})
        assert page.status_code == 200
    assert log_in(client, next="https://elsewhere.example/")["Location"] == "/account/bring/?next=%2Flists%2F"
    for address in ("https://elsewhere.example/", "//elsewhere.example", "/\0", "javascript:go()"):
        assert client.post("/account/bring/", {"later": "1", "next": address})["Location"] == "/lists/"


def test_redirects_are_urls_and_not_names_of_views(client: Client, alice: User) -> None:
    client.force_login(alice)
    for address in ("null", "home", "\u00e9", "?x=1", "%00"):
        for answer in (
            client.get("/account/bring/", {"next": address}),
            client.post("/account/bring/", {"later": "1", "next": address}),
        ):
            assert answer.status_code == 302
            assert answer["Location"] in (address, "%C3%A9")


# ------------------------------------------------------------------ a guest on the pages of accounts


def test_guests_can_log_in_and_sign_up_but_not_log_out(client: Client, db: None) -> None:
    """Their account page says why, and the administration redirects to the log-in."""
    start_list(client)
    client.get("/account/logout/")
    client.post("/account/logout/")
    for path in ("login/", "signup/", "password/reset/"):
        assert client.get(f"/account/{path}").status_code == 200
    guest = logged_in_user(client)
    assert guest is not None
    assert guest.is_guest
    page = visible_text(client.get("/account/"))
    for words in ("You are a guest", "Sign up", "Export everything"):
        assert words in page
    for path in ("/admin/", "/admin/login/"):
        assert client.get(path, follow=True).redirect_chain[-1][0].startswith("/account/login/")


def test_a_visit_is_stored_once_a_day_also_for_the_browsers_guest(client: Client, alice: User) -> None:
    start_list(client)
    log_in(client)
    User.objects.update(seen="2026-01-01")
    client.get("/lists/")
    assert set(User.objects.values_list("seen", flat=True)) == {timezone.localdate()}
