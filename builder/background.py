"""The background threads of a process that serves the site.

Threads don't survive a fork, so each process starts its own threads.
"""

from builder.request_watch import end_process
from builder.services.budgets import ledger
from builder.wsgi import request_watch


def start_threads(*, is_replaceable: bool) -> None:
    """Start a thread that shares spent budgets with other processes, and one that logs slow requests.

    ``is_replaceable`` is True if a new process is started when this one ends. A request that takes too long
    then also ends this process.
    """
    ledger.start_publishing()
    request_watch.start(end_process if is_replaceable else None)
