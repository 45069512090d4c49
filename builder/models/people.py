"""The people of the site. An account of our own from the first day, so that it can grow."""

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils import timezone


class User(AbstractUser):
    """Whoever owns lists. A guest has no password and is known by the browser's session alone.

    ``seen`` is the day of the last visit: guests who stay away are cleared.
    """

    is_guest = models.BooleanField("guest", default=False)
    seen = models.DateField(default=timezone.localdate)
