"""Who the user is: nobody, a guest who begins with the first change, or somebody with an account."""

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
from builder.services.space import require_room
from builder.web.shared.addresses import is_same_site_url
from builder.web.shared.errors import signed_out_response

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]

# Whom no password logs in is not allauth's to log in.
GUEST_BACKEND = "django.contrib.auth.backends.ModelBackend"


def has_account(user: User | AnonymousUser) -> TypeGuard[User]:
    """Whether this is somebody who signed up: neither nobody nor a guest."""
    return user.is_authenticated and not user.is_guest


def signed_in_user(request: HttpRequest) -> User:
    """The user, on pages that anonymous users do not reach."""
    assert request.user.is_authenticated  # noqa: S101 - LoginRequiredMiddleware has seen to it
    return request.user


def require_account(request: HttpRequest) -> User:
    """The user, in a view that is ``account_required``."""
    if not has_account(request.user):
        raise PermissionDenied("This needs an account.")
    return request.user


def account_required(view: View[P]) -> View[P]:
    """A view for people with an account: nobody and guests are led to sign up, and back here afterwards."""

    @login_not_required
    @wraps(view)
    def answer(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if has_account(request.user):
            return view(request, *args, **kwargs)
        if "HX-Request" in request.headers:
            return signed_out_response(request)
        return redirect_to_login(_return_url(request), reverse("account_signup"))

    return answer


def _return_url(request: HttpRequest) -> str:
    """The address to come back to: what was sent by a form cannot be sent again, so its page."""
    if request.method in ("GET", "HEAD"):
        return request.get_full_path()
    referer = request.headers.get("Referer", "")
    if not is_same_site_url(request, referer):
        return reverse("lists")
    page = urlsplit(referer)
    return f"{page.path}?{page.query}" if page.query else page.path


def owner_or_new_guest(request: HttpRequest) -> User:
    """The user who will own what is made now; for a POST only, because it may make a guest.

    NoRoom where new guests are not taken in.
    """
    if request.user.is_authenticated:
        return request.user
    require_room()
    spend(address_spender(request.META), COSTS["guest"])
    guest = create_guest()
    login(request, guest, backend=GUEST_BACKEND)
    return guest
