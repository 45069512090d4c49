"""The check of new passwords against a service that knows stolen passwords, such as Have I Been Pwned.

The service only gets the first five hexadecimal digits of the password's SHA-1, never the password itself.
Importing the library creates HTTP clients. So this module is only imported if PWNED_PASSWORDS is on.
"""

import logging

from django.conf import settings
from django.core.exceptions import ValidationError
from pwned_passwords_django.api import PwnedPasswords
from pwned_passwords_django.exceptions import PwnedPasswordsError

from builder.models import User

logger = logging.getLogger(__name__)


class BreachedPasswordValidator:
    """A validator that rejects stolen passwords.

    If the service doesn't answer, the validator accepts the password and logs a warning.
    """

    def __init__(self) -> None:
        self._client = PwnedPasswords()
        self._client.api_endpoint = settings.PWNED_PASSWORDS_URL

    def validate(self, password: str, user: User | None = None) -> None:
        """Raise ValidationError if the password is stolen."""
        del user  # the service only needs the password
        try:
            count = self._client.check_password(password)
        except PwnedPasswordsError as error:
            logger.warning("A password was not checked against the stolen passwords: %s", error.code.name)
            return
        if count:
            raise ValidationError(
                "This password was stolen from another site. Use another one, "
                "and change it wherever you use it.",
                code="password_breached",
            )

    def get_help_text(self) -> str:
        """Return the sentence for the admin's password form."""
        return "Not a stolen password."
