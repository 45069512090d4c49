"""A limit on how long a request may take.

gunicorn's ``timeout`` doesn't see a thread that is stuck, and Python can't end a thread. So a watch in each
process looks for requests that take too long, logs where they are, and ends the process if another one
replaces it.
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
"""The limit. The slowest request, a large import, takes some seconds; nginx waits 65 (proxy_read_timeout)."""

STOP_SECONDS = 10
"""Until a process ends that was told to stop: 2 more than gunicorn's ``graceful_timeout``."""

logger = logging.getLogger(__name__)


class RequestWatch:
    """A WSGI application that knows since when each of its threads has been answering a request."""

    def __init__(self, application: "WSGIApplication", seconds: float = REQUEST_SECONDS) -> None:
        self._application = application
        self._seconds = seconds
        self._running: dict[int, tuple[float, str]] = {}  # by thread: the start (monotonic) and the path

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        """Answer a request. The time that it takes to send the answer doesn't count."""
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
    signal.alarm(STOP_SECONDS)  # ends the process if the stuck thread keeps it from stopping
    os.kill(os.getpid(), signal.SIGTERM)


def _stacks() -> str:
    """Return where all threads of this process are."""
    with tempfile.TemporaryFile() as file:
        faulthandler.dump_traceback(file)
        file.seek(0)
        return file.read().decode(errors="replace").rstrip()
