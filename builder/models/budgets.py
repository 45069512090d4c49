"""Tables of the spent budgets, shared by all processes, and of the readiness mark."""

from django.db import models


class SpentBudget(models.Model):
    """The spent part of a budget at a moment, in units of 1/60,000.

    ``who`` is the key of the budget and of the spender. The spent part falls evenly by ``a_minute`` units per
    minute; ``at`` is in milliseconds since the epoch.
    """

    who = models.CharField(max_length=100, primary_key=True)
    a_minute = models.PositiveIntegerField()
    spent = models.BigIntegerField()
    at = models.BigIntegerField(db_index=True)

    def __str__(self) -> str:
        """Return the spender and the spent part."""
        return f"{self.spent // 60_000} of {self.who}"


class ReadinessMark(models.Model):
    """The only row of its table, written by checks of whether the site can write."""

    at = models.DateTimeField()

    def __str__(self) -> str:
        """Return the time of the last write."""
        return self.at.isoformat()
