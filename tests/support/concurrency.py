"""Running several changes concurrently, each on its own connection."""

import threading
from collections.abc import Callable

from django.db import connection, connections


def run_concurrently(*changes: Callable[[], object]) -> list[object]:
    """Start all changes at once, each on its own connection; what each returned or raised."""
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
