"""The people of the site and their API tokens."""

from django.conf import settings
from django.contrib.auth.models import AbstractUser, Permission
from django.db import models
from django.db.models import Q, QuerySet
from django.db.models.functions import Upper
from django.utils import timezone

from builder.models.ids import new_public_id

MODERATE = "builder.moderate"
"""The permission of moderators, as ``has_perm`` takes it."""


class User(AbstractUser):
    """An account, or a guest, who has no password and is known by the browser's session alone.

    ``seen`` is the day of the last visit: guests who stay away are deleted.

    Somebody who isn't ``is_active`` is suspended: they can't log in, and what they share is hidden.
    ``suspended_note`` says why; they read it when they try to log in.
    """

    is_guest = models.BooleanField("guest", default=False)
    seen = models.DateField(default=timezone.localdate)
    suspended_at = models.DateTimeField("suspended", null=True, blank=True)
    suspended_note = models.TextField("note for the suspended person", blank=True)

    class Meta(AbstractUser.Meta):
        permissions = (("moderate", "Can moderate: answer reports, hide things and suspend people"),)
        # Whoever logs in, signs up or has forgotten a password is looked for by address.
        indexes = (models.Index(fields=("email",), name="users_by_email"),)
        constraints = (
            # Names differ by more than capital letters; and this index serves the log-in.
            models.UniqueConstraint(
                Upper("username"),
                name="user_name_once",
                violation_error_message="Somebody has this name already, capital letters or not.",
            ),
        )


def moderate_permissions(user: User) -> QuerySet[Permission]:
    """Return the permission to moderate if a person or a group of theirs has it, else no row.

    Unlike ``has_perm``, this includes people who aren't active. Superusers moderate without the permission.
    """
    return Permission.objects.filter(
        Q(user=user.pk) | Q(group__user=user.pk),
        codename=MODERATE.partition(".")[2],
        content_type__app_label=User._meta.app_label,
    )


class Scope(models.TextChoices):
    """What a token allows."""

    READ = "read", "Read"
    WRITE = "write", "Read and write"


class Token(models.Model):
    """A token that a program sends instead of a password. Only its ``digest`` is stored, the SHA-256 in hex.

    A token has 256 random bits, so its digest needs no salt and is found by an index.
    ``ends`` is the first moment at which it is not accepted any more; ``used`` is the day of its last use.
    """

    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
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
        """Return its name."""
        return self.name
