"""The rules for passwords: which passwords are rejected, and how strong the accepted ones are.

A password is rejected if somebody could guess it: if it is short or common, if it contains the name of the
site, of a game or of the user, or if it is a simple pattern. It is also rejected if it is too long. There are
no rules about capital letters, digits or punctuation.
"""

import re
import threading
import unicodedata
from enum import StrEnum
from functools import cache
from typing import NamedTuple

from allauth.account.models import EmailAddress
from django.contrib.auth.password_validation import CommonPasswordValidator
from django.core.exceptions import ValidationError
from zxcvbn import zxcvbn

from builder.models import GameSystem, User

MIN_LENGTH = 8
MAX_LENGTH = 256
SITE_NAME = "Musterbook"

_MIN_NAME_LENGTH = 4
"""Passwords may contain a shorter name of the user, because that can happen by chance."""

_MAX_ADDED_CHARACTERS = 10
"""A common password with more characters added at its ends may be a good password."""

_MEASURED_LENGTH = 50
"""The number of characters whose strength zxcvbn estimates.

For 50 characters, it takes up to 0.2 seconds, and for 100 characters up to 0.8 seconds.
"""

_MIN_SCORE = 2
"""The minimum score of zxcvbn: an attacker needs about a million guesses.

The rate limits of the log-in prevent so many guesses.
"""

_STRONG_SCORE = 4

_ADVICE = "Try four random words."


class Strength(StrEnum):
    """How hard a password is to guess."""

    WEAK = "Weak"
    FAIR = "Fair"
    STRONG = "Strong"


class Assessment(NamedTuple):
    """The strength of a password, and a sentence about it. Weak passwords are rejected."""

    strength: Strength
    sentence: str


class PasswordValidator:
    """A validator that rejects passwords that somebody could guess, with one message for each password."""

    def validate(self, password: str, user: User | None = None) -> None:
        """Raise ValidationError if the password is weak."""
        assessment = assess_password(password, user)
        if assessment.strength is Strength.WEAK:
            raise ValidationError(assessment.sentence, code="password_refused")

    def get_help_text(self) -> str:
        """Return the sentence for the admin's password form."""
        return f"At least {MIN_LENGTH} characters. {_ADVICE}"


def assess_password(password: str, user: User | None = None) -> Assessment:
    """Return the strength of a password. For a weak password, the sentence says how to fix it."""
    if fault := _length_fault(password) or _name_fault(password, user) or _common_fault(password):
        return Assessment(Strength.WEAK, fault)
    score, warning = _measure_strength(password, user)
    if score < _MIN_SCORE:
        sentence = " ".join(filter(None, ("This password is easy to guess.", warning, _ADVICE)))
        return Assessment(Strength.WEAK, sentence)
    if score < _STRONG_SCORE:
        return Assessment(Strength.FAIR, "You can use it. Another word would make it strong.")
    return Assessment(Strength.STRONG, "Hard to guess.")


def _length_fault(password: str) -> str:
    if len(password) < MIN_LENGTH:
        return f"This password is too short. Use at least {MIN_LENGTH} characters."
    if len(password) > MAX_LENGTH:
        return f"This password is too long. Use at most {MAX_LENGTH} characters."
    return ""


def _name_fault(password: str, user: User | None) -> str:
    letters = _letters_of(password)
    if _letters_of(SITE_NAME) in letters:
        return f"This password contains the name of this site. Leave out “{SITE_NAME}”."
    for game in GameSystem.objects.values_list("name", flat=True):
        if _letters_of(game) in letters:
            return f"This password contains the name of a game. Leave out “{game}”."
    for name, description in _own_names(user):
        own = _letters_of(name)
        if len(own) >= _MIN_NAME_LENGTH and own in letters:
            return f"This password contains {description}. Leave out “{name}”."
    return ""


def _own_names(user: User | None) -> list[tuple[str, str]]:
    """Return the user name and the first parts of the user's e-mail addresses, each with a description."""
    if user is None:
        return []
    addresses = {user.email} if user.email else set()
    if user.pk:
        addresses |= set(EmailAddress.objects.filter(user=user).values_list("email", flat=True))
    description = "the first part of your e-mail address"
    own = [(address.partition("@")[0], description) for address in sorted(addresses)]
    return [(user.username, "your user name"), *own]


def _common_fault(password: str) -> str:
    """Return a message if the password, without digits and signs at its ends, is common."""
    lower_case = password.casefold().strip()
    stripped = re.sub(r"\A[\W\d_]+|[\W\d_]+\Z", "", lower_case)
    is_padded = len(lower_case) - len(stripped) <= _MAX_ADDED_CHARACTERS and stripped in _common_passwords()
    if lower_case not in _common_passwords() and not is_padded:
        return ""
    added = "" if lower_case in _common_passwords() else ", with digits or signs added"
    return f"This password is too common: it is one of the 20,000 most used{added}. {_ADVICE}"


@cache
def _common_passwords() -> frozenset[str]:
    return frozenset(CommonPasswordValidator().passwords)


_zxcvbn_lock = threading.Lock()


def _measure_strength(password: str, user: User | None) -> tuple[int, str]:
    """Return zxcvbn's score of a password, from 0 (weak) to 4 (strong), and its warning, if any."""
    known = [SITE_NAME]
    for name, _ in _own_names(user):
        known += [name, *re.split(r"[\W_]+", name)]
    with _zxcvbn_lock:  # zxcvbn stores ``user_inputs`` in a dictionary that all threads share
        result = zxcvbn(password[:_MEASURED_LENGTH], user_inputs=[name for name in known if name])
    return int(result["score"]), str(result["feedback"]["warning"])


def _letters_of(text: str) -> str:
    """Return the letters and digits of a text in lower case without accents, for comparisons."""
    decomposed = unicodedata.normalize("NFKD", text).casefold()
    return "".join(character for character in decomposed if character.isalnum())
