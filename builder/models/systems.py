"""Games and their editions. Only the loader (``builder.catalogue.load``) writes these rows.

Other code reads an edition as a ``Catalogue`` (``builder.catalogue.store``). Only fields that queries use
have columns of their own. The column ``data`` of an entry and the column ``layout`` of an edition contain all
other fields, as JSON text. PostgreSQL's JSON type would lose the order of the keys, which is the order of the
rulebook.
"""

from django.db import models


class GameSystem(models.Model):
    """A game. It has one or several editions."""

    code = models.SlugField(max_length=100, unique=True)
    name = models.CharField(max_length=200)

    class Meta:
        ordering = ("name",)

    def __str__(self) -> str:
        """Return the game's name."""
        return self.name


class Edition(models.Model):
    """An edition of a game: its options and prices, and our rulings, which may be corrected later.

    ``version`` is the code of the edition. ``edition_name`` is its name for readers. If it is empty, they see
    ``version``. ``digest`` is the identity of the edition, which fingerprints contain. It doesn't change with
    the rulings. ``content`` is the digest of the complete catalogue, and changes with them. ``revision`` is
    the revision of the rulings.
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
        """Return the name of the game and the name of the edition, for readers."""
        return (
            f"{self.system} ({self.edition_name})" if self.edition_name else f"{self.system} {self.version}"
        )


class CatalogueEntry(models.Model):
    """The base class of the entries of an edition. ``position`` is the number of the entry in its file."""

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
    """A table of costs. ``data`` maps each value to its cost."""

    class Meta(CatalogueEntry.Meta):
        constraints = (
            models.UniqueConstraint(fields=("edition", "code"), name="cost_table_once_an_edition"),
        )


class Attribute(CatalogueEntry):
    """A value that profiles have, such as a number of wounds. ``label`` is its short name in stat lines."""

    label = models.CharField(max_length=100)

    class Meta(CatalogueEntry.Meta):
        constraints = (models.UniqueConstraint(fields=("edition", "code"), name="attribute_once_an_edition"),)


class PricedEntry(CatalogueEntry):
    """An entry that belongs to a group.

    ``points`` is its cost, which may be negative, or None if it isn't the same for all profiles.
    """

    group = models.CharField(max_length=100)
    points = models.IntegerField(null=True, blank=True)

    class Meta(CatalogueEntry.Meta):
        abstract = True


class Property(PricedEntry):
    """Something that a model, a weapon, armour or a shield can have. Its code is unique in its group."""

    class Meta(PricedEntry.Meta):
        abstract = False
        verbose_name_plural = "properties"
        constraints = (
            models.UniqueConstraint(fields=("edition", "group", "code"), name="property_once_a_group"),
        )


class Spell(PricedEntry):
    """A spell that a model can cast. ``penalty`` is the modifier of the casting roll, as text."""

    penalty = models.TextField(blank=True)

    class Meta(PricedEntry.Meta):
        abstract = False
        constraints = (
            models.UniqueConstraint(fields=("edition", "group", "code"), name="spell_once_a_group"),
        )
