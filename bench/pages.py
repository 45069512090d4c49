"""What the pages cost: server CPU, size and queries, through the whole stack but the socket."""

import gzip
from collections.abc import Callable

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from bench.documents import long_document
from bench.measure import Measurement, cpu_seconds, measurement
from bench.visits import change_field, get_page
from builder.catalogue.store import all_catalogues
from builder.models import CompanyList, User
from builder.points.document.document import parse_document
from builder.services.exchange import create_list_from_document
from builder.services.people.accounts import create_guest

_LIST_AIM = "at most 30 ms"
_SIZE_AIM = "at most 110 kB"


def measure(runs: int) -> list[Measurement]:
    """All rows of the pages."""
    owner = create_guest()
    client = Client()
    client.force_login(owner)
    lists = {size: _import(owner, size) for size in (10, 40, 100)}
    rows = []
    medians = {}
    for size, company_list in lists.items():
        path = f"/lists/{company_list.public_id}/"
        found = measurement(
            f"list page, {size} profiles",
            "ms CPU",
            _ms(get_page(client, path), runs),
            _LIST_AIM if size == 40 else "",
        )
        medians[size] = found.median
        rows.append(found)
        if size == 40:
            rows += _page_size(client, path)
    rows.append(
        measurement("  growth from 10 to 100 profiles", "times", [medians[100] / medians[10]], "at most 4")
    )
    return [*rows, *_editor(client, lists[40], runs)]


def _import(owner: User, size: int) -> CompanyList:
    return create_list_from_document(owner, parse_document(long_document(size), all_catalogues()))


def _ms(action: Callable[[], object], runs: int) -> list[float]:
    return [seconds * 1000 for seconds in cpu_seconds(action, runs)]


def _page_size(client: Client, path: str) -> list[Measurement]:
    with CaptureQueriesContext(connection) as queries:
        content = client.get(path).content
    return [
        measurement("  its HTML", "kB", [len(content) / 1000], _SIZE_AIM),
        measurement("  its HTML, compressed", "kB", [len(gzip.compress(content)) / 1000]),
        measurement("  its queries", "queries", [float(len(queries))], "at most 8"),
    ]


def _editor(client: Client, company_list: CompanyList, runs: int) -> list[Measurement]:
    path = f"/lists/{company_list.public_id}/profiles/p7/"
    change = change_field(client, path, "attributes.fgt", (7, 8))
    return [
        measurement("profile editor, page", "ms CPU", _ms(get_page(client, path), runs)),
        measurement(
            "profile editor, page with the picker open",
            "ms CPU",
            _ms(get_page(client, f"{path}?pick=properties"), runs),
        ),
        measurement("a change, from POST to receipt", "ms CPU", _ms(change, runs), "at most 15 ms"),
    ]
