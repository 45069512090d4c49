"""What the gallery costs with very many public lists: its page plain, filtered and searched."""

from collections.abc import Callable

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from bench.documents import long_document
from bench.measure import Measurement, cpu_seconds, measurement
from builder.catalogue.store import all_catalogues
from builder.models import Listing, User
from builder.points.document.document import parse_document
from tests.support.public_lists import publish_many

_AIM = "at most 100 ms"
_PROFILES = 8
_PAGES = {
    "": "",
    ", filtered by two properties": "?property=model:fearless&property=weapon:AP4",
    ", searched": "?q=quag+choir",
    ", most copied first": "?sort=copied",
}


def measure(runs: int) -> list[Measurement]:
    """All rows of the gallery."""
    owner = User.objects.create(username="public")
    document = parse_document(long_document(_PROFILES), all_catalogues())
    client = Client()
    rows: list[Measurement] = []
    for size in (1_000, 5_000):
        publish_many(owner, document, size - Listing.objects.count(), rare=("The Quagmire Choir",))
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
        for name, query in _PAGES.items():
            get = _get(client, f"/gallery/{query}")
            found = [seconds * 1000 for seconds in cpu_seconds(get, runs)]
            rows.append(
                measurement(f"gallery of {size:,} lists{name}", "ms CPU", found, _AIM if not name else "")
            )
        rows.append(measurement("  its queries", "queries", [_queries(client)], "at most 12"))
    return rows


def _get(client: Client, path: str) -> Callable[[], None]:
    def action() -> None:
        response = client.get(path)
        if response.status_code != 200:
            raise RuntimeError(f"{path} answered {response.status_code}")

    return action


def _queries(client: Client) -> float:
    with CaptureQueriesContext(connection) as queries:
        client.get("/gallery/")
    return float(len(queries))
