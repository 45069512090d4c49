"""``backup``: write the database to one file, for the command ``restore`` (docs/backup.md)."""

from argparse import ArgumentParser, ArgumentTypeError
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from builder.backups.errors import BackupError
from builder.backups.making import create_backup
from builder.points.rules.wording import pluralize

DEFAULT_KEEP = 14


def parse_keep(text: str) -> int:
    """Return the number in a text. Raises ArgumentTypeError if it is not from 1 to 9999."""
    if not (text.isascii() and text.isdecimal() and len(text) <= 4 and int(text) > 0):
        raise ArgumentTypeError(f"{text!r} is not a number of backups from 1 to 9999.")
    return int(text)


class Command(BaseCommand):
    """The command. It can run while the site is in use."""

    help = "Write a backup of the database to a folder, and delete the oldest backups there."

    requires_system_checks = ()  # it must also work if the site can't start

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the folder, and ``--keep`` for the number of backups to keep."""
        parser.add_argument("folder", type=Path, help="a folder that exists")
        parser.add_argument(
            "--keep", type=parse_keep, default=DEFAULT_KEEP, help=f"backups to keep ({DEFAULT_KEEP})"
        )

    def handle(self, *_args: object, folder: Path, keep: int, **_options: object) -> None:
        """Make the backup. Print what the backup contains, and what it doesn't contain."""
        try:
            backup = create_backup(folder, keep=keep)
        except BackupError as error:
            raise CommandError(str(error)) from error
        facts = backup.manifest.database
        self.stdout.write(f"Not in a backup: {'; '.join(backup.manifest.not_included)}.")
        deleted = (
            f" Deleted {pluralize(backup.deleted_count, 'older backup')}." if backup.deleted_count else ""
        )
        self.stdout.write(
            f"{backup.path}: {backup.path.stat().st_size:,} bytes, {pluralize(facts.lists, 'list')} of "
            f"{people_phrase(facts.people)}.{deleted}"
        )


def people_phrase(count: int) -> str:
    """Return the number of accounts and guests as text: "1 person", "2 people"."""
    return "1 person" if count == 1 else f"{count:,} people"
