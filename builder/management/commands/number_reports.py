"""``number_reports``: show reports of wrong numbers, turn one into a golden case, or settle one.

A golden case is a file with a list and its correct numbers, which the project's tests compare with the
calculated ones.
"""

import json
from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from builder.catalogue.store import catalogue_of
from builder.models import NumberReport
from builder.services.number_reports import golden_case


class Command(BaseCommand):
    """The command. Without arguments, it prints all open reports."""

    help = "List the reports of wrong numbers; write one as a golden case, or settle it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the number of a report, ``--golden FILE`` to write a golden case, and ``--settle``."""
        parser.add_argument("report", nargs="?", type=int, help="the number of a report")
        parser.add_argument("--golden", type=Path, metavar="FILE", help="write it as a golden case")
        parser.add_argument("--settle", action="store_true", help="take it off the list of open reports")

    def handle(
        self, *_args: object, report: int | None, golden: Path | None, settle: bool, **_options: object
    ) -> None:
        """Print all open reports, or handle the report with the given number.

        ``--golden`` writes it as a golden case. ``--settle`` settles it. Without these, print it.
        """
        if report is None:
            if golden or settle:
                raise CommandError("Give the number of a report.")
            for row in NumberReport.objects.filter(settled_at=None).select_related("edition__system"):
                self.stdout.write(f"{row.pk}  {row.made:%Y-%m-%d}  {row}: {row.problem}")
            return
        row = self._report(report)
        if golden:
            if golden.exists():
                raise CommandError(f"{golden} exists. Choose another name.")
            case = golden_case(row, catalogue_of(row.edition))
            golden.write_text(json.dumps(case, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
            self.stdout.write(f"{golden}: correct what is expected by the book before you commit it.")
        if settle:
            NumberReport.objects.filter(pk=row.pk).update(settled_at=timezone.now())
            self.stdout.write(f"{row.pk}: settled.")
        if not golden and not settle:
            self.stdout.write(f"{row}, revision {row.revision} of the rulings\n{row.problem}")

    def _report(self, number: int) -> NumberReport:
        row = NumberReport.objects.select_related("edition__system").filter(pk=number).first()
        if row is None:
            raise CommandError(f"There is no report {number}.")
        return row
