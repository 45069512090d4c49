"""Alice's list as it is read by each way that leads to it, and who may come by which."""

from collections.abc import Mapping

from builder.models import Club, CompanyList, User
from builder.services import shares, sharing
from builder.services.guests import start_guest
from tests.programs import Program

WAYS = ("lists", "shared", "rosters")
ROLES = ("owner", "member", "stranger", "guest", "nobody")
BACKEND = "django.contrib.auth.backends.ModelBackend"

# Of a list that is shared with a club, as a whole and one roster of it, and by link.
READS: Mapping[str, tuple[int, ...]] = {
    "lists": (200, 200, 404, 404, 404),
    "shared": (200, 200, 200, 200, 200),
    "rosters": (200, 200, 404, 404, 401),
}
MAKES: Mapping[str, tuple[int, ...]] = {
    "lists": (201, 201, 404, 404, 401),
    "shared": (201, 201, 201, 201, 401),
    "rosters": (201, 201, 404, 404, 401),
}


def opened(row: CompanyList, club: Club) -> dict[str, str]:
    """What the addresses of a list begin with, by way, after it is shared with the club and by link."""
    roster = row.rosters.order_by("position").first()
    assert roster is not None
    shares.share_with(club, row)
    shares.share_with(club, row, roster)
    return {
        "lists": f"lists/{row.public_id}",
        "shared": f"shared/{sharing.make_link(row)}",
        "rosters": f"rosters/{roster.public_id}",
    }


def program_of(role: str, alice: User, bob: User, charlie: User) -> Program:
    """Somebody's program; a guest has no token and comes by session."""
    if role == "guest":
        program = Program()
        program.client.force_login(start_guest(), backend=BACKEND)
        return program
    return Program({"owner": alice, "member": bob, "stranger": charlie, "nobody": None}[role])
