"""The gallery of public lists: the rows in which it searches, and the counts of its search tags.

The rows of a list are written again whenever the list changes.
"""

from django.db import models

from builder.models.lists import CompanyList
from builder.models.systems import Edition, GameSystem
from builder.points.rules.search_text import normalize_text

# The kinds of search tags. A setting is the world or the era of a list. A choice is an option of an
# attribute.
SETTING, SIZE, PROPERTY, CHOICE = "setting", "size", "property", "choice"
# The kind of a single row of ``TagCount`` that isn't a count. A process locks this row while it adds up
# changes.
ADDING_UP = "adding up"
MAX_TAG_LENGTH = 200


def setting_tag(setting: str) -> str:
    """Return the value of a setting's tag: the setting in lower case without accents."""
    return " ".join(normalize_text(setting).split())[:MAX_TAG_LENGTH]


def property_tag(group: str, code: str) -> str:
    """Return the value of the tag of a property or spell. Two groups can have the same code."""
    return f"{group}:{code}"[:MAX_TAG_LENGTH]


def choice_tag(system: str, choice: str) -> str:
    """Return the value of the tag of a choice. Two games can have the same choice: "level:veteran"."""
    return f"{system}:{choice}"[:MAX_TAG_LENGTH]


class Listing(models.Model):
    """The row with which the gallery finds a list that is public and neither hidden nor deleted.

    ``system``, ``edition`` and ``times_copied`` are repeated here, so that one index can filter and sort a
    page. ``changed_at`` is the time of the last change or, if it is later, of publishing. ``text`` has the
    words in which the gallery searches (``searchable_text``). ``cost`` is the largest total of points of a
    roster. Rosters with a profile without a price don't count. ``summary`` is what the gallery shows of the
    list (``dump_list_summary``). It is None if the list hasn't changed since before this column existed.
    """

    company_list = models.OneToOneField(CompanyList, models.CASCADE, related_name="listing")
    system = models.ForeignKey(GameSystem, models.PROTECT, related_name="+", db_index=False)
    edition = models.ForeignKey(Edition, models.PROTECT, related_name="+", db_index=False)
    published_at = models.DateTimeField()
    changed_at = models.DateTimeField()
    times_copied = models.PositiveIntegerField(default=0)
    text = models.TextField(blank=True)
    cost = models.BigIntegerField(null=True, blank=True)
    profile_count = models.PositiveIntegerField(default=0)
    roster_count = models.PositiveIntegerField(default=0)
    summary = models.JSONField(null=True, blank=True)

    class Meta:
        ordering = ("-published_at", "-pk")
        indexes = (
            models.Index(fields=("-published_at", "-id"), name="listings_newest"),
            models.Index(fields=("-times_copied", "-published_at", "-id"), name="listings_most_copied"),
            models.Index(fields=("edition", "-published_at", "-id"), name="listings_of_edition"),
            models.Index(fields=("system", "-published_at", "-id"), name="listings_of_system"),
            models.Index(fields=("system", "cost"), name="listings_by_cost"),
            models.Index(fields=("changed_at",), name="listings_by_change"),
        )

    def __str__(self) -> str:
        """Return the list's name."""
        return str(self.company_list)


class ListingTag(models.Model):
    """A search tag of a public list.

    ``kind`` is SETTING, SIZE, PROPERTY or CHOICE. The ``value`` of a SIZE tag is the points limit of a
    roster. ``published_at`` and ``times_copied`` are repeated here, so that one index can filter and sort the
    lists with a tag.
    """

    listing = models.ForeignKey(Listing, models.CASCADE, related_name="tags", db_index=False)
    kind = models.CharField(max_length=20)
    value = models.CharField(max_length=200)
    published_at = models.DateTimeField()
    times_copied = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("listing", "kind", "value"), name="listing_tag_once"),)
        indexes = (
            models.Index(fields=("kind", "value", "-published_at", "-listing"), name="tagged_newest"),
            models.Index(
                fields=("kind", "value", "-times_copied", "-published_at", "-listing"),
                name="tagged_most_copied",
            ),
        )

    def __str__(self) -> str:
        """Return the kind and the value."""
        return f"{self.kind}: {self.value}"


class TagCount(models.Model):
    """The number of public lists that have a tag.

    ``system`` is the code of the game whose lists are counted, or empty for all games. For the tag of a
    setting, ``label`` is the setting as one of the lists writes it. Other tags have no label. The row of the
    kind ADDING_UP is not a count, but a lock.
    """

    kind = models.CharField(max_length=20)
    system = models.CharField(max_length=100, blank=True)
    value = models.CharField(max_length=200, blank=True)
    lists = models.IntegerField()
    label = models.TextField(blank=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("kind", "system", "value"), name="tag_counted_once"),)
        indexes = (models.Index(fields=("kind", "system", "-lists", "value"), name="tags_of_most_lists"),)

    def __str__(self) -> str:
        """Return the kind, the value and the number of lists."""
        return f"{self.kind}: {self.value} ({self.lists})"


class TagCountChange(models.Model):
    """A number that must still be added to a ``TagCount``. It is negative if lists lost the tag.

    The transaction that changes the tags of a list inserts this row. Later, ``apply_tag_count_changes`` adds
    ``lists`` to the count and deletes the row.
    """

    kind = models.CharField(max_length=20)
    system = models.CharField(max_length=100, blank=True)
    value = models.CharField(max_length=200, blank=True)
    lists = models.IntegerField()
    label = models.TextField(blank=True)

    def __str__(self) -> str:
        """Return the kind, the value and the change."""
        return f"{self.kind}: {self.value} ({self.lists:+})"
