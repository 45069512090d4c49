"""The current user: anonymous, a guest, or somebody with an account.

An anonymous user becomes a guest with their first change.
"""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeGuard
from urllib.parse import urlsplit

from django.contrib.auth import login
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.models import AnonymousUser
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from builder.models import User
from builder.services.budgets import COSTS, address_spender, spend
from builder.services.people.accounts import create_guest
from builder.services.space import require_free_space
from builder.web.shared.addresses import is_same_site_url
from builder.web.shared.errors import signed_out_response
from builder.web.shared.htmx import is_htmx

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]

# Guests can't use allauth's backend, because its log-ins need a password or an e-mail address.
GUEST_BACKEND = "django.contrib.auth.backends.ModelBackend"


def has_account(user: User | AnonymousUser) -> TypeGuard[User]:
    """Return whether a user is neither anonymous nor a guest."""
    return user.is_authenticated and not user.is_guest


def signed_in_user(request: HttpRequest) -> User:
    """Return the user of a request. Only for pages that require a log-in."""
    assert request.user.is_authenticated  # noqa: S101 - LoginRequiredMiddleware guarantees it
    return request.user


def require_account(request: HttpRequest) -> User:
    """Return the user of a request. Raise PermissionDenied if the user has no account."""
    if not has_account(request.user):
        raise PermissionDenied("You need an account for this.")
    return request.user


def account_required(view: View[P]) -> View[P]:
    """Decorate a view that requires an account.

    Guests and anonymous users are redirected to the sign-up page, and afterwards back to the view.
    """

    @login_not_required
    @wraps(view)
    def answer(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if has_account(request.user):
            return view(request, *args, **kwargs)
        if is_htmx(request):
            return signed_out_response(request)
        return redirect_to_login(_return_url(request), reverse("account_signup"))

    return answer


def _return_url(request: HttpRequest) -> str:
    """Return the address to return to after signing up. For POST, it is the page with the form."""
    if request.method in ("GET", "HEAD"):
        return request.get_full_path()
    referer = request.headers.get("Referer", "")
    if not is_same_site_url(request, referer):
        return reverse("lists")
    page = urlsplit(referer)
    return f"{page.path}?{page.query}" if page.query else page.path


def owner_or_new_guest(request: HttpRequest) -> User:
    """Return the user who will own a new object. For an anonymous user, create a guest and log the guest in.

    Only views for POST may call this function, because it changes the database.
    """
    if request.user.is_authenticated:
        return request.user
    require_free_space()
    spend(address_spender(request.META), COSTS["guest"])
    guest = create_guest()
    login(request, guest, backend=GUEST_BACKEND)
    return guest
