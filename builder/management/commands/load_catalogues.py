"""``load_catalogues``: load the editions of the games, with their rules and prices, into the database.

The command is safe to repeat.
"""

from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from builder.catalogue.files import read_editions
from builder.catalogue.load import EditionInUseError, PublishedEditionError, UnknownSystemError, load_edition
from builder.catalogue.parsing import CatalogueError
from builder.catalogue.rulings import DATA_FOLDER

MAX_DIFFERENCES_SHOWN = 40
UNCHANGED = "nothing was changed. Put a correction into a new edition, in a new file."


class Command(BaseCommand):
    """The command. It stops if the file of a published edition differs from the database.

    With ``--replace``, it overwrites such an edition instead.
    """

    help = "Load every edition that is not in the database yet; refuse a changed one."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add ``--data`` for more folders with files of editions, and ``--replace`` to overwrite editions."""
        parser.add_argument("--data", action="append", default=[], type=Path, metavar="DIR")
        parser.add_argument(
            "--replace",
            action="store_true",
            help="overwrite editions that differ, unless designs in lists could then no longer be read",
        )

    def handle(
        self, *_args: object, data: list[Path], replace: bool, verbosity: int, **_options: object
    ) -> None:
        """Load the editions, and print a line for each edition."""
        for folder in data:
            if not folder.is_dir():
                raise CommandError(f"{folder} is not a folder")
        try:
            catalogues = read_editions([DATA_FOLDER, *data])
        except CatalogueError as error:
            raise CommandError(str(error)) from error
        for (system, edition), catalogue in catalogues.items():
            try:
                outcome = load_edition(catalogue, replace=replace)
            except PublishedEditionError as error:
                raise CommandError(describe_refusal(error)) from error
            except EditionInUseError as error:
                raise CommandError(f"{error}: {UNCHANGED}") from error
            except UnknownSystemError as error:
                fix = "Add one, and its line in builder/points/systems/__init__.py."
                raise CommandError(f"{error}: it was not loaded. {fix}") from error
            if verbosity:
                self.stdout.write(f"{system} {edition}: {outcome}")


def describe_refusal(error: PublishedEditionError) -> str:
    """Return the reason and the fix for an edition that differs from the database, then the differences."""
    lines = [f"{error}: {UNCHANGED}"]
    lines += [f"  {difference}" for difference in error.differences[:MAX_DIFFERENCES_SHOWN]]
    if len(error.differences) > MAX_DIFFERENCES_SHOWN:
        lines.append(f"  … and {len(error.differences) - MAX_DIFFERENCES_SHOWN} more")
    return "\n".join(lines)
