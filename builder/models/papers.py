"""Print setups, which are options of the print page that users have saved under a name."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from builder.models.ids import new_public_id


class PrintSetup(models.Model):
    """A print setup of a user. Other users don't see it.

    ``options`` are the query parameters in the address of the paper, except the roster. They aren't columns,
    because each new option would then need a migration. ``lookup_name`` is the name in lower case without
    accents. It is unique for the owner. The owner's print page opens with the setup that ``is_first``.
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
