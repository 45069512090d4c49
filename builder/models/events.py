"""Events of a club, and the rosters that are handed in for them."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from builder.models.clubs import Club
from builder.models.ids import new_public_id
from builder.models.rosters import Roster
from builder.models.systems import Edition


class Event(models.Model):
    """A day of games. ``limit`` is the game size in points, None where nothing is agreed on.

    Hand-ins can be replaced until ``deadline``. ``moderators_note`` works as in a club.
    """

    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    club = models.ForeignKey(Club, models.CASCADE, related_name="events")
    name = models.TextField()
    date = models.DateField()
    edition = models.ForeignKey(Edition, models.PROTECT, related_name="+")
    limit = models.PositiveIntegerField(null=True, blank=True)
    deadline = models.DateTimeField()
    notes = models.TextField(blank=True)
    moderators_note = models.TextField(blank=True)
    version = models.PositiveIntegerField(default=1)
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("-date", "-pk")

    def __str__(self) -> str:
        """Its name."""
        return self.name


class HandIn(models.Model):
    """A member's roster as it was handed in: a frozen copy, whatever becomes of the list.

    ``document`` is the packed document of the roster alone, with the profiles that it needs. ``appraisal``
    is the appraisal of that time, as packed JSON. ``summary`` is what tables show of both, so that they need
    not be unpacked for it, and ``force`` and ``words`` are its fingerprints; one of before has
    the one of the older kind instead. ``roster`` is the row it was made from, as long as there is one.
    """

    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    event = models.ForeignKey(Event, models.CASCADE, related_name="hand_ins", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="hand_ins")
    made = models.DateTimeField(default=timezone.now)
    version = models.PositiveIntegerField(default=1)
    roster = models.ForeignKey(Roster, models.SET_NULL, related_name="+", null=True, blank=True)
    document = models.BinaryField()
    appraisal = models.BinaryField()
    summary = models.JSONField()
    force = models.CharField(max_length=24, blank=True)
    words = models.CharField(max_length=24, blank=True)
    older_fingerprint = models.CharField(max_length=24, blank=True)

    class Meta:
        ordering = ("pk",)
        constraints = (models.UniqueConstraint(fields=("event", "user"), name="hand_in_once_an_event"),)

    def __str__(self) -> str:
        """Whose, and for what."""
        return f"{self.user} for {self.event}"

    @property
    def fingerprints(self) -> tuple[tuple[str, str], ...]:
        """What its paper carries, with labels."""
        if self.older_fingerprint:
            return (("Fingerprint of the older kind", self.older_fingerprint),)
        return ("Force", self.force), ("Words", self.words)
