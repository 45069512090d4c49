"""A request that comes again with its key is made once, and answered as before."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

import pytest
from pytest_django import Settings

from builder.catalogue.files import Catalogues
from builder.models import CompanyList, IdempotentResponse, Profile, User
from builder.services.idempotency import MAX_PER_USER, clear_idempotent_responses
from tests.support.api_client import Answer, ApiClient, assert_problem
from tests.support.concurrency import run_concurrently

KEY = "8e03978e-40d5-43dd-bc93-6894a57f9324"
Json = dict[str, Any]


@pytest.fixture
def program(alice: User, catalogues: Catalogues) -> ApiClient:
    return ApiClient(alice)


@pytest.fixture
def value(sample_values: Mapping[str, Json]) -> Json:
    return sample_values["drop-reavers"]


def same(one: Answer, other: Answer) -> bool:
    heads = ("ETag", "Location", "Content-Type")
    return one.content == other.content and all(one[name] == other[name] for name in heads)


def test_a_request_that_comes_again_makes_one_list(program: ApiClient, value: Json) -> None:
    first = program.post("lists", value, Idempotency_Key=KEY)
    again = program.post("lists", value, Idempotency_Key=KEY)
    assert (first.status_code, again.status_code) == (201, 201)
    assert same(first, again)
    assert again["Idempotency-Replayed"] == "true"
    assert "Idempotency-Replayed" not in first
    assert CompanyList.objects.count() == 1


def test_without_a_key_there_are_two(program: ApiClient, value: Json) -> None:
    program.post("lists", value)
    program.post("lists", value)
    assert CompanyList.objects.count() == 2


def test_the_order_of_names_does_not_make_another_request(program: ApiClient, value: Json) -> None:
    program.post("lists", value, Idempotency_Key=KEY)
    turned = dict(reversed(value.items()))
    assert program.post("lists", turned, Idempotency_Key=KEY)["Idempotency-Replayed"] == "true"


def test_a_key_is_for_one_request(program: ApiClient, value: Json) -> None:
    made = program.post("lists", value, Idempotency_Key=KEY)
    assert_problem(program.post("lists", {**value, "name": "x"}, Idempotency_Key=KEY), 422, "key-reused")
    there = f"{made['Location']}/profiles"
    assert_problem(program.post(there, {"name": "x"}, Idempotency_Key=KEY), 422, "key-reused")
    assert CompanyList.objects.count() == 1
    assert Profile.objects.count() == 7


def test_anothers_key_is_another(program: ApiClient, bob: User, value: Json) -> None:
    program.post("lists", value, Idempotency_Key=KEY)
    answer = ApiClient(bob).post("lists", {**value, "name": "x"}, Idempotency_Key=KEY)
    assert answer.status_code == 201
    assert "Idempotency-Replayed" not in answer
    assert CompanyList.objects.get(owner=bob).name == "x"


def test_what_went_wrong_is_not_kept(program: ApiClient, value: Json, settings: Settings) -> None:
    assert_problem(program.post("lists", {**value, "name": 5}, Idempotency_Key=KEY), 400, "not-understood")
    settings.MUSTERBOOK_MAX_LISTS_PER_USER = 0
    assert_problem(program.post("lists", value, Idempotency_Key=KEY), 400, "too-much")
    settings.MUSTERBOOK_MAX_LISTS_PER_USER = 1
    assert program.post("lists", value, Idempotency_Key=KEY).status_code == 201


def test_a_key_is_kept_for_a_day(program: ApiClient, value: Json) -> None:
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


def test_old_answers_are_cleared(program: ApiClient, value: Json) -> None:
    program.post("lists", value, Idempotency_Key=KEY)
    made = IdempotentResponse.objects.get().made
    assert clear_idempotent_responses(made) == 0
    assert clear_idempotent_responses(made + timedelta(seconds=1)) == 1


def test_of_one_person_so_many_answers_are_kept(
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
def test_what_is_no_key_is_refused(program: ApiClient, value: Json, key: str) -> None:
    answer = program.post("lists", value, Idempotency_Key=key)
    if key.strip():
        assert_problem(answer, 400, "not-understood")
        assert answer.json()["errors"][0]["path"] == "Idempotency-Key"
        assert not CompanyList.objects.exists()


@pytest.mark.parametrize("key", ["!", "~" * 100, '"quoted"'])
def test_keys_of_one_to_a_hundred_visible_characters(program: ApiClient, value: Json, key: str) -> None:
    assert program.post("lists", value, Idempotency_Key=key).status_code == 201


def test_all_that_is_made_in_a_list_is_made_once(program: ApiClient, alices_list: CompanyList) -> None:
    at = f"lists/{alices_list.public_id}"
    roster = program.get(f"{at}/rosters").json()["results"][0]["id"]
    sent: list[tuple[str, object]] = [
        ("profiles", {"name": "x"}),
        ("profiles/captain/duplicate", None),
        ("rosters", {"name": "x", "limit": 5}),
        (f"rosters/{roster}/duplicate", None),
    ]
    for place, (path, body) in enumerate(sent):
        answers = [program.post(f"{at}/{path}", body, Idempotency_Key=f"key-{place}") for _ in range(2)]
        assert [answer.status_code for answer in answers] == [201, 201]
        assert same(*answers)
    summary = program.get(at).json()
    assert (len(summary["profiles"]), len(summary["rosters"])) == (9, 4)


@pytest.mark.django_db(transaction=True)
def test_two_at_once_make_one(alice: User, catalogues: Catalogues, value: Json) -> None:
    programs = [ApiClient(alice), ApiClient(alice), ApiClient(alice)]
    answers: list[Any] = run_concurrently(
        *(lambda one=one: one.post("lists", value, Idempotency_Key=KEY) for one in programs)
    )
    assert [answer.status_code for answer in answers] == [201, 201, 201]
    assert CompanyList.objects.count() == 1
    assert len({answer.content for answer in answers}) == 1
    assert sorted(answer.has_header("Idempotency-Replayed") for answer in answers) == [False, True, True]
