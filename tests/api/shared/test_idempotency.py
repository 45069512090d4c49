"""A request that is sent again with its key runs only once and gets the same response."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

import pytest
from pytest_django import Settings

from builder.catalogue.files import Catalogues
from builder.models import CompanyList, IdempotentResponse, Profile, User
from builder.services.idempotency import MAX_PER_USER, clear_idempotent_responses
from tests.support.access_scenes import UrlParameters
from tests.support.api_client import Answer, ApiClient, assert_problem
from tests.support.concurrency import run_concurrently
from tests.support.database_rows import database_rows
from tests.support.openapi import header_parameters, operations, schema_of_operation

WAYS = ("lists/{public_id}", "shared/{link}", "rosters/{shared_roster}", "roster-links/{roster_link}")
KEY = "8e03978e-40d5-43dd-bc93-6894a57f9324"
Json = dict[str, Any]


@pytest.fixture
def program(alice: User, catalogues: Catalogues) -> ApiClient:
    return ApiClient(alice)


@pytest.fixture
def value(sample_values: Mapping[str, Json]) -> Json:
    return sample_values["drop-reavers"]


def same(answer: Answer, other: Answer) -> bool:
    heads = ("ETag", "Location", "Content-Type")
    return answer.content == other.content and all(answer.get(name) == other.get(name) for name in heads)


def test_without_a_key_a_repeated_request_creates_two(program: ApiClient, value: Json) -> None:
    program.post("lists", value)
    program.post("lists", value)
    assert CompanyList.objects.count() == 2


def test_the_order_of_fields_does_not_matter(program: ApiClient, value: Json) -> None:
    program.post("lists", value, Idempotency_Key=KEY)
    turned = dict(reversed(value.items()))
    assert program.post("lists", turned, Idempotency_Key=KEY)["Idempotency-Replayed"] == "true"


def test_a_key_with_another_request_is_rejected(program: ApiClient, value: Json) -> None:
    answer = program.post("lists", value, Idempotency_Key=KEY)
    assert_problem(program.post("lists", {**value, "name": "x"}, Idempotency_Key=KEY), 422, "key-reused")
    there = f"{answer['Location']}/profiles"
    assert_problem(program.post(there, {"name": "x"}, Idempotency_Key=KEY), 422, "key-reused")
    assert CompanyList.objects.count() == 1
    assert Profile.objects.count() == 7


def test_keys_of_users_are_independent(program: ApiClient, bob: User, value: Json) -> None:
    program.post("lists", value, Idempotency_Key=KEY)
    answer = ApiClient(bob).post("lists", {**value, "name": "x"}, Idempotency_Key=KEY)
    assert answer.status_code == 201
    assert "Idempotency-Replayed" not in answer
    assert CompanyList.objects.get(owner=bob).name == "x"


def test_failed_requests_are_not_stored(program: ApiClient, value: Json, settings: Settings) -> None:
    assert_problem(program.post("lists", {**value, "name": 5}, Idempotency_Key=KEY), 400, "not-understood")
    settings.MUSTERBOOK_MAX_LISTS_PER_USER = 0
    assert_problem(program.post("lists", value, Idempotency_Key=KEY), 400, "too-much")
    settings.MUSTERBOOK_MAX_LISTS_PER_USER = 1
    assert program.post("lists", value, Idempotency_Key=KEY).status_code == 201


def test_a_key_is_stored_for_a_day(program: ApiClient, value: Json) -> None:
    program.post("lists", value, Idempotency_Key=KEY)
    row = IdempotentResponse.objects.get()
    row.made -= timedelta(hours=23, minutes=59)
    row.save()
    assert program.post("lists", value, Idempotency_Key=KEY)["Idempotency-Replayed"] == "true"
    row.made -= timedelta(minutes=2)
    row.save()
    fresh = program.post("lists", {**value, "name": "Tomorrow"}, Idempotency_Key=KEY)
    assert (fresh.status_code, fresh.json()["name"]) == (201, "Tomorrow")
    assert CompanyList.objects.count() == 2


def test_old_responses_are_cleared(program: ApiClient, value: Json) -> None:
    program.post("lists", value, Idempotency_Key=KEY)
    response = IdempotentResponse.objects.get().made
    assert clear_idempotent_responses(response) == 0
    assert clear_idempotent_responses(response + timedelta(seconds=1)) == 1


def test_the_number_of_stored_responses_per_user_is_limited(
    program: ApiClient, alice: User, bob: User, alices_list: CompanyList
) -> None:
    there = f"lists/{alices_list.public_id}/profiles"
    ApiClient(bob).post("lists", program.get(f"lists/{alices_list.public_id}").json(), Idempotency_Key="his")
    program.post(there, {"name": "first"}, Idempotency_Key="first")
    IdempotentResponse.objects.bulk_create(
        IdempotentResponse(user=alice, key=f"key-{number}", request="x") for number in range(MAX_PER_USER - 1)
    )
    assert program.post(there, {"name": "first"}, Idempotency_Key="first")["Idempotency-Replayed"] == "true"
    program.post(there, {"name": "second"}, Idempotency_Key="second")
    program.post(there, {"name": "third"}, Idempotency_Key="third")
    assert not IdempotentResponse.objects.filter(key="first").exists()
    assert IdempotentResponse.objects.filter(user=alice).count() <= MAX_PER_USER + 1
    assert IdempotentResponse.objects.filter(user=bob, key="his").exists()
    assert program.post(there, {"name": "third"}, Idempotency_Key="third")["Idempotency-Replayed"] == "true"


@pytest.mark.parametrize("key", ["a b", "x" * 101, "\u00e9", " ", "a\tb"])
def test_invalid_keys_are_rejected(program: ApiClient, value: Json, key: str) -> None:
    answer = program.post("lists", value, Idempotency_Key=key)
    if key.strip():
        assert_problem(answer, 400, "not-understood")
        assert answer.json()["errors"][0]["path"] == "Idempotency-Key"
        assert not CompanyList.objects.exists()


@pytest.mark.parametrize("key", ["!", "~" * 100, '"quoted"'])
def test_keys_have_one_to_a_hundred_visible_characters(program: ApiClient, value: Json, key: str) -> None:
    assert program.post("lists", value, Idempotency_Key=key).status_code == 201


# The body for each operation that creates something.
MAKE: dict[str, object] = {
    "POST /lists": {
        "format": "company-list", "version": 1, "system": "unbridled-fury", "edition": "0.9.0", "name": "New",
    },
    "POST /lists/{public_id}/profiles": {"name": "x"},
    "POST /lists/{public_id}/profiles/{key}/duplicate": None,
    "POST /lists/{public_id}/rosters": {"name": "x", "limit": 5},
    "POST /lists/{public_id}/rosters/{roster}/duplicate": None,
    "POST /lists/{public_id}/frozen-links": {"roster": "{roster}"},
    "POST /lists/{public_id}/shares": {"club": "{club}"},
    "POST /clubs": {"name": "Tin Pot"},
    "POST /clubs/{club}/shares": {"list": "{public_id}"},
    "POST /clubs/{club}/events": {
        "name": "Spring muster", "date": "2030-05-09", "system": "unbridled-fury", "edition": "0.9.0",
        "limit": 750, "deadline": "2030-05-07T19:00:00Z",
    },
    "POST /me/print-setups": {"name": "x", "options": {"paper": "cards"}},
    **{f"POST /{way}/copies": None for way in WAYS},
    **{f"POST /{way}/profiles/{{key}}/take": {"into": None} for way in WAYS},
}  # fmt: skip


@pytest.mark.usefixtures("catalogues")
def test_the_operations_that_create_take_a_key() -> None:
    assert set(MAKE) == {
        str(operation)
        for operation in operations()
        if "Idempotency-Key" in header_parameters(schema_of_operation(operation))
    }


@pytest.mark.sampled(every=1)
@pytest.mark.parametrize("operation", MAKE)
def test_each_operation_creates_once(everything: UrlParameters, alice: User, operation: str) -> None:
    program, sent = ApiClient(alice), MAKE[operation]
    if isinstance(sent, dict):
        sent = {name: v.format(**everything) if isinstance(v, str) else v for name, v in sent.items()}
    path = operation.removeprefix("POST /").format(**everything)
    first = program.post(path, sent, Idempotency_Key=KEY)
    before = database_rows()
    again = program.post(path, sent, Idempotency_Key=KEY)
    assert (first.status_code, again.status_code) == (201, 201)
    assert same(first, again)
    assert program.get(first["Location"]).status_code != 404
    assert "Idempotency-Replayed" not in first
    assert again["Idempotency-Replayed"] == "true"
    assert_problem(program.post("clubs", {"name": "x"}, Idempotency_Key=KEY), 422, "key-reused")
    assert database_rows() == before


@pytest.mark.django_db(transaction=True)
def test_two_requests_at_once_create_one(alice: User, catalogues: Catalogues, value: Json) -> None:
    programs = [ApiClient(alice), ApiClient(alice), ApiClient(alice)]
    answers: list[Any] = run_concurrently(
        *(
            lambda shown_program=program: shown_program.post("lists", value, Idempotency_Key=KEY)
            for program in programs
        )
    )
    assert [answer.status_code for answer in answers] == [201, 201, 201]
    assert CompanyList.objects.count() == 1
    assert len({answer.content for answer in answers}) == 1
    assert sorted(answer.has_header("Idempotency-Replayed") for answer in answers) == [False, True, True]
