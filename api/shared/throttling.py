"""Rate limits: requests are counted by user, or by IP address where nobody is logged in."""

from typing import TYPE_CHECKING, Literal, NamedTuple

from django.conf import settings
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from builder.catalogue.limits import limits
from builder.services.throttling import count_request, network_of

if TYPE_CHECKING:  # DRF's views import this module
    from rest_framework.views import APIView

ThrottleKind = Literal["reads", "writes", "appraisals", "papers", "refusals"]

WINDOW_SECONDS = 60
REQUEST_BYTES_PER_COUNT = 25_000
RESPONSE_BYTES_PER_COUNT = 500_000
"""So many bytes of a request, or of a response, count as one request more."""

_DIGITS = 18  # no number of bytes has more


class Allowance(NamedTuple):
    """How many requests are let through in a window, how many are left, and seconds until it ends."""

    limit: int
    remaining: int
    reset: int


class RequestThrottle(BaseThrottle):
    """Counts requests by the throttle kind of their view."""

    _wait = 0

    def allow_request(self, request: Request, view: "APIView") -> bool:
        """Count a request; whether it is let through. The view sets the headers that say what is left."""
        kind: ThrottleKind = view.get_throttle_kind(request)  # type: ignore[attr-defined] # ours have it
        return self.count(
            request, kind, self.client_key(request), 1 + _sent_bytes(request) // REQUEST_BYTES_PER_COUNT
        )

    def client_key(self, request: Request) -> str:
        """The key that requests are counted by: the user, else the address."""
        return f"u{request.user.pk}" if request.user.is_authenticated else self.address_key(request)

    def count(self, request: Request, kind: ThrottleKind, who: str, by: int = 1) -> bool:
        """Count a request as so many. It is let through while anything is left, whatever its size."""
        limit: int = getattr(settings, f"MUSTERBOOK_{kind.upper()}_A_MINUTE")
        number, left = count_request(f"{kind}:{who}"[:100], WINDOW_SECONDS, by)
        allowance = Allowance(limit, max(limit - number, 0), left)
        request.allowance = allowance  # type: ignore[attr-defined] # base.py sets the headers
        self._wait = left
        return number - by < limit

    def address_key(self, request: Request) -> str:
        """The key for the network that the request is from."""
        return f"a{network_of(self.get_ident(request) or '')}"

    def wait(self) -> float:
        """Seconds until a request is let through again."""
        return self._wait


def _sent_bytes(request: Request) -> int:
    """How many bytes of the body will be read."""
    length = str(request.META.get("CONTENT_LENGTH") or "")[:_DIGITS]
    return min(int(length), limits().bytes) if length.isdecimal() else 0
