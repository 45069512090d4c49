"""A limit on the duration of requests.

gunicorn's ``timeout`` doesn't notice a stuck thread, and Python can't end a thread. So a thread in each
process looks for slow requests, logs where they are stuck, and ends the process if another one replaces it.
"""

import faulthandler
import logging
import os
import signal
import tempfile
import threading
import time
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

REQUEST_SECONDS = 60.0
"""The limit in seconds. The slowest request, a large import, takes a few.

Nginx waits 65 (proxy_read_timeout).
"""

STOP_SECONDS = 10
"""The seconds until a stopping process ends: 2 more than gunicorn's ``graceful_timeout``."""

logger = logging.getLogger(__name__)


class RequestWatch:
    """A WSGI application that records the start of the request that each thread is answering."""

    def __init__(self, application: "WSGIApplication", seconds: float = REQUEST_SECONDS) -> None:
        self._application = application
        self._seconds = seconds
        self._running: dict[int, tuple[float, str]] = {}  # start (monotonic) and path by thread

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        """Answer a request. The time for sending the response doesn't count."""
        thread = threading.get_ident()
        self._running[thread] = (time.monotonic(), environ.get("PATH_INFO", ""))
        try:
            return self._application(environ, start_response)
        finally:
            del self._running[thread]

    def start(self, end: Callable[[], None], *, interval: float = 1) -> None:
        """Watch in a thread, until a request takes too long; then log it and call ``end``."""
        threading.Thread(target=self._watch, args=(end, interval), name="request-watch", daemon=True).start()

    def _watch(self, end: Callable[[], None], interval: float) -> None:
        while not (paths := self._slow_paths()):
            time.sleep(interval)
        logger.error(
            "A request takes more than %g seconds: %s\n%s", self._seconds, ", ".join(paths), _stacks()
        )
        end()

    def _slow_paths(self) -> list[str]:
        now = time.monotonic()
        return [path for began, path in list(self._running.values()) if now - began > self._seconds]


def end_process() -> None:
    """Stop this gunicorn worker: it finishes its other requests, then gunicorn starts a new one."""
    signal.alarm(STOP_SECONDS)  # ends the process even if the stuck thread prevents the stop
    os.kill(os.getpid(), signal.SIGTERM)


def _stacks() -> str:
    """Return the stack traces of all threads of this process."""
    with tempfile.TemporaryFile() as file:
        faulthandler.dump_traceback(file)
        file.seek(0)
        return file.read().decode(errors="replace").rstrip()
