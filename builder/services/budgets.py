"""Budgets, which limit how much work a client can cause within a time.

A spender is an account, an IP address or a browser. It has a budget of units, which is refilled over time.
The cost of a request depends on the work that it causes. A second kind of budget limits the bytes that a
spender stores.

Each process counts the spent units in memory. Once a second, it adds its new counts to rows of the database,
and reads what the other processes have counted. So a request needs no write to the database, but a process
doesn't know what the others have counted in the last second. If the database can't be written, each process
only counts its own requests.
"""

import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import timedelta
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import NamedTuple

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db import Error, close_old_connections, connection
from django.utils import timezone

from builder.models import SpentBudget, User

COSTS: Mapping[str, int] = {
    "read": 2,
    "search": 4,
    "change": 5,
    "appraisal": 5,
    "login": 40,
    "password_strength": 10,
    "import": 15,
    "paper": 30,
    "card": 8,
    "archive": 60,
    "guest": 40,
    "refusal": 30,
}
"""The costs of requests in units, for each kind of work (docs/limits.md).

``login`` is also a sign-up, or a request for a new password. ``password_strength`` measures a new password
while the user types it. ``card`` is the picture of a single card, and ``paper`` any other PDF or picture for
printing. ``archive`` exports an account. ``guest`` is added to a change that creates a guest. ``refusal`` is
a request with an invalid token.
"""

NO_PAPER_STATUSES = (304, 412, 429, 503)
"""The status codes of responses without a paper. A request for a paper then only costs a ``read``."""

REQUEST_BYTES_PER_READ = 25_000
RESPONSE_BYTES_PER_READ = 500_000
"""A request, or a response of the API, costs one more ``read`` for each of so many bytes."""

_PARTS_PER_UNIT = 60_000
"""Budgets are counted in parts of a unit, because these are always integers.

A minute has 60,000 milliseconds. So a budget is refilled by ``units_per_minute`` parts in each millisecond.
"""

_MS_PER_SECOND = 1000
_MINUTES_PER_HOUR = 60
_MAX_SPENDERS = 50_000
_NEW_ACCOUNT = timedelta(days=1)
_PUBLISHED_FRACTION = 10  # spenders who used less than 1 in 10 of their budget are not published
_MAX_DIGITS = 18  # the maximum number of digits in a number of bytes
_MAX_AHEAD_MS = 10_000  # a row whose time is further in the future was written with a wrong clock
_DAY_IN_MS = 24 * 60 * 60 * 1000

logger = logging.getLogger(__name__)


class Budget(NamedTuple):
    """A kind of budget. A full budget has ``max_units``."""

    name: str
    units_per_minute: int
    max_units: int


class Spending(NamedTuple):
    """The result of an attempt to spend units, and the state of the budget afterwards.

    ``seconds_to_wait`` is the time until units can be spent again, or 0 if the attempt was allowed.
    """

    is_allowed: bool
    units_per_minute: int
    units_left: int
    seconds_until_full: int
    seconds_to_wait: int


class _BudgetState:
    """What a spender has spent of a budget at one time.

    ``spent`` is the number of parts that are spent and not yet refilled. ``unpublished`` is how many of them
    are not yet in the database. ``at`` is the time, in milliseconds since 1970.
    """

    def __init__(self, budget: Budget, now: int) -> None:
        self.budget = budget
        self.spent = 0
        self.unpublished = 0
        self.at = now

    def refill_until(self, now: int) -> None:
        """Subtract the parts that were refilled between ``at`` and ``now``, and set ``at`` to ``now``."""
        elapsed = max(now - self.at, 0)
        self.spent = max(self.spent - elapsed * self.budget.units_per_minute, 0)
        # Parts that were refilled before they were published needn't be published any more.
        self.unpublished = min(self.unpublished, self.spent)
        self.at = max(now, self.at)


class Ledger:
    """The states of all budgets, as far as this process knows them."""

    def __init__(self) -> None:
        self._states: OrderedDict[str, _BudgetState] = OrderedDict()
        self._lock = threading.Lock()

    def spend(self, budget: Budget, spender_key: str, units: int) -> Spending:
        """Spend units if at least one unit is left.

        ``units`` may be more than what is left. Negative units are given back. With 0 units, the result only
        describes the budget.
        """
        now = _now()
        with self._lock:
            state = self._state(budget, spender_key, now)
            available = budget.max_units * _PARTS_PER_UNIT
            is_allowed = units < 0 or state.spent + _PARTS_PER_UNIT <= available
            if is_allowed:
                state.spent = max(state.spent + units * _PARTS_PER_UNIT, 0)
                state.unpublished += units * _PARTS_PER_UNIT
            spent = state.spent
        return Spending(
            is_allowed,
            budget.units_per_minute,
            max(available - spent, 0) // _PARTS_PER_UNIT,
            _refill_seconds(spent, budget),
            0 if is_allowed else max(_refill_seconds(spent - available + _PARTS_PER_UNIT, budget), 1),
        )

    def clear(self) -> None:
        """Reset all budgets."""
        with self._lock:
            self._states.clear()

    def _state(self, budget: Budget, spender_key: str, now: int) -> _BudgetState:
        key = f"{budget.name}:{spender_key}"[:100]
        state = self._states.get(key)
        if state is None:
            state = self._states[key] = _BudgetState(budget, now)
            if len(self._states) > _MAX_SPENDERS:
                self._states.popitem(last=False)
        else:
            self._states.move_to_end(key)
        state.budget = budget
        state.refill_until(now)
        return state

    # ------------------------------------------------------------------ sharing with other processes

    def publish(self) -> int:
        """Add this process's unpublished parts to the database, and read what other processes have spent.

        Skip spenders who have spent less than a tenth of their budget. Return the number of written rows.
        Raises django.db.Error if the database can't be written. The next call then publishes the same parts.
        """
        now = _now()
        with self._lock:
            for state in self._states.values():
                state.refill_until(now)
            unpublished = {
                key: (state.budget.units_per_minute, state.unpublished)
                for key, state in self._states.items()
                if state.unpublished
                and state.spent * _PUBLISHED_FRACTION > state.budget.max_units * _PARTS_PER_UNIT
            }
            self._drop_full_states()
        if not unpublished:
            return 0
        published = _add_to_rows(unpublished, now)
        with self._lock:
            for key, spent in published.items():
                published_state = self._states.get(key)
                if published_state is not None:
                    published_state.unpublished -= unpublished[key][1]
                    published_state.spent = max(spent + published_state.unpublished, 0)
        return len(published)

    def _drop_full_states(self) -> None:
        for key in [key for key, state in self._states.items() if not state.spent]:
            del self._states[key]

    def start_publishing(self) -> None:
        """Start a thread that calls ``publish`` every second. Call this after a fork, which ends threads."""
        threading.Thread(target=self._publish_forever, name="budgets", daemon=True).start()

    def _publish_forever(self) -> None:
        has_failed = False
        while True:
            time.sleep(1)
            try:
                close_old_connections()
                self.publish()
                has_failed = False
            except Error as error:
                if not has_failed:
                    logger.warning("Each process counts its spent budgets by itself: %s", error)
                has_failed = True
                connection.close()


def _add_to_rows(unpublished: Mapping[str, tuple[int, int]], now: int) -> dict[str, int]:
    """Add unpublished parts to the rows of their budgets.

    Map the key of each budget to the parts that all processes have spent. ``unpublished`` maps it to the
    units per minute and the parts to add. A single statement reads and writes each row, so two processes
    can't overwrite each other's parts.
    """
    table = SpentBudget._meta.db_table
    values = ", ".join(["(%s, %s, %s, %s)"] * len(unpublished))
    left = f"{table}.spent - (excluded.at - {table}.at) * excluded.a_minute"
    # The clocks of two machines can differ, so a row may be slightly in the future. A row that is far in the
    # future is from a wrong clock, and its time is replaced.
    ahead = f"excluded.at < {table}.at AND {table}.at < excluded.at + {_MAX_AHEAD_MS}"
    sql = f"""
        INSERT INTO {table} (who, a_minute, spent, at) VALUES {values}
        ON CONFLICT (who) DO UPDATE SET
            spent = excluded.spent + CASE WHEN excluded.at < {table}.at THEN {table}.spent
                WHEN {left} > 0 THEN {left} ELSE 0 END,
            at = CASE WHEN {ahead} THEN {table}.at ELSE excluded.at END,
            a_minute = excluded.a_minute
        RETURNING who, spent
    """  # noqa: S608 - only the model's table name is inserted; everything else is a parameter
    rows = [(key, a_minute, parts, now) for key, (a_minute, parts) in sorted(unpublished.items())]
    with connection.cursor() as cursor:
        cursor.execute(sql, [value for row in rows for value in row])
        return dict(cursor.fetchall())


def _refill_seconds(parts: int, budget: Budget) -> int:
    """Return the time in which parts are refilled, rounded up to seconds."""
    return -(-max(parts, 0) // (budget.units_per_minute * _MS_PER_SECOND))


def _now() -> int:
    """Return the milliseconds since 1970."""
    return int(time.time() * _MS_PER_SECOND)


def clear_spent_budgets(before: int) -> int:
    """Delete the rows last changed before a time in milliseconds since 1970. Return their number."""
    return SpentBudget.objects.filter(at__lt=before).delete()[0]


def refilled_budgets_before() -> int:
    """Return the time a day ago, in milliseconds since 1970. A budget is full a day after its last use."""
    return _now() - _DAY_IN_MS


ledger = Ledger()
"""The ledger of this process."""

# ------------------------------------------------------------------ spenders


class Spender(NamedTuple):
    """An account, a browser or an IP address that spends units.

    ``network`` is the /48 network of an IPv6 address, or an empty string. ``is_person`` is True for accounts
    and browsers. Two spenders can only have the same ``key`` if one is a person and the other an address.
    """

    key: str
    network: str = ""
    is_person: bool = False

    @property
    def name(self) -> str:
        """A name that no other spender has. The site makes one paper at a time for each name."""
        return f"{'u' if self.is_person else 'a'}{self.key}"


def client_address(meta: Mapping[str, object]) -> IPv4Address | IPv6Address | None:
    """Return the client's IP address from the ``META`` of a request, or None if there is no valid address.

    Behind trusted proxies, this is the address that they forward. IPv4 addresses that are mapped to IPv6 are
    converted back.
    """
    address = str(meta.get("REMOTE_ADDR") or "")
    if settings.ALLAUTH_TRUSTED_PROXY_COUNT:
        forwarded = str(meta.get("HTTP_X_FORWARDED_FOR") or "").split(",")
        # Each proxy appends the address that it sees. A client can send wrong addresses before these.
        address = forwarded[-min(settings.ALLAUTH_TRUSTED_PROXY_COUNT, len(forwarded))].strip() or address
    try:
        parsed = ip_address(address)
    except ValueError:
        return None
    return getattr(parsed, "ipv4_mapped", None) or parsed


def address_spender(meta: Mapping[str, object]) -> Spender:
    """Return the spender for the client's address.

    For IPv6, its key is the /64 network, because a client can choose the other 64 bits. Some clients even
    have a /48 network, so that is limited too.
    """
    address = client_address(meta)
    if address is None:
        return Spender("?")
    if isinstance(address, IPv6Address):
        return Spender(str(_network(address, 64)), str(_network(address, 48)))
    return Spender(str(address))


def _network(address: IPv6Address, bits: int) -> IPv6Address:
    return IPv6Address(int(address) >> 128 - bits << 128 - bits)


def person_spender(pk: int) -> Spender:
    """Return the spender for an account."""
    return Spender(str(pk), is_person=True)


def browser_spender(pk: int) -> Spender:
    """Return the spender for a browser in which this account was logged in. It has a budget of its own."""
    return Spender(f"browser-{pk}", is_person=True)


def bytes_spenders(user: User | AnonymousUser, meta: Mapping[str, object]) -> tuple[Spender, ...]:
    """Return the spenders of the bytes that a user stores.

    For an account, this is the account, and on its first day also the address. For other users, this is the
    address.
    """
    spender = spender_of(user, meta)
    is_new = spender.is_person and isinstance(user, User) and timezone.now() - user.date_joined < _NEW_ACCOUNT
    return (spender, address_spender(meta)) if is_new else (spender,)


def spender_of(user: User | AnonymousUser, meta: Mapping[str, object]) -> Spender:
    """Return the spender for a user: an account, or the address of a guest or an anonymous user."""
    if isinstance(user, User) and not user.is_guest:
        return person_spender(user.pk)
    return address_spender(meta)


def request_body_cost(content_length: object) -> int:
    """Return the extra cost of a request in units, from its Content-Length header."""
    length = str(content_length or "")[:_MAX_DIGITS]
    sent = min(int(length), settings.MUSTERBOOK_MAX_DOCUMENT_BYTES) if length.isdecimal() else 0
    return COSTS["read"] * (sent // REQUEST_BYTES_PER_READ)


def spend(spender: Spender, units: int) -> Spending:
    """Spend units of a spender. An IPv6 address also spends the units of its /48 network.

    Return the result for the network if it has no unit left, and otherwise the result for the spender.
    """
    if spender.is_person:
        limit = settings.MUSTERBOOK_UNITS_A_MINUTE
        return ledger.spend(Budget("person", limit, limit), spender.key, units)
    if spender.network:
        limit = settings.MUSTERBOOK_UNITS_A_MINUTE_OF_A_NETWORK
        network = ledger.spend(Budget("network", limit, limit), spender.network, units)
        if not network.is_allowed:
            return network
    limit = settings.MUSTERBOOK_UNITS_A_MINUTE_OF_AN_ADDRESS
    return ledger.spend(Budget("address", limit, limit), spender.key, units)


def give_back(spender: Spender, units: int) -> None:
    """Give back units that a request didn't use, for example because a paper was cached."""
    spend(spender, -units)


def spend_refusal(address: Spender) -> Spending:
    """Spend the cost of a request with an invalid token, from a budget of the address for such requests."""
    limit = settings.MUSTERBOOK_UNITS_A_MINUTE
    return ledger.spend(Budget("refusals", limit, limit), address.key, COSTS["refusal"])


def spend_report(spender: Spender) -> Spending:
    """Spend the cost of a report to moderators."""
    limit = (
        settings.MUSTERBOOK_REPORTS_AN_HOUR_OF_A_PERSON
        if spender.is_person
        else settings.MUSTERBOOK_REPORTS_AN_HOUR_OF_AN_ADDRESS
    )
    # A report costs 60 units. The budget gets ``limit`` units back per minute, which is ``limit`` times 60
    # units per hour. So ``limit`` reports can be sent per hour.
    budget = Budget("reports", limit, limit * _MINUTES_PER_HOUR)
    return ledger.spend(budget, spender.name, _MINUTES_PER_HOUR)


# ------------------------------------------------------------------ bytes

ROW_BYTES = 3_000
"""The estimated number of bytes that a change of a list stores in addition to the packed document."""

_KILO = 1000
_stored_sizes: ContextVar[list[int] | None] = ContextVar("stored_sizes", default=None)


def count_stored_bytes(size: int) -> None:
    """Add ``size`` to the bytes that the current ``counting_stored_bytes`` block counts, if there is one."""
    sizes = _stored_sizes.get()
    if sizes is not None:
        sizes.append(size)


@contextmanager
def counting_stored_bytes() -> Iterator[list[int]]:
    """Yield a list that collects the sizes in bytes of what is stored within the block."""
    sizes: list[int] = []
    token = _stored_sizes.set(sizes)
    try:
        yield sizes
    finally:
        _stored_sizes.reset(token)


BYTES_WAIT_SECONDS = 300
"""The seconds to wait without bytes left. A twelfth of the hourly refill is added in this time."""


def has_bytes_left(spenders: Iterable[Spender]) -> bool:
    """Return whether each of these spenders has bytes left."""
    return all(ledger.spend(_bytes_budget(spender), spender.key, 0).is_allowed for spender in spenders)


def spend_bytes(spenders: Iterable[Spender], size: int) -> None:
    """Spend stored bytes of each of these spenders, rounded up to kilobytes."""
    for spender in spenders:
        ledger.spend(_bytes_budget(spender), spender.key, -(-size // _KILO))


def _bytes_budget(spender: Spender) -> Budget:
    """Return the budget for stored bytes, in kilobytes.

    A spender can store half of the hourly limit at once, for example to import a collection. The other half
    is refilled in the course of an hour.
    """
    limit = (
        settings.MUSTERBOOK_BYTES_AN_HOUR_OF_A_PERSON
        if spender.is_person
        else settings.MUSTERBOOK_BYTES_AN_HOUR_OF_AN_ADDRESS
    ) // _KILO
    return Budget("bytes", max(limit // 120, 1), max(limit // 2, 1))
