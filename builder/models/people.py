"""The people of the site and their API tokens."""

from django.conf import settings
from django.contrib.auth.models import AbstractUser, Permission
from django.db import models
from django.db.models import Q, QuerySet
from django.db.models.functions import Upper
from django.utils import timezone

from builder.models.ids import new_public_id

MODERATE = "builder.moderate"
"""The permission of moderators, in the form for ``has_perm``."""


class User(AbstractUser):
    """An account or a guest. A guest has no password and is only known by the browser's session.

    ``seen`` is the day of the last visit. Guests are deleted if it is too long ago.

    A user who isn't ``is_active`` is suspended: they can't log in, and their shared content is hidden.
    ``suspended_note`` is the reason, which they read when they try to log in.
    """

    is_guest = models.BooleanField("guest", default=False)
    seen = models.DateField(default=timezone.localdate)
    suspended_at = models.DateTimeField("suspended", null=True, blank=True)
    suspended_note = models.TextField("note for the suspended person", blank=True)

    class Meta(AbstractUser.Meta):
        permissions = (("moderate", "Can moderate: answer reports, hide things and suspend people"),)
        # Log-in, sign-up and password reset find users by e-mail address.
        indexes = (models.Index(fields=("email",), name="users_by_email"),)
        constraints = (
            # Names must differ by more than capital letters; log-in uses this index.
            models.UniqueConstraint(
                Upper("username"),
                name="user_name_once",
                violation_error_message="This name is taken. Upper and lower case count as the same.",
            ),
        )


def moderate_permissions(user: User) -> QuerySet[Permission]:
    """Return a query for the permission to moderate. It is empty if the user and their groups don't have it.

    Unlike ``has_perm``, it also finds the permission of users who aren't active. For superusers, who may
    moderate without the permission, it can be empty.
    """
    return Permission.objects.filter(
        Q(user=user.pk) | Q(group__user=user.pk),
        codename=MODERATE.partition(".")[2],
        content_type__app_label=User._meta.app_label,
    )


class Scope(models.TextChoices):
    """The kind of requests that a token allows."""

    READ = "read", "Read"
    WRITE = "write", "Read and write"


class Token(models.Model):
    """A token that a program sends instead of a password. Only its ``digest``, the SHA-256 in hex, is stored.

    A token has 256 random bits, so its digest needs no salt and can be looked up in an index. From the time
    ``ends`` on, the token is rejected. ``used`` is the day of its last use.
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
        """Return the name of the token."""
        return self.name
