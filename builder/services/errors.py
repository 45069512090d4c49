"""The reasons why a change was refused. A service that raises one of these errors has changed nothing."""

from typing import TypeVar

from builder.models import Club, CompanyList, Event, HandIn, PrintSetup, Profile, Roster

T = TypeVar("T")


class Refused(Exception):  # noqa: N818 - a refusal is not a fault of the program
    """A change that was not made; the text gives the reason."""


class NotFound(Refused):
    """The object to change doesn't exist or was deleted."""


def require_found(row: T | None, missing: str) -> T:
    """Return a row that a query found. Raises NotFound with the message ``missing`` for None."""
    if row is None:
        raise NotFound(missing)
    return row


class NotPossible(Refused):
    """The change is not possible now; the text says why, and what must happen first."""


class RankTooLow(NotPossible):
    """The user's role in the club, or their rights as a moderator, are too low for this."""


class LimitReached(Refused):
    """The change would exceed a maximum number; the text names the limit."""


class TooManyRequests(Refused):
    """A user did this too often within a time; ``seconds`` is how long they must wait."""

    def __init__(self, message: str, seconds: int) -> None:
        super().__init__(message)
        self.seconds = seconds


VersionedRow = CompanyList | Profile | Roster | Club | Event | HandIn | PrintSetup


class StaleVersion(Refused):
    """The row was changed in the meantime. ``row`` is the current row."""

    def __init__(self, row: VersionedRow) -> None:
        super().__init__(f"“{row}” has changed in the meantime.")
        self.row = row
        self.current_version = row.version


def require_version(row: VersionedRow, version: int | None) -> None:
    """Raise StaleVersion if a row has another version; None accepts any version."""
    if version not in (None, row.version):
        raise StaleVersion(row)


class NoRoom(Refused):
    """The site has hardly any free disk space: it accepts no new guests."""
