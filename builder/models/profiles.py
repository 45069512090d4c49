"""The profiles of company lists."""

from django.db import models
from django.utils import timezone

from builder.models.lists import CompanyList


class Profile(models.Model):
    """A profile of a list, which describes one kind of model.

    ``key`` identifies the profile in its list. ``max`` is the maximum number of its models in a roster, or
    None. ``design`` is the JSON value in the document. No query looks into it. A removed profile remains as a
    row with its key and position, so that it can be restored.
    """

    company_list = models.ForeignKey(CompanyList, models.CASCADE, related_name="profiles", db_index=False)
    key = models.TextField()
    name = models.TextField(blank=True)
    notes = models.TextField(blank=True)
    max = models.PositiveIntegerField(null=True, blank=True)
    design = models.JSONField()
    position = models.PositiveIntegerField()
    version = models.PositiveIntegerField(default=1)
    updated = models.DateTimeField(default=timezone.now)
    removed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("position", "pk")
        constraints = (
            models.UniqueConstraint(fields=("company_list", "key"), name="profile_key_once_a_list"),
        )

    def __str__(self) -> str:
        """Return the name, or the key if the profile has no name yet."""
        return self.name or self.key
