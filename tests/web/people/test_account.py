"""Accounts: signing up, logging in and out, passwords, addresses, sessions, and too many attempts."""

import re

import pytest
from allauth.account.models import EmailAddress
from django.conf import LazySettings
from django.contrib.auth.hashers import MD5PasswordHasher
from django.core import mail
from django.core.handlers.wsgi import WSGIHandler
from django.core.mail import EmailMessage
from django.core.signals import request_started
from django.db import close_old_connections
from django.test import Client, RequestFactory

from builder.models import User
from tests.support.accounts import PASSWORD, log_in, logged_in_user, set_password, sign_up, visible_text

pytestmark = pytest.mark.usefixtures("cleared_rate_limits")

NEW = "another-shelf-of-miniatures"


@pytest.fixture
def alice(alice: User) -> User:
    """Alice, with a password."""
    return set_password(alice)


def link_in(message: EmailMessage) -> str:
    """Return the address in a mail, without the host."""
    match = re.search(r"http://testserver(/\S+)", str(message.body))
    assert match, message.body
    return match[1]


def confirm_password(client: Client) -> None:
    """Confirm the password, as important actions require."""
    assert client.post("/account/reauthenticate/", {"password": PASSWORD}).status_code == 302


# ------------------------------------------------------------------ signing up, logging in, logging out


def test_an_account_needs_only_a_name_and_a_password(client: Client, db: None) -> None:
    assert sign_up(client, next="/systems/")["Location"] == "/systems/"
    assert mail.outbox == []
    erin = logged_in_user(client)
    assert erin is not None
    assert not erin.is_guest
    page = visible_text(client.get("/account/"))
    assert "erin 0 lists" in page
    assert "None. Without one, you can\u2019t reset a forgotten password." in page


def test_invalid_names_and_passwords_are_reported_at_their_fields(client: Client, db: None) -> None:
    changes: dict[str, str]
    for changes, said in (
        ({"password2": "else"}, "same password each time"),
        ({"password1": "short", "password2": "short"}, "too short"),
        ({"password1": "password1", "password2": "password1"}, "too common"),
        ({"email": "x" * 60 + "@" + ".".join(["x" * 60] * 4) + ".org"}, "at most 254 characters"),
        ({"email": "no address"}, "valid email"),
        ({"username": "x" * 100_000}, "at most 30 characters"),
    ):
        data = {"username": "erin", "email": "", "password1": PASSWORD, "password2": PASSWORD, **changes}
        answer = client.post("/account/signup/", data)
        assert said in visible_text(answer)
        assert 'aria-invalid="true"' in answer.content.decode()
    assert not User.objects.exists()


def test_users_log_in_by_name_or_email_address(alice: User) -> None:
    for name in ("alice", "ALICE", "alice@example.org"):
        client = Client()
        assert log_in(client, name)["Location"] == "/lists/"
        assert logged_in_user(client) == alice
    for name in ("x" * 100_000, "x" * 100_000 + "@example.org"):
        answer = log_in(Client(), name)
        assert answer.status_code == 200
        assert "at most 254 characters" in visible_text(answer)


@pytest.mark.usefixtures("alice")
def test_a_wrong_password_does_not_reveal_whether_the_name_exists(client: Client) -> None:
    """Logging in as a guest fails too."""
    User.objects.create(username="guest-abcdefghjk", is_guest=True, password="")
    known = "The user name or password is wrong. Check capital letters in the password."
    for name, password in (
        ("alice", "wrong"), ("nobody-at-all", "wrong"), ("alice@example.org", "wrong"),
        ("nobody@example.org", "wrong"), ("\0", "wrong"), ("guest-abcdefghjk", "x"), ("guest-abcdefghjk", ""),
    ):  # fmt: skip
        answer = log_in(client, name, password)
        assert logged_in_user(client) is None
        said = re.findall(r'role="alert">(.*?)<', answer.content.decode())
        assert said == ([] if name == "\0" or not password else [known]), name


def test_logging_out_ends_the_session(client: Client, alice: User) -> None:
    log_in(client)
    assert "Log out" in visible_text(client.get("/account/logout/"))
    assert client.post("/account/logout/")["Location"] == "/"
    assert client.get("/account/")["Location"] == "/account/login/?next=/account/"


def test_the_log_in_page_explains_why_a_list_was_not_found(client: Client, db: None) -> None:
    page = visible_text(client.get("/account/login/?next=/lists/bcdfghjkmnpq/"))
    assert "the browser that you made it in" in page
    assert "the browser that you made it in" not in visible_text(client.get("/account/login/"))


def test_a_missing_page_offers_to_log_in_and_return(client: Client, alice: User) -> None:
    answer = client.get("/samples/none/")
    assert answer.status_code == 404
    assert 'href="/account/login/?next=/samples/none/"' in answer.content.decode()
    client.force_login(alice)
    page = client.get("/samples/none/").content.decode()
    assert "If it's yours, log in" not in page


class CountingHasher(MD5PasswordHasher):
    """A hasher that counts how often a password is hashed, because hashing takes time."""

    algorithm = "counted"
    times = 0

    def encode(self, password: str, salt: str) -> str:
        """Hash a password, and count it."""
        CountingHasher.times += 1
        return super().encode(password, salt)


def test_failed_log_ins_take_equally_long_for_all_names(
    client: Client, db: None, settings: LazySettings
) -> None:
    settings.PASSWORD_HASHERS = [f"{__name__}.CountingHasher"]
    erin = set_password(User.objects.create(username="erin", email="erin@example.org"))
    EmailAddress.objects.create(user=erin, email="erin@example.org", verified=True, primary=True)
    taken = {}
    for name in ("erin", "nobody-at-all", "erin@example.org", "nobody@example.org"):
        CountingHasher.times = 0
        log_in(client, name, "wrong")
        taken[name] = CountingHasher.times
    assert taken["erin"] == taken["nobody-at-all"] > 0
    assert taken["erin@example.org"] == taken["nobody@example.org"] > 0


# ------------------------------------------------------------------ how many attempts are let through


def test_failed_attempts_on_an_account_are_limited(client: Client, alice: User) -> None:
    for _ in range(5):
        log_in(client, "alice", "wrong")
    answer = log_in(client, "alice")
    assert "Too many failed attempts" in visible_text(answer)
    assert (answer.status_code, answer["Retry-After"]) == (429, "300")
    assert logged_in_user(client) is None


def test_failed_attempts_do_not_lock_out_other_addresses(client: Client, alice: User) -> None:
    for number in range(12):
        log_in(Client(REMOTE_ADDR="192.0.2.7"), "alice", f"wrong-{number}")
    assert log_in(Client(REMOTE_ADDR="192.0.2.7"), "alice").status_code == 429
    log_in(client, "alice")
    assert logged_in_user(client) == alice


def test_failed_attempts_do_not_lock_out_known_browsers_at_the_same_address(
    client: Client, alice: User, bob: User
) -> None:
    log_in(client, "alice")
    client.get("/account/")
    client.post("/account/logout/")
    for number in range(12):
        log_in(Client(), "alice", f"wrong-{number}")
    assert log_in(Client(), "alice").status_code == 429
    log_in(client, "alice")
    assert logged_in_user(client) == alice
    client.post("/account/logout/")
    assert log_in(client, "bob").status_code == 429, "it was never logged in to this account"
    for number in range(5):
        log_in(client, "alice", f"wrong-{number}")
    assert log_in(client, "alice").status_code == 429, "guessing is no quicker from such a browser"


def test_lookalike_characters_give_no_further_attempts(client: Client, bob: User) -> None:
    bob.username = "boris"
    set_password(bob)
    for name in ("boris", "bor\u0131s", "bori\u017f", "BORI\u017f", "bor\u0131\u017f"):
        log_in(client, name, "wrong")
    assert "Too many failed attempts" in visible_text(log_in(client, "boris"))
    assert logged_in_user(client) is None


def test_failed_attempts_of_an_address_are_limited(client: Client, db: None) -> None:
    answers = [client.post("/account/signup/", {}) for _ in range(21)]
    assert {answer.status_code for answer in answers[:20]} == {200}
    assert answers[20].status_code == 429
    assert "Too many attempts" in visible_text(answers[20])
    assert "script-src 'self'" in answers[20].headers["Content-Security-Policy"]


@pytest.mark.parametrize("trusted", [False, True])
def test_forwarded_addresses_count_only_behind_a_trusted_proxy(
    client: Client, db: None, settings: LazySettings, trusted: bool
) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1 if trusted else 0
    answers = [
        client.post("/account/signup/", {}, headers={"X-Forwarded-For": f"6.6.6.6, 10.0.0.{number}"})
        for number in range(21)
    ]
    assert answers[20].status_code == (200 if trusted else 429)
    forged = [
        client.post("/account/signup/", {}, headers={"X-Forwarded-For": f"7.7.7.{number}, 10.1.1.1"})
        for number in range(21)
    ]
    assert forged[20].status_code == 429


# ------------------------------------------------------------------ the password


def test_a_forgotten_password_is_reset_by_email(client: Client, alice: User) -> None:
    answer = client.post("/account/password/reset/", {"email": "alice@example.org"})
    assert answer["Location"] == "/account/password/reset/done/"
    (message,) = mail.outbox
    assert message.subject == "[Musterbook] Reset your password"
    assert message.to == ["alice@example.org"]
    assert "new password for alice" in message.body
    form = client.get(link_in(message), follow=True)
    assert "New password" in visible_text(form)
    at = form.redirect_chain[-1][0]
    assert client.post(at, {"password1": NEW, "password2": NEW}).status_code == 302
    log_in(client, "alice", NEW)
    assert logged_in_user(client) == alice
    client.logout()
    assert "This link no longer works" in visible_text(client.get(link_in(message), follow=True))


def test_links_in_emails_ignore_the_path_prefix_of_the_request(rf: RequestFactory, alice: User) -> None:
    """Otherwise a stranger could choose the path in the mail by a request header."""
    token = "a" * 32
    rf.cookies["csrftoken"] = token
    data = {"email": alice.email, "csrfmiddlewaretoken": token}
    request = rf.post("/account/password/reset/", data, SCRIPT_NAME="/zzpoison")
    # Django's test client can't set the prefix in the environment as servers do. Like the client, this
    # keeps the connection open, because the test's transaction uses it.
    request_started.disconnect(close_old_connections)
    WSGIHandler()(request.environ, lambda *_: lambda _: None)
    request_started.connect(close_old_connections)
    (message,) = mail.outbox
    assert "http://testserver/account/password/reset/key/" in message.body
    assert "zzpoison" not in message.body


def test_a_password_reset_does_not_reveal_who_has_an_account(client: Client, alice: User) -> None:
    known = client.post("/account/password/reset/", {"email": "alice@example.org"})
    unknown = client.post("/account/password/reset/", {"email": "nobody@example.org"})
    assert known["Location"] == unknown["Location"]
    assert [message.subject for message in mail.outbox] == [
        "[Musterbook] Reset your password", "[Musterbook] No account with this address",
    ]  # fmt: skip


def test_an_invalid_link_is_reported(client: Client, alice: User) -> None:
    for key in ("1-x", "zzzzzzzzzzzzz-x", "1-%00", "0-set-password", "9" * 400 + "-x"):
        answer = client.get(f"/account/password/reset/key/{key}/", follow=True)
        assert "This link no longer works" in visible_text(answer)
    for key in ("x", "MQ:x:y", "-" * 500):
        assert "has expired or is incomplete" in visible_text(client.get(f"/account/confirm-email/{key}/"))
        assert client.post(f"/account/confirm-email/{key}/").status_code == 404


# ------------------------------------------------------------------ addresses


def test_an_email_address_counts_only_when_confirmed(client: Client, db: None) -> None:
    sign_up(client, email="erin@example.org")
    assert "erin@example.org (not confirmed)" in visible_text(client.get("/account/"))
    (message,) = mail.outbox
    assert message.subject == "[Musterbook] Confirm your e-mail address"
    at = link_in(message)
    assert "Is erin@example.org the address of erin" in visible_text(client.get(at))
    assert not EmailAddress.objects.get().verified  # opening the link alone confirms nothing
    client.post(at)
    assert EmailAddress.objects.get().verified
    assert "(not confirmed)" not in visible_text(client.get("/account/"))


def test_signing_up_does_not_reveal_known_email_addresses(client: Client, alice: User) -> None:
    EmailAddress.objects.create(user=alice, email="alice@example.org", verified=True, primary=True)
    answer = sign_up(client, email="alice@example.org")
    assert answer.status_code == 302
    assert logged_in_user(client) is not None
    assert logged_in_user(client) != alice
    assert not EmailAddress.objects.get(user=logged_in_user(client)).verified


def test_changing_email_addresses_needs_the_password_again(client: Client, alice: User) -> None:
    log_in(client)
    answer = client.post("/account/email/", {"action_add": "1", "email": "a2@example.org"})
    assert answer["Location"].startswith("/account/reauthenticate/?next=")
    assert "Confirm your password" in visible_text(client.get(answer["Location"]))
    # The change that was sent is made after the password is given.
    client.post(answer["Location"], {"password": PASSWORD, "next": "/account/email/"})
    assert EmailAddress.objects.filter(user=alice, email="a2@example.org", verified=False).exists()
    assert "a2@example.org" in visible_text(client.get("/account/email/"))
    client.post("/account/email/", {"action_remove": "1", "email": "a2@example.org"})
    assert not EmailAddress.objects.filter(email="a2@example.org").exists()


def test_a_failing_mail_server_does_not_prevent_sign_up(
    client: Client, db: None, settings: LazySettings
) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    assert sign_up(client, email="erin@example.org").status_code == 302
    assert "couldn't send" in visible_text(client.get("/account/"))


def test_a_site_without_email_says_so(client: Client, db: None, settings: LazySettings) -> None:
    settings.SENDS_MAIL = False
    assert "This site can\u2019t send e-mails" in visible_text(client.get("/account/password/reset/"))
    settings.SENDS_MAIL = True
    assert "This site can\u2019t send e-mails" not in visible_text(client.get("/account/password/reset/"))


# ------------------------------------------------------------------ sessions


def test_sessions_are_listed_and_ended(client: Client, alice: User) -> None:
    other = Client(headers={"User-Agent": "Telephone/1"})
    log_in(client)
    log_in(other)
    page = visible_text(client.get("/account/sessions/"))
    assert "This browser" in page
    assert "Telephone/1" in page
    assert client.post("/account/sessions/").status_code == 302
    assert client.get("/account/").status_code == 200
    assert other.get("/account/").status_code == 302
    assert "Another browser" not in visible_text(client.get("/account/sessions/"))
