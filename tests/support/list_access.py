"""The API's paths at which a list can be read: by its id, by its link, and by a shared roster."""

from builder.models import Club, CompanyList
from builder.services import sharing
from builder.services.clubs import shares

LIST_ROUTES = ("lists", "shared", "rosters")


def share_every_way(row: CompanyList, club: Club) -> dict[str, str]:
    """Share a list with the club and by link. Return the beginnings of its paths by access route."""
    roster = row.rosters.order_by("position").first()
    assert roster is not None
    shares.share_with_club(club, row)
    shares.share_with_club(club, row, roster)
    return {
        "lists": f"lists/{row.public_id}",
        "shared": f"shared/{sharing.create_link(row)}",
        "rosters": f"rosters/{roster.public_id}",
    }
