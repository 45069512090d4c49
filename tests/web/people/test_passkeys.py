"""Passkeys: added, used instead of the password or after it, renamed, removed; and invalid ones."""

import json
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.core import mail
from django.test import Client
from pytest_django import Settings

from builder.models import User
from builder.web.people.passkey_forms import MAX_PASSKEYS
from tests.support.accounts import (
    PASSWORD,
    log_in,
    log_in_reauthenticated,
    logged_in_user,
    start_list,
    visible_text,
)
from tests.support.inline_code import INLINE
from tests.support.passkeys import (
    SECOND_FACTOR,
    SoftwarePasskey,
    add_passkey,
    log_in_with_passkey,
    page_options,
)

pytestmark = pytest.mark.usefixtures("cleared_rate_limits")

ADD, LOGIN = f"{SECOND_FACTOR}webauthn/add/", f"{SECOND_FACTOR}webauthn/login/"
REFUSED = "This passkey wasn't accepted. Try again, or use another way."


@pytest.fixture
def home(client: Client, alice: User) -> Client:
    """Alice's own browser, in which she has just confirmed her password."""
    return log_in_reauthenticated(client, alice)


@pytest.fixture
def passkey(home: Client) -> SoftwarePasskey:
    """Alice's passkey, which can replace the password."""
    passkey = SoftwarePasskey()
    add_passkey(home, passkey)
    return passkey


def passkeys() -> list[Authenticator]:
    """Return all passkeys, oldest first."""
    return list(Authenticator.objects.filter(type=Authenticator.Type.WEBAUTHN).order_by("pk"))


# ------------------------------------------------------------------ adding


def test_the_first_passkey_creates_ten_recovery_codes(home: Client, alice: User) -> None:
    page = home.get(ADD)
    assert "you\u2019ll then also need" in visible_text(page)
    assert [what for what, pattern in INLINE.items() if pattern.search(page.content.decode())] == []
    assert add_passkey(home, SoftwarePasskey(), "My phone")["Location"] == f"{SECOND_FACTOR}recovery-codes/"
    assert "My phone Logs in · added" in visible_text(home.get(SECOND_FACTOR))
    assert "On: you need a passkey to log in" in visible_text(home.get("/account/"))
    assert "10 left" in visible_text(home.get(SECOND_FACTOR))
    assert add_passkey(home, SoftwarePasskey(), "")["Location"] == SECOND_FACTOR
    assert [row.wrap().name for row in passkeys()] == ["My phone", "Passkey 2"]


def test_adding_a_passkey_needs_the_password_again(client: Client, alice: User) -> None:
    client.force_login(alice)
    alice.set_password(PASSWORD)
    assert client.get(ADD)["Location"].startswith(("/account/reauthenticate/?next=", "/account/login/"))


def test_the_browser_gets_only_the_names_of_site_and_user(home: Client, settings: Settings) -> None:
    options = page_options(home.get(ADD))["publicKey"]
    assert options["rp"] == {"id": "testserver", "name": "Musterbook"}
    assert (options["user"]["name"], options["user"]["displayName"]) == ("alice", "alice")
    assert "alice@example.org" not in json.dumps(options)


def test_host_names_of_a_site_share_passkeys(client: Client, db: None, settings: Settings) -> None:
    settings.SITE_URL, settings.ALLOWED_HOSTS = "https://musters.example", ["*"]
    for host, rp_id in (
        ("musters.example", "musters.example"), ("www.musters.example:8443", "musters.example"),
        ("other.example", "other.example"), ("notmusters.example", "notmusters.example"),
    ):  # fmt: skip
        options = client.get(LOGIN, headers={"Host": host}).json()["request_options"]
        assert options["publicKey"]["rpId"] == rp_id


def test_passkeys_without_user_verification_or_of_other_sites_are_rejected(home: Client) -> None:
    """The first passkey replaces the password, so the device must know its user."""
    for passkey in (
        SoftwarePasskey(verifies_user=False),
        *(SoftwarePasskey(origin=f"{origin}") for origin in (
            "https://testserver.evil.example", "http://testserver", "https://other",
        )),
    ):  # fmt: skip
        assert REFUSED in visible_text(add_passkey(home, passkey))
    assert passkeys() == []


def test_length_of_names_and_number_of_passkeys_are_limited(home: Client, alice: User) -> None:
    assert "at most 60 characters" in visible_text(add_passkey(home, SoftwarePasskey(), "x" * 61))
    data = {"name": "x", "credential": SoftwarePasskey().create(page_options(home.get(ADD)))}
    for _ in range(MAX_PASSKEYS):
        Authenticator.objects.create(user=alice, type=Authenticator.Type.WEBAUTHN, data=data)
    assert "which is the limit. Remove one first." in visible_text(add_passkey(home, SoftwarePasskey()))


def test_changes_are_reported_by_email(home: Client, alice: User) -> None:
    EmailAddress.objects.create(user=alice, email="alice@example.org", verified=True, primary=True)
    add_passkey(home, SoftwarePasskey())
    home.post(f"{SECOND_FACTOR}webauthn/keys/{passkeys()[0].pk}/remove/")
    subjects = [message.subject for message in mail.outbox]
    assert subjects[0] == "[Musterbook] A passkey was added"
    assert "[Musterbook] A passkey was removed" in subjects


# ------------------------------------------------------------------ logging in


def test_a_passkey_logs_in_without_the_password(alice: User, passkey: SoftwarePasskey) -> None:
    browser = Client()
    page = browser.get("/account/login/?next=/systems/")
    assert "Log in with a passkey" in visible_text(page)
    assert log_in_with_passkey(browser, passkey, next="/systems/")["Location"] == "/systems/"
    assert logged_in_user(browser) == alice
    assert passkeys()[0].last_used_at is not None


def test_a_rejected_passkey_keeps_the_redirect(alice: User, passkey: SoftwarePasskey) -> None:
    browser = Client()
    refused = {"credential": "{}", "next": "/systems/?q=a"}
    assert browser.post(LOGIN, refused)["Location"] == "/account/login/?next=%2Fsystems%2F%3Fq%3Da"
    assert browser.post(LOGIN, refused | {"next": "//evil.example/"})["Location"] == "/account/login/"
    log_in_with_passkey(browser, passkey)
    page = browser.post(f"{SECOND_FACTOR}webauthn/reauthenticate/", refused, follow=True)
    assert REFUSED in visible_text(page)
    assert 'name="next" value="/systems/?q=a"' in page.content.decode()


def test_a_guest_who_logs_in_by_passkey_keeps_the_lists(alice: User, passkey: SoftwarePasskey) -> None:
    browser = Client()
    start_list(browser, "Raiders")
    assert log_in_with_passkey(browser, passkey)["Location"].startswith("/account/bring/")
    assert logged_in_user(browser) == alice


def test_a_log_in_by_password_needs_the_passkey_too(alice: User, passkey: SoftwarePasskey) -> None:
    browser = Client()
    assert log_in(browser)["Location"] == f"{SECOND_FACTOR}authenticate/"
    page = browser.get(f"{SECOND_FACTOR}authenticate/")
    assert "Your account also needs a passkey or a code." in visible_text(page)
    assert logged_in_user(browser) is None
    credential = json.dumps(passkey.get(page_options(page)))
    browser.post(f"{SECOND_FACTOR}authenticate/", {"credential": credential})
    assert logged_in_user(browser) == alice


def test_a_passkey_response_counts_once_and_only_in_its_browser(
    alice: User, passkey: SoftwarePasskey
) -> None:
    browser, other = Client(), Client()
    options = browser.get(LOGIN).json()["request_options"]
    credential = json.dumps(passkey.get(options))
    other.get(LOGIN)
    assert REFUSED in visible_text(other.post(LOGIN, {"credential": credential}, follow=True))
    browser.post(LOGIN, {"credential": credential})
    assert logged_in_user(browser) == alice
    browser.post("/account/logout/")
    browser.post(LOGIN, {"credential": credential})
    assert logged_in_user(browser) is None


def test_passkeys_of_others_are_rejected(alice: User, bob: User, passkey: SoftwarePasskey) -> None:
    """An unknown key that names alice, and alice's key that names bob."""
    forged, browser = SoftwarePasskey(), Client()
    forged.user_handle = passkey.user_handle
    log_in_with_passkey(browser, forged)
    assert logged_in_user(browser) is None
    Authenticator.objects.create(
        user=bob, type=Authenticator.Type.WEBAUTHN, data=passkeys()[0].data | {"name": "Copy"}
    )
    passkeys()[0].delete()
    log_in_with_passkey(browser, passkey)
    assert logged_in_user(browser) is None


def test_suspended_accounts_cannot_log_in_by_passkey(alice: User, passkey: SoftwarePasskey) -> None:
    User.objects.filter(pk=alice.pk).update(is_active=False)
    browser = Client()
    assert "suspended" in visible_text(log_in_with_passkey(browser, passkey))
    assert logged_in_user(browser) is None


def test_attempts_of_an_address_are_limited(client: Client, db: None) -> None:
    statuses = [client.post(LOGIN, {"credential": "{}"}).status_code for _ in range(21)]
    assert (statuses[19], statuses[20]) == (302, 429)


def test_the_admin_accepts_a_passkey(alice: User, passkey: SoftwarePasskey) -> None:
    User.objects.filter(pk=alice.pk).update(is_staff=True, is_superuser=True)
    browser = Client()
    assert browser.get("/admin/login/?next=/admin/")["Location"].startswith("/account/login/")
    assert log_in_with_passkey(browser, passkey, next="/admin/")["Location"] == "/admin/"
    assert browser.get("/admin/").status_code == 200


# ------------------------------------------------------------------ confirming, renaming, removing


def test_a_passkey_confirms_a_sensitive_change(alice: User, passkey: SoftwarePasskey) -> None:
    browser = Client()
    log_in_with_passkey(browser, passkey)
    where = browser.get(ADD)["Location"]
    assert "Use a passkey instead" in visible_text(browser.get(where))
    at = f"{SECOND_FACTOR}webauthn/reauthenticate/?next={ADD}"
    page = browser.get(at)
    assert "Use your password instead" in visible_text(page)
    credential = json.dumps(passkey.get(page_options(page)))
    assert browser.post(at, {"credential": credential, "next": ADD})["Location"] == ADD
    assert browser.get(ADD).status_code == 200


def test_a_passkey_is_renamed_and_removed(home: Client, alice: User, passkey: SoftwarePasskey) -> None:
    at = f"{SECOND_FACTOR}webauthn/keys/{passkeys()[0].pk}/"
    assert 'value="Phone"' in home.get(f"{at}edit/").content.decode()
    assert "Enter a name." in visible_text(home.post(f"{at}edit/", {"name": ""}))
    home.post(f"{at}edit/", {"name": "Blue key"})
    assert "Blue key" in visible_text(home.get(f"{SECOND_FACTOR}webauthn/"))
    assert "Remove “Blue key”?" in visible_text(home.get(f"{at}remove/"))
    home.post(f"{at}remove/")
    assert not Authenticator.objects.exists(), "the recovery codes were for nothing else"
    assert "You have no passkey." in visible_text(home.get(f"{SECOND_FACTOR}webauthn/"))
    log_in_with_passkey(browser := Client(), passkey)
    assert logged_in_user(browser) is None


def test_passkeys_of_others_are_not_found(passkey: SoftwarePasskey, bob: User) -> None:
    browser = log_in_reauthenticated(Client(), bob)
    for what in ("edit", "remove"):
        at = f"{SECOND_FACTOR}webauthn/keys/{passkeys()[0].pk}/{what}/"
        assert browser.get(at).status_code == browser.post(at, {"name": "x"}).status_code == 404


# ------------------------------------------------------------------ what is no passkey

MALFORMED = [
    "", "x", "null", "0", "[]", "{}", '"x"', "1e999", "NaN", '{"id": NaN}', "9" * 5000, "[" * 5000,
    '{"id":"AA","rawId":"AA","type":"public-key","response":null}',
    '{"id":"AA","rawId":"AA","type":"public-key","response":{}}',
    '{"id":1,"rawId":[],"type":{},"response":[]}',
    '{"id":"AA","rawId":"AA","type":"public-key","response":{"clientDataJSON":"AA"}}',
    '{"id":"AA","rawId":"AA","type":"public-key","response":{"clientDataJSON":1,"attestationObject":2}}',
    '{"response":{"userHandle":"AA"}}', '{"response":{"userHandle":7}}', "x" * 30_000,
    '{"id":"\\u0000"}', '{"id":"AA","rawId":"é","type":"public-key"}',
]  # fmt: skip


def broken(credential: dict[str, Any]) -> list[str]:
    """Return credentials with a missing part, of another kind, or cut off."""
    response = credential["response"]
    others: list[object] = [None, 7, [], "AA", "é"]
    changes = [
        response | {name: other} for name, value in response.items() for other in (*others, value[:-9])
    ]
    return [json.dumps(credential | {"response": change}, ensure_ascii=False) for change in changes]


def test_malformed_responses_add_no_passkey(home: Client) -> None:
    for text in MALFORMED:
        assert home.post(ADD, {"name": "x", "credential": text}).status_code == 200, text
    assert passkeys() == []


def test_a_tampered_response_adds_no_passkey(home: Client) -> None:
    passkey = SoftwarePasskey()
    for number in range(len(broken(passkey.create(page_options(home.get(ADD)))))):
        text = broken(passkey.create(page_options(home.get(ADD))))[number]
        assert REFUSED in visible_text(home.post(ADD, {"name": "x", "credential": text})), text
    assert passkeys() == []


@pytest.mark.parametrize("results", [{}, {"credProps": 7}, {"credProps": {"rk": "no"}}])
def test_unexpected_extension_data_causes_no_server_error(home: Client, results: object) -> None:
    credential = SoftwarePasskey().create(page_options(home.get(ADD))) | {"clientExtensionResults": results}
    home.post(ADD, {"name": "x", "credential": json.dumps(credential)})
    assert "x Second factor · added" in visible_text(home.get(SECOND_FACTOR))


def test_malformed_responses_log_nobody_in(passkey: SoftwarePasskey, settings: Settings) -> None:
    settings.MFA_RATE_LIMITS = False
    browser = Client()
    options = browser.get(LOGIN).json()["request_options"]
    for text in (*MALFORMED, *broken(passkey.get(options))):
        assert browser.post(LOGIN, {"credential": text})["Location"] == "/account/login/", text
    assert logged_in_user(browser) is None


def test_malformed_responses_are_rejected_after_the_password(
    passkey: SoftwarePasskey, settings: Settings
) -> None:
    settings.ACCOUNT_RATE_LIMITS = False
    browser = Client()
    log_in(browser)
    at = f"{SECOND_FACTOR}authenticate/"
    credential = passkey.get(page_options(browser.get(at)))
    del credential["response"]["userHandle"]  # the account is already known then
    for text in broken(credential):
        assert REFUSED in visible_text(browser.post(at, {"credential": text})), text
    assert logged_in_user(browser) is None
