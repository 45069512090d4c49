"""A new password: it ends other sessions, and the page lists and revokes tokens."""

import re

import pytest
from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.core import mail
from django.test import Client

from builder.models import Scope, Token, User
from builder.services.people.tokens import create_token, record_token_use
from tests.support.accounts import PASSWORD, log_in, logged_in_user, set_password, visible_text

pytestmark = pytest.mark.usefixtures("cleared_rate_limits")

NEW = "another-shelf-of-miniatures"
CHANGE = "/account/password/change/"


@pytest.fixture
def alice(alice: User) -> User:
    """Alice, with a password and two tokens, one of which was used."""
    set_password(alice)
    record_token_use(create_token(alice, "Club script", Scope.READ, 7).row)
    create_token(alice, "Roster bot", Scope.WRITE, 30)
    return alice


def reset_page(client: Client) -> str:
    """Follow the link in a reset mail, and return the path of the form."""
    client.post("/account/password/reset/", {"email": "alice@example.org"})
    match = re.search(r"http://testserver(/\S+)", str(mail.outbox[-1].body))
    assert match
    return client.get(match[1], follow=True).redirect_chain[-1][0]


def new_password(**more: str) -> dict[str, str]:
    """Return what the form of a reset sends."""
    return {"password1": NEW, "password2": NEW, **more}


def is_ticked(page: str) -> bool:
    """Return whether the checkbox that revokes tokens is ticked."""
    match = re.search(r'<input type="checkbox" name="revoke_tokens"[^>]*>', page)
    assert match
    return "checked" in match[0]


def test_a_password_reset_revokes_tokens_unless_unticked(client: Client, alice: User) -> None:
    at = reset_page(client)
    page = client.get(at)
    text = visible_text(page)
    assert "Roster bot Read and write · expires" in text
    assert "never used Club script Read · expires" in text
    assert "· last used" in text
    assert "Revoke 2 tokens" in text
    assert is_ticked(page.content.decode())
    done = client.post(at, new_password(revoke_tokens="on"), follow=True)
    assert "2 tokens revoked." in visible_text(done)
    assert not Token.objects.exists()


def test_a_password_change_revokes_tokens_if_ticked(client: Client, alice: User, bob: User) -> None:
    create_token(bob, "his", Scope.READ, 7)
    log_in(client)
    page = client.get(CHANGE)
    assert "Club script Read" in visible_text(page)
    assert not is_ticked(page.content.decode())
    wrong = client.post(CHANGE, {"oldpassword": "wrong", **new_password(revoke_tokens="on")})
    assert is_ticked(wrong.content.decode())
    assert Token.objects.count() == 3, "nothing is revoked unless the password is changed"
    client.post(CHANGE, {"oldpassword": PASSWORD, **new_password(revoke_tokens="on")})
    assert [row.name for row in Token.objects.all()] == ["his"]


def test_without_tokens_there_is_no_checkbox(client: Client, alice: User) -> None:
    Token.objects.all().delete()
    log_in(client)
    assert "revoke_tokens" not in client.get(CHANGE).content.decode()
    client.post(CHANGE, {"oldpassword": PASSWORD, **new_password(revoke_tokens="on")})
    alice.refresh_from_db()
    assert alice.check_password(NEW)


def test_a_password_reset_ends_all_sessions_and_keeps_tokens_if_unticked(client: Client, alice: User) -> None:
    here, there = Client(), Client()
    log_in(here)
    log_in(there)
    client.post(reset_page(client), new_password())
    assert logged_in_user(here) is None
    assert logged_in_user(there) is None
    assert not UserSession.objects.exists()
    assert Token.objects.count() == 2


def test_a_password_change_deletes_all_other_sessions(client: Client, alice: User) -> None:
    EmailAddress.objects.create(user=alice, email="alice@example.org", verified=True, primary=True)
    other = Client()
    log_in(other)
    log_in(client)
    wrong = client.post(CHANGE, {"oldpassword": "x", **new_password()})
    assert "The password is wrong" in visible_text(wrong)
    answer = client.post(CHANGE, {"oldpassword": PASSWORD, **new_password()})
    assert answer["Location"] == "/account/"
    assert [message.to for message in mail.outbox] == [["alice@example.org"]]
    assert "If this wasn't you, change your password now." in mail.outbox[0].body
    assert logged_in_user(other) is None
    assert "1 browser logged in" in visible_text(client.get("/account/"))
    assert UserSession.objects.get().session_key == client.session.session_key
    assert not Session.objects.filter(session_key=other.cookies["sessionid"].value).exists()
