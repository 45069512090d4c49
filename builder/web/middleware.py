"""What is said of every request: who may pass without being signed in, and which answers are compressed."""

from collections.abc import Callable
from typing import Any

from django.contrib.auth import middleware
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware import gzip

from builder.web.views.errors import signed_out


class LoginRequiredMiddleware(middleware.LoginRequiredMiddleware):
    """Pages lead to one's lists; htmx would follow that redirect unseen and take it for an answer."""

    def process_view(
        self,
        request: HttpRequest,
        view_func: Callable[..., HttpResponseBase],
        view_args: tuple[Any, ...],
        view_kwargs: dict[str, Any],
    ) -> HttpResponseBase | None:
        """A refusal that the page shows, or the way to one's lists; None for those who may pass."""
        answer = super().process_view(request, view_func, view_args, view_kwargs)
        return signed_out(request) if answer and "HX-Request" in request.headers else answer


class GZipMiddleware(gzip.GZipMiddleware):
    """Papers and pictures are compressed already: doing it again takes time and saves nothing."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """The answer, compressed where that makes it smaller."""
        if response.headers.get("Content-Type") in ("application/pdf", "image/png"):
            return response
        return super().process_response(request, response)
