"""The users of the site and their API tokens."""

from django.conf import settings
from django.contrib.auth.models import AbstractUser, Permission
from django.db import models
from django.db.models import Q, QuerySet
from django.db.models.functions import Upper
from django.utils import timezone

from builder.models.ids import new_public_id

MODERATE = "builder.moderate"
"""The permission of moderators, as ``has_perm`` requires it."""


class User(AbstractUser):
    """An account, or a guest. A guest has no password, and is recognised only by the browser's session.

    ``seen`` is the day of the last visit. A guest whose last visit is too long ago is deleted. If
    ``is_active`` is false, the user is suspended: they can't log in, and others can't see what they share.
    They see ``suspended_note``, the reason, when they try to log in.
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
            # Two names that differ only in upper and lower case are not allowed. Log-in uses this index too.
            models.UniqueConstraint(
                Upper("username"),
                name="user_name_once",
                violation_error_message="This name is taken. Upper and lower case count as the same.",
            ),
        )


def moderate_permissions(user: User) -> QuerySet[Permission]:
    """Return a query for the permission to moderate, as the user or one of the user's groups has it.

    Unlike ``has_perm``, it also finds the permission of suspended users, and finds none for superusers who
    weren't given it.
    """
    return Permission.objects.filter(
        Q(user=user.pk) | Q(group__user=user.pk),
        codename=MODERATE.partition(".")[2],
        content_type__app_label=User._meta.app_label,
    )


class Scope(models.TextChoices):
    """The kinds of requests that a token allows."""

    READ = "read", "Read"
    WRITE = "write", "Read and write"


class Token(models.Model):
    """A token, which a program sends to the API instead of a password.

    Only its SHA-256 in hex, ``digest``, is stored. Nobody can guess a token with 256 random bits from it, so
    it needs no salt, and an index can find it. The token is rejected from the time ``ends``. ``used`` is the
    day of its last use.
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
