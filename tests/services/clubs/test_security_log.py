"""What the security log records about clubs, whether a page or the API made the change."""

from builder.models import Club, JoinRequest, Membership, Role, User
from builder.services.clubs import clubs, invites
from builder.services.people.accounts import delete_person
from tests.support.accounts import browser
from tests.support.api_client import ApiClient
from tests.support.log_lines import Recorder


def by(user: User) -> dict[str, object]:
    """Return the fields for the person who acted."""
    return {"by": user.username, "by_id": user.pk}


def of(user: User) -> dict[str, object]:
    """Return the fields for the person concerned."""
    return {"person": user.username, "person_id": user.pk}


def member(user: User) -> str:
    """Return the id of a user's membership of their one club."""
    return Membership.objects.get(user=user).public_id


def test_changes_of_roles_are_recorded(
    club: Club, alice: User, dora: User, bob: User, recorded_events: Recorder
) -> None:
    with recorded_events() as events:
        clubs.set_role(club, alice, member(bob), Role.ORGANISER)
        clubs.set_role(club, alice, member(bob), Role.ORGANISER)  # already has this role
        clubs.hand_over_club(club, alice, member(dora))
        clubs.remove_member(club, dora, member(bob))
        clubs.leave_club(club, alice)
        clubs.dissolve_club(club, dora)
    at = {"club": club.public_id}
    assert events == [
        {"event": "club_role_changed", **by(alice), **of(bob), **at, "role": "organiser"},
        {"event": "club_owner_changed", **by(alice), **of(dora), **at},
        {"event": "club_member_removed", **by(dora), **of(bob), **at},
        {"event": "club_left", **by(alice), **at},
        {"event": "club_dissolved", **by(dora), **at},
    ]


def test_invites_and_requests_are_recorded(
    alice: User, bob: User, charlie: User, recorded_events: Recorder
) -> None:
    with recorded_events() as events:
        club = clubs.create_club(alice, clubs.ClubDetails("The Iron Table", listed=True))
        invite = invites.create_invite(club, alice, 7, 2)
        invites.join_by_invite(bob, invite.secret)
        invites.join_by_invite(bob, invite.secret)  # a member already
        for _ in range(2):
            invites.revoke_invite(club, alice, invite.public_id)
        invites.request_to_join(club, charlie, "")
        invites.accept_request(club, alice, JoinRequest.objects.get().public_id)
    at, known = {"club": club.public_id}, {"invite": invite.public_id}
    assert events == [
        {"event": "club_created", **by(alice), **at},
        {"event": "club_invite_created", **by(alice), **at, **known, "days": 7, "uses": 2},
        {"event": "club_joined", **by(bob), **at, **known},
        {"event": "club_invite_revoked", **by(alice), **at, **known},
        {"event": "club_member_accepted", **by(alice), **of(charlie), **at},
    ]


def test_changes_by_the_deletion_of_an_account_are_recorded(
    club: Club, alice: User, dora: User, recorded_events: Recorder
) -> None:
    own = clubs.create_club(alice, clubs.ClubDetails("Alone"))
    with recorded_events() as events:
        delete_person(alice)
    at = {"club": club.public_id}
    assert events == [
        {"event": "club_owner_changed", **of(dora), **at},
        {"event": "club_left", **of(alice), **at},
        {"event": "club_dissolved", **of(alice), "club": own.public_id},
        {"event": "account_deleted", **of(alice)},
    ]


def test_pages_and_the_api_record_the_same_events(
    club: Club, alice: User, bob: User, dora: User, recorded_events: Recorder
) -> None:
    alices, bobs, at = browser(alice), browser(bob), f"clubs/{club.public_id}"
    with recorded_events() as by_pages:
        alices.post(f"/{at}/members/{member(bob)}/role/", {"role": "organiser"})
        bobs.post(f"/{at}/leave/")
    program, doras = ApiClient(alice), ApiClient(dora)
    with recorded_events() as by_api:
        program.patch(f"{at}/members/{member(dora)}", {"role": "member"})
        doras.delete(f"{at}/membership")
    for events in (by_pages, by_api):
        assert [event["event"] for event in events] == ["club_role_changed", "club_left"]
