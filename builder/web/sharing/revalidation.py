"""Revalidation of shared pages: the browser stores the page, and asks each time whether it is still valid.

The server answers without building the page again. Only readers without a session get such pages, because
for them the page depends only on the list, its owner's name and the program.
"""

from collections.abc import Callable
from functools import cache
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.utils.cache import get_conditional_response

from builder.queries.access import ListAccess
from builder.services.lists import owner_name
from builder.typesetting.orders import digest_of, program_digest
from builder.web.shared.message_storage import PrefixedCookieStorage

_PERSONAL_COOKIES = frozenset({settings.SESSION_COOKIE_NAME, PrefixedCookieStorage.cookie_name})


def revalidated_page(
    request: HttpRequest, access: ListAccess, make_page: Callable[[], HttpResponse]
) -> HttpResponse:
    """Return the page from ``make_page``, or 304 if the browser has the current page.

    The caller has checked the access. Readers with a session or with messages, and addresses with a query,
    always get the page. So does everybody in development, where templates change while the program runs.
    """
    if settings.DEBUG or request.GET or _PERSONAL_COOKIES & request.COOKIES.keys():
        return make_page()
    etag = _page_etag(request, access)
    response = get_conditional_response(request, etag) or make_page()
    response["ETag"], response["Cache-Control"] = etag, "private, no-cache"
    return response


def _page_etag(request: HttpRequest, access: ListAccess) -> str:
    """Return an ETag that changes with everything that the page shows.

    The form to copy the list has a CSRF token. It is valid as long as the secret in the reader's cookie is
    the same, so the secret is part of the ETag.
    """
    get_token(request)  # creates the secret for a new reader
    digest = digest_of(
        _release_digest(),
        request.META["CSRF_COOKIE"],
        request.build_absolute_uri(),
        *access.content_key,
        owner_name(access.row),
        str(access.row.times_copied),
    )
    return f'"{digest[:40]}"'


@cache
def _release_digest() -> str:
    """Return a digest of the program, the templates of pages, and the names of static files."""
    folder = Path(settings.BASE_DIR) / "templates"
    templates = (path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*")) if path.is_file())
    return digest_of(program_digest(), str(getattr(staticfiles_storage, "manifest_hash", "")), *templates)
