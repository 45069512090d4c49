"""The request that the current thread answers, with its id and its client's address.

Log lines take the request id from here. Outside requests (commands, background threads) there is none.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # at run time, the settings import this module before Django is set up
    from django.http import HttpRequest


WARM_UP = "musterbook.warm_up"
"""The key in ``request.META`` of the requests that a process sends to itself before it serves."""


@dataclass(frozen=True, slots=True)
class RequestContext:
    """A request, its id, and the address of its client ("-" if it is unknown)."""

    request: "HttpRequest"
    id: str
    address: str


_current: ContextVar[RequestContext | None] = ContextVar("request_context", default=None)


def current_context() -> RequestContext | None:
    """Return the context of the current request; None outside requests."""
    return _current.get()


def current_request_id() -> str:
    """Return the id of the current request; an empty string outside requests."""
    context = _current.get()
    return context.id if context else ""


@contextmanager
def use_context(context: RequestContext) -> Iterator[None]:
    """Make this the current request within the block, because threads are reused."""
    token = _current.set(context)
    try:
        yield
    finally:
        _current.reset(token)
