"""Budgets: a number of units per minute for each spender; requests cost units according to their work.

Each process counts in memory, and adds its counts to the database's rows at most once a second. So requests
that only read write nothing, and several processes together are off by at most a second's spending. If the
database refuses to write, each process goes on counting by itself.
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
"""The costs of requests in units, by the kind of work (docs/limits.md)."""

SPARED_STATUSES = (304, 412, 429, 503)
"""The status codes for which a paper request costs a "read": the browser has the paper, or it isn't ready."""

REQUEST_BYTES_PER_READ = 25_000
RESPONSE_BYTES_PER_READ = 500_000
"""The number of bytes of a request or response that cost as much as one more read."""

_PARTS = 60_000
"""The parts of a unit. ``a_minute`` parts are refilled per millisecond, so that nothing is rounded."""

_MS_PER_SECOND = 1000
_MINUTES_PER_HOUR = 60
_MAX_SPENDERS = 50_000
_NEW_ACCOUNT = timedelta(days=1)
_PUBLISHED_FRACTION = 10
_MAX_DIGITS = 18  # the maximum number of digits in a number of bytes
_MAX_AHEAD_MS = 10_000
_DAY_IN_MS = 24 * 60 * 60 * 1000

logger = logging.getLogger(__name__)


class Budget(NamedTuple):
    """A budget: ``a_minute`` units per minute, and at most ``at_once`` after a pause."""

    name: str
    a_minute: int
    at_once: int


class Spending(NamedTuple):
    """The result of spending: whether the units were spent, and the budget after that.

    ``limit`` is the number of units per minute, and ``left`` the units left. ``reset`` is the number of
    seconds until the budget is full; ``wait`` is the number of seconds until one unit can be spent.
    """

    allowed: bool
    limit: int
    left: int
    reset: int
    wait: int


class _Account:
    """The spent parts of one budget of one spender; ``unpublished`` of them are not yet in the database."""

    def __init__(self, budget: Budget, now: int) -> None:
        self.budget = budget
        self.spent = 0
        self.unpublished = 0
        self.at = now

    def refill_until(self, now: int) -> None:
        """Subtract the parts that were refilled since the last use."""
        elapsed = max(now - self.at, 0)
        self.spent = max(self.spent - elapsed * self.budget.a_minute, 0)
        self.unpublished = min(self.unpublished, self.spent)  # refilled parts need not be published
        self.at = max(now, self.at)


class Ledger:
    """The spent budgets as known to one process."""

    def __init__(self) -> None:
        self._accounts: OrderedDict[str, _Account] = OrderedDict()
        self._lock = threading.Lock()

    def spend(self, budget: Budget, who: str, units: int) -> Spending:
        """Spend units if any unit is left, even if the cost is higher; otherwise spend nothing.

        Negative units are given back. 0 units only ask what is left.
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
        """Store this process's spending, read what others have spent, and return the number of stored rows.

        Spenders who used less than a tenth of their budget are skipped. Raises django.db.Error if the
        database refuses; then nothing is lost, and the next call tries again.
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
        """Publish every second from now on, in a thread of this process. Threads don't survive a fork."""
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
    """Add unpublished parts to the rows, and return the spent parts of all processes, by key.

    ``unpublished`` maps keys to ``a_minute`` and the parts. One statement does all, so that no spending is
    lost.
    """
    table = SpentBudget._meta.db_table
    values = ", ".join(["(%s, %s, %s, %s)"] * len(unpublished))
    left = f"{table}.spent - (excluded.at - {table}.at) * excluded.a_minute"
    # Another process's row may be slightly in the future; one far in the future is from a wrong clock.
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
    """Return the seconds until this number of parts is refilled."""
    return -(-max(spent, 0) // (budget.a_minute * _MS_PER_SECOND))


def _now() -> int:
    """Return the time in milliseconds since the epoch."""
    return int(time.time() * _MS_PER_SECOND)


def clear_spent_budgets(before: int) -> int:
    """Delete the rows that didn't change since a time (in milliseconds of the epoch); return their number."""
    return SpentBudget.objects.filter(at__lt=before).delete()[0]


def past_budgets_before() -> int:
    """Return the time (in milliseconds of the epoch) before which unchanged rows have a full budget."""
    return _now() - _DAY_IN_MS


ledger = Ledger()
"""The ledger of this process."""

# ------------------------------------------------------------------ spenders


class Spender(NamedTuple):
    """The spender of a request's units; ``network`` is the /48 network of an IPv6 address, else ""."""

    key: str
    network: str = ""
    is_person: bool = False

    @property
    def name(self) -> str:
        """The spender's name as one text; only one paper at a time is typeset for each name."""
        return f"{'u' if self.is_person else 'a'}{self.key}"


def client_address(meta: Mapping[str, object]) -> IPv4Address | IPv6Address | None:
    """Return the client's address: the connection's, or behind trusted proxies, the forwarded address.

    IPv4 addresses that are mapped to IPv6 are unmapped. None if the value is not an address.
    """
    address = str(meta.get("REMOTE_ADDR") or "")
    if settings.ALLAUTH_TRUSTED_PROXY_COUNT:
        forwarded = str(meta.get("HTTP_X_FORWARDED_FOR") or "").split(",")
        # Each proxy appends the address that it sees; clients can send any addresses before these.
        address = forwarded[-min(settings.ALLAUTH_TRUSTED_PROXY_COUNT, len(forwarded))].strip() or address
    try:
        parsed = ip_address(address)
    except ValueError:
        return None
    return getattr(parsed, "ipv4_mapped", None) or parsed


def address_spender(meta: Mapping[str, object]) -> Spender:
    """Return the spender for the client's address.

    For IPv6, the spender is the /64 network, because clients choose the other bits, and also the /48 network,
    because some clients have all of it.
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
    """Return the spender for an account, at any address."""
    return Spender(str(pk), is_person=True)


def browser_spender(pk: int) -> Spender:
    """Return the spender for a browser whose user has logged out, which has its own budget."""
    return Spender(f"browser-{pk}", is_person=True)


def bytes_spenders(user: User | AnonymousUser, meta: Mapping[str, object]) -> tuple[Spender, ...]:
    """Return the spenders of stored bytes: the account, and also the address if the account is new."""
    spender = spender_of(user, meta)
    is_new = spender.is_person and isinstance(user, User) and timezone.now() - user.date_joined < _NEW_ACCOUNT
    return (spender, address_spender(meta)) if is_new else (spender,)


def spender_of(user: User | AnonymousUser, meta: Mapping[str, object]) -> Spender:
    """Return the spender for an account, or for the address of an anonymous user."""
    if isinstance(user, User) and not user.is_guest:
        return person_spender(user.pk)
    return address_spender(meta)


def cost_of_bytes(content_length: object) -> int:
    """Return the extra cost of a request for the bytes of its body that were read."""
    length = str(content_length or "")[:_MAX_DIGITS]
    sent = min(int(length), settings.MUSTERBOOK_MAX_DOCUMENT_BYTES) if length.isdecimal() else 0
    return COSTS["read"] * (sent // REQUEST_BYTES_PER_READ)


def spend(spender: Spender, units: int) -> Spending:
    """Spend units of the account, or of the address and its network.

    Return the spending of the first budget that refuses, or else of the account or address.
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
    """Give back units that a request didn't use, such as for a cached paper."""
    spend(spender, -units)


def spend_refusal(address: Spender) -> Spending:
    """Spend units of an address's budget for invalid tokens."""
    limit = settings.MUSTERBOOK_UNITS_A_MINUTE
    return ledger.spend(Budget("refusals", limit, limit), address.key, COSTS["refusal"])


def spend_report(spender: Spender) -> Spending:
    """Spend one of the reports that a person or an address can send per hour."""
    limit = (
        settings.MUSTERBOOK_REPORTS_AN_HOUR_OF_A_PERSON
        if spender.is_person
        else settings.MUSTERBOOK_REPORTS_AN_HOUR_OF_AN_ADDRESS
    )
    # A report costs 60 units, so that ``limit`` units per minute refill ``limit`` reports per hour.
    budget = Budget("reports", limit, limit * _MINUTES_PER_HOUR)
    return ledger.spend(budget, spender.name, _MINUTES_PER_HOUR)


# ------------------------------------------------------------------ bytes

ROW_BYTES = 3_000
"""The estimated bytes of a change in addition to the packed document: rows and index entries."""

_KILO = 1000
_written: ContextVar[list[int] | None] = ContextVar("written", default=None)


def count_written(size: int) -> None:
    """Add stored bytes to the count of the current request, if there is one."""
    counts = _written.get()
    if counts is not None:
        counts.append(size)


@contextmanager
def counting_written() -> Iterator[list[int]]:
    """Count the bytes that are stored within this context; yield a list that collects their numbers."""
    counts: list[int] = []
    token = _written.set(counts)
    try:
        yield counts
    finally:
        _written.reset(token)


BYTES_WAIT_SECONDS = 300
"""The seconds to wait for a spender of too many bytes: a twelfth of the budget is refilled by then."""


def has_bytes_left(spenders: Iterable[Spender]) -> bool:
    """Return whether all these spenders have bytes left."""
    return all(ledger.spend(_bytes_budget(spender), spender.key, 0).allowed for spender in spenders)


def spend_bytes(spenders: Iterable[Spender], size: int) -> None:
    """Count stored bytes, in kilobytes, against each of these spenders."""
    for spender in spenders:
        ledger.spend(_bytes_budget(spender), spender.key, -(-size // _KILO))


def _bytes_budget(spender: Spender) -> Budget:
    """Return a budget in kilobytes.

    Half of an hour's limit is available at once, for importing a collection, and half is refilled in an hour.
    """
    limit = (
        settings.MUSTERBOOK_BYTES_AN_HOUR_OF_A_PERSON
        if spender.is_person
        else settings.MUSTERBOOK_BYTES_AN_HOUR_OF_AN_ADDRESS
    ) // _KILO
    return Budget("bytes", max(limit // 120, 1), max(limit // 2, 1))
