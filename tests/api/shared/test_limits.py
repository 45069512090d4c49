"""What a setting limits, no program exceeds: the request is refused and adds nothing."""

from typing import NamedTuple

import pytest
from pytest_django import Settings

from builder.models import Roster, User
from tests.support.access_scenes import UrlParameters
from tests.support.api_client import assert_problem, used_client
from tests.support.database_rows import database_rows


class Limit(NamedTuple):
    """A setting, how much is there already, and a request for one more by somebody."""

    setting: str
    most: int
    request: str
    body: dict[str, object] | None = None
    by: str = "alice"


LIST = {"format": "company-list", "version": 1, "system": "unbridled-fury", "edition": "0.9.0", "name": "New"}
LIMITS = [
    Limit("MAX_LISTS_PER_USER", 1, "POST lists", LIST),
    Limit("MAX_LISTS_PER_USER", 1, "POST lists/{public_id}/copies"),
    Limit("MAX_LISTS_PER_USER", 1, "POST lists/{public_id}/profiles/captain/take", {"into": None}),
    Limit("MAX_PROFILES", 2, "POST lists/{public_id}/profiles", {"name": "Third"}),
    Limit("MAX_PROFILES", 2, "POST lists/{public_id}/profiles/captain/duplicate"),
    Limit("MAX_ROSTERS", 2, "POST lists/{public_id}/rosters", {"name": "Third", "limit": 1}),
    Limit("MAX_ROSTERS", 2, "POST lists/{public_id}/rosters/{roster}/duplicate"),
    Limit("MAX_FROZEN_LINKS", 1, "POST lists/{public_id}/frozen-links", {"roster": "{roster}"}),
    Limit("MAX_PROFILES", 2, "POST lists/{public_id}/profiles/captain/take", {"into": "{public_id}"}),
    Limit("MAX_SHARES", 2, "POST lists/{public_id}/shares", {"club": "{club}", "roster": "{another}"}),
    Limit("MAX_SHARES", 2, "POST clubs/{club}/shares", {"list": "{public_id}", "roster": "{another}"}),
    Limit("MAX_CLUBS_OWNED", 1, "POST clubs", {"name": "Second"}),
    Limit("MAX_INVITES", 1, "POST clubs/{club}/invites", {"days": 3, "uses": 5}),
    Limit("MAX_REQUESTS", 1, "POST clubs/{club}/requests", {}, by="gil"),
    Limit("MAX_MEMBERS", 4, "PUT clubs/{club}/requests/{join_request}"),
    Limit("MAX_MEMBERS", 4, "POST invites/{secret}", by="gil"),
    Limit("MAX_REPORTS", 0, "POST gallery/{listed}/reports", {"reason": "Rude."}, by="gil"),
]


@pytest.mark.sampled(every=1)
@pytest.mark.parametrize("limit", LIMITS, ids=lambda limit: limit.request)
def test_requests_above_a_limit_are_rejected(
    everything: UrlParameters, alice: User, settings: Settings, limit: Limit
) -> None:
    parts = {**everything, "another": Roster.objects.get(name="Another").public_id}
    program = used_client(alice if limit.by == "alice" else User.objects.create(username=limit.by))
    method, path = limit.request.format(**parts).split(" ")
    body = limit.body and {
        name: value.format(**parts) if isinstance(value, str) else value for name, value in limit.body.items()
    }
    setattr(settings, f"MUSTERBOOK_{limit.setting}", limit.most)
    before = database_rows()
    assert_problem(program.request(method, path, body), 400, "too-much")
    assert database_rows() == before
