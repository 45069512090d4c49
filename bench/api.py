"""What the API costs beside the pages: appraise, list, read, write, on a list of 40 profiles.

The settings limit nobody here: a program that measures asks more often than any is let through.
"""

import itertools
import json
from collections.abc import Callable

from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from bench.documents import long_document
from bench.forms import fields_of
from bench.measure import Measurement, cpu_seconds, measurement
from builder.catalogue.store import all_catalogues
from builder.models import Scope, User
from builder.points.document.document import parse_document
from builder.services.exchange import create_list_from_document
from builder.services.people.tokens import create_token
from tests.support.api_client import Answer

_API = "/api/v1"
_LISTS = 200

Action = Callable[[], object]


def measure(runs: int) -> list[Measurement]:
    """All rows: each of the API's with the page's that does the same below it."""
    settings.MUSTERBOOK_UNITS_A_MINUTE = settings.MUSTERBOOK_UNITS_A_MINUTE_OF_AN_ADDRESS = 10**9
    owner = User.objects.create(username="programmer")
    row_40 = create_list_from_document(owner, parse_document(long_document(40), all_catalogues()))
    for size in range(_LISTS - 1):
        create_list_from_document(owner, parse_document(long_document(1 + size % 2), all_catalogues()))
    secret = create_token(owner, "bench", Scope.WRITE, 7).secret
    program, browser = Client(headers={"Authorization": f"Bearer {secret}"}), Client()
    browser.force_login(owner, backend="django.contrib.auth.backends.ModelBackend")
    one, page = f"{_API}/lists/{row_40.public_id}", f"/lists/{row_40.public_id}/"
    text = json.dumps(long_document(40))
    pairs: list[tuple[str, str, Action]] = [
        ("interface: appraise 40 profiles", "", _send(program, "POST", f"{_API}/appraisals", text)),
        ("  the page that brings them in, preview", "", _preview(browser, text)),
        ("interface: 50 of 200 lists", "", _send(program, "GET", f"{_API}/lists")),
        ("  the page of 200 lists", "", _send(browser, "GET", "/lists/")),
        ("interface: read a list", "", _send(program, "GET", one)),
        ("  its page's download", "", _send(browser, "GET", f"{page}document.json")),
        ("interface: read it again, 304", "", _conditional_get(program, one)),
        ("interface: a list's appraisal", "", _send(program, "GET", f"{one}/appraisal")),
        ("interface: change a profile", "at most 20 ms", _patch(program, f"{one}/profiles/p7")),
        ("interface: replace the document", "", _replace(program, one, long_document(40))),
    ]
    rows = []
    for name, aim, action in pairs:
        rows.append(
            measurement(name, "ms CPU", [seconds * 1000 for seconds in cpu_seconds(action, runs)], aim)
        )
        if name.startswith("interface"):
            rows.append(measurement("  its queries", "queries", [_queries(action)]))
    return rows


def _queries(action: Action) -> float:
    with CaptureQueriesContext(connection) as queries:
        action()
    return float(len(queries))


def _expect_status(answer: Answer, *expected: int) -> Answer:
    if answer.status_code not in (expected or (200, 201)):
        raise RuntimeError(f"answered {answer.status_code}: {answer.content[:200]!r}")
    return answer


def _send(client: Client, method: str, path: str, body: str = "") -> Action:
    return lambda: _expect_status(client.generic(method, path, body, "application/json"))


def _conditional_get(client: Client, path: str) -> Action:
    etag = client.get(path)["ETag"]
    return lambda: _expect_status(client.get(path, headers={"If-None-Match": etag}), 304)


def _preview(client: Client, text: str) -> Action:
    fields = fields_of(client.get("/lists/import/").content.decode())
    return lambda: _expect_status(client.post("/lists/import/", {**fields, "text": text}))


def _patch(client: Client, path: str) -> Action:
    """Fgt to 7 or 8, a merge patch of a few bytes."""
    values = itertools.cycle((7, 8))

    def action() -> object:
        body = json.dumps({"design": {"attributes": {"fgt": next(values)}}})
        return _expect_status(client.patch(path, body, "application/json", headers={"If-Match": "*"}))

    return action


def _replace(client: Client, path: str, document: dict[str, object]) -> Action:
    """The whole document, with another name each time."""
    numbers = itertools.count()

    def action() -> object:
        body = json.dumps({**document, "name": f"Company {next(numbers)}"})
        return _expect_status(client.put(path, body, "application/json", headers={"If-Match": "*"}))

    return action
