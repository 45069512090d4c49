"""Every operation rejects read-only tokens and addresses that combine the objects of two people."""

from collections.abc import Mapping

import pytest

from api.shared.permissions import Anyone, AnyoneWithinScope
from builder.models import Club, CompanyList, Scope, User
from builder.points.document.document import Document
from builder.services.clubs.clubs import leave_club
from builder.services.people.tokens import create_token
from tests.support.access_scenes import (
    UrlParameters,
    World,
    create_everything,
    foreign_beginning,
    foreign_parts,
    other_world,
    url_parameter_names,
)
from tests.support.api_client import Answer, ApiClient, assert_problem, used_client
from tests.support.database_rows import database_rows
from tests.support.openapi import Operation, operations

BODIES: Mapping[str, object] = {
    "api_appraisals": None,
    "api_move_profile": {"to": "down"},
    "api_take": {"into": None},
    "api_shared_take": {"into": None},
    "api_club_roster_take": {"into": None},
    "api_hand_in": {"list": "{public_id}", "roster": "{roster}"},
    "api_member": {"role": "organiser"},
}


@pytest.fixture
def world(catalogues: object, alice: User, bob: User, charlie: User, dora: User, reavers: Document) -> World:
    """Alice and everything that she owns."""
    return World.create(alice, bob, charlie, dora, reavers)


@pytest.fixture
def alices_parameters(world: World) -> UrlParameters:
    return create_everything(world)


def send(program: ApiClient, operation: Operation, parts: UrlParameters) -> Answer:
    body = BODIES.get(operation.name, {})
    if isinstance(body, dict):
        body = {name: str(value).format(**parts) if value else value for name, value in body.items()}
    sent = None if operation.method == "GET" else body
    path = operation.path.lstrip("/").format(**parts)
    return program.request(operation.method, path, sent, headers={"If-Match": "*"})


def test_read_tokens_cannot_change_anything(alices_parameters: UrlParameters, alice: User) -> None:
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


def test_without_login_only_reports_can_be_written(alices_parameters: UrlParameters) -> None:
    before, program = database_rows(), ApiClient()
    for operation in operations():
        if operation.method == "GET" or operation.view.permission_classes in (
            (Anyone,),
            (AnyoneWithinScope,),
        ):
            continue
        assert_problem(send(program, operation, alices_parameters), 401, "log-in")
    assert database_rows() == before


def test_parts_of_a_list_are_not_found_in_another_list(
    alices_parameters: UrlParameters, alice: User, reavers: Document
) -> None:
    other = other_world(reavers)
    theirs = create_everything(other)
    intruder, owner = used_client(other.alice), used_client(alice)
    before, tried = database_rows(), 0
    link, into = alices_parameters["link"], alices_parameters["public_id"]
    assert intruder.post(f"shared/{link}/profiles/captain/take", {"into": into}).status_code == 404
    for mix in (foreign_parts, foreign_beginning):
        for own, others, program in (
            (theirs, alices_parameters, intruder),
            (alices_parameters, theirs, owner),
        ):
            for operation in operations():
                for parts in mix(url_parameter_names()[operation.name], own, others):
                    answer = send(program, operation, parts)
                    assert answer.status_code == 404, (mix, operation, answer.status_code, answer.content)
                    tried += 1
        assert database_rows() == before
        CompanyList.objects.update(published_at=None, link=None)
        before = database_rows()
    assert tried > 100


def test_former_members_cannot_reach_the_club(alices_parameters: UrlParameters, world: World) -> None:
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


def test_an_idempotent_response_is_only_for_its_user(
    alices_parameters: UrlParameters, alice: User, bob: User
) -> None:
    at, key = f"clubs/{alices_parameters['club']}/shares", {"Idempotency_Key": "mine"}
    sent = {"list": alices_parameters["public_id"], "roster": None}
    assert ApiClient(alice).post(at, sent, **key).status_code == 201
    assert_problem(ApiClient(bob).post(at, sent, **key), 404, "not-found")
    assert_problem(ApiClient(alice, Scope.READ).post(at, sent, **key), 403, "read-only-token")
    assert_problem(ApiClient().post(at, sent, **key), 401, "log-in")
