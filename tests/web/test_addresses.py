"""No address breaks a page, whatever stands in it: PostgreSQL refuses to look for a NUL character."""

import re

import pytest
from django.test import Client

from builder.models import Club, CompanyList, Roster, User
from builder.services import gallery, sharing
from builder.web.urls import urlpatterns
from tests.mustering import announce

WITH_A_NAME = [route for route in (str(pattern.pattern) for pattern in urlpatterns) if "<" in route]


@pytest.mark.parametrize("name", ["%00", "captain%00", "%ED%A0%80", "%E2%80%AE", "-1", "x" * 3000])
@pytest.mark.parametrize("route", WITH_A_NAME)
def test_a_name_that_cannot_be_is_not_found(
    alice: User, alices_list: CompanyList, club: Club, client: Client, route: str, name: str
) -> None:
    client.force_login(alice)
    roster = Roster.objects.filter(company_list=alices_list).values_list("public_id", flat=True)[0]
    gallery.publish(alices_list)
    known = {
        "public_id": alices_list.public_id,
        "listed": alices_list.public_id,
        "link": sharing.make_link(alices_list),
        "roster": roster,
        "system": "unbridled-fury",
        "number": "1",
        "club": club.public_id,
        "event": announce(club, alice).public_id,
    }
    for part in re.findall(r"<\w+:(\w+)>", route):
        others = {other: value for other, value in known.items() if other != part}
        address = "/" + re.sub(r"<\w+:(\w+)>", lambda found: others.get(found[1], name), route)  # noqa: B023
        answers = [client.get(address), client.post(address, {"to": "up", "name": "A"})]
        assert {answer.status_code for answer in answers} <= {404, 405}, address


@pytest.mark.parametrize(
    "address",
    [
        "/lists/?deleted=%00",
        "/lists/?next=%00",
        "/lists/{}/?removed=%00&sum=%00",
        "/lists/{}/?edit=%00",
        "/lists/{}/?removed_roster=%00",
    ],
)
def test_a_question_that_cannot_be_is_no_fault(
    alice: User, alices_list: CompanyList, client: Client, address: str
) -> None:
    client.force_login(alice)
    assert client.get(address.format(alices_list.public_id)).status_code == 200
