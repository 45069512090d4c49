"""The security log: one line for each event that concerns accounts, rights, secrets or moderation.

The fields of an event are names, ids and numbers. Passwords, codes, tokens, link secrets, e-mail addresses and
texts that people wrote never enter the log. The request's id and address are added by the logging set-up.
"""

import logging
from enum import StrEnum

from django.db import transaction

from builder.models import User

logger = logging.getLogger("musterbook.security")


class Event(StrEnum):
    """The name of a security event, as it appears in the log."""

    LOGIN = "login"

    BACKUP = "backup"
    RESTORE = "restore"


def record_event(
    event: Event, *, by: User | None = None, person: User | None = None, **details: str | int | None
) -> None:
    """Write an event to the security log once the current transaction is committed.

    ``by`` is the user who acted, ``person`` the user whose account is affected, if that is another one.
    """
    fields: dict[str, str | int | None] = {"event": event.value}
    if by is not None:
        fields |= {"by": by.get_username(), "by_id": by.pk}
    if person is not None:
        fields |= {"person": person.get_username(), "person_id": person.pk}
    fields |= details
    transaction.on_commit(lambda: logger.info("%s", event.value, extra={"security": fields}), robust=True)
