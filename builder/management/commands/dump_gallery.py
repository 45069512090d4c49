"""``dump_gallery``: write all public lists to one compressed file, which programs can download."""

from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand

from builder.exports.gallery_dump import write_gallery_dump
from builder.points.rules.wording import pluralize


class Command(BaseCommand):
    """The command. The site serves the old file until the new file is complete."""

    help = "Write every public list with its points to the file that GALLERY_DUMP names."

    def handle(self, *_args: object, **_options: object) -> None:
        """Write the file, and print the number of its lists. If nothing has changed, keep the old file."""
        written = write_gallery_dump(Path(settings.GALLERY_DUMP))
        if written.unreadable_count:
            self.stderr.write(
                f"Left out, because they can't be read: {pluralize(written.unreadable_count, 'list')}."
            )
        outcome = f"written to {settings.GALLERY_DUMP}" if written.has_changed else "nothing is new"
        self.stdout.write(f"{pluralize(written.list_count, 'list')}: {outcome}.")
