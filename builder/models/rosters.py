"""The rosters of company lists."""

from django.db import models
from django.utils import timezone

from builder.models.ids import new_public_id
from builder.models.lists import CompanyList


class Roster(models.Model):
    """A roster: the models of a list that play in a game.

    ``limit`` is the size of the game in points, or None. ``fields`` has the values of the fields that the
    edition adds to rosters. ``link`` is the secret part of an address that always shows the current roster. A
    removed roster remains as a row with its position and entries, so that it can be restored.
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
        """Return the name and the limit."""
        return self.name if self.limit is None else f"{self.name} ({self.limit})"


class RosterEntry(models.Model):
    """A row of a roster, with a number of models of one profile.

    If the list doesn't have the profile any more, the row remains, and the appraisal has a finding about it.
    The ``unit`` of a row that is a unit has its other fields as JSON, as in the document.
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
