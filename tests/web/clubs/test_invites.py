"""Joining a club: an invite's page names the club and adds the user; an invalid invite shows nothing."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from builder.catalogue.files import Catalogues
from builder.models import Club, CompanyList, Invite, JoinRequest, Membership, User
from builder.services.clubs.invites import create_invite, request_to_join, revoke_invite
from builder.services.people.accounts import create_guest
from tests.support.accounts import browser

NEVER = "bcdfghjkmnpqrstvwxyz2345"


@pytest.fixture
def at(club: Club) -> str:
    """Return the address of the club."""
    return f"/clubs/{club.public_id}/"


@pytest.fixture
def invite(club: Club, dora: User) -> Invite:
    """An invite for a week and two people."""
    return create_invite(club, dora, 7, 2)


@pytest.fixture
def link(invite: Invite) -> str:
    """The address of the invite."""
    return f"/join/{invite.secret}/"


# ------------------------------------------------------------------ making and revoking


def test_an_invite_is_created_and_its_url_shown(at: str, dora: User) -> None:
    client = browser(dora)
    assert "No open invites." in client.get(f"{at}invites/").content.decode()
    shown = client.post(f"{at}invites/", {"days": "3", "uses": "5"}, follow=True).content.decode()
    row = Invite.objects.get()
    assert f'value="http://testserver/join/{row.secret}/" readonly' in shown
    assert "5 of 5 uses left" in shown
    assert "expires in 3 days" in shown
    assert row.expires - row.made == timedelta(days=3)


def test_days_and_uses_of_an_invite_are_limited(at: str, dora: User) -> None:
    for days, uses in (
        ("0", "1"), ("91", "1"), ("1", "0"), ("1", "101"), ("x", "1"), ("9" * 5000, "1"), ("\0", "1"),
        ("1.5", "1"), ("", ""),
    ):  # fmt: skip
        answer = browser(dora).post(f"{at}invites/", {"days": days, "uses": uses})
        assert answer.status_code == 400
        assert "field-error" in answer.content.decode()
    assert not Invite.objects.exists()


def test_an_invite_is_revoked(at: str, alice: User, charlie: User, invite: Invite, link: str) -> None:
    shown = browser(alice).post(f"{at}invites/{invite.public_id}/revoke/", follow=True).content.decode()
    assert "The invite is revoked" in shown
    assert invite.secret not in shown
    assert browser(charlie).post(link).status_code == 404
    assert not Membership.objects.filter(user=charlie).exists()


# ------------------------------------------------------------------ following one


def test_a_user_with_an_account_joins(club: Club, charlie: User, invite: Invite, link: str) -> None:
    client = browser(charlie)
    shown = client.get(link).content.decode()
    assert "dora invites you to" in shown
    assert "The Iron Table" in shown
    assert "Leeds" in shown
    assert "3 members" in shown
    assert not Membership.objects.filter(user=charlie).exists()
    answer = client.post(link, follow=True)
    assert answer.redirect_chain == [(f"/clubs/{club.public_id}/", 302)]
    assert "Welcome to" in answer.content.decode()
    assert Membership.objects.filter(club=club, user=charlie).exists()


def test_a_member_gets_a_notice(bob: User, link: str) -> None:
    client = browser(bob)
    shown = client.get(link).content.decode()
    assert "You\u2019re already in this club." in shown
    assert ">Join</button>" not in shown
    assert "already" in client.post(link, follow=True).content.decode()
    assert Invite.objects.get().uses == 0


@pytest.mark.parametrize("guest", [True, False], ids=["guest", "nobody"])
def test_without_an_account_the_page_links_to_sign_up_and_back(
    catalogues: Catalogues, link: str, guest: bool
) -> None:
    client = browser(create_guest() if guest else None)
    shown = client.get(link).content.decode()
    assert "The Iron Table" in shown
    assert ">Join</button>" not in shown
    assert f'href="/account/signup/?next={link}"' in shown
    assert f'href="/account/login/?next={link}"' in shown
    answer = client.post(link, headers={"Referer": f"http://testserver{link}"})
    assert answer["Location"] == f"/account/signup/?next={link}"
    assert Membership.objects.count() == 3


def test_a_guest_who_signs_up_returns_joins_and_keeps_the_lists(
    club: Club, catalogues: Catalogues, link: str
) -> None:
    client = Client()
    client.post("/lists/start/", {"edition": "unbridled-fury/0.9.0"})
    (signup,) = set(
        re.findall(r'href="(/account/signup/\?next=/join[^"]+)"', client.get(link).content.decode())
    )
    words = "three plain words 17"
    answer = client.post(signup, {"username": "erin", "password1": words, "password2": words})
    assert answer["Location"] == link
    client.post(link)
    erin = User.objects.get(username="erin")
    assert Membership.objects.filter(club=club, user=erin).exists()
    assert CompanyList.objects.get().owner == erin


def test_ended_and_unknown_invites_show_the_same_page(club: Club, dora: User, charlie: User) -> None:
    revoked, expired, used = (create_invite(club, dora, 1, 1) for _ in range(3))
    revoke_invite(club, dora, revoked.public_id)
    Invite.objects.filter(pk=expired.pk).update(expires=timezone.now() - timedelta(seconds=1))
    Invite.objects.filter(pk=used.pk).update(uses=1)
    for user in (charlie, None):
        secrets = (revoked.secret, expired.secret, used.secret, NEVER, "x", "a b", "%00", "x" * 3000)
        seen = [browser(user).get(f"/join/{secret}/") for secret in secrets]
        seen += [browser(user).post(f"/join/{secret}/") for secret in secrets]
        assert {answer.status_code for answer in seen} == {404}
        (shown,) = {answer.content.decode() for answer in seen}
        assert not any(word in shown for word in ("Iron Table", "dora", "Leeds"))


def test_a_used_invite_links_a_member_to_the_club(club: Club, dora: User) -> None:
    used = create_invite(club, dora, 1, 1)
    Invite.objects.filter(pk=used.pk).update(uses=1)
    answer = browser(dora).get(f"/join/{used.secret}/", follow=True)
    assert answer.redirect_chain == [(f"/clubs/{club.public_id}/", 302)]
    assert f"You&#x27;re already in “{club.name}”." in answer.content.decode()


# ------------------------------------------------------------------ asking


@pytest.fixture
def listed(club: Club) -> Club:
    """The club, as strangers see it."""
    Club.objects.filter(pk=club.pk).update(listed=True)
    club.refresh_from_db()
    return club


def test_a_request_is_sent_and_accepted(listed: Club, at: str, dora: User, charlie: User) -> None:
    shown = browser(charlie).post(f"{at}ask/", {"words": "I paint\r\ndwarfs."}, follow=True).content.decode()
    assert "Your request is sent" in shown
    assert "You\u2019ve sent a request" in shown
    assert "request sent" in browser(charlie).get("/clubs/").content.decode()
    client = browser(dora)
    assert "1 request to join" in client.get(at).content.decode()
    row = JoinRequest.objects.get()
    assert "I paint<br>dwarfs." in client.get(f"{at}requests/").content.decode()
    answer = client.post(f"{at}requests/{row.public_id}/let-in/", follow=True)
    assert "charlie is a member now." in answer.content.decode()
    assert Membership.objects.filter(club=listed, user=charlie).exists()
    assert client.post(f"{at}requests/{row.public_id}/let-in/").status_code == 404


def test_a_request_is_declined(listed: Club, at: str, dora: User, charlie: User) -> None:
    row = request_to_join(listed, charlie, "")
    answer = browser(dora).post(f"{at}requests/{row.public_id}/turn-away/", follow=True)
    assert "Request declined." in answer.content.decode()
    assert not JoinRequest.objects.exists()
    assert not Membership.objects.filter(user=charlie).exists()


def test_invalid_messages_are_rejected(listed: Club, at: str, charlie: User) -> None:
    for words in ("x" * 1_001, "x" * 100_000, "a\0b"):
        assert browser(charlie).post(f"{at}ask/", {"words": words}).status_code == 400
    assert not JoinRequest.objects.exists()
