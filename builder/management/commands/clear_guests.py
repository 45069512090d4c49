"""``clear_guests``: delete guests who stay away, with their lists; says first what it would do."""

from argparse import ArgumentParser, ArgumentTypeError

from django.core.management.base import BaseCommand

from builder.points.wording import pluralize
from builder.services.people.accounts import InactiveGuests, clear_guests, find_inactive_guests

DAYS = 90


def parse_days(text: str) -> int:
    """So many days, at least one: whoever was here today is never away."""
    if not (text.isascii() and text.isdecimal() and len(text) <= 5 and int(text) > 0):
        raise ArgumentTypeError(f"{text!r} is no number of days from 1 to 99999.")
    return int(text)


class Command(BaseCommand):
    """Without ``--yes`` nothing changes."""

    help = "Delete guests without a visit for so many days, with their lists. Accounts are never touched."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """How long, and whether in earnest."""
        parser.add_argument("--days", type=parse_days, default=DAYS, help=f"days without a visit ({DAYS})")
        parser.add_argument("--yes", action="store_true", help="do it")

    def handle(self, *_args: object, days: int, yes: bool, **_options: object) -> None:
        """Say what there is to do; with ``--yes`` do it."""
        away = find_inactive_guests(days)
        self.stdout.write(describe_guests(away))
        if not yes:
            self.stdout.write("Nothing was changed. Say --yes to delete them." if away.guests else "")
            return
        gone = clear_guests(away.before)
        self.stdout.write(f"Deleted {pluralize(gone, 'guest')}.")


def describe_guests(away: InactiveGuests) -> str:
    """What would go, in words."""
    return (
        f"{pluralize(away.guests, 'guest')} without a visit since {away.before.isoformat()}, "
        f"with {pluralize(away.lists, 'list')}; of these {away.by_link} shared by link, "
        f"{away.published} published."
    )
