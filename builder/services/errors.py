"""Why a change was refused. Whatever raises one of these has changed nothing."""

from builder.models import CompanyList, Profile, Roster


class Refused(Exception):  # noqa: N818 - named as the player reads it
    """A change that was not made; the text says why, for people."""


class NotFound(Refused):
    """What should be changed is not there, or not there any more."""


class LimitReached(Refused):
    """There would be more of something than is stored; the text says how much is."""


class StaleVersion(Refused):
    """Somebody changed it in the meantime. ``row`` is what stands there now."""

    def __init__(self, row: CompanyList | Profile | Roster) -> None:
        super().__init__(f"“{row}” was changed in the meantime.")
        self.row = row
        self.current_version = row.version
