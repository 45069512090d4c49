"""Run ``manage.py maintain`` with a backup once a day, as the service ``jobs`` of docker-compose.yml does.

A restart changes nothing: the time of the last success is stored with the backups. NIGHTLY_TIME (UTC) and
BACKUP_KEEP are read from the environment. Only the standard library is needed.
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

MANAGE = Path(__file__).resolve().parent.parent / "manage.py"
RETRY_AFTER = timedelta(hours=1)
LATE_AFTER = timedelta(hours=2)  # the jobs of a large site may take an hour

logger = logging.getLogger("nightly")


def main() -> int:
    """Run until the process is ended; with ``--check`` only return 1 if the jobs are overdue."""
    parser = argparse.ArgumentParser(description="Maintain the site and back it up once a day.")
    parser.add_argument("folder", type=Path, help="the folder of the backups")
    parser.add_argument("--check", action="store_true", help="exit with 1 if the jobs are overdue")
    arguments = parser.parse_args()
    try:
        start = clock_time.fromisoformat(os.environ.get("NIGHTLY_TIME") or "03:30")
    except ValueError:
        sys.exit("NIGHTLY_TIME is not a time. Write it like 03:30; it is UTC.")
    stamp: Path = arguments.folder / "last-success"
    if arguments.check:
        return 1 if next_run(stamp, start) + LATE_AFTER < datetime.now(UTC) else 0
    logging.basicConfig(level=logging.INFO, format="{asctime} {levelname} {name}: {message}", style="{")
    # Otherwise the first process of a container ignores it.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    while True:
        wait_until(next_run(stamp, start))
        if run_jobs(arguments.folder):
            stamp.write_text(datetime.now(UTC).isoformat(timespec="seconds"), encoding="utf-8")
        else:
            wait_until(datetime.now(UTC) + RETRY_AFTER)


def next_run(stamp: Path, start: clock_time) -> datetime:
    """Return the first start time after the last success; a time in the past if there was none."""
    try:
        last = datetime.fromisoformat(stamp.read_text(encoding="utf-8").strip()).astimezone(UTC)
    except (OSError, ValueError):
        return datetime.min.replace(tzinfo=UTC)
    same_day = datetime.combine(last.date(), start, tzinfo=UTC)
    return same_day if same_day > last else same_day + timedelta(days=1)


def wait_until(moment: datetime) -> None:
    """Sleep until the moment, in short steps, so that a changed clock is noticed."""
    if moment > datetime.now(UTC):
        logger.info("Next run at %s UTC.", moment.strftime("%Y-%m-%d %H:%M"))
    while (rest := (moment - datetime.now(UTC)).total_seconds()) > 0:
        time.sleep(min(rest, 60))


def run_jobs(folder: Path) -> bool:
    """Back up and maintain, and return whether all jobs succeeded."""
    keep = os.environ.get("BACKUP_KEEP") or "14"
    command = [sys.executable, str(MANAGE), "maintain", "--backup", str(folder), "--keep", keep]
    code = subprocess.run(command, check=False).returncode
    if code:
        logger.error("maintain failed with exit code %d. It is tried again in an hour.", code)
    else:
        logger.info("maintain succeeded.")
    return code == 0


if __name__ == "__main__":
    sys.exit(main())
