"""Receivers that record signals of Django and django-allauth in the security log.

``BuilderConfig.ready`` imports this module to connect the signals. The project's own code calls
``record_event`` instead of sending signals.
"""

from allauth.account import signals as account
from allauth.mfa import signals as mfa
from allauth.mfa.models import Authenticator
from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.dispatch import Signal, receiver

from builder.models import User
from builder.security_log import SecurityEvent, record_event

_EVENTS_OF_SIGNALS: tuple[tuple[Signal, SecurityEvent], ...] = (
    (account.user_signed_up, SecurityEvent.ACCOUNT_CREATED),
    (account.password_changed, SecurityEvent.PASSWORD_CHANGED),
    (account.password_set, SecurityEvent.PASSWORD_SET),
    (account.password_reset, SecurityEvent.PASSWORD_RESET),
    (account.email_added, SecurityEvent.EMAIL_ADDED),
    (account.email_removed, SecurityEvent.EMAIL_REMOVED),
    (account.email_changed, SecurityEvent.EMAIL_PRIMARY_CHANGED),
)
"""The events that are recorded with only their user, by signal."""


def _connect(signal: Signal, event: SecurityEvent) -> None:
    def record(sender: object, user: User, **_kwargs: object) -> None:
        record_event(event, person=user)

    signal.connect(record, weak=False, dispatch_uid=f"security-log:{event}")


for _signal, _event in _EVENTS_OF_SIGNALS:
    _connect(_signal, _event)


@receiver(user_logged_in)
def record_login(sender: object, user: User, **_kwargs: object) -> None:
    """Record that a user logged in, except for guests, who are logged in when they are created."""
    if not user.is_guest:
        record_event(SecurityEvent.LOGIN, by=user)


@receiver(user_logged_out)
def record_logout(sender: object, user: User | None, **_kwargs: object) -> None:
    """Record that a user logged out of an account, even if the account was just deleted."""
    if user is not None and not user.is_guest:
        record_event(SecurityEvent.LOGOUT, by=user)


@receiver(account.authentication_step_completed)
def record_reauthentication(
    sender: object, user: User, method: str, *, reauthenticated: bool = False, **_kwargs: object
) -> None:
    """Record that a user entered the password or a code again before a sensitive change."""
    if reauthenticated:
        record_event(SecurityEvent.REAUTHENTICATED, by=user, method=method)


@receiver(account.email_confirmed)
def record_confirmed_email(sender: object, email_address: object, **_kwargs: object) -> None:
    record_event(SecurityEvent.EMAIL_CONFIRMED, person=getattr(email_address, "user", None))


@receiver(mfa.authenticator_added)
@receiver(mfa.authenticator_reset)
def record_added_factor(sender: object, user: User, authenticator: Authenticator, **_kwargs: object) -> None:
    """Record a new second factor, or new recovery codes."""
    is_codes = authenticator.type == Authenticator.Type.RECOVERY_CODES
    event = SecurityEvent.RECOVERY_CODES_CREATED if is_codes else SecurityEvent.SECOND_FACTOR_ADDED
    record_event(event, person=user, method=str(authenticator.type))


@receiver(mfa.authenticator_removed)
def record_removed_factor(
    sender: object, user: User, authenticator: Authenticator, **_kwargs: object
) -> None:
    """Record that a second factor, or the recovery codes with the last second factor, were removed."""
    record_event(SecurityEvent.SECOND_FACTOR_REMOVED, person=user, method=str(authenticator.type))


@receiver(mfa.authenticator_used)
def record_used_factor(sender: object, user: User, authenticator: Authenticator, **_kwargs: object) -> None:
    """Record a correct code or passkey."""
    record_event(SecurityEvent.SECOND_FACTOR_USED, person=user, method=str(authenticator.type))


@receiver(mfa.authentication_failed)
def record_failed_factor(sender: object, user: User, authenticator: Authenticator, **_kwargs: object) -> None:
    record_event(SecurityEvent.SECOND_FACTOR_FAILED, person=user, method=str(authenticator.type))
