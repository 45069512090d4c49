"""Pages of one's own are kept by nobody: neither by a proxy or a search engine, nor for the way back."""

import pytest
from django.test import Client
from django.urls import URLPattern

from builder.models import Club, CompanyList, Membership, Roster, User
from builder.services import gallery, invites, shares, sharing
from builder.web.urls import urlpatterns
from tests.mustering import announce, give

PUBLIC = ["home", "about", "healthz", "robots", "sample", "systems", "reference", "rules", "schema"]
PUBLIC += ["gallery", "gallery_list"]
PRIVATE = [pattern for pattern in urlpatterns if pattern.name not in PUBLIC]
HTMX = {"HX-Request": "true"}


@pytest.fixture
def known(
    alice: User, bob: User, charlie: User, alices_list: CompanyList, club: Club, client: Client
) -> dict[str, str]:
    """What stands in the addresses, and alice at the keyboard."""
    client.force_login(alice)
    roster = Roster.objects.filter(company_list=alices_list).first()
    assert roster is not None
    gallery.publish(alices_list)
    share = shares.share_with(club, alices_list, roster)
    Club.objects.filter(pk=club.pk).update(listed=True)
    invite = invites.make_invite(club, alice, 7, 2)
    return {
        "club": club.public_id,
        "member": str(Membership.objects.get(club=club, user=bob).pk),
        "invite": str(invite.pk),
        "secret": invite.secret,
        "asked": str(invites.ask(club, charlie, "").pk),
        "share": str(share.pk),
        "public_id": alices_list.public_id,
        "key": "captain",
        "roster": roster.public_id,
        "listed": alices_list.public_id,
        "link": sharing.make_link(alices_list),
        "shared_roster": roster.public_id,
        "number": "1",
        "event": (event := announce(club, alice)).public_id,
        "hand_in": give(event, alice, alices_list).public_id,
    }


def test_the_pages_of_lists_are_private() -> None:
    assert {"lists", "list", "document", "profile", "details", "move_profile", "remove_roster"} <= {
        p.name for p in PRIVATE
    }
    assert {"clubs", "club", "club_members", "club_invites", "join"} <= {p.name for p in PRIVATE}
    assert {"event", "hand_in", "hand_in_page", "event_rosters", "event_csv"} <= {p.name for p in PRIVATE}


@pytest.mark.parametrize("method", ["get", "post", "htmx"])
@pytest.mark.parametrize("pattern", PRIVATE, ids=lambda pattern: pattern.name)
def test_a_private_page_is_kept_by_nobody(
    pattern: URLPattern, method: str, known: dict[str, str], client: Client
) -> None:
    route = str(pattern.pattern)
    for kind in ("str", "slug", "int"):
        for name, value in known.items():
            route = route.replace(f"<{kind}:{name}>", value)
    if method == "get":
        answer = client.get(f"/{route}")
        answer.close()  # the export is a file
    else:
        answer = client.post(f"/{route}", {"to": "down"}, headers=HTMX if method == "htmx" else {})
    if answer.status_code != 404:  # such as a list that was not deleted: it says nothing of anybody's
        assert {"private", "no-store"} <= set(answer["Cache-Control"].split(", "))
        assert answer["X-Robots-Tag"] == "noindex"
