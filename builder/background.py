"""The background threads of a process that serves the site.

Threads don't survive a fork, so each process starts its own threads.
"""

from builder.request_watch import end_process
from builder.services.budgets import ledger
from builder.wsgi import request_watch


def start_threads(*, replaceable: bool) -> None:
    """Start a thread that shares spent budgets with other processes, and one that logs slow requests.

    ``replaceable`` is True if a new process is started when this process ends. In that case, a request that
    takes too long also ends this process.
    """
    ledger.start_publishing()
    request_watch.start(end_process if replaceable else None)
