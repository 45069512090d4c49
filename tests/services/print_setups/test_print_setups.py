"""Print setups: unique names, one default, and limits. A guest's setups move to the account."""

import pytest
from pytest_django import Settings

from builder.models import PrintSetup, User
from builder.points.document.json_reader import DocumentError
from builder.queries.print_setups import setups_of
from builder.services.errors import LimitReached, NotFound, NotPossible, StaleVersion
from builder.services.people.accounts import create_guest, move_guest_lists
from builder.services.print_setups import (
    ImportedSetup,
    SetupNameTaken,
    add_imported_setups,
    create_setup,
    delete_setup,
    update_setup,
)

CARDS = {"paper": "cards", "size": "a4"}
SHEETS = {"paper": "sheets", "size": "letter"}


def shown(user: User) -> list[tuple[str, bool]]:
    """Return a user's setups, and which is the default."""
    return [(row.name, row.is_first) for row in setups_of(user)]


def test_names_ignore_capitals_and_accents(alice: User, bob: User) -> None:
    row = create_setup(alice, "  Café   night ", CARDS)
    with pytest.raises(SetupNameTaken):
        create_setup(alice, "CAFE NIGHT", SHEETS)
    create_setup(bob, "Café night", SHEETS)
    other = create_setup(alice, "Folder", SHEETS)
    with pytest.raises(SetupNameTaken):
        update_setup(other, name="café night")
    assert update_setup(row, name="CAFE night").name == "CAFE night"
    assert shown(alice) == [("CAFE night", False), ("Folder", False)]


@pytest.mark.parametrize(
    ("name", "error"),
    [
        ("", NotPossible), (" \u3000 ", NotPossible), ("x" * 61, LimitReached), ("a\x00b", DocumentError),
        ("a\ud800", DocumentError),
    ],
)  # fmt: skip
def test_invalid_names_are_rejected(alice: User, name: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        create_setup(alice, name, CARDS)
    assert not PrintSetup.objects.exists()


def test_only_one_setup_is_first(alice: User) -> None:
    cards = create_setup(alice, "Cards", CARDS, is_first=True)
    update_setup(create_setup(alice, "Sheets", SHEETS), is_first=True)
    assert shown(alice) == [("Cards", False), ("Sheets", True)]
    with pytest.raises(StaleVersion):
        update_setup(cards, cards.version, name="Other")
    update_setup(PrintSetup.objects.get(name="Sheets"), is_first=False)
    assert shown(alice) == [("Cards", False), ("Sheets", False)]


def test_the_number_of_setups_is_limited(alice: User, settings: Settings) -> None:
    settings.MUSTERBOOK_MAX_PRINT_SETUPS = 1
    row = create_setup(alice, "Cards", CARDS)
    with pytest.raises(LimitReached):
        create_setup(alice, "Sheets", SHEETS)
    delete_setup(row)
    with pytest.raises(NotFound):
        update_setup(row, name="Gone")
    create_setup(alice, "Sheets", SHEETS)


def test_a_guests_setups_move_to_the_account(alice: User) -> None:
    guest = create_guest()
    create_setup(guest, "Cards", CARDS)
    create_setup(guest, "Folder", SHEETS)
    create_setup(guest, "Sheets", SHEETS, is_first=True)
    create_setup(alice, "CARDS", CARDS)
    create_setup(alice, "folder", CARDS, is_first=True)
    move_guest_lists(guest, alice)
    assert shown(alice) == [("CARDS", False), ("folder", True), ("Folder 2", False), ("Sheets", False)]


def test_imported_setups_are_added_to_the_stored_setups(alice: User, settings: Settings) -> None:
    create_setup(alice, "Cards", CARDS)
    settings.MUSTERBOOK_MAX_PRINT_SETUPS = 3
    stored = [
        ImportedSetup("cards", CARDS), ImportedSetup("CARDS", SHEETS),
        ImportedSetup("New", {"trim": "9"}, is_first=True),
        ImportedSetup("\x00", CARDS), ImportedSetup("No room", CARDS),
    ]  # fmt: skip
    assert add_imported_setups(alice, stored) == [
        "name contains the control character U+0000: remove it",
        "You have 3 print setups, which is the limit. Delete one first.",
    ]
    assert shown(alice) == [("Cards", False), ("CARDS 2", False), ("New", True)]
