"""Links to frozen rosters. A frozen roster is a copy of a roster as it was at one moment."""

from django.db import models

from builder.models.frozen import FrozenRoster
from builder.models.ids import new_secret
from builder.models.lists import CompanyList


class FrozenLink(FrozenRoster):
    """A frozen roster that anyone who has the address with its ``secret`` can see.

    The address doesn't work while the list is deleted or hidden. If the roster is frozen again, the address
    is the same and ``version`` increases. An address with ``Roster.link`` shows the current roster instead.
    """

    secret = models.CharField(max_length=24, unique=True, default=new_secret, editable=False)
    company_list = models.ForeignKey(CompanyList, models.CASCADE, related_name="frozen_links")

    class Meta:
        ordering = ("-made", "-pk")

    def __str__(self) -> str:
        """Return the list and the time of freezing."""
        return f"frozen roster of {self.company_list}, {self.made:%Y-%m-%d}"
