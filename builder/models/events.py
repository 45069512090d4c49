"""Events of a club, and the rosters that members hand in for them."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from builder.models.clubs import Club
from builder.models.frozen import FrozenRoster
from builder.models.ids import new_public_id
from builder.models.systems import Edition


class Event(models.Model):
    """A day of games. Members can hand in a roster, and replace it, until ``deadline``.

    ``limit`` is the size of the games in points, or None if no size is agreed. If moderators removed the name
    and the notes, ``moderators_note`` is their reason. Organisers see it until one of them saves the event.
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
        """Return the name of the event."""
        return self.name


class HandIn(FrozenRoster):
    """A frozen copy of a roster that a member handed in for an event. A later hand-in replaces it.

    Hand-ins from earlier versions of the site have ``older_fingerprint`` instead of ``force`` and ``words``.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="hand_ins", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="hand_ins")
    older_fingerprint = models.CharField(max_length=24, blank=True)

    class Meta:
        ordering = ("pk",)
        constraints = (models.UniqueConstraint(fields=("event", "user"), name="hand_in_once_an_event"),)

    def __str__(self) -> str:
        """Return the member and the event."""
        return f"{self.user} for {self.event}"

    @property
    def fingerprints(self) -> tuple[tuple[str, str], ...]:
        """The fingerprints on papers of this hand-in, each with its label."""
        if self.older_fingerprint:
            return (("Fingerprint of the older kind", self.older_fingerprint),)
        return super().fingerprints
