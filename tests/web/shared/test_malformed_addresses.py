"""No address breaks a page, whatever it contains: PostgreSQL rejects NUL characters."""

import re
from collections.abc import Mapping

import pytest
from django.test import Client

from builder.models import Club, CompanyList, Roster, User
from builder.services import gallery, sharing
from builder.web.urls import urlpatterns
from tests.support.events import add_event

PARAMETER = re.compile(r"<\w+:(\w+)>")
WITH_A_NAME = [route for route in (str(pattern.pattern) for pattern in urlpatterns) if "<" in route]


def filled(route: str, known_parameters: Mapping[str, str], name: str) -> str:
    """Return an address with known values for its parts, and this value for the others."""
    return "/" + PARAMETER.sub(lambda match: known_parameters.get(match[1], name), route)


@pytest.fixture
def known_parameters(alice: User, alices_list: CompanyList, club: Club, client: Client) -> dict[str, str]:
    """The known values of URL parameters. Alice is logged in."""
    client.force_login(alice)
    gallery.publish_list(alices_list)
    return {
        "public_id": alices_list.public_id,
        "listed": alices_list.public_id,
        "link": sharing.create_link(alices_list),
        "roster": Roster.objects.filter(company_list=alices_list).values_list("public_id", flat=True)[0],
        "system": "unbridled-fury",
        "number": "1",
        "club": club.public_id,
        "event": add_event(club, alice).public_id,
    }


@pytest.mark.sampled(every=6)
@pytest.mark.parametrize(
    "name", ["%00", "captain%00", "%ED%A0%80", "%E2%80%AE", "x" * 3000, "9" * 5000, "-1"]
)
def test_malformed_ids_are_not_found(known_parameters: dict[str, str], client: Client, name: str) -> None:
    """At each place of each address, with the known values at the others."""
    outcome = {}
    for route in WITH_A_NAME:
        for part in PARAMETER.findall(route):
            address = filled(route, {**known_parameters, part: name}, name)
            outcome[address] = {client.get(address).status_code, client.post(address, TYPED).status_code}
    assert len(outcome) > len(WITH_A_NAME)
    assert {address: result for address, result in outcome.items() if not result <= {404, 405}} == {}


TYPED = {"to": "up", "name": "A", "role": "member"}


def test_malformed_queries_cause_no_server_error(known_parameters: dict[str, str], client: Client) -> None:
    at = f"/lists/{known_parameters['public_id']}/"
    for question in ("deleted=%00", "next=%00"):
        assert client.get(f"/lists/?{question}").status_code == 200, question
    for question in ("removed=%00&sum=%00", "edit=%00", "removed_roster=%00"):
        assert client.get(f"{at}?{question}").status_code == 200, question
