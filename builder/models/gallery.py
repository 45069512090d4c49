"""The gallery: searchable rows of public lists, written whenever a list changes."""

from django.db import models

from builder.models.lists import CompanyList
from builder.models.systems import Edition, GameSystem
from builder.points.rules.search_text import normalize_text

# The kinds of search tags; a setting is a world or an era.
SETTING, SIZE, PROPERTY, CHOICE = "setting", "size", "property", "choice"
# The kind of the one row of ``TagCount`` that is not a count: a process locks it while it adds up changes.
ADDING_UP = "adding up"
MAX_TAG_LENGTH = 200


def setting_tag(setting: str) -> str:
    """Return the tag value of a setting: the setting in lower case without accents."""
    return " ".join(normalize_text(setting).split())[:MAX_TAG_LENGTH]


def property_tag(group: str, code: str) -> str:
    """Return the tag value of a property or spell. It names the group: groups can have the same codes."""
    return f"{group}:{code}"[:MAX_TAG_LENGTH]


def choice_tag(system: str, choice: str) -> str:
    """Return the tag value of an option: the system and the choice.

    An example of a choice is "level:veteran". Several systems can have the same choice.
    """
    return f"{system}:{choice}"[:MAX_TAG_LENGTH]


class Listing(models.Model):
    """The row by which the gallery finds a list while the list is public and neither hidden nor deleted.

    ``text`` contains the searched words of name, setting, profile names and background, in lower case without
    accents. ``cost`` is the largest points total of the rosters; rosters with an unpriced profile don't
    count. ``edition``, ``system`` and ``times_copied`` repeat the list's columns, so that one index can
    filter and sort a page. ``changed_at`` is when the list was published or last changed, whichever is later.
    ``summary`` is the content of the gallery card as ``dump_list_summary`` returns it. It is None in older
    rows until the list changes.
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
    """A search tag of a public list: ``kind`` is SETTING, SIZE, PROPERTY or CHOICE.

    The ``value`` of a SIZE tag is a roster's limit in points. ``setting_tag``, ``property_tag`` and
    ``choice_tag`` return the other values. ``published_at`` and ``times_copied`` repeat the list's columns,
    so that one index can filter and sort the lists with a tag.
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
    """The number of public lists that have a tag: ``lists``.

    ``system`` is the code of the system that the lists belong to, or "" if lists of all systems are counted.
    ``label`` is the spelling of a setting in one of the lists; other kinds of tags have no label. The row of
    the kind ADDING_UP counts nothing: it is locked while changes are added up.
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
    """A change of a ``TagCount`` that is still to be made: the number of ``lists`` to add, perhaps negative.

    It is inserted in the transaction that changes the tags. ``add_up_tag_counts`` adds it and deletes it.
    """

    kind = models.CharField(max_length=20)
    system = models.CharField(max_length=100, blank=True)
    value = models.CharField(max_length=200, blank=True)
    lists = models.IntegerField()
    label = models.TextField(blank=True)

    def __str__(self) -> str:
        """Return the kind, the value and the change."""
        return f"{self.kind}: {self.value} ({self.lists:+})"
