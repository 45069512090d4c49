"""The budgets that clients have spent, and the row that readiness checks update.

A budget limits how much a client may use in a minute. It is in the database, because all processes need the
same numbers.
"""

from django.db import models


class SpentBudget(models.Model):
    """How much of a budget a client had spent at a certain time.

    ``who`` names the budget and the client, as "budget:client". ``at`` is the time, in milliseconds since
    1970. ``spent`` is in 1/60,000 of a unit. Afterwards, the spent amount falls by ``a_minute`` units in each
    minute, which is ``a_minute`` of these parts in each millisecond.
    """

    who = models.CharField(max_length=100, primary_key=True)
    a_minute = models.PositiveIntegerField()
    spent = models.BigIntegerField()
    at = models.BigIntegerField(db_index=True)

    def __str__(self) -> str:
        """Return the spent units, the budget and the spender."""
        return f"{self.spent // 60_000} of {self.who}"


class ReadinessMark(models.Model):
    """A table with a single row, which readiness checks update to test whether the database is writable."""

    at = models.DateTimeField()

    def __str__(self) -> str:
        """Return the time of the last write."""
        return self.at.isoformat()
