"""Why a change was refused. A service that raises one of these has changed nothing."""

from builder.models import Club, CompanyList, Event, HandIn, PrintSetup, Profile, Roster


class Refused(Exception):  # noqa: N818 - named as the player reads it
    """A change that was not made; the text says why, for people."""


class NotFound(Refused):
    """The object to change doesn't exist, or not any more."""


class NotPossible(Refused):
    """The change cannot be made now; the text says why, and what would have to come first."""


class RankTooLow(NotPossible):
    """The user's role in the club is too low for this, or was lowered in the meantime."""


class LimitReached(Refused):
    """There would be more of something than may be stored; the text names the limit."""


class TooManyRequests(Refused):
    """Somebody has done this too often within a time; ``seconds`` is how long they have to wait."""

    def __init__(self, message: str, seconds: int) -> None:
        super().__init__(message)
        self.seconds = seconds


VersionedRow = CompanyList | Profile | Roster | Club | Event | HandIn | PrintSetup


class StaleVersion(Refused):
    """Somebody changed it in the meantime. ``row`` is the current one."""

    def __init__(self, row: VersionedRow) -> None:
        super().__init__(f"“{row}” has changed in the meantime.")
        self.row = row
        self.current_version = row.version


def require_version(row: VersionedRow, version: int | None) -> None:
    """Raise StaleVersion if a row has another version; None accepts any version."""
    if version not in (None, row.version):
        raise StaleVersion(row)


class NoRoom(Refused):
    """The site has hardly any room left on its disk: new guests are not taken in."""
