"""Middleware: log-in, the day of a visit, guests on foreign pages, compression, and unreadable designs."""

import logging
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib.auth import middleware
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware import gzip
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_cache_control

from builder.documents import UnreadableDesignError
from builder.services.people.accounts import note_visits
from builder.web.people.guests import WAITING_GUEST_KEY
from builder.web.shared.errors import problem_response, signed_out_response

GetResponse = Callable[[HttpRequest], HttpResponseBase]
AnyView = Callable[..., HttpResponseBase]


class LoginRequiredMiddleware(middleware.LoginRequiredMiddleware):
    """Pages lead to the log-in; htmx would follow that redirect unseen and take it for an answer."""

    def process_view(
        self,
        request: HttpRequest,
        view_func: AnyView,
        view_args: tuple[Any, ...],
        view_kwargs: dict[str, Any],
    ) -> HttpResponseBase | None:
        """A refusal that the page shows, or the way to the log-in; None for those who may pass.

        On public pages the user is not looked at, so that the answer does not vary by cookie.
        """
        if not getattr(view_func, "login_required", True):
            return None
        answer = super().process_view(request, view_func, view_args, view_kwargs)
        return signed_out_response(request) if answer and "HX-Request" in request.headers else answer


class LastSeenMiddleware:
    """Notes the day of a visit, once a day; guests whose lists wait for an account come along."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Without a session cookie the user is not looked at, so that the answer does not vary by cookie."""
        if settings.SESSION_COOKIE_NAME in request.COOKIES:
            user = request.user
            if user.is_authenticated and user.seen < timezone.localdate():
                waiting = request.session.get(WAITING_GUEST_KEY)
                note_visits(user.pk, *([waiting] if isinstance(waiting, int) else []))
        return self.get_response(request)


class GuestsAsAnonymous:
    """Outside our own views a guest's ``request.user`` is AnonymousUser.

    A guest has neither a password nor an e-mail address, and gets them by signing up or logging in, not by
    what allauth and the administration offer to users. Pages of accounts are kept out of caches and search
    engines.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """The answer, private where it is about an account."""
        answer = self.get_response(request)
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
        """Mask a guest for this request; the session still knows them."""
        ours = view_func.__module__.startswith(("builder.", "api."))
        if not ours and request.user.is_authenticated and request.user.is_guest:
            request.user = AnonymousUser()


_COMPRESSED = ("application/gzip", "application/pdf", "application/zip", "image/png")


class GZipMiddleware(gzip.GZipMiddleware):
    """Papers, pictures and archives are compressed already: doing it again takes time, and saves nothing."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """The answer, compressed where that makes it smaller."""
        if response.headers.get("Content-Type") in _COMPRESSED:
            return response
        return super().process_response(request, response)


logger = logging.getLogger(__name__)


class BrokenDesignMiddleware:
    """Answers 409 for a stored design that cannot be read, and logs it for whoever runs the site."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on; only exceptions are handled."""
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """The page that says which profile it is; None for any other exception."""
        if not isinstance(exception, UnreadableDesignError):
            return None
        logger.error("%s", exception)
        return problem_response(
            request,
            409,
            "This list cannot be read",
            f"The design of its profile “{exception.profile}” does not fit the rules that are loaded here. "
            "Until it does, the list can be neither shown nor downloaded.",
            "Nothing of it is lost, and the fault has been written down for whoever runs this site.",
        )
