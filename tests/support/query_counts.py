"""The numbers of queries of work that pages and the API share."""

from collections.abc import Callable

from builder.models import User

# A function that opens a page as a user, checks its number of queries, and returns its text.
OpenInQueries = Callable[[User | None, str, int], str]

WHO = 1  # the token with its user
INSIDE = 1  # the club, with the reader's role in it
EDITIONS = 1  # the available editions, which a process reads once
APPENDED = 1  # the revision
NEW_LIST = 5 + APPENDED  # begin; lock the owner; count the owner's lists; insert the list; commit
