"""Budgets: everybody may spend so many units a minute, and what a request costs is weighed by its work.

Each process keeps what was spent in its memory, and adds what is worth telling to the rows of all at most
once a second. So reading writes nothing, several processes together are off by a second's spending, and a
database that refuses to write stops nobody: then each process counts for itself.
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
"""What requests cost, in units, by the work that they are (docs/limits.md)."""

SPARED_STATUSES = (304, 429, 503)
"""Answers without a paper: the browser has it already, or it isn't ready."""

REQUEST_BYTES_PER_READ = 25_000
RESPONSE_BYTES_PER_READ = 500_000
"""So many bytes of a request, or of an answer, cost as much as one more read."""

_PARTS = 60_000
"""A unit in parts of which `a_minute` come back in each millisecond, so that nothing is ever rounded."""

_MS = 1000  # milliseconds in a second
_MINUTES = 60  # in an hour
_MAX_SPENDERS = 50_000
_NEW_ACCOUNT = timedelta(days=1)
_PUBLISHED_FRACTION = 10
_DIGITS = 18  # no number of bytes has more
_MOST_AHEAD_MS = 10_000
_DAY_IN_MS = 24 * 60 * 60 * 1000

logger = logging.getLogger(__name__)


class Budget(NamedTuple):
    """A budget: ``a_minute`` units, and at most ``at_once`` after a pause."""

    name: str
    a_minute: int
    at_once: int


class Spending(NamedTuple):
    """The units left in a budget, and the seconds until all and until any of it is back."""

    allowed: bool
    limit: int
    left: int
    reset: int
    wait: int


class _Account:
    """The spent parts of a spender's units, and the part that is not stored in a row yet."""

    def __init__(self, budget: Budget, now: int) -> None:
        self.budget = budget
        self.spent = 0
        self.unpublished = 0
        self.at = now

    def bring_up_to(self, now: int) -> None:
        """Add the units that have become available since the last use."""
        elapsed = max(now - self.at, 0)
        self.spent = max(self.spent - elapsed * self.budget.a_minute, 0)
        self.unpublished = min(self.unpublished, self.spent)  # what has come back need not be told
        self.at = max(now, self.at)


class Ledger:
    """The spent budgets as one process knows them."""

    def __init__(self) -> None:
        self._accounts: OrderedDict[str, _Account] = OrderedDict()
        self._lock = threading.Lock()

    def spend(self, budget: Budget, who: str, units: int) -> Spending:
        """Spend units. It is allowed while anything is left, however much it costs; else nothing is spent."""
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

    def forget(self) -> None:
        """Reset all budgets."""
        with self._lock:
            self._accounts.clear()

    def left(self, budget: Budget, who: str) -> int:
        """Return how many units are left."""
        with self._lock:
            account = self._account(budget, who, _now())
            return max(budget.at_once * _PARTS - account.spent, 0) // _PARTS

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
        account.bring_up_to(now)
        return account

    # ------------------------------------------------------------------ what all processes know

    def publish(self) -> int:
        """Add what was spent to the rows of all, and learn what others have spent; how many rows.

        Whoever has spent less than a tenth is not worth a row. Error where the database refuses; then
        nothing is forgotten, and the next call tells it.
        """
        now = _now()
        with self._lock:
            for spender_account in self._accounts.values():
                spender_account.bring_up_to(now)
            telling = {
                key: (account.budget.a_minute, account.unpublished)
                for key, account in self._accounts.items()
                if account.unpublished
                and account.spent * _PUBLISHED_FRACTION > account.budget.at_once * _PARTS
            }
            self._forget_the_rested()
        if not telling:
            return 0
        known = _add_to_rows(telling, now)
        with self._lock:
            for key, spent in known.items():
                account = self._accounts.get(key)
                if account is not None:
                    account.unpublished -= telling[key][1]
                    account.spent = max(spent + account.unpublished, 0)
        return len(known)

    def _forget_the_rested(self) -> None:
        rested = [key for key, account in self._accounts.items() if not account.spent]
        for key in rested:
            del self._accounts[key]

    def start_publishing(self, seconds: float = 1) -> None:
        """Tell every second from now on, in a thread of this process; a worker's own, for no fork has it."""
        threading.Thread(target=self._publish_forever, args=(seconds,), name="budgets", daemon=True).start()

    def _publish_forever(self, seconds: float) -> None:
        refused = False
        while True:
            time.sleep(seconds)
            try:
                close_old_connections()
                self.publish()
                refused = False
            except Error as error:
                if not refused:
                    logger.warning("What was spent of budgets is counted by each process alone: %s", error)
                refused = True
                connection.close()


def _add_to_rows(telling: Mapping[str, tuple[int, int]], now: int) -> dict[str, int]:
    """Add to the rows in one statement, so that nothing is lost between processes; what each says now."""
    table = SpentBudget._meta.db_table
    values = ", ".join(["(%s, %s, %s, %s)"] * len(telling))
    left = f"{table}.spent - (excluded.at - {table}.at) * excluded.a_minute"
    # A row of a moment ago from another process may be ahead; one far ahead is of a clock that was wrong.
    ahead = f"excluded.at < {table}.at AND {table}.at < excluded.at + {_MOST_AHEAD_MS}"
    sql = f"""
        INSERT INTO {table} (who, a_minute, spent, at) VALUES {values}
        ON CONFLICT (who) DO UPDATE SET
            spent = excluded.spent + CASE WHEN excluded.at < {table}.at THEN {table}.spent
                WHEN {left} > 0 THEN {left} ELSE 0 END,
            at = CASE WHEN {ahead} THEN {table}.at ELSE excluded.at END,
            a_minute = excluded.a_minute
        RETURNING who, spent
    """  # noqa: S608 - the name of the table is the model's, and all else is passed
    rows = [(key, a_minute, unpublished, now) for key, (a_minute, unpublished) in sorted(telling.items())]
    with connection.cursor() as cursor:
        cursor.execute(sql, [value for row in rows for value in row])
        return dict(cursor.fetchall())


def _seconds(spent: int, budget: Budget) -> int:
    """Return the seconds until so many parts are available again."""
    return -(-max(spent, 0) // (budget.a_minute * _MS))


def _now() -> int:
    return int(time.time() * _MS)


def clear_spent_budgets(before: int) -> int:
    """Delete the rows that nothing was added to since a moment (milliseconds of the epoch); how many."""
    return SpentBudget.objects.filter(at__lt=before).delete()[0]


def past_budgets_before() -> int:
    """Return the moment (milliseconds of the epoch) before which every row has all of its budget back."""
    return _now() - _DAY_IN_MS


ledger = Ledger()
"""The one of this process."""

# ------------------------------------------------------------------ whose budget


class Spender(NamedTuple):
    """Whose budgets a request counts against: ``network`` is the /48 of an IPv6 address, else empty."""

    key: str
    network: str = ""
    is_person: bool = False

    @property
    def name(self) -> str:
        """One text for each, of whom one paper is set at a time."""
        return f"{'u' if self.is_person else 'a'}{self.key}"


def client_address(meta: Mapping[str, object]) -> IPv4Address | IPv6Address | None:
    """Return the client's address: the connection's, or the last one that the trusted proxy has added.

    IPv4 addresses that are mapped to IPv6 are unmapped. None if the value is not an address.
    """
    address = str(meta.get("REMOTE_ADDR") or "")
    if settings.ALLAUTH_TRUSTED_PROXY_COUNT:
        noted = str(meta.get("HTTP_X_FORWARDED_FOR") or "").split(",")
        address = noted[-min(settings.ALLAUTH_TRUSTED_PROXY_COUNT, len(noted))].strip() or address
    try:
        parsed = ip_address(address)
    except ValueError:
        return None
    return getattr(parsed, "ipv4_mapped", None) or parsed


def address_spender(meta: Mapping[str, object]) -> Spender:
    """Return the spender for the client's address.

    For IPv6 it is the network of 64 bits, because clients choose the other bits, and the network of 48 bits,
    because some clients have one.
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
    """Return the spender for a browser whose user logged out. It doesn't use the user's budget."""
    return Spender(f"browser-{pk}", is_person=True)


def bytes_spenders(user: User | AnonymousUser, meta: Mapping[str, object]) -> tuple[Spender, ...]:
    """Return the spenders of stored bytes: the account, and for a new account also its address for a day."""
    spender = spender_of(user, meta)
    is_new = spender.is_person and isinstance(user, User) and timezone.now() - user.date_joined < _NEW_ACCOUNT
    return (spender, address_spender(meta)) if is_new else (spender,)


def spender_of(user: User | AnonymousUser, meta: Mapping[str, object]) -> Spender:
    """Return the spender for an account, or for the address of everybody else."""
    if isinstance(user, User) and not user.is_guest:
        return person_spender(user.pk)
    return address_spender(meta)


def cost_of_bytes(content_length: object) -> int:
    """Return the extra cost of a request for the bytes of its body that were read."""
    length = str(content_length or "")[:_DIGITS]
    sent = min(int(length), settings.MUSTERBOOK_MAX_DOCUMENT_BYTES) if length.isdecimal() else 0
    return COSTS["read"] * (sent // REQUEST_BYTES_PER_READ)


def spend(spender: Spender, units: int) -> Spending:
    """Spend of a person's budget, or of an address's and its network's; whichever refuses answers."""
    if spender.is_person:
        return ledger.spend(_minute_budget("person", settings.MUSTERBOOK_UNITS_A_MINUTE), spender.key, units)
    if spender.network:
        limit = settings.MUSTERBOOK_UNITS_A_MINUTE_OF_A_NETWORK
        network = ledger.spend(_minute_budget("network", limit), spender.network, units)
        if not network.allowed:
            return network
    limit = settings.MUSTERBOOK_UNITS_A_MINUTE_OF_AN_ADDRESS
    return ledger.spend(_minute_budget("address", limit), spender.key, units)


def give_back(spender: Spender, units: int) -> None:
    """Give back units that a request didn't use, such as for a cached paper."""
    spend(spender, -units)


def spend_refusal(address: Spender) -> Spending:
    """Spend units of an address's budget for invalid tokens."""
    limit = settings.MUSTERBOOK_UNITS_A_MINUTE
    return ledger.spend(_minute_budget("refusals", limit), address.key, COSTS["refusal"])


def spend_report(spender: Spender) -> Spending:
    """Spend one of the reports that a person or an address can send in an hour."""
    limit = (
        settings.MUSTERBOOK_REPORTS_AN_HOUR_OF_A_PERSON
        if spender.is_person
        else settings.MUSTERBOOK_REPORTS_AN_HOUR_OF_AN_ADDRESS
    )
    # A report costs as many units as an hour has minutes, so that ``most`` reports are refilled in an hour.
    budget = Budget("reports", limit, limit * _MINUTES)
    return ledger.spend(budget, spender.name, _MINUTES)


def _minute_budget(name: str, units: int) -> Budget:
    return Budget(name, units, units)


# ------------------------------------------------------------------ bytes

ROW_BYTES = 3_000
"""What a change stores besides the packed document: rows and what the database keeps to find them."""

_KILO = 1000
_written: ContextVar[list[int] | None] = ContextVar("written", default=None)


def count_written(size: int) -> None:
    """Add stored bytes to the count of the current request, if there is one."""
    counts = _written.get()
    if counts is not None:
        counts.append(size)


@contextmanager
def counting_written() -> Iterator[list[int]]:
    """Count the bytes that are stored in this context; yield a list of their numbers."""
    counts: list[int] = []
    token = _written.set(counts)
    try:
        yield counts
    finally:
        _written.reset(token)


BYTES_WAIT_SECONDS = 300
"""How long somebody is asked to wait who has stored too much: a twelfth of an hour's bytes comes back."""


def has_bytes_left(spenders: Iterable[Spender]) -> bool:
    """Return whether those whose bytes count have any left at this time."""
    return all(ledger.left(_bytes_budget(spender), spender.key) > 0 for spender in spenders)


def spend_bytes(spenders: Iterable[Spender], size: int) -> None:
    """Count bytes that were stored, in kilobytes, against a person, an address or both."""
    for spender in spenders:
        ledger.spend(_bytes_budget(spender), spender.key, -(-size // _KILO))


def _bytes_budget(spender: Spender) -> Budget:
    """Return a budget of one hour's kilobytes, all available at once for importing a collection."""
    limit = (
        settings.MUSTERBOOK_BYTES_AN_HOUR_OF_A_PERSON
        if spender.is_person
        else settings.MUSTERBOOK_BYTES_AN_HOUR_OF_AN_ADDRESS
    ) // _KILO
    return Budget("bytes", max(limit // 120, 1), max(limit // 2, 1))
