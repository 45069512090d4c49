"""``restore``: replace the site's database with the database in a backup (docs/backup.md)."""

from argparse import ArgumentParser
from pathlib import Path

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from builder.backups.checks import count_unreadable_second_factors, find_unreadable_lists
from builder.backups.errors import BackupError
from builder.backups.restoring import restore_backup
from builder.management.commands.backup import people_phrase
from builder.points.rules.wording import pluralize

_MAX_IDS_SHOWN = 20


class Command(BaseCommand):
    """The command. A database that contains accounts or guests is only replaced with ``--yes``."""

    help = "Replace the database by the one in a backup. Stop the site first."

    requires_system_checks = ()  # it must also work if the site can't start

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the argument ``file``, and options that allow risky restores."""
        parser.add_argument("file", type=Path, help="a backup that 'manage.py backup' wrote")
        parser.add_argument("--yes", action="store_true", help="replace a database that has people in it")
        parser.add_argument(
            "--other-key",
            action="store_true",
            help="accept a backup that was made with another SECRET_KEY: only for a file that you trust",
        )

    def handle(self, *_args: object, file: Path, yes: bool, other_key: bool, **_options: object) -> None:
        """Restore the backup, migrate the new database, and check that its contents can be read."""
        try:
            restored = restore_backup(file, replace=yes, other_key=other_key)
        except BackupError as error:
            raise CommandError(str(error)) from error
        facts = restored.manifest.database
        self.stdout.write(
            f"Restored {file.name} of {restored.manifest.moment:%d %B %Y, %H:%M} UTC: "
            f"{pluralize(facts.lists, 'list')} of {people_phrase(facts.people)}. Each of the "
            f"{len(facts.counts)} tables has as many rows as the backup."
        )
        if restored.old_database_message:
            self.stdout.write(restored.old_database_message)
        call_command("migrate", interactive=False, verbosity=0)
        self._check_contents()

    def _check_contents(self) -> None:
        """Print whether all lists and second factors can be read, and what to do next.

        Raises CommandError if there are lists that can't be read.
        """
        if factors := count_unreadable_second_factors():
            self.stderr.write(
                f"{pluralize(factors, 'second factor')} cannot be read with these keys, so those accounts "
                "cannot log in. Set TOTP_KEYS, and the SECRET_KEY of the site that made the backup."
            )
        if unreadable := find_unreadable_lists():
            shown_ids = ", ".join(unreadable[:_MAX_IDS_SHOWN])
            raise CommandError(
                f"Restored, but {pluralize(len(unreadable), 'list')} cannot be read: {shown_ids}. "
                "Restore an older backup, or start the site without them."
            )
        self.stdout.write("Every list can be read. Run 'manage.py prepare', then start the site.")
