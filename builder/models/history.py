"""The history of a list: one revision for each edit session."""

from django.conf import settings
from django.db import models

from builder.models.lists import CompanyList


class Revision(models.Model):
    """A list as an edit session left it.

    The newest revision is updated in place until its session ends. ``number`` is the list's version after the
    last change of the session, and ``changes`` counts the changes of the session. ``is_closed`` ends the
    session early, so that the next change begins a new revision. ``description`` is a text that can't be
    derived from the documents, such as "Started". ``document`` is the complete document, packed by
    ``builder.documents.pack_json``.
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
