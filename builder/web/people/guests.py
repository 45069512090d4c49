"""The guest of this browser: a user without an account, whose lists belong to one browser.

If a guest logs in to an account, the guest is logged out, and the guest's lists wait until the user adds them
to the account. Until then, the session, which visitors can't change, contains the id of the waiting guest.
"""

from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_user
from django.http import HttpRequest

from builder.models import User
from builder.points.rules.names import list_name
from builder.queries.people import list_names

WAITING_GUEST_KEY = "guest"  # the key of the guest's id in the session


def guest_of(request: HttpRequest) -> User | None:
    """Return the guest who is logged in on this browser, or None.

    In views of allauth, ``request.user`` is anonymous if a guest is logged in.
    """
    user = get_user(request)
    return user if isinstance(user, User) and user.is_guest else None


def remember_waiting_guest(request: HttpRequest, guest: User) -> None:
    """Log the guest out, and store the guest's id in the session. Other values in the session stay."""
    for key in (SESSION_KEY, BACKEND_SESSION_KEY, HASH_SESSION_KEY):
        request.session.pop(key, None)
    request.session[WAITING_GUEST_KEY] = guest.pk


def waiting_guest(request: HttpRequest) -> User | None:
    """Return the guest whose lists wait for the logged-in user, or None. Suspended guests don't count."""
    pk = request.session.get(WAITING_GUEST_KEY)
    return User.objects.filter(pk=pk, is_guest=True, is_active=True).first() if isinstance(pk, int) else None


def waiting_list_names(request: HttpRequest) -> list[str]:
    """Return the names of the waiting guest's lists, the list that was changed last first."""
    guest = waiting_guest(request)
    return [list_name(name) for name in list_names(guest)] if guest else []


def forget_waiting_guest(request: HttpRequest) -> None:
    """Remove the waiting guest from the session."""
    request.session.pop(WAITING_GUEST_KEY, None)
