"""One world in which every address of the interface leads somewhere."""

from collections.abc import Mapping

from builder.models import CompanyList, HandIn
from builder.services import gallery, invites, lists, rosters, shares, sharing
from tests.web.access_scenes import World, make_event

UrlParameters = Mapping[str, str | int]


def create_everything(world: World) -> UrlParameters:
    """What addresses of it say, by the names of their parts.

    Alice's list is public, by link, and shared with her club, as a whole and one roster of it; she has
    handed that roster in, invited somebody, and somebody else asks to be let in.
    """
    club = world.club()
    row = world.row
    for_the_club = row.rosters.order_by("position").first()
    assert for_the_club is not None
    event = make_event(world, club)
    gallery.publish_list(row)
    share = shares.share_with_club(club, row)
    shares.share_with_club(club, row, for_the_club)
    link = sharing.create_link(row)
    lists.add_profile(row, "Somebody else")
    rosters.add_roster(row, name="Another", limit=500)
    asks = world.person("stranger")
    club.listed = True
    club.save(update_fields=["listed"])
    asked = invites.request_to_join(club, asks, "Let me in.")
    invite = invites.create_invite(club, world.alice, 7, 5)
    member = club.memberships.get(user=world.person("member"))
    hand_in = HandIn.objects.get(event=event)
    row = CompanyList.objects.get(pk=row.pk)
    return {
        "public_id": row.public_id,
        "listed": row.public_id,
        "link": link,
        "key": "captain",
        "roster": for_the_club.public_id,
        "shared_roster": for_the_club.public_id,
        "number": row.version,
        "club": club.public_id,
        "member": member.pk,
        "invite": invite.pk,
        "secret": invite.secret,
        "asked": asked.pk,
        "join_request": asked.pk,
        "share": share.pk,
        "event": event.public_id,
        "hand_in": hand_in.public_id,
        "system": "unbridled-fury",
        "edition": "0.9.0",
        "kind": "stale",
        "slug": "drop-reavers",
        "token": 1,
    }
