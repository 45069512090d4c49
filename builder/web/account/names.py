"""What a user name may be. It is shown to others, so none may be taken for another or for a guest's."""

from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator, RegexValidator

MOST = 30
LONGEST_ADDRESS = 254  # of e-mail: what the tables hold
_GUEST = "guest"


def no_guest(name: str) -> None:
    """Refuses what looks like the name that a guest has inside."""
    if name.casefold().startswith(_GUEST):
        raise ValidationError(f"A name that begins with “{_GUEST}” is no account's: choose another.")


VALIDATORS = [
    # Letters that look alike in different alphabets would let one player pass for another.
    RegexValidator(
        r"\A[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?\Z",
        "A user name is made of the letters A to Z, digits, and . _ - between them, without spaces.",
    ),
    MaxLengthValidator(MOST, f"A user name has at most {MOST} characters."),
    no_guest,
]
