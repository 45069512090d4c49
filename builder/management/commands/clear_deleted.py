"""``clear_deleted``: count or remove the deleted lists that can't be restored any more."""

from argparse import ArgumentParser

from django.conf import settings
from django.core.management.base import BaseCommand

from builder.models import CompanyList
from builder.models.lists import restorable_since
from builder.services.lists import clear_deleted_lists


class Command(BaseCommand):
    """The command. Without ``--yes`` it removes nothing."""

    help = "Count lists that were deleted too long ago to restore; with --yes, remove them for good."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add ``--yes``, which removes the lists."""
        parser.add_argument("--yes", action="store_true", help="remove them")

    def handle(self, *_args: object, yes: bool, **_options: object) -> None:
        """Print the number of these lists. With ``--yes``, also remove them."""
        before = restorable_since()
        days = settings.MUSTERBOOK_DELETED_DAYS
        if yes:
            count = clear_deleted_lists(before)
            self.stdout.write(f"{_lists_were(count)} deleted more than {days} days ago: removed.")
            return
        count = CompanyList.objects.filter(deleted_at__lt=before).count()
        self.stdout.write(f"{_lists_were(count)} deleted more than {days} days ago.")
        if count:
            self.stdout.write("Nothing was removed. Add --yes to remove them.")


def _lists_were(count: int) -> str:
    return "1 list was" if count == 1 else f"{count:,} lists were"
