"""How gunicorn serves Musterbook, in a checkout and in a container.

The number of workers is gunicorn's own WEB_CONCURRENCY.
"""

import os

worker_class = "sync"
workers = int(os.environ.get("WEB_CONCURRENCY", "2"))
preload_app = True
loglevel = os.environ.get("GUNICORN_LOG_LEVEL", "warning")
worker_tmp_dir = "/dev/shm" if os.path.isdir("/dev/shm") else None  # noqa: S108 - a heartbeat in memory, not a secret
timeout = 60  # seconds: the PDF of an event with very many rosters takes some
max_requests = 10_000
max_requests_jitter = 1_000


def when_ready(_server: object) -> None:
    """Say where the site is, once it answers there."""
    address = os.environ.get("MUSTERBOOK_ADDRESS")
    if address:
        print(f"Musterbook is ready at {address} (Ctrl-C stops it)", flush=True)
