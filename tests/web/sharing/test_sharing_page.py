"""The page on which an owner decides who can see a list."""

import re

import pytest
from django.test import Client
from django.utils import timezone

from builder.models import Club, CompanyList, Roster, Share, User
from builder.services import gallery, sharing
from builder.services.lists import copy_list
from builder.services.people.accounts import create_guest
from tests.support.events import roster_of
from tests.support.saving import reload


@pytest.fixture
def address(alice: User, alices_list: CompanyList, client: Client) -> str:
    """The page. Alice is logged in."""
    client.force_login(alice)
    return f"/lists/{alices_list.public_id}/sharing/"


def page(client: Client, address: str) -> str:
    """Return the text of the page."""
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def press(client: Client, address: str, button: str, **fields: object) -> str:
    """Return the page after a button is pressed."""
    answer = client.post(address, {"do": button, **fields}, follow=True)
    assert answer.status_code == 200
    return answer.content.decode()


def link_in(text: str) -> str:
    """Return the address in the field to copy it from."""
    match = re.search(r'<input id="link"[^>]* value="([^"]+)" readonly>', text)
    assert match
    return match[1]


def test_the_page_shows_who_can_see_the_list(
    address: str, alices_list: CompanyList, club: Club, client: Client
) -> None:
    assert "Only you can see this list." in page(client, address)
    sharing.create_link(alices_list)
    gallery.publish_list(alices_list)
    Share.objects.create(club=club, company_list=alices_list)
    said = page(client, address)
    assert (
        "You share this list with everyone in the gallery, anyone with the link "
        "and the members of The Iron Table."
    ) in said
    Share.objects.update(roster=Roster.objects.filter(company_list=alices_list).first())
    sharing.create_frozen_link(alices_list, roster_of(alices_list).public_id)
    said = page(client, address)
    assert (
        "You share single rosters with the members of The Iron Table and anyone with a roster link." in said
    )


def test_a_link_is_created_replaced_and_stopped(
    address: str, alices_list: CompanyList, client: Client
) -> None:
    """With plain forms. The old address isn't found."""
    nobody = Client()
    first = link_in(press(client, address, "make-link"))
    assert first == f"http://testserver/shared/{reload(alices_list).link}/"
    assert nobody.get(first).status_code == 200
    old = str(reload(alices_list).link)
    second = link_in(press(client, address, "new-link", old=old))
    assert nobody.get(first).status_code == 404
    assert nobody.get(second).status_code == 200
    assert link_in(press(client, address, "new-link", old=old)) == second
    assert "Create link" in press(client, address, "stop-link")
    assert nobody.get(second).status_code == 404


def test_buttons_that_end_a_link_follow_a_warning(address: str, client: Client) -> None:
    """It can't be undone, so the buttons are after a warning."""
    said = press(client, address, "make-link")
    ending = said[said.index("Stop or replace this link") :]
    assert ending.index("never works again") < ending.index('value="new-link"') < ending.index("stop-link")


def test_lists_and_rosters_are_shared_with_clubs_by_checkboxes(
    address: str, alices_list: CompanyList, club: Club, client: Client
) -> None:
    roster = Roster.objects.filter(company_list=alices_list)[1]
    full, part = f"{club.public_id}:list", f"{club.public_id}:{roster.public_id}"
    said = press(client, address, "clubs", share=[full, part])
    assert {(share.club, share.roster) for share in Share.objects.all()} == {(club, None), (club, roster)}
    assert said.count("checked") == 2
    assert said.count(f'name="had" value="{full}"') == 1
    press(client, address, "clubs", share=[part], had=[full, part])
    assert [share.roster for share in Share.objects.all()] == [roster]


def test_shares_made_in_another_tab_stay(
    address: str, alices_list: CompanyList, club: Club, client: Client
) -> None:
    """A page only stops what it showed as shared."""
    Share.objects.create(club=club, company_list=alices_list)
    press(client, address, "clubs")
    assert Share.objects.count() == 1


def test_unknown_checkboxes_and_clubs_of_others_are_not_found(
    address: str, club: Club, client: Client
) -> None:
    others = Club.objects.create(name="Others").public_id
    for value in (
        "", ":", "nobody:list", "\0:list", f"{club.public_id}:nobody", f"{club.public_id}:\0", "x" * 10**5,
        f"{others}:list",
    ):  # fmt: skip
        assert client.post(address, {"do": "clubs", "share": value}).status_code == 404
    assert not Share.objects.exists()


def test_a_list_is_published_and_unpublished(address: str, alices_list: CompanyList, client: Client) -> None:
    public = f"/gallery/{alices_list.public_id}/"
    assert Client().get(public).status_code == 404
    assert public in press(client, address, "publish")
    assert Client().get(public).status_code == 200
    assert "Publish in the gallery" in press(client, address, "withdraw")
    assert Client().get(public).status_code == 404


def test_a_hidden_list_shows_the_reason(address: str, alices_list: CompanyList, client: Client) -> None:
    """Only the owner reads the moderator's note."""
    link = sharing.create_link(alices_list)
    gallery.publish_list(alices_list)
    gallery.hide_list(alices_list, "A copied <text>.")
    said = page(client, address)
    assert "Only you can see this list, because moderators have hidden it." in said
    assert 'value="publish"' not in said
    for text in (said, page(client, address.removesuffix("sharing/"))):
        assert "Hidden by moderators" in text
        assert "A copied &lt;text&gt;." in text
    assert alices_list.public_id not in page(Client(), "/gallery/")
    assert Client().get(f"/shared/{link}/").status_code == 404


def test_guests_see_what_needs_an_account(alices_list: CompanyList, client: Client) -> None:
    """A link needs no account. Clubs and the gallery do, and lead to sign up and back."""
    guest = create_guest()
    row = copy_list(guest, alices_list)
    client.force_login(guest)
    address = f"/lists/{row.public_id}/sharing/"
    said = page(client, address)
    assert said.count(f"/account/signup/?next={address}") == 2
    assert 'value="publish"' not in said
    for button in ("publish", "withdraw", "clubs"):
        answer = client.post(address, {"do": button})
        assert answer.status_code == 302
        assert answer["Location"].startswith("/account/signup/?next=")
    assert Client().get(link_in(press(client, address, "make-link"))).status_code == 200
    assert reload(row).published_at is None


def test_unknown_actions_change_nothing(address: str, alices_list: CompanyList, client: Client) -> None:
    before = reload(alices_list)
    for button in ("", "nonsense", "\0", "x" * 10**5):
        assert client.post(address, {"do": button}).status_code == 400
    assert reload(alices_list).updated == before.updated


def test_the_list_page_summarises_who_can_see_the_list(
    alice: User, alices_list: CompanyList, club: Club, client: Client
) -> None:
    client.force_login(alice)
    address = f"/lists/{alices_list.public_id}/"
    assert f'href="{address}sharing/"' in page(client, address)
    assert "Only you can see this list." in page(client, address)
    sharing.create_link(alices_list)
    gallery.publish_list(alices_list)
    Share.objects.create(club=club, company_list=alices_list)
    Share.objects.create(club=club, company_list=alices_list, roster=Roster.objects.first())
    assert "Public · By link · 1 club" in page(client, address)
    CompanyList.objects.update(hidden_at=timezone.now())
    assert "Hidden by moderators" in page(client, address)


def test_a_copy_names_its_original(alice: User, bob: User, alices_list: CompanyList, client: Client) -> None:
    """With a link only while the reader can read the original."""
    copy = copy_list(bob, alices_list)
    client.force_login(bob)
    address = f"/lists/{copy.public_id}/"
    words = f"Copied from “{alices_list.name}” by alice"
    assert words in page(client, address)
    gallery.publish_list(alices_list)
    assert f'Copied from “<a href="/lists/{alices_list.public_id}/">' in page(client, address)
    alices_list.delete()
    assert words in page(client, address)
