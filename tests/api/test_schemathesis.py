"""Whatever is sent, as nobody, member and owner: no 500, and every answer as the schema says.

FUZZ is how many requests are made of each operation by each of them; ``make fuzz`` sets it high, and
without a fixed seed.
"""

import os
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from http import HTTPStatus
from typing import Any

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, transaction
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.checks import CheckFunction
from schemathesis.specs.openapi import checks

from api.schema import HEADERS
from builder.catalogue.files import Catalogues
from builder.models import Scope, User
from builder.points.document import Document
from builder.services.tokens import make_token
from builder.wsgi import application
from tests.api.everything import Parts, everything
from tests.api_operations import Operation, operations
from tests.api_schema import whole_schema
from tests.web.access_scenes import World

FUZZ = int(os.environ.get("FUZZ", "0"))
EXAMPLES = FUZZ or 8


def says_its_headers(_context: Any, answer: Any, case: Any) -> None:  # noqa: ANN401 - schemathesis has its own
    """A check: whatever header of ours an answer has, the schema tells of it there."""
    told = case.operation.definition.raw["responses"][str(answer.status_code)].get("headers", {})
    is_problem = answer.status_code >= HTTPStatus.BAD_REQUEST
    counted = {name for name in HEADERS if name.startswith("RateLimit-")} if is_problem else set()
    for name in HEADERS.keys() - counted:
        if name.lower() in answer.headers:
            assert name in told, f"{name} stands on {answer.status_code}"


CHECKS: list[CheckFunction] = [
    schemathesis.checks.not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
    says_its_headers,
]
OPERATIONS = list(operations())
HEARD: Counter[int] = Counter()


@pytest.fixture(scope="module", autouse=True)
def told(request: pytest.FixtureRequest) -> Iterator[None]:
    """Whoever lets it run for long wants to know how many requests came through."""
    yield
    if FUZZ:
        statuses = ", ".join(f"{status}: {count:,}" for status, count in sorted(HEARD.items()))
        with request.config.pluginmanager.getplugin("capturemanager").global_and_fixture_disabled():
            sys.stderr.write(f"\n{HEARD.total():,} requests, by status {statuses}\n")


@pytest.fixture
def schema(catalogues: Catalogues) -> Any:  # noqa: ANN401 - schemathesis has its own type
    """The schema as the site serves it."""
    found = schemathesis.openapi.from_dict(whole_schema())
    found.app = closing
    return found


def closing(environ: dict[str, Any], start: Any) -> list[bytes]:  # noqa: ANN401 - WSGI's own
    """The site, its answer read and closed: servers do so, and the client that asks here does not."""
    answer = application(environ, start)
    try:
        return [b"".join(answer)]
    finally:
        answer.close()


@pytest.fixture
def world(
    alice: User, dora: User, bob: User, charlie: User, catalogues: Catalogues, reavers: Document
) -> World:
    """Everybody, and alice's list."""
    return World.make(alice, bob, charlie, dora, reavers)


@pytest.fixture
def one_connection() -> Iterator[None]:
    """A request that ends closes no connection: the test's transaction would end with it."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.mark.usefixtures("one_connection")
@pytest.mark.parametrize("role", ["nobody", "member", "owner"])
@pytest.mark.parametrize("operation", OPERATIONS, ids=str)
def test_every_answer_is_as_the_schema_says(
    operation: Operation,
    role: str,
    schema: Any,  # noqa: ANN401 - as above
    world: World,
) -> None:
    parts = dict(everything(world))
    user = world.people[role]
    headers = {"Accept": "*/*", "Accept-Encoding": "identity"}
    if user is not None:
        token = make_token(user, "fuzz", Scope.WRITE, 7)
        parts["token"] = token.row.pk
        headers["Authorization"] = f"Bearer {token.secret}"
    told = schema[f"/api/v1{operation.path}"][operation.method]

    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        derandomize=not FUZZ,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),  # the world stands for all examples, and papers take long
    )
    @given(case=told.as_strategy(), draw=st.randoms(use_true_random=False))
    def ask(case: Any, draw: random.Random) -> None:  # noqa: ANN401 - as above
        _lead_somewhere(case, parts, draw)
        with transaction.atomic():
            answer = case.call(headers=headers)
            transaction.set_rollback(True)
        HEARD[answer.status_code] += 1
        case.validate_response(answer, checks=CHECKS, excluded_checks=[])

    run: Callable[[], None] = ask
    run()


def _lead_somewhere(case: Any, parts: Parts, draw: random.Random) -> None:  # noqa: ANN401 - schemathesis has its own
    """Let most requests be about what is there, and of the version that stands there."""
    for name in case.path_parameters or {}:
        if draw.random() < 0.8:
            case.path_parameters[name] = parts[name]
    if case.headers and "If-Match" in case.headers and draw.random() < 0.8:
        case.headers["If-Match"] = "*"
