"""The profiles of company lists."""

from django.db import models
from django.utils import timezone

from builder.models.lists import CompanyList


class Profile(models.Model):
    """One kind of model in a list. A removed profile keeps its row, key and position, so it can be restored.

    ``max`` is the maximum number of models in a roster; None allows any number. ``design`` has the same form
    as in the document. No query reads the values in it.
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
