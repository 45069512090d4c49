"""``rebuild_listings``: what public lists are found by, compared with the lists and written anew."""

from argparse import ArgumentParser

from django.core.management.base import BaseCommand

from builder.points.wording import pluralize
from builder.services.gallery import outdated_listings, rebuild_listing


class Command(BaseCommand):
    """A transaction for each listing: it may be interrupted, and run while a site serves."""

    help = "Write anew what the gallery finds lists by, where it differs from the lists."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add --check, with which nothing is written."""
        parser.add_argument(
            "--check", action="store_true", help="only name the lists, and exit with 1 where there are any"
        )

    def handle(self, *_args: object, check: bool, **_options: object) -> None:
        """Write the listings that differ and say how many they were; with --check name their lists."""
        count = 0
        for row in outdated_listings():
            count += 1
            if check:
                self.stdout.write(row.public_id)
            else:
                rebuild_listing(row)
        outcome = "not what the list says" if check else "written anew"
        self.stdout.write(f"{pluralize(count, 'listing')}: {outcome}.")
        if check and count:
            raise SystemExit(1)
