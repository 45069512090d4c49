"""One world in which every address of the interface leads somewhere."""

from collections.abc import Mapping

from builder.models import CompanyList, HandIn
from builder.services import gallery, invites, lists, rosters, shares, sharing
from tests.web.access_scenes import World, make_event

Parts = Mapping[str, str | int]


def everything(world: World) -> Parts:
    """What addresses of it say, by the names of their parts.

    Alice's list is public, by link, and shared with her club, as a whole and one roster of it; she has
    handed that roster in, invited somebody, and somebody else asks to be let in.
    """
    club = world.club()
    row = world.row
    for_the_club = row.rosters.order_by("position").first()
    assert for_the_club is not None
    event = make_event(world, club)
    gallery.publish(row)
    share = shares.share_with(club, row)
    shares.share_with(club, row, for_the_club)
    link = sharing.make_link(row)
    lists.add_profile(row, "Somebody else")
    rosters.add_roster(row, name="Another", limit=500)
    asks = world.person("stranger")
    club.listed = True
    club.save(update_fields=["listed"])
    asked = invites.ask(club, asks, "Let me in.")
    invite = invites.make_invite(club, world.alice, 7, 5)
    member = club.memberships.get(user=world.person("member"))
    hand_in = HandIn.objects.get(event=event)
    row = CompanyList.objects.get(pk=row.pk)
    return {
        "public_id": row.public_id, "listed": row.public_id, "link": link, "key": "captain",
        "roster": for_the_club.public_id, "shared_roster": for_the_club.public_id, "number": row.version,
        "club": club.public_id, "member": member.pk, "invite": invite.pk, "secret": invite.secret,
        "asked": asked.pk, "share": share.pk, "event": event.public_id, "hand_in": hand_in.public_id,
        "system": "unbridled-fury", "edition": "0.9.0", "kind": "stale", "slug": "drop-reavers", "token": 1,
    }  # fmt: skip
