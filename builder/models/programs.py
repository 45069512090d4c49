"""What programs need to work for somebody: tokens, kept answers, counts of requests."""

from django.conf import settings
from django.db import models
from django.utils import timezone


class Scope(models.TextChoices):
    """What a token lets its bearer do."""

    READ = "read", "Read"
    WRITE = "write", "Read and write"


class Token(models.Model):
    """A key that a program shows instead of a password. Only its ``digest`` is kept, the SHA-256 in hex.

    ``ends`` is the first moment at which it opens nothing any more; ``used`` is the day of its last use.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="tokens")
    name = models.TextField()
    scope = models.CharField(max_length=10, choices=Scope.choices)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    made = models.DateTimeField(default=timezone.now)
    ends = models.DateTimeField()
    used = models.DateField(null=True, blank=True)

    class Meta:
        ordering = ("-pk",)

    def __str__(self) -> str:
        """Its name."""
        return self.name


class IdempotentResponse(models.Model):
    """The answer to a request that made something, given again when the request comes again.

    ``key`` is what the program calls the request, ``request`` the SHA-256 in hex of what was asked.
    ``body`` is JSON text, ``headers`` what was said beside it.
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
        """Whose, and what it is called."""
        return f"{self.key} of {self.user}"


class RequestCount(models.Model):
    """How many requests of one kind somebody has made since ``began`` (seconds of the epoch).

    ``who`` says who and what kind.
    """

    who = models.CharField(max_length=100, primary_key=True)
    began = models.BigIntegerField()
    number = models.PositiveIntegerField()

    def __str__(self) -> str:
        """Who, and how many."""
        return f"{self.number} of {self.who}"
