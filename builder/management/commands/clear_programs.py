"""``clear_programs``: count or remove old rows that exist because of programs that use the API.

These are expired tokens, stored responses to requests that programs may repeat, and budgets for requests that
nobody has spent from for a day.
"""

from argparse import ArgumentParser

from django.core.management.base import BaseCommand
from django.utils import timezone

from builder.models import IdempotentResponse, SpentBudget, Token
from builder.points.rules.wording import pluralize
from builder.services.budgets import clear_spent_budgets, refilled_budgets_before
from builder.services.idempotency import RETENTION, clear_idempotent_responses
from builder.services.people.tokens import clear_tokens

_HOUR_IN_SECONDS = 60 * 60


class Command(BaseCommand):
    """The command. Without ``--yes`` it removes nothing."""

    help = "Count expired tokens, old answers and unused budgets; with --yes, remove them."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add ``--yes``, which removes the rows."""
        parser.add_argument("--yes", action="store_true", help="remove them")

    def handle(self, *_args: object, yes: bool, **_options: object) -> None:
        """Print the numbers of old rows. With ``--yes``, also remove the rows."""
        now = timezone.now()
        responses_before, budgets_before = now - RETENTION, refilled_budgets_before()
        if yes:
            removed = _describe(
                clear_tokens(now),
                clear_idempotent_responses(responses_before),
                clear_spent_budgets(budgets_before),
            )
            self.stdout.write(f"{removed}: removed.")
            return
        numbers = (
            Token.objects.filter(ends__lte=now).count(),
            IdempotentResponse.objects.filter(made__lt=responses_before).count(),
            SpentBudget.objects.filter(at__lt=budgets_before).count(),
        )
        self.stdout.write(f"{_describe(*numbers)}.")
        if any(numbers):
            self.stdout.write("Nothing was removed. Add --yes to remove them.")


def _describe(tokens: int, responses: int, budgets: int) -> str:
    hours = int(RETENTION.total_seconds()) // _HOUR_IN_SECONDS
    return (
        f"{pluralize(tokens, 'token')} that ended, "
        f"{pluralize(responses, 'answer')} stored for more than {hours} hours, "
        f"{pluralize(budgets, 'budget')} of which nothing was spent for a day"
    )
