"""What the pages of a club cost that is full: server CPU, size and queries."""

import gzip
from collections.abc import Callable

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from bench.documents import long_document
from bench.measure import Measurement, cpu_seconds, measurement
from builder.catalogue.store import all_catalogues
from builder.models import Club, CompanyList, Membership, Role, Share, User
from builder.points.document.document import parse_document
from builder.services.exchange import create_list_from_document

_PEOPLE = 200
_LISTS = 1_000
_BACKEND = "django.contrib.auth.backends.ModelBackend"


def measure(runs: int) -> list[Measurement]:
    """All rows of clubs."""
    club, owner = _full_club()
    client = Client()
    client.force_login(owner, backend=_BACKEND)
    here = f"/clubs/{club.public_id}/"
    rows = [
        measurement(
            f"club page, {_PEOPLE} members, {_LISTS:,} lists",
            "ms CPU",
            _ms(client, here, runs),
            "at most 30 ms",
        )
    ]
    with CaptureQueriesContext(connection) as queries:
        content = client.get(here).content
    return [
        *rows,
        measurement("  its HTML, compressed", "kB", [len(gzip.compress(content)) / 1000]),
        measurement("  its queries", "queries", [float(len(queries))]),
        measurement("  its last page of lists", "ms CPU", _ms(client, f"{here}?shares=99", runs)),
        measurement(f"members page, {_PEOPLE} members", "ms CPU", _ms(client, f"{here}members/", runs)),
    ]


def _full_club() -> tuple[Club, User]:
    """A club of many people who share many lists, and its owner."""
    club = Club.objects.create(name="The Long Table", place="Everywhere", listed=True)
    people = User.objects.bulk_create(User(username=f"bench-{number}") for number in range(_PEOPLE))
    roles = [Role.OWNER, *[Role.MEMBER] * (_PEOPLE - 1)]
    Membership.objects.bulk_create(
        Membership(club=club, user=user, role=role) for user, role in zip(people, roles, strict=True)
    )
    first = create_list_from_document(people[0], parse_document(long_document(3), all_catalogues()))
    lists = CompanyList.objects.bulk_create(
        CompanyList(owner=people[number % _PEOPLE], edition_id=first.edition_id, name=f"Company {number}")
        for number in range(_LISTS)
    )
    Share.objects.bulk_create(Share(club=club, company_list=shared) for shared in lists)
    return club, people[0]


def _ms(client: Client, path: str, runs: int) -> list[float]:
    return [seconds * 1000 for seconds in cpu_seconds(_get(client, path), runs)]


def _get(client: Client, path: str) -> Callable[[], object]:
    def action() -> object:
        response = client.get(path)
        if response.status_code != 200:
            raise RuntimeError(f"{path} answered {response.status_code}")
        return response

    return action
