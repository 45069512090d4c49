"""Versions are ETags. If-Match and If-None-Match compare them."""

import json
import re

import pytest
from django.test import Client

from builder.models import Club, CompanyList, Membership, User
from tests.support.access_scenes import UrlParameters
from tests.support.api_client import API_ROOT, ApiClient, assert_problem, used_client
from tests.support.database_rows import database_rows
from tests.support.openapi import header_parameters, operations, schema_of_operation


@pytest.mark.parametrize("header", ['"1"', ' "1" ', 'W/"1"', '"7", "1"', '"7",W/"1"', "*"])
def test_the_current_version_can_be_changed(at: str, program: ApiClient, header: str) -> None:
    assert program.patch(at, {"name": "x"}, If_Match=header).status_code == 200


@pytest.mark.parametrize(
    "header", ['"2"', "1", "'1'", '"01"', '""', '"1', "\u00e9", ",", '"*"', 'w/"1"', "W/1"]
)
def test_any_other_version_is_stale(at: str, program: ApiClient, header: str) -> None:
    answer = program.patch(at, {"name": "x"}, If_Match=header)
    assert_problem(answer, 412, "stale")
    assert answer["ETag"] == '"1"'


def test_an_etag_without_quotes_is_reported(at: str, program: ApiClient) -> None:
    assert "with its quotes" in program.patch(at, {"name": "x"}, If_Match="1").json()["detail"]
    assert "has changed" in program.patch(at, {"name": "x"}, If_Match='"7"').json()["detail"]


@pytest.mark.parametrize("headers", [{}, {"If-Match": ""}, {"If-Match": "  "}, {"If-None-Match": '"1"'}])
def test_changes_without_if_match_are_rejected(at: str, program: ApiClient, headers: dict[str, str]) -> None:
    answer = program.request("PATCH", at, {"name": "x"}, headers=headers)
    assert_problem(answer, 428, "no-version")


@pytest.mark.parametrize("header", ['"1"', 'W/"1"', '"5", "1"', "*"])
def test_a_matching_etag_gets_no_body(at: str, program: ApiClient, header: str) -> None:
    answer = program.get(at, If_None_Match=header)
    assert (answer.status_code, answer.content, answer["ETag"]) == (304, b"", '"1"')


@pytest.mark.parametrize("header", ["", '"2"', "1", '"*"', ","])
def test_another_etag_gets_the_body(at: str, program: ApiClient, header: str) -> None:
    assert program.get(at, If_None_Match=header).status_code == 200


def test_weak_etags_of_gzipped_responses_match(at: str, program: ApiClient, client: Client) -> None:
    zipped = program.get(at, Accept_Encoding="gzip")
    assert zipped["Content-Encoding"] == "gzip"
    assert zipped["ETag"] == 'W/"1"'
    assert program.get(at, If_None_Match=zipped["ETag"]).status_code == 304
    assert program.patch(at, {"name": "x"}, If_Match=zipped["ETag"]).status_code == 200
    assert_problem(program.patch(at, {"name": "y"}, If_Match=zipped["ETag"]), 412, "stale")


def test_a_club_is_sent_again_because_its_members_change_without_a_new_version(
    club: Club, dora: User, bob: User
) -> None:
    program, at = ApiClient(dora), f"clubs/{club.public_id}"
    first = program.get(at)
    Membership.objects.get(club=club, user=bob).delete()
    again = program.get(at, If_None_Match=first["ETag"])
    assert (again.status_code, again["ETag"]) == (200, first["ETag"])
    assert again.json()["members"] == first.json()["members"] - 1


@pytest.mark.usefixtures("catalogues")
def test_a_print_setup_gets_a_304_as_the_schema_says(alice: User) -> None:
    program = ApiClient(alice)
    at = program.post("me/print-setups", {"name": "A4", "options": {"paper": "list"}})["Location"]
    first = program.get(at)
    assert first["ETag"] == '"1"'
    assert program.get(at, If_None_Match='"1"').status_code == 304
    (operation,) = (each for each in operations() if str(each) == "GET /me/print-setups/{setup}")
    assert {"200", "304"} <= schema_of_operation(operation)["responses"].keys()


VERSIONED = {
    f"{method} {path}"
    for path, methods in {
        "/lists/{public_id}": ("PUT", "PATCH", "DELETE"),
        "/lists/{public_id}/document": ("PATCH",),
        "/lists/{public_id}/profiles/{key}": ("PATCH", "DELETE"),
        "/lists/{public_id}/rosters/{roster}": ("PATCH", "DELETE"),
        "/clubs/{club}": ("PATCH", "DELETE"),
        "/clubs/{club}/events/{event}": ("PATCH", "DELETE"),
        "/me/print-setups/{setup}": ("PATCH", "DELETE"),
    }.items()
    for method in methods
}


@pytest.mark.usefixtures("catalogues")
def test_the_operations_that_need_a_version() -> None:
    assert {
        str(operation)
        for operation in operations()
        if "If-Match" in header_parameters(schema_of_operation(operation))
    } == VERSIONED


@pytest.mark.sampled(every=1)
@pytest.mark.parametrize("operation", sorted(VERSIONED))
def test_each_operation_rejects_other_versions(
    everything: UrlParameters, alice: User, operation: str
) -> None:
    method, _, path = operation.format(**everything).partition(" /")
    program, media = used_client(alice).client, "application/json"
    body: object = {"name": "Mine"}
    if method == "PUT":
        body = {**program.get(f"{API_ROOT}/{path}").json(), "name": "Mine"}
    if path.endswith("/document"):
        body, media = [{"op": "replace", "path": "/name", "value": "Mine"}], "application/json-patch+json"
    sent = "" if method == "DELETE" else json.dumps(body)
    before = database_rows()
    assert_problem(program.generic(method, f"{API_ROOT}/{path}", sent, media), 428, "no-version")
    stale = program.generic(method, f"{API_ROOT}/{path}", sent, media, headers={"If-Match": '"999"'})
    assert_problem(stale, 412, "stale")
    assert re.fullmatch(r'"\d+"', stale["ETag"])
    assert database_rows() == before


def test_strangers_get_not_found_before_errors_of_versions(at: str, charlie: User) -> None:
    assert_problem(ApiClient(charlie).patch(at, {"name": "x"}), 404, "not-found")
    assert_problem(ApiClient(charlie).delete(at), 404, "not-found")


@pytest.mark.parametrize("part", ["", "/profiles/captain", "/rosters/{roster}"])
def test_a_patch_that_changes_nothing_leaves_the_etag(
    alice: User, alices_list: CompanyList, part: str
) -> None:
    program = ApiClient(alice)
    roster = alices_list.rosters.order_by("position").first()
    assert roster is not None
    at = f"lists/{alices_list.public_id}{part.format(roster=roster.public_id)}"
    before = program.get(at).json()
    for sent in ({}, {"name": before["name"]}):
        answer = program.patch(at, sent, If_Match='"1"')
        assert (answer.status_code, answer["ETag"]) == (200, '"1"')
    assert program.get(f"lists/{alices_list.public_id}")["ETag"] == '"1"'
