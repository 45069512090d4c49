"""The budgets of the API for each person and address, and the headers that report them."""

import json
import time
from collections.abc import Mapping
from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from builder.catalogue.files import Catalogues
from builder.models import CompanyList, User
from builder.services.budgets import COSTS, REQUEST_BYTES_PER_READ, RESPONSE_BYTES_PER_READ
from tests.support.api_client import API_ROOT, Answer, ApiClient, assert_problem
from tests.support.clock import Clock

READ, CHANGE, APPRAISAL = COSTS["read"], COSTS["change"], COSTS["appraisal"]


@pytest.fixture(autouse=True)
def low_limits(settings: Settings, db: None, fresh_budgets: None) -> None:
    """Allow two reads a minute."""
    settings.MUSTERBOOK_UNITS_A_MINUTE = settings.MUSTERBOOK_UNITS_A_MINUTE_OF_AN_ADDRESS = 2 * READ


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """A clock that only moves when a test moves it."""
    clock = Clock()
    monkeypatch.setattr(time, "time", clock)
    return clock


def rate_limit_headers(answer: Answer) -> tuple[int, int, int]:
    """Return the rate limit headers: limit, remaining and reset."""
    limit, remaining, reset = (answer[f"RateLimit-{name}"] for name in ("Limit", "Remaining", "Reset"))
    return int(limit), int(remaining), int(reset)


def ask_from(address: str, **headers: str) -> int:
    """Return the status of an anonymous request from an address."""
    return Client(REMOTE_ADDR=address, headers=headers).get(f"{API_ROOT}/").status_code


# ------------------------------------------------------------------ what is left


def test_the_remaining_budget_is_reported_until_it_is_spent(alice: User, clock: Clock) -> None:
    program = ApiClient(alice)
    assert rate_limit_headers(program.get("lists")) == (2 * READ, READ, 30)
    assert rate_limit_headers(program.get("lists")) == (2 * READ, 0, 60)
    answer = program.get("lists")
    problem = assert_problem(answer, 429, "too-many")
    assert rate_limit_headers(answer) == (2 * READ, 0, 60)
    wait = int(answer["Retry-After"])
    assert 0 < wait <= 60 // READ
    assert str(wait) in problem["detail"]
    clock.now += wait - 1
    assert program.get("lists").status_code == 429
    clock.now += 1
    assert program.get("lists").status_code == 200


# ------------------------------------------------------------------ what is spent together


def test_all_requests_of_a_person_share_one_budget(
    alice: User, alices_list: CompanyList, settings: Settings
) -> None:
    """All programs and the browser share a budget; expensive requests use more of it."""
    settings.MUSTERBOOK_UNITS_A_MINUTE = 100
    first, second, browser = ApiClient(alice), ApiClient(alice), ApiClient()
    browser.client.force_login(alice, backend="django.contrib.auth.backends.ModelBackend")
    at = f"lists/{alices_list.public_id}"
    assert rate_limit_headers(first.get(at))[1] == 100 - READ
    assert rate_limit_headers(second.put(f"{at}/link"))[1] == 100 - READ - CHANGE
    assert rate_limit_headers(browser.get(f"{at}/summary"))[1] == 100 - READ - CHANGE - APPRAISAL


def test_people_at_one_address_have_separate_budgets(alice: User, bob: User) -> None:
    assert [ask_from("127.0.0.1") for _ in range(3)] == [200, 200, 429]
    program = ApiClient(alice)
    assert [program.get("lists").status_code for _ in range(3)] == [200, 200, 429]
    assert ApiClient(bob).get("lists").status_code == 200
    assert ask_from("192.0.2.8") == 200


def test_rejected_requests_cost_units(alice: User) -> None:
    """Requests cost units even if they are not found, not allowed or not understood."""
    program = ApiClient(alice)
    assert program.get("lists/nowhere").status_code == 404
    assert program.get("gallery?size=x").status_code == 400
    assert program.get("nowhere/at/all").status_code == 429
    nobody = ApiClient()
    assert [nobody.get("lists").status_code for _ in range(3)] == [401, 401, 429]


# ------------------------------------------------------------------ tokens that open nothing


def test_wrong_tokens_are_counted_by_address(alice: User, clock: Clock, settings: Settings) -> None:
    settings.MUSTERBOOK_UNITS_A_MINUTE = 2 * COSTS["refusal"]

    def wrong(address: str, number: int) -> Answer:
        headers = {"Authorization": f"Bearer muster_{number}"}
        return Client(REMOTE_ADDR=address, headers=headers).get(f"{API_ROOT}/lists")

    first = wrong("192.0.2.7", 1)
    assert first.status_code == 401
    assert first["WWW-Authenticate"] == "Bearer"
    assert rate_limit_headers(first) == (60, 30, 30)
    assert wrong("192.0.2.7", 2).status_code == 401
    last = wrong("192.0.2.7", 3)
    assert_problem(last, 429, "too-many")
    assert last["Retry-After"] == "1"
    assert wrong("192.0.2.8", 1).status_code == 401
    # The address is blocked only for wrong tokens. Other requests from it still work.
    good = ApiClient(alice)
    good.client.defaults["REMOTE_ADDR"] = "192.0.2.7"
    assert good.get("lists").status_code == 200
    assert ask_from("192.0.2.7") == 200
    clock.now += 1
    assert wrong("192.0.2.7", 9).status_code == 401


def test_failed_csrf_checks_are_counted_by_address(alice: User, settings: Settings) -> None:
    settings.MUSTERBOOK_UNITS_A_MINUTE = 2 * COSTS["refusal"]
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(alice, backend="django.contrib.auth.backends.ModelBackend")
    statuses = [
        browser.post(f"{API_ROOT}/lists", {}, content_type="application/json").status_code for _ in range(3)
    ]
    assert statuses == [403, 403, 429]


def test_proxies_are_trusted_by_setting(settings: Settings) -> None:
    """The same setting applies to all uses of the client's address."""
    assert settings.TRUST_PROXY_HEADER is False
    assert settings.ALLAUTH_TRUSTED_PROXY_COUNT == 0


# ------------------------------------------------------------------ what weighs more


@pytest.mark.parametrize(
    ("size", "reads"), [(1, 0), (REQUEST_BYTES_PER_READ, 1), (6 * REQUEST_BYTES_PER_READ, 6)]
)
def test_large_requests_cost_more(
    alice: User, settings: Settings, catalogues: Catalogues, size: int, reads: int
) -> None:
    settings.MUSTERBOOK_UNITS_A_MINUTE = 100
    text = {"system": "unbridled-fury", "edition": "0.9.0", "text": "x" * size}
    answer = ApiClient(alice).post("shorthand", text)
    assert rate_limit_headers(answer)[:2] == (100, 100 - APPRAISAL - reads * READ)


def armed(captain: dict[str, Any], key: str, weapons: int, each: int) -> dict[str, Any]:
    """Return a profile with a number of weapons that each have a number of properties."""
    arms = [{"name": "W", "range": 2, "properties": ["R"] * each}] * weapons
    return {**captain, "key": key, "design": {**captain["design"], "shooting_weapons": arms}}


def test_large_responses_cost_more(
    alice: User, settings: Settings, catalogues: Catalogues, sample_values: Mapping[str, dict[str, Any]]
) -> None:
    settings.MUSTERBOOK_UNITS_A_MINUTE = settings.MUSTERBOOK_UNITS_A_MINUTE_OF_AN_ADDRESS = 1_000
    value = sample_values["drop-reavers"]
    profiles = [armed(value["profiles"][0], f"k{number}", 20, 100) for number in range(4)]
    value = {**value, "rosters": [], "profiles": profiles}
    for program in (ApiClient(alice), ApiClient()):
        answer = program.post("appraisals", value)
        assert answer.status_code == 200
        more = len(answer.content) // RESPONSE_BYTES_PER_READ
        assert more > 0
        sent = len(json.dumps(value)) // REQUEST_BYTES_PER_READ
        assert rate_limit_headers(answer)[1] == 1_000 - APPRAISAL * (1 + more) - READ * sent


def test_queries_with_many_steps_cost_more(
    alice: User, settings: Settings, catalogues: Catalogues, sample_values: Mapping[str, dict[str, Any]]
) -> None:
    settings.MUSTERBOOK_UNITS_A_MINUTE = 100
    value, program = sample_values["drop-reavers"], ApiClient(alice)
    document = {**value, "rosters": [], "profiles": [armed(value["profiles"][0], "much", 10, 50)]}
    question = {"document": document, "profile": "much", "place": "properties"}
    assert len(json.dumps(question)) < REQUEST_BYTES_PER_READ
    assert rate_limit_headers(program.post("appraisals/steps", question))[:2] == (100, 100 - 3 * APPRAISAL)


# ------------------------------------------------------------------ what is stored


def test_users_above_the_storage_budget_can_read(
    alice: User, settings: Settings, sample_values: Mapping[str, dict[str, Any]], catalogues: Catalogues
) -> None:
    settings.MUSTERBOOK_UNITS_A_MINUTE = 1_000
    settings.MUSTERBOOK_BYTES_AN_HOUR_OF_A_PERSON = 2_000
    program = ApiClient(alice)
    created = program.post("lists", sample_values["drop-reavers"])
    assert created.status_code == 201
    answer = program.post("lists", sample_values["drop-reavers"])
    assert_problem(answer, 429, "too-many")
    assert answer["Retry-After"] == "300"
    assert program.get(f"lists/{created.json()['id']}").status_code == 200
