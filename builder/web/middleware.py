"""Middleware: budgets, log-in, visits, guests on foreign pages, compression, unreadable designs."""

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

from builder.documents import UnreadableDesignError
from builder.revisions import DamagedHistoryError
from builder.services.budgets import (
    COSTS,
    SPARED_STATUSES,
    bytes_spenders,
    counting_written,
    give_back,
    has_bytes_left,
    spend,
    spend_bytes,
)
from builder.services.people.accounts import note_visits
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
from builder.web.shared.errors import problem_response, signed_out_response

GetResponse = Callable[[HttpRequest], HttpResponseBase]
AnyView = Callable[..., HttpResponseBase]

ATTEMPTS_WAIT_SECONDS = 300
_DIGITS = 18  # the maximum number of digits in a number of bytes


class LoginRequiredMiddleware(middleware.LoginRequiredMiddleware):
    """A middleware that requires log-in: pages redirect to it, htmx gets a notice instead of a redirect."""

    def process_view(
        self,
        request: HttpRequest,
        view_func: AnyView,
        view_args: tuple[Any, ...],
        view_kwargs: dict[str, Any],
    ) -> HttpResponseBase | None:
        """Return a refusal or a redirect to the log-in; None if the user is allowed.

        Public pages don't load the user, so that their responses don't vary by cookie.
        """
        if not getattr(view_func, "login_required", True):
            return None
        answer = super().process_view(request, view_func, view_args, view_kwargs)
        return signed_out_response(request) if answer and "HX-Request" in request.headers else answer


class BudgetMiddleware:
    """A middleware that refuses pages to spenders without budget, and counts stored bytes.

    It comes before all code that reads a body or loads the user. The API counts its requests itself.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Return the response, and spend the stored bytes from the hour's budget."""
        with counting_written() as written:
            answer = self.get_response(request)
        if written:
            spend_bytes(bytes_spenders(request.user, request.META), sum(written))
        if is_paper(request) and answer.status_code in SPARED_STATUSES and hasattr(request, "paid"):
            give_back(page_spender(request), COSTS[paper_kind(request)] - COSTS["read"])
        if request.resolver_match is None and answer.status_code == HTTPStatus.NOT_FOUND:
            spending = spend(page_spender(request), COSTS["read"])
            answer = answer if spending.allowed else too_much_response(request, spending.wait)
        if "public" not in answer.headers.get("Cache-Control", ""):
            remember_person(request, answer)
        return answer

    def process_view(
        self,
        request: HttpRequest,
        view_func: AnyView,
        view_args: tuple[Any, ...],
        view_kwargs: dict[str, Any],
    ) -> HttpResponseBase | None:
        """Return 413 for a too large request, 429 without budget left, else None."""
        length = request.META.get("CONTENT_LENGTH") or ""
        digits = length.lstrip("0")[:_DIGITS]  # more digits make no difference
        if digits.isdecimal() and int(digits) > settings.MUSTERBOOK_MAX_REQUEST_BYTES:
            raise RequestDataTooBig("The request is too large.")
        cost = page_cost(request)
        if not cost:
            return None
        spender = page_spender(request)
        spending = spend(spender, cost)
        if not spending.allowed:
            return too_much_response(request, spending.wait)
        if request.method not in ("GET", "HEAD", "OPTIONS"):
            # Only load the user of logged-in browsers, whose pages load the user anyway.
            ours = bytes_spenders(request.user, request.META) if spender.is_person else (spender,)
            if not has_bytes_left(ours):
                return bytes_spent_response(request)
        request.paid = True  # type: ignore[attr-defined] # so that it can be given back
        return None


class SecurityHeadersMiddleware:
    """A middleware that adds security headers and a safe default for caches."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Return the response with the headers.

        Other sites may only embed the pages that are made for this.
        """
        answer = self.get_response(request)
        is_open = request.path.startswith("/embed/") or "Access-Control-Allow-Origin" in answer.headers
        answer.headers["Cross-Origin-Resource-Policy"] = "cross-origin" if is_open else "same-origin"
        answer.headers["Permissions-Policy"] = settings.PERMISSIONS_POLICY
        # Public pages also show the name of the logged-in user and messages.
        answer.headers.setdefault("Cache-Control", "private, no-cache")
        return answer


FORMER_COOKIES_UNTIL = date(2028, 1, 1)
"""The day from which cookies with the former names are ignored.

Sessions last a year from their last use, so all sessions in use have moved by then. Until then, another host
of the domain could give its own session to a visitor without one.
"""


class RenamedCookiesMiddleware:
    """A middleware that moves session and CSRF token from the former names of their cookies to the new ones.

    A guest can only reach their lists through the session, so an update must not lose it.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Return the response. If it used the former session, set the cookies with the new names."""
        has_present = settings.SESSION_COOKIE_NAME in request.COOKIES
        if has_present or "sessionid" not in request.COOKIES or timezone.localdate() >= FORMER_COOKIES_UNTIL:
            return self.get_response(request)
        moved = {"sessionid": settings.SESSION_COOKIE_NAME}
        if settings.CSRF_COOKIE_NAME not in request.COOKIES and "csrftoken" in request.COOKIES:
            moved["csrftoken"] = settings.CSRF_COOKIE_NAME
        request.COOKIES |= {name: request.COOKIES[former] for former, name in moved.items()}
        answer = self.get_response(request)
        if not request.session.accessed:  # shared caches may store such a response
            return answer
        for former, name in moved.items():
            if name not in answer.cookies:
                answer.set_cookie(
                    name,
                    request.COOKIES[former],
                    max_age=settings.SESSION_COOKIE_AGE,
                    secure=True,
                    httponly=former == "sessionid",
                    samesite="Lax",
                )
            answer.delete_cookie(former, samesite="Lax")
        return answer


class LastSeenMiddleware:
    """A middleware that records visits once a day, for users and for guests whose lists are waiting."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Return the response; ``process_view`` records the visit."""
        return self.get_response(request)

    def process_view(
        self,
        request: HttpRequest,
        view_func: AnyView,
        view_args: tuple[Any, ...],
        view_kwargs: dict[str, Any],
    ) -> None:
        """Record the visit. Without a session cookie, don't load the user, so that the response doesn't vary.

        Errors of the database are ignored, so that people can read while it refuses to write.
        """
        if settings.SESSION_COOKIE_NAME not in request.COOKIES:
            return
        user = request.user
        if user.is_authenticated and user.seen < timezone.localdate():
            waiting = request.session.get(WAITING_GUEST_KEY)
            with suppress(OperationalError), transaction.atomic():
                note_visits(user.pk, *([waiting] if isinstance(waiting, int) else []))


class GuestsAsAnonymous:
    """A middleware that makes guests anonymous in views of other packages.

    A guest has neither a password nor an e-mail address. They get them by signing up or logging in, not by
    the functions for users in allauth and the admin. Pages of accounts are neither cached nor found by
    search engines.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Return the response; make it private if it is about an account."""
        answer = self.get_response(request)
        if getattr(request, "too_many_attempts", False):
            answer.status_code = HTTPStatus.TOO_MANY_REQUESTS
            answer.headers["Retry-After"] = str(ATTEMPTS_WAIT_SECONDS)
        if request.path.startswith(reverse("account")):
            patch_cache_control(answer, private=True, no_store=True)
            answer.headers["X-Robots-Tag"] = "noindex"
        return answer

    def process_view(
        self,
        request: HttpRequest,
        view_func: AnyView,
        view_args: tuple[Any, ...],
        view_kwargs: dict[str, Any],
    ) -> None:
        """Replace a guest by AnonymousUser for this request; the session still has the guest."""
        ours = view_func.__module__.startswith(("builder.", "api."))
        if not ours and request.user.is_authenticated and request.user.is_guest:
            request.user = AnonymousUser()


_COMPRESSED = ("application/gzip", "application/pdf", "application/zip", "image/png")


class GZipMiddleware(gzip.GZipMiddleware):
    """A middleware that compresses responses, except papers, pictures and archives.

    These are already compressed.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Return the response, compressed if it gets smaller."""
        if response.headers.get("Content-Type") in _COMPRESSED:
            return response
        return super().process_response(request, response)


logger = logging.getLogger(__name__)


class BrokenDesignMiddleware:
    """A middleware that returns 409 for an unreadable design or revision, and logs it for the operator."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Return the response; only exceptions are handled."""
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Return a page that names the unreadable profile; None for any other exception."""
        if isinstance(exception, DamagedHistoryError):
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
