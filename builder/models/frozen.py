"""Frozen rosters. A frozen roster is a copy of a roster as it was at one moment."""

from django.db import models
from django.utils import timezone

from builder.models.ids import new_public_id
from builder.models.rosters import Roster
from builder.models.systems import Edition
from builder.points.document.fingerprint import Fingerprints


class FrozenRoster(models.Model):
    """The base class of tables with copies of rosters. A copy doesn't change when its list changes.

    ``document`` and ``appraisal`` are compressed (``builder.frozen``). The document contains the roster and
    the profiles that it needs. The appraisal, with the points and the findings, is from the time of the copy.
    ``summary`` has the most important facts (``FrozenSummary``), for pages with many rows.

    ``version`` is the number of times that a roster was frozen in this row. ``rulings`` is the revision of
    the edition's rulings at the time of the copy, or None in rows from before this column existed. ``roster``
    is None if the copied roster is deleted. ``force`` and ``words`` are fingerprints: short codes that show
    whether a paper is the same as this copy.
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
        """The fingerprints on papers of this roster, each with its label."""
        return Fingerprints(self.force, self.words).labelled
