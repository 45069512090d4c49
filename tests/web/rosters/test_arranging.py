"""Rosters of a list: started, duplicated, removed and restored, with and without JavaScript."""

import re
from collections.abc import Mapping, Sequence

import pytest
from django.test import Client
from pytest_django import Settings

from builder.models import CompanyList, Roster, RosterEntry
from builder.services import rosters
from builder.services.profiles import remove_profile
from tests.support.html_forms import HTMX
from tests.support.transactions import rolled_back

NOTICE = 'id="notices" hx-swap-oob="innerHTML">'


@pytest.fixture
def night(alices_list: CompanyList) -> str:
    """The id of "Night drop", the first of alice's two rosters. The other is "Vault job"."""
    return Roster.objects.get(company_list=alices_list, name="Night drop").public_id


def names(row: CompanyList) -> list[str]:
    shown = Roster.objects.filter(company_list=row, removed_at=None).order_by("position")
    return list(shown.values_list("name", flat=True))


def entries(row: CompanyList, name: str) -> list[tuple[str, int]]:
    of_it = RosterEntry.objects.filter(roster__company_list=row, roster__name=name).order_by("position")
    return list(of_it.values_list("profile_key", "count"))


# ------------------------------------------------------------------ starting one


def test_a_new_roster_opens_with_one_of_each_ticked_profile(
    address: str, alices_list: CompanyList, client: Client
) -> None:
    sent = {"name": " Friday ", "limit": "500", "other": "", "pick": ["captain", "reaver", "captain"]}
    answer = client.post(f"{address}rosters/", sent)
    roster = Roster.objects.get(company_list=alices_list, name="Friday")
    assert (answer.status_code, answer["Location"]) == (302, f"{address}rosters/{roster.public_id}/")
    assert roster.limit == 500
    assert names(alices_list) == ["Night drop", "Vault job", "Friday"]
    assert entries(alices_list, "Friday") == [("captain", 1), ("reaver", 1)]
    assert client.get(answer["Location"]).status_code == 200


def test_a_new_roster_needs_neither_name_nor_profiles_and_any_limit(
    address: str, alices_list: CompanyList, client: Client
) -> None:
    for sent, limit in (
        ({"limit": "750"}, 750),
        ({"limit": "750", "other": " 640 "}, 640),
        ({"other": "0"}, 0),
        ({"other": "1000000"}, 1_000_000),
    ):
        assert client.post(f"{address}rosters/", sent).status_code == 302
        assert Roster.objects.latest("pk").limit == limit
    assert entries(alices_list, "") == []


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "htmx"])
def test_invalid_new_rosters_are_rejected(
    address: str, alices_list: CompanyList, client: Client, headers: dict[str, str]
) -> None:
    sent: Mapping[str, Sequence[str]]
    for sent, message in (
        ({}, "Game size is blank"),
        ({"limit": " "}, "Game size is blank"),
        ({"limit": "many"}, "Game size is not a whole number"),
        ({"limit": "750", "other": "7.5"}, "Game size is not a whole number"),
        ({"other": "-1"}, "Game size is below 0"),
        ({"other": "1000001"}, "Game size is too large"),
        ({"other": "9" * 5000}, "Game size is too large"),
        ({"other": "\u0667\u0665\u0660"}, "Game size is not a whole number"),
        ({"other": "<b>"}, 'value="&lt;b&gt;"'),
        ({"other": "7\0"}, "Game size is not a whole number"),
        ({"limit": "750", "name": "x" * 5000}, "at most 200 characters, not 5,000.<"),
        ({"limit": "750", "pick": "a b"}, "entries[0].profile is not a key"),
        ({"limit": "750", "pick": "a\0b"}, "entries[0].profile contains the control character"),
        ({"limit": "750", "pick": [f"p{n}" for n in range(301)]}, "at most 300 entries"),
    ):
        answer = client.post(f"{address}rosters/", sent, headers=headers)
        assert answer.status_code == 400
        assert message in answer.content.decode()
    assert names(alices_list) == ["Night drop", "Vault job"]


def test_the_form_of_a_rejected_roster_keeps_the_input(address: str, client: Client) -> None:
    sent = {"name": "Friday", "limit": "1000", "other": "7.5", "pick": ["reaver"]}
    page = client.post(f"{address}rosters/", sent).content.decode()
    form = page[page.index('id="new-roster"') :]
    assert 'name="name" value="Friday"' in form
    assert 'value="1000" checked' in form
    assert 'value="7.5" aria-invalid="true" aria-describedby="roster-other-error" autofocus>' in form
    assert re.findall(r'value="(\w+)" checked><span>', form) == ["reaver"]
    assert "from 0 to 1,000,000." in form[form.index('id="roster-other-error"') :]


def test_a_profile_removed_elsewhere_stays_ticked(
    address: str, alices_list: CompanyList, client: Client
) -> None:
    remove_profile(alices_list, "captain")
    client.post(f"{address}rosters/", {"limit": "750", "pick": ["captain", "reaver"]})
    assert entries(alices_list, "") == [("captain", 1), ("reaver", 1)]


@pytest.mark.parametrize("what", ["", "{}/duplicate/"])
def test_a_roster_above_the_limit_is_rejected(
    address: str, alices_list: CompanyList, night: str, client: Client, settings: Settings, what: str
) -> None:
    settings.MUSTERBOOK_MAX_ROSTERS = 2
    answer = client.post(f"{address}rosters/{what.format(night)}", {"limit": "500"})
    assert answer.status_code == 400
    assert b"A list can have at most 2 rosters" in answer.content
    assert names(alices_list) == ["Night drop", "Vault job"]


# ------------------------------------------------------------------ duplicating


def test_a_duplicate_follows_its_original(
    address: str, alices_list: CompanyList, night: str, client: Client
) -> None:
    notice = "“Night drop 2” is a copy. It is below the original."
    with rolled_back():
        page = client.post(f"{address}rosters/{night}/duplicate/", headers=HTMX).content.decode()
    assert page.startswith('<section class="section" id="rosters"')
    assert page.index(f'id="r-{night}"') < page.index(">Night drop 2</a>") < page.index(">Vault job</a>")
    assert f'{NOTICE}<p class="notice">{notice}</p>' in page
    assert 'id="profiles"' not in page
    assert "<html" not in page
    answer = client.post(f"{address}rosters/{night}/duplicate/")
    roster = Roster.objects.get(company_list=alices_list, name="Night drop 2")
    assert answer["Location"] == f"{address}#r-{roster.public_id}"
    assert names(alices_list) == ["Night drop", "Night drop 2", "Vault job"]
    assert entries(alices_list, "Night drop 2") == entries(alices_list, "Night drop")
    assert notice in client.get(address).content.decode()


def test_a_copy_with_another_limit_opens(
    address: str, alices_list: CompanyList, night: str, client: Client
) -> None:
    answer = client.post(f"{address}rosters/{night}/duplicate/", {"limit": "1000"})
    roster = Roster.objects.get(company_list=alices_list, name="Night drop 2")
    assert roster.limit == 1000
    assert answer["Location"] == f"{address}rosters/{roster.public_id}/"


@pytest.mark.parametrize("limit", ["", "many", "-1", "1000001", "9" * 5000])
def test_a_copy_with_an_invalid_limit_is_rejected(
    address: str, alices_list: CompanyList, night: str, client: Client, limit: str
) -> None:
    answer = client.post(f"{address}rosters/{night}/duplicate/", {"limit": limit})
    assert answer.status_code == 400
    page = answer.content.decode()
    assert "write a whole number from 0 to 1,000,000." in page[page.index('id="copy-limit-error"') :]
    assert f'action="{address}rosters/{night}/duplicate/"' in page
    assert names(alices_list) == ["Night drop", "Vault job"]


# ------------------------------------------------------------------ removing


def test_removing_a_roster_can_be_undone(
    address: str, alices_list: CompanyList, night: str, client: Client
) -> None:
    """At once and later. A roster in the list has no Undo."""
    assert b"Undo" not in client.get(f"{address}?removed_roster={night}").content
    answer = client.post(f"{address}rosters/{night}/remove/")
    assert answer["Location"] == f"{address}?removed_roster={night}"
    page = client.get(answer["Location"]).content.decode()
    restore = f"{address}rosters/{night}/restore/"
    assert f'<form class="notice" method="post" action="{restore}" hx-post="{restore}"' in page
    assert "<span>“Night drop” is removed.</span> <button autofocus>Undo</button>" in page
    page = client.get(address).content.decode()
    assert "Removed rosters (1)" in page
    assert f'formaction="{restore}"' in page
    assert names(alices_list) == ["Vault job"]
    answer = client.post(restore)
    assert answer["Location"] == f"{address}#r-{night}"
    assert names(alices_list) == ["Night drop", "Vault job"]


def test_removing_by_htmx_can_be_undone(address: str, night: str, client: Client) -> None:
    page = client.post(f"{address}rosters/{night}/remove/", headers=HTMX).content.decode()
    notices = page[page.index(NOTICE) :]
    assert f'action="{address}rosters/{night}/restore/"' in notices
    assert 'hx-target="#rosters"' in notices
    assert f'id="r-{night}"' not in page
    page = client.post(f"{address}rosters/{night}/restore/", headers=HTMX).content.decode()
    assert f'id="r-{night}"' in page
    assert "“Night drop” is back." in page


# ------------------------------------------------------------------ what is not there


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "htmx"])
def test_a_roster_removed_for_good_is_reported_without_undo(
    address: str, client: Client, headers: dict[str, str]
) -> None:
    for what in ("duplicate", "remove", "restore"):
        answer = client.post(f"{address}rosters/bcdfghjkmnpq/{what}/", headers=headers)
        assert answer.status_code == 404
        assert "This roster is no longer in the list." in answer.content.decode()
        assert b"bcdfghjkmnpq/restore" not in answer.content


@pytest.mark.parametrize("what", ["duplicate", "remove"])
def test_a_roster_removed_elsewhere_is_reported_with_undo(
    address: str, alices_list: CompanyList, night: str, client: Client, what: str
) -> None:
    rosters.remove_roster(alices_list, night)
    restore = f'action="{address}rosters/{night}/restore/"'
    answer = client.post(f"{address}rosters/{night}/{what}/", headers=HTMX)
    page = answer.content.decode()
    assert answer.status_code == 404
    assert page.startswith('<section class="section" id="rosters"')
    notices = page[page.index(NOTICE) :]
    assert "This roster is no longer in the list." in notices
    assert restore in notices
    assert "Restore</button>" in notices
    page = client.post(f"{address}rosters/{night}/{what}/", follow=True).content.decode()
    assert '<p class="notice trouble">This roster is no longer in the list.</p>' in page
    assert restore in page


# ------------------------------------------------------------------ focus, and profiles that change


def test_the_focus_goes_to_the_duplicated_or_restored_roster(
    address: str, night: str, client: Client
) -> None:
    page = client.post(f"{address}rosters/{night}/duplicate/", headers=HTMX).content.decode()
    assert page.count("autofocus") == 1
    assert " autofocus>Night drop 2</a>" in page
    page = client.post(f"{address}rosters/{night}/remove/", headers=HTMX).content.decode()
    assert page.count("autofocus") == page.count("<button autofocus>Undo</button>") == 1
    page = client.post(f"{address}rosters/{night}/restore/", headers=HTMX).content.decode()
    assert f'<a href="{address}rosters/{night}/" autofocus>Night drop</a>' in page


def test_removing_a_profile_updates_the_points_of_rosters(address: str, night: str, client: Client) -> None:
    page = client.post(f"{address}profiles/captain/remove/", headers=HTMX).content.decode()
    aside = page[page.index('id="rosters"') :]
    assert aside.startswith('id="rosters" aria-labelledby="rosters-head" hx-swap-oob="true">')
    row = aside[aside.index(f'id="r-{night}"') : aside.index("</article>")]
    assert "<b>534</b> of 750 points" in row  # 739 with the captain, who costs 205
    assert "Legal" not in row
    assert f'<a data-level="error" href="{address}rosters/{night}/#findings">1 error' in row


def test_ticked_profiles_stay_ticked_as_profiles_change(address: str, client: Client) -> None:
    sent = {"pick": ["reaver", "captain", "nobody"]}
    page = client.post(f"{address}profiles/captain/duplicate/", sent, headers=HTMX).content.decode()
    ticks = page[page.index('<ul id="ticks" hx-swap-oob="innerHTML">') :]
    assert re.findall(r'value="([^"]+)" checked', ticks) == ["captain", "reaver"]
    assert 'value="captain-2"' in ticks
