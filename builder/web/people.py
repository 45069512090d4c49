"""Who is asking: the user of the session, or a guest who begins with the first change."""

from django.contrib.auth import login
from django.http import HttpRequest

from builder.models import User
from builder.services.guests import start_guest

_BACKEND = "django.contrib.auth.backends.ModelBackend"


def owner_for(request: HttpRequest) -> User:
    """The user who will own what is made now; for a POST only, because it may make a guest."""
    if request.user.is_authenticated:
        return request.user
    guest = start_guest()
    login(request, guest, backend=_BACKEND)
    return guest
