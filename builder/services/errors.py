"""Why a change was refused. Whatever raises one of these has changed nothing."""

from builder.models import Club, CompanyList, Event, HandIn, Profile, Roster


class Refused(Exception):  # noqa: N818 - named as the player reads it
    """A change that was not made; the text says why, for people."""


class NotFound(Refused):
    """What should be changed is not there, or not there any more."""


class NotPossible(Refused):
    """As things stand, this cannot be done; the text says why, and what would have to come first."""


class RankTooLow(NotPossible):
    """Whoever asked for it may not do it in this club, or not any more."""


class LimitReached(Refused):
    """There would be more of something than is stored; the text says how much is."""


VersionedRow = CompanyList | Profile | Roster | Club | Event | HandIn


class StaleVersion(Refused):
    """Somebody changed it in the meantime. ``row`` is what stands there now."""

    def __init__(self, row: VersionedRow) -> None:
        super().__init__(f"“{row}” was changed in the meantime.")
        self.row = row
        self.current_version = row.version


def require_version(row: VersionedRow, version: int | None) -> None:
    """StaleVersion where a row is not of this version any more; None accepts whatever stands."""
    if version not in (None, row.version):
        raise StaleVersion(row)
