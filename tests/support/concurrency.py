"""Several changes at the same time, each on its own connection."""

import threading
import time
from collections.abc import Callable

from django.db import connection, connections, transaction

_DEADLINE = 30  # seconds


def run_concurrently(*changes: Callable[[], object]) -> list[object]:
    """Start all changes at once, each on its own connection. Return the result or exception of each."""
    start = threading.Barrier(len(changes))
    outcomes: list[object] = [None] * len(changes)

    def run(place: int, change: Callable[[], object]) -> None:
        try:
            connection.ensure_connection()
            start.wait(timeout=30)
            outcomes[place] = change()
        except Exception as error:
            outcomes[place] = error
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=item) for item in enumerate(changes)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    return outcomes


def run_while_open(first: Callable[[], object], second: Callable[[], object]) -> object:
    """Make the first change, start the second change on its own connection, and then commit the first.

    The first change is committed when the second change waits for a lock, or has ended. Return the result or
    exception of the second change. This works only on PostgreSQL: SQLite doesn't show that a connection
    waits.
    """
    outcomes: list[object] = []
    with transaction.atomic():
        first()
        thread = threading.Thread(target=lambda: outcomes.extend(run_concurrently(second)))
        thread.start()
        deadline = time.monotonic() + _DEADLINE
        while thread.is_alive() and not _somebody_waits_for_us():
            assert time.monotonic() < deadline, "The second change neither waits nor ends."
    thread.join(timeout=_DEADLINE)
    return outcomes[0]


def _somebody_waits_for_us() -> bool:
    """Return whether another connection waits for a lock that this thread's connection has."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_locks"
            " WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))"
        )
        return bool(cursor.fetchone()[0])
