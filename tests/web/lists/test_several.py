"""My lists: searched, tagged, sorted and paginated; and actions on several lists."""

import io
import json
import re
from collections.abc import Iterator
from zipfile import ZipFile

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, DjangoDbBlocker

from builder.documents import load_list
from builder.exports.json import document_text
from builder.models import CompanyList, OwnTag, User
from builder.services import gallery
from builder.services import lists as services
from builder.services.sharing import create_link
from builder.services.tags import tag_lists
from tests.support.transactions import loaded_database

SEVERAL = "/lists/several/"


@pytest.fixture(scope="module")
def fridas_lists(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[list[CompanyList]]:
    """200 lists of frida, whom no other test here uses. They are created once."""
    with loaded_database(django_db_blocker):
        frida = User.objects.create(username="frida")
        yield [services.create_list(frida, "unbridled-fury", "0.9.0", f"Company {n:03}") for n in range(200)]


@pytest.fixture
def frida(fridas_lists: list[CompanyList], db: None) -> User:
    """The owner of 200 lists."""
    return User.objects.get(username="frida")


@pytest.fixture
def many(frida: User, fridas_lists: list[CompanyList], client: Client) -> list[CompanyList]:
    """The 200 lists of frida, who is logged in."""
    client.force_login(frida)
    return fridas_lists


def shown(page: str) -> list[str]:
    """Return the names of the lists on a page, in order."""
    return re.findall(r'<h2><a href="/lists/\w{12}/">(.*?)</a></h2>', page)


def test_lists_are_paginated_in_any_order(many: list[CompanyList], client: Client) -> None:
    result, address, pages = [], "/lists/?sort=name", 0
    while address:
        page = client.get(address).content.decode()
        result += shown(page)
        pages += 1
        older = re.search(r'rel="next" href="(.*?)"', page)
        address = older[1].replace("&amp;", "&") if older else ""
    assert pages == 7
    assert result == [row.name for row in many]
    assert shown(client.get("/lists/").content.decode())[0] == "Company 199"
    assert shown(client.get("/lists/?sort=name&page=99").content.decode())[-1] == "Company 199"


def test_queries_are_the_same_for_200_lists(
    frida: User, many: list[CompanyList], client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    tag_lists(frida, many[:150], "Moon")
    with django_assert_num_queries(9):
        page = client.get("/lists/?tag=moon").content.decode()
    assert "150 of 200 lists" in page
    assert len(shown(page)) == 30


def test_a_search_finds_by_name_setting_game_and_tag(
    alice: User, alices_list: CompanyList, tin_list: CompanyList, client: Client
) -> None:
    client.force_login(alice)
    tag_lists(alice, [tin_list], "Café night")
    for search, names in {
        "drop mol": [alices_list.name],
        "CLEAR SKY": [alices_list.name],
        "tin": [tin_list.name],
        "cafe": [tin_list.name],
        "nothing": [],
    }.items():
        page = client.get("/lists/", {"q": search}).content.decode()
        assert shown(page) == names, search
    assert "No results." in page
    page = client.get("/lists/?tag=CAFE+NIGHT").content.decode()
    assert shown(page) == [tin_list.name]
    assert "#Café night" in page
    assert "Ignored in the address" in client.get("/lists/?tag=other").content.decode()
    games = client.get("/lists/?q=a&tag=cafe+night").content.decode()
    assert 'href="/lists/?q=a&amp;tag=cafe+night&amp;game=tin-soldiers"' in games


def test_deleting_several_lists_can_be_undone(many: list[CompanyList], client: Client) -> None:
    ids = [row.public_id for row in many[:3]]
    answer = client.post(SEVERAL, {"do": "delete", "pick": ids, "query": "sort=name&ticked=1"}, follow=True)
    assert answer.redirect_chain[0][0].startswith("/lists/?sort=name&deleted=")
    page = answer.content.decode()
    assert "3 lists are deleted." in page
    assert CompanyList.objects.filter(deleted_at=None).count() == 197
    picks = re.findall(r'<input type="hidden" name="pick" value="(\w+)">', page)
    assert set(picks) == set(ids)
    client.post(SEVERAL, {"do": "restore", "pick": picks})
    assert CompanyList.objects.filter(deleted_at=None).count() == 200


def test_several_lists_are_tagged_duplicated_and_exported(
    alice: User, alices_list: CompanyList, tin_list: CompanyList, client: Client
) -> None:
    client.force_login(alice)
    ids = [alices_list.public_id, tin_list.public_id]
    page = client.post(SEVERAL, {"do": "tag", "tag": "Moon", "pick": ids}, follow=True).content.decode()
    assert "2 lists tagged “Moon”." in page
    assert page.count("#Moon") == 2
    page = client.post(SEVERAL, {"do": "untag", "tag": "moon", "pick": ids[:1]}, follow=True).content.decode()
    assert page.count("#Moon") == 1
    answer = client.post(SEVERAL, {"do": "export", "pick": ids})
    archive = ZipFile(io.BytesIO(answer.getvalue()))
    assert sorted(archive.namelist()) == ["lists/molybdenian-drop-reavers.json", "lists/the-nursery.json"]
    assert archive.read("lists/the-nursery.json").decode() == document_text(load_list(tin_list))
    client.post(SEVERAL, {"do": "duplicate", "pick": ids})
    copies = CompanyList.objects.filter(copied_from__isnull=False)
    assert {(row.name, row.own_tags.count()) for row in copies} == {
        (f"{alices_list.name} 2", 0),
        (f"{tin_list.name} 2", 1),
    }


def test_lists_of_others_do_not_change(
    alice: User, alices_list: CompanyList, bobs_list: CompanyList, client: Client
) -> None:
    """And a request that the page has no button for changes nothing."""
    client.force_login(alice)
    for do in ("delete", "duplicate", "tag", "untag", "export", "restore"):
        deleted = timezone.now() if do == "restore" else None
        CompanyList.objects.filter(pk=bobs_list.pk).update(deleted_at=deleted)
        before = list(CompanyList.objects.order_by("pk").values())
        sent = {"do": do, "tag": "x", "pick": [bobs_list.public_id, "\0"]}
        assert "Select at least one list" in client.post(SEVERAL, sent, follow=True).content.decode()
        assert list(CompanyList.objects.order_by("pk").values()) == before
    for unknown, status in (({"do": "explode"}, 400), ({"do": "untag", "tag": "none"}, 404)):
        assert client.post(SEVERAL, {**unknown, "pick": alices_list.public_id}).status_code == status
    assert not OwnTag.objects.exists()


def test_tags_are_exported_renamed_and_removed(alice: User, alices_list: CompanyList, client: Client) -> None:
    client.force_login(alice)
    tag = tag_lists(alice, [alices_list], "Moon")
    archive = ZipFile(io.BytesIO(client.get("/account/export.zip").getvalue()))
    account = json.loads(archive.read("account.json"))
    assert account["tags"] == account["lists"][0]["tags"] == ["Moon"]
    assert "1 list<" in client.get("/lists/tags/").content.decode()
    address = f"/lists/tags/{tag.public_id}/"
    page = client.post(address, {"name": "Sun"}, follow=True).content.decode()
    assert "called “Sun” now" in page
    client.post(address, {"do": "remove", "name": "Sun"})
    assert not OwnTag.objects.exists()


def test_tags_are_shown_only_to_their_owner(
    alice: User, charlie: User, alices_list: CompanyList, client: Client
) -> None:
    tag_lists(alice, [alices_list], "Zanzibar")
    gallery.publish_list(alices_list)
    link = create_link(alices_list)
    client.force_login(charlie)
    for address in (
        "/gallery/", f"/gallery/{alices_list.public_id}/", f"/shared/{link}/", "/lists/", "/lists/tags/",
        f"/gallery/{alices_list.public_id}/document.json", f"/api/v1/lists/{alices_list.public_id}/summary",
        "/api/v1/gallery", "/api/v1/lists", "/api/v1/tags",
    ):  # fmt: skip
        answer = client.get(address)
        assert answer.status_code == 200
        assert "anzibar" not in answer.content.decode().lower(), address


def test_every_list_of_a_page_can_be_ticked_without_scripts(many: list[CompanyList], client: Client) -> None:
    page = client.get("/lists/?q=company").content.decode()
    assert "checked" not in page
    (address,) = re.findall(r'href="([^"]*ticked=1)"', page)
    assert client.get(address.replace("&amp;", "&")).content.decode().count(" checked") == 30
