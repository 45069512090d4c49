"""Counting requests, in the database because all processes count together."""

import time
from typing import NamedTuple

from django.db import connection

from builder.models import RequestCount

# One statement, so that no two requests are counted as one. The tables' names come from the models.
_COUNT = """
    INSERT INTO {table} (who, began, number) VALUES (%s, %s, %s)
    ON CONFLICT (who) DO UPDATE SET
        number = CASE WHEN {table}.began = excluded.began THEN {table}.number + excluded.number
            ELSE excluded.number END,
        began = excluded.began
    RETURNING number
"""


class RequestTally(NamedTuple):
    """How many requests there were in this stretch of time, this one included; seconds until it ends."""

    number: int
    seconds_left: int


def count_request(who: str, seconds: int, weight: int = 1) -> RequestTally:
    """Count one request of somebody, or as many as it weighs, in stretches of so many seconds."""
    now = int(time.time())
    began = now - now % seconds
    sql = _COUNT.format(table=RequestCount._meta.db_table)
    with connection.cursor() as cursor:
        cursor.execute(sql, (who, began, weight))
        (number,) = cursor.fetchone()
    return RequestTally(number, began + seconds - now)


def clear_request_counts(before: int) -> int:
    """Delete the counts of stretches that began before a moment (seconds of the epoch); how many."""
    return RequestCount.objects.filter(began__lt=before).delete()[0]
