"""Tables of the spent budgets, shared by all processes, and of the readiness mark."""

from django.db import models


class SpentBudget(models.Model):
    """The spent part of a budget at a moment, in parts of units.

    ``who`` is the key of the budget and of its spender. What is spent comes back evenly, ``a_minute`` units
    in a minute, and a unit has 60,000 parts; ``at`` is in milliseconds of the epoch.
    """

    who = models.CharField(max_length=100, primary_key=True)
    a_minute = models.PositiveIntegerField()
    spent = models.BigIntegerField()
    at = models.BigIntegerField(db_index=True)

    def __str__(self) -> str:
        """Return who, and how much."""
        return f"{self.spent // 60_000} of {self.who}"


class ReadinessMark(models.Model):
    """The one row that is written when somebody asks whether the site can write."""

    at = models.DateTimeField()

    def __str__(self) -> str:
        """When it was last written."""
        return self.at.isoformat()
