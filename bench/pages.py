"""What the pages cost: server CPU, size and queries, through the whole stack but the socket."""

import gzip
import itertools
import re
from collections.abc import Callable
from urllib.parse import urlencode

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from bench.documents import long_document
from bench.forms import fields_of
from bench.measure import Measurement, cpu_seconds, measurement
from builder.catalogue.store import all_catalogues
from builder.models import CompanyList, User
from builder.points.document import parse_document
from builder.services.exchange import create_list_from_document
from builder.services.people.accounts import create_guest

_LIST_AIM = "at most 30 ms"
_SIZE_AIM = "at most 110 kB"
_FORM = "application/x-www-form-urlencoded"
_VERSION = re.compile(rb'name="version"[^>]* value="([0-9]+)"')


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
            _ms(_get(client, path), runs),
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


def _get(client: Client, path: str) -> Callable[[], object]:
    def action() -> object:
        response = client.get(path)
        if response.status_code != 200:
            raise RuntimeError(f"{path} answered {response.status_code}")
        return response

    return action


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
    change = _stepper_change(client, path)
    return [
        measurement("profile editor, page", "ms CPU", _ms(_get(client, path), runs)),
        measurement(
            "profile editor, page with the picker open",
            "ms CPU",
            _ms(_get(client, f"{path}?pick=properties"), runs),
        ),
        measurement("a change, from POST to receipt", "ms CPU", _ms(change, runs), "at most 15 ms"),
    ]


def _stepper_change(client: Client, path: str) -> Callable[[], None]:
    """A tap on a stepper: the whole form, as htmx sends it; each answer's version goes into the next."""
    form = fields_of(client.get(path).content.decode())
    values = itertools.cycle(("7", "8"))

    def action() -> None:
        form["attributes.fgt"] = [next(values)]
        sent = urlencode(form, doseq=True)
        response = client.post(path, sent, content_type=_FORM, headers={"HX-Request": "true"})
        version = _VERSION.search(response.content)
        if response.status_code != 200 or version is None:
            raise RuntimeError(f"{path} answered {response.status_code} to a change")
        form["version"] = [version[1].decode()]

    return action
