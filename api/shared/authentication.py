"""Authentication by a bearer token. Browsers' sessions are authenticated by DRF's own class."""

from django.conf import settings
from django.utils import timezone
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from builder.models import Scope, Token, User
from builder.queries.people import active_token
from builder.replica import read_primary
from builder.security_log import SecurityEvent, record_event
from builder.services.people.accounts import record_visits
from builder.services.people.tokens import digest_of, record_token_use

SCHEME = "Bearer"


class TokenAuthentication(BaseAuthentication):
    """Authentication by the header ``Authorization: Bearer muster_…``."""

    def authenticate(self, request: Request) -> tuple[User, Token] | None:
        """Return the user and the token, or None if the request has no token.

        Raises AuthenticationFailed for an invalid token.
        """
        kind, _, secret = get_authorization_header(request).partition(b" ")
        if kind.lower() != SCHEME.lower().encode():
            return None
        token = active_token(digest_of(secret.strip().decode("latin-1")))
        if token is None:
            record_event(SecurityEvent.TOKEN_REFUSED)
            raise AuthenticationFailed("The token is wrong, expired or revoked.")
        record_token_use(token)
        if token.scope == Scope.WRITE:  # programs with write tokens must be able to read what they wrote
            read_primary()
        if token.user.seen < timezone.localdate():
            record_visits(token.user.pk)
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        """Return the scheme for WWW-Authenticate in a 401."""
        return SCHEME


class TokenScheme(OpenApiAuthenticationExtension):
    """The description of tokens in the OpenAPI schema."""

    target_class = TokenAuthentication
    name = "token"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        """Return OpenAPI's security scheme for a bearer token."""
        return {
            "type": "http",
            "scheme": "bearer",
            "description": "A personal token from the account page. It can read, or read and write.",
        }


class SessionScheme(OpenApiAuthenticationExtension):
    """The description of browsers' sessions in the OpenAPI schema."""

    target_class = "rest_framework.authentication.SessionAuthentication"
    name = "session"
    priority = 1

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        """Return OpenAPI's security scheme for the session cookie."""
        return {
            "type": "apiKey",
            "in": "cookie",
            "name": settings.SESSION_COOKIE_NAME,
            "description": "The browser sends it while you are logged in.",
        }
