"""Counting requests, in the database because all processes count together."""

import time
from collections.abc import Mapping
from ipaddress import IPv6Address, ip_address
from typing import NamedTuple

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db import connection

from builder.models import RequestCount, User

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


def reader_key(user: User | AnonymousUser, meta: Mapping[str, str]) -> str:
    """Of whom papers are set one at a time: an account, else the network that the request is from."""
    if isinstance(user, User) and not user.is_guest:
        return f"u{user.pk}"
    return f"a{network_of(_client_address(meta))}"


def network_of(address: str) -> str:
    """An IP address; of IPv6 the network half, for the rest is the client's choice. "?" for what is none.

    IPv4 addresses that are mapped to IPv6 are unmapped, for otherwise all would be of one network.
    """
    try:
        parsed = ip_address(address)
    except ValueError:
        return "?"
    if isinstance(parsed, IPv6Address):
        return str(parsed.ipv4_mapped or IPv6Address(int(parsed) >> 64 << 64))
    return str(parsed)


def _client_address(meta: Mapping[str, str]) -> str:
    """The address of the connection, or the last one that the trusted proxy has noted."""
    noted = meta.get("HTTP_X_FORWARDED_FOR", "") if settings.TRUST_PROXY_HEADER else ""
    return noted.rpartition(",")[2].strip() or meta.get("REMOTE_ADDR", "")
