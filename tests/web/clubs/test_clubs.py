"""The pages of clubs: create, view, change, share with, leave and dissolve a club."""

import re
from html import unescape

import pytest

from builder.models import Club, CompanyList, Event, Membership, Share, User
from builder.services.clubs.shares import share_with_club
from builder.services.lists import copy_list
from builder.services.people.accounts import create_guest
from tests.support.accounts import browser

FORM = {"name": "Tin Pot", "place": "Hull", "about": "*Tea* at six", "time_zone": "europe/london"}


def page(user: User | None, address: str, status: int = 200) -> str:
    answer = browser(user).get(address)
    assert answer.status_code == status, address
    return answer.content.decode()


@pytest.fixture
def at(club: Club) -> str:
    """Return the address of the club."""
    return f"/clubs/{club.public_id}/"


@pytest.fixture
def listed(club: Club) -> Club:
    """The club, as strangers see it."""
    Club.objects.filter(pk=club.pk).update(listed=True, about="Terrain *shared*.")
    return club


# ------------------------------------------------------------------ all clubs


def test_my_clubs_are_shown_with_my_role(listed: Club, dora: User, charlie: User) -> None:
    """Each club once, and not among the clubs to join."""
    mine = page(dora, "/clubs/")
    assert mine.count("The Iron Table") == 1
    assert "3 members" in mine
    assert "Organiser" in mine
    Club.objects.update(listed=False)
    assert "The Iron Table" not in page(charlie, "/clubs/")
    assert "In a club you share lists" in page(charlie, "/clubs/")


def test_without_an_account_the_page_explains_clubs(club: Club) -> None:
    for user in (None, create_guest()):
        result = page(user, "/clubs/")
        assert "You need an account" in result
        assert "/account/signup/?next=/clubs/" in result
        assert "Start a club" not in result


def test_listed_clubs_are_found_by_name_and_place(listed: Club, charlie: User, bob: User) -> None:
    Club.objects.create(name="Harbour Guard", place="Hull", listed=True)
    Club.objects.create(name="Secret Society", place="Hull")
    for search, there in (("", True), ("iron", True), ("LEEDS", True), ("iron leeds", True), ("hull", False)):
        shown_page = page(charlie, f"/clubs/?q={search}")
        assert ("The Iron Table" in shown_page) is there
        assert "Secret Society" not in shown_page
    assert "The Iron Table" in page(None, "/clubs/?q=table")
    assert "No results" in page(charlie, "/clubs/?q=nowhere")


def test_invalid_searches_cause_no_server_error(listed: Club, charlie: User) -> None:
    for query in (
        "q=%00", "q=%ED%A0%80", "page=0", "page=-1", "page=x", "page=99999999999", "q=" + "x" * 5000,
        "q=%25_",
    ):  # fmt: skip
        page(charlie, f"/clubs/?{query}")


def test_many_listed_clubs_are_paginated(charlie: User) -> None:
    Club.objects.bulk_create(Club(name=f"Club {number:03}", listed=True) for number in range(120))
    first, last = page(charlie, "/clubs/?q=club"), page(charlie, "/clubs/?q=club&page=4")
    assert "Club 029" in first
    assert "Club 030" not in first
    assert "?q=club&amp;page=2#listed" in first
    assert "Page 4 of 4" in last
    assert "Club 119" in last
    assert page(charlie, "/clubs/?q=club&page=9").count("<h3>") == 30


# ------------------------------------------------------------------ founding


def test_a_club_is_created(alice: User) -> None:
    client = browser(alice)
    assert 'list="time-zones"' in client.get("/clubs/found/").content.decode()
    answer = client.post("/clubs/found/", {**FORM, "listed": "on"}, follow=True)
    club = Club.objects.get()
    assert answer.redirect_chain == [(f"/clubs/{club.public_id}/", 302)]
    assert (club.name, club.place, club.about) == ("Tin Pot", "Hull", "*Tea* at six")
    assert (club.time_zone, club.listed) == ("Europe/London", True)
    shown = answer.content.decode()
    assert "is ready. Invite people" in shown
    assert "<em>Tea</em> at six" in shown


def test_invalid_details_are_reported_and_stay_in_the_form(alice: User) -> None:
    for field, wrong, message in (
        ("name", "", "Enter a name"),
        ("name", "   ", "Enter a name"),
        ("name", "a\0b", "Null characters are not allowed"),
        ("name", "x" * 201, "not 201"),
        ("place", "x" * 100_000, "not 100,000"),
        ("about", "x" * 100_000, "not 100,000"),
        ("time_zone", "Middle/Earth", "such as Europe/London"),
        ("time_zone", "", "This field is required"),
        ("name", "\u202e\u0007", "field-error"),
    ):
        answer = browser(alice).post("/clubs/found/", {**FORM, field: wrong})
        assert answer.status_code == 400
        shown = answer.content.decode()
        assert message in shown
        assert ('value="Hull"' in shown) is (field != "place")
    assert browser(alice).post("/clubs/found/").status_code == 400
    assert not Club.objects.exists()


# ------------------------------------------------------------------ the page of a club


def test_members_see_the_club(at: str, alice: User, dora: User, bob: User) -> None:
    for user, rank in ((alice, "the owner"), (dora, "an organiser"), (bob, "a member")):
        shown = page(user, at)
        assert "The Iron Table" in shown
        assert f"you\u2019re {rank}" in shown
        assert all(name in shown for name in ("alice", "dora", "bob"))
        assert "@example.org" not in shown
        assert ("Invite people" in shown) is (user != bob)


def test_an_unlisted_club_is_not_found_by_outsiders(at: str, charlie: User) -> None:
    assert "The Iron Table" not in page(charlie, at, 404)
    for user in (None, create_guest()):
        answers = [browser(user).get(address) for address in (at, "/clubs/bcdfghjkmnpq/")]
        assert [answer.status_code for answer in answers] == [302, 302]
        assert [answer["Location"] for answer in answers] == [
            f"/account/signup/?next={at}",
            "/account/signup/?next=/clubs/bcdfghjkmnpq/",
        ]


def test_strangers_see_the_public_part_of_a_listed_club(
    listed: Club, at: str, alice: User, charlie: User, alices_list: CompanyList
) -> None:
    share_with_club(listed, alices_list)
    for user in (charlie, create_guest(), None):
        shown = page(user, at)
        assert "<em>shared</em>" in shown
        assert "Leeds" in shown
        assert "3 members" in shown
        assert "Ask to join" in shown
        assert not any(secret in shown for secret in ("alice", "dora", "bob", alices_list.name))
        assert ("<textarea" in shown) is (user == charlie)


# ------------------------------------------------------------------ sharing


def test_a_list_and_a_roster_are_shared_from_the_page(
    club: Club, at: str, bob: User, alice: User, bobs_list: CompanyList
) -> None:
    roster = bobs_list.rosters.all()[0]
    offered = unescape(page(bob, at))
    assert f"{bobs_list.name} (full list, Unbridled Fury)" in offered
    assert f"{roster.name} (roster, {roster.limit} points)" in offered
    for what in (f"{bobs_list.public_id}/", f"{bobs_list.public_id}/{roster.public_id}"):
        assert f'value="{what}"' in page(bob, at)
        answer = browser(bob).post(f"{at}shares/", {"what": what}, follow=True)
        assert "is shared with the club." in answer.content.decode()
        assert f'<option value="{what}"' not in answer.content.decode()
    seen = page(alice, at)
    assert f'href="/lists/{bobs_list.public_id}/"' in seen
    assert f'href="/rosters/{roster.public_id}/"' in seen
    assert f"Roster, {roster.limit} · bob · Unbridled Fury 0.9.0" in seen


def test_shares_and_events_are_filtered_by_game(
    at: str, club: Club, alice: User, alices_list: CompanyList, tin_list: CompanyList, event: Event
) -> None:
    Share.objects.create(club=club, company_list=alices_list)
    assert "games-shown" not in page(alice, at)  # her list of the other game isn't shared
    Share.objects.create(club=club, company_list=tin_list)
    nav = page(alice, at).partition('<nav class="games-shown"')[2].partition("</nav>")[0]
    assert re.findall(r">([^<]+)</a>", nav) == ["All games", "Tin Soldiers", "Unbridled Fury"]
    for game, shared, hidden, muster in (
        ("tin-soldiers", tin_list, alices_list, False),
        ("unbridled-fury", alices_list, tin_list, True),
    ):
        shown = page(alice, f"{at}?game={game}")
        assert f'<h3><a href="/lists/{shared.public_id}/"' in shown
        assert f'<h3><a href="/lists/{hidden.public_id}/"' not in shown
        assert (f"/events/{event.public_id}/" in shown) == muster
        assert f'href="{at}?game={game}" aria-current="true"' in shown


def test_only_own_lists_can_be_shared(
    at: str, bob: User, charlie: User, alices_list: CompanyList, bobs_list: CompanyList
) -> None:
    foreign = alices_list.rosters.all()[0].public_id
    for what in (
        "", "/", "x/y", "\0/\0", f"{alices_list.public_id}/", f"{alices_list.public_id}/{foreign}",
        f"{bobs_list.public_id}/{foreign}", f"{bobs_list.public_id}/\0", "x" * 100_000,
    ):  # fmt: skip
        assert browser(bob).post(f"{at}shares/", {"what": what}).status_code == 404
    assert browser(bob).post(f"{at}shares/").status_code == 404
    theirs = copy_list(charlie, alices_list)
    assert browser(charlie).post(f"{at}shares/", {"what": f"{theirs.public_id}/"}).status_code == 404
    assert not Share.objects.exists()


@pytest.mark.parametrize("part", ["list", "roster"])
def test_the_owner_stops_sharing_and_can_undo_it(
    club: Club, at: str, bob: User, bobs_list: CompanyList, part: str
) -> None:
    roster = bobs_list.rosters.all()[0] if part == "roster" else None
    share = share_with_club(club, bobs_list, roster)
    client = browser(bob)
    shown = client.post(f"{at}shares/{share.public_id}/stop/", follow=True).content.decode()
    assert "is no longer shared with the club" in shown
    assert not Share.objects.exists()
    (what,) = re.findall(r'name="what" value="([^"]+)"', shown)
    client.post(f"{at}shares/", {"what": what})
    assert Share.objects.get().roster == roster


def test_organisers_can_stop_sharing_and_other_members_have_no_button(
    club: Club, at: str, dora: User, bob: User, alices_list: CompanyList
) -> None:
    share = share_with_club(club, alices_list)
    stop = f"{at}shares/{share.public_id}/stop/"
    assert "Stop sharing" not in page(bob, at)
    assert "Stop sharing" in page(dora, at)
    shown = browser(dora).post(stop, follow=True).content.decode()
    assert "is no longer shared with the club" in shown
    assert "Undo" not in shown
    assert not Share.objects.exists()
    assert browser(dora).post(stop).status_code == 404


def test_undo_is_offered_for_own_lists_only(at: str, bob: User, alices_list: CompanyList) -> None:
    for stopped in ("%00", "x/y", "/", "x" * 3000, f"{alices_list.public_id}/"):
        assert "is no longer shared" not in page(bob, f"{at}?stopped={stopped}")


def test_many_shares_are_paginated(
    club: Club, at: str, alice: User, bob: User, alices_list: CompanyList, tin_list: CompanyList
) -> None:
    """The filter by game is still active."""
    rows = CompanyList.objects.bulk_create(
        CompanyList(owner=alice, edition_id=alices_list.edition_id, name=f"Company {number:03}")
        for number in range(120)
    )
    Share.objects.bulk_create(Share(club=club, company_list=row) for row in rows)
    first = page(bob, at)
    assert "Company 119" in first
    assert "Company 089" not in first
    assert "?shares=2#shared" in first
    assert "Company 000" in page(bob, f"{at}?shares=4")
    share_with_club(club, tin_list)
    shown = page(bob, f"{at}?game=unbridled-fury")
    assert 'href="?game=unbridled-fury&amp;shares=2#shared"' in shown


# ------------------------------------------------------------------ settings


def test_organisers_change_the_settings(at: str, dora: User) -> None:
    client = browser(dora)
    assert 'value="The Iron Table"' in client.get(f"{at}settings/").content.decode()
    answer = client.post(f"{at}settings/", {**FORM, "version": "1", "listed": "on"}, follow=True)
    assert "Saved." in answer.content.decode()
    club = Club.objects.get()
    assert (club.name, club.place, club.listed, club.version) == ("Tin Pot", "Hull", True, 2)


def test_a_stale_form_shows_both_versions_and_can_be_sent_again(at: str, alice: User, dora: User) -> None:
    browser(dora).post(f"{at}settings/", {**FORM, "version": "1"})
    client = browser(alice)
    mine = {**FORM, "name": "Mine", "version": "1"}
    answer = client.post(f"{at}settings/", mine)
    assert answer.status_code == 409
    shown = answer.content.decode()
    assert "Changed elsewhere" in shown
    assert 'value="Mine"' in shown
    assert "<dd>Tin Pot</dd>" in shown
    assert Club.objects.get().name == "Tin Pot"
    (keep,) = re.findall(r'name="keep" value="(\d+)"', shown)
    assert client.post(f"{at}settings/", {**mine, "keep": keep}).status_code == 302
    assert Club.objects.get().name == "Mine"


def test_a_form_with_an_invalid_version_changes_nothing(at: str, alice: User) -> None:
    for version in ("", "0", "x", "-1", "9" * 40):
        answer = browser(alice).post(f"{at}settings/", {**FORM, "version": version})
        assert answer.status_code in (400, 409)
    assert Club.objects.get().name == "The Iron Table"


# ------------------------------------------------------------------ leaving and dissolving


def test_a_member_leaves_after_a_confirmation(at: str, bob: User) -> None:
    client = browser(bob)
    assert "Leave The Iron Table" in client.get(f"{at}leave/").content.decode()
    assert Membership.objects.filter(user=bob).exists()
    assert "You&#x27;ve left" in client.post(f"{at}leave/", follow=True).content.decode()
    assert not Membership.objects.filter(user=bob).exists()
    assert client.get(at).status_code == 404
    assert client.post(f"{at}leave/").status_code == 404


def test_the_owner_sees_the_first_steps(at: str, alice: User) -> None:
    shown = page(alice, f"{at}leave/")
    assert "Hand it over or dissolve it first" in shown
    answer = browser(alice).post(f"{at}leave/")
    assert answer.status_code == 409
    assert "Hand it over or dissolve it first" in answer.content.decode()
    assert Membership.objects.filter(user=alice).exists()


def test_the_owner_dissolves_by_typing_the_name(at: str, alice: User) -> None:
    client = browser(alice)
    assert "You can\u2019t undo it" in client.get(f"{at}dissolve/").content.decode()
    for wrong in ("", "Iron", "\0"):
        answer = client.post(f"{at}dissolve/", {"name": wrong})
        assert answer.status_code == 400
        assert "The name is" in answer.content.decode()
    assert client.post(f"{at}dissolve/").status_code == 400
    assert Club.objects.exists()
    answer = client.post(f"{at}dissolve/", {"name": " the iron  table"}, follow=True)
    assert "is dissolved" in answer.content.decode()
    assert not Club.objects.exists()
    assert client.get(at).status_code == 404
