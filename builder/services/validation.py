"""What every service checks before it writes: that there is room, and that it can be stored and read back."""

from django.conf import settings

from builder.catalogue.limits import limits
from builder.models import CompanyList, User
from builder.points.document.design import Design, dump_design, parse_design
from builder.points.document.document import Document, Roster, dump_roster, parse_roster
from builder.points.document.json_reader import JsonReader
from builder.points.rules.catalogue import Catalogue
from builder.services.errors import LimitReached, NotPossible
from builder.services.locks import lock_user


def check_line(label: str, value: str) -> str:
    """A text on one line, such as a name; DocumentError for characters that cannot be stored."""
    check_length(label, value, limits().name)
    return JsonReader(limits()).line(label, value)


def check_text(label: str, value: str) -> str:
    """A text of several lines, such as notes; DocumentError for characters that cannot be stored."""
    check_length(label, value, limits().text)
    return JsonReader(limits()).text(label, value)


def check_length(what: str, value: str, most: int) -> None:
    """LimitReached where a text is longer than so many characters."""
    if len(value) > most:
        raise LimitReached(f"The {what} has {len(value):,} characters; at most {most:,} are kept.")


def check_count(what: str, value: int | None) -> int | None:
    """A whole number from 0, or none."""
    most = limits().count
    if value is not None and not 0 <= value <= most:
        raise LimitReached(f"{what} is a whole number from 0 to {most:,}.")
    return value


def checked_design(design: Design, catalogue: Catalogue) -> dict[str, object]:
    """Dump a design as it is stored, and make sure that it can be read back; else DocumentError."""
    dumped = dump_design(design, catalogue)
    parse_design(JsonReader(limits()), "design", dumped, catalogue)
    return dumped


def check_document(document: Document, catalogue: Catalogue) -> None:
    """Check the lengths and counts of a whole document, and that its rosters can be read back."""
    check_line("name", document.name)
    check_line("setting", document.setting)
    check_text("background", document.background)
    check_profile_count(len(document.profiles) - 1)
    for profile in document.profiles:
        check_line("name", profile.name)
        check_text("notes", profile.notes)
    check_roster_count(len(document.rosters) - 1)
    for place, roster in enumerate(document.rosters):
        check_roster(roster, catalogue, f"rosters[{place}]")


def check_roster(roster: Roster, catalogue: Catalogue, at: str = "") -> Roster:
    """The roster as it is read back by the terms of its game; DocumentError where it cannot be.

    ``at`` is its path. Its entries may name profiles that are not there: the appraisal has a finding for it.
    """
    check_line("name", roster.name)
    reader = JsonReader(limits())
    if len(roster.entries) > reader.limits.profiles:
        raise LimitReached(f"A roster holds at most {reader.limits.profiles:,} entries.")
    return parse_roster(reader, at, dump_roster(roster), catalogue)


def check_roster_count(present: int) -> None:
    """LimitReached where a list has no room for a roster besides the ``present`` ones."""
    most = limits().rosters
    if present >= most:
        raise LimitReached(f"A list holds at most {most:,} rosters.")


def check_profile_count(present: int) -> None:
    """LimitReached where a list has no room for a profile besides the ``present`` ones."""
    most = limits().profiles
    if present >= most:
        raise LimitReached(f"A list holds at most {most:,} profiles.")


def lock_owner_with_room(owner: User) -> None:
    """Lock the owner's row, so that two lists at once cannot both be the last; LimitReached without room.

    NotPossible where the owner is gone, as a guest is whose lists were just moved to an account.
    """
    if not lock_user(owner.pk):
        raise NotPossible("Whose list this would be is gone from this site: open My lists, then try again.")
    most = settings.MUSTERBOOK_MAX_LISTS_PER_USER
    if CompanyList.objects.filter(owner=owner, deleted_at=None).count() >= most:
        raise LimitReached(f"You have {most:,} lists, as many as are kept for one person: delete one first.")
