"""The guest of this browser: before somebody logs in, and afterwards while their lists wait to be brought in.

The id of a guest whose lists wait stands in the session, which no visitor writes; and it opens rows of
guests only, whatever it names.
"""

from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_user
from django.http import HttpRequest

from builder.models import User
from builder.queries.people import list_names
from builder.web.shared.presentation import list_name

WAITING_GUEST_KEY = "guest"  # its key in the session


def guest_of(request: HttpRequest) -> User | None:
    """The guest that this browser is logged in as, also on pages where guests count as nobody."""
    user = get_user(request)
    return user if isinstance(user, User) and user.is_guest else None


def remember_waiting_guest(request: HttpRequest, guest: User) -> None:
    """Take the guest out of the session and remember it there; what else the session holds stays."""
    for key in (SESSION_KEY, BACKEND_SESSION_KEY, HASH_SESSION_KEY):
        request.session.pop(key, None)
    request.session[WAITING_GUEST_KEY] = guest.pk


def waiting_guest(request: HttpRequest) -> User | None:
    """The guest whose lists wait for whoever is logged in now."""
    pk = request.session.get(WAITING_GUEST_KEY)
    return User.objects.filter(pk=pk, is_guest=True).first() if isinstance(pk, int) else None


def waiting_list_names(request: HttpRequest) -> list[str]:
    """The names of the lists that wait for whoever is logged in now, the last changed first."""
    guest = waiting_guest(request)
    return [list_name(name) for name in list_names(guest)] if guest else []


def forget_waiting_guest(request: HttpRequest) -> None:
    """Nobody's lists wait any more."""
    request.session.pop(WAITING_GUEST_KEY, None)
