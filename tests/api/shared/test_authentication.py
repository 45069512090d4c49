"""Requests are authenticated by a token in the header Authorization, or by a session with a CSRF token."""

import logging
from datetime import timedelta

import pytest
from django.conf import settings as conf
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from builder.models import Scope, Token, User
from builder.services.people.tokens import create_token, revoke_token
from tests.support.accounts import BACKEND
from tests.support.api_client import API_ROOT, ApiClient, assert_problem

ME = f"{API_ROOT}/me"


@pytest.fixture
def secret(alice: User) -> str:
    """The secret of Alice's token, which can read and write."""
    return create_token(alice, "Roster bot", Scope.WRITE, 7).secret


def ask(header: str, client: Client | None = None) -> tuple[int, dict[str, object]]:
    """Return the status and the body of the response to a request with this header."""
    answer = (client or Client()).get(ME, headers={"Authorization": header})
    return answer.status_code, answer.json()


def test_a_token_gives_access(secret: str) -> None:
    for scheme in ("Bearer", "bearer", "BEARER"):
        status, body = ask(f"{scheme} {secret}")
        assert (status, body["name"]) == (200, "alice")


def test_tokens_over_plain_http_are_rejected(secret: str, settings: Settings) -> None:
    """A redirect to https would hide that the program sends its token unencrypted."""
    settings.SECURE_SSL_REDIRECT = True
    headers = {"Authorization": f"Bearer {secret}"}
    problem = assert_problem(Client().get(ME, headers=headers), 400, "not-understood")
    assert "Use https" in problem["detail"]
    assert Client().get(ME, headers=headers, secure=True).status_code == 200
    assert Client().get("/lists/")["Location"] == "https://testserver/lists/"


def test_public_data_needs_no_token(db: None) -> None:
    answer = Client().get(ME)
    assert_problem(answer, 401, "log-in")
    assert answer["WWW-Authenticate"] == "Bearer"


@pytest.mark.parametrize(
    "header",
    ["", "Bearer", "Bearer ", "Basic YWxpY2U6eA==", "Token SECRET", "SECRET", "Bearer SECRET x",
     "Bearer x SECRET", "Bearer SECRETx", "Bearer, SECRET", "Bearer muster_", "Bearer \xe9\xff",
     "Bearer " + "x" * 100_000,
     "Bearer 'SECRET'", "Bearer=SECRET"],
)  # fmt: skip
def test_other_authorization_headers_are_rejected(secret: str, header: str) -> None:
    answer = Client().get(ME, headers={"Authorization": header.replace("SECRET", secret)})
    assert_problem(answer, 401, "log-in")
    assert secret not in answer.content.decode()


def test_the_digest_of_a_token_is_rejected(secret: str) -> None:
    status, _ = ask(f"Bearer {Token.objects.get().digest}")
    assert status == 401


def test_revoked_tokens_are_rejected(secret: str, alice: User) -> None:
    revoke_token(alice, Token.objects.get().public_id)
    assert ask(f"Bearer {secret}")[0] == 401


def test_tokens_in_urls_are_rejected(secret: str) -> None:
    for name in ("token", "access_token", "key", "Authorization"):
        assert_problem(Client().get(f"{ME}?{name}={secret}"), 401, "log-in")
        assert_problem(Client().post(f"{API_ROOT}/lists", {name: secret}), 401, "log-in")


def test_tokens_give_no_access_to_pages(secret: str) -> None:
    client = Client(headers={"Authorization": f"Bearer {secret}"})
    for path in ("/account/", "/account/tokens/", "/account/export.zip"):
        assert client.get(path).status_code == 302


def test_a_token_takes_precedence_over_a_session(secret: str, bob: User) -> None:
    client = Client()
    client.force_login(bob, backend=BACKEND)
    assert ask(f"Bearer {secret}", client)[1]["name"] == "alice"
    assert client.get(ME).json()["name"] == "bob"
    assert ask("Bearer muster_wrong", client)[0] == 401


def test_changes_by_session_need_a_csrf_token(alice: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice, backend=BACKEND)
    assert client.get(ME).status_code == 200
    at = f"{API_ROOT}/me/tokens/{create_token(alice, 'bot', Scope.READ, 7).row.public_id}"
    assert_problem(client.delete(at), 403, "not-allowed")
    client.get(f"{API_ROOT}/docs/reference")
    assert_problem(client.delete(at), 403, "not-allowed")
    proof = client.cookies[conf.CSRF_COOKIE_NAME].value
    assert client.delete(at, headers={"X-CSRFToken": proof}).status_code == 204
    assert not Token.objects.exists()


def test_tokens_need_no_csrf_token(secret: str) -> None:
    client = Client(enforce_csrf_checks=True, headers={"Authorization": f"Bearer {secret}"})
    answer = client.delete(f"{API_ROOT}/me/tokens/{Token.objects.get().public_id}")
    assert answer.status_code == 204


def test_the_use_of_a_token_is_recorded_and_counts_as_a_visit(secret: str) -> None:
    User.objects.update(seen=timezone.localdate() - timedelta(days=9))
    ask(f"Bearer {secret}")
    assert Token.objects.get().used == timezone.localdate()
    assert User.objects.get().seen == timezone.localdate()


def test_a_token_starts_no_session(secret: str) -> None:
    client = Client()
    ask(f"Bearer {secret}", client)
    assert not client.cookies


def test_secrets_are_not_logged(secret: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    for header in (f"Bearer {secret}", f"Bearer {secret}x", f"Basic {secret}"):
        ask(header)
    ApiClient().client.delete(f"{API_ROOT}/lists", headers={"Authorization": f"Bearer {secret}"})
    assert caplog.records
    logged = " ".join(f"{record.getMessage()} {vars(record)}" for record in caplog.records)
    assert secret.removeprefix("muster_") not in logged


@pytest.mark.parametrize(
    ("at", "logged"),
    [
        ("/api/v1/shared/{}/copies", "Not found: /api/v1/shared/…/copies"),
        ("/api/v1/shared/{}?q=1", "Not found: /api/v1/shared/…?q=1"),
        ("/api/v1/invites/{}", "Not found: /api/v1/invites/…"),
        ("/shared/{}/", "Not found: /shared/…/"),
        ("/join/{}/", "Not found: /join/…/"),
        ("/account/password/reset/key/{}/", "Not found: /account/password/reset/key/…/"),
        ("/api/v1/lists/{}", "Not found: /api/v1/lists/j8mdwvk9hq3b"),
        ("/shared/", "Not found: /shared/"),
    ],
)
def test_logged_urls_contain_no_secrets(at: str, logged: str) -> None:
    path = at.format("j8mdwvk9hq3b")
    record = logging.LogRecord("django.request", logging.WARNING, "", 0, "%s: %s", ("Not found", path), None)
    handler = logging.getLogger("django").handlers[0]
    assert handler.format(record).endswith(f": {logged}")
