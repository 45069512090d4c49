"""How many requests are let through: of each person, of each address, by kind; and what is told of it."""

import json
import time
from collections.abc import Mapping
from ipaddress import IPv4Address
from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from api.shared.throttling import REQUEST_BYTES_PER_COUNT, RESPONSE_BYTES_PER_COUNT
from builder.catalogue.files import Catalogues
from builder.models import CompanyList, RequestCount, User
from builder.services.throttling import RequestTally, clear_request_counts, count_request
from tests.support.api_client import API_ROOT, Answer, ApiClient, assert_problem
from tests.support.concurrency import run_concurrently

NOON = 1_800_000_000 // 60 * 60
"""The first second of a minute."""


@pytest.fixture(autouse=True)
def low_limits(settings: Settings, db: None) -> None:
    """Two of each kind a minute."""
    for kind in ("READS", "WRITES", "APPRAISALS", "PAPERS", "REFUSALS"):
        setattr(settings, f"MUSTERBOOK_{kind}_A_MINUTE", 2)


class Clock:
    """The time, as ``time.time`` tells it."""

    def __init__(self) -> None:
        self.now: float = NOON

    def __call__(self) -> float:
        """The time in seconds since the epoch."""
        return self.now


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """It stands still unless a test moves it."""
    made = Clock()
    monkeypatch.setattr(time, "time", made)
    return made


def rate_limit_headers(answer: Answer) -> tuple[str, str, str]:
    """The rate limit's headers: limit, remaining, reset."""
    return answer["RateLimit-Limit"], answer["RateLimit-Remaining"], answer["RateLimit-Reset"]


def ask_from(address: str, **headers: str) -> int:
    """The status of a request of nobody from an address."""
    return Client(REMOTE_ADDR=address, headers=headers).get(f"{API_ROOT}/").status_code


# ------------------------------------------------------------------ what is left


def test_what_is_left_is_told_and_then_it_is_too_much(alice: User, clock: Clock) -> None:
    program = ApiClient(alice)
    clock.now = NOON + 20.9
    assert rate_limit_headers(program.get("lists")) == ("2", "1", "40")
    assert rate_limit_headers(program.get("lists")) == ("2", "0", "40")
    answer = program.get("lists")
    problem = assert_problem(answer, 429, "too-many")
    assert rate_limit_headers(answer) == ("2", "0", "40")
    assert answer["Retry-After"] == "40"
    assert "40" in problem["detail"]


@pytest.mark.parametrize("second", [0, 59.999])
def test_who_waits_as_long_as_told_is_let_through(alice: User, clock: Clock, second: float) -> None:
    program = ApiClient(alice)
    clock.now = NOON + second
    for _ in range(2):
        program.get("lists")
    wait = int(program.get("lists")["Retry-After"])
    clock.now += wait - 1
    assert program.get("lists").status_code == 429
    clock.now += 1
    answer = program.get("lists")
    assert answer.status_code == 200
    assert answer["RateLimit-Remaining"] == "1"


def test_every_minute_begins_anew(alice: User, clock: Clock) -> None:
    program = ApiClient(alice)
    clock.now = NOON + 59
    assert [program.get("lists").status_code for _ in range(3)] == [200, 200, 429]
    clock.now = NOON + 60
    assert [program.get("lists").status_code for _ in range(3)] == [200, 200, 429]
    clock.now = NOON + 3600
    assert program.get("lists").status_code == 200


# ------------------------------------------------------------------ what counts together


def test_kinds_are_counted_apart(alice: User, alices_list: CompanyList) -> None:
    """Whoever has read enough writes on, prints on, and has things appraised."""
    program, at = ApiClient(alice), f"lists/{alices_list.public_id}"
    assert [program.get(at).status_code for _ in range(3)] == [200, 200, 429]
    assert [program.put(f"{at}/link").status_code for _ in range(3)] == [200, 200, 429]
    kinds = set(RequestCount.objects.values_list("who", flat=True))
    assert kinds == {f"reads:u{alice.pk}", f"writes:u{alice.pk}"}


def test_reads_and_writes_of_one_address_are_two(alices_list: CompanyList) -> None:
    nobody = ApiClient()
    for _ in range(3):
        nobody.get("gallery")
    assert nobody.get("gallery").status_code == 429
    assert nobody.post("gallery/nowhere/reports", {"reason": "x"}).status_code == 404


def test_people_are_counted_apart_and_all_their_programs_together(alice: User, bob: User) -> None:
    first, second = ApiClient(alice), ApiClient(alice)
    browser = ApiClient()
    browser.client.force_login(alice, backend="django.contrib.auth.backends.ModelBackend")
    assert [first.get("lists").status_code, second.get("lists").status_code] == [200, 200]
    assert first.get("lists").status_code == second.get("lists").status_code == 429
    assert browser.get("lists").status_code == 429
    assert ApiClient(bob).get("lists").status_code == 200


def test_who_is_logged_in_is_not_counted_by_address(alice: User) -> None:
    assert [ask_from("192.0.2.7") for _ in range(3)] == [200, 200, 429]
    assert ApiClient(alice).get("lists").status_code == 200


def test_what_is_refused_is_counted_too(alice: User) -> None:
    """Not found, not allowed, not understood, not done here: all are requests."""
    program = ApiClient(alice)
    assert program.get("lists/nowhere").status_code == 404
    assert program.get("gallery?size=x").status_code == 400
    assert program.get("nowhere/at/all").status_code == 429
    nobody = ApiClient()
    assert [nobody.get("lists").status_code for _ in range(3)] == [401, 401, 429]
    assert [nobody.request("DELETE", "gallery").status_code for _ in range(3)] == [405, 405, 429]


# ------------------------------------------------------------------ tokens that open nothing


def test_wrong_tokens_are_counted_by_address(alice: User, clock: Clock) -> None:
    def wrong(address: str, number: int) -> int:
        headers = {"Authorization": f"Bearer muster_{number}"}
        return Client(REMOTE_ADDR=address, headers=headers).get(f"{API_ROOT}/lists").status_code

    assert [wrong("192.0.2.7", number) for number in range(4)] == [401, 401, 429, 429]
    assert wrong("192.0.2.8", 1) == 401
    # The address is shut to wrong tokens alone: whoever else is there works on.
    good = ApiClient(alice)
    good.client.defaults["REMOTE_ADDR"] = "192.0.2.7"
    assert good.get("lists").status_code == 200
    assert ask_from("192.0.2.7") == 200
    clock.now += 60
    assert wrong("192.0.2.7", 9) == 401


def test_the_refusal_of_a_wrong_token_says_what_is_left(db: None) -> None:
    client = Client(headers={"Authorization": "Bearer muster_x"})
    first = client.get(f"{API_ROOT}/lists")
    assert rate_limit_headers(first) == ("2", "1", "60")
    assert first["WWW-Authenticate"] == "Bearer"
    client.get(f"{API_ROOT}/lists")
    last = client.get(f"{API_ROOT}/lists")
    assert_problem(last, 429, "too-many")
    assert last["Retry-After"] == "60"


def test_browsers_without_their_csrf_token_are_counted_by_address(alice: User) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(alice, backend="django.contrib.auth.backends.ModelBackend")
    statuses = [
        browser.post(f"{API_ROOT}/lists", {}, content_type="application/json").status_code for _ in range(3)
    ]
    assert statuses == [403, 403, 429]
    assert RequestCount.objects.get().who == "refusals:a127.0.0.1"


# ------------------------------------------------------------------ addresses


def counted() -> list[str]:
    """Which addresses were counted."""
    return [who.partition(":")[2] for who in RequestCount.objects.values_list("who", flat=True)]


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("192.0.2.7", "192.0.2.8", False),
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("::ffff:192.0.2.7", "::ffff:192.0.2.8", False),
        ("::ffff:192.0.2.7", "192.0.2.7", True),
        ("fe80::1%eth0", "fe80::2%eth0", True),
    ],
)
def test_of_ipv6_the_network_counts(one: str, other: str, same: bool) -> None:
    """A network of that kind has more addresses than anybody could count."""
    ask_from(one)
    ask_from(other)
    assert len(counted()) == (1 if same else 2)


@pytest.mark.parametrize("address", ["", "nonsense", "192.0.2.7:80", "x" * 5000, "1.2.3.4\0"])
def test_what_is_no_address_counts_as_one(address: str) -> None:
    assert ask_from(address) == 200
    assert counted() == ["a?"]


def test_what_a_client_says_of_its_address_is_not_trusted() -> None:
    for number in range(2):
        assert ask_from("192.0.2.7", X_Forwarded_For=str(IPv4Address(number))) == 200
    assert ask_from("192.0.2.7", X_Forwarded_For="10.0.0.1") == 429
    assert counted() == ["a192.0.2.7"]


@pytest.mark.parametrize(
    ("header", "address"),
    [("198.51.100.9", "198.51.100.9"), ("10.0.0.1, 198.51.100.9", "198.51.100.9"),
     ("198.51.100.9,2001:db8:1:2::5", "2001:db8:1:2::")],
)  # fmt: skip
def test_behind_a_proxy_the_last_address_counts(settings: Settings, header: str, address: str) -> None:
    """What stands before it may be made up; the proxy has noted the last one itself."""
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "NUM_PROXIES": 1}
    ask_from("127.0.0.1", X_Forwarded_For=header)
    assert counted() == [f"a{address}"]


def test_a_proxy_is_trusted_where_the_setting_says_so(settings: Settings) -> None:
    """One setting for all that asks for the address."""
    assert settings.TRUST_PROXY_HEADER is False
    assert settings.REST_FRAMEWORK["NUM_PROXIES"] == settings.ALLAUTH_TRUSTED_PROXY_COUNT == 0


# ------------------------------------------------------------------ the counts themselves


@pytest.mark.django_db(transaction=True)
def test_two_at_once_are_two() -> None:
    found = run_concurrently(*[lambda: count_request("reads:x", 60)] * 8)
    numbers = [one.number for one in found if isinstance(one, RequestTally)]
    assert sorted(numbers) == [1, 2, 3, 4, 5, 6, 7, 8]
    assert RequestCount.objects.get().number == 8


def test_stretches_that_are_over_are_forgotten(clock: Clock) -> None:
    count_request("reads:old", 60)
    clock.now = NOON + 60
    count_request("reads:new", 60)
    assert clear_request_counts(NOON + 60) == 1
    assert RequestCount.objects.get().who == "reads:new"


def test_as_many_rows_as_there_are_askers(alice: User, clock: Clock) -> None:
    program = ApiClient(alice)
    for minute in range(5):
        clock.now = NOON + 60 * minute
        program.get("lists")
    assert RequestCount.objects.count() == 1


# ------------------------------------------------------------------ what weighs more


def test_what_is_large_counts_as_more(alice: User, settings: Settings, catalogues: Catalogues) -> None:
    settings.MUSTERBOOK_APPRAISALS_A_MINUTE = 20
    program, text = ApiClient(alice), {"system": "unbridled-fury", "edition": "0.9.0", "text": ""}
    assert rate_limit_headers(program.post("shorthand", text))[:2] == ("20", "19")
    assert (
        rate_limit_headers(
            program.post("shorthand", {**text, "text": "x" * (REQUEST_BYTES_PER_COUNT - 200)})
        )[1]
        == "18"
    )
    assert (
        rate_limit_headers(program.post("shorthand", {**text, "text": "x" * 6 * REQUEST_BYTES_PER_COUNT}))[1]
        == "11"
    )


def test_nothing_counts_as_more_than_may_be_sent(alice: User, settings: Settings) -> None:
    settings.MUSTERBOOK_WRITES_A_MINUTE = 1_000
    settings.MUSTERBOOK_MAX_DOCUMENT_BYTES = 2 * REQUEST_BYTES_PER_COUNT
    assert rate_limit_headers(ApiClient(alice).post("lists", "x" * 9 * REQUEST_BYTES_PER_COUNT))[1] == "997"


@pytest.mark.parametrize("length", ["", "x", "-1", "\u0663", "9" * 5_000])
def test_whatever_is_told_of_its_length_breaks_nothing(settings: Settings, length: str) -> None:
    settings.MUSTERBOOK_READS_A_MINUTE = 1_000
    answer = Client().get(f"{API_ROOT}/", CONTENT_LENGTH=length)
    assert answer.status_code == 200
    assert answer["RateLimit-Remaining"] == ("959" if length.startswith("9") else "999")


def test_what_is_larger_than_what_is_left_is_let_through_once(
    alice: User, settings: Settings, catalogues: Catalogues, sample_values: Mapping[str, dict[str, Any]]
) -> None:
    program = ApiClient(alice)
    large = {**sample_values["drop-reavers"], "unknown": "x" * 5 * REQUEST_BYTES_PER_COUNT}
    assert_problem(program.post("appraisals", large), 400, "not-understood")
    assert_problem(program.post("appraisals", large), 429, "too-many")


def armed(captain: dict[str, Any], key: str, weapons: int, each: int) -> dict[str, Any]:
    """A profile with so many weapons of so many properties."""
    arms = [{"name": "W", "range": 2, "properties": ["R"] * each}] * weapons
    return {**captain, "key": key, "design": {**captain["design"], "shooting_weapons": arms}}


def test_a_large_answer_counts_as_more(
    alice: User, settings: Settings, catalogues: Catalogues, sample_values: Mapping[str, dict[str, Any]]
) -> None:
    settings.MUSTERBOOK_APPRAISALS_A_MINUTE = 100
    value = sample_values["drop-reavers"]
    profiles = [armed(value["profiles"][0], f"k{number}", 20, 100) for number in range(4)]
    value = {**value, "rosters": [], "profiles": profiles}
    for program in (ApiClient(alice), ApiClient()):
        answer = program.post("appraisals", value)
        assert answer.status_code == 200
        more = len(answer.content) // RESPONSE_BYTES_PER_COUNT
        assert more > 0
        sent = len(json.dumps(value)) // REQUEST_BYTES_PER_COUNT
        assert answer["RateLimit-Remaining"] == str(100 - 1 - sent - more)


def test_to_try_much_counts_as_more(
    alice: User, settings: Settings, catalogues: Catalogues, sample_values: Mapping[str, dict[str, Any]]
) -> None:
    settings.MUSTERBOOK_APPRAISALS_A_MINUTE = 100
    value, program = sample_values["drop-reavers"], ApiClient(alice)
    document = {**value, "rosters": [], "profiles": [armed(value["profiles"][0], "much", 10, 50)]}
    question = {"document": document, "profile": "much", "place": "properties"}
    assert len(json.dumps(question)) < REQUEST_BYTES_PER_COUNT
    assert rate_limit_headers(program.post("appraisals/steps", question))[:2] == ("100", "97")


def test_what_appraises_a_list_counts_as_an_appraisal(alice: User, alices_list: CompanyList) -> None:
    program, at = ApiClient(alice), f"lists/{alices_list.public_id}"
    requested = ("summary", "text", "appraisal", "changes?from=1")
    assert [program.get(f"{at}/{path}").status_code for path in requested] == [200, 200, 429, 429]
    assert program.get(at).status_code == 200
