"""Frozen rosters: copies of a roster as it was at one moment."""

from django.db import models
from django.utils import timezone

from builder.models.ids import new_public_id
from builder.models.rosters import Roster
from builder.models.systems import Edition
from builder.points.document.fingerprint import Fingerprints


class FrozenRoster(models.Model):
    """The base class of tables with copies of rosters. A copy doesn't change when its list changes.

    ``document`` is the packed document of the roster and the profiles that it needs. ``appraisal`` is the
    packed appraisal of this document at the time of the copy. ``builder.frozen`` writes both. ``rulings`` is
    the revision of the edition's rulings at that time; it is None in rows that are older than this column.
    ``summary`` is a ``FrozenSummary`` for tables, which don't unpack the document. ``force`` and ``words``
    are the fingerprints. ``roster`` is the original row while it exists, and ``version`` counts how often a
    roster was frozen in this row.
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
