"""Warnings in the log for the database queries of a request that take longer than ``SLOW_QUERY_MS``."""

import logging
import re
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from typing import Any

from django.conf import settings
from django.db import connections

logger = logging.getLogger("musterbook.slow")

_MAX_SQL = 600  # the maximum length of a logged query in characters
_LONG_PLACEHOLDERS = re.compile(r"%s(?:, %s){3,}")
_SPACES = re.compile(r"\s+")


@contextmanager
def log_slow_queries() -> Iterator[None]:
    """Log this thread's slow queries, also to the replica, within the block."""
    if settings.SLOW_QUERY_MS <= 0:
        yield
        return
    with ExitStack() as stack:
        for alias in connections:
            stack.enter_context(connections[alias].execute_wrapper(_execute_timed))
        yield


def _execute_timed(
    execute: Callable[..., Any], sql: str, params: object, many: bool, context: Mapping[str, Any]
) -> object:
    started = time.perf_counter()
    try:
        return execute(sql, params, many, context)
    finally:
        milliseconds = (time.perf_counter() - started) * 1000
        if milliseconds >= settings.SLOW_QUERY_MS:
            # The parameters are not logged, because they contain texts that people wrote.
            fields = {
                "duration_ms": int(milliseconds),
                "database": context["connection"].alias,
                "sql": query_shape(sql),
            }
            logger.warning("slow query", extra={"fields": fields})


def query_shape(sql: str) -> str:
    """Return a query on one line, with long rows of placeholders and very long queries shortened."""
    shape = _LONG_PLACEHOLDERS.sub("%s, …", _SPACES.sub(" ", sql).strip())
    return shape if len(shape) <= _MAX_SQL else f"{shape[: _MAX_SQL - 1]}…"
