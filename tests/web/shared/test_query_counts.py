"""Each page has a fixed number of queries, which doesn't grow with the site."""

from pathlib import Path

import pytest

from builder.catalogue.store import all_catalogues
from builder.models import User
from builder.points.document.document import Document
from tests.support.access_scenes import World
from tests.support.accounts import browser
from tests.support.crowd import counted_queries, crowded_site, multiplied, read_query_table

TABLE = read_query_table(Path(__file__).with_name("query_counts.toml"))


@pytest.mark.sampled(every=1)
@pytest.mark.parametrize("times", [2, pytest.param(18, marks=pytest.mark.wide)])
def test_pages_take_as_many_queries_where_there_is_more(
    catalogues: object, alice: User, bob: User, charlie: User, dora: User, reavers: Document, times: int
) -> None:
    world = World.create(alice, bob, charlie, dora, multiplied(reavers, times))
    parameters = crowded_site(world, reavers, times)
    all_catalogues()  # a process reads these once
    clients = {role: browser(world.people[role]) for role in TABLE}
    counted = {role: counted_queries(clients[role].get, rows, parameters) for role, rows in TABLE.items()}
    assert counted == TABLE
