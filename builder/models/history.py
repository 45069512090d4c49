"""The history of a list. It has a revision for each edit session.

An edit session is a series of changes that one person makes within a short time.
"""

from django.conf import settings
from django.db import models

from builder.models.lists import CompanyList


class Revision(models.Model):
    """A list as it was at the end of an edit session. Each change in the session updates the row.

    ``number`` is the version of the list after the last change. ``changes`` is the number of changes. If
    ``is_closed`` is true, the session has ended early, and the next change begins a new revision.
    ``description`` says what a comparison of the documents wouldn't show, such as "Started". ``document`` is
    compressed by ``builder.documents.pack_json``.
    """

    company_list = models.ForeignKey(CompanyList, models.CASCADE, related_name="revisions", db_index=False)
    number = models.PositiveIntegerField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, related_name="+", null=True, blank=True)
    began = models.DateTimeField()
    ended = models.DateTimeField()
    changes = models.PositiveIntegerField(default=1)
    is_closed = models.BooleanField(default=False)
    description = models.TextField(blank=True)
    document = models.BinaryField()

    class Meta:
        ordering = ("-number",)
        constraints = (
            models.UniqueConstraint(fields=("company_list", "number"), name="revision_once_a_version"),
        )

    def __str__(self) -> str:
        """Return the number."""
        return f"revision {self.number}"
