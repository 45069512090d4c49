"""Reports of numbers and findings that players believe to be wrong."""

from django.conf import settings
from django.db import models

from builder.models.systems import Edition


class NumberReport(models.Model):
    """A player's report of a number or finding that may be wrong.

    ``document`` is a compressed copy of the list, with only the reported profile or roster. ``place`` is
    "profiles/<key>", "rosters/0", or an empty string for the full list. ``revision`` is the revision of the
    rulings at the time of the report.
    """

    edition = models.ForeignKey(Edition, models.PROTECT, related_name="+")
    revision = models.PositiveIntegerField()
    document = models.BinaryField()
    place = models.CharField(max_length=120, blank=True)
    problem = models.TextField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", null=True, blank=True)
    made = models.DateTimeField()
    settled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-pk",)

    def __str__(self) -> str:
        """Return the place and the edition."""
        return f"{self.place or 'the list'} in {self.edition}"
