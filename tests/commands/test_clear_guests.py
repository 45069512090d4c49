"""``clear_guests`` lists the guests to delete, and deletes them with ``--yes``."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from builder.models import CompanyList, User
from builder.points.document.document import Document
from builder.services.exchange import create_list_from_document
from builder.services.lists import create_list
from builder.services.people.accounts import create_guest


@pytest.fixture
def guest(db: None, catalogues: object, reavers: Document) -> User:
    """A guest with two lists, one of them shared by link, who was here 100 days ago."""
    guest = create_guest()
    create_list_from_document(guest, reavers)
    row = create_list_from_document(guest, reavers)
    CompanyList.objects.filter(pk=row.pk).update(link="bcdfghjkmnpqrstvwxyz2345")
    User.objects.filter(pk=guest.pk).update(seen=timezone.localdate() - timedelta(days=100))
    return guest


def run_command(*arguments: str) -> str:
    out = StringIO()
    call_command("clear_guests", *arguments, stdout=out)
    return out.getvalue()


def test_without_yes_it_only_reports(guest: User) -> None:
    words = run_command()
    since = timezone.localdate() - timedelta(days=90)
    assert (
        f"1 guest without a visit since {since}, with 2 lists; of these 1 shared by link, 0 published."
        in words
    )
    assert "Nothing was changed. Add --yes to delete them." in words
    assert CompanyList.objects.count() == 2
    assert User.objects.count() == 1


def test_with_yes_it_deletes(guest: User, alice: User) -> None:
    assert "Deleted 1 guest." in run_command("--yes")
    assert set(User.objects.all()) == {alice}
    assert not CompanyList.objects.exists()
    assert "0 guests" in run_command("--yes")


def test_guests_without_lists_are_deleted_after_a_day(guest: User, catalogues: object) -> None:
    """A list without changes isn't missed by anybody, but a named list is."""
    User.objects.filter(pk=guest.pk).update(seen=timezone.localdate())
    idle, named, new = create_guest(), create_guest(), create_guest()
    for item in (idle, named, new):
        create_list(item, "unbridled-fury", "0.9.0")
    CompanyList.objects.filter(owner=named).update(version=2)
    User.objects.exclude(pk=new.pk).update(date_joined=timezone.now() - timedelta(hours=25))
    assert "1 guest older than a day, with only empty lists." in run_command()
    assert "Deleted 1 guest." in run_command("--yes")
    assert set(User.objects.all()) == {guest, named, new}


@pytest.mark.parametrize(("days", "left"), [("99", 0), ("100", 1), ("101", 1)])
def test_the_number_of_days_can_be_given(guest: User, days: str, left: int) -> None:
    run_command("--days", days, "--yes")
    assert User.objects.count() == left


@pytest.mark.parametrize("days", ["0", "-1", "ninety", "9" * 30, "1.5"])
def test_invalid_numbers_of_days_are_rejected(db: None, days: str) -> None:
    with pytest.raises(CommandError, match="number of days"):
        run_command(f"--days={days}")
