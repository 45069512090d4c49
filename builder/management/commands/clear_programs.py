"""``clear_programs``: remove what programs need no more, after saying how much."""

import time
from argparse import ArgumentParser

from django.core.management.base import BaseCommand
from django.utils import timezone

from builder.models import IdempotentResponse, RequestCount, Token
from builder.points.wording import pluralize
from builder.services.idempotency import RETENTION, clear_idempotent_responses
from builder.services.people.tokens import clear_tokens
from builder.services.throttling import clear_request_counts

HOUR_IN_SECONDS = 60 * 60  # seconds: requests are counted in stretches that are shorter


class Command(BaseCommand):
    """Without ``--yes`` nothing is removed."""

    help = "Say which tokens have ended, and which answers and counts are past; with --yes remove them."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add --yes, without which nothing is removed."""
        parser.add_argument("--yes", action="store_true", help="remove them")

    def handle(self, *_args: object, yes: bool, **_options: object) -> None:
        """Print how many there are; remove them with --yes."""
        now = timezone.now()
        oldest_response, oldest_count = now - RETENTION, int(time.time()) - HOUR_IN_SECONDS
        if yes:
            removed = _describe(
                clear_tokens(now),
                clear_idempotent_responses(oldest_response),
                clear_request_counts(oldest_count),
            )
            self.stdout.write(f"{removed}: removed.")
            return
        numbers = (
            Token.objects.filter(ends__lte=now).count(),
            IdempotentResponse.objects.filter(made__lt=oldest_response).count(),
            RequestCount.objects.filter(began__lt=oldest_count).count(),
        )
        self.stdout.write(f"{_describe(*numbers)}.")
        if any(numbers):
            self.stdout.write("Nothing was removed: say --yes to remove them.")


def _describe(tokens: int, answers: int, counts: int) -> str:
    hours = int(RETENTION.total_seconds()) // HOUR_IN_SECONDS
    return (
        f"{pluralize(tokens, 'token')} that ended, "
        f"{pluralize(answers, 'answer')} kept for more than {hours} hours, "
        f"{pluralize(counts, 'count')} of requests more than an hour ago"
    )
