"""The validators of user names: others see them, so none may be mistaken for another or for a guest's."""

from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator, RegexValidator

MAX_NAME_LENGTH = 30
MAX_EMAIL_LENGTH = 254  # of e-mail: what the tables hold
_GUEST_PREFIX = "guest"


def validate_not_guest(name: str) -> None:
    """Refuse names that look like those that guests have internally."""
    if name.casefold().startswith(_GUEST_PREFIX):
        raise ValidationError(f"A name that begins with “{_GUEST_PREFIX}” is no account's: choose another.")


VALIDATORS = [
    # Letters that look alike in different alphabets would let one player pass for another.
    RegexValidator(
        r"\A[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?\Z",
        "A user name is made of the letters A to Z, digits, and . _ - between them, without spaces.",
    ),
    MaxLengthValidator(MAX_NAME_LENGTH, f"A user name has at most {MAX_NAME_LENGTH} characters."),
    validate_not_guest,
]
