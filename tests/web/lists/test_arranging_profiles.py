"""Profiles of a list: added, duplicated, moved, removed and restored, with and without JavaScript."""

import re

import pytest
from django.test import Client
from pytest_django import Settings

from builder.models import CompanyList, Profile
from builder.services.profiles import remove_profile
from tests.support.html_forms import HTMX
from tests.support.transactions import rolled_back

NO_LONGER_THERE = "This profile is no longer in the list."
BOTH_WAYS = pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "htmx"])


def keys(row: CompanyList) -> list[str]:
    shown = Profile.objects.filter(company_list=row, removed_at=None).order_by("position")
    return list(shown.values_list("key", flat=True))


def test_a_new_profile_opens_in_the_editor(address: str, alices_list: CompanyList, client: Client) -> None:
    """Its key is made from its name, even if the key is a word of the address."""
    for sent, key, name in (
        (" Drop Sister ", "drop-sister", "Drop Sister"),
        ("", "profile", ""),
        ("\u202eOdd\u2066 one\n", "odd-one", "Odd  one"),
        *((word, word, word) for word in ("add", "move", "restore")),
    ):
        answer = client.post(f"{address}profiles/", {"name": sent})
        assert (answer.status_code, answer["Location"]) == (302, f"{address}profiles/{key}/")
        assert Profile.objects.get(company_list=alices_list, key=key).name == name
        assert keys(alices_list)[-1] == key
        assert client.get(answer["Location"]).status_code == 200


@BOTH_WAYS
@pytest.mark.parametrize(
    ("path", "sent", "message"),
    [
        ("profiles/", {"name": "x" * 5000}, "not 5,000"),
        ("profiles/", {}, "at most 7"),
        ("profiles/captain/duplicate/", {}, "at most 7"),
    ],
)
def test_a_profile_above_a_limit_is_rejected(
    address: str,
    alices_list: CompanyList,
    client: Client,
    settings: Settings,
    path: str,
    sent: dict[str, str],
    message: str,
    headers: dict[str, str],
) -> None:
    settings.MUSTERBOOK_MAX_PROFILES = 8 if sent else 7
    answer = client.post(address + path, sent, headers=headers)
    assert answer.status_code == 400
    assert message in answer.content.decode()
    assert answer.get("HX-Retarget", "") == ("#notices" if headers else "")
    assert (b"<html" in answer.content) is not bool(headers)
    assert len(keys(alices_list)) == 7


def test_a_duplicate_follows_its_original(address: str, alices_list: CompanyList, client: Client) -> None:
    before = keys(alices_list)
    answer = client.post(f"{address}profiles/{before[0]}/duplicate/")
    assert answer["Location"] == f"{address}#p-{before[0]}-2"
    assert keys(alices_list) == [before[0], f"{before[0]}-2", *before[1:]]


# The place of a profile, the address of the request, the new place, and the page's message.
MOVES = [
    (3, "up", 2, "Moved up."),
    (3, "down", 4, "Moved down."),
    (3, "first", 0, "Moved to the first place."),
    (3, "last", 6, "Moved to the last place."),
    (0, "up", 0, "The profile is already first."),
    (0, "first", 0, "The profile is already first."),
    (6, "down", 6, "The profile is already last."),
    (6, "last", 6, "The profile is already last."),
    (3, "0", 0, "Moved to place 1 of 7."),  # dragged, and counted from 0
    (3, "5", 5, "Moved to place 6 of 7."),
    (3, "99", 6, "Moved to place 7 of 7."),
    (3, "3", 3, "The profile is already there."),
]


@BOTH_WAYS
def test_a_profile_moves(
    address: str, alices_list: CompanyList, client: Client, headers: dict[str, str]
) -> None:
    """The page opens again at the profile. htmx gets the profiles and a notice."""
    before = keys(alices_list)
    for place, to, target, message in MOVES:
        key = before[place]
        expected = [other for other in before if other != key]
        expected.insert(target, key)
        with rolled_back():
            answer = client.post(f"{address}profiles/{key}/move/", {"to": to}, headers=headers)
            assert keys(alices_list) == expected, (place, to)
            page = answer.content.decode() if headers else client.get(answer["Location"]).content.decode()
        assert answer.get("Location", "") == ("" if headers else f"{address}#p-{key}")
        assert page.startswith('<section class="section" id="profiles"') is bool(headers)
        assert re.findall(r'<article [^>]*id="p-([\w-]+)"', page) == expected
        notice = f'id="notices" hx-swap-oob="innerHTML"><p class="notice">{message}</p>'
        assert (notice in page) is bool(headers)


def test_moves_are_offered_as_far_as_there_are_places(
    address: str, alices_list: CompanyList, client: Client
) -> None:
    all_keys, offered = keys(alices_list), {}
    for left in (7, 3, 1):
        for key in all_keys[left:]:
            client.post(f"{address}profiles/{key}/remove/")
        page = client.get(f"{address}?move=captain").content.decode()
        offered[left] = re.findall(r'value="(\w+)" formaction="./profiles/captain/move/">Move', page)
    assert offered == {7: ["first", "up", "down", "last"], 3: ["up", "down"], 1: []}
    assert "/duplicate/" in page


@pytest.mark.parametrize("to", ["", "sideways", "-1", "1.5", "٣", "9" * 30])
def test_an_invalid_move_is_rejected(address: str, alices_list: CompanyList, client: Client, to: str) -> None:
    before = keys(alices_list)
    assert client.post(f"{address}profiles/captain/move/", {"to": to}).status_code == 400
    assert keys(alices_list) == before


def test_removing_a_profile_can_be_undone(address: str, alices_list: CompanyList, client: Client) -> None:
    """At once and later. A profile in the list has no Undo."""
    before, restore = keys(alices_list), f"{address}profiles/captain/restore/"
    assert b"Undo" not in client.get(f"{address}?removed=captain").content
    page = client.post(f"{address}profiles/captain/remove/", follow=True).content.decode()
    assert f'<form class="notice" method="post" action="{restore}"' in page
    assert keys(alices_list) == before[1:]
    page = client.get(address).content.decode()
    assert "Removed profiles (1)" in page
    assert f'formaction="{restore}"' in page
    client.post(restore)
    assert keys(alices_list) == before
    page = client.post(f"{address}profiles/captain/remove/", headers=HTMX).content.decode()
    assert f'action="{restore}"' in page
    assert 'id="p-captain"' not in page


@pytest.mark.parametrize("what", ["duplicate", "move", "remove"])
def test_a_profile_removed_elsewhere_is_reported_with_undo(
    address: str, alices_list: CompanyList, client: Client, what: str
) -> None:
    remove_profile(alices_list, "captain")
    path, restore = f"{address}profiles/captain/{what}/", f'action="{address}profiles/captain/restore/"'
    answer = client.post(path, {"to": "up"}, headers=HTMX)
    page = answer.content.decode()
    assert answer.status_code == 404
    assert page.startswith('<section class="section" id="profiles"')
    assert 'id="p-captain"' not in page
    notices = page[page.index('id="notices"') :]
    for words in (NO_LONGER_THERE, restore, "Restore</button>"):
        assert words in notices
    page = client.post(path, {"to": "up"}, follow=True).content.decode()
    assert f'<p class="notice trouble">{NO_LONGER_THERE}</p>' in page
    assert restore in page


@BOTH_WAYS
def test_a_profile_removed_for_good_is_reported_without_undo(
    address: str, client: Client, headers: dict[str, str]
) -> None:
    page = client.post(f"{address}profiles/nobody/restore/", headers=headers).content.decode()
    assert NO_LONGER_THERE in page
    assert "nobody/restore" not in page


def test_the_focus_goes_to_the_duplicated_or_restored_profile(address: str, client: Client) -> None:
    """After a move, the pressed button keeps it."""
    for action, sent, focused in (
        ("duplicate", {}, ['<a href="./profiles/captain-2/" autofocus>']),
        ("remove", {}, ["<button autofocus>Undo</button>"]),
        ("restore", {}, ['<a href="./profiles/captain/" autofocus>']),
        ("move", {"to": "down"}, []),
    ):
        page = client.post(f"{address}profiles/captain/{action}/", sent, headers=HTMX).content.decode()
        assert page.count("autofocus") == len(focused)
        assert all(element in page for element in focused)
    assert b"autofocus" not in client.get(address).content
