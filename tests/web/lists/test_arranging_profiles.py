"""Profiles of a list: added, duplicated, moved, removed and put back, with JavaScript and without."""

import pytest
from django.test import Client
from pytest_django import Settings

from builder.models import CompanyList, Profile
from builder.services.profiles import remove_profile
from tests.support.html_forms import HTMX


def keys(row: CompanyList) -> list[str]:
    shown = Profile.objects.filter(company_list=row, removed_at=None).order_by("position")
    return list(shown.values_list("key", flat=True))


def test_a_new_profile_opens_in_the_editor(address: str, alices_list: CompanyList, client: Client) -> None:
    answer = client.post(f"{address}profiles/", {"name": " Drop Sister "})
    assert (answer.status_code, answer["Location"]) == (302, f"{address}profiles/drop-sister/")
    assert Profile.objects.get(company_list=alices_list, key="drop-sister").name == "Drop Sister"
    assert keys(alices_list)[-1] == "drop-sister"


def test_a_profile_can_be_added_without_a_name(
    address: str, alices_list: CompanyList, client: Client
) -> None:
    answer = client.post(f"{address}profiles/")
    assert answer["Location"] == f"{address}profiles/profile/"


def test_a_too_long_name_is_rejected(address: str, alices_list: CompanyList, client: Client) -> None:
    answer = client.post(f"{address}profiles/", {"name": "x" * 5000})
    assert answer.status_code == 400
    assert "not 5,000" in answer.content.decode()
    assert len(keys(alices_list)) == 7


@pytest.mark.parametrize("what", ["profiles/", "profiles/captain/duplicate/"])
def test_a_profile_above_the_limit_is_rejected(
    address: str, alices_list: CompanyList, client: Client, settings: Settings, what: str
) -> None:
    settings.MUSTERBOOK_MAX_PROFILES = 7
    answer = client.post(address + what)
    assert answer.status_code == 400
    assert b"at most 7" in answer.content
    assert len(keys(alices_list)) == 7


def test_htmx_gets_a_rejection_as_a_notice(address: str, client: Client, settings: Settings) -> None:
    settings.MUSTERBOOK_MAX_PROFILES = 7
    answer = client.post(f"{address}profiles/captain/duplicate/", headers=HTMX)
    assert answer.status_code == 400
    assert answer["HX-Retarget"] == "#notices"
    assert b"<html" not in answer.content


def test_a_duplicate_follows_its_original(address: str, alices_list: CompanyList, client: Client) -> None:
    before = keys(alices_list)
    answer = client.post(f"{address}profiles/{before[0]}/duplicate/")
    assert answer["Location"] == f"{address}#p-{before[0]}-2"
    assert keys(alices_list) == [before[0], f"{before[0]}-2", *before[1:]]


@pytest.mark.parametrize(("to", "place"), [("up", 2), ("down", 4), ("first", 0), ("last", 6)])
def test_a_profile_moves(address: str, alices_list: CompanyList, client: Client, to: str, place: int) -> None:
    key = keys(alices_list)[3]
    answer = client.post(f"{address}profiles/{key}/move/", {"to": to})
    assert answer["Location"] == f"{address}#p-{key}"
    assert keys(alices_list)[place] == key


@pytest.mark.parametrize(
    ("place", "to", "message"),
    [
        (0, "up", "The profile is already first."),
        (0, "first", "The profile is already first."),
        (6, "down", "The profile is already last."),
        (6, "last", "The profile is already last."),
        (0, "last", "Moved to the last place."),
        (6, "first", "Moved to the first place."),
        (1, "up", "Moved up."),
    ],
)
def test_a_move_is_confirmed_in_words(
    address: str, alices_list: CompanyList, client: Client, place: int, to: str, message: str
) -> None:
    before = keys(alices_list)
    page = client.post(f"{address}profiles/{before[place]}/move/", {"to": to}, headers=HTMX).content.decode()
    assert f'<p class="notice">{message}</p>' in page
    assert (keys(alices_list) == before) is message.startswith("The profile is")


def test_first_and_last_are_offered_if_they_are_far(
    address: str, alices_list: CompanyList, client: Client
) -> None:
    last = '<button name="to" value="last" formaction="./profiles/captain/move/">Move last</button>'
    assert last in client.get(f"{address}?move=captain").content.decode()
    for key in keys(alices_list)[3:]:
        client.post(f"{address}profiles/{key}/remove/")
    page = client.get(f"{address}?move=captain").content.decode()
    assert last.replace("last", "down") in page
    assert last not in page


@pytest.mark.parametrize(
    ("to", "place", "message"),
    [("0", 0, "to place 1 of 7"), ("5", 5, "to place 6 of 7"), ("99", 6, "to place 7 of 7"), ("3", 3, "")],
)
def test_a_profile_moves_to_a_place(
    address: str, alices_list: CompanyList, client: Client, to: str, place: int, message: str
) -> None:
    """Counted from 0, as a hand that drags it lays it down."""
    key = keys(alices_list)[3]
    page = client.post(f"{address}profiles/{key}/move/", {"to": to}, headers=HTMX).content.decode()
    assert keys(alices_list)[place] == key
    assert (f"Moved {message}." if message else "The profile is already there.") in page


def test_a_single_profile_cannot_be_moved(address: str, alices_list: CompanyList, client: Client) -> None:
    for key in keys(alices_list)[1:]:
        client.post(f"{address}profiles/{key}/remove/")
    page = client.get(address).content.decode()
    assert "/duplicate/" in page
    assert "/move/" not in page


@pytest.mark.parametrize("to", ["", "sideways", "-1", "1.5", "٣", "9" * 30])
def test_an_invalid_move_is_rejected(address: str, alices_list: CompanyList, client: Client, to: str) -> None:
    before = keys(alices_list)
    assert client.post(f"{address}profiles/captain/move/", {"to": to}).status_code == 400
    assert keys(alices_list) == before


def test_htmx_gets_the_profiles_and_a_notice(address: str, alices_list: CompanyList, client: Client) -> None:
    key = keys(alices_list)[1]
    page = client.post(f"{address}profiles/{key}/move/", {"to": "up"}, headers=HTMX).content.decode()
    assert page.startswith('<section class="section" id="profiles"')
    assert page.index(f'id="p-{key}"') < page.index('id="p-captain"')
    assert 'id="notices" hx-swap-oob="innerHTML"><p class="notice">Moved up.</p>' in page
    assert "<html" not in page


def test_removing_a_profile_can_be_undone(address: str, alices_list: CompanyList, client: Client) -> None:
    before = keys(alices_list)
    page = client.post(f"{address}profiles/captain/remove/", follow=True).content.decode()
    restore = f"{address}profiles/captain/restore/"
    assert f'<form class="notice" method="post" action="{restore}"' in page
    assert keys(alices_list) == before[1:]
    client.post(restore)
    assert keys(alices_list) == before


def test_removing_by_htmx_can_be_undone(address: str, client: Client) -> None:
    page = client.post(f"{address}profiles/captain/remove/", headers=HTMX).content.decode()
    assert f'action="{address}profiles/captain/restore/"' in page
    assert 'id="p-captain"' not in page


def test_undo_is_not_offered_for_existing_profiles(address: str, client: Client) -> None:
    assert b"Undo" not in client.get(f"{address}?removed=captain").content


def test_removed_profiles_can_be_restored_later(address: str, client: Client) -> None:
    client.post(f"{address}profiles/captain/remove/")
    page = client.get(address).content.decode()
    assert "Removed profiles (1)" in page
    assert f'formaction="{address}profiles/captain/restore/"' in page


def test_profiles_of_any_name_have_a_url(address: str, client: Client) -> None:
    for name in ("add", "move", "restore"):
        answer = client.post(f"{address}profiles/", {"name": name})
        assert answer["Location"] == f"{address}profiles/{name}/"
        assert client.get(answer["Location"]).status_code == 200


@pytest.mark.parametrize("what", ["duplicate", "move", "remove"])
def test_htmx_gets_a_notice_if_a_profile_was_removed_elsewhere(
    address: str, alices_list: CompanyList, client: Client, what: str
) -> None:
    remove_profile(alices_list, "captain")
    answer = client.post(f"{address}profiles/captain/{what}/", {"to": "up"}, headers=HTMX)
    page = answer.content.decode()
    assert answer.status_code == 404
    assert page.startswith('<section class="section" id="profiles"')
    assert 'id="p-captain"' not in page
    notices = page[page.index('id="notices"') :]
    assert "This profile is no longer in the list." in notices
    assert f'action="{address}profiles/captain/restore/"' in notices
    assert "Restore</button>" in notices


@pytest.mark.parametrize("what", ["duplicate", "move", "remove"])
def test_without_javascript_a_profile_removed_elsewhere_is_reported(
    address: str, alices_list: CompanyList, client: Client, what: str
) -> None:
    remove_profile(alices_list, "captain")
    page = client.post(f"{address}profiles/captain/{what}/", {"to": "up"}, follow=True).content.decode()
    assert '<p class="notice trouble">This profile is no longer in the list.</p>' in page
    assert f'action="{address}profiles/captain/restore/"' in page


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_a_profile_removed_for_good_is_reported_without_undo(
    address: str, client: Client, headers: dict[str, str]
) -> None:
    page = client.post(f"{address}profiles/nobody/restore/", headers=headers).content.decode()
    assert "This profile is no longer in the list." in page
    assert "nobody/restore" not in page


def test_the_focus_goes_to_the_duplicated_or_restored_profile(address: str, client: Client) -> None:
    page = client.post(f"{address}profiles/captain/duplicate/", headers=HTMX).content.decode()
    assert '<a href="./profiles/captain-2/" autofocus>' in page
    assert page.count("autofocus") == 1
    page = client.post(f"{address}profiles/captain/remove/", headers=HTMX).content.decode()
    assert page.count("autofocus") == page.count("<button autofocus>Undo</button>") == 1
    page = client.post(f"{address}profiles/captain/restore/", headers=HTMX).content.decode()
    assert '<a href="./profiles/captain/" autofocus>' in page
    page = client.post(f"{address}profiles/captain/move/", {"to": "down"}, headers=HTMX).content.decode()
    assert "autofocus" not in page  # the button that was pressed keeps it
    assert b"autofocus" not in client.get(address).content
