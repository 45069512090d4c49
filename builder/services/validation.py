"""Checks before data is stored: whether it exceeds a limit, and whether it can be read again."""

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
    """Return a text of one line as it will be stored. ``label`` is its name in messages.

    Raises LimitReached if the text is too long, and DocumentError if it contains characters that can't be
    stored.
    """
    check_length(label, value, limits().name)
    return JsonReader(limits()).line(label, value)


def check_text(label: str, value: str) -> str:
    """Return a text of several lines as it will be stored. Raises the errors of ``check_line``."""
    check_length(label, value, limits().text)
    return JsonReader(limits()).text(label, value)


def check_short_name(what: str, name: str, max_length: int) -> str:
    """Return a name with single spaces between its words.

    ``what`` is the beginning of the message for a name that is too long, such as "A tag". Raises NotPossible
    if the name is blank, or the errors of ``check_line``.
    """
    name = " ".join(check_line("name", name).split())
    if not name:
        raise NotPossible("Enter a name.")
    if len(name) > max_length:
        raise LimitReached(f"{what} can have at most {max_length} characters.")
    return name


def check_length(what: str, value: str, max_length: int) -> None:
    """Raise LimitReached if a text has more than ``max_length`` characters."""
    if len(value) > max_length:
        raise LimitReached(f"The {what} can have at most {max_length:,} characters, not {len(value):,}.")


def check_count(what: str, value: int | None) -> int | None:
    """Return ``value``. Raises LimitReached if it is neither None nor from 0 to the maximum."""
    max_count = limits().count
    if value is not None and not 0 <= value <= max_count:
        raise LimitReached(f"{what} must be a whole number from 0 to {max_count:,}.")
    return value


def checked_design(design: Design, catalogue: Catalogue) -> dict[str, object]:
    """Return a design as it will be stored. Raises DocumentError if the site couldn't read it again."""
    dumped = dump_design(design, catalogue)
    parse_design(JsonReader(limits()), "design", dumped, catalogue)
    return dumped


def check_document(document: Document, catalogue: Catalogue) -> None:
    """Raise LimitReached or DocumentError if a document can't be stored.

    The site must be able to read the stored rosters again.
    """
    check_line("name", document.name)
    check_line("setting", document.setting)
    check_text("background", document.background)
    check_profile_count(len(document.profiles))
    for profile in document.profiles:
        check_line("name", profile.name)
        check_text("notes", profile.notes)
    check_roster_count(len(document.rosters))
    for index, roster in enumerate(document.rosters):
        check_roster(roster, catalogue, f"rosters[{index}]")


def check_roster(roster: Roster, catalogue: Catalogue, path: str = "") -> Roster:
    """Return a roster as the site will read it after it is stored, according to the terms of its game.

    ``path`` is the roster's path in the document, for error messages. Raises LimitReached if the roster has
    too many entries, and DocumentError if the site couldn't read the stored roster. Entries may refer to
    profiles that don't exist: the appraisal reports them.
    """
    check_line("name", roster.name)
    reader = JsonReader(limits())
    if len(roster.entries) > reader.limits.profiles:
        raise LimitReached(f"A roster can have at most {reader.limits.profiles:,} entries.")
    return parse_roster(reader, path, dump_roster(roster), catalogue)


def check_roster_count(count: int) -> None:
    """Raise LimitReached if a list can't have so many rosters."""
    max_rosters = limits().rosters
    if count > max_rosters:
        raise LimitReached(f"A list can have at most {max_rosters:,} rosters.")


def check_profile_count(count: int) -> None:
    """Raise LimitReached if a list can't have so many profiles."""
    max_profiles = limits().profiles
    if count > max_profiles:
        raise LimitReached(f"A list can have at most {max_profiles:,} profiles.")


def lock_owner_below_list_limit(owner: User) -> None:
    """Lock the owner of a new list, so that concurrent requests can't exceed the limit together.

    Raises LimitReached if the owner has the maximum number of lists. Raises NotPossible if the owner was
    deleted, such as a guest whose lists were just moved to an account.
    """
    if not lock_user(owner.pk):
        raise NotPossible("Your guest account is deleted. Open My lists, then try again.")
    limit = settings.MUSTERBOOK_MAX_LISTS_PER_USER
    if CompanyList.objects.filter(owner=owner, deleted_at=None).count() >= limit:
        raise LimitReached(f"You have {limit:,} lists, which is the limit. Delete one first.")
