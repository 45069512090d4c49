"""The site's log as text and as JSON, in the formats of its handlers, and the events of the security log."""

import io
import json
import logging
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any

import pytest

from builder.logs import JsonLineFormatter, LineFormatter, RequestIdFilter
from tests.support.transactions import committing

COMMON_FIELDS = ("time", "level", "logger", "message", "request_id", "event", "address")

Events = list[dict[str, Any]]
Recorder = Callable[[], AbstractContextManager[Events]]


class LogLines:
    """The records that are logged in ``captured`` blocks, in both formats."""

    def __init__(self) -> None:
        self._streams = {"text": io.StringIO(), "json": io.StringIO()}

    @property
    def text(self) -> str:
        """The records as text."""
        return self._streams["text"].getvalue()

    @property
    def json(self) -> str:
        """The records as JSON, one record a line."""
        return self._streams["json"].getvalue()

    def records(self, logger: str = "") -> list[dict[str, Any]]:
        """Return the JSON values of the records of a logger and the loggers below it."""
        values: list[dict[str, Any]] = [json.loads(line) for line in self.json.splitlines()]
        return [value for value in values if value["logger"].startswith(logger)]

    @contextmanager
    def captured(self) -> Iterator[None]:
        """Capture all records that are logged in this block."""
        handlers = []
        for name, formatter in (("text", LineFormatter()), ("json", JsonLineFormatter())):
            handler = logging.StreamHandler(self._streams[name])
            handler.setFormatter(formatter)
            handler.addFilter(RequestIdFilter())
            handlers.append(handler)
        loggers = [logging.getLogger(name) for name in ("", "django")]  # Django's logger doesn't propagate
        for logger in loggers:
            for handler in handlers:
                logger.addHandler(handler)
        try:
            yield
        finally:
            for logger in loggers:
                for handler in handlers:
                    logger.removeHandler(handler)


@pytest.fixture
def log_lines() -> Iterator[LogLines]:
    """The records that this test logs."""
    lines = LogLines()
    with lines.captured():
        yield lines


@pytest.fixture
def recorded_events() -> Recorder:
    """A function that returns a context manager. It yields a list, which is filled when the block ends.

    The list then contains the security events of the block.
    """

    @contextmanager
    def record() -> Iterator[Events]:
        lines = LogLines()
        events: Events = []
        with lines.captured(), committing():
            yield events
        for line in lines.records("musterbook.security"):
            events.append(
                {"event": line["event"]} | {k: v for k, v in line.items() if k not in COMMON_FIELDS}
            )

    return record
