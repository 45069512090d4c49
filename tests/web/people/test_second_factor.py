"""The second factor: an app's codes, recovery codes, and a guest who logs in with it."""

import re

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import SECRET_SESSION_KEY
from django.contrib.sessions.models import Session
from django.core import signing
from django.core.cache import cache
from django.test import Client
from pytest_django import Settings

from builder.models import User
from builder.services.people.secrets import decrypt_secret, is_encrypted
from tests.support.accounts import (
    PASSWORD,
    log_in,
    logged_in_user,
    one_time_code,
    set_password,
    start_list,
    visible_text,
)
from tests.support.inline_code import INLINE

pytestmark = pytest.mark.usefixtures("cleared_rate_limits")

AT = "/account/second-factor/"


@pytest.fixture
def secret(alice: User) -> str:
    """The key of alice's app. She has turned the second factor on."""
    set_password(alice)
    browser = Client()
    log_in(browser)
    response = browser.get(f"{AT}totp/activate/")
    assert response["Location"].startswith("/account/reauthenticate/?next=")
    browser.post(response["Location"], {"password": PASSWORD})
    page = browser.get(f"{AT}totp/activate/").content.decode()
    match = re.search(r'<code class="key">([A-Z2-7]+)</code>', page)
    assert match
    assert "<svg" in page
    wrong = browser.post(f"{AT}totp/activate/", {"code": "000000"})
    assert "The code is wrong or has expired" in visible_text(wrong)
    done = browser.post(f"{AT}totp/activate/", {"code": one_time_code(match[1])})
    assert done["Location"] == f"{AT}recovery-codes/"
    cache.clear()  # a code is valid once; the tests use the same code again
    return match[1]


def recovery_codes(user: User) -> list[str]:
    """Return the remaining recovery codes."""
    row = Authenticator.objects.get(user=user, type=Authenticator.Type.RECOVERY_CODES)
    return list(row.wrap().get_unused_codes())


def test_the_stored_secret_is_encrypted(alice: User, secret: str, settings: Settings) -> None:
    """An operator who changes the key adds the old key after the new one."""
    rows = Authenticator.objects.filter(user=alice)
    stored = [value for row in rows for value in row.data.values() if isinstance(value, str)]
    assert len(stored) == 2, "the app's key, and the seed of the recovery codes"
    assert all(is_encrypted(value) for value in stored)
    codes = recovery_codes(alice)
    settings.TOTP_KEYS = ["a new one", settings.SECRET_KEY]
    assert recovery_codes(alice) == codes
    settings.TOTP_KEYS = ["the first there is"]
    assert recovery_codes(alice) == codes, "what was encrypted before is read with the secret key"
    settings.SECRET_KEY = "another"  # noqa: S105 - of this test alone
    with pytest.raises(ValueError, match="No key in TOTP_KEYS fits"):
        recovery_codes(alice)
    assert decrypt_secret(secret) == secret, "one from before there was a key"


def test_a_secret_that_is_being_set_up_is_encrypted_in_the_session(client: Client, alice: User) -> None:
    set_password(alice)
    log_in(client)
    client.post("/account/reauthenticate/", {"password": PASSWORD})
    page = client.get(f"{AT}totp/activate/").content.decode()
    match = re.search(r'<code class="key">([A-Z2-7]+)</code>', page)
    assert match
    session = client.session
    assert session[SECRET_SESSION_KEY] == match[1]
    row = Session.objects.get(session_key=session.session_key)
    values = signing.loads(row.session_data, salt=session.key_salt, serializer=session.serializer)
    assert is_encrypted(values[SECRET_SESSION_KEY])


def test_the_password_alone_does_not_log_in(client: Client, alice: User, secret: str) -> None:
    assert log_in(client)["Location"] == f"{AT}authenticate/"
    assert logged_in_user(client) is None
    page = client.get(f"{AT}authenticate/")
    assert "Your account also needs a code" in visible_text(page)
    assert [what for what, pattern in INLINE.items() if pattern.search(page.content.decode())] == []
    assert "The code is wrong or has expired" in visible_text(
        client.post(f"{AT}authenticate/", {"code": "000000"})
    )
    assert logged_in_user(client) is None
    client.post(f"{AT}authenticate/", {"code": one_time_code(secret, 1)})
    assert logged_in_user(client) == alice


def test_a_recovery_code_works_once(client: Client, alice: User, secret: str) -> None:
    code = recovery_codes(alice)[0]
    log_in(client)
    client.post(f"{AT}authenticate/", {"code": code})
    assert logged_in_user(client) == alice
    assert code not in recovery_codes(alice)
    other = Client()
    log_in(other)
    assert "The code is wrong" in visible_text(other.post(f"{AT}authenticate/", {"code": code}))
    assert logged_in_user(other) is None


def test_a_code_of_the_app_works_once(client: Client, alice: User, secret: str) -> None:
    code = one_time_code(secret, 1)
    log_in(client)
    client.post(f"{AT}authenticate/", {"code": code})
    assert logged_in_user(client) == alice
    # django-allauth forgets it after one period, but would still accept it as the previous code.
    cache.delete(f"allauth.mfa.totp.used?user={alice.pk}&code={code}")
    other = Client()
    log_in(other)
    assert "The code is wrong or has expired" in visible_text(
        other.post(f"{AT}authenticate/", {"code": f"{code[:3]} {code[3:]}"})
    )
    assert logged_in_user(other) is None


def test_the_recovery_codes_are_shown_and_stored(client: Client, alice: User, secret: str) -> None:
    log_in(client)
    client.post(f"{AT}authenticate/", {"code": one_time_code(secret, 1)})
    client.post("/account/reauthenticate/", {"password": PASSWORD})
    page = visible_text(client.get(f"{AT}recovery-codes/"))
    codes = recovery_codes(alice)
    assert len(codes) == 10
    assert all(code in page for code in codes)
    assert client.get(f"{AT}recovery-codes/download/").content.decode().split() == codes


def test_a_guest_who_logs_in_with_two_factors_keeps_the_lists(
    client: Client, alice: User, secret: str
) -> None:
    row = start_list(client, "Raiders")
    guest = logged_in_user(client)
    log_in(client, next="/systems/")
    assert logged_in_user(client) == guest  # a log-in without its second step isn't a log-in
    assert "Raiders" in visible_text(client.get("/lists/"))
    answer = client.post(f"{AT}authenticate/", {"code": one_time_code(secret, 1)})
    assert answer["Location"] == "/account/bring/?next=%2Fsystems%2F"
    assert logged_in_user(client) == alice
    client.post("/account/bring/", {"bring": "1"})
    row.refresh_from_db()
    assert row.owner == alice


def test_leaving_the_second_step_keeps_the_guest(client: Client, alice: User, secret: str) -> None:
    row = start_list(client)
    log_in(client)
    client.post("/account/logout/", {"next": "/account/login/"})
    assert logged_in_user(client) == row.owner
    assert client.get("/account/login/").status_code == 200


def test_turning_it_off_needs_the_password_again(client: Client, alice: User, secret: str) -> None:
    log_in(client)
    client.post(f"{AT}authenticate/", {"code": one_time_code(secret, 1)})
    assert client.post(f"{AT}totp/deactivate/")["Location"].startswith("/account/reauthenticate/")
    client.post("/account/reauthenticate/", {"password": PASSWORD})
    assert client.post(f"{AT}totp/deactivate/")["Location"] == AT
    assert not Authenticator.objects.exists()


def test_the_admin_needs_the_second_factor(client: Client, alice: User, secret: str) -> None:
    User.objects.filter(pk=alice.pk).update(is_staff=True, is_superuser=True)
    sent = {"username": "alice", "password": PASSWORD, "next": "/admin/"}
    assert client.post("/admin/login/", sent)["Location"].startswith("/account/login/")
    assert logged_in_user(client) is None
