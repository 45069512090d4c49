"""Print setups. A print setup is a set of options for printing, which a user has saved under a name.

The options are those of a paper, which is a PDF for printing: texts by name. They are stored unchanged, even
if this version of the site doesn't know them. Pages preselect the setup that is marked as the user's first.

Functions that change setups lock the owner.
"""

from collections.abc import Mapping, Sequence
from itertools import count
from typing import Any, NamedTuple

from django.conf import settings
from django.db import transaction

from builder.models import PrintSetup, User
from builder.points.document.json_reader import DocumentError
from builder.points.rules.search_text import normalize_text
from builder.services.errors import LimitReached, NotFound, NotPossible, require_found, require_version
from builder.services.locks import lock_user
from builder.services.validation import check_short_name

MAX_SETUP_NAME = 60
_MAX_OPTIONS = 40
_MAX_TEXT_LENGTH = 100
"""The maximum length of an option's name or value in characters."""


class SetupNameTaken(NotPossible):
    """The owner has another setup with this name. ``row`` is the other setup."""

    def __init__(self, row: PrintSetup) -> None:
        super().__init__(
            f"You already have a print setup called “{row.name}”. Choose another name, or replace it."
        )
        self.row = row


class ImportedSetup(NamedTuple):
    """A print setup in an account's archive, before it is stored."""

    name: str
    options: Mapping[str, str]
    is_first: bool = False


def are_options(value: object) -> bool:
    """Return whether a value can be the options of a setup: a dict of texts within the limits."""
    return (
        isinstance(value, dict)
        and len(value) <= _MAX_OPTIONS
        and all(_is_short_text(part) for pair in value.items() for part in pair)
    )


def _is_short_text(value: object) -> bool:
    return isinstance(value, str) and len(value) <= _MAX_TEXT_LENGTH and value.isprintable()


@transaction.atomic
def create_setup(owner: User, name: str, options: Mapping[str, str], *, is_first: bool = False) -> PrintSetup:
    """Save a new setup. If ``is_first`` is True, no other setup of the owner is the first any more.

    Raises SetupNameTaken if the owner has a setup with the same name, or one that only differs in case or
    accents.
    """
    _lock_owner(owner)
    name, options = check_short_name("The name", name, MAX_SETUP_NAME), _checked_options(options)
    _require_free_name(owner.pk, name)
    _require_below_limit(owner)
    if is_first:
        _clear_first(owner.pk)
    return PrintSetup.objects.create(
        owner=owner, name=name, lookup_name=normalize_text(name), options=options, is_first=is_first
    )


@transaction.atomic
def update_setup(
    setup: PrintSetup,
    version: int | None = None,
    *,
    name: str | None = None,
    options: Mapping[str, str] | None = None,
    is_first: bool | None = None,
) -> PrintSetup:
    """Change the fields of a setup that are not None, and return its current row.

    Raises StaleVersion if ``version`` is not None and the setup was changed after it.
    """
    row = _lock_setup(setup)
    require_version(row, version)
    changed: dict[str, Any] = {}
    if name is not None:
        name = check_short_name("The name", name, MAX_SETUP_NAME)
        _require_free_name(row.owner_id, name, row)
        changed |= {"name": name, "lookup_name": normalize_text(name)}
    if options is not None:
        changed["options"] = _checked_options(options)
    if is_first is not None:
        changed["is_first"] = is_first
    if all(getattr(row, field) == value for field, value in changed.items()):
        return row
    if is_first:
        _clear_first(row.owner_id)
    for field, value in changed.items():
        setattr(row, field, value)
    row.version += 1
    row.save(update_fields=(*changed, "version"))
    return row


@transaction.atomic
def delete_setup(setup: PrintSetup, version: int | None = None) -> None:
    """Delete a setup. Raises StaleVersion if ``version`` is not None and the setup was changed after it."""
    row = _lock_setup(setup)
    require_version(row, version)
    row.delete()


@transaction.atomic
def add_imported_setups(owner: User, setups: Sequence[ImportedSetup]) -> list[str]:
    """Add the setups of an archive. For each setup that can't be added, return the reason.

    Existing setups don't change. If one has the same name and the same options, nothing is added. If one has
    the same name but other options, the added setup gets a number after its name.
    """
    _lock_owner(owner)
    reasons = []
    for setup in setups:
        name = " ".join(setup.name.split())[:MAX_SETUP_NAME]
        own = _setups_by_lookup_name(owner)
        same = own.get(normalize_text(name))
        if same is not None and same.options == setup.options:
            continue
        try:
            is_first = setup.is_first and not any(row.is_first for row in own.values())
            create_setup(owner, _free_name(name, own), setup.options, is_first=is_first)
        except (LimitReached, NotPossible, DocumentError) as error:
            reasons.append(str(error))
    return reasons


def move_setups(guest: User, account: User) -> None:
    """Move a guest's setups to an account. The caller has locked both users.

    The account's first setup stays the first. If it has none, this is the guest's first setup.
    """
    own = _setups_by_lookup_name(account)
    has_first = any(row.is_first for row in own.values())
    for row in PrintSetup.objects.filter(owner=guest):
        if row.lookup_name in own and own[row.lookup_name].options == row.options:
            continue  # the account has the same setup, and this row is deleted together with the guest
        row.name = _free_name(row.name, own)
        row.owner, row.lookup_name, row.is_first = (
            account,
            normalize_text(row.name),
            row.is_first and not has_first,
        )
        row.save(update_fields=("owner", "name", "lookup_name", "is_first"))
        own[row.lookup_name] = row


def _setups_by_lookup_name(owner: User) -> dict[str, PrintSetup]:
    return {row.lookup_name: row for row in PrintSetup.objects.filter(owner=owner)}


def _free_name(name: str, taken: Mapping[str, object]) -> str:
    """Return ``name``, or ``name`` with a number if its lookup name is one of the keys of ``taken``."""
    if normalize_text(name) not in taken:
        return name
    numbered = (f"{name[: MAX_SETUP_NAME - 4]} {number}" for number in count(2))
    return next(candidate for candidate in numbered if normalize_text(candidate) not in taken)


def _checked_options(options: Mapping[str, str]) -> dict[str, str]:
    checked = dict(options)
    if not are_options(checked):
        raise NotPossible("A print setup contains the options of a paper.")
    return checked


def _lock_owner(owner: User) -> None:
    if not lock_user(owner.pk):
        raise NotFound("The owner of these print setups is deleted.")


def _lock_setup(setup: PrintSetup) -> PrintSetup:
    """Lock the owner of a setup, and return the setup's row. Raises NotFound if the setup was deleted."""
    lock_user(setup.owner_id)
    return require_found(PrintSetup.objects.filter(pk=setup.pk).first(), "You have no such print setup.")


def _require_free_name(owner: int, name: str, setup: PrintSetup | None = None) -> None:
    other = PrintSetup.objects.filter(owner=owner, lookup_name=normalize_text(name)).first()
    if other is not None and other != setup:
        raise SetupNameTaken(other)


def _require_below_limit(owner: User) -> None:
    limit = settings.MUSTERBOOK_MAX_PRINT_SETUPS
    if PrintSetup.objects.filter(owner=owner).count() >= limit:
        raise LimitReached(f"You have {limit:,} print setups, which is the limit. Delete one first.")


def _clear_first(owner: int) -> None:
    for row in PrintSetup.objects.filter(owner=owner, is_first=True):
        row.is_first, row.version = False, row.version + 1
        row.save(update_fields=("is_first", "version"))
