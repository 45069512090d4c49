"""Stored responses to requests of the API. If a client repeats a request, it gets the stored response."""

from django.conf import settings
from django.db import models
from django.utils import timezone


class IdempotentResponse(models.Model):
    """The response to a request that created something.

    ``key`` is the header Idempotency-Key, and ``request`` the SHA-256 of the request's content, in hex.
    ``body`` is JSON text.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="kept_answers", db_index=False
    )
    key = models.CharField(max_length=100)
    request = models.CharField(max_length=64)
    made = models.DateTimeField(default=timezone.now, db_index=True)
    status = models.PositiveSmallIntegerField(default=0)
    headers = models.JSONField(default=dict)
    body = models.TextField(blank=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("user", "key"), name="answer_once_a_key"),)

    def __str__(self) -> str:
        """Return the key and the user."""
        return f"{self.key} of {self.user}"
