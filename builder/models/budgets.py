"""The spent budgets, which all processes share, and the readiness mark."""

from django.db import models


class SpentBudget(models.Model):
    """The spent part of a budget at some time.

    ``who`` names the budget and the spender: "budget:spender". ``at`` is the time in milliseconds since the
    epoch. ``spent`` is in 1/60,000 of a unit. It falls by ``a_minute`` per millisecond, which is ``a_minute``
    units per minute.
    """

    who = models.CharField(max_length=100, primary_key=True)
    a_minute = models.PositiveIntegerField()
    spent = models.BigIntegerField()
    at = models.BigIntegerField(db_index=True)

    def __str__(self) -> str:
        """Return the spent units, the budget and the spender."""
        return f"{self.spent // 60_000} of {self.who}"


class ReadinessMark(models.Model):
    """The only row of its table. Readiness checks update it, to test whether the database can be written."""

    at = models.DateTimeField()

    def __str__(self) -> str:
        """Return the time of the last write."""
        return self.at.isoformat()
