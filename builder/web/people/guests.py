"""The guest of this browser.

When a guest logs in to an account, the guest's lists wait until the user adds them to the account. The id of
the waiting guest is in the session, which visitors can't write.
"""

from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_user
from django.http import HttpRequest

from builder.models import User
from builder.points.rules.names import list_name
from builder.queries.people import list_names

WAITING_GUEST_KEY = "guest"  # the key of the guest's id in the session


def guest_of(request: HttpRequest) -> User | None:
    """Return the guest who is logged in on this browser, even where guests count as anonymous."""
    user = get_user(request)
    return user if isinstance(user, User) and user.is_guest else None


def remember_waiting_guest(request: HttpRequest, guest: User) -> None:
    """Log the guest out, and store their id in the session; other values of the session stay."""
    for key in (SESSION_KEY, BACKEND_SESSION_KEY, HASH_SESSION_KEY):
        request.session.pop(key, None)
    request.session[WAITING_GUEST_KEY] = guest.pk


def waiting_guest(request: HttpRequest) -> User | None:
    """Return the guest whose lists wait for the logged-in user, or None; None also for a suspended guest."""
    pk = request.session.get(WAITING_GUEST_KEY)
    return User.objects.filter(pk=pk, is_guest=True, is_active=True).first() if isinstance(pk, int) else None


def waiting_list_names(request: HttpRequest) -> list[str]:
    """Return the names of the waiting guest's lists, the last changed first."""
    guest = waiting_guest(request)
    return [list_name(name) for name in list_names(guest)] if guest else []


def forget_waiting_guest(request: HttpRequest) -> None:
    """Remove the waiting guest from the session."""
    request.session.pop(WAITING_GUEST_KEY, None)
