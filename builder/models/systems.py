"""Editions of game systems as rows. Only the loader writes the rows; they are read as ``Catalogue`` objects.

Fields that queries use have columns. The other fields of an entry are in ``data``, and the other fields of an
edition in ``layout``. Both columns are text that contains JSON. PostgreSQL's JSON type would lose the order
of the keys, which is the order of the book.
"""

from django.db import models


class GameSystem(models.Model):
    """A rule set with all its editions."""

    code = models.SlugField(max_length=100, unique=True)
    name = models.CharField(max_length=200)

    class Meta:
        ordering = ("name",)

    def __str__(self) -> str:
        """Return the game's name."""
        return self.name


class Edition(models.Model):
    """One version of a system: its options and prices, and the rulings on them. Rulings may be corrected.

    ``digest`` is the edition's identity: it names the edition in fingerprints and doesn't depend on the
    rulings. ``content`` is the digest of the complete catalogue with its rulings. ``revision`` is the
    revision of the rulings. ``edition_name`` is the edition's name for readers; if it is blank, readers see
    ``version``.
    """

    system = models.ForeignKey(GameSystem, models.PROTECT, related_name="editions")
    version = models.CharField(max_length=50)
    author = models.TextField(blank=True)
    credit = models.TextField(blank=True)
    notice = models.TextField(blank=True)
    points_unit = models.CharField(max_length=50, blank=True)
    edition_name = models.CharField(max_length=100, blank=True)
    digest = models.CharField(max_length=64)
    content = models.CharField(max_length=64, blank=True, editable=False)
    revision = models.PositiveIntegerField(default=1, editable=False)
    loaded = models.DateTimeField()
    layout = models.TextField()

    class Meta:
        ordering = ("system", "version")
        constraints = (models.UniqueConstraint(fields=("system", "version"), name="edition_once_a_system"),)

    def __str__(self) -> str:
        """Return the names of system and edition for readers."""
        return (
            f"{self.system} ({self.edition_name})" if self.edition_name else f"{self.system} {self.version}"
        )


class CatalogueEntry(models.Model):
    """The columns that all entries of a catalogue have. ``position`` is the entry's place in the file."""

    edition = models.ForeignKey(Edition, models.CASCADE, related_name="+", db_index=False)
    position = models.PositiveIntegerField()
    code = models.CharField(max_length=100)
    name = models.CharField(max_length=200)
    page = models.PositiveIntegerField()
    summary = models.TextField(blank=True)
    data = models.TextField()

    class Meta:
        abstract = True
        ordering = ("edition", "position")

    def __str__(self) -> str:
        """Return the name and the code."""
        return f"{self.name} ({self.code})"


class CostTable(CatalogueEntry):
    """A table of costs; ``data`` contains the costs by value."""

    class Meta(CatalogueEntry.Meta):
        constraints = (
            models.UniqueConstraint(fields=("edition", "code"), name="cost_table_once_an_edition"),
        )


class Attribute(CatalogueEntry):
    """A value that profiles have, such as a number of wounds. ``label`` is its short name on stat lines."""

    label = models.CharField(max_length=100)

    class Meta(CatalogueEntry.Meta):
        constraints = (models.UniqueConstraint(fields=("edition", "code"), name="attribute_once_an_edition"),)


class PricedEntry(CatalogueEntry):
    """An entry of a group. ``points`` is its fixed cost, perhaps negative, or None if the cost varies."""

    group = models.CharField(max_length=100)
    points = models.IntegerField(null=True, blank=True)

    class Meta(CatalogueEntry.Meta):
        abstract = True


class Property(PricedEntry):
    """Something that a model, a weapon, armour or a shield can have. Groups can have the same codes."""

    class Meta(PricedEntry.Meta):
        abstract = False
        verbose_name_plural = "properties"
        constraints = (
            models.UniqueConstraint(fields=("edition", "group", "code"), name="property_once_a_group"),
        )


class Spell(PricedEntry):
    """A property that is cast. ``penalty`` is the modifier of the casting roll, as text."""

    penalty = models.TextField(blank=True)

    class Meta(PricedEntry.Meta):
        abstract = False
        constraints = (
            models.UniqueConstraint(fields=("edition", "group", "code"), name="spell_once_a_group"),
        )
