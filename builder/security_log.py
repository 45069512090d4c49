"""The security log: a line for each event that concerns accounts, rights, secrets or moderation.

The fields of an event are names, ids and numbers. Passwords, codes, tokens, the secrets of links, e-mail
addresses, and texts that people wrote are never logged. ``docs/logging.md`` has a list of the events.
"""

import logging
from enum import StrEnum

from django.db import transaction
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from builder.models import User
from builder.request_context import current_context

logger = logging.getLogger("musterbook.security")


class SecurityEvent(StrEnum):
    """The name of a security event, as it appears in the log."""

    # Log-in and log-out
    LOGIN = "login"
    LOGIN_FAILED = "login_failed"
    LOGIN_LOCKED = "login_locked"
    LOGIN_REFUSED = "login_refused"
    ATTEMPTS_LIMITED = "attempts_limited"
    REAUTHENTICATED = "reauthenticated"
    REAUTHENTICATION_FAILED = "reauthentication_failed"
    LOGOUT = "logout"
    SESSIONS_ENDED = "sessions_ended"

    # Passwords
    PASSWORD_CHANGED = "password_changed"  # noqa: S105 - an event's name
    PASSWORD_RESET = "password_reset"  # noqa: S105 - the same
    PASSWORD_RESET_REQUESTED = "password_reset_requested"  # noqa: S105 - the same
    PASSWORD_SET = "password_set"  # noqa: S105 - the same

    # E-mail addresses
    EMAIL_ADDED = "email_added"
    EMAIL_CONFIRMED = "email_confirmed"
    EMAIL_PRIMARY_CHANGED = "email_primary_changed"
    EMAIL_REMOVED = "email_removed"
    EMAIL_UNCONFIRMED = "email_unconfirmed"

    # Second factors
    PASSKEY_RENAMED = "passkey_renamed"
    RECOVERY_CODES_CREATED = "recovery_codes_created"
    RECOVERY_CODES_DOWNLOADED = "recovery_codes_downloaded"
    RECOVERY_CODES_VIEWED = "recovery_codes_viewed"
    SECOND_FACTOR_ADDED = "second_factor_added"
    SECOND_FACTOR_FAILED = "second_factor_failed"
    SECOND_FACTOR_REMOVED = "second_factor_removed"
    SECOND_FACTOR_USED = "second_factor_used"

    # Accounts
    ACCOUNT_CREATED = "account_created"
    ACCOUNT_DELETED = "account_deleted"
    ACCOUNT_EXPORTED = "account_exported"
    GUEST_BECAME_ACCOUNT = "guest_became_account"
    GUEST_LISTS_MOVED = "guest_lists_moved"
    GUESTS_DELETED = "guests_deleted"

    # API tokens
    TOKEN_CREATED = "token_created"  # noqa: S105 - the same
    TOKEN_REFUSED = "token_refused"  # noqa: S105 - the same
    TOKEN_REVOKED = "token_revoked"  # noqa: S105 - the same
    TOKENS_REVOKED = "tokens_revoked"

    # Clubs
    CLUB_CREATED = "club_created"
    CLUB_DISSOLVED = "club_dissolved"
    CLUB_INVITE_CREATED = "club_invite_created"
    CLUB_INVITE_REVOKED = "club_invite_revoked"
    CLUB_JOINED = "club_joined"
    CLUB_LEFT = "club_left"
    CLUB_MEMBER_ACCEPTED = "club_member_accepted"
    CLUB_MEMBER_REMOVED = "club_member_removed"
    CLUB_OWNER_CHANGED = "club_owner_changed"
    CLUB_ROLE_CHANGED = "club_role_changed"

    # Administration
    BACKUP = "backup"
    RESTORE = "restore"
    RIGHTS_CHANGED = "rights_changed"
    STAFF_PAGE_REFUSED = "staff_page_refused"

    # Moderation
    CONTENT_HIDDEN = "content_hidden"
    CONTENT_VIEWED = "content_viewed"
    CONTENT_SHOWN_AGAIN = "content_shown_again"
    PERSON_SUSPENDED = "person_suspended"
    PERSON_UNSUSPENDED = "person_unsuspended"
    REPORT_DISMISSED = "report_dismissed"
    REPORT_DROPPED = "report_dropped"
    REPORT_SENT = "report_sent"
    TEXT_REMOVED = "text_removed"


def record_event(
    event: SecurityEvent, *, by: User | None = None, person: User | None = None, **details: str | int | None
) -> None:
    """Write an event to the security log after the current transaction is committed.

    ``by`` is the user who acted, or None for the user of the current request. ``person`` is the user whose
    account is affected, if this is another one. ``details`` are further fields of the log line, without those
    that are None.
    """
    context = current_context()
    if by is None and context is not None:
        by = known_user(context.request)
    if by is not None and person is not None and by.pk == person.pk:
        by, person = person, None  # the user name in ``person`` may be newer than the one in the request
    fields: dict[str, str | int] = {"event": event.value}
    if by is not None:
        fields |= {"by": by.get_username(), "by_id": by.pk}
    if person is not None:
        fields |= {"person": person.get_username(), "person_id": person.pk}
    fields |= {name: value for name, value in details.items() if value is not None}
    if context is not None:
        fields["address"] = context.address
    transaction.on_commit(lambda: logger.info("%s", event.value, extra={"fields": fields}), robust=True)


def known_user(request: HttpRequest) -> User | None:
    """Return the user of a request, or None if the user isn't loaded, because logging must not query.

    After a log-out, return the user who has logged out.
    """
    user = request.__dict__.get("user")
    loaded = request.__dict__.get("_cached_user")  # Django's cache behind the lazy request.user
    candidates = (None if isinstance(user, SimpleLazyObject) else user, loaded)
    return next((candidate for candidate in candidates if isinstance(candidate, User)), None)
