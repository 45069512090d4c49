"""How many requests are let through: counted by person, or by address where nobody is logged in."""

from ipaddress import IPv6Address, ip_address
from typing import TYPE_CHECKING, Literal, NamedTuple

from django.conf import settings
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from builder.catalogue.limits import limits
from builder.services.throttling import count_request

if TYPE_CHECKING:  # DRF's views import this module
    from rest_framework.views import APIView

ThrottleKind = Literal["reads", "writes", "appraisals", "papers", "refusals"]

WINDOW_SECONDS = 60
REQUEST_BYTES_PER_COUNT = 25_000
RESPONSE_BYTES_PER_COUNT = 500_000
"""Bytes of what is sent, and of an answer: every so many count as a request more. What is large is dear."""

_DIGITS = 18  # no number of bytes has more


class Allowance(NamedTuple):
    """How many requests are let through in this stretch, how many of them are left; seconds until it ends."""

    limit: int
    remaining: int
    reset: int


class RequestThrottle(BaseThrottle):
    """Counts by the kind of request that the view says it is."""

    _wait = 0

    def allow_request(self, request: Request, view: "APIView") -> bool:
        """Whether it is let through. What is left is told by the view's headers."""
        kind: ThrottleKind = view.get_throttle_kind(request)  # type: ignore[attr-defined] # ours have it
        return self.count(
            request, kind, self.client_key(request), 1 + _sent_bytes(request) // REQUEST_BYTES_PER_COUNT
        )

    def client_key(self, request: Request) -> str:
        """By what somebody's requests are counted."""
        return f"u{request.user.pk}" if request.user.is_authenticated else self.address_key(request)

    def count(self, request: Request, kind: ThrottleKind, who: str, by: int = 1) -> bool:
        """Count it, as so many; whether it is let through: whatever its size, while anything is left."""
        limit: int = getattr(settings, f"MUSTERBOOK_{kind.upper()}_A_MINUTE")
        number, left = count_request(f"{kind}:{who}"[:100], WINDOW_SECONDS, by)
        told = Allowance(limit, max(limit - number, 0), left)
        request.allowance = told  # type: ignore[attr-defined] # base.py sets the headers
        self._wait = left
        return number - by < limit

    def address_key(self, request: Request) -> str:
        """The address of whoever asks; of IPv6 the half that names the network, for the rest is theirs.

        What listens for both kinds tells those of IPv4 as IPv6, all of one network.
        """
        told = self.get_ident(request) or ""
        try:
            found = ip_address(told)
        except ValueError:
            return "a?"
        if isinstance(found, IPv6Address):
            inner = found.ipv4_mapped
            return f"a{inner or IPv6Address(int(found) >> 64 << 64)}"
        return f"a{found}"

    def wait(self) -> float:
        """Seconds until it is worth trying again."""
        return self._wait


def _sent_bytes(request: Request) -> int:
    """How many bytes of what is sent are read."""
    told = str(request.META.get("CONTENT_LENGTH") or "")[:_DIGITS]
    return min(int(told), limits().bytes) if told.isdecimal() else 0
