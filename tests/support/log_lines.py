"""The site's log as its handlers write it, in text and JSON, and the events of the security log."""

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
        """The records as JSON, one a line."""
        return self._streams["json"].getvalue()

    def records(self, logger: str = "") -> list[dict[str, Any]]:
        """The JSON values of the records of a logger and those below it."""
        values: list[dict[str, Any]] = [json.loads(line) for line in self.json.splitlines()]
        return [value for value in values if value["logger"].startswith(logger)]

    @contextmanager
    def captured(self) -> Iterator[None]:
        """Write all that is logged in this block."""
        handlers = []
        for name, formatter in (("text", LineFormatter()), ("json", JsonLineFormatter())):
            handler = logging.StreamHandler(self._streams[name])
            handler.setFormatter(formatter)
            handler.addFilter(RequestIdFilter())
            handlers.append(handler)
        loggers = [logging.getLogger(name) for name in ("", "django")]  # Django's does not propagate
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
    """A context manager that yields a list, with the block's security events after the block."""

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
