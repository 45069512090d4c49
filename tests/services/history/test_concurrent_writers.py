"""Many processes write to one list, and some are killed: no change is lost, repeated or partly stored.

This is ``make stress`` on the test database, with fewer writers.
"""

import json
import os
from urllib.parse import urlsplit

import pytest
from django.db import connection, connections

from builder.catalogue.files import Catalogues
from tests.support.project_files import run_python


def database_url() -> str:
    """Return the address of the test database: the site's address with the test database's name."""
    name = connection.settings_dict["NAME"]
    if connection.vendor == "sqlite":
        return f"sqlite:///{name}"
    return urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{name}").geturl()


@pytest.mark.wide
@pytest.mark.django_db(transaction=True)
def test_killed_writers_lose_double_or_halve_no_change(catalogues: Catalogues) -> None:
    size = ("--processes=3", "--saves=6", "--lists=2", "--profiles=4", "--tabs=3", "--kills=6")
    url = database_url()
    connections.close_all()
    ran = run_python("-m", "bench.stress", *size, "--json", DATABASE_URL=url, DEBUG="on")
    assert ran.returncode == 0, ran.stderr
    figures = json.loads(ran.stdout)
    assert figures["database"] == connection.vendor
    assert figures["one profile: saves, revisions"] == "18, 18"
    assert figures["two tabs: saved, refused"] == "3, 3"
    assert figures["killed at any moment: kills"] == 6
    kills, left = figures["killed before each statement and commit: kills, saves made by them"].split(", ")
    assert int(kills) > 8  # begin, lock, read, the change, the revision, commit
    assert left == "0"
