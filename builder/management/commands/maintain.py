"""``maintain``: run all nightly jobs."""

import logging
from collections.abc import Callable
from functools import partial
from io import StringIO

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from builder.management.maintenance_lock import claim_maintenance

Job = Callable[[], str]

logger = logging.getLogger(__name__)


class Command(BaseCommand):
    """The command. It can run while the site is in use. If a job fails, the other jobs still run."""

    help = "Run all nightly jobs: delete expired rows, and write the dump of the gallery."

    def handle(self, *_args: object, **_options: object) -> None:
        """Run the jobs, and print a line for each job. Raises CommandError if a job has failed."""
        with claim_maintenance() as claimed:
            if not claimed:
                self.stdout.write("Another 'maintain' is running. Nothing was done.")
                return
            jobs = nightly_jobs()
            failed = [name for name, job in jobs.items() if not self._run_job(name, job)]
        if failed:
            raise CommandError(f"{len(failed)} of {len(jobs)} jobs failed: {', '.join(failed)}.")

    def _run_job(self, name: str, job: Job) -> bool:
        """Run a job, report it in one line, and return whether it succeeded."""
        try:
            outcome = job()
        except Exception as error:
            reason = " ".join(str(error).split()) or type(error).__name__
            self.stderr.write(f"{name}: failed: {reason}")
            if not isinstance(error, CommandError):  # the text of a CommandError explains the failure
                logger.exception("%s failed", name)
            if not connection.is_usable():
                connection.close()  # the next job opens a new connection
            return False
        self.stdout.write(f"{name}: {outcome or 'done.'}")
        return True


def nightly_jobs() -> dict[str, Job]:
    """Return the jobs by name, in the order in which they run."""
    jobs: dict[str, Job] = {
        "clearsessions": partial(run_command, "clearsessions"),
        "clear_deleted": partial(run_command, "clear_deleted", yes=True),
        "clear_guests": partial(run_command, "clear_guests", yes=True),
        "clear_programs": partial(run_command, "clear_programs", yes=True),
        "dump_gallery": partial(run_command, "dump_gallery"),
    }
    if connection.vendor == "sqlite":  # PostgreSQL updates its statistics itself
        jobs["optimize"] = optimize_database
    return jobs


def run_command(name: str, **options: object) -> str:
    """Run a command, and return the last line of its output, which is its summary."""
    output = StringIO()
    call_command(name, stdout=output, **options)
    lines = output.getvalue().strip().splitlines()
    return lines[-1] if lines else ""


def optimize_database() -> str:
    """Update the statistics that SQLite uses to choose indexes. Return an empty summary."""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA optimize")
    return ""
