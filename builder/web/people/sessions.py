"""Sessions in the database that don't end while their users return.

Django's sessions end a year after they began, even if they are used. Guests would lose their lists.
"""

from datetime import timedelta
from typing import Any

from allauth.mfa.totp.internal.auth import SECRET_SESSION_KEY
from django.conf import settings
from django.contrib.sessions.backends import db
from django.utils import timezone

from builder.services.people.secrets import decrypt_secret, encrypt_secret, is_encrypted

RENEWED_AFTER = timedelta(days=30)


class SessionStore(db.SessionStore):
    """A session that is renewed when it is used, together with its cookie, but at most once in 30 days.

    A renewal writes to the database.
    """

    def __init__(self, session_key: str | None = None) -> None:
        # PostgreSQL rejects queries with a NUL character; session keys contain only letters and digits.
        super().__init__(session_key if session_key and session_key.isalnum() else None)

    def encode(self, session_dict: dict[str, Any]) -> str:
        """Return the text to store. If a second factor is being set up, its secret is encrypted."""
        secret = session_dict.get(SECRET_SESSION_KEY)
        if secret and not is_encrypted(secret):
            session_dict = {**session_dict, SECRET_SESSION_KEY: encrypt_secret(secret)}
        return super().encode(session_dict)

    def decode(self, session_data: bytes | str) -> dict[str, Any]:
        values = super().decode(session_data)
        if SECRET_SESSION_KEY in values:
            try:
                values[SECRET_SESSION_KEY] = decrypt_secret(values[SECRET_SESSION_KEY])
            except ValueError:  # the key has changed, so the second factor must be set up again
                del values[SECRET_SESSION_KEY]
        return values

    def load(self) -> dict[str, Any]:
        """Return the values of the session, or an empty dictionary if it has ended. Renew it if necessary."""
        row = self._get_session_from_db()  # type: ignore[attr-defined]  # the stubs leave it out
        if row is None:
            return {}
        remaining = row.expire_date - timezone.now()
        if remaining < timedelta(seconds=settings.SESSION_COOKIE_AGE) - RENEWED_AFTER:
            self.modified = True  # so that the middleware saves it with this response
        return self.decode(row.session_data)
