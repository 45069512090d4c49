"""``clear_guests``: count or delete guests without a recent visit, or with only empty lists."""

from argparse import ArgumentParser, ArgumentTypeError

from django.core.management.base import BaseCommand

from builder.points.rules.wording import pluralize
from builder.services.people.accounts import (
    InactiveGuests,
    clear_guests,
    clear_idle_guests,
    count_idle_guests,
    find_inactive_guests,
)

DEFAULT_DAYS = 90


def parse_days(text: str) -> int:
    """Return the number in a text. Raises ArgumentTypeError if it is not from 1 to 99999."""
    if not (text.isascii() and text.isdecimal() and len(text) <= 5 and int(text) > 0):
        raise ArgumentTypeError(f"{text!r} is not a number of days from 1 to 99999.")
    return int(text)


class Command(BaseCommand):
    """The command. Without ``--yes`` it deletes nothing."""

    help = "Count guests without a recent visit or with only empty lists; with --yes, delete them."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add ``--days``, after which guests without a visit are inactive, and ``--yes``, which deletes."""
        parser.add_argument(
            "--days", type=parse_days, default=DEFAULT_DAYS, help=f"days without a visit ({DEFAULT_DAYS})"
        )
        parser.add_argument("--yes", action="store_true", help="delete them")

    def handle(self, *_args: object, days: int, yes: bool, **_options: object) -> None:
        """Print the numbers of guests and of their lists. With ``--yes``, also delete them."""
        inactive, idle = find_inactive_guests(days), count_idle_guests()
        self.stdout.write(describe_guests(inactive))
        self.stdout.write(f"{pluralize(idle, 'guest')} older than a day, with only empty lists.")
        if not yes:
            self.stdout.write(
                "Nothing was changed. Add --yes to delete them." if inactive.guests or idle else ""
            )
            return
        cleared = clear_guests(inactive.before) + clear_idle_guests()
        self.stdout.write(f"Deleted {pluralize(cleared, 'guest')}.")


def describe_guests(inactive: InactiveGuests) -> str:
    """Return a sentence with the numbers of inactive guests and of their lists."""
    return (
        f"{pluralize(inactive.guests, 'guest')} without a visit since {inactive.before.isoformat()}, "
        f"with {pluralize(inactive.lists, 'list')}; of these {inactive.by_link} shared by link, "
        f"{inactive.published} published."
    )
