"""Background threads of a serving process. Threads don't survive a fork: each process starts its own."""

from builder.request_watch import end_process
from builder.services.budgets import ledger
from builder.wsgi import request_watch


def start_threads(*, replaceable: bool) -> None:
    """Share budgets with other processes, and watch for slow requests.

    If ``replaceable``, another process replaces this one when it ends, so it ends itself if a request takes
    too long. Otherwise such a request is only logged.
    """
    ledger.start_publishing()
    request_watch.start(end_process if replaceable else lambda: None)
