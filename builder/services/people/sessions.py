"""Sessions of browsers that are logged in to an account."""

from allauth.usersessions.models import UserSession

from builder.models import User


def end_sessions(user: User) -> None:
    """End every session of an account.

    Django refuses the sessions of a changed password by itself; deleting them also takes them off the lists.
    """
    for row in UserSession.objects.filter(user=user):
        row.end()
