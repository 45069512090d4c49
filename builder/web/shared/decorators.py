"""Decorators of views."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.cache import patch_cache_control

P = ParamSpec("P")


R = TypeVar("R", bound=HttpResponseBase)


def private(view: Callable[Concatenate[HttpRequest, P], R]) -> Callable[Concatenate[HttpRequest, P], R]:
    """Decorate a view whose responses are only for the current user. See ``mark_private``."""

    @wraps(view)
    def answer(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> R:
        return mark_private(view(request, *args, **kwargs))

    return answer


def mark_private(response: R) -> R:
    """Return a response with headers that make it private.

    No cache stores the response, and no search engine lists it. The browser doesn't store it either, so its
    Back button loads the page again. If the response already has the header Cache-Control, this header isn't
    changed.
    """
    if not response.has_header("Cache-Control"):
        patch_cache_control(response, private=True, no_store=True)
    response["X-Robots-Tag"] = "noindex"
    return response
