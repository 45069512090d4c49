"""Saved print setups."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from builder.models.ids import new_public_id


class PrintSetup(models.Model):
    """A user's saved options of the print page, with a name. Only their owner sees them.

    ``options`` maps the query parameters of the paper's address to their values, except the roster. Options
    are not columns, because each new option of a paper would then need a migration and a second parser.
    ``lookup_name`` is the name in lower case without accents. It is unique among the setups of an owner.
    ``is_first`` marks the setup that the owner's print page opens with. There is one for all games and
    papers, because a player has one printer and one way to cut cards.
    """

    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="print_setups", db_index=False
    )
    name = models.TextField()
    lookup_name = models.TextField()
    options = models.JSONField()
    is_first = models.BooleanField(default=False)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        ordering = ("lookup_name",)
        constraints = (
            models.UniqueConstraint(fields=("owner", "lookup_name"), name="print_setup_of_an_owner_once"),
            models.UniqueConstraint(
                fields=("owner",), condition=Q(is_first=True), name="first_print_setup_of_an_owner"
            ),
        )

    def __str__(self) -> str:
        """Return the name of the setup."""
        return self.name
