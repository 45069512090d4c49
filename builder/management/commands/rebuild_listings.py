"""``rebuild_listings``: correct the gallery's stored data where it differs from the public lists."""

from argparse import ArgumentParser

from django.core.management.base import BaseCommand

from builder.points.rules.wording import pluralize
from builder.services.gallery import outdated_listings, rebuild_listing
from builder.services.tag_counts import correct_tag_counts, wrong_tag_counts


class Command(BaseCommand):
    """The command. It can run while the site is in use. Each listing is written in its own transaction."""

    help = "Rebuild the gallery's stored data of lists, if it differs from the lists."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add ``--check``, which only reports differences."""
        parser.add_argument(
            "--check", action="store_true", help="only report differences, and exit with 1 if there are any"
        )

    def handle(self, *_args: object, check: bool, **_options: object) -> None:
        """Correct the listings and tag counts that differ, and print how many differed.

        A listing is the stored data of one list. A tag count is the number of public lists with a value that
        the gallery can filter by. With ``--check``, only print the ids of the lists, and the tags, that
        differ. If there are any, exit with 1.
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
