"""The history of a list: every change, as the document that it left."""

from django.conf import settings
from django.db import models

from builder.models.lists import CompanyList


class EditSession(models.Model):
    """Changes that one person made in one go, a "sitting" on pages. ``words`` describe them, a line each;
    None until somebody reads them.

    ``told`` is the first line where the session began with something that comparing documents does not show,
    such as "Started". ``changes`` counts them all, also those whose revisions have been deleted.
    """

    company_list = models.ForeignKey(CompanyList, models.CASCADE, related_name="sittings", db_index=False)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, related_name="+", null=True, blank=True)
    began = models.DateTimeField()
    ended = models.DateTimeField()
    changes = models.PositiveIntegerField(default=0)
    told = models.TextField(blank=True)
    words = models.TextField(blank=True, null=True)  # noqa: DJ001 - none yet is not that there are none

    class Meta:
        ordering = ("-pk",)
        indexes = (models.Index(fields=("company_list", "-id"), name="sittings_of_a_list"),)

    def __str__(self) -> str:
        """When, and how many changes."""
        return f"{self.ended:%Y-%m-%d %H:%M} ({self.changes})"

    @property
    def lines(self) -> list[str]:
        """The words, a line each."""
        return (self.words or "").splitlines()


class Revision(models.Model):
    """A list as one change left it.

    ``number`` is the list's version then. ``words`` describe the change, None until somebody reads them;
    ``told`` is the first line where comparing documents does not show it. ``document`` is packed: what
    changed since the revision before, in a chain that begins with the revision ``since``, or all of it where
    that is this one, or None. ``digest`` tells the document from others.
    """

    company_list = models.ForeignKey(CompanyList, models.CASCADE, related_name="revisions", db_index=False)
    sitting = models.ForeignKey(EditSession, models.CASCADE, related_name="revisions")
    number = models.PositiveIntegerField()
    made = models.DateTimeField()
    told = models.TextField(blank=True)
    words = models.TextField(blank=True, null=True)  # noqa: DJ001 - none yet is not that there are none
    since = models.PositiveIntegerField(null=True, blank=True)
    digest = models.BinaryField(null=True, blank=True)
    document = models.BinaryField()

    class Meta:
        ordering = ("-number",)
        constraints = (
            models.UniqueConstraint(fields=("company_list", "number"), name="revision_once_a_version"),
        )

    def __str__(self) -> str:
        """Its number."""
        return f"revision {self.number}"

    @property
    def lines(self) -> list[str]:
        """The words, a line each."""
        return (self.words or "").splitlines()
