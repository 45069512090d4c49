"""Sessions of browsers that are logged in to an account."""

from allauth.usersessions.models import UserSession

from builder.models import User


def end_sessions(user: User) -> None:
    """End every session of an account.

    Django refuses the sessions from before a new password by itself. Deleting them also removes them from the
    pages that list sessions.
    """
    for row in UserSession.objects.filter(user=user):
        row.end()
