"""Budgets: spent units return evenly, processes exchange their spending, and errors block nobody."""

import time

import pytest
from django.db import DatabaseError, connection
from hypothesis import given
from hypothesis import strategies as st
from pytest_django import DjangoAssertNumQueries, Settings

from builder.models import SpentBudget
from builder.services.budgets import (
    Budget,
    Ledger,
    Spender,
    address_spender,
    clear_spent_budgets,
    refilled_budgets_before,
    request_body_cost,
)
from builder.services.budgets import spend as spend_of
from tests.support.clock import Clock

BUDGET = Budget("tests", units_per_minute=60, max_units=60)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """A clock that only tests advance."""
    clock = Clock()
    monkeypatch.setattr(time, "time", clock)
    return clock


def test_spent_units_return_evenly(clock: Clock) -> None:
    ledger = Ledger()
    assert ledger.spend(BUDGET, "a", 60) == (True, 60, 0, 60, 0)
    assert ledger.spend(BUDGET, "a", 1) == (False, 60, 0, 60, 1)
    clock.now += 1
    assert ledger.spend(BUDGET, "a", 1) == (True, 60, 0, 60, 0)
    clock.now += 30
    assert ledger.spend(BUDGET, "a", 0).units_left == 30
    clock.now += 3600
    assert ledger.spend(BUDGET, "a", 0).units_left == 60


def test_a_request_above_the_remaining_budget_is_allowed_once(clock: Clock) -> None:
    ledger = Ledger()
    ledger.spend(BUDGET, "a", 59)
    assert ledger.spend(BUDGET, "a", 100).is_allowed
    refused = ledger.spend(BUDGET, "a", 1)
    assert (refused.is_allowed, refused.seconds_to_wait) == (False, 100)
    clock.now += refused.seconds_to_wait - 1
    assert not ledger.spend(BUDGET, "a", 1).is_allowed
    clock.now += 1
    assert ledger.spend(BUDGET, "a", 1).is_allowed


def test_rejected_requests_cost_nothing_and_clients_have_separate_budgets(clock: Clock) -> None:
    ledger = Ledger()
    ledger.spend(BUDGET, "a", 60)
    for _ in range(100):
        assert not ledger.spend(BUDGET, "a", 60).is_allowed
    clock.now += 1
    assert ledger.spend(BUDGET, "a", 1).is_allowed
    assert ledger.spend(BUDGET, "b", 60).is_allowed


def test_unused_units_are_refunded(clock: Clock) -> None:
    ledger = Ledger()
    ledger.spend(BUDGET, "a", 60)
    assert ledger.spend(BUDGET, "a", -58).units_left == 58
    assert ledger.spend(BUDGET, "a", -60).units_left == 60, "no more than there was"


@given(st.lists(st.tuples(st.integers(0, 90), st.integers(1, 80)), max_size=30))
def test_the_budget_is_exceeded_by_at_most_one_request(requests: list[tuple[int, int]]) -> None:
    """The limit: the full budget, one request more, and the units returned meanwhile."""
    with pytest.MonkeyPatch.context() as patch:
        clock = Clock()
        patch.setattr(time, "time", clock)
        ledger, spent, began = Ledger(), 0, clock.now
        for wait, units in requests:
            clock.now += wait
            if ledger.spend(BUDGET, "a", units).is_allowed:
                spent += units
            assert spent < BUDGET.max_units + (clock.now - began) * BUDGET.units_per_minute / 60 + 80


# ------------------------------------------------------------------ several processes


@pytest.mark.django_db
def test_processes_share_what_was_spent(clock: Clock) -> None:
    first, other = Ledger(), Ledger()
    first.spend(BUDGET, "a", 40)
    other.spend(BUDGET, "a", 15)
    assert (
        first.publish(),
        other.publish(),
        first.spend(BUDGET, "a", 0).units_left,
        other.spend(BUDGET, "a", 0).units_left,
    ) == (
        1,
        1,
        20,
        5,
    )
    assert (first.publish(), other.publish()) == (0, 0), "there is nothing new to publish"
    first.spend(BUDGET, "a", 1)
    first.publish()
    assert first.spend(BUDGET, "a", 0).units_left == 4
    assert SpentBudget.objects.get().spent == 56 * 60_000


@pytest.mark.django_db
def test_stored_rows_return_units_as_ledgers_do(clock: Clock) -> None:
    first, other = Ledger(), Ledger()
    first.spend(BUDGET, "a", 60)
    first.publish()
    clock.now += 20
    other.spend(BUDGET, "a", 10)
    other.publish()
    assert other.spend(BUDGET, "a", 0).units_left == 10
    clock.now -= 60  # another computer, whose clock is late
    late = Ledger()
    late.spend(BUDGET, "a", 10)
    late.publish()
    assert late.spend(BUDGET, "a", 0).units_left == 0


@pytest.mark.django_db
def test_returned_units_are_not_published(clock: Clock) -> None:
    """A client that spends steadily isn't blocked for its past spending after one larger request."""
    ledger = Ledger()
    for _ in range(20 * 60):
        clock.now += 1
        assert ledger.spend(BUDGET, "u1", 1).is_allowed
        ledger.publish()
    assert ledger.spend(BUDGET, "u1", 10).is_allowed
    ledger.publish()
    assert ledger.spend(BUDGET, "u1", 1).seconds_to_wait <= 1


@pytest.mark.django_db
def test_a_row_written_by_a_fast_clock_blocks_nobody(clock: Clock) -> None:
    first, other = Ledger(), Ledger()
    clock.now += 86_400
    first.spend(BUDGET, "u1", 30)
    first.publish()
    clock.now -= 86_400
    other.spend(BUDGET, "u1", 30)
    other.publish()
    clock.now += 600
    other.spend(BUDGET, "u1", 30)
    other.publish()
    assert other.spend(BUDGET, "u1", 1).is_allowed


@pytest.mark.django_db
def test_small_amounts_are_not_published(
    clock: Clock, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    ledger = Ledger()
    ledger.spend(BUDGET, "a", 6)
    assert ledger.publish() == 0
    ledger.spend(BUDGET, "a", 1)
    ledger.spend(BUDGET, "b", 30)
    with django_assert_num_queries(1):
        assert ledger.publish() == 2


@pytest.mark.django_db
def test_a_failing_database_blocks_nobody_and_loses_nothing(clock: Clock) -> None:
    def refuse(*_args: object) -> None:
        raise DatabaseError("disk full")

    ledger = Ledger()
    ledger.spend(BUDGET, "a", 30)
    with connection.execute_wrapper(refuse), pytest.raises(DatabaseError):
        ledger.publish()
    assert ledger.spend(BUDGET, "a", 10).units_left == 20
    assert ledger.publish() == 1
    assert SpentBudget.objects.get().spent == 40 * 60_000


@pytest.mark.django_db
def test_fully_returned_rows_are_cleared(clock: Clock) -> None:
    ledger = Ledger()
    ledger.spend(BUDGET, "a", 60)
    ledger.publish()
    clock.now += 25 * 60 * 60
    ledger.spend(BUDGET, "b", 60)
    ledger.publish()
    assert clear_spent_budgets(refilled_budgets_before()) == 1
    assert SpentBudget.objects.get().who == "tests:b"


# ------------------------------------------------------------------ whose budget


@pytest.mark.parametrize(
    ("address", "spender"),
    [
        ("192.0.2.7", ("192.0.2.7", "")),
        ("2001:db8:1:2::1", ("2001:db8:1:2::", "2001:db8:1::")),
        ("2001:db8:1:2:ffff::9", ("2001:db8:1:2::", "2001:db8:1::")),
        ("2001:db8:1:3::1", ("2001:db8:1:3::", "2001:db8:1::")),
        ("::ffff:192.0.2.7", ("192.0.2.7", "")),
        ("fe80::1%eth0", ("fe80::", "fe80::")),
        ("", ("?", "")),
        ("nonsense", ("?", "")),
        ("192.0.2.7:80", ("?", "")),
        ("x" * 5000, ("?", "")),
        ("1.2.3.4\0", ("?", "")),
    ],
)
def test_ipv6_addresses_are_counted_by_network(address: str, spender: tuple[str, str]) -> None:
    """A /64 network has too many addresses to count singly, and some clients own 65,536 such networks."""
    assert address_spender({"REMOTE_ADDR": address}) == (*spender, False)


def test_forwarded_addresses_are_not_trusted_without_a_proxy() -> None:
    meta = {"REMOTE_ADDR": "192.0.2.7", "HTTP_X_FORWARDED_FOR": "10.0.0.1"}
    assert address_spender(meta).key == "192.0.2.7"


@pytest.mark.parametrize("noted", ["198.51.100.9", "10.0.0.1, 198.51.100.9", "10.0.0.1,198.51.100.9 "])
def test_behind_a_proxy_the_last_forwarded_address_counts(settings: Settings, noted: str) -> None:
    """Clients can invent the earlier addresses; the proxy adds the last."""
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    meta = {"REMOTE_ADDR": "127.0.0.1", "HTTP_X_FORWARDED_FOR": noted}
    assert address_spender(meta).key == "198.51.100.9"


@pytest.mark.usefixtures("fresh_budgets")
def test_networks_share_the_budget_of_their_larger_network(settings: Settings) -> None:
    settings.MUSTERBOOK_UNITS_A_MINUTE_OF_AN_ADDRESS = 10
    settings.MUSTERBOOK_UNITS_A_MINUTE_OF_A_NETWORK = 30
    spenders = [address_spender({"REMOTE_ADDR": f"2001:db8:1:{number:x}::1"}) for number in range(5)]
    assert [spend_of(spender, 10).is_allowed for spender in spenders] == [True, True, True, False, False]
    assert spend_of(address_spender({"REMOTE_ADDR": "2001:db8:2::1"}), 10).is_allowed
    assert spend_of(Spender("1", is_person=True), 10).is_allowed


@pytest.mark.parametrize(
    ("length", "units"),
    [(None, 0), ("", 0), ("24999", 0), ("25000", 2), ("250000", 20), ("9" * 5000, 80), ("-1", 0), ("x", 0),
     ("\u0663", 0)],
)  # fmt: skip
def test_large_requests_cost_more_up_to_a_limit(length: str | None, units: int) -> None:
    assert request_body_cost(length) == units
