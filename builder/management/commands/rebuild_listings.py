"""``rebuild_listings``: compare the stored gallery data with the public lists, and write it again."""

from argparse import ArgumentParser

from django.core.management.base import BaseCommand

from builder.points.rules.wording import pluralize
from builder.services.gallery import outdated_listings, rebuild_listing
from builder.services.tag_counts import correct_tag_counts, wrong_tag_counts


class Command(BaseCommand):
    """The command. Each listing is a transaction: it can be interrupted, and run while the site serves."""

    help = "Rebuild the gallery's stored data of lists, if it differs from the lists."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add --check, with which nothing is written."""
        parser.add_argument(
            "--check", action="store_true", help="only report differences, and exit with 1 if there are any"
        )

    def handle(self, *_args: object, check: bool, **_options: object) -> None:
        """Write the listings and counts that differ, and print how many there were.

        With --check, print the lists' ids and the tags instead, and write nothing.
        """
        count = 0
        for row in outdated_listings():
            count += 1
            if check:
                self.stdout.write(row.public_id)
            else:
                rebuild_listing(row)
        wrong = wrong_tag_counts()
        if check:
            for change in wrong:
                self.stdout.write(
                    " ".join(filter(None, (change.key.kind, change.key.system, change.key.value)))
                )
        else:
            correct_tag_counts(wrong)
        listings = "not what the list says" if check else "written again"
        counts = "wrong" if check else "counted again"
        self.stdout.write(f"{pluralize(count, 'listing')}: {listings}.")
        self.stdout.write(f"{pluralize(len(wrong), 'number')} next to the filters: {counts}.")
        if check and (count or wrong):
            raise SystemExit(1)
