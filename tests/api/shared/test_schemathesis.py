"""Random requests of an owner, a member and nobody: no response is a 500, and all match the schema.

FUZZ is the number of requests for each operation. ``make fuzz`` sets a high number and no fixed seed.
"""

import os
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from http import HTTPStatus
from typing import Any, NamedTuple
from wsgiref.types import StartResponse, WSGIEnvironment

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from django.http import HttpResponseBase
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from pytest_django import DjangoDbBlocker
from schemathesis import BaseSchema, Case, CheckContext, CheckFunction, Response
from schemathesis.specs.openapi import checks

from api.shared.schema import HEADER_DESCRIPTIONS
from builder.models import Scope, User
from builder.points.document.document import Document
from builder.services.people.tokens import create_token
from builder.wsgi import application
from tests.support.access_scenes import UrlParameters, World, create_everything
from tests.support.openapi import Operation, api_schema, operations
from tests.support.transactions import loaded_database, rolled_back

FUZZ = int(os.environ.get("FUZZ", "0"))
CAST = ("alice", "bob", "charlie", "dora")
ROLES = ("owner", "member", "nobody")


def check_documented_headers(_context: CheckContext, answer: Response, case: Case[Any]) -> None:
    """Check that the schema documents each header of ours in a response."""
    declared = case.operation.definition.raw["responses"][str(answer.status_code)].get("headers", {})
    is_problem = answer.status_code >= HTTPStatus.BAD_REQUEST
    counted = {name for name in HEADER_DESCRIPTIONS if name.startswith("RateLimit-")} if is_problem else set()
    for name in HEADER_DESCRIPTIONS.keys() - counted:
        if name.lower() in answer.headers:
            assert name in declared, f"{name} stands on {answer.status_code}"


CHECKS: list[CheckFunction] = [
    schemathesis.checks.not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
    check_documented_headers,
]


class Caller(NamedTuple):
    """A client: the headers of its requests, and its own URL parameters."""

    headers: dict[str, str]
    parts: UrlParameters


OPERATIONS = list(operations())
STATUS_COUNTS: Counter[int] = Counter()


@pytest.fixture(scope="module", autouse=True)
def report_statuses(request: pytest.FixtureRequest) -> Iterator[None]:
    """Print how many requests succeeded, for long runs."""
    yield
    if FUZZ:
        statuses = ", ".join(f"{status}: {count:,}" for status, count in sorted(STATUS_COUNTS.items()))
        with request.config.pluginmanager.getplugin("capturemanager").global_and_fixture_disabled():
            sys.stderr.write(f"\n{STATUS_COUNTS.total():,} requests, by status {statuses}\n")


@pytest.fixture(scope="module")
def world(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker, captain_alone: Document
) -> Iterator[World]:
    """The users, and Alice's list."""
    with loaded_database(django_db_blocker):
        alice, bob, charlie, dora = (User.objects.create(username=name) for name in CAST)
        yield World.create(alice, bob, charlie, dora, captain_alone)


@pytest.fixture(scope="module")
def parts(world: World) -> UrlParameters:
    """The URL parameters of existing objects."""
    return create_everything(world)


@pytest.fixture(scope="module")
def visitors(world: World) -> Mapping[str, Caller]:
    """A client for each role."""
    return {role: visitor(world.people[role]) for role in ROLES}


def visitor(user: User | None) -> Caller:
    """Return the program of a user, or a program without a user."""
    headers = {"Accept": "*/*", "Accept-Encoding": "identity"}
    if user is None:
        return Caller(headers, {})
    token = create_token(user, "fuzz", Scope.WRITE, 7)
    return Caller({**headers, "Authorization": f"Bearer {token.secret}"}, {"token": token.row.public_id})


@pytest.fixture(scope="module")
def schema(world: World) -> BaseSchema:
    """The site's schema, read once, because parts of it are cached."""
    api = schemathesis.openapi.from_dict(api_schema())
    api.app = closing_application
    return api


def closing_application(environ: WSGIEnvironment, start: StartResponse) -> list[bytes]:
    """Return the site as an application that closes its responses, as servers do."""
    answer = application(environ, start)
    try:
        return [b"".join(answer)]
    finally:
        if isinstance(answer, HttpResponseBase):
            answer.close()


@pytest.fixture
def one_connection() -> Iterator[None]:
    """Keep the connection open, because the test's transaction is on it."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.mark.usefixtures("db", "one_connection")
@pytest.mark.sampled(every=1)
@pytest.mark.parametrize("operation", OPERATIONS, ids=str)
def test_every_response_follows_the_schema(
    operation: Operation,
    schema: BaseSchema,
    parts: UrlParameters,
    visitors: Mapping[str, Caller],
    pytestconfig: pytest.Config,
) -> None:
    body = schema[operation.path][operation.method]

    @settings(
        max_examples=FUZZ or (24 if pytestconfig.getoption("wide") else 1),
        deadline=None,
        database=None,
        derandomize=not FUZZ,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(
            HealthCheck
        ),  # the fixture is shared by all examples, and papers take long
    )
    @given(case=body.as_strategy(), role=st.sampled_from(ROLES), draw=st.randoms(use_true_random=False))
    def ask(case: Case[Any], role: str, draw: random.Random) -> None:
        who = visitors[role]
        _fill_in_parameters(case, {**parts, **who.parts}, draw)
        with rolled_back():
            answer = case.call(headers=who.headers)
        STATUS_COUNTS[answer.status_code] += 1
        case.validate_response(answer, checks=CHECKS, excluded_checks=[])

    run: Callable[[], None] = ask
    run()


def _fill_in_parameters(case: Case[Any], parts: UrlParameters, draw: random.Random) -> None:
    """Fill in existing ids and the current version in most requests."""
    for name in case.path_parameters or {}:
        if draw.random() < 0.8:
            case.path_parameters[name] = parts[name]
    if case.headers and "If-Match" in case.headers and draw.random() < 0.8:
        case.headers["If-Match"] = "*"
