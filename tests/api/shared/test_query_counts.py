"""Each operation that reads uses a fixed number of queries, which doesn't grow with the data."""

from pathlib import Path

import pytest

from builder.catalogue.store import all_catalogues
from builder.models import User
from builder.points.document.document import Document
from tests.support.access_scenes import World
from tests.support.api_client import ApiClient, used_client
from tests.support.crowd import counted_queries, crowded_site, multiplied, read_query_table

TABLE = read_query_table(Path(__file__).with_name("query_counts.toml"))


@pytest.mark.sampled(every=1)
@pytest.mark.parametrize("times", [2, pytest.param(18, marks=pytest.mark.wide)])
def test_reading_takes_as_many_queries_where_there_is_more(
    catalogues: object, alice: User, bob: User, charlie: User, dora: User, reavers: Document, times: int
) -> None:
    world = World.create(alice, bob, charlie, dora, multiplied(reavers, times))
    parameters = crowded_site(world, reavers, times)
    all_catalogues()  # each process reads the catalogues only once
    people = {role: world.people[role] for role in TABLE}
    programs = {role: used_client(user) if user else ApiClient() for role, user in people.items()}
    counted = {role: counted_queries(programs[role].get, rows, parameters) for role, rows in TABLE.items()}
    assert counted == TABLE
