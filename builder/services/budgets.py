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
_WORTH_TELLING = 10
_DIGITS = 18  # no number of bytes has more
_MOST_AHEAD_MS = 10_000
_DAY_IN_MS = 24 * 60 * 60 * 1000

logger = logging.getLogger(__name__)


class Budget(NamedTuple):
    """What somebody may spend: ``a_minute`` units, and ``at_once`` after having spent nothing for a while."""

    name: str
    a_minute: int
    at_once: int


class Spending(NamedTuple):
    """What is left of a budget, in units; seconds until all of it is back, and until any of it is."""

    allowed: bool
    limit: int
    left: int
    reset: int
    wait: int


class _Account:
    """What one spender has spent, in parts of units, and how much of that no row knows of."""

    def __init__(self, budget: Budget, now: int) -> None:
        self.budget = budget
        self.spent = 0
        self.untold = 0
        self.at = now

    def bring_up_to(self, now: int) -> None:
        """Give back what has come back since."""
        elapsed = max(now - self.at, 0)
        self.spent = max(self.spent - elapsed * self.budget.a_minute, 0)
        self.untold = min(self.untold, self.spent)  # what has come back need not be told
        self.at = max(now, self.at)


class Ledger:
    """What was spent, as one process knows it."""

    def __init__(self) -> None:
        self._accounts: OrderedDict[str, _Account] = OrderedDict()
        self._lock = threading.Lock()

    def spend(self, budget: Budget, who: str, units: int) -> Spending:
        """Spend units. It is allowed while anything is left, however much it costs; else nothing is spent."""
        now = _now()
        with self._lock:
            account = self._account(budget, who, now)
            most = budget.at_once * _PARTS
            allowed = units < 0 or account.spent + _PARTS <= most
            if allowed:
                account.spent = max(account.spent + units * _PARTS, 0)
                account.untold += units * _PARTS
            spent = account.spent
        return Spending(
            allowed,
            budget.a_minute,
            max(most - spent, 0) // _PARTS,
            _seconds(spent, budget),
            0 if allowed else max(_seconds(spent - most + _PARTS, budget), 1),
        )

    def forget(self) -> None:
        """Begin anew, with nothing spent by anybody."""
        with self._lock:
            self._accounts.clear()

    def left(self, budget: Budget, who: str) -> int:
        """How many units are left."""
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

    def tell(self) -> int:
        """Add what was spent to the rows of all, and learn what others have spent; how many rows.

        Whoever has spent less than a tenth is not worth a row. Error where the database refuses; then
        nothing is forgotten, and the next call tells it.
        """
        now = _now()
        with self._lock:
            for one in self._accounts.values():
                one.bring_up_to(now)
            telling = {
                key: (account.budget.a_minute, account.untold)
                for key, account in self._accounts.items()
                if account.untold and account.spent * _WORTH_TELLING > account.budget.at_once * _PARTS
            }
            self._forget_the_rested()
        if not telling:
            return 0
        known = _add_to_rows(telling, now)
        with self._lock:
            for key, spent in known.items():
                account = self._accounts.get(key)
                if account is not None:
                    account.untold -= telling[key][1]
                    account.spent = max(spent + account.untold, 0)
        return len(known)

    def _forget_the_rested(self) -> None:
        rested = [key for key, account in self._accounts.items() if not account.spent]
        for key in rested:
            del self._accounts[key]

    def start_telling(self, seconds: float = 1) -> None:
        """Tell every second from now on, in a thread of this process; a worker's own, for no fork has it."""
        threading.Thread(target=self._tell_for_ever, args=(seconds,), name="budgets", daemon=True).start()

    def _tell_for_ever(self, seconds: float) -> None:
        refused = False
        while True:
            time.sleep(seconds)
            try:
                close_old_connections()
                self.tell()
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
    rows = [(key, a_minute, untold, now) for key, (a_minute, untold) in sorted(telling.items())]
    with connection.cursor() as cursor:
        cursor.execute(sql, [value for row in rows for value in row])
        return dict(cursor.fetchall())


def _seconds(spent: int, budget: Budget) -> int:
    """Seconds until so many parts have come back."""
    return -(-max(spent, 0) // (budget.a_minute * _MS))


def _now() -> int:
    return int(time.time() * _MS)


def clear_spent_budgets(before: int) -> int:
    """Delete the rows that nothing was added to since a moment (milliseconds of the epoch); how many."""
    return SpentBudget.objects.filter(at__lt=before).delete()[0]


def past_budgets_before() -> int:
    """The moment (milliseconds of the epoch) before which every row has all of its budget back."""
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
    """Somebody with an account, wherever they are."""
    return Spender(str(pk), is_person=True)


def browser_spender(pk: int) -> Spender:
    """A browser on which somebody was logged in before, and is not now: it spends nothing of theirs."""
    return Spender(f"browser-{pk}", is_person=True)


def bytes_spenders(user: User | AnonymousUser, meta: Mapping[str, object]) -> tuple[Spender, ...]:
    """Whose bytes count for what somebody stores: of a new account for a day those of its address besides."""
    spender = spender_of(user, meta)
    is_new = spender.is_person and isinstance(user, User) and timezone.now() - user.date_joined < _NEW_ACCOUNT
    return (spender, address_spender(meta)) if is_new else (spender,)


def spender_of(user: User | AnonymousUser, meta: Mapping[str, object]) -> Spender:
    """Somebody with an account; the address of everybody else."""
    if isinstance(user, User) and not user.is_guest:
        return person_spender(user.pk)
    return address_spender(meta)


def cost_of_bytes(content_length: object) -> int:
    """What a request costs more for the bytes of its body, as many as are read of it."""
    length = str(content_length or "")[:_DIGITS]
    sent = min(int(length), settings.MUSTERBOOK_MAX_DOCUMENT_BYTES) if length.isdecimal() else 0
    return COSTS["read"] * (sent // REQUEST_BYTES_PER_READ)


def spend(spender: Spender, units: int) -> Spending:
    """Spend of a person's budget, or of an address's and its network's; whichever refuses answers."""
    if spender.is_person:
        return ledger.spend(_minute_budget("person", settings.MUSTERBOOK_UNITS_A_MINUTE), spender.key, units)
    if spender.network:
        most = settings.MUSTERBOOK_UNITS_A_MINUTE_OF_A_NETWORK
        network = ledger.spend(_minute_budget("network", most), spender.network, units)
        if not network.allowed:
            return network
    most = settings.MUSTERBOOK_UNITS_A_MINUTE_OF_AN_ADDRESS
    return ledger.spend(_minute_budget("address", most), spender.key, units)


def give_back(spender: Spender, units: int) -> None:
    """Give back what a request did not cost after all, as a paper that was there already."""
    spend(spender, -units)


def spend_refusal(address: Spender) -> Spending:
    """Spend of the budget that an address has for tokens that open nothing; who is let in there does not."""
    most = settings.MUSTERBOOK_UNITS_A_MINUTE
    return ledger.spend(_minute_budget("refusals", most), address.key, COSTS["refusal"])


def spend_report(spender: Spender) -> Spending:
    """Spend one of the reports that a person or an address may send in an hour."""
    most = (
        settings.MUSTERBOOK_REPORTS_AN_HOUR_OF_A_PERSON
        if spender.is_person
        else settings.MUSTERBOOK_REPORTS_AN_HOUR_OF_AN_ADDRESS
    )
    # A report costs as many units as an hour has minutes, so that ``most`` reports are refilled in an hour.
    budget = Budget("reports", most, most * _MINUTES)
    return ledger.spend(budget, spender.name, _MINUTES)


def _minute_budget(name: str, units: int) -> Budget:
    return Budget(name, units, units)


# ------------------------------------------------------------------ bytes

ROW_BYTES = 3_000
"""What a change stores besides the packed document: rows and what the database keeps to find them."""

_KILO = 1000
_written: ContextVar[list[int] | None] = ContextVar("written", default=None)


def count_written(size: int) -> None:
    """Note that so many bytes were stored, for whoever counts them: a request; else nobody."""
    counts = _written.get()
    if counts is not None:
        counts.append(size)


@contextmanager
def counting_written() -> Iterator[list[int]]:
    """What is stored within, as a list of bytes."""
    counts: list[int] = []
    token = _written.set(counts)
    try:
        yield counts
    finally:
        _written.reset(token)


BYTES_WAIT_SECONDS = 300
"""How long somebody is asked to wait who has stored too much: a twelfth of an hour's bytes comes back."""


def has_bytes_left(spenders: Iterable[Spender]) -> bool:
    """Whether those whose bytes count have any left at this time."""
    return all(ledger.left(_bytes_budget(one), one.key) > 0 for one in spenders)


def spend_bytes(spenders: Iterable[Spender], size: int) -> None:
    """Count bytes that were stored, in kilobytes, against a person, an address or both."""
    for one in spenders:
        ledger.spend(_bytes_budget(one), one.key, -(-size // _KILO))


def _bytes_budget(spender: Spender) -> Budget:
    """An hour's bytes at once, in kilobytes: who imports their whole collection does so in one evening."""
    most = (
        settings.MUSTERBOOK_BYTES_AN_HOUR_OF_A_PERSON
        if spender.is_person
        else settings.MUSTERBOOK_BYTES_AN_HOUR_OF_AN_ADDRESS
    ) // _KILO
    return Budget("bytes", max(most // 120, 1), max(most // 2, 1))
