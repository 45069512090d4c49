"""Every operation in hands that it is not for: tokens that only read, addresses of two people's parts."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import pytest
from django.apps import apps

from api.shared.permissions import Anyone, AnyoneWithinScope
from builder.models import Club, CompanyList, Scope, User
from builder.points.document.document import Document
from builder.services.clubs.clubs import leave_club
from builder.services.exchange import create_list_from_document
from builder.services.people.tokens import create_token
from tests.support.access_scenes import UrlParameters, World, create_everything
from tests.support.api_client import Answer, ApiClient, assert_problem
from tests.support.openapi import Operation, operations

IGNORED_MODELS = {"RequestCount", "KeptAnswer"}

BODIES: Mapping[str, object] = {
    "api_appraisals": None,
    "api_move_profile": {"to": "down"},
    "api_take": {"into": None},
    "api_shared_take": {"into": None},
    "api_club_roster_take": {"into": None},
    "api_hand_in": {"list": "{public_id}", "roster": "{roster}"},
    "api_member": {"role": "organiser"},
}

# The same in every list, or no part of anything that is somebody's.
NOBODYS = {"key", "number", "system", "edition", "kind", "token", "file", "paper"}


@pytest.fixture
def world(catalogues: object, alice: User, bob: User, charlie: User, dora: User, reavers: Document) -> World:
    """Alice's."""
    return World.create(alice, bob, charlie, dora, reavers)


@pytest.fixture
def alices_parameters(world: World) -> UrlParameters:
    return create_everything(world)


@pytest.fixture
def other_world(alices_parameters: UrlParameters, reavers: Document) -> World:
    """Another world, with people of its own."""
    User.objects.filter(username="erin").update(username="erin of alice")
    roles = ("owner", "organiser", "member", "stranger")
    people: dict[str, User | None] = {role: User.objects.create(username=f"other {role}") for role in roles}
    owner = people["owner"]
    assert owner is not None
    row = create_list_from_document(owner, replace(reavers, name="Elsewhere"))
    return World(people={**people, "guest": None, "nobody": None}, row=row)


def used_client(user: User, scope: Scope = Scope.WRITE) -> ApiClient:
    """Somebody's program that has asked before: that its token is used today is noted once."""
    program = ApiClient(user, scope)
    assert program.get("me").status_code == 200
    return program


def database_rows() -> dict[str, list[Any]]:
    """All rows that there are, but those that count requests."""
    models = [
        model for model in apps.get_app_config("builder").get_models() if model.__name__ not in IGNORED_MODELS
    ]
    return {model.__name__: list(model._default_manager.order_by("pk").values_list()) for model in models}


def send(program: ApiClient, operation: Operation, parts: UrlParameters) -> Answer:
    body = BODIES.get(operation.name, {})
    if isinstance(body, dict):
        body = {name: str(value).format(**parts) if value else value for name, value in body.items()}
    sent = None if operation.method == "GET" else body
    path = operation.path.lstrip("/").format(**parts)
    return program.request(operation.method, path, sent, headers={"If-Match": "*"})


def test_a_token_that_reads_changes_nothing_anywhere(alices_parameters: UrlParameters, alice: User) -> None:
    program = used_client(alice, Scope.READ)
    own = create_token(alice, "another", Scope.WRITE, 7).row.public_id
    before, open_to_all = database_rows(), set()
    for operation in operations():
        if operation.method == "GET":
            continue
        if operation.view.permission_classes == (Anyone,):
            open_to_all.add(str(operation))
            continue
        assert_problem(send(program, operation, {**alices_parameters, "token": own}), 403, "read-only-token")
    assert open_to_all == {
        "POST /appraisals", "POST /appraisals/steps", "POST /appraisals/fits",
        "POST /appraisals/plan", "POST /appraisals/fingerprints", "POST /appraisals/changes",
        "POST /renderings", "POST /shorthand",
    }  # fmt: skip
    assert database_rows() == before


def test_only_a_report_is_written_by_nobody(alices_parameters: UrlParameters) -> None:
    before, program = database_rows(), ApiClient()
    for operation in operations():
        if operation.method == "GET" or operation.view.permission_classes in (
            (Anyone,),
            (AnyoneWithinScope,),
        ):
            continue
        assert_problem(send(program, operation, alices_parameters), 401, "log-in")
    assert database_rows() == before


def mixed_parameters(own: UrlParameters, others: UrlParameters) -> Iterator[tuple[Operation, UrlParameters]]:
    """Every address of several parts with one of its parts from elsewhere."""
    for operation in operations():
        named = [name for name in own if f"{{{name}}}" in operation.path]
        for name in named:
            if len(named) > 1 and name not in NOBODYS:
                yield operation, {**own, name: others[name]}


def test_no_part_of_one_list_is_reached_below_another(
    alices_parameters: UrlParameters, other_world: World, alice: User
) -> None:
    theirs = create_everything(other_world)
    CompanyList.objects.update(published_at=None, link=None)
    intruder, owner = used_client(other_world.alice), used_client(alice)
    before, tried = database_rows(), 0
    for own, others, program in ((theirs, alices_parameters, intruder), (alices_parameters, theirs, owner)):
        for operation, parts in mixed_parameters(own, others):
            answer = send(program, operation, parts)
            assert answer.status_code == 404, f"{operation}: {answer.status_code} {answer.content[:200]!r}"
            tried += 1
    assert tried > 100
    assert database_rows() == before


def test_who_has_left_reaches_nothing_of_the_club(alices_parameters: UrlParameters, world: World) -> None:
    CompanyList.objects.update(published_at=None)
    bob, club = world.person("member"), Club.objects.get()
    club.listed = False
    club.save(update_fields=["listed"])
    leave_club(club, bob)
    program = used_client(bob)
    before = database_rows()
    for operation in operations():
        if any(part in operation.path for part in ("{club}", "{shared_roster}", "{public_id}")):
            answer = send(program, operation, alices_parameters)
            assert answer.status_code == 404, f"{operation}: {answer.status_code} {answer.content[:200]!r}"
    assert database_rows() == before


def test_an_idempotent_response_is_given_to_who_made_it_alone(
    alices_parameters: UrlParameters, alice: User, bob: User
) -> None:
    at, key = f"clubs/{alices_parameters['club']}/shares", {"Idempotency_Key": "mine"}
    sent = {"list": alices_parameters["public_id"], "roster": None}
    assert ApiClient(alice).post(at, sent, **key).status_code == 201
    assert_problem(ApiClient(bob).post(at, sent, **key), 404, "not-found")
    assert_problem(ApiClient(alice, Scope.READ).post(at, sent, **key), 403, "read-only-token")
    assert_problem(ApiClient().post(at, sent, **key), 401, "log-in")
