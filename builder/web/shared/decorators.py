"""Decorators of views."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.views.decorators.cache import cache_control

P = ParamSpec("P")


R = TypeVar("R", bound=HttpResponseBase)


def private(view: Callable[Concatenate[HttpRequest, P], R]) -> Callable[Concatenate[HttpRequest, P], R]:
    """A page that nobody but its reader keeps, no search engine shows, and the way back to asks for anew."""

    @cache_control(private=True, no_store=True)
    @wraps(view)
    def answer(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> R:
        response = view(request, *args, **kwargs)
        response["X-Robots-Tag"] = "noindex"
        return response

    return answer
