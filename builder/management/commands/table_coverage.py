"""``table_coverage``: show where Musterbook has the rules, tables and numbers that players need in play.

They are the items of a game's text (``builder.catalogue.coverage``).
"""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from builder.catalogue.coverage import ItemCoverage, book_items, item_coverages
from builder.catalogue.files import bundled_catalogues


class Command(BaseCommand):
    """The command. It prints a Markdown table for each game, and fails if Musterbook lacks an item."""

    help = "Show where Musterbook covers each item of a game's text that players need during play."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the codes of the game systems to show."""
        parser.add_argument(
            "systems", nargs="*", help="Codes of systems, such as zapp; all if none is named."
        )

    def handle(self, *args: Any, systems: list[str], **options: Any) -> None:
        """Print a table for each game."""
        known = {system for system, _ in bundled_catalogues()}
        if unknown := sorted(set(systems) - known):
            raise CommandError(
                f"There is no system {', '.join(unknown)}: choose from {', '.join(sorted(known))}."
            )
        uncovered_count = 0
        for (system, _), catalogue in bundled_catalogues().items():
            if systems and system not in systems:
                continue
            items = item_coverages(book_items(catalogue), catalogue)
            uncovered_count += sum(not item.is_covered for item in items)
            self.stdout.write(f"## {catalogue.title}: {len(items)} items\n\n")
            self.stdout.write("| id | item | page or place | where we have it |\n|---|---|---|---|\n")
            self.stdout.writelines(map(_table_row, items))
        if uncovered_count:
            raise CommandError(f"{uncovered_count} items are not covered.")


def _table_row(coverage: ItemCoverage) -> str:
    item = coverage.item
    places = "; ".join(
        f"**missing** {place}" if place in coverage.missing_places else place for place in item.at
    )
    return f"| {item.id} | {item.item} | {item.page} | {places or '**missing**'} |\n"
