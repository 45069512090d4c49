"""Company lists.

Texts have no maximum length in the database. The services check the maximum lengths in the settings.
"""

from datetime import datetime, timedelta

from django.conf import settings
from django.db import models
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from builder.models.ids import new_public_id
from builder.models.systems import Edition


def restorable_since() -> datetime:
    """Return the time since which a list must have been deleted to be restorable."""
    return timezone.now() - timedelta(days=settings.MUSTERBOOK_DELETED_DAYS)


class CompanyList(models.Model):
    """A company list: its profiles, and the rosters that are chosen from these profiles.

    A list of the site itself, a sample, has no owner. ``sample`` is its code. ``version`` counts the changes
    of the list. ``details_version`` is the version at which the name, the setting or the background last
    changed.

    Others can see a list in these ways:

    - Anyone who has the address with the secret ``link`` can see the list.
    - If ``published_at`` is set, the list is public.
    - The owner can share the list, or a roster, with a club (``Share``).
    - The owner can make a link to a single roster (``Roster.link``, ``FrozenLink``).

    Moderators can hide a list (``hidden_at``) from everybody except its owner. ``hidden_note`` is their
    reason.

    The ``copied_name`` and ``copied_owner`` of a copy are from the original, and remain if it is deleted.
    ``times_copied`` is how often others have copied this list.

    ``verdict`` is the most serious level of each rule with findings after the last change, and the revision
    of the rulings. When rulings change, pages compare the new result with it. It is None until the first
    change.
    """

    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="lists", null=True, blank=True, db_index=False
    )
    sample = models.SlugField(max_length=100, unique=True, null=True, blank=True)
    edition = models.ForeignKey(Edition, models.PROTECT, related_name="lists")
    name = models.TextField(blank=True)
    setting = models.TextField(blank=True)
    background = models.TextField(blank=True)
    version = models.PositiveIntegerField(default=1)
    details_version = models.PositiveIntegerField(default=1)
    created = models.DateTimeField(default=timezone.now)
    updated = models.DateTimeField(default=timezone.now)
    deleted_at = models.DateTimeField(null=True, blank=True)
    link = models.CharField(max_length=24, unique=True, null=True, blank=True, editable=False)
    published_at = models.DateTimeField(null=True, blank=True)
    hidden_at = models.DateTimeField(null=True, blank=True)
    hidden_note = models.TextField(blank=True)
    copied_from = models.ForeignKey("self", models.SET_NULL, related_name="copies", null=True, blank=True)
    copied_name = models.TextField(blank=True)
    copied_owner = models.TextField(blank=True)
    times_copied = models.PositiveIntegerField(default=0)
    verdict = models.JSONField(null=True, editable=False)

    class Meta:
        ordering = ("-updated", "-pk")
        indexes = (models.Index(fields=("owner", "-updated", "-id"), name="lists_of_an_owner"),)
        constraints = (
            models.CheckConstraint(
                condition=Q(owner__isnull=False, sample__isnull=True)
                | Q(owner__isnull=True, sample__isnull=False),
                name="list_has_owner_or_is_sample",
            ),
            models.CheckConstraint(
                condition=Q(details_version__lte=F("version")), name="list_details_no_newer_than_list"
            ),
        )

    def __str__(self) -> str:
        """Return the name, or the id if the list has no name yet."""
        return self.name or self.public_id

    @property
    def restorable_until(self) -> datetime | None:
        """The time until which a deleted list can be restored, or None if it is not deleted."""
        days = timedelta(days=settings.MUSTERBOOK_DELETED_DAYS)
        return None if self.deleted_at is None else self.deleted_at + days


def lists_with_edition() -> QuerySet[CompanyList]:
    """Return a query for all lists, with the edition and the system of each."""
    return with_edition(CompanyList.objects.all())


def with_edition(rows: QuerySet[CompanyList]) -> QuerySet[CompanyList]:
    """Return the query with the edition and the system of each list.

    The large column ``layout`` of the edition is left out, because only the loader reads it.
    """
    return rows.select_related("edition__system").defer("edition__layout")


class OwnTag(models.Model):
    """A tag that a user gives to their own lists. Other people don't see it.

    ``lookup_name`` is the name in lower case without accents. It is unique for the owner.
    """

    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="own_tags", db_index=False
    )
    name = models.TextField()
    lookup_name = models.TextField()
    lists = models.ManyToManyField(CompanyList, related_name="own_tags")

    class Meta:
        ordering = ("lookup_name",)
        constraints = (models.UniqueConstraint(fields=("owner", "lookup_name"), name="tag_of_an_owner_once"),)

    def __str__(self) -> str:
        """Return the name of the tag."""
        return self.name
