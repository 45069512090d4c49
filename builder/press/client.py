"""How the other processes of the site reach the press, and start it where there is none."""

import atexit
import json
import os
import socket
import subprocess
import sys
from functools import lru_cache
from threading import Lock
from typing import Literal, NamedTuple

from builder.press import frames
from builder.press.cache import PaperCache
from builder.press.orders import PROGRAM, Order, digest_of
from builder.press.settings import PressSettings

State = Literal["done", "waiting", "full", "unknown", "time", "memory", "fault", "ended"]

_ATTEMPTS = 5
_START = 30  # seconds
_LATER = 30.0  # seconds more than the press was told to wait, after which it is not expected to answer


class PressError(Exception):
    """There is no press, and none can be started."""


class Answer(NamedTuple):
    """What the press says: the file, or its place in the queue and after how many seconds to ask again.

    Of a paper that is bound of several so many ``steps`` are done.

    ``unknown`` is what was never ordered, or too long ago; ``full`` is the queue; the others are reasons why
    a paper could not be set.
    """

    state: State
    content: bytes = b""
    place: int = 0
    seconds: int = 0
    done: int = 0
    steps: int = 0


class PressClient:
    """The press as one process of the site sees it. It keeps its last connection, and so the press."""

    def __init__(self, settings: PressSettings) -> None:
        self.cache = PaperCache(settings.cache, settings.cache_bytes)
        self.fonts = settings.fonts_digest
        self._settings = settings
        self._starting = Lock()
        self._kept: socket.socket | None = None

    def key_of(self, order: Order) -> str:
        """The name of what this press makes of an order: with other fonts it is another paper."""
        return digest_of(self.fonts, order.key)

    def take(self, key: str, person: str, order: Order | None, wait: float | None) -> Answer:
        """The paper of this key, ordered now if there is an ``order`` and it was not yet.

        Of all papers of a ``person`` one is set at a time. Without a number of seconds to ``wait`` it is
        waited for, however long the queue.
        """
        asked = {"key": key, "person": person, "patient": wait is None, "wait": wait or 0.0}
        body = b""
        if order is not None:
            asked |= {"template": order.template, "output": order.output, "day": order.day, "ppi": order.ppi}
            body = order.data.encode()
        told, content = self._ask(frames.pack(asked, body), None if wait is None else wait + _LATER)
        return Answer(content=content, **told)

    def _ask(self, message: bytes, seconds: float | None) -> frames.Message:
        for _ in range(_ATTEMPTS):
            line = socket.socket(socket.AF_UNIX)
            line.settimeout(seconds)
            try:
                line.connect(str(self._settings.socket))
                line.sendall(message)
                with line.makefile("rb") as file:
                    told = frames.read(file)
            except TimeoutError as error:
                line.close()
                raise PressError("The press does not answer.") from error
            except (EOFError, OSError):
                line.close()
                self._start()
            else:
                self._keep(line)
                return told
        raise PressError("The press ends as soon as it is started.")

    def _keep(self, line: socket.socket | None) -> None:
        before, self._kept = self._kept, line
        if before is not None:
            before.close()

    def close(self) -> None:
        """Let go of the press."""
        self._keep(None)

    def _start(self) -> None:
        """Start a press, one thread of this process at a time. It knows nothing of the site's secrets."""
        known = {name: os.environ[name] for name in ("PATH", "HOME", "TMPDIR") if name in os.environ}
        settings = json.dumps(self._settings._asdict())
        with self._starting:
            try:
                subprocess.run(  # noqa: S603 - a module of ours, told numbers and a folder
                    [sys.executable, "-m", "builder.press", settings],
                    check=True,
                    cwd=PROGRAM.parent,
                    env={**known, "LANG": "C.UTF-8"},
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.PIPE,
                    text=True,
                    timeout=_START,
                )
            except subprocess.CalledProcessError as error:
                raise PressError(f"The press cannot be started: {error.stderr.strip()}") from error
            except subprocess.TimeoutExpired as error:
                raise PressError("The press does not start.") from error


@lru_cache(maxsize=8)
def press_of(settings: PressSettings) -> PressClient:
    """The press of these settings, one for all threads of a process."""
    client = PressClient(settings)
    atexit.register(client.close)
    return client
