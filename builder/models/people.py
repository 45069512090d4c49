"""The people of the site. An account of our own from the first day, so that it can grow."""

from django.conf import settings
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


class Scope(models.TextChoices):
    """What a token lets its bearer do."""

    READ = "read", "Read"
    WRITE = "write", "Read and write"


class Token(models.Model):
    """A key that a program shows instead of a password. Only its ``digest`` is kept, the SHA-256 in hex.

    ``ends`` is the first moment at which it opens nothing any more; ``used`` is the day of its last use.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="tokens")
    name = models.TextField()
    scope = models.CharField(max_length=10, choices=Scope.choices)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    made = models.DateTimeField(default=timezone.now)
    ends = models.DateTimeField()
    used = models.DateField(null=True, blank=True)

    class Meta:
        ordering = ("-pk",)

    def __str__(self) -> str:
        """Its name."""
        return self.name
