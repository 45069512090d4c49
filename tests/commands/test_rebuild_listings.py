"""``rebuild_listings`` restores the data by which the gallery finds lists."""

from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.db.models import F
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from builder.catalogue.files import Catalogues
from builder.models import CompanyList, Listing, ListingTag, Profile, TagCount, User
from builder.points.document.document import Document, parse_document
from builder.points.rules.wording import pluralize
from builder.services.exchange import create_list_from_document
from builder.services.gallery import hide_list, publish_list
from tests.support.fubar import figure, fubar_document
from tests.support.public_lists import publish_many


@pytest.fixture
def public_lists(alices_list: CompanyList, alice: User, catalogues: Catalogues) -> list[CompanyList]:
    """A public list of each game, and one that moderators have hidden."""
    bats = parse_document(fubar_document({"bats": figure(skills="flyer")}), catalogues)
    rows = [alices_list, create_list_from_document(alice, bats), create_list_from_document(alice, bats)]
    for row in rows:
        publish_list(row)
    hide_list(rows[2], "not yours")
    return rows


def run_command(*arguments: str) -> str:
    out = StringIO()
    with suppress(SystemExit):
        call_command("rebuild_listings", *arguments, stdout=out)
    return out.getvalue()


def stored_listings() -> list[tuple[object, ...]]:
    """Return all listings, one row for each tag, and the number of lists with each tag."""
    columns = ("company_list", "published_at", "text", "cost", "summary", "tags__kind", "tags__value")
    counts = TagCount.objects.values_list("kind", "system", "value", "lists", "label")
    return sorted([*Listing.objects.order_by().values_list(*columns), *counts], key=str)


def add_tag() -> None:
    ListingTag.objects.bulk_create(
        ListingTag(listing=listing, kind="size", value="1", published_at=listing.published_at)
        for listing in Listing.objects.all()
    )


def show_hidden() -> None:
    for row in CompanyList.objects.filter(hidden_at__isnull=False):
        Listing.objects.create(
            company_list=row,
            system=row.edition.system,
            edition=row.edition,
            published_at=timezone.now(),
            changed_at=timezone.now(),
        )


FURY, FUBAR, HIDDEN = range(3)
DAY = timedelta(days=1)
HARMS: dict[str, tuple[Callable[[], object], list[int]]] = {
    "lost choices": (lambda: ListingTag.objects.filter(kind="choice").delete(), [FUBAR]),
    "added tag": (add_tag, [FURY, FUBAR]),
    "other text": (lambda: Listing.objects.update(text="other words"), [FURY, FUBAR]),
    "other cost": (lambda: Listing.objects.filter(cost__isnull=False).update(cost=1), [FURY]),
    "lost summary": (lambda: Listing.objects.update(summary=None), [FURY, FUBAR]),
    "copied": (lambda: Listing.objects.update(times_copied=7), [FURY, FUBAR]),
    "moved": (
        lambda: Listing.objects.update(published_at=F("published_at") - timedelta(days=1)),
        [FURY, FUBAR],
    ),
    "lost": (lambda: Listing.objects.all().delete(), [FURY, FUBAR]),
    "shown": (show_hidden, [HIDDEN]),
}


@pytest.mark.parametrize(("harm", "named"), HARMS.values(), ids=HARMS)
def test_differing_listings_are_reported_and_corrected(
    public_lists: list[CompanyList], harm: Callable[[], object], named: list[int]
) -> None:
    before = stored_listings()
    harm()
    harmed = stored_listings()
    count = pluralize(len(named), "listing")
    output = run_command("--check").splitlines()
    assert output[: len(named)] == [public_lists[index].public_id for index in named]
    assert output[-2] == f"{count}: not what the list says."
    assert stored_listings() == harmed
    assert run_command().startswith(f"{count}: written again.\n")
    assert stored_listings() == before


SIZES = TagCount(kind="size", value="1", lists=3), TagCount(kind="size", value="2", lists=3)
COUNT_HARMS: dict[str, tuple[Callable[[], object], int]] = {
    "doubled": (lambda: TagCount.objects.filter(kind="size").update(lists=F("lists") * 2), 4),
    "lost": (lambda: TagCount.objects.filter(kind="size").delete(), 4),
    "of nobody": (lambda: TagCount.objects.bulk_create(SIZES), 2),
}


@pytest.mark.parametrize(("harm", "tags"), COUNT_HARMS.values(), ids=COUNT_HARMS)
def test_wrong_tag_counts_are_reported_and_corrected(
    public_lists: list[CompanyList], harm: Callable[[], object], tags: int
) -> None:
    """Among the lists of the game, and among all lists."""
    before = stored_listings()
    harm()
    *named, lists, numbers = run_command("--check").splitlines()
    assert {line.split()[0] for line in named} == {"size"}
    assert (lists, numbers) == (
        "0 listings: not what the list says.",
        f"{tags} numbers next to the filters: wrong.",
    )
    assert (
        run_command() == f"0 listings: written again.\n{tags} numbers next to the filters: counted again.\n"
    )
    assert stored_listings() == before


def test_the_check_fails_if_something_differs(public_lists: list[CompanyList]) -> None:
    call_command("rebuild_listings", check=True, stdout=StringIO())
    ListingTag.objects.filter(kind="choice").delete()
    with pytest.raises(SystemExit, match="1"):
        call_command("rebuild_listings", check=True, stdout=StringIO())


def test_listings_of_unreadable_lists_stay(public_lists: list[CompanyList]) -> None:
    Profile.objects.filter(company_list=public_lists[FUBAR]).update(design={"strange": 1})
    Listing.objects.update(text="other words")
    assert run_command().startswith("1 listing: written again.\n")
    assert Listing.objects.get(company_list=public_lists[FUBAR]).text == "other words"


def test_lists_are_read_in_batches(
    public_lists: list[CompanyList],
    alice: User,
    reavers: Document,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    """200 lists are two batches: a query finds each, and one finds no third; four read the contents."""
    publish_many(alice, reavers, 197)
    with django_assert_num_queries(3 + 2 * 4 + 1):  # and one for the numbers next to the filters
        assert run_command("--check").startswith("0 listings: not what the list says.\n")
    # Without statistics on the new rows, PostgreSQL can take minutes for a join in a DELETE.
    listing = Listing.objects.get(company_list__name="Company 196")
    ListingTag.objects.filter(listing=listing).delete()
    assert run_command().startswith("1 listing: written again.\n")
