"""My lists: found, created, deleted with Undo; other users' lists never appear."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from builder.catalogue.files import Catalogues
from builder.models import CompanyList, User
from builder.services import lists as services

EDITION = {"edition": "unbridled-fury/0.9.0"}


def test_a_new_visitor_starts_lists_as_a_guest(catalogues: Catalogues, client: Client) -> None:
    answer = client.post("/lists/start/", EDITION)
    row = CompanyList.objects.get()
    assert answer.status_code == 302
    assert answer["Location"] == f"/lists/{row.public_id}/"
    assert row.owner is not None
    assert row.owner.is_guest
    assert client.get(answer["Location"]).status_code == 200
    assert client.session.get_expiry_age() > 360 * 24 * 3600
    client.post("/lists/start/", EDITION)
    assert [owner.lists.count() for owner in User.objects.all()] == [2]


@pytest.mark.parametrize("edition", ["", "unbridled-fury", "unbridled-fury/9.9.9", "x/y/z", "\0/\0"])
def test_an_unknown_edition_is_rejected(catalogues: Catalogues, client: Client, edition: str) -> None:
    answer = client.post("/lists/start/", {"edition": edition})
    assert answer.status_code == 404
    assert b"No list was started." in answer.content
    assert not User.objects.exists()


def test_a_list_above_the_limit_is_rejected(
    alice: User, alices_list: CompanyList, client: Client, settings: Settings
) -> None:
    settings.MUSTERBOOK_MAX_LISTS_PER_USER = 1
    client.force_login(alice)
    answer = client.post("/lists/start/", EDITION)
    assert answer.status_code == 400
    assert b"1 lists" in answer.content
    assert CompanyList.objects.count() == 1


def test_my_lists_are_shown_with_their_profiles_counted(
    alice: User, alices_list: CompanyList, client: Client
) -> None:
    """With lists of one game there is no filter by game, and one in the address is ignored."""
    client.force_login(alice)
    page = client.get("/lists/").content.decode()
    assert alices_list.name in page
    assert "7 profiles, 2 rosters</p>" in page
    assert "games-shown" not in page
    for game in ("chess", "%00", "x" * 5000):
        page = client.get(f"/lists/?game={game}").content.decode()
        assert "Ignored in the address:" in page
        assert f'href="/lists/{alices_list.public_id}/"' in page


def test_lists_of_several_games_are_filtered_by_game(
    alice: User, alices_list: CompanyList, tin_list: CompanyList, client: Client
) -> None:
    client.force_login(alice)
    page = client.get("/lists/").content.decode()
    nav = page.partition('<nav class="games-shown"')[2].partition("</nav>")[0]
    links = re.findall(r'<a href="(.*?)"( aria-current="true")?>([^<]*) <span class="soft">(\d+)', nav)
    assert links == [
        ("/lists/", ' aria-current="true"', "All games", "2"),
        ("/lists/?game=tin-soldiers", "", "Tin Soldiers", "1"),
        ("/lists/?game=unbridled-fury", "", "Unbridled Fury", "1"),
    ]
    assert 'href="#start"' in page
    assert 'name="edition" value="tin-soldiers/0.1"' in page
    page = client.get("/lists/?game=tin-soldiers").content.decode()
    assert f'href="/lists/{tin_list.public_id}/"' in page
    assert f'href="/lists/{alices_list.public_id}/"' not in page
    assert 'game=tin-soldiers" aria-current="true"' in page


def test_strangers_see_neither_the_lists_nor_deleted_ones(
    alices_list: CompanyList, charlie: User, client: Client
) -> None:
    client.force_login(charlie)
    for deleted in (None, timezone.now()):
        CompanyList.objects.update(deleted_at=deleted)
        page = client.get("/lists/").content.decode()
        assert alices_list.public_id not in page
        assert "You have no lists yet" in page
        assert b"Undo" not in client.get(f"/lists/?deleted={alices_list.public_id}").content


def test_deleting_a_list_can_be_undone(alice: User, alices_list: CompanyList, client: Client) -> None:
    """At once and later, until a date that the page names."""
    client.force_login(alice)
    assert b"Deleted lists" not in client.get("/lists/").content
    page = client.post(f"/lists/{alices_list.public_id}/delete/", follow=True).content.decode()
    restore = reverse("restore", args=(alices_list.public_id,))
    assert f'action="{restore}"' in page
    assert client.get(f"/lists/{alices_list.public_id}/").status_code == 404
    page = client.get("/lists/").content.decode()
    assert "Deleted lists (1)" in page
    assert alices_list.name in page
    assert f'formaction="{restore}"' in page
    day = timezone.now() + timedelta(days=30)
    assert re.findall(r"restorable until <time[^>]*>([^<]+)</time>", page) == [f"{day.day} {day:%B %Y}"]
    client.post(restore)
    assert client.get(f"/lists/{alices_list.public_id}/").status_code == 200
    assert b"Deleted lists" not in client.get("/lists/").content
    services.delete_list(alices_list)
    CompanyList.objects.update(deleted_at=timezone.now() - timedelta(days=31))
    assert b"Deleted lists" not in client.get("/lists/").content
    assert client.post(restore).status_code == 404


def test_an_unknown_sample_is_not_found(catalogues: Catalogues, client: Client) -> None:
    assert client.get("/samples/nothing-here/").status_code == 404
    assert client.post("/samples/nothing-here/").status_code == 404
    assert not User.objects.exists()
