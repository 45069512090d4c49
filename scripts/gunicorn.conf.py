"""The settings for gunicorn behind nginx, with a reason for each.

gunicorn itself reads the number of workers from WEB_CONCURRENCY.
"""

import os

# A gthread thread is busy until it has received the body of a request and has sent the response. So gunicorn
# needs a proxy in front of it that buffers both, such as nginx (docs/examples/nginx.conf).
worker_class = "gthread"
workers = int(os.environ.get("WEB_CONCURRENCY") or "2")
# Threads wait for the database and for papers. Python runs one thread at a time, so more threads would only
# queue. Each thread has a database connection. 2 workers with 8 threads stay far below PostgreSQL's limit of
# 100 connections.
threads = int(os.environ.get("WEB_THREADS") or "8")
# Seconds for which an unused connection stays open. They are longer than nginx's (60), so that nginx doesn't
# send a request on a connection that gunicorn is closing.
keepalive = 75
# The application is loaded once, before the fork. So workers share its memory, and first responses are fast.
preload_app = True
# gunicorn's lines have the site's format (LOG_FORMAT).
logger_class = "scripts.gunicorn_logger.Logger"
loglevel = os.environ.get("GUNICORN_LOG_LEVEL", "warning")
worker_tmp_dir = "/dev/shm" if os.path.isdir("/dev/shm") else None  # noqa: S108 - a heartbeat in memory, not a secret
# Seconds without a heartbeat of the thread that accepts connections. Requests have a limit of their own
# (builder/request_watch.py).
timeout = 30
# Seconds in which a stopping worker finishes the requests that it has started.
graceful_timeout = 8
# By default, gunicorn trusts headers that change the path and the scheme if they come from this computer,
# even if a client sent them to the proxy. Here only Django reads a proxy's headers (TRUST_PROXY_HEADER).
forwarded_allow_ips = ""
forwarder_headers = ""
secure_scheme_headers: dict[str, str] = {}
# gunicorn would open a control socket in the home folder, which containers don't have. Nothing uses it.
control_socket_disable = True
# The site's longest address has about 300 characters: a print page with all options.
limit_request_line = 4094
limit_request_field_size = 8190
# Limits the effect of memory leaks.
max_requests = 10_000
max_requests_jitter = 1_000


def post_worker_init(_worker: object) -> None:
    """Start the background threads of this worker, because threads don't survive the fork."""
    from builder.background import start_threads  # noqa: PLC0415 - needs the application, which is loaded now

    start_threads(is_replaceable=True)
