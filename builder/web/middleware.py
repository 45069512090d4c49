"""Middleware: log-in, budgets, headers, renamed cookies, visits, guests, compression, errors."""

import logging
from collections.abc import Callable
from contextlib import suppress
from datetime import date
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.contrib.auth import middleware
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import RequestDataTooBig
from django.db import OperationalError, transaction
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware import gzip
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.utils.deprecation import MiddlewareMixin

from builder.documents import DamagedDocumentError, UnreadableDesignError
from builder.points.document.json_reader import DocumentError
from builder.services.budgets import (
    COSTS,
    NO_PAPER_STATUSES,
    bytes_spenders,
    counting_stored_bytes,
    give_back,
    has_bytes_left,
    spend,
    spend_bytes,
)
from builder.services.errors import Refused
from builder.services.people.accounts import record_visits
from builder.web.people.guests import WAITING_GUEST_KEY
from builder.web.shared.budgets import (
    bytes_spent_response,
    is_paper,
    page_cost,
    page_spender,
    paper_kind,
    remember_person,
    too_much_response,
)
from builder.web.shared.errors import problem_response, refusal_response, signed_out_response
from builder.web.shared.htmx import is_htmx

GetResponse = Callable[[HttpRequest], HttpResponseBase]
AnyView = Callable[..., HttpResponseBase]

logger = logging.getLogger(__name__)

ATTEMPTS_WAIT_SECONDS = 300
"""The seconds that a browser must wait after too many attempts to log in."""
_MAX_LENGTH_DIGITS = 18
"""The maximum number of digits of a Content-Length that are read.

Longer numbers are cut to this length. They are still larger than any limit.
"""


class LoginRequiredMiddleware(middleware.LoginRequiredMiddleware):
    """A middleware that redirects anonymous users to the log-in page. htmx gets a notice instead."""

    def process_view(
        self,
        request: HttpRequest,
        view_func: AnyView,
        view_args: tuple[Any, ...],
        view_kwargs: dict[str, Any],
    ) -> HttpResponseBase | None:
        """Return a redirect to the log-in page or a notice, or None if the view may be called.

        For public pages, this method doesn't load the user. Loading the user would add the header "Vary:
        Cookie", and shared caches couldn't use the response for other users.
        """
        if not getattr(view_func, "login_required", True):
            return None
        response = super().process_view(request, view_func, view_args, view_kwargs)
        return signed_out_response(request) if response and is_htmx(request) else response


class BudgetMiddleware:
    """A middleware that counts requests and stored bytes, and rejects requests if a budget is spent.

    Users, browsers and IP addresses have budgets, and are called spenders. The middleware comes before all
    code that reads the body of a request or loads the user. The API counts its requests itself.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Return the response, and count the bytes that the request stored.

        If the browser already has a paper, or if the paper isn't ready, the request only costs as much as
        reading a page.
        """
        with counting_stored_bytes() as written:
            response = self.get_response(request)
        if written:
            spend_bytes(bytes_spenders(request.user, request.META), sum(written))
        if is_paper(request) and response.status_code in NO_PAPER_STATUSES and hasattr(request, "paid"):
            give_back(page_spender(request), COSTS[paper_kind(request)] - COSTS["read"])
        # Unknown addresses have no view, so process_view didn't count them.
        if request.resolver_match is None and response.status_code == HTTPStatus.NOT_FOUND:
            spending = spend(page_spender(request), COSTS["read"])
            response = (
                response if spending.is_allowed else too_much_response(request, spending.seconds_to_wait)
            )
        if "public" not in response.headers.get("Cache-Control", ""):
            remember_person(request, response)
        return response

    def process_view(
        self,
        request: HttpRequest,
        view_func: AnyView,
        view_args: tuple[Any, ...],
        view_kwargs: dict[str, Any],
    ) -> HttpResponseBase | None:
        """Return a response with the status 429 if a budget is spent, or None if the view may be called.

        Raise RequestDataTooBig if the body of the request is too large.
        """
        length = request.META.get("CONTENT_LENGTH") or ""
        digits = length.lstrip("0")[:_MAX_LENGTH_DIGITS]
        if digits.isdecimal() and int(digits) > settings.MUSTERBOOK_MAX_REQUEST_BYTES:
            raise RequestDataTooBig("The request is too large.")
        cost = page_cost(request)
        if not cost:
            return None
        spender = page_spender(request)
        spending = spend(spender, cost)
        if not spending.is_allowed:
            return too_much_response(request, spending.seconds_to_wait)
        if request.method not in ("GET", "HEAD", "OPTIONS"):
            # The user is only loaded if the browser is logged in. Then the view loads the user anyway.
            spenders = bytes_spenders(request.user, request.META) if spender.is_person else (spender,)
            if not has_bytes_left(spenders):
                return bytes_spent_response(request)
        request.paid = True  # type: ignore[attr-defined] # __call__ gives back only costs that were paid
        return None


class SecurityHeadersMiddleware(MiddlewareMixin):
    """A middleware that adds security headers, and a safe default for the header Cache-Control."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Return the response with the headers.

        Other sites can only load pages for embedding, and responses with the header
        "Access-Control-Allow-Origin".
        """
        is_for_other_sites = (
            request.path.startswith("/embed/") or "Access-Control-Allow-Origin" in response.headers
        )
        response.headers["Cross-Origin-Resource-Policy"] = (
            "cross-origin" if is_for_other_sites else "same-origin"
        )
        response.headers["Permissions-Policy"] = settings.PERMISSIONS_POLICY
        # Even the page of a public list is private, because it shows the name of the logged-in user.
        response.headers.setdefault("Cache-Control", "private, no-cache")
        return response


FORMER_COOKIES_UNTIL = date(2028, 1, 1)
"""The day from which cookies with their former names are ignored.

A session ends a year after its last use. So by that day, each session that is still in use has a cookie with
the new name.
Cookies with the former names can't be read forever, because another host of the domain can set them. That
host could give a new visitor a session that it knows.
"""


class RenamedCookiesMiddleware:
    """A middleware that accepts the session and the CSRF token in cookies with their former names.

    Guests can only reach their lists through their session, so an update of the site must not end it.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Return the response. If the session is in a cookie with the former name, rename the cookies."""
        has_current_session = settings.SESSION_COOKIE_NAME in request.COOKIES
        if (
            has_current_session
            or "sessionid" not in request.COOKIES
            or timezone.localdate() >= FORMER_COOKIES_UNTIL
        ):
            return self.get_response(request)
        renamed = {"sessionid": settings.SESSION_COOKIE_NAME}
        if settings.CSRF_COOKIE_NAME not in request.COOKIES and "csrftoken" in request.COOKIES:
            renamed["csrftoken"] = settings.CSRF_COOKIE_NAME
        request.COOKIES |= {name: request.COOKIES[former] for former, name in renamed.items()}
        response = self.get_response(request)
        if not request.session.accessed:  # a shared cache may store this response, so it must set no cookie
            return response
        for former, name in renamed.items():
            if name not in response.cookies:
                response.set_cookie(
                    name,
                    request.COOKIES[former],
                    max_age=settings.SESSION_COOKIE_AGE,
                    secure=True,
                    httponly=former == "sessionid",
                    samesite="Lax",
                )
            response.delete_cookie(former, samesite="Lax")
        return response


class LastSeenMiddleware(MiddlewareMixin):
    """A middleware that records once a day that a user visited the site.

    If a guest logs in to an account, the guest's lists wait until the user moves them to the account. The
    visit is also recorded for this guest, because the lists of guests who don't return are deleted.
    """

    def process_view(
        self,
        request: HttpRequest,
        view_func: AnyView,
        view_args: tuple[Any, ...],
        view_kwargs: dict[str, Any],
    ) -> None:
        """Record the visit.

        Without a session cookie, the user isn't loaded. Loading the user would add the header "Vary: Cookie"
        to the response. Errors of the database are ignored, so that users can read the page even if nothing
        can be stored.
        """
        if settings.SESSION_COOKIE_NAME not in request.COOKIES:
            return
        user = request.user
        if user.is_authenticated and user.seen < timezone.localdate():
            waiting = request.session.get(WAITING_GUEST_KEY)
            with suppress(OperationalError), transaction.atomic():
                record_visits(user.pk, *([waiting] if isinstance(waiting, int) else []))


class GuestsAsAnonymousMiddleware(MiddlewareMixin):
    """A middleware for the pages of accounts, most of which are views of the package allauth.

    In views of other packages, guests are anonymous users: they have no password and no e-mail address to
    change, and must sign up or log in to get an account.
    After too many attempts to log in, the status is 429. Browsers and search engines don't store the pages of
    accounts.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Return the response: 429 after too many attempts, and with headers on pages of accounts."""
        if getattr(request, "too_many_attempts", False):
            response.status_code = HTTPStatus.TOO_MANY_REQUESTS
            response.headers["Retry-After"] = str(ATTEMPTS_WAIT_SECONDS)
        if request.path.startswith(reverse("account")):
            patch_cache_control(response, private=True, no_store=True)
            response.headers["X-Robots-Tag"] = "noindex"
        return response

    def process_view(
        self,
        request: HttpRequest,
        view_func: AnyView,
        view_args: tuple[Any, ...],
        view_kwargs: dict[str, Any],
    ) -> None:
        """Replace a guest with AnonymousUser for this request. The guest stays in the session."""
        is_own_view = view_func.__module__.startswith(("builder.", "api."))
        if not is_own_view and request.user.is_authenticated and request.user.is_guest:
            request.user = AnonymousUser()


_COMPRESSED_TYPES = ("application/gzip", "application/pdf", "application/zip", "image/png")


class GZipMiddleware(gzip.GZipMiddleware):
    """A middleware that compresses responses, except formats that are already compressed."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Return the response, which is compressed if this makes it smaller."""
        if response.headers.get("Content-Type") in _COMPRESSED_TYPES:
            return response
        return super().process_response(request, response)


class ErrorMiddleware(MiddlewareMixin):
    """A middleware that shows a page for errors of services, and for stored lists that can't be read."""

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Return the page for an exception. For unexpected exceptions, return None: the status is 500."""
        if isinstance(exception, Refused | DocumentError):
            return refusal_response(request, exception)
        if isinstance(exception, DamagedDocumentError):
            logger.error("%s", exception)
            return problem_response(
                request,
                409,
                "We can't read this version",
                "Its stored data is damaged. The list and its other versions are fine.",
                "We've recorded the problem for the operator of this site.",
                is_fault=True,
            )
        if not isinstance(exception, UnreadableDesignError):
            return None
        logger.error("%s", exception)
        return problem_response(
            request,
            409,
            "We can't read this list",
            f"The profile “{exception.profile}” doesn't fit the rules on this site, "
            "so you can't view or download the list.",
            "Nothing is lost. We've recorded the problem for the operator of this site.",
            is_fault=True,
        )
