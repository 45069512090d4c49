"""Alice's list as it is read by each way that leads to it."""

from builder.models import Club, CompanyList
from builder.services import sharing
from builder.services.clubs import shares

LIST_ROUTES = ("lists", "shared", "rosters")


def share_every_way(row: CompanyList, club: Club) -> dict[str, str]:
    """What the addresses of a list begin with, by way, after it is shared with the club and by link."""
    roster = row.rosters.order_by("position").first()
    assert roster is not None
    shares.share_with_club(club, row)
    shares.share_with_club(club, row, roster)
    return {
        "lists": f"lists/{row.public_id}",
        "shared": f"shared/{sharing.create_link(row)}",
        "rosters": f"rosters/{roster.public_id}",
    }
