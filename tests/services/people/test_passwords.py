"""Passwords: which are rejected, with which message, and how strong the others are."""

import logging
import threading
import unicodedata
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import connection
from pytest_django import Settings

from builder.catalogue.files import Catalogues
from builder.models import User
from builder.services.people.passwords import MAX_LENGTH, Strength, assess_password

pytestmark = pytest.mark.usefixtures("db")


def refusal(password: str, user: User | None = None) -> str:
    """The message about a password; empty if it is accepted."""
    try:
        validate_password(password, user)
    except ValidationError as error:
        return " / ".join(error.messages)
    return ""


@pytest.mark.parametrize(
    ("password", "message"),
    [
        ("short", "too short. Use at least 8 characters."),
        ("x" * (MAX_LENGTH + 1), "too long. Use at most 256 characters."),
        ("musterbook", "contains the name of this site. Leave out “Musterbook”."),
        ("My Muster-Book, 1986", "contains the name of this site"),
        ("MÜSTERBOOK-of-anna", "contains the name of this site"),
        ("password1", "too common"),
        ("Dragon2024", "too common: it is one of the 20,000 most used, with digits or signs added."),
        ("!!Monkey-1987!", "with digits or signs added"),
        ("12345678", "too common"),
        ("warhammer40k", "easy to guess. This is a very common password. Try four random words."),
        ("        ", "easy to guess."),
        ("x" * 64, "easy to guess."),
        ("must3rb00k!", "easy to guess."),
        ("2024-11-26", "Dates are often easy to guess."),
    ],
)
def test_guessable_passwords_are_rejected_with_the_reason(password: str, message: str) -> None:
    assert message in refusal(password)
    assert "/" not in refusal(password), "one message is enough"


@pytest.mark.parametrize(
    "password",
    [
        "correct horse battery staple",
        "  two spaces around anvils  ",
        "zqjwkxvbfhmpydnrtclgzaouei" * 2 + "mkwpzxqhtrvb",
        "Über-Schlange grün 絵筆",
        "tZ%4kkq0-Hw",
        "ore-" + "wLq8rB2m" * 20,
        "19283746558172-love",
    ],
)
def test_good_passwords_are_accepted_without_rules_about_characters(password: str) -> None:
    assert refusal(password) == ""


def test_the_longest_password_is_stored_in_full() -> None:
    user = User(username="erin")
    password = "wLq8 rB2m" + "é" * (MAX_LENGTH - 10) + " "
    assert refusal(password) == ""
    user.set_password(password)
    assert user.check_password(password)
    assert not user.check_password(password[:-1])


@pytest.mark.parametrize(
    "password",
    [
        "unbridledfury-7421",
        "Dark Fantasy: FUBAR!",
        "zappthouartslain99",
        "S t a r g r a v e 77",
        "x.crimson.dusk.x",
    ],
)
def test_names_of_the_games_are_rejected(catalogues: Catalogues, password: str) -> None:
    assert "contains the name of a game" in refusal(password)


def test_the_users_own_names_are_rejected(alice: User) -> None:
    alice.username, alice.email = "Iron.Duke", "anna.schmidt@example.org"
    EmailAddress.objects.create(user=alice, email="wellington@example.org")
    assert "contains your user name. Leave out “Iron.Duke”." in refusal("my-IronDuke-castle", alice)
    assert "the first part of your e-mail address" in refusal("anna schmidt writes", alice)
    assert "Leave out “wellington”" in refusal("boots of wellington", alice)
    assert refusal("boots of wellington") == ""


def test_a_short_user_name_may_appear_in_a_password(alice: User) -> None:
    alice.username = "ale"
    assert refusal("scale the palace walls", alice) == ""


def test_accents_may_be_typed_either_way() -> None:
    for form in ("NFC", "NFD"):
        assert "name of this site" in refusal(unicodedata.normalize(form, "müsterböok"))


@pytest.mark.parametrize(
    ("password", "strength"),
    [
        ("password1", Strength.WEAK),
        ("correcthorse", Strength.FAIR),
        ("correct horse battery staple", Strength.STRONG),
    ],
)
def test_the_strength_of_a_password(password: str, strength: Strength) -> None:
    assert assess_password(password).strength is strength


def test_threads_do_not_share_the_names_of_users() -> None:
    """Each thread checks passwords against its own user's names."""
    names = ["ironduke", "wellington", "bonaparte", "nelsonhoratio"]
    people = [User(username=name, email="") for name in names] * 10
    # Spelled with digits, so that only zxcvbn recognises the name.
    with ThreadPoolExecutor(8) as pool:
        items = list(pool.map(lambda person: _strength(person.username.replace("o", "0"), person), people))
    assert set(items) == {Strength.WEAK}


def _strength(password: str, user: User) -> Strength:
    try:
        return assess_password(password, user).strength
    finally:
        connection.close()  # this thread's user


# ------------------------------------------------------------------ the service of stolen passwords


class RangeService(BaseHTTPRequestHandler):
    """A range service that knows the password “boots of wellington” (SHA-1 below) and fails for other
    prefixes.
    """

    asked: list[str]

    def do_GET(self) -> None:
        """Answer as the range service does: the rest of each digest and how often it was stolen."""
        type(self).asked.append(self.path)
        known = self.path.endswith(STOLEN[:5])
        self.send_response(200 if known else 503)
        self.end_headers()
        if known:
            self.wfile.write(f"{STOLEN[5:]}:12\r\n{'0' * 35}:0".encode())

    def log_message(self, *args: object) -> None:
        """Print nothing."""


STOLEN = "55FBCF6279B482EC51F7B40DC36E395E804597FF"


@pytest.fixture
def service(settings: Settings) -> Iterator[type[RangeService]]:
    """A range service on this computer, which the site uses."""
    RangeService.asked = []
    with HTTPServer(("127.0.0.1", 0), RangeService) as server:
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        settings.PWNED_PASSWORDS_URL = f"http://127.0.0.1:{server.server_port}/range/"
        settings.AUTH_PASSWORD_VALIDATORS = [
            *settings.AUTH_PASSWORD_VALIDATORS,
            {"NAME": "builder.services.people.breached_passwords.BreachedPasswordValidator"},
        ]
        yield RangeService
        server.shutdown()


def test_a_stolen_password_is_rejected_if_the_service_is_enabled(
    service: type[RangeService], caplog: pytest.LogCaptureFixture
) -> None:
    assert "stolen from another site" in refusal("boots of wellington")
    assert service.asked == [f"/range/{STOLEN[:5]}"], "only five digits leave the site"
    assert STOLEN[:5] not in caplog.text


def test_a_failing_service_rejects_nothing(
    service: type[RangeService], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    password = "correct horse battery staple"  # noqa: S105 - of nobody
    assert refusal(password) == ""
    assert "not checked against the stolen passwords: HTTP_ERROR" in caplog.text
    assert password not in caplog.text


def test_an_unreachable_service_rejects_nothing(
    service: type[RangeService], settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    settings.PWNED_PASSWORDS_URL = "http://127.0.0.1:1/range/"
    settings.AUTH_PASSWORD_VALIDATORS = list(settings.AUTH_PASSWORD_VALIDATORS)
    assert refusal("boots of wellington") == ""
    assert "REQUEST_ERROR" in caplog.text


def test_by_default_no_service_is_used(settings: Settings) -> None:
    names = [validator["NAME"] for validator in settings.AUTH_PASSWORD_VALIDATORS]
    assert names == ["builder.services.people.passwords.PasswordValidator"]
