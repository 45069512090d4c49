"""The strength of a password while it is typed, and rejections on the pages that set one."""

import logging

import pytest
from django.test import Client
from pytest_django import Settings

from builder.models import User
from tests.support.accounts import PASSWORD, browser, log_in, logged_in_user, sign_up, visible_text

AT = "/account/password/strength/"


def test_the_strength_is_a_word_and_a_sentence(client: Client, db: None) -> None:
    sent: dict[str, str]
    for sent, text in (
        ({"password1": "warhammer40k"}, "Weak. This password is easy to guess."),
        ({"password1": "correcthorse"}, "Fair. You can use it. Another word would make it strong."),
        ({"password1": PASSWORD}, "Strong. Hard to guess."),
        ({"password1": "wellington boots", "username": "Wellington"}, "Weak. This password contains your"),
        ({"password1": "wellington boots", "email": "wellington@x.org"}, "Weak. This password contains the"),
        ({"password1": "x" * 100_000}, "Weak. This password is too long."),
        ({"password1": ""}, ""),
        ({}, ""),
    ):
        response = client.post(AT, sent)
        assert response.status_code == 200
        assert visible_text(response).startswith(text)
        assert bool(visible_text(response)) == bool(text)


def test_the_strength_considers_the_users_name(alice: User) -> None:
    alice.username = "wellington"
    alice.save()
    assert "your user name" in visible_text(browser(alice).post(AT, {"password1": "wellington boots"}))


def test_the_password_is_neither_stored_nor_logged(
    client: Client, db: None, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    response = client.post(AT, {"password1": PASSWORD})
    assert "no-store" in response["Cache-Control"]
    assert PASSWORD not in caplog.text
    assert PASSWORD not in response.content.decode()
    assert "data-strength=" in response.content.decode()
    assert not client.session.keys()


def test_a_strength_request_before_the_form_is_answered(db: None) -> None:
    """The log-in replaces the CSRF token. This request changes nothing, so it needs none."""
    assert Client(enforce_csrf_checks=True).post(AT, {"password1": PASSWORD}).status_code == 200


def test_above_the_budget_the_hint_stays_empty(client: Client, db: None, settings: Settings) -> None:
    """The hint is taken from a part of the response that an error page doesn't have."""
    settings.MUSTERBOOK_UNITS_A_MINUTE_OF_AN_ADDRESS = 1
    answers = [client.post(AT, {"password1": PASSWORD}) for _ in range(2)]
    assert answers[1].status_code == 429
    assert "data-strength=" not in answers[1].content.decode()


def test_a_rejected_password_creates_no_account_and_shows_the_reason(client: Client, db: None) -> None:
    page = sign_up(client, password1="musterbook", password2="musterbook")
    assert "contains the name of this site. Leave out “Musterbook”." in visible_text(page)
    assert not User.objects.exists()
    typed = "erin-the-tinsmith"
    assert "contains your user name" in visible_text(sign_up(client, password1=typed, password2=typed))


@pytest.mark.usefixtures("cleared_rate_limits")
def test_accounts_with_weak_passwords_can_still_log_in(client: Client, alice: User) -> None:
    alice.set_password("dragon")
    alice.save()
    log_in(client, "alice", "dragon")
    assert logged_in_user(client) == alice
    sent = {"oldpassword": "dragon", "password1": "Dragon2024", "password2": "Dragon2024"}
    assert "too common" in visible_text(client.post("/account/password/change/", sent))
    sent |= {"password1": f" {PASSWORD} ", "password2": f" {PASSWORD} "}
    assert client.post("/account/password/change/", sent)["Location"] == "/account/"
    alice.refresh_from_db()
    assert alice.check_password(f" {PASSWORD} "), "spaces are part of the password"
