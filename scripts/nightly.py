"""Run ``manage.py backup`` and ``maintain`` once a day, as the service ``jobs`` of docker-compose.yml does.

The time of each command's last success is stored with the backups, so that a restart of this script doesn't
run the commands again. A command that fails is tried again in an hour. If only ``maintain`` fails, no further
backup is made. NIGHTLY_TIME (UTC) and BACKUP_KEEP are read from the environment. The script needs only the
standard library.
"""

import argparse
import logging
import os
import signal
import subprocess
import sys
import time
from datetime import UTC, datetime, timedelta
from datetime import time as clock_time
from pathlib import Path
from typing import NamedTuple

MANAGE = Path(__file__).resolve().parent.parent / "manage.py"
RETRY_AFTER = timedelta(hours=1)
LATE_AFTER = timedelta(hours=2)  # the jobs of a large site may take an hour

logger = logging.getLogger("nightly")


def main() -> int:
    """Run the commands each day until the process is ended.

    With ``--check``, only return 1 if the commands are overdue, or 0.
    """
    parser = argparse.ArgumentParser(description="Maintain the site and back it up once a day.")
    parser.add_argument("folder", type=Path, help="the folder of the backups")
    parser.add_argument("--check", action="store_true", help="exit with 1 if the jobs are overdue")
    arguments = parser.parse_args()
    try:
        start = clock_time.fromisoformat(os.environ.get("NIGHTLY_TIME") or "03:30")
    except ValueError:
        sys.exit("NIGHTLY_TIME is not a time. Write it like 03:30; it is UTC.")
    commands = nightly_commands(arguments.folder)
    if arguments.check:
        overdue = next_start(commands, start) + LATE_AFTER < datetime.now(UTC)
        return 1 if overdue else 0
    logging.basicConfig(level=logging.INFO, format="{asctime} {levelname} {name}: {message}", style="{")
    # Otherwise the first process of a container ignores SIGTERM.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    while True:
        wait_until(next_start(commands, start))
        due = [command for command in commands if next_run(command.stamp, start) <= datetime.now(UTC)]
        # "maintain" must not delete anything if the backup failed.
        if not all(run_command(command) for command in due):
            wait_until(datetime.now(UTC) + RETRY_AFTER)


class NightlyCommand(NamedTuple):
    """A command of ``manage.py``, and the file with the time of its last success."""

    arguments: tuple[str, ...]
    stamp: Path

    @property
    def name(self) -> str:
        """The name of the command."""
        return self.arguments[0]


def nightly_commands(folder: Path) -> list[NightlyCommand]:
    """Return the commands in the order in which they run."""
    keep = os.environ.get("BACKUP_KEEP") or "14"
    backup = ("backup", str(folder), "--keep", keep)
    return [
        NightlyCommand(backup, folder / "last-backup"),
        NightlyCommand(("maintain",), folder / "last-maintain"),
    ]


def next_start(commands: list[NightlyCommand], start: clock_time) -> datetime:
    """Return the earliest time at which a command is due."""
    return min(next_run(command.stamp, start) for command in commands)


def next_run(stamp: Path, start: clock_time) -> datetime:
    """Return the first start time after a command's last success, or a time in the past if it never ran."""
    try:
        last = datetime.fromisoformat(stamp.read_text(encoding="utf-8").strip()).astimezone(UTC)
    except (OSError, ValueError):
        return datetime.min.replace(tzinfo=UTC)
    same_day = datetime.combine(last.date(), start, tzinfo=UTC)
    return same_day if same_day > last else same_day + timedelta(days=1)


def wait_until(moment: datetime) -> None:
    """Sleep until the moment. The steps are short, so that changes of the clock are noticed."""
    if moment > datetime.now(UTC):
        logger.info("Next run at %s UTC.", moment.strftime("%Y-%m-%d %H:%M"))
    while (rest := (moment - datetime.now(UTC)).total_seconds()) > 0:
        time.sleep(min(rest, 60))


def run_command(command: NightlyCommand) -> bool:
    """Run a command, store the time if it succeeds, and return whether it succeeded."""
    code = subprocess.run([sys.executable, str(MANAGE), *command.arguments], check=False).returncode
    if code:
        logger.error("%s failed with exit code %d. It is tried again in an hour.", command.name, code)
        return False
    command.stamp.write_text(datetime.now(UTC).isoformat(timespec="seconds"), encoding="utf-8")
    logger.info("%s succeeded.", command.name)
    return True


if __name__ == "__main__":
    sys.exit(main())
