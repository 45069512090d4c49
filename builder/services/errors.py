"""The errors of services that refuse a change. If a service raises one of them, nothing was changed."""

from typing import TypeVar

from builder.models import Club, CompanyList, Event, HandIn, PrintSetup, Profile, Roster

T = TypeVar("T")


class Refused(Exception):  # noqa: N818 - a refusal is not a fault of the program
    """The service refused the change. The message gives the reason."""


class NotFound(Refused):
    """The object to change doesn't exist or was deleted."""


def require_found(row: T | None, message: str) -> T:
    """Return ``row``. Raises NotFound with this message if it is None."""
    if row is None:
        raise NotFound(message)
    return row


class NotPossible(Refused):
    """The change is not possible now. The message says why, and what must happen first."""


class InsufficientRights(NotPossible):
    """The user's role in the club, or their rights as a moderator, don't allow the change."""


class LimitReached(Refused):
    """The change would exceed a limit. The message names the limit."""


class TooManyRequests(Refused):
    """The user must wait for some seconds before the next request of this kind."""

    def __init__(self, message: str, seconds: int) -> None:
        super().__init__(message)
        self.seconds = seconds


VersionedRow = CompanyList | Profile | Roster | Club | Event | HandIn | PrintSetup


class StaleVersion(Refused):
    """The row was changed after the user had read it. ``row`` is the current row."""

    def __init__(self, row: VersionedRow) -> None:
        super().__init__(f"“{row}” has changed in the meantime.")
        self.row = row
        self.current_version = row.version


def require_version(row: VersionedRow, version: int | None) -> None:
    """Raise StaleVersion if ``version`` is not None and differs from the row's version."""
    if version not in (None, row.version):
        raise StaleVersion(row)


class DiskAlmostFull(Refused):
    """The site has too little free disk space to accept a new guest."""
