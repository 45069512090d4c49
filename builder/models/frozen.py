"""Frozen rosters: one roster as it was at one moment."""

from django.db import models
from django.utils import timezone

from builder.models.ids import new_public_id
from builder.models.rosters import Roster
from builder.models.systems import Edition


class FrozenRoster(models.Model):
    """The base of every table that stores a roster as it was at one moment, whatever becomes of its list.

    ``document`` is the packed document of the roster alone, with the profiles that it needs. ``appraisal``
    is its appraisal by the ``rulings`` of that time, a revision of its edition's, None in rows that were
    stored before these were noted. Both are written by ``builder.frozen``. ``summary`` is what tables show
    of both without unpacking them (``FrozenSummary``); ``force`` and ``words`` are the fingerprints.
    ``roster`` is the row that it was made from, while there is one, and ``version`` counts how often the
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
        """What its paper carries, with labels."""
        return ("Force", self.force), ("Words", self.words)
