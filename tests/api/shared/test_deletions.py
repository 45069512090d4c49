"""What each DELETE changes, and that sending it again finds nothing or changes nothing."""

from builder.models import User
from tests.support.access_scenes import UrlParameters
from tests.support.api_client import used_client
from tests.support.database_rows import database_rows
from tests.support.openapi import operations
from tests.support.transactions import rolled_back

LISTING = {"Listing", "ListingTag", "TagCount"}
CLUB = {"Club", "Event", "HandIn", "Invite", "JoinRequest", "Membership", "Share"}
# The tables that change. Lists, profiles and rosters stay in theirs, as they can be restored.
DELETIONS = {
    "/lists/{public_id}": {"CompanyList", "Revision", *LISTING},
    "/lists/{public_id}/profiles/{key}": {"Profile", "CompanyList", "Revision", *LISTING},
    "/lists/{public_id}/rosters/{roster}": {"Roster", "CompanyList", "Revision", *LISTING},
    "/lists/{public_id}/link": {"CompanyList"},
    "/lists/{public_id}/rosters/{roster}/link": {"Roster"},
    "/lists/{public_id}/frozen-links/{frozen_link}": {"FrozenLink"},
    "/lists/{public_id}/publication": {"CompanyList", *LISTING},
    "/lists/{public_id}/shares/{share}": {"Share"},
    "/tags/{tag}": {"OwnTag"},
    "/clubs/{club}": CLUB,
    "/clubs/{club}/members/{member}": {"Membership"},
    "/clubs/{club}/membership": {"Membership"},
    "/clubs/{club}/invites/{invite}": {"Invite"},
    "/clubs/{club}/requests/{join_request}": {"JoinRequest"},
    "/clubs/{club}/shares/{share}": {"Share"},
    "/clubs/{club}/events/{event}": {"Event", "HandIn"},
    "/clubs/{club}/events/{event}/hand-in": {"HandIn"},
    "/me/tokens/{token}": {"Token"},
    "/me/print-setups/{setup}": {"PrintSetup"},
}
REPEATABLE = {
    "/lists/{public_id}/link", "/lists/{public_id}/rosters/{roster}/link", "/lists/{public_id}/publication",
    "/clubs/{club}/invites/{invite}",
}  # fmt: skip


def test_each_deletion_takes_effect_once(everything: UrlParameters, alice: User, bob: User) -> None:
    alices, bobs, changed = used_client(alice), used_client(bob), {}
    token = alices.get("me").json()["token"]["id"]
    alices.put("lists/{public_id}/rosters/{roster}/link".format(**everything))
    before = database_rows()
    for operation in (operation for operation in operations() if operation.method == "DELETE"):
        path = operation.path
        program = bobs if path.endswith("/membership") else alices  # the owner can't leave the club
        at = path.lstrip("/").format(**{**everything, "token": token})
        with rolled_back():
            assert program.delete(at, If_Match="*").status_code in (200, 204), path
            after = database_rows()
            repeated = 401 if path.endswith("{token}") else 204 if path in REPEATABLE else 404
            assert program.delete(at, If_Match="*").status_code == repeated, path
            assert database_rows() == after, path
        changed[path] = {table for table in before if after[table] != before[table]}
    assert changed == DELETIONS
