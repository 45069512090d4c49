"""``clear_programs``: remove what programs need no more; says so first."""

import time
from argparse import ArgumentParser

from django.core.management.base import BaseCommand
from django.utils import timezone

from builder.models import KeptAnswer, RequestCount, Token
from builder.points.wording import several
from builder.services.answers import KEPT, clear_answers
from builder.services.counting import clear_counts
from builder.services.tokens import clear_tokens

AN_HOUR = 60 * 60  # seconds: requests are counted in stretches that are shorter


class Command(BaseCommand):
    """Without ``--yes`` nothing is removed."""

    help = "Say which tokens have ended, and which answers and counts are past; with --yes remove them."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Whether it is meant."""
        parser.add_argument("--yes", action="store_true", help="remove them")

    def handle(self, *_args: object, yes: bool, **_options: object) -> None:
        """One line that says how many."""
        now = timezone.now()
        kept, counted = now - KEPT, int(time.time()) - AN_HOUR
        if yes:
            told = _told(clear_tokens(now), clear_answers(kept), clear_counts(counted))
            self.stdout.write(f"{told}: removed.")
            return
        numbers = (
            Token.objects.filter(ends__lte=now).count(),
            KeptAnswer.objects.filter(made__lt=kept).count(),
            RequestCount.objects.filter(began__lt=counted).count(),
        )
        self.stdout.write(f"{_told(*numbers)}.")
        if any(numbers):
            self.stdout.write("Nothing was removed: say --yes to remove them.")


def _told(tokens: int, answers: int, counts: int) -> str:
    hours = int(KEPT.total_seconds()) // AN_HOUR
    return (
        f"{several(tokens, 'token')} that ended, "
        f"{several(answers, 'answer')} kept for more than {hours} hours, "
        f"{several(counts, 'count')} of requests more than an hour ago"
    )
