"""Reports of content that doesn't belong on the site, and the actions of moderators."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from builder.models.clubs import Club
from builder.models.events import Event
from builder.models.lists import CompanyList


class ReportOutcome(models.TextChoices):
    """The decision of a moderator about a report."""

    UPHELD = "upheld", "Upheld"
    DISMISSED = "dismissed", "Dismissed"


class Report(models.Model):
    """A report of a list, a club, an event or a user name.

    ``target`` identifies the reported thing, such as "club:12", and is the same in all reports of it. If
    ``company_list``, ``club`` and ``event`` are None, the report is about the user name of ``person``.
    Otherwise, ``person`` is the owner of the list or of the club.

    If the reporter could see only a single roster, ``roster`` is the public id of the roster or, at the
    address of a frozen roster, of the ``FrozenLink``. ``subject`` and ``text`` are the name and the text of
    the reported thing at the time of the report. ``settled_at`` is the time at which a moderator decided.
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
        """Return the subject of the report."""
        return f"report of {self.subject or self.target}"

    @property
    def kind(self) -> str:
        """The kind of the reported thing: "list", "roster", "club", "event" or "user name"."""
        if self.company_list_id:
            return "roster" if self.roster else "list"
        if self.club_id:
            return "club"
        return "event" if self.event_id else "user name"


class ModerationAction(models.TextChoices):
    """A kind of action that moderators can take."""

    HIDE = "hide", "Hidden"
    SHOW = "show", "Shown again"
    CLEAR = "clear", "Text removed"
    DISMISS = "dismiss", "Report dismissed"
    SUSPEND = "suspend", "Suspended"
    UNSUSPEND = "unsuspend", "Suspension ended"


class ModerationEntry(models.Model):
    """An action of a moderator. Rows never change.

    ``target`` identifies the thing on which the moderator acted (``Report.target``). ``person`` is
    responsible for the thing, or was suspended.
    """

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
        """Return the action and its target."""
        return f"{self.get_action_display()}: {self.subject or self.target}"
