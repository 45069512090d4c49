"""Reading from a replica of the database (docs/scaling.md, docs/decisions/0049).

What people make is read from the replica where a request says so, and from the primary everywhere else:
in commands and threads, within a transaction, in a request that writes, and for who somebody is, what was
spent and what was answered before. A watch in each process says whether the replica may be read at all.
"""

import logging
import threading
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from django.conf import settings
from django.db import Error, close_old_connections, connections
from django.db.models import Model

PRIMARY, REPLICA = "default", "replica"

PRIMARY_ONLY = frozenset({"idempotentresponse", "readinessmark", "spentbudget", "token", "user"})
"""Models of ours that a moment ago counts for: log-in, tokens, budgets, answers that were given before."""

_LOOKS = 5  # in the seconds that the replica may be behind
_KEPT_POSITIONS = 100

logger = logging.getLogger(__name__)


def is_configured() -> bool:
    """Whether this site has a replica."""
    return bool(settings.DATABASE_REPLICA_URL)


def seconds_after_write() -> int:
    """For how long whoever wrote reads the primary: longer than what is read can be behind."""
    return 2 * int(settings.DATABASE_REPLICA_SECONDS)


# ------------------------------------------------------------------ of one request


@dataclass(slots=True)
class Reading:
    """Where one request reads, and what it has done: read from the replica, written what is read there."""

    from_replica: bool
    used: bool = False
    wrote: bool = False


_reading: ContextVar[Reading | None] = ContextVar("reading", default=None)


@contextmanager
def reading(*, from_replica: bool) -> Iterator[Reading]:
    """For a request: what it reads may come from the replica, if any."""
    current = Reading(from_replica)
    token = _reading.set(current)
    try:
        yield current
    finally:
        _reading.reset(token)


def read_primary() -> None:
    """From now on this request reads the primary."""
    if (current := _reading.get()) is not None:
        current.from_replica = False


def give_up_replica(error: Exception) -> bool:
    """After an error: whether this request has read the replica, and is worth trying again without it."""
    current = _reading.get()
    if current is None or not current.used or current.wrote:
        return False
    watch.lose(error)
    current.from_replica = current.used = False
    return True


class Router:
    """Django's router: everything is written to the primary, and most of it read there."""

    def db_for_read(self, model: type[Model], **_hints: object) -> str:
        """The replica for what people make, where the request may and nothing speaks against it."""
        current = _reading.get()
        if (
            current is None
            or not current.from_replica
            or not _is_replicated(model)
            or connections[PRIMARY].in_atomic_block
            or not watch.is_usable()
        ):
            return PRIMARY
        current.used = True
        return REPLICA

    def db_for_write(self, model: type[Model], **_hints: object) -> str:
        """The primary. What the request reads after that is read there too."""
        current = _reading.get()
        if current is not None and _is_replicated(model):
            current.wrote, current.from_replica = True, False
        return PRIMARY

    def allow_relation(self, *_objects: Model, **_hints: object) -> bool:
        """Rows of both are of one database."""
        return True

    def allow_migrate(self, db: str, *_names: str, **_hints: object) -> bool | None:
        """The replica gets its tables from the primary."""
        return None if db == PRIMARY else False


def _is_replicated(model: type[Model]) -> bool:
    return model._meta.app_label == "builder" and model._meta.model_name not in PRIMARY_ONLY


# ------------------------------------------------------------------ the watch of this process


class Watch:
    """Whether the replica may be read: it answers, and is not far behind.

    At each look the positions of both in the write-ahead log are asked for. The replica is behind by the age
    of the last position of the primary that it has reached; so neither clocks nor rights beyond reading are
    needed, and a replica that lost its primary shows.
    """

    def __init__(self) -> None:
        self._usable_until = 0.0
        self._positions: deque[tuple[float, int]] = deque(maxlen=_KEPT_POSITIONS)
        self._fault = "it has not been looked at"

    def is_usable(self) -> bool:
        """Whether it may be read now: a look that takes too long ends that too."""
        return time.monotonic() < self._usable_until

    def trouble(self) -> str:
        """Why the replica is not read now, in a few words; "" where it is."""
        return "" if self.is_usable() else self._fault or "it answers too slowly"

    def look(self) -> None:
        """Ask both where they are."""
        asked = time.monotonic()
        try:
            primary = _position(PRIMARY, "SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')")
            reached = _position(REPLICA, "SELECT pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')")
        except Error as error:
            self.lose(error)
        else:
            self.note(asked, primary or 0, reached)

    def note(self, asked: float, primary: int, reached: int | None) -> None:
        """Take what both said to what was ``asked`` then: None is of a server that is no replica."""
        self._positions.append((asked, primary))
        most = settings.DATABASE_REPLICA_SECONDS
        passed = [at for at, position in self._positions if reached is not None and position <= reached]
        if reached is None:
            self._stop("it is no replica, for it takes writes of its own")
        elif not passed or asked - passed[-1] > most:
            self._stop(f"it is more than {most} seconds behind")
        else:
            self._usable_until = asked + most / 2
            if self._fault:
                logger.info("The replica is read; before, %s", self._fault)
            self._fault = ""

    def lose(self, error: Exception) -> None:
        """One of the two does not answer."""
        self._stop(f"it does not answer ({type(error).__name__})")

    def _stop(self, fault: str) -> None:
        if fault != self._fault:  # told once, not at each look
            logger.warning("The replica is not read, all comes from the primary: %s", fault)
        self._usable_until, self._fault = 0.0, fault

    def start(self) -> None:
        """Look again and again, in a thread of this process; a worker's own, for no fork has it."""
        threading.Thread(target=self._look_for_ever, name="replica", daemon=True).start()

    def _look_for_ever(self) -> None:
        while True:
            close_old_connections()
            self.look()
            time.sleep(settings.DATABASE_REPLICA_SECONDS / _LOOKS)


def _position(alias: str, query: str) -> int | None:
    with connections[alias].cursor() as cursor:
        cursor.execute(query)
        (position,) = cursor.fetchone()
    return None if position is None else int(position)


watch = Watch()
"""The one of this process."""
