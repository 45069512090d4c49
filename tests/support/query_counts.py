"""Numbers of queries for work that pages and the API share, and a check of those of a page."""

from collections.abc import Callable

from builder.models import User

# Opens a page as a user in exactly this number of queries, and returns its text.
OpenInQueries = Callable[[User | None, str, int], str]

WHO = 1  # the token with its user
INSIDE = 1  # the club, with what the reader is in it
EDITIONS = 1  # the available editions, which a process reads once
APPENDED = 1  # the revision
NEW_LIST = 5 + APPENDED  # begin; the owner, who is the lock; how many lists there are; the list; commit
