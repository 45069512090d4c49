"""PostgreSQL's plans for the queries of a request, and the steps that take longer as a site grows."""

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple

from django.db import connection

Node = Mapping[str, Any]

MAX_SCANNED, MAX_SORTED, MAX_FOUND = 5_000, 5_000, 20_000
"""The maximum numbers of rows that a step may scan, sort, and find by an index.

The limit for an index is higher. Of 100,000 lists, PostgreSQL prefers to read all 18,000 with a tag instead
of searching a thousand of them; of a million lists it doesn't. A search for the first thousand matches may
read many rows before it finds them.
"""

_STOPPED_EARLY = 4
"""A scan that reads at most a fourth of its table isn't a scan of the full table: it stops early."""

_EXPLAINED = ("SELECT", "INSERT", "UPDATE", "DELETE", "WITH")


class Growth(NamedTuple):
    """A step of a plan that takes longer on a larger site. ``cause`` is the request that needs it."""

    step: str
    sql: str
    cause: str

    def __str__(self) -> str:
        """Return a description in several lines, for the developer who fixes it."""
        return f"{self.step}\n    by {self.cause}\n    {self.sql[:400]}"


class PlanWatch:
    """A watch that explains each statement before it is executed, once for each user.

    To explain a query, PostgreSQL executes it and counts the rows. Statements that write are only planned.
    ``ignored`` are tables that don't grow.
    """

    def __init__(self, ignored: Mapping[str, str]) -> None:
        self.found: dict[tuple[str, str], Growth] = {}
        self.cause, self.who = "", ""
        self.explained = 0
        self._ignored = ignored
        self._seen: set[tuple[str, str]] = set()

    @contextmanager
    def watching(self, cause: str, who: str) -> Iterator[None]:
        """Explain the statements of the block; ``cause`` is the request, ``who`` the user."""
        self.cause, self.who = cause, who
        with connection.execute_wrapper(self._execute):
            yield

    def _execute(
        self,
        execute: Callable[..., object],
        sql: str,
        params: object,
        many: bool,
        context: Mapping[str, Any],
    ) -> object:
        key = (sql, self.who)
        if sql.startswith(_EXPLAINED) and not many and key not in self._seen:
            self._seen.add(key)
            self.explained += 1
            for step in growing_steps(explain(sql, params), self._ignored):
                self.found.setdefault((step, sql), Growth(step, sql, self.cause))
        return execute(sql, params, many, context)


def explain(sql: str, params: object) -> Node:
    """Return the plan of a statement. The plan of a query contains the actual number of rows of each step."""
    analyzed = "ANALYZE, TIMING OFF, " if sql.startswith("SELECT") else ""
    with connection.connection.cursor() as cursor:  # not Django's cursor, which would be watched too
        cursor.execute(f"EXPLAIN ({analyzed}FORMAT JSON) {sql}", params)
        (row,) = cursor.fetchall()
    value = row[0] if isinstance(row[0], list) else json.loads(row[0])
    plan: Node = value[0]["Plan"]
    return plan


def growing_steps(node: Node, ignored: Mapping[str, str]) -> Iterator[str]:
    """Yield the steps of a plan that read or sort many rows."""
    kind, table = node["Node Type"], node.get("Relation Name")
    rows = _rows_read(node) if table is not None else 0
    if table is not None and table not in ignored and rows > _max_rows_read(kind, table):
        yield f"{kind} of {table}: {rows:,} rows"
    if "Sort" in kind and (rows := sum(map(_rows_returned, node["Plans"]))) > MAX_SORTED:
        yield f"{kind} of {rows:,} rows by {', '.join(node['Sort Key'])}"
    for part in node.get("Plans", ()):
        yield from growing_steps(part, ignored)


def _max_rows_read(kind: str, table: str) -> int:
    """Return the maximum number of a table's rows that a kind of step may read."""
    if kind != "Seq Scan":
        return MAX_FOUND
    return max(MAX_SCANNED, min(MAX_FOUND, _rows_of_table(table) // _STOPPED_EARLY))


def _rows_returned(node: Node) -> int:
    """Return the number of rows that a step returns in all its loops.

    If the step wasn't run, return the planned number.
    """
    if "Actual Rows" not in node:
        return int(node["Plan Rows"])
    return int(node["Actual Rows"] * node["Actual Loops"])


def _rows_read(node: Node) -> int:
    """Return the number of rows that a step reads, or the planned number if the step wasn't run."""
    if "Actual Rows" not in node:
        return (
            _rows_of_table(node["Relation Name"])
            if node["Node Type"] == "Seq Scan"
            else int(node["Plan Rows"])
        )
    removed = sum(
        node.get(name, 0)
        for name in ("Rows Removed by Filter", "Rows Removed by Index Recheck", "Rows Removed by Join Filter")
    )
    return int((node["Actual Rows"] + removed) * node["Actual Loops"])


def _rows_of_table(table: str) -> int:
    with connection.connection.cursor() as cursor:
        cursor.execute("SELECT reltuples::bigint FROM pg_class WHERE relname = %s", (table,))
        (row,) = cursor.fetchall()
    return int(row[0])
