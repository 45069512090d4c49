"""The gallery: what public lists are found by, written whenever a list changes; and reports of lists."""

from django.conf import settings
from django.db import models

from builder.models.lists import CompanyList
from builder.points.search_text import normalize_text

SETTING, SIZE, PROPERTY, CHOICE = "setting", "size", "property", "choice"
MAX_TAG_LENGTH = 200


def setting_tag(setting: str) -> str:
    """The tag of a setting: folded, so that two ways of writing it are one."""
    return " ".join(normalize_text(setting).split())[:MAX_TAG_LENGTH]


def property_tag(group: str, code: str) -> str:
    """The tag of a property or spell: with its group, because codes repeat between groups."""
    return f"{group}:{code}"[:MAX_TAG_LENGTH]


def choice_tag(system: str, choice: str) -> str:
    """The tag of an option of a choice ("level:veteran"): with its system, as games use the same words."""
    return f"{system}:{choice}"[:MAX_TAG_LENGTH]


class Listing(models.Model):
    """A public list in the gallery, for as long as it is public and neither hidden nor deleted.

    ``text`` holds what is searched, the folded words of name, setting, profile names and background;
    ``cost`` what its largest roster comes to, of those without anything unpriced.
    """

    company_list = models.OneToOneField(CompanyList, models.CASCADE, related_name="listing")
    published_at = models.DateTimeField()
    text = models.TextField(blank=True)
    cost = models.BigIntegerField(null=True, blank=True)

    class Meta:
        ordering = ("-published_at", "-pk")
        indexes = (
            models.Index(fields=("-published_at", "-id"), name="listings_newest"),
            models.Index(fields=("cost",), name="listings_by_cost"),
        )

    def __str__(self) -> str:
        """The list's name."""
        return str(self.company_list)


class ListingTag(models.Model):
    """One thing that a public list is found by: ``kind`` is SETTING, SIZE, PROPERTY or CHOICE."""

    listing = models.ForeignKey(Listing, models.CASCADE, related_name="tags", db_index=False)
    kind = models.CharField(max_length=20)
    value = models.CharField(max_length=200)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("listing", "kind", "value"), name="listing_tag_once"),)
        indexes = (models.Index(fields=("kind", "value"), name="listings_by_tag"),)

    def __str__(self) -> str:
        """Kind and value."""
        return f"{self.kind}: {self.value}"


class Report(models.Model):
    """Somebody thinks that a public list should not be there. ``settled_at`` is when staff settled it."""

    company_list = models.ForeignKey(CompanyList, models.CASCADE, related_name="reports")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, related_name="+", null=True, blank=True)
    reason = models.TextField()
    made = models.DateTimeField()
    settled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-pk",)
        constraints = (
            models.UniqueConstraint(
                fields=("company_list", "by"),
                condition=models.Q(settled_at=None),
                name="report_open_once_a_person",
            ),
        )

    def __str__(self) -> str:
        """What is reported."""
        return f"report of {self.company_list}"
