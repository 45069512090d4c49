"""Rate limits. Each request spends units of its spender's budget (docs/limits.md).

A spender is an account, or the address of a client without an account. The website and the API spend from the
same budget.
"""

from typing import TYPE_CHECKING, Literal

from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from builder.services.budgets import (
    COSTS,
    Spending,
    address_spender,
    request_body_cost,
    spend,
    spend_refusal,
    spender_of,
)

if TYPE_CHECKING:  # avoids a cycle: rest_framework.views loads this module
    from rest_framework.views import APIView

Cost = Literal["read", "search", "change", "appraisal", "paper", "archive"]


class RequestThrottle(BaseThrottle):
    """A throttle that allows requests while the spender's budget has units left."""

    _wait = 0

    def allow_request(self, request: Request, view: "APIView") -> bool:
        """Spend the cost of a request, and return whether it is allowed. The view sends the units left."""
        cost: Cost = view.get_cost(request)  # type: ignore[attr-defined] # every BaseView has it
        units = COSTS[cost] + request_body_cost(request.META.get("CONTENT_LENGTH"))
        return self._record(request, spend(spender_of(request.user, request.META), units))

    def allow_failed_authentication(self, request: Request) -> bool:
        """Spend the cost of a failed authentication. Return whether the client may authenticate again."""
        return self._record(request, spend_refusal(address_spender(request.META)))

    def spend_more(self, request: Request, units: int) -> None:
        """Spend more units for an allowed request. Negative units are given back."""
        self._record(request, spend(spender_of(request.user, request.META), units))

    def _record(self, request: Request, spending: Spending) -> bool:
        request.spending = spending  # type: ignore[attr-defined] # base.py sets the headers
        self._wait = spending.seconds_to_wait
        return spending.is_allowed

    def wait(self) -> float:
        """Return the seconds until a request is allowed again."""
        return self._wait
