"""A browser that already has a shared page gets 304 until the page changes or can't be read any more."""

import re
from collections.abc import Callable

import pytest
from django.conf import settings
from django.core.management import call_command
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from builder.catalogue.files import Catalogues
from builder.models import CompanyList, FrozenLink, Roster, User
from builder.points.document.document import Document
from builder.services import gallery, lists, profiles, rosters, sharing
from builder.services.people.accounts import create_guest
from builder.web.shared.message_storage import PrefixedCookieStorage
from builder.web.sharing import revalidation
from tests.support.accounts import browser
from tests.support.api_client import Answer
from tests.support.events import roster_of
from tests.support.rulings import create_list_by_first_revision, load_revision


@pytest.fixture
def row(alice: User, catalogues: Catalogues, reavers: Document) -> CompanyList:
    """Alice's list by revision 1 of the rulings."""
    return create_list_by_first_revision(alice, catalogues, reavers)


@pytest.fixture(params=["public list", "list by link", "roster by link", "frozen roster"])
def address(row: CompanyList, request: pytest.FixtureRequest) -> str:
    """An address at which anyone can read the list or one of its rosters."""
    roster = row.rosters.order_by("position")[0].public_id
    match request.param:
        case "public list":
            gallery.publish_list(row)
            return f"/gallery/{row.public_id}/"
        case "list by link":
            return f"/shared/{sharing.create_link(row)}/"
        case "roster by link":
            return f"/r/{sharing.create_live_link(row, roster)}/"
    return f"/r/{sharing.create_frozen_link(row, roster).secret}/"


def get_again(client: Client, address: str, first: Answer) -> Answer:
    """Return the response to a browser that has the first one."""
    return client.get(address, headers={"If-None-Match": first["ETag"]})


def test_an_unchanged_page_is_not_built_again(
    address: str, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    client = Client()
    first = client.get(address)
    assert first["Cache-Control"] == "private, no-cache"
    with django_assert_max_num_queries(2):
        again = get_again(client, address, first)
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    for answer in (first, again):
        assert "Cookie" in answer["Vary"]
        assert answer.headers.get("X-Robots-Tag") == (None if "gallery" in address else "noindex")


def test_the_form_of_a_confirmed_page_still_works(address: str) -> None:
    """The token in the page fits the reader's cookie. Another browser gets a page with its own token."""
    client = Client(enforce_csrf_checks=True)
    first = client.get(address)
    assert get_again(client, address, first).status_code == 304
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', first.content.decode())
    assert token
    assert get_again(Client(), address, first).status_code == 200
    assert client.post(f"{address}copy/", {"csrfmiddlewaretoken": token[1]}).status_code == 302


@pytest.fixture
def by_link(row: CompanyList) -> str:
    """The address of the list by its link."""
    return f"/shared/{sharing.create_link(row)}/"


CHANGES: dict[str, Callable[[CompanyList, Catalogues], object]] = {
    "details": lambda row, _: lists.save_details(row, None, name="Dawn", setting="", background=""),
    "profile": lambda row, _: profiles.remove_profile(row, "captain"),
    "roster": lambda row, _: rosters.remove_roster(row, roster_of(row).public_id),
    "owner's name": lambda row, _: User.objects.filter(lists=row).update(username="alicia"),
    "number of copies": lambda row, _: gallery.count_copy(row),
    "rulings": lambda _, catalogues: load_revision(catalogues, 2, "error"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_of_anything_on_the_page_is_shown(
    row: CompanyList, by_link: str, catalogues: Catalogues, change: str
) -> None:
    client = Client()
    first = client.get(by_link)
    CHANGES[change](row, catalogues)
    again = get_again(client, by_link, first)
    assert again.status_code == 200
    assert again["ETag"] != first["ETag"]


def test_new_rulings_are_shown_on_a_frozen_roster(row: CompanyList, catalogues: Catalogues) -> None:
    address = f"/r/{sharing.create_frozen_link(row, roster_of(row).public_id).secret}/"
    client = Client()
    first = client.get(address)
    lists.save_details(row, None, name="Dawn", setting="", background="")
    assert get_again(client, address, first).status_code == 304
    load_revision(catalogues, 2, "error")
    assert "The rulings have changed since" in get_again(client, address, first).content.decode()


def test_a_new_release_is_shown(by_link: str, monkeypatch: pytest.MonkeyPatch) -> None:
    client = Client()
    first = client.get(by_link)
    monkeypatch.setattr(revalidation, "_release_digest", lambda: "the next release")
    assert get_again(client, by_link, first).status_code == 200


def test_a_page_that_cannot_be_read_any_more_is_not_confirmed(row: CompanyList, address: str) -> None:
    client = Client()
    first = client.get(address)
    CompanyList.objects.filter(pk=row.pk).update(hidden_at=timezone.now())
    assert get_again(client, address, first).status_code == 404
    CompanyList.objects.filter(pk=row.pk).update(hidden_at=None, link=None, published_at=None)
    Roster.objects.update(link=None)
    FrozenLink.objects.all().delete()
    assert get_again(client, address, first).status_code == 404


def test_readers_with_a_session_always_get_the_page(address: str, alice: User, bob: User) -> None:
    """The owner, other users and guests."""
    first = Client().get(address)
    for user in (alice, bob, create_guest()):
        client = browser(user)
        client.cookies[settings.CSRF_COOKIE_NAME] = first.cookies[settings.CSRF_COOKIE_NAME].value
        answer = get_again(client, address, first)
        assert answer.status_code == 200
        assert "ETag" not in answer
        stored = "private, no-cache" if "gallery" in address else "private, no-store"
        assert answer["Cache-Control"] == stored


def test_pages_with_messages_or_a_search_are_not_confirmed(by_link: str) -> None:
    client = Client()
    first = client.get(by_link)
    assert "ETag" not in client.get(by_link, {"find": "captain"})
    client.cookies[PrefixedCookieStorage.cookie_name] = "a message"
    assert "ETag" not in get_again(client, by_link, first)


def test_a_sample_is_confirmed(catalogues: Catalogues) -> None:
    call_command("load_samples", verbosity=0)
    client = Client()
    first = client.get("/samples/drop-reavers/")
    assert get_again(client, "/samples/drop-reavers/", first).status_code == 304
