"""``pack_history``: histories of before as what changed; the way back; and whether all can be read."""

from argparse import ArgumentParser

from django.core.management.base import BaseCommand

from builder.points.wording import pluralize
from builder.services.editing.packing import (
    PackingReport,
    check_histories,
    make_histories_whole,
    pack_histories,
)


class Command(BaseCommand):
    """Some revisions in each transaction: it may be interrupted, run again, and run while a site serves."""

    help = "Pack the histories of lists that hold whole documents: each revision holds what changed."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add --check, with which nothing is written, and --whole, the way back."""
        ways = parser.add_mutually_exclusive_group()
        ways.add_argument(
            "--check", action="store_true", help="only read every revision; exit with 1 where one is damaged"
        )
        ways.add_argument(
            "--whole", action="store_true", help="write whole documents again, for the version before"
        )

    def handle(self, *_args: object, check: bool, whole: bool, **_options: object) -> None:
        """Do it, and say how much it was; name what cannot be read, and exit with 1 then."""
        if check:
            self._say_checked(check_histories())
        elif whole:
            self._say(make_histories_whole(), "whole again")
        else:
            self._say(pack_histories(), "packed")

    def _say(self, report: PackingReport, done: str) -> None:
        sizes = f"{report.bytes_before:,} bytes before, {report.bytes_after:,} now"
        reads = " Each reads as before." if report.revisions else ""
        self.stdout.write(f"{_amount(report)}: {done}, {sizes}.{reads}")
        self._name_damaged(report)

    def _say_checked(self, report: PackingReport) -> None:
        whole = f"{report.whole:,} not packed yet"
        self.stdout.write(f"{_amount(report)}: read, {report.bytes_before:,} bytes, {whole}.")
        self._name_damaged(report)

    def _name_damaged(self, report: PackingReport) -> None:
        for fault in report.damaged:
            self.stdout.write(f"Cannot be read: {fault}")
        if report.damaged:
            raise SystemExit(1)


def _amount(report: PackingReport) -> str:
    return f"{pluralize(report.revisions, 'revision')} of {pluralize(report.lists, 'list')}"
