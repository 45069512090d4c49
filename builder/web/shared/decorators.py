"""Decorators of views."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from csp.constants import SELF, UNSAFE_INLINE
from csp.decorators import csp_update
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.cache import patch_cache_control

P = ParamSpec("P")
R = TypeVar("R", bound=HttpResponseBase)


def never_store_or_index(
    view: Callable[Concatenate[HttpRequest, P], R],
) -> Callable[Concatenate[HttpRequest, P], R]:
    """Decorate a view whose responses no cache and no search engine may store."""

    @wraps(view)
    def answer(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> R:
        return forbid_storing_and_indexing(view(request, *args, **kwargs))

    return answer


def forbid_storing_and_indexing(response: R) -> R:
    """Return the response with headers that forbid caches to store it and search engines to list it.

    The browser doesn't store it either, so its Back button loads the page again. An existing header
    Cache-Control isn't changed.
    """
    if not response.has_header("Cache-Control"):
        patch_cache_control(response, private=True, no_store=True)
    response["X-Robots-Tag"] = "noindex"
    return response


def allow_pdf_viewer(
    view: Callable[Concatenate[HttpRequest, P], R],
) -> Callable[Concatenate[HttpRequest, P], R]:
    """Decorate a view that returns a PDF.

    Chromium shows a PDF as an object in a page with inline styles. The security policy of the PDF also
    applies to this page, so it must allow both.
    """
    allow = csp_update({"object-src": SELF, "style-src": UNSAFE_INLINE})
    return allow(view)  # type: ignore[return-value] # django-csp's views take no address
