"""The people of the site. An account of our own from the first day, so that it can grow."""

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models.functions import Upper
from django.utils import timezone


class User(AbstractUser):
    """Whoever owns lists. A guest has no password and is known by the browser's session alone.

    ``seen`` is the day of the last visit: guests who stay away are cleared.
    """

    is_guest = models.BooleanField("guest", default=False)
    seen = models.DateField(default=timezone.localdate)

    class Meta(AbstractUser.Meta):
        constraints = (
            # Capital letters tell nobody apart; and who logs in is looked up by this index.
            models.UniqueConstraint(
                Upper("username"),
                name="user_name_once",
                violation_error_message="Somebody has this name already, capital letters or not.",
            ),
        )
