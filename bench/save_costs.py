"""What the two saves walk through that players and programs make most: a tap in the editor, and a PATCH.

Files and functions are those of ``builder`` and ``api`` that are entered, parses those of designs, passes
those of pricing; statements to the database count BEGIN and COMMIT.
"""

import itertools
import json
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

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

_SIZES = (10, 40, 100)
_PROJECT_FOLDERS = tuple(f"{Path(settings.BASE_DIR) / part}/" for part in ("builder", "api"))

Action = Callable[[], object]


def measure(runs: int) -> list[Measurement]:
    """Both saves on lists of three sizes."""
    settings.MUSTERBOOK_UNITS_A_MINUTE = 10**9
    owner = User.objects.create(username="saver")
    rows: list[Measurement] = []
    for size in _SIZES:
        public_id = create_list_from_document(
            owner, parse_document(long_document(size), all_catalogues())
        ).public_id
        rows += _save_rows(f"editor POST, {size} profiles", editor_save(owner, public_id, "p7"), runs)
        rows += _save_rows(f"API PATCH, {size} profiles", api_save(owner, public_id, "p8"), runs)
    return rows


def _save_rows(name: str, save: Action, runs: int) -> list[Measurement]:
    times = [seconds * 1000 for seconds in cpu_seconds(save, runs)]
    walked = count_calls(save)
    with CaptureQueriesContext(connection) as queries:
        save()
    counted = {**walked._asdict(), "statements": len(queries)}
    return [
        measurement(name, "ms CPU", times),
        *(measurement(f"  its {unit}", unit, [float(number)]) for unit, number in counted.items()),
    ]


class CallCounts(NamedTuple):
    """How many files and functions of ours an action enters, designs it parses, pricing passes it makes."""

    files: int
    functions: int
    parses: int
    passes: int


def count_calls(save: Action) -> CallCounts:
    """What an action walks through."""
    entered: Counter[tuple[str, str]] = Counter()

    def note(frame: FrameType, event: str, _argument: object) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(_PROJECT_FOLDERS):
            entered[frame.f_code.co_filename, frame.f_code.co_qualname] += 1

    sys.setprofile(note)
    try:
        save()
    finally:
        sys.setprofile(None)
    calls = Counter[str]()
    for (_, function), count in entered.items():
        calls[function] += count
    files = {file for file, _ in entered}
    return CallCounts(len(files), len(entered), calls["parse_design"], calls["price_document"])


def editor_save(owner: User, public_id: str, key: str) -> Action:
    """The editor's form of one profile, Fgt to 7 or 8, as htmx sends it."""
    client = Client(headers={"HX-Request": "true"})
    client.force_login(owner, backend="django.contrib.auth.backends.ModelBackend")
    address = f"/lists/{public_id}/profiles/{key}/"
    fields = fields_of(client.get(address, headers={"HX-Request": ""}).content.decode())
    versions, values = itertools.count(1), itertools.cycle(("7", "8"))

    def save() -> object:
        sent = {**fields, "version": str(next(versions)), "attributes.fgt": next(values)}
        return _checked(client.post(address, sent))

    return save


def api_save(owner: User, public_id: str, key: str) -> Action:
    """The same change as a merge patch."""
    secret = create_token(owner, "saves", Scope.WRITE, 7).secret
    client = Client(headers={"Authorization": f"Bearer {secret}", "If-Match": "*"})
    address, values = f"/api/v1/lists/{public_id}/profiles/{key}", itertools.cycle((7, 8))

    def save() -> object:
        body = json.dumps({"design": {"attributes": {"fgt": next(values)}}})
        return _checked(client.patch(address, body, "application/json"))

    return save


def _checked(answer: Any) -> Any:  # noqa: ANN401 - the test client's answer has no type of its own
    if answer.status_code != 200:
        raise RuntimeError(f"answered {answer.status_code}: {answer.content[:200]!r}")
    return answer
