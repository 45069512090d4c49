"""What the security log records about accounts: each event once, with its fields, and no secret."""

import json
import re
from datetime import date, timedelta

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.core import mail
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from builder.models import Club, CompanyList, Scope, User
from builder.security_log import SecurityEvent, record_event
from builder.services.clubs.invites import create_invite
from builder.services.people.accounts import clear_guests, clear_idle_guests, create_guest
from builder.services.people.tokens import create_token
from builder.services.sharing import create_link
from tests.support.accounts import (
    PASSWORD,
    browser,
    log_in,
    log_in_reauthenticated,
    one_time_code,
    set_password,
    sign_up,
    start_list,
)
from tests.support.api_client import ApiClient
from tests.support.log_lines import LogLines, Recorder
from tests.support.passkeys import SoftwarePasskey, add_passkey, log_in_with_passkey, page_options

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("cleared_rate_limits")]

SECOND = "/account/second-factor/"
NEW = "a-drawer-of-old-paints"


Fields = dict[str, object]


@pytest.fixture
def by_alice(alice: User) -> Fields:
    """Return the fields that say that alice acted."""
    return {"by": "alice", "by_id": alice.pk}


@pytest.fixture
def of_alice(alice: User) -> Fields:
    """Return the fields that say that the event concerns alice, and that nobody was logged in."""
    return {"person": "alice", "person_id": alice.pk}


def mailed_link() -> str:
    """Return the path in the last mail."""
    match = re.search(r"https?://testserver(/\S+)", str(mail.outbox[-1].body))
    assert match
    return match[1]


def turn_on_second_factor(client: Client) -> str:
    """Turn on the second factor in a browser with a confirmed password. Return the app's key."""
    page = client.get(f"{SECOND}totp/activate/").content.decode()
    match = re.search(r'<code class="key">([A-Z2-7]+)</code>', page)
    assert match
    client.post(f"{SECOND}totp/activate/", {"code": one_time_code(match[1])})
    cache.clear()  # a code is valid once; the tests use the same code again
    return match[1]


def passkey_of(user: User) -> Authenticator:
    """Return the row of a user's only passkey."""
    return Authenticator.objects.get(user=user, type=Authenticator.Type.WEBAUTHN)


# ------------------------------------------------------------------ log-in and log-out


def test_log_in_and_log_out(client: Client, alice: User, by_alice: Fields, recorded_events: Recorder) -> None:
    set_password(alice)
    with recorded_events() as events:
        log_in(client)
        client.post("/account/reauthenticate/", {"password": PASSWORD})
        client.post("/account/reauthenticate/", {"password": "wrong"})
        client.post("/account/logout/")
    assert events == [
        {"event": "login", **by_alice},
        {"event": "reauthenticated", "method": "password", **by_alice},
        {"event": "reauthentication_failed", "method": "password", **by_alice},
        {"event": "logout", **by_alice},
    ]


def test_a_failed_log_in_is_recorded_without_what_was_typed(
    client: Client, alice: User, of_alice: Fields, recorded_events: Recorder, log_lines: LogLines
) -> None:
    set_password(alice)
    with recorded_events() as events:
        log_in(client, "ALICE", "wrong-password")
        log_in(client, "alice@example.org", "wrong-password")
        log_in(client, "typed-a-password-here", "wrong-password")
    failed = {"event": "login_failed", "method": "password"}
    assert events == [failed | of_alice, failed | of_alice, failed]
    assert "typed-a-password" not in log_lines.text + log_lines.json


def test_a_lockout(client: Client, alice: User, of_alice: Fields, recorded_events: Recorder) -> None:
    set_password(alice)
    for _ in range(5):
        log_in(client, password="wrong")  # noqa: S106 - it is wrong
    with recorded_events() as events:
        assert log_in(client).status_code == 429
    assert events == [{"event": "login_locked", **of_alice}]


def test_a_suspended_person(alice: User, of_alice: Fields, recorded_events: Recorder) -> None:
    set_password(alice)
    User.objects.filter(pk=alice.pk).update(is_active=False)
    with recorded_events() as events:
        log_in(Client())
        log_in(Client(), password="wrong")  # noqa: S106 - it is wrong
    assert events == [
        {"event": "login_refused", **of_alice},
        {"event": "login_failed", "method": "password", **of_alice},
    ]


def test_too_many_sign_ups_from_one_address(
    client: Client, settings: Settings, recorded_events: Recorder
) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"signup": "1/m/ip"}
    sign_up(client)
    with recorded_events() as events:
        assert sign_up(Client(), "fred").status_code == 429
    assert events == [{"event": "attempts_limited", "page": "account_signup"}]


def test_ending_other_sessions(
    client: Client, alice: User, by_alice: Fields, recorded_events: Recorder
) -> None:
    set_password(alice)
    for each in (Client(), Client(), client):
        log_in(each)
    with recorded_events() as events:
        client.post("/account/sessions/")
    assert events == [{"event": "sessions_ended", "count": 2, **by_alice}]


# ------------------------------------------------------------------ passwords and addresses


def test_passwords(
    client: Client, alice: User, by_alice: Fields, of_alice: Fields, recorded_events: Recorder
) -> None:
    EmailAddress.objects.create(user=alice, email="alice@example.org", verified=True, primary=True)
    set_password(alice)
    log_in(client)
    with recorded_events() as events:
        for old in ("wrong", PASSWORD):
            sent = {"oldpassword": old, "password1": NEW, "password2": NEW}
            client.post("/account/password/change/", sent)
        stranger = Client()
        stranger.post("/account/password/reset/", {"email": "nobody@example.org"})
        stranger.post("/account/password/reset/", {"email": "alice@example.org"})
        form = stranger.get(mailed_link())["Location"]
        stranger.post(form, {"password1": PASSWORD, "password2": PASSWORD})
        User.objects.filter(pk=alice.pk).update(password="!")  # noqa: S106 - that is none
        browser(User.objects.get(pk=alice.pk)).post(
            "/account/password/set/", {"password1": NEW, "password2": NEW}
        )
    assert [event for event in events if event["event"] != "login"] == [
        {"event": "reauthentication_failed", "method": "password", **by_alice},
        {"event": "password_changed", **by_alice},
        {"event": "password_reset_requested"},
        {"event": "password_reset_requested", **of_alice},
        {"event": "password_reset", **of_alice},
        {"event": "password_set", **by_alice},
    ]


def test_addresses(client: Client, alice: User, by_alice: Fields, recorded_events: Recorder) -> None:
    EmailAddress.objects.create(user=alice, email="alice@example.org", verified=True, primary=True)
    log_in_reauthenticated(client, alice)
    with recorded_events() as events:
        client.post("/account/email/", {"action_add": "1", "email": "a2@example.org"})
        client.post(mailed_link())
        client.post("/account/email/", {"action_primary": "1", "email": "a2@example.org"})
        client.post("/account/email/", {"action_remove": "1", "email": "alice@example.org"})
    names = ["email_added", "email_confirmed", "email_primary_changed", "email_removed"]
    assert events == [{"event": name, **by_alice} for name in names]


# ------------------------------------------------------------------ the second factor


def test_the_second_factor(
    client: Client, alice: User, by_alice: Fields, of_alice: Fields, recorded_events: Recorder
) -> None:
    log_in_reauthenticated(client, alice)
    with recorded_events() as events:
        secret = turn_on_second_factor(client)
        client.get(f"{SECOND}recovery-codes/")
        client.get(f"{SECOND}recovery-codes/download/")
        client.post(f"{SECOND}recovery-codes/generate/")
    assert events == [
        {"event": "second_factor_added", "method": "totp", **by_alice},
        {"event": "recovery_codes_created", "method": "recovery_codes", **by_alice},
        {"event": "recovery_codes_viewed", **by_alice},
        {"event": "recovery_codes_downloaded", **by_alice},
        {"event": "recovery_codes_created", "method": "recovery_codes", **by_alice},
    ]
    other = Client()
    with recorded_events() as events:
        log_in(other)
        other.post(f"{SECOND}authenticate/", {"code": "000000"})
        other.post(f"{SECOND}authenticate/", {"code": one_time_code(secret)})
    assert events == [
        {"event": "second_factor_failed", "method": "totp", **of_alice},
        {"event": "second_factor_used", "method": "totp", **of_alice},
        {"event": "login", **by_alice},
    ]
    used_again = Client()
    with recorded_events() as events:
        log_in(used_again)
        used_again.post(f"{SECOND}authenticate/", {"code": one_time_code(secret)})
    assert events == [{"event": "second_factor_failed", "method": "totp", **of_alice}]
    with recorded_events() as events:
        client.post(f"{SECOND}totp/deactivate/")
    assert events == [
        {"event": "second_factor_removed", "method": method, **by_alice}
        for method in ("totp", "recovery_codes")
    ]


def test_too_many_wrong_codes(
    client: Client, alice: User, of_alice: Fields, recorded_events: Recorder
) -> None:
    log_in_reauthenticated(client, alice)
    turn_on_second_factor(client)
    other = Client()
    log_in(other)
    for _ in range(5):
        other.post(f"{SECOND}authenticate/", {"code": "000000"})
    with recorded_events() as events:
        other.post(f"{SECOND}authenticate/", {"code": "000000"})
    assert events == [{"event": "login_locked", **of_alice}]


def test_passkeys(
    client: Client, alice: User, by_alice: Fields, of_alice: Fields, recorded_events: Recorder
) -> None:
    """Valid, malformed and wrong passkeys: at log-in, after the password, and before a sensitive change."""
    log_in_reauthenticated(client, alice)
    passkey, wrong, other = SoftwarePasskey(), SoftwarePasskey(), Client()
    with recorded_events() as events:
        add_passkey(client, passkey)
        client.post(f"{SECOND}webauthn/keys/{passkey_of(alice).pk}/edit/", {"name": "Blue key"})
        other.post(f"{SECOND}webauthn/login/", {"credential": "x"})
        log_in_with_passkey(other, wrong)
        log_in(other)
        for created in (wrong, passkey):
            options = page_options(other.get(f"{SECOND}authenticate/"))
            other.post(f"{SECOND}authenticate/", {"credential": json.dumps(created.get(options))})
        other.post(f"{SECOND}webauthn/reauthenticate/", {"credential": "{}"})
    assert events == [
        {"event": "second_factor_added", "method": "webauthn", **by_alice},
        {"event": "recovery_codes_created", "method": "recovery_codes", **by_alice},
        {"event": "passkey_renamed", "passkey": passkey_of(alice).pk, **by_alice},
        {"event": "login_failed", "method": "webauthn"},
        {"event": "login_failed", "method": "webauthn"},
        {"event": "second_factor_failed", "method": "webauthn", **of_alice},
        {"event": "second_factor_used", "method": "webauthn", **of_alice},
        {"event": "login", **by_alice},
        {"event": "reauthentication_failed", "method": "webauthn", **by_alice},
    ]


def test_too_many_wrong_passkeys(
    client: Client, alice: User, of_alice: Fields, recorded_events: Recorder
) -> None:
    add_passkey(log_in_reauthenticated(client, alice), SoftwarePasskey())
    other, wrong = Client(), SoftwarePasskey()
    log_in(other)
    with recorded_events() as events:
        for _ in range(6):
            options = page_options(other.get(f"{SECOND}authenticate/"))
            sent = {"credential": json.dumps(wrong.get(options))}
            page = other.post(f"{SECOND}authenticate/", sent).content.decode()
    assert "Too many failed attempts" in page
    assert [event["event"] for event in events] == ["second_factor_failed"] * 5 + ["login_locked"]
    assert events[-1] == {"event": "login_locked", **of_alice}


# ------------------------------------------------------------------ accounts and tokens


def test_sign_up_with_and_without_a_guest(
    client: Client, catalogues: object, recorded_events: Recorder
) -> None:
    with recorded_events() as events:
        start_list(client)
        guest = User.objects.get(is_guest=True)
        name = guest.username
        sign_up(client, "erin")
        sign_up(Client(), "fred")
    fred = User.objects.get(username="fred")
    erin = {"by": "erin", "by_id": guest.pk}
    assert events == [
        {"event": "guest_became_account", "by": name, "by_id": guest.pk},
        {"event": "account_created", **erin},
        {"event": "login", **erin},
        {"event": "account_created", "person": "fred", "person_id": fred.pk},
        {"event": "login", "by": "fred", "by_id": fred.pk},
    ]


def test_a_sign_up_that_fails_is_not_recorded(client: Client, recorded_events: Recorder) -> None:
    with recorded_events() as events:
        sign_up(client, "x" * 99)
    assert events == []


def test_moving_a_guests_lists(
    client: Client, alice: User, by_alice: Fields, catalogues: object, recorded_events: Recorder
) -> None:
    set_password(alice)
    start_list(client)
    guest = User.objects.get(is_guest=True)
    log_in(client)
    with recorded_events() as events:
        client.post("/account/bring/")
    assert events == [{"event": "guest_lists_moved", "guest_id": guest.pk, "lists": 1, **by_alice}]


def test_inactive_guests(recorded_events: Recorder) -> None:
    idle, away = create_guest(), create_guest()
    User.objects.filter(pk=idle.pk).update(date_joined=timezone.now() - timedelta(days=2))
    User.objects.filter(pk=away.pk).update(seen="2020-01-01")
    with recorded_events() as events:
        for _ in range(2):
            clear_guests(date(2020, 2, 1))
            clear_idle_guests()
    assert events == [{"event": "guests_deleted", "count": 1}] * 2


def test_export_and_deletion(
    client: Client, alice: User, by_alice: Fields, recorded_events: Recorder
) -> None:
    log_in_reauthenticated(client, alice)
    with recorded_events() as events:
        b"".join(client.get("/account/export.zip"))
        b"".join(ApiClient(alice).get("me/export.zip"))
        client.post("/account/delete/sure/", {"name": "alice"})
    assert [event["event"] for event in events] == [
        "account_exported", "token_created", "account_exported", "account_deleted", "logout",
    ]  # fmt: skip
    assert {(event["by"], event["by_id"]) for event in events[:4]} == {("alice", by_alice["by_id"])}


def test_tokens_on_the_pages_and_by_the_api(
    client: Client, alice: User, by_alice: Fields, recorded_events: Recorder
) -> None:
    log_in_reauthenticated(client, alice)
    with recorded_events() as events:
        sent = {"form": "f1", "name": "A bot", "scope": "read", "days": "30"}
        client.post("/account/tokens/", sent)
        client.post("/account/tokens/", sent)  # the same form creates no second one
        first = alice.tokens.get().public_id
        client.post(f"/account/tokens/{first}/revoke/")
        body = {"name": "A bot", "scope": "write", "days": 7}
        second = client.post("/api/v1/me/tokens", body, "application/json").json()["id"]
        client.delete(f"/api/v1/me/tokens/{second}")
        client.delete(f"/api/v1/me/tokens/{second}")
        client.post("/account/tokens/revoke/")
        Client(headers={"Authorization": "Bearer muster_wrong"}).get("/api/v1/me")
    assert events == [
        {"event": "token_created", "token": first, "scope": "read", "days": 30, **by_alice},
        {"event": "token_revoked", "token": first, **by_alice},
        {"event": "token_created", "token": second, "scope": "write", "days": 7, **by_alice},
        {"event": "token_revoked", "token": second, **by_alice},
        {"event": "tokens_revoked", "count": 0, **by_alice},
        {"event": "token_refused"},
    ]


def test_a_rejected_page_of_the_admin(alice: User, by_alice: Fields, recorded_events: Recorder) -> None:
    client = browser(alice)
    with recorded_events() as events:
        assert client.get("/admin/builder/user/", follow=True).status_code == 403
        User.objects.filter(pk=alice.pk).update(is_staff=True)
        assert client.get("/admin/builder/user/").status_code == 403
    assert events == [
        {"event": "staff_page_refused", "page": page, **by_alice}
        for page in ("admin:login", "admin:builder_user_changelist")
    ]


def test_events_have_address_and_request_id(
    client: Client, alice: User, recorded_events: Recorder, log_lines: LogLines
) -> None:
    set_password(alice)
    with recorded_events():
        answer = log_in(client)
        b"".join(client.get("/account/export.zip"))
    login, export = log_lines.records("musterbook.security")
    assert login["address"] == export["address"] == "127.0.0.1"
    assert login["request_id"] == answer["X-Request-ID"] != export["request_id"]
    assert f"{login['request_id']}: login by=alice by_id={alice.pk} address=127.0.0.1\n" in log_lines.text


def test_rolled_back_changes_are_not_recorded(alice: User, recorded_events: Recorder) -> None:
    with recorded_events() as events:
        with transaction.atomic():
            record_event(SecurityEvent.LOGIN, by=alice)
            transaction.set_rollback(True)
        record_event(SecurityEvent.LOGOUT, by=alice)
    assert [event["event"] for event in events] == ["logout"]


# ------------------------------------------------------------------ no secret anywhere


def test_no_action_logs_a_secret(
    client: Client,
    alice: User,
    bob: User,
    club: Club,
    alices_list: CompanyList,
    settings: Settings,
    recorded_events: Recorder,
    log_lines: LogLines,
) -> None:
    """Passwords, codes, tokens, links and addresses, valid or not, in both formats."""
    settings.ACCESS_LOG = True
    settings.SLOW_REQUEST_MS, settings.SLOW_QUERY_MS = 1, 0.000_001  # log each request and query
    EmailAddress.objects.create(user=alice, email="alice@example.org", verified=True, primary=True)
    with recorded_events():
        log_in_reauthenticated(client, alice)
        sign_up(Client(), "erin", "erin@example.org")
        log_in(Client(), "typed-Secret-1", "typed-Secret-2")
        app_key = turn_on_second_factor(client)
        codes = [one_time_code(app_key), one_time_code(app_key, 1)]
        rows = Authenticator.objects.get(user=alice, type=Authenticator.Type.RECOVERY_CODES)
        codes += rows.wrap().get_unused_codes()
        session_key = client.session.session_key
        for code in (*codes[:3], "typed-Secret-3"):
            other = Client()
            log_in(other)
            other.post(f"{SECOND}authenticate/", {"code": code})
        client.post("/account/email/", {"action_add": "1", "email": "alice.two@example.org"})
        confirmation = mailed_link()
        client.get(confirmation)
        client.get(f"{confirmation[:-1]}x/")
        Client().post("/account/password/reset/", {"email": "alice@example.org"})
        reset = mailed_link()
        for address in (reset, f"{reset[:-1]}x/"):
            Client().get(address, follow=True)
        token = create_token(alice, "A bot", Scope.WRITE, 7).secret
        for secret in (token, "muster_typed-Secret-4"):
            program = Client(headers={"Authorization": f"Bearer {secret}"})
            program.get(f"/api/v1/me?token={secret}")
            program.get(f"/nope/{secret}")
        link = create_link(alices_list)
        invite = create_invite(club, alice, 7, 1).secret
        for place in ("shared", "embed/link", "join", "api/v1/shared", "api/v1/invites"):
            for secret in (link, invite):
                for page in (f"/{place}/{secret}/", f"/{place}/{secret}", f"/{place}/{secret}/nope/"):
                    Client().get(page)
                    Client(enforce_csrf_checks=True).post(
                        page, headers={"Referer": f"https://x.example{page}"}
                    )
        browser(bob).post(f"/join/{invite}/")
    secrets = {
        PASSWORD, app_key, session_key, token, link, invite, *codes,
        confirmation.split("/")[-2], reset.split("/")[-2].partition("-")[2], "typed-Secret",
        "alice@", "erin@", "alice.two", "hunter",
    }  # fmt: skip
    assert len(secrets) > 20
    assert len(log_lines.json.splitlines()) > 100
    for text in (log_lines.text, log_lines.json):
        assert [secret for secret in sorted(map(str, secrets)) if secret in text] == []
