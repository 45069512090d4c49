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
    """Decorate a view whose page is only for its reader: no cache stores it, and no search engine lists it.

    The browser's Back button doesn't show a cached copy either. A view that sets its own cache headers keeps
    them.
    """

    @wraps(view)
    def answer(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> R:
        response = view(request, *args, **kwargs)
        if not response.has_header("Cache-Control"):
            patch_cache_control(response, private=True, no_store=True)
        response["X-Robots-Tag"] = "noindex"
        return response

    return answer
