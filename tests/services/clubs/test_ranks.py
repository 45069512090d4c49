"""Which role each service of a club needs: lower roles are refused, and strangers find nothing."""

from collections.abc import Callable
from typing import NamedTuple

import pytest

from builder.models import Club, CompanyList, Event, Invite, JoinRequest, Membership, Role, Share, User
from builder.services import events
from builder.services.clubs import clubs, invites, shares
from builder.services.errors import NotFound, RankTooLow
from tests.support.database_rows import database_rows
from tests.support.events import add_event, event_details


class Parts(NamedTuple):
    """A club with an event, bob's membership, an invite, a join request and a share of alice's list."""

    club: Club
    event: Event
    bob: str
    invite: Invite
    request: JoinRequest
    share: Share


Act = Callable[[Parts, User], object]
DETAILS = clubs.ClubDetails("Mine")
ACTS: dict[str, tuple[Role, Act]] = {
    "update": (Role.ORGANISER, lambda of, by: clubs.update_club(of.club, by, of.club.version, DETAILS)),
    "dissolve": (Role.OWNER, lambda of, by: clubs.dissolve_club(of.club, by)),
    "hand over": (Role.OWNER, lambda of, by: clubs.hand_over_club(of.club, by, of.bob)),
    "promote": (Role.OWNER, lambda of, by: clubs.set_role(of.club, by, of.bob, Role.ORGANISER)),
    "remove": (Role.ORGANISER, lambda of, by: clubs.remove_member(of.club, by, of.bob)),
    "invite": (Role.ORGANISER, lambda of, by: invites.create_invite(of.club, by, 7, 1)),
    "revoke": (Role.ORGANISER, lambda of, by: invites.revoke_invite(of.club, by, of.invite.public_id)),
    "accept": (Role.ORGANISER, lambda of, by: invites.accept_request(of.club, by, of.request.public_id)),
    "decline": (Role.ORGANISER, lambda of, by: invites.decline_request(of.club, by, of.request.public_id)),
    "stop sharing": (Role.ORGANISER, lambda of, by: shares.stop_sharing(of.share, by)),
    "announce": (Role.ORGANISER, lambda of, by: add_event(of.club, by)),
    "change event": (Role.ORGANISER, lambda of, by: events.update_event(of.event, by, 1, event_details())),
    "delete event": (Role.ORGANISER, lambda of, by: events.delete_event(of.event, by)),
}


@pytest.fixture
def parts(club: Club, event: Event, alice: User, bob: User, alices_list: CompanyList) -> Parts:
    return Parts(
        club=club,
        event=event,
        bob=Membership.objects.get(user=bob).public_id,
        invite=invites.create_invite(club, alice, 7, 2),
        request=JoinRequest.objects.create(club=club, user=User.objects.create(username="erin")),
        share=shares.share_with_club(club, alices_list),
    )


@pytest.mark.parametrize("act", ACTS)
def test_lower_roles_are_refused_and_strangers_find_nothing(
    parts: Parts, alice: User, dora: User, bob: User, charlie: User, act: str
) -> None:
    least, do = ACTS[act]
    roles = {bob: Role.MEMBER, dora: Role.ORGANISER}
    Membership.objects.create(club=Club.objects.create(name="Other"), user=charlie, role=Role.OWNER)
    before = database_rows()
    for user in (user for user, role in roles.items() if role < least):
        with pytest.raises(RankTooLow):
            do(parts, user)
    with pytest.raises(NotFound):
        do(parts, charlie)
    assert database_rows() == before
    do(parts, alice)
