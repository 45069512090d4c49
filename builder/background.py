"""The background threads of a process that serves the site.

Threads don't survive a fork, so each process starts its own threads.
"""

from builder.request_watch import end_process
from builder.services.budgets import ledger
from builder.wsgi import request_watch


def start_threads(*, replaceable: bool) -> None:
    """Start two threads. One shares budgets with other processes, and the other watches for slow requests.

    A budget limits the requests of a client. ``replaceable`` is True if a new process is started when this
    process ends. In that case, a request that takes too long ends this process. Otherwise, the first such
    request is only logged.
    """
    ledger.start_publishing()
    request_watch.start(end_process if replaceable else lambda: None)
