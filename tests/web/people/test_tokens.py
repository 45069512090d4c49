"""The page of tokens: created after the password, shown once, revoked after a question."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from builder.models import Scope, Token, User
from builder.services.people.tokens import create_token, digest_of
from tests.support.accounts import (
    PASSWORD,
    log_in,
    log_in_reauthenticated,
    set_password,
    visible_text,
)
from tests.support.api_client import Answer

pytestmark = pytest.mark.usefixtures("cleared_rate_limits")

TOKENS = "/account/tokens/"
SECRET = re.compile(r"muster_[\w-]{43}")


@pytest.fixture
def browser(client: Client, alice: User) -> Client:
    """Alice's browser, with a confirmed password."""
    return log_in_reauthenticated(client, alice)


def form_of(client: Client) -> str:
    """Return the field that identifies the form on the page."""
    match = re.search(r'name="form" value="([^"]+)"', client.get(TOKENS).content.decode())
    assert match
    return match[1]


def send(client: Client, **changed: str) -> Answer:
    sent = {"form": form_of(client), "name": "Roster bot", "scope": "read", "days": "30", **changed}
    return client.post(TOKENS, sent)


def test_a_token_is_made_and_shown_once(browser: Client, alice: User) -> None:
    answer = send(browser)
    assert answer.status_code == 200
    (secret,) = set(SECRET.findall(answer.content.decode()))
    row = Token.objects.get()
    assert row.digest == digest_of(secret)
    assert secret.removeprefix("muster_") not in str(Token.objects.values().get())
    assert (row.user, row.name, row.scope) == (alice, "Roster bot", "read")
    assert row.ends - row.made == timedelta(days=30)
    assert {"private", "no-store"} <= set(answer["Cache-Control"].split(", "))
    assert "we can\u2019t show it again" in visible_text(answer)
    for path in (TOKENS, "/account/", "/lists/"):
        assert not SECRET.search(browser.get(path).content.decode())
    assert secret not in str(dict(browser.session))
    assert secret not in str(browser.cookies)


def test_active_tokens_are_listed(browser: Client, alice: User, bob: User) -> None:
    """By default, a new token can read for a month."""
    create_token(alice, "Roster <bot>", Scope.WRITE, 7)
    create_token(alice, "gone", Scope.READ, 7)
    Token.objects.filter(name="gone").update(ends=timezone.now())
    create_token(bob, "his", Scope.READ, 7)
    answer = browser.get(TOKENS)
    for chosen in ("read", "30"):
        assert f'<option value="{chosen}" selected>' in answer.content.decode()
    said = visible_text(answer)
    assert "Roster <bot> Read and write · made" in said
    assert "never used" in said
    assert "gone" not in said
    assert "his" not in said.split()
    Token.objects.update(used=timezone.localdate())
    assert "last used" in visible_text(browser.get(TOKENS))
    assert "1 token" in visible_text(browser.get("/account/"))


def test_a_form_sent_twice_creates_one_token(browser: Client) -> None:
    form = form_of(browser)
    assert send(browser, form=form).status_code == 200
    again = send(browser, form=form)
    assert again.status_code == 302
    assert again["Location"] == TOKENS
    assert "can't show this token again" in visible_text(browser.get(TOKENS))
    assert Token.objects.count() == 1


def test_the_token_is_created_after_the_password_was_entered(client: Client, alice: User) -> None:
    set_password(alice)
    log_in(client)
    assert client.get(TOKENS).status_code == 200
    requested = send(client, scope="write", days="7")
    assert requested.status_code == 302
    assert requested["Location"].startswith("/account/reauthenticate/")
    assert not Token.objects.exists()
    refused = client.post(requested["Location"], {"password": "wrong"})
    assert not SECRET.search(refused.content.decode())
    assert not Token.objects.exists()
    answer = client.post(requested["Location"], {"password": PASSWORD, "next": TOKENS})
    assert SECRET.search(answer.content.decode())
    assert "no-store" in answer["Cache-Control"]
    row = Token.objects.get()
    assert (row.name, row.scope, row.ends - row.made) == ("Roster bot", "write", timedelta(days=7))


def test_errors_are_reported(browser: Client) -> None:
    for field, value, said in (
        ("name", "", "Enter a name"),
        ("name", "  ", "Enter a name"),
        ("name", "x" * 201, "not 201"),
        ("name", "a\0b", "Null characters"),
        ("name", "a\u202eb", "U+202E"),
        ("scope", "admin", "admin is not one of the available choices"),
        ("days", "31", "31 is not one of the available choices"),
        ("days", "9" * 5000, "is not one of the available choices"),
        ("form", "", "Reload the page"),
        ("form", "x y", "Reload the page"),
        ("form", "x" * 100_000, "Reload the page"),
    ):
        answer = send(browser, **{field: value})
        assert answer.status_code == 400
        assert said in visible_text(answer)
    assert not Token.objects.exists()
    assert browser.put(TOKENS).status_code == 405


def test_the_number_of_tokens_is_limited(browser: Client, alice: User, settings: Settings) -> None:
    settings.MUSTERBOOK_MAX_TOKENS = 1
    create_token(alice, "the one", Scope.READ, 7)
    answer = send(browser)
    assert answer.status_code == 400
    assert "You have 1 token, which is the limit. Revoke one first." in visible_text(answer)


def test_a_token_is_revoked_after_a_confirmation(browser: Client, alice: User) -> None:
    row = create_token(alice, "Roster bot", Scope.READ, 7).row
    stays = create_token(alice, "stays", Scope.READ, 7).row
    response = browser.get(f"{TOKENS}{row.public_id}/revoke/")
    assert "Revoke “Roster bot”?" in visible_text(response)
    assert Token.objects.count() == 2
    done = browser.post(f"{TOKENS}{row.public_id}/revoke/", follow=True)
    assert "is revoked" in visible_text(done)
    assert list(Token.objects.all()) == [stays]
    again = browser.post(f"{TOKENS}{row.public_id}/revoke/")
    assert again.status_code == 404


def test_all_tokens_are_revoked_after_a_confirmation(browser: Client, alice: User, bob: User) -> None:
    for user in (alice, alice, bob):
        create_token(user, "bot", Scope.READ, 7)
    assert "Revoke all tokens?" in visible_text(browser.get(f"{TOKENS}revoke/"))
    assert Token.objects.count() == 3
    assert "2 tokens revoked" in visible_text(browser.post(f"{TOKENS}revoke/", follow=True))
    assert [row.user for row in Token.objects.all()] == [bob]
