"""A limit for the duration of requests.

gunicorn's ``timeout`` doesn't notice a stuck thread, and Python can't end a thread. So each process has a
thread that watches the requests. When a request takes too long, the thread logs where the request is stuck,
and ends the process if something starts a new one.
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
"""The limit in seconds. The slowest request, a large import, takes a few seconds.

nginx waits for 65 seconds (proxy_read_timeout).
"""

STOP_SECONDS = 10
"""The seconds after which a process that is stopping is killed.

This is 2 seconds more than gunicorn's ``graceful_timeout``.
"""

logger = logging.getLogger(__name__)


class RequestWatch:
    """A WSGI application that passes requests on, and records which request each thread is answering."""

    def __init__(self, application: "WSGIApplication", seconds: float = REQUEST_SECONDS) -> None:
        self._application = application
        self._seconds = seconds
        # Maps the id of a thread to the start (monotonic time) and path of its request.
        self._running: dict[int, tuple[float, str]] = {}
        # The slow requests that are already logged, each as the id of its thread and its start.
        self._logged: set[tuple[int, float]] = set()

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        """Answer a request. The limit doesn't include the time for sending the response."""
        thread = threading.get_ident()
        self._running[thread] = (time.monotonic(), environ.get("PATH_INFO", ""))
        try:
            return self._application(environ, start_response)
        finally:
            del self._running[thread]

    def start(self, end_process: Callable[[], None] | None, *, interval: float = 1) -> None:
        """Start a thread that logs the requests that take too long.

        After the first of them, the thread calls ``end_process`` and ends. If ``end_process`` is None, the
        thread goes on. ``interval`` is the time between two checks, in seconds.
        """
        arguments = (end_process, interval)
        threading.Thread(target=self._watch, args=arguments, name="request-watch", daemon=True).start()

    def _watch(self, end_process: Callable[[], None] | None, interval: float) -> None:
        while not self.log_slow_requests() or end_process is None:
            time.sleep(interval)
        end_process()

    def log_slow_requests(self) -> bool:
        """Log the requests that take too long and aren't logged yet. Return whether there are any."""
        now = time.monotonic()
        slow = {
            (thread, started): path
            for thread, (started, path) in list(self._running.items())
            if now - started > self._seconds
        }
        new_paths = [path for request, path in slow.items() if request not in self._logged]
        self._logged = set(slow)
        if new_paths:
            logger.error(
                "A request takes more than %g seconds: %s\n%s", self._seconds, ", ".join(new_paths), _stacks()
            )
        return bool(new_paths)


def end_process() -> None:
    """Stop this gunicorn worker when its other requests are answered. gunicorn then starts a new worker."""
    signal.alarm(STOP_SECONDS)  # kills the process if the stuck thread prevents it from stopping
    os.kill(os.getpid(), signal.SIGTERM)


def _stacks() -> str:
    """Return the stack traces of all threads of this process."""
    with tempfile.TemporaryFile() as file:
        faulthandler.dump_traceback(file)
        file.seek(0)
        return file.read().decode(errors="replace").rstrip()
