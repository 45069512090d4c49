"""Reports of what doesn't belong on the site, and what moderators did about them."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from builder.models.clubs import Club
from builder.models.events import Event
from builder.models.lists import CompanyList


class ReportOutcome(models.TextChoices):
    """What a moderator decided about a report."""

    UPHELD = "upheld", "Upheld"
    DISMISSED = "dismissed", "Dismissed"


class Report(models.Model):
    """Somebody reports a list, a club, an event, or a person for their user name.

    ``target`` is the same text for all reports of one thing, such as "club:12". ``roster`` is the public id
    of the one roster that the reporter could see of the list, or of the frozen link that shows it.
    ``person`` is responsible for the thing: its owner, or the owner of the club; without a list, club or
    event the report is about their user name. ``subject`` and ``text`` are the name and the text as they were
    when they were reported. ``settled_at`` is when a moderator decided.
    """

    target = models.CharField(max_length=40)
    company_list = models.ForeignKey(
        CompanyList, models.CASCADE, related_name="reports", null=True, blank=True
    )
    roster = models.CharField(max_length=12, blank=True)
    club = models.ForeignKey(Club, models.CASCADE, related_name="+", null=True, blank=True)
    event = models.ForeignKey(Event, models.CASCADE, related_name="+", null=True, blank=True)
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="reports", null=True, blank=True
    )
    subject = models.TextField(blank=True)
    text = models.TextField(blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, related_name="+", null=True, blank=True)
    reason = models.TextField()
    made = models.DateTimeField()
    settled_at = models.DateTimeField(null=True, blank=True)
    settled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, related_name="+", null=True, blank=True
    )
    outcome = models.CharField(max_length=10, choices=ReportOutcome.choices, blank=True)

    class Meta:
        ordering = ("-pk",)
        indexes = (models.Index(fields=("target", "settled_at"), name="reports_of_a_target"),)
        constraints = (
            models.UniqueConstraint(
                fields=("target", "by"), condition=Q(settled_at=None), name="report_open_once_a_person"
            ),
            models.CheckConstraint(
                condition=Q(company_list__isnull=False, club=None, event=None)
                | Q(company_list=None, club__isnull=False, event=None)
                | Q(company_list=None, club=None, event__isnull=False)
                | Q(company_list=None, club=None, event=None, person__isnull=False),
                name="report_has_one_target",
            ),
        )

    def __str__(self) -> str:
        """Return what is reported."""
        return f"report of {self.subject or self.target}"

    @property
    def kind(self) -> str:
        """The kind of thing that is reported: "list", "roster", "club", "event" or "user name"."""
        if self.company_list_id:
            return "roster" if self.roster else "list"
        if self.club_id:
            return "club"
        return "event" if self.event_id else "user name"


class ModerationAction(models.TextChoices):
    """What a moderator did."""

    HIDE = "hide", "Hidden"
    SHOW = "show", "Shown again"
    CLEAR = "clear", "Text removed"
    DISMISS = "dismiss", "Report dismissed"
    SUSPEND = "suspend", "Suspended"
    UNSUSPEND = "unsuspend", "Suspension ended"


class ModerationEntry(models.Model):
    """One action of a moderator: on the ``target`` of reports, or on a ``person``. It is never changed."""

    target = models.CharField(max_length=40)
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="moderation_entries", null=True, blank=True
    )
    subject = models.TextField(blank=True)
    action = models.CharField(max_length=10, choices=ModerationAction.choices)
    note = models.TextField(blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, related_name="+", null=True, blank=True)
    made = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("-pk",)
        verbose_name_plural = "moderation entries"
        indexes = (models.Index(fields=("target",), name="moderation_of_a_target"),)

    def __str__(self) -> str:
        """Return what was done with what."""
        return f"{self.get_action_display()}: {self.subject or self.target}"
