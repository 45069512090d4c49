"""The rosters of company lists."""

from django.db import models
from django.utils import timezone

from builder.models.ids import new_public_id
from builder.models.lists import CompanyList


class Roster(models.Model):
    """Models chosen from a list for a game with a ``limit`` in points, or without a limit.

    ``fields`` are the facts that the game requires. ``link`` is the secret of an address that always
    shows the current roster. A removed roster's row stays, with its position and entries, to be restored.
    """

    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    company_list = models.ForeignKey(CompanyList, models.CASCADE, related_name="rosters")
    name = models.TextField(blank=True)
    limit = models.PositiveIntegerField(null=True, blank=True)
    fields = models.JSONField(default=dict, blank=True)
    position = models.PositiveIntegerField()
    version = models.PositiveIntegerField(default=1)
    updated = models.DateTimeField(default=timezone.now)
    link = models.CharField(max_length=24, unique=True, null=True, blank=True, editable=False)
    removed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("position", "pk")

    def __str__(self) -> str:
        """Return the name and game size."""
        return self.name if self.limit is None else f"{self.name} ({self.limit})"


class RosterEntry(models.Model):
    """A number of models of a profile. If the profile was deleted, the appraisal has a finding.

    ``unit`` contains the further fields of a row that is a unit, as in the document.
    """

    roster = models.ForeignKey(Roster, models.CASCADE, related_name="entries")
    profile_key = models.TextField()
    count = models.PositiveIntegerField()
    unit = models.JSONField(default=dict, blank=True)
    position = models.PositiveIntegerField()

    class Meta:
        ordering = ("position", "pk")
        verbose_name_plural = "roster entries"

    def __str__(self) -> str:
        """Return the count and the profile's key."""
        return f"{self.count} of {self.profile_key}"
