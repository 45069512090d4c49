"""The current request: the request that this thread is answering, its id, and the address of its client.

Log lines contain the request's id. Commands and background threads have no current request.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # at run time, the settings import this module before Django is set up
    from django.http import HttpRequest


WARM_UP = "musterbook.warm_up"
"""A key in ``request.META`` that marks the requests that a process sends to itself before it serves."""


@dataclass(frozen=True, slots=True)
class RequestContext:
    """A request, its id, and the address of its client, or "-" if the address is unknown."""

    request: "HttpRequest"
    id: str
    address: str


_current: ContextVar[RequestContext | None] = ContextVar("request_context", default=None)


def current_context() -> RequestContext | None:
    """Return the context of the current request, or None if there is no request."""
    return _current.get()


def current_request_id() -> str:
    """Return the id of the current request, or an empty string if there is no request."""
    context = _current.get()
    return context.id if context else ""


@contextmanager
def use_context(context: RequestContext) -> Iterator[None]:
    """Make the request of ``context`` the current request within the block. Then restore the earlier one."""
    token = _current.set(context)
    try:
        yield
    finally:
        _current.reset(token)
