"""The base class of all API views. It authenticates, throttles, checks permissions and sets headers."""

from collections.abc import Collection
from contextlib import suppress
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, cast

from django.conf import settings
from django.http.request import RawPostDataException
from django.http.response import HttpResponseBase
from django.template.response import SimpleTemplateResponse
from django.utils.cache import patch_cache_control, patch_vary_headers
from rest_framework.exceptions import AuthenticationFailed, PermissionDenied, UnsupportedMediaType
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request, is_form_media_type
from rest_framework.views import APIView

from api.shared.conditions import add_version_etag, add_weak_etag
from api.shared.errors import Problem, fault_problem
from api.shared.schema import operation_of
from api.shared.throttling import Cost, RequestThrottle
from builder.models import User
from builder.points.document.json_reader import join_path
from builder.services.budgets import (
    BYTES_WAIT_SECONDS,
    COSTS,
    NO_PAPER_STATUSES,
    RESPONSE_BYTES_PER_READ,
    Spending,
    bytes_spenders,
    has_bytes_left,
)

if TYPE_CHECKING:
    from rest_framework.response import Response


class BaseView(APIView):
    """The base of all views of the API.

    If ``cost`` is None, a request with a safe method costs a "read", and any other request costs a "change".
    If ``open_data`` is true, pages of all other sites can read the response to an anonymous GET.
    """

    cost: Cost | None = None
    open_data = False
    metadata_class = None
    http_method_names = ("get", "head", "post", "put", "patch", "delete")

    def get_cost(self, request: Request) -> Cost:
        """Return the cost of a request (docs/limits.md)."""
        if self.cost is not None:
            return self.cost
        return "read" if request.method in SAFE_METHODS else "change"

    def charge_again(self, request: Request, times: int) -> None:
        """Charge the cost of the request ``times`` more times, because the request needed more work."""
        if times > 0 and getattr(request, "spending", None) is not None:
            RequestThrottle().spend_more(request, times * COSTS[self.get_cost(request)])

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Authenticate, throttle, and check permissions, in this order.

        Failed authentications have a separate rate limit for each address. After the permissions, check the
        names of the query parameters and read the body.
        """
        self.format_kwarg = None
        # Each address has only one format, so the header Accept is ignored.
        request.accepted_renderer, request.accepted_media_type = self.perform_content_negotiation(
            request, force=True
        )
        if settings.SECURE_SSL_REDIRECT and not request.is_secure():
            detail = "Use https. If you sent a token, revoke it, because it was sent unencrypted."
            raise Problem("not-understood", detail)
        try:
            self.perform_authentication(request)
        # An invalid token, or a browser's missing CSRF token.
        except (AuthenticationFailed, PermissionDenied):
            throttle = RequestThrottle()
            if not throttle.allow_failed_authentication(request):
                self.throttled(request, throttle.wait())
            raise
        self.check_throttles(request)
        if request.method not in SAFE_METHODS and not has_bytes_left(
            bytes_spenders(request.user, request.META)
        ):
            headers = {"Retry-After": str(BYTES_WAIT_SECONDS)}
            raise Problem(
                "too-many", "You've reached the limit of what you can store in an hour.", headers=headers
            )
        self.check_permissions(request)
        operation = operation_of(self, request.method)
        if operation is not None:
            _reject_unknown_parameters(request, operation.query_parameters)
        if request.method not in SAFE_METHODS:
            self._check_content(request)

    def _check_content(self, request: Request) -> None:
        """Read the body. Reject forms and chunked requests, because views would see an empty body."""
        if request.META.get("CONTENT_LENGTH") not in (None, "", "0"):
            if is_form_media_type(request.content_type or ""):
                raise UnsupportedMediaType(request.content_type)
            with suppress(RawPostDataException):  # the body was read before, for a browser's CSRF token
                # Read the body now, so that a slow client doesn't keep rows locked later.
                len(request._request.body)
        elif "chunked" in request.headers.get("Transfer-Encoding", "").lower():
            raise Problem(
                "not-understood", "The request was sent in chunks. Send it in one piece, with Content-Length."
            )

    def finalize_response(
        self,
        request: Request,
        response: HttpResponseBase,
        *args: Any,
        **kwargs: Any,
    ) -> "Response":
        """Add the caching headers, the rate limit headers and the ETag.

        If the view has set caching headers, they don't change. Otherwise, clients may only store open data
        that they requested anonymously, and they must revalidate it each time.
        """
        final = super().finalize_response(request, cast("Response", response), *args, **kwargs)
        if isinstance(response, SimpleTemplateResponse):
            response.add_post_render_callback(
                lambda rendered: self._charge_size_and_set_headers(request, rendered)
            )
        else:
            self._charge_size_and_set_headers(request, response)
        is_open = self.open_data and request.method in SAFE_METHODS and not self._has_user(request)
        if not final.has_header("Cache-Control"):
            patch_cache_control(final, private=True, **{"no_cache" if is_open else "no_store": True})
            patch_vary_headers(final, ("Authorization", "Cookie"))
        final["X-Robots-Tag"] = "noindex"
        if is_open:
            for name, value in settings.OPEN_DATA_HEADERS.items():
                final[name] = value
        return final

    def _has_user(self, request: Request) -> bool:
        """Return whether the request has a token or a login. It is False in views without authentication."""
        if not self.authentication_classes:
            return False
        return "Authorization" in request.headers or request.user.is_authenticated

    def _charge_size_and_set_headers(self, request: Request, response: HttpResponseBase) -> None:
        """Correct the cost of the request, then set the rate limit headers and the ETag.

        A large response costs as much as several requests, except papers and archives. A request for a paper
        only costs a "read" if the response has no paper.
        """
        if self.cost not in ("paper", "archive"):
            self.charge_again(request, len(getattr(response, "content", b"")) // RESPONSE_BYTES_PER_READ)
        spending: Spending | None = getattr(request, "spending", None)
        if (
            spending
            and spending.is_allowed
            and self.cost == "paper"
            and response.status_code in NO_PAPER_STATUSES
        ):
            RequestThrottle().spend_more(request, COSTS["read"] - COSTS["paper"])
            spending = getattr(request, "spending", None)
        if spending is not None:
            response["RateLimit-Limit"] = str(spending.units_per_minute)
            response["RateLimit-Remaining"] = str(spending.units_left)
            response["RateLimit-Reset"] = str(spending.seconds_until_full)
        operation = operation_of(self, request.method)
        if operation is not None and operation.etag == "weak":
            add_weak_etag(request, response)
        elif operation is not None and operation.etag == "version":
            add_version_etag(response)


def _reject_unknown_parameters(request: Request, known: Collection[str]) -> None:
    """Raise Problem if the request has query parameters that its operation doesn't have."""
    faults = []
    for name in sorted(set(request.query_params) - set(known)):
        near = get_close_matches(name[:60].lower(), known, 1)
        fix = (
            f"did you mean {near[0]}?"
            if near
            else f"write one of {', '.join(known)}"
            if known
            else "leave it out"
        )
        faults.append((join_path("", name), f"is not known: {fix}"))
    if faults:
        raise fault_problem(faults)


def authenticated_user(request: Request) -> User:
    """Return the user of a request. The view's permissions must require a user."""
    assert isinstance(request.user, User)  # noqa: S101 - the permissions guarantee it
    return request.user
