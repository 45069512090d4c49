"""Frozen rosters: copies of one roster at one moment."""

from django.db import models
from django.utils import timezone

from builder.models.ids import new_public_id
from builder.models.rosters import Roster
from builder.models.systems import Edition
from builder.points.document.fingerprint import Fingerprints


class FrozenRoster(models.Model):
    """The base of every table with copies of a roster that don't change with its list.

    ``document`` is the packed document of the roster and the profiles that it needs. ``appraisal`` is its
    packed appraisal at that time; ``rulings`` is the revision of the edition's rulings then, None in rows
    from before revisions were stored. ``builder.frozen`` writes both. ``summary`` is what tables show without
    unpacking (``FrozenSummary``); ``force`` and ``words`` are the fingerprints. ``roster`` is the original
    row while it exists, and ``version`` counts how often a roster was frozen in this row.
    """

    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    made = models.DateTimeField(default=timezone.now)
    version = models.PositiveIntegerField(default=1)
    edition = models.ForeignKey(Edition, models.PROTECT, related_name="+")
    rulings = models.PositiveIntegerField(null=True, blank=True)
    roster = models.ForeignKey(Roster, models.SET_NULL, related_name="+", null=True, blank=True)
    document = models.BinaryField()
    appraisal = models.BinaryField()
    summary = models.JSONField()
    force = models.CharField(max_length=24, blank=True)
    words = models.CharField(max_length=24, blank=True)

    class Meta:
        abstract = True

    @property
    def fingerprints(self) -> tuple[tuple[str, str], ...]:
        """The labels and fingerprints on the roster's papers."""
        return Fingerprints(self.force, self.words).labelled
