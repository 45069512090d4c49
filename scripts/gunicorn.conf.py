"""How gunicorn serves Musterbook, in a checkout and in a container: each number with its reason.

The number of workers is gunicorn's own WEB_CONCURRENCY.
"""

import os
from typing import TYPE_CHECKING

from gunicorn.http.errors import InvalidHeader

if TYPE_CHECKING:
    from gunicorn.http.message import Request

# Threads get whole requests only: a slow client holds a socket, and no thread (scripts/gunicorn_worker.py).
worker_class = "scripts.gunicorn_worker.BufferingWorker"
workers = int(os.environ.get("WEB_CONCURRENCY") or "2")
# Threads wait for the database and for papers; Python runs one at a time, so more would only queue.
# Each has a connection to the database: 2 workers by 8 stay far below the 100 of PostgreSQL.
threads = int(os.environ.get("WEB_THREADS") or "8")
# Open sockets of a worker, slow ones and kept ones; below the 1,024 files that many systems allow.
worker_connections = 800
# Seconds for which an unused connection is kept: longer than nginx (60) and Caddy keep theirs, so that
# neither sends a request on one that is being closed.
keepalive = 75
# Answers go through the worker's own buffers, so that a client who takes its answer slowly holds no thread.
sendfile = False
# Everything is read once, before the fork, and shared: less memory, and a first answer at once.
preload_app = True
# Its lines look like those of the site (LOG_FORMAT).
logger_class = "scripts.gunicorn_logger.Logger"
loglevel = os.environ.get("GUNICORN_LOG_LEVEL", "warning")
worker_tmp_dir = "/dev/shm" if os.path.isdir("/dev/shm") else None  # noqa: S108 - a heartbeat in memory, not a secret
# Seconds without a heartbeat of the thread that serves the sockets; requests are timed by the worker class.
timeout = 30
# Seconds in which a stopping worker finishes what it has begun.
graceful_timeout = 8
# gunicorn trusts headers of a proxy on the same computer that change the path and the scheme, whoever sent
# them first. Only Django reads a proxy's headers, and only those that TRUST_PROXY_HEADER names.
forwarded_allow_ips = ""
forwarder_headers = ""
secure_scheme_headers: dict[str, str] = {}
# gunicorn would open a socket for commands in the home folder. Nothing uses it, and a container has no home.
control_socket_disable = True
# A longer address than any of ours: that of a print page with all its options has some 300 characters.
limit_request_line = 4094
limit_request_field_size = 8190
# Whatever leaks, leaks only so long.
max_requests = 10_000
max_requests_jitter = 1_000


def when_ready(_server: object) -> None:
    """Say where the site is; the first connections wait until the workers are there."""
    address = os.environ.get("MUSTERBOOK_ADDRESS")
    if address:
        print(f"Musterbook is ready at {address} (Ctrl-C stops it)", flush=True)


def pre_request(_worker: object, request: "Request") -> None:
    """Refuse a request of HTTP/1.1 without a Host header (400), as RFC 9112 requires (section 3.2).

    Django would take the address of the socket for the name of the site.
    """
    if request.version >= (1, 1) and not any(name == "HOST" for name, _ in request.headers):
        raise InvalidHeader("Host is missing", req=request)


def post_worker_init(_worker: object) -> None:
    """Let this worker tell the others every second what was spent of budgets."""
    from builder.services.budgets import ledger  # noqa: PLC0415 - needs the application, which is loaded now

    ledger.start_telling()
