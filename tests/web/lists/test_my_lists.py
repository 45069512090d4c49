"""One's own lists: found again, started, deleted with Undo; nobody else's are seen."""

import re

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries, Settings

from builder.catalogue.files import Catalogues
from builder.models import CompanyList, User
from builder.services import lists as services

EDITION = {"edition": "unbridled-fury/0.9.0"}


def test_a_new_visitor_starts_a_list_as_a_guest(catalogues: Catalogues, client: Client) -> None:
    answer = client.post("/lists/start/", EDITION)
    row = CompanyList.objects.get()
    assert answer.status_code == 302
    assert answer["Location"] == f"/lists/{row.public_id}/"
    assert row.owner is not None
    assert row.owner.is_guest
    assert client.get(answer["Location"]).status_code == 200
    assert client.session.get_expiry_age() > 360 * 24 * 3600


def test_the_second_list_belongs_to_the_same_guest(catalogues: Catalogues, client: Client) -> None:
    client.post("/lists/start/", EDITION)
    client.post("/lists/start/", EDITION)
    assert User.objects.count() == 1
    assert CompanyList.objects.count() == 2


@pytest.mark.parametrize("edition", ["", "unbridled-fury", "unbridled-fury/9.9.9", "x/y/z", "\0/\0"])
def test_an_unknown_edition_is_rejected(catalogues: Catalogues, client: Client, edition: str) -> None:
    answer = client.post("/lists/start/", {"edition": edition})
    assert answer.status_code == 404
    assert b"No list was started." in answer.content
    assert not User.objects.exists()


def test_starting_a_list_needs_a_csrf_token(catalogues: Catalogues) -> None:
    answer = Client(enforce_csrf_checks=True).post("/lists/start/", EDITION)
    assert answer.status_code == 403
    assert b"The form has expired" in answer.content
    assert not CompanyList.objects.exists()


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
    client.force_login(alice)
    page = client.get("/lists/").content.decode()
    assert alices_list.name in page
    assert "7 profiles, 2 rosters</p>" in page


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
    page = client.get("/lists/?game=tin-soldiers").content.decode()
    assert f'href="/lists/{tin_list.public_id}/"' in page
    assert f'href="/lists/{alices_list.public_id}/"' not in page
    assert 'game=tin-soldiers" aria-current="true"' in page


@pytest.mark.parametrize("game", ["chess", "%00", "x" * 5000])
def test_a_filter_for_a_game_without_lists_is_ignored(
    alice: User, alices_list: CompanyList, client: Client, game: str
) -> None:
    """Of one game alone there is no filter at all."""
    client.force_login(alice)
    assert "games-shown" not in client.get("/lists/").content.decode()
    page = client.get(f"/lists/?game={game}").content.decode()
    assert "Ignored in the address:" in page
    assert f'href="/lists/{alices_list.public_id}/"' in page


def test_a_list_of_every_game_can_be_started(
    alice: User, alices_list: CompanyList, tin_list: CompanyList, client: Client
) -> None:
    client.force_login(alice)
    page = client.get("/lists/").content.decode()
    assert 'href="#start"' in page
    assert 'name="edition" value="tin-soldiers/0.1"' in page


def test_strangers_do_not_see_the_lists(alices_list: CompanyList, charlie: User, client: Client) -> None:
    client.force_login(charlie)
    page = client.get("/lists/").content.decode()
    assert alices_list.public_id not in page
    assert "You have no lists yet" in page


def test_a_request_without_a_session_gets_an_explanation(alices_list: CompanyList, client: Client) -> None:
    address = f"/lists/{alices_list.public_id}/"
    answer = client.get(address)
    assert answer.status_code == 302
    assert answer["Location"] == f"/account/login/?next={address}"
    assert "the browser that you made it in" in client.get(answer["Location"]).content.decode()


def test_deleting_a_list_can_be_undone(alice: User, alices_list: CompanyList, client: Client) -> None:
    client.force_login(alice)
    answer = client.post(f"/lists/{alices_list.public_id}/delete/", follow=True)
    restore = reverse("restore", args=(alices_list.public_id,))
    assert f'action="{restore}"' in answer.content.decode()
    assert client.get(f"/lists/{alices_list.public_id}/").status_code == 404
    client.post(restore)
    assert client.get(f"/lists/{alices_list.public_id}/").status_code == 200


def test_undo_is_offered_only_to_the_owner(
    alice: User, alices_list: CompanyList, charlie: User, client: Client
) -> None:
    services.delete_list(alices_list)
    client.force_login(charlie)
    assert b"Undo" not in client.get(f"/lists/?deleted={alices_list.public_id}").content
    assert client.post(f"/lists/{alices_list.public_id}/restore/").status_code == 404


def test_a_deleted_list_can_be_restored_later(alice: User, alices_list: CompanyList, client: Client) -> None:
    client.force_login(alice)
    assert b"Deleted lists" not in client.get("/lists/").content
    services.delete_list(alices_list)
    page = client.get("/lists/").content.decode()
    assert "Deleted lists (1)" in page
    assert alices_list.name in page
    restore = reverse("restore", args=(alices_list.public_id,))
    assert f'formaction="{restore}"' in page
    client.post(restore)
    assert b"Deleted lists" not in client.get("/lists/").content


@pytest.mark.parametrize("count", [1, 12])
def test_queries_do_not_grow_with_the_deleted_lists(
    alice: User,
    catalogues: Catalogues,
    client: Client,
    count: int,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    services.create_list(alice, "unbridled-fury", "0.9.0")
    for _ in range(count):
        services.delete_list(services.create_list(alice, "unbridled-fury", "0.9.0"))
    client.force_login(alice)
    # Session, user, lists, their tags, all tags, the lists of the page with their counts, deleted lists,
    # editions, samples to start from: none is loaded.
    with django_assert_num_queries(9):
        page = client.get("/lists/").content.decode()
    assert f"Deleted lists ({count})" in page


def test_deleted_lists_are_shown_only_to_their_owner(
    alices_list: CompanyList, charlie: User, client: Client
) -> None:
    services.delete_list(alices_list)
    assert alices_list.public_id not in client.get("/lists/").content.decode()
    client.force_login(charlie)
    assert alices_list.public_id not in client.get("/lists/").content.decode()


def test_an_invisible_name_is_shown_as_missing(alice: User, alices_list: CompanyList, client: Client) -> None:
    CompanyList.objects.filter(pk=alices_list.pk).update(name="\u200b ")
    client.force_login(alice)
    address = f"/lists/{alices_list.public_id}/"
    assert f'<a href="{address}">Unnamed list</a>' in client.get("/lists/").content.decode()
    assert "<h1>Unnamed list</h1>" in client.get(address).content.decode()
    page = client.post(f"{address}delete/", follow=True).content.decode()
    assert "“Unnamed list” is deleted." in page
    assert "<span>Unnamed list</span>" in page


def test_everybody_can_read_and_copy_a_sample(catalogues: Catalogues, client: Client) -> None:
    call_command("load_samples", verbosity=0)
    page = client.get("/samples/drop-reavers/").content.decode()
    assert "Copy to my lists" in page
    assert "Remove</button>" not in page
    answer = client.post("/samples/drop-reavers/")
    copy = CompanyList.objects.get(sample=None)
    assert answer["Location"] == f"/lists/{copy.public_id}/"
    assert copy.profiles.count() == CompanyList.objects.get(sample="drop-reavers").profiles.count()


def test_an_unknown_sample_is_not_found(catalogues: Catalogues, client: Client) -> None:
    assert client.get("/samples/nothing-here/").status_code == 404
    assert client.post("/samples/nothing-here/").status_code == 404
    assert not User.objects.exists()
