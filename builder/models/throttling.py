"""Counts of requests, for throttling."""

from django.db import models


class RequestCount(models.Model):
    """How many requests of one kind somebody has made since ``began`` (seconds of the epoch).

    ``who`` is the key of whoever makes them, and of their kind.
    """

    who = models.CharField(max_length=100, primary_key=True)
    began = models.BigIntegerField()
    number = models.PositiveIntegerField()

    def __str__(self) -> str:
        """Who, and how many."""
        return f"{self.number} of {self.who}"
