"""Links to frozen rosters."""

from django.db import models

from builder.models.frozen import FrozenRoster
from builder.models.ids import new_secret
from builder.models.lists import CompanyList


class FrozenLink(FrozenRoster):
    """A frozen roster that anyone with its address can see. The address contains ``secret``.

    The address doesn't work while the list is deleted or hidden. If the roster is frozen again, the address
    stays the same and ``version`` goes up. ``Roster.link`` is another link, which shows the current roster.
    """

    secret = models.CharField(max_length=24, unique=True, default=new_secret, editable=False)
    company_list = models.ForeignKey(CompanyList, models.CASCADE, related_name="frozen_links")

    class Meta:
        ordering = ("-made", "-pk")

    def __str__(self) -> str:
        """Return the list and the time of freezing."""
        return f"frozen roster of {self.company_list}, {self.made:%Y-%m-%d}"
