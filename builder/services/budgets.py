"""Budgets, which limit how much work a client can cause within a time.

A spender is an account, an IP address or a browser. It has a budget of units, which is refilled over time.
Each request costs units. The cost depends on the work that the request causes. A second kind of budget limits
the bytes that a spender stores.

Each process counts the spent units in memory. Once a second, it adds its new counts to rows of the database,
and reads what the other processes have counted. So a request needs no write to the database. In return, a
process doesn't know what the other processes have counted in the last second. If the database can't be
written, each process only counts its own requests.
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
    "door": 40,
    "strength": 10,
    "import": 15,
    "paper": 30,
    "card": 8,
    "archive": 60,
    "guest": 40,
    "refusal": 30,
}
"""The costs of requests in units, for each kind of work (docs/limits.md).

``door`` is a log-in, a sign-up, or a request for a new password. ``strength`` measures a new password while
the user types it. ``paper`` is a PDF or a picture for printing, and ``card`` the picture of a single card.
``archive`` exports an account. ``guest`` is added to the cost of a change that creates a guest. ``refusal``
is a request with an invalid token.
"""

SPARED_STATUSES = (304, 412, 429, 503)
"""The status codes that say that no paper was made. A request for a paper then only costs a ``read``."""

REQUEST_BYTES_PER_READ = 25_000
RESPONSE_BYTES_PER_READ = 500_000
"""Large requests and large responses of the API cost more: one more ``read`` for each of so many bytes."""

_PARTS = 60_000
"""The number of parts in a unit. Budgets are counted in parts, because these are always integers.

A minute has 60,000 milliseconds. So a budget that gets ``a_minute`` units back in a minute gets ``a_minute``
parts back in a millisecond.
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
    """A budget that is refilled by ``a_minute`` units per minute. A full budget has ``at_once`` units."""

    name: str
    a_minute: int
    at_once: int


class Spending(NamedTuple):
    """The result of spending units, and the state of the budget afterwards.

    ``allowed`` says whether the units were spent.
    ``limit`` is the number of units that are refilled per minute.
    ``left`` is the number of units that are left.
    ``reset`` is the number of seconds until the budget is full.
    ``wait`` is the number of seconds until units can be spent again. If ``allowed`` is True, it is 0.
    """

    allowed: bool
    limit: int
    left: int
    reset: int
    wait: int


class _Account:
    """The state of one budget of one spender, as in a bookkeeper's account. It is not a user's account.

    ``spent`` is the number of parts that are spent and not yet refilled. ``unpublished`` is how many of these
    parts are not yet in the database. ``at`` is the time of this state, in milliseconds since 1970.
    """

    def __init__(self, budget: Budget, now: int) -> None:
        self.budget = budget
        self.spent = 0
        self.unpublished = 0
        self.at = now

    def refill_until(self, now: int) -> None:
        """Subtract the parts that were refilled between ``at`` and ``now``, and set ``at`` to ``now``."""
        elapsed = max(now - self.at, 0)
        self.spent = max(self.spent - elapsed * self.budget.a_minute, 0)
        # Parts that were refilled before they were published needn't be published any more.
        self.unpublished = min(self.unpublished, self.spent)
        self.at = max(now, self.at)


class Ledger:
    """The states of all budgets, as far as this process knows them."""

    def __init__(self) -> None:
        self._accounts: OrderedDict[str, _Account] = OrderedDict()
        self._lock = threading.Lock()

    def spend(self, budget: Budget, who: str, units: int) -> Spending:
        """Spend units of the spender ``who`` if at least one unit is left. Otherwise, spend nothing.

        ``units`` may be higher than the number of units that are left. Negative units are given back. If
        ``units`` is 0, nothing is spent, and the result only describes the budget.
        """
        now = _now()
        with self._lock:
            account = self._account(budget, who, now)
            available = budget.at_once * _PARTS
            allowed = units < 0 or account.spent + _PARTS <= available
            if allowed:
                account.spent = max(account.spent + units * _PARTS, 0)
                account.unpublished += units * _PARTS
            spent = account.spent
        return Spending(
            allowed,
            budget.a_minute,
            max(available - spent, 0) // _PARTS,
            _seconds(spent, budget),
            0 if allowed else max(_seconds(spent - available + _PARTS, budget), 1),
        )

    def clear(self) -> None:
        """Reset all budgets."""
        with self._lock:
            self._accounts.clear()

    def _account(self, budget: Budget, who: str, now: int) -> _Account:
        key = f"{budget.name}:{who}"[:100]
        account = self._accounts.get(key)
        if account is None:
            account = self._accounts[key] = _Account(budget, now)
            if len(self._accounts) > _MAX_SPENDERS:
                self._accounts.popitem(last=False)
        else:
            self._accounts.move_to_end(key)
        account.budget = budget
        account.refill_until(now)
        return account

    # ------------------------------------------------------------------ sharing with other processes

    def publish(self) -> int:
        """Add this process's unpublished parts to the database, and read what other processes have spent.

        Skip spenders who have spent less than a tenth of their budget. Return the number of written rows.
        Raises django.db.Error if the database can't be written. The next call then publishes the same parts.
        """
        now = _now()
        with self._lock:
            for spender_account in self._accounts.values():
                spender_account.refill_until(now)
            unpublished = {
                key: (account.budget.a_minute, account.unpublished)
                for key, account in self._accounts.items()
                if account.unpublished
                and account.spent * _PUBLISHED_FRACTION > account.budget.at_once * _PARTS
            }
            self._drop_full_accounts()
        if not unpublished:
            return 0
        published = _add_to_rows(unpublished, now)
        with self._lock:
            for key, spent in published.items():
                account = self._accounts.get(key)
                if account is not None:
                    account.unpublished -= unpublished[key][1]
                    account.spent = max(spent + account.unpublished, 0)
        return len(published)

    def _drop_full_accounts(self) -> None:
        for key in [key for key, account in self._accounts.items() if not account.spent]:
            del self._accounts[key]

    def start_publishing(self) -> None:
        """Start a thread that calls ``publish`` every second.

        Call this after a process was forked, because a forked process doesn't get the threads of its parent.
        """
        threading.Thread(target=self._publish_forever, name="budgets", daemon=True).start()

    def _publish_forever(self) -> None:
        refused = False
        while True:
            time.sleep(1)
            try:
                close_old_connections()
                self.publish()
                refused = False
            except Error as error:
                if not refused:
                    logger.warning("Each process counts its spent budgets by itself: %s", error)
                refused = True
                connection.close()


def _add_to_rows(unpublished: Mapping[str, tuple[int, int]], now: int) -> dict[str, int]:
    """Add unpublished parts to the rows of their budgets.

    ``unpublished`` maps the key of each budget to a pair: the budget's ``a_minute``, and the parts to add.
    Return a mapping of the same keys to the parts that all processes together have spent. A single statement
    reads and writes each row, so two processes can't overwrite each other's parts.
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


def _seconds(spent: int, budget: Budget) -> int:
    """Return the number of seconds in which a budget is refilled by ``spent`` parts, rounded up."""
    return -(-max(spent, 0) // (budget.a_minute * _MS_PER_SECOND))


def _now() -> int:
    """Return the time in milliseconds since 1970."""
    return int(time.time() * _MS_PER_SECOND)


def clear_spent_budgets(before: int) -> int:
    """Delete the rows that haven't changed since ``before``, and return their number.

    ``before`` is in milliseconds since 1970.
    """
    return SpentBudget.objects.filter(at__lt=before).delete()[0]


def past_budgets_before() -> int:
    """Return the time a day ago, in milliseconds since 1970.

    A row that hasn't changed since then isn't needed, because its budget is full again.
    """
    return _now() - _DAY_IN_MS


ledger = Ledger()
"""The ledger of this process."""

# ------------------------------------------------------------------ spenders


class Spender(NamedTuple):
    """An account, a browser or an IP address that spends units.

    ``key`` identifies the spender. An account or browser never has the same key as another one, and an
    address never has the same key as another address.
    ``network`` is the /48 network of an IPv6 address. For other spenders, it is an empty string.
    ``is_person`` is True for accounts and browsers, and False for addresses.
    """

    key: str
    network: str = ""
    is_person: bool = False

    @property
    def name(self) -> str:
        """A name that no other spender has.

        The site makes only one paper at a time for each name.
        """
        return f"{'u' if self.is_person else 'a'}{self.key}"


def client_address(meta: Mapping[str, object]) -> IPv4Address | IPv6Address | None:
    """Return the client's IP address, or None if there is no valid address.

    ``meta`` is the ``META`` of a request. Without trusted proxies, the address is that of the connection.
    Behind trusted proxies, it is the address that the proxies forward. An IPv4 address that was mapped to an
    IPv6 address is converted back.
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

    For IPv6, the spender's ``key`` is the /64 network of the address, because a client can choose the other
    64 bits itself. The spender's ``network`` is the /48 network, because some clients can use all addresses
    of a /48 network.
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
    """Return the spender for an account. It is the same at whatever address the account is used."""
    return Spender(str(pk), is_person=True)


def browser_spender(pk: int) -> Spender:
    """Return the spender for a browser in which this account was logged in before.

    The browser has its own budget, separate from the account and the address.
    """
    return Spender(f"browser-{pk}", is_person=True)


def bytes_spenders(user: User | AnonymousUser, meta: Mapping[str, object]) -> tuple[Spender, ...]:
    """Return the spenders of the bytes that a user stores.

    For an account, this is the account. If the account is less than a day old, both the account and the
    address spend. For a guest or an anonymous user, this is the address.
    """
    spender = spender_of(user, meta)
    is_new = spender.is_person and isinstance(user, User) and timezone.now() - user.date_joined < _NEW_ACCOUNT
    return (spender, address_spender(meta)) if is_new else (spender,)


def spender_of(user: User | AnonymousUser, meta: Mapping[str, object]) -> Spender:
    """Return the spender for a user. For a guest or an anonymous user, this is the client's address."""
    if isinstance(user, User) and not user.is_guest:
        return person_spender(user.pk)
    return address_spender(meta)


def cost_of_bytes(content_length: object) -> int:
    """Return the extra cost of a request in units, for the bytes in its body.

    ``content_length`` is the value of the Content-Length header.
    """
    length = str(content_length or "")[:_MAX_DIGITS]
    sent = min(int(length), settings.MUSTERBOOK_MAX_DOCUMENT_BYTES) if length.isdecimal() else 0
    return COSTS["read"] * (sent // REQUEST_BYTES_PER_READ)


def spend(spender: Spender, units: int) -> Spending:
    """Spend units of a spender. An IPv6 address also spends the same units of its /48 network.

    If the network has no unit left, return the result for the network. Otherwise, return the result for the
    spender itself.
    """
    if spender.is_person:
        limit = settings.MUSTERBOOK_UNITS_A_MINUTE
        return ledger.spend(Budget("person", limit, limit), spender.key, units)
    if spender.network:
        limit = settings.MUSTERBOOK_UNITS_A_MINUTE_OF_A_NETWORK
        network = ledger.spend(Budget("network", limit, limit), spender.network, units)
        if not network.allowed:
            return network
    limit = settings.MUSTERBOOK_UNITS_A_MINUTE_OF_AN_ADDRESS
    return ledger.spend(Budget("address", limit, limit), spender.key, units)


def give_back(spender: Spender, units: int) -> None:
    """Give back units that a request didn't use, for example because a paper was cached."""
    spend(spender, -units)


def spend_refusal(address: Spender) -> Spending:
    """Spend the cost of a request with an invalid token.

    Each address has a separate budget for such requests.
    """
    limit = settings.MUSTERBOOK_UNITS_A_MINUTE
    return ledger.spend(Budget("refusals", limit, limit), address.key, COSTS["refusal"])


def spend_report(spender: Spender) -> Spending:
    """Spend the cost of a report to moderators. A person or an address can send a few reports per hour."""
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
_written: ContextVar[list[int] | None] = ContextVar("written", default=None)


def count_written(size: int) -> None:
    """Add ``size`` to the bytes that the current ``counting_written`` block counts.

    Outside such a block, do nothing.
    """
    counts = _written.get()
    if counts is not None:
        counts.append(size)


@contextmanager
def counting_written() -> Iterator[list[int]]:
    """Count the bytes that are stored within the block. Yield a list that collects their numbers."""
    counts: list[int] = []
    token = _written.set(counts)
    try:
        yield counts
    finally:
        _written.reset(token)


BYTES_WAIT_SECONDS = 300
"""The seconds that a spender without bytes left must wait.

This is a twelfth of an hour, in which a twelfth of the hourly refill is added to the budget.
"""


def has_bytes_left(spenders: Iterable[Spender]) -> bool:
    """Return whether each of these spenders has bytes left."""
    return all(ledger.spend(_bytes_budget(spender), spender.key, 0).allowed for spender in spenders)


def spend_bytes(spenders: Iterable[Spender], size: int) -> None:
    """Spend stored bytes from the budget of each of these spenders. The bytes are rounded up to kilobytes."""
    for spender in spenders:
        ledger.spend(_bytes_budget(spender), spender.key, -(-size // _KILO))


def _bytes_budget(spender: Spender) -> Budget:
    """Return the budget for stored bytes. Its unit is a kilobyte.

    A full budget is half of the bytes that a spender may store in an hour. A spender can spend this half at
    once, for example to import a collection. The other half is refilled in the course of an hour.
    """
    limit = (
        settings.MUSTERBOOK_BYTES_AN_HOUR_OF_A_PERSON
        if spender.is_person
        else settings.MUSTERBOOK_BYTES_AN_HOUR_OF_AN_ADDRESS
    ) // _KILO
    return Budget("bytes", max(limit // 120, 1), max(limit // 2, 1))
