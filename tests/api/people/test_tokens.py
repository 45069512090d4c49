"""Any token can read tokens. Creating one requires a recent log-in, and only the owner can revoke tokens."""

import json

import pytest
from django.test import Client
from django.utils import timezone

from builder.models import Scope, Token, User
from builder.services.people.accounts import create_guest
from builder.services.people.tokens import create_token
from tests.support.accounts import BACKEND, log_in, log_in_reauthenticated, set_password
from tests.support.api_client import API_ROOT, Answer, ApiClient, assert_problem

pytestmark = pytest.mark.usefixtures("cleared_rate_limits")

TOKENS = f"{API_ROOT}/me/tokens"


@pytest.fixture
def browser(client: Client, alice: User) -> Client:
    """Alice's browser, in which she has confirmed her password recently."""
    return log_in_reauthenticated(client, alice)


@pytest.fixture
def guest(db: None) -> Client:
    """A guest's browser."""
    client = Client()
    client.force_login(create_guest(), backend=BACKEND)
    return client


def send(client: Client, body: object) -> Answer:
    return client.post(TOKENS, json.dumps(body), "application/json")


def test_own_tokens_are_listed_without_secrets(alice: User, bob: User) -> None:
    program = ApiClient(alice, Scope.READ)
    create_token(bob, "his", Scope.READ, 7)
    token = create_token(alice, "Roster bot", Scope.WRITE, 7)
    answer = program.get("me/tokens")
    assert answer.status_code == 200
    rows = answer.json()["results"]
    assert [(row["id"], row["name"], row["scope"]) for row in rows] == [
        (token.row.public_id, "Roster bot", "write"), (rows[1]["id"], "a program", "read"),
    ]  # fmt: skip
    assert rows[0]["used"] is None
    assert rows[1]["used"] is not None
    assert set(rows[0]) == {"id", "url", "name", "scope", "created", "ends", "used"}


def test_a_recently_confirmed_browser_creates_a_token(browser: Client, alice: User) -> None:
    answer = send(browser, {"name": "Roster bot", "scope": "write", "days": 7})
    assert answer.status_code == 201
    body = answer.json()
    row = Token.objects.get()
    assert (body["id"], body["name"], body["scope"]) == (row.public_id, "Roster bot", "write")
    assert answer["Location"] == f"{TOKENS}/{row.public_id}"
    assert "no-store" in answer["Cache-Control"]
    opened = Client().get(f"{API_ROOT}/me", headers={"Authorization": f"Bearer {body['secret']}"})
    assert opened.json()["name"] == "alice"


def test_the_location_of_a_new_token_answers_its_owner_without_the_secret(
    browser: Client, alice: User, bob: User
) -> None:
    created = send(browser, {"name": "Roster bot", "scope": "read", "days": 7})
    address, body = created["Location"], created.json()
    assert body["url"] == f"http://testserver{address}"
    secret = body.pop("secret")
    answer = browser.get(address)
    assert answer.json() == body
    by_itself = browser.get(address, headers={"Authorization": f"Bearer {secret}"})
    assert {**by_itself.json(), "used": None} == body
    assert secret not in by_itself.content.decode()
    assert_problem(ApiClient(bob).get(address), 404, "not-found")
    Token.objects.filter(name="Roster bot").update(ends=timezone.now())
    assert_problem(ApiClient(alice).get(address), 404, "not-found")


def test_by_default_a_token_reads_for_thirty_days(browser: Client) -> None:
    assert send(browser, {"name": "bot"}).json()["scope"] == "read"
    row = Token.objects.get()
    assert (row.ends - row.made).days == 30


def test_an_uncertain_browser_login_needs_a_confirmation(client: Client, alice: User) -> None:
    set_password(alice)
    log_in(client)
    problem = assert_problem(send(client, {"name": "bot"}), 403, "confirm-yourself")
    assert "/account/reauthenticate/" in problem["detail"]
    assert not Token.objects.exists()


@pytest.mark.parametrize(("scope", "kind"), [(Scope.READ, "read-only-token"), (Scope.WRITE, "not-allowed")])
def test_tokens_cannot_create_tokens(alice: User, scope: Scope, kind: str) -> None:
    assert_problem(ApiClient(alice, scope).post("me/tokens", {"name": "bot"}), 403, kind)
    assert Token.objects.count() == 1


def test_a_token_with_a_session_cannot_create_tokens(browser: Client, alice: User) -> None:
    secret = create_token(alice, "bot", Scope.WRITE, 7).secret
    header = {"Authorization": f"Bearer {secret}"}
    answer = browser.post(TOKENS, json.dumps({"name": "x"}), "application/json", headers=header)
    assert_problem(answer, 403, "not-allowed")


def test_sessions_and_write_tokens_can_revoke_tokens(alice: User, client: Client) -> None:
    for _ in range(2):
        create_token(alice, "bot", Scope.READ, 7)
    first, second = Token.objects.values_list("public_id", flat=True)
    program = ApiClient(alice)
    assert program.delete(f"me/tokens/{first}").status_code == 204
    assert_problem(program.delete(f"me/tokens/{first}"), 404, "not-found")
    client.force_login(alice, backend=BACKEND)
    assert client.delete(f"{TOKENS}/{second}").status_code == 204
    assert Token.objects.get().name == "a program"


def test_a_read_token_can_revoke_only_itself(alice: User) -> None:
    other = create_token(alice, "other", Scope.WRITE, 7).row
    program = ApiClient(alice, Scope.READ)
    mine = Token.objects.get(name="a program")
    assert_problem(program.delete(f"me/tokens/{other.public_id}"), 403, "read-only-token")
    assert program.delete(f"me/tokens/{mine.public_id}").status_code == 204
    assert_problem(program.get("me"), 401, "log-in")
    assert list(Token.objects.all()) == [other]
