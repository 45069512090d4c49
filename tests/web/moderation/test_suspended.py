"""Suspended people and their lists can't be found until the suspension ends."""

from django.test import Client

from builder.models import Club, CompanyList, Scope, User
from builder.services import gallery, sharing
from builder.services.clubs.shares import share_with_club
from builder.services.moderation.actions import suspend_person, unsuspend_person
from builder.services.people.accounts import has_lists
from tests.support.accounts import browser, log_in, logged_in_user, set_password, start_list, visible_text
from tests.support.api_client import ApiClient


def test_a_suspended_person_sees_the_reason_and_a_contact(
    alice: User, moderator: User, client: Client
) -> None:
    """Only with the right password."""
    set_password(alice)
    suspend_person(alice, moderator, "You sold <dice> here.")
    wrong = log_in(client, password="not-the-password")  # noqa: S106 - no account has this password
    for page in (wrong, client.get("/account/inactive/")):
        assert "You sold" not in visible_text(page)
    answer = log_in(client)
    assert answer.status_code == 403
    text = visible_text(answer)
    assert "This account is suspended" in text
    assert "You sold <dice> here." in text
    assert 'href="/contact/"' in answer.content.decode()
    assert logged_in_user(client) is None
    unsuspend_person(alice, moderator)
    assert log_in(client).status_code == 302


def test_every_session_and_token_ends_at_once(alice: User, moderator: User) -> None:
    set_password(alice)
    client, program = Client(), ApiClient(alice, Scope.WRITE)
    log_in(client)
    assert client.get("/account/").status_code == 200
    assert program.get("me").status_code == 200
    suspend_person(alice, moderator, "Spam.")
    assert client.get("/account/").status_code == 302
    assert program.get("me").status_code == 401
    unsuspend_person(alice, moderator)
    assert client.get("/account/").status_code == 302, "a session that was ended stays ended"
    assert program.get("me").status_code == 200


def test_a_suspended_guest_is_anonymous_until_reactivated(moderator: User) -> None:
    client = Client()
    row = start_list(client, "Moon")
    guest = logged_in_user(client)
    assert guest is not None
    page = f"/lists/{row.public_id}/"
    suspend_person(guest, moderator, "Spam.")
    assert client.get(page).status_code == 302
    unsuspend_person(guest, moderator)
    assert client.get(page).status_code == 200


def test_lists_of_a_suspended_guest_are_not_offered_to_an_account(
    bob: User, moderator: User, client: Client
) -> None:
    """Another user logs in in the guest's browser: no list is moved, and logging out leaves no session."""
    set_password(bob)
    start_list(client, "Moon")
    guest = logged_in_user(client)
    assert guest is not None
    log_in(client, "bob")
    suspend_person(guest, moderator, "Spam.")
    client.post("/account/bring/")
    assert has_lists(guest)
    client.post("/account/logout/")
    assert client.get("/account/").status_code == 302


def test_shares_of_a_suspended_user_are_hidden_until_reactivation(
    alices_list: CompanyList, alice: User, bob: User, club: Club, moderator: User
) -> None:
    """Also with conditional requests: a browser's copy isn't confirmed."""
    gallery.publish_list(alices_list)
    roster = alices_list.rosters.order_by("position").first()
    assert roster is not None
    share_with_club(club, alices_list, roster)
    link, public_id = sharing.create_link(alices_list), alices_list.public_id
    pages = [
        f"/gallery/{public_id}/", f"/gallery/{public_id}/document.json", f"/shared/{link}/",
        f"/shared/{link}/text/", f"/rosters/{roster.public_id}/", f"/embed/lists/{public_id}/",
        f"/embed/link/{link}/", f"/api/v1/lists/{public_id}", f"/api/v1/shared/{link}",
    ]  # fmt: skip
    client = browser(bob)
    first = {page: client.get(page) for page in pages}
    assert {answer.status_code for answer in first.values()} == {200}
    suspend_person(alice, moderator, "Spam.")
    for page, answer in first.items():
        headers = {"If-None-Match": answer["ETag"]} if answer.has_header("ETag") else {}
        assert client.get(page, headers=headers).status_code == 404, page
    assert public_id not in client.get("/gallery/").content.decode()
    assert roster.public_id not in client.get(f"/clubs/{club.public_id}/").content.decode()
    unsuspend_person(alice, moderator)
    assert {client.get(page).status_code for page in pages} == {200}
