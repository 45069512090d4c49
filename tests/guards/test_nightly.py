"""The script of the service ``jobs``: once a day, sooner after a failure, never twice after a restart."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, time
from pathlib import Path

import pytest

from scripts.nightly import next_run
from tests.support.project_files import ROOT, run_python

START = time(3, 30)
SCRIPT = "scripts/nightly.py"


@pytest.mark.parametrize(
    ("last_success", "expected"),
    [
        ("2026-03-01T03:36:00+00:00", datetime(2026, 3, 2, 3, 30, tzinfo=UTC)),  # the same night
        ("2026-03-01T14:00:00+00:00", datetime(2026, 3, 2, 3, 30, tzinfo=UTC)),  # an afternoon
        ("2026-03-01T01:00:00+00:00", datetime(2026, 3, 1, 3, 30, tzinfo=UTC)),  # a late night before
        ("2026-02-28T23:00:00-03:00", datetime(2026, 3, 1, 3, 30, tzinfo=UTC)),  # another time zone
    ],
)
def test_the_next_run_is_at_the_next_start_time(
    tmp_path: Path, last_success: str, expected: datetime
) -> None:
    stamp = tmp_path / "last-success"
    stamp.write_text(last_success, encoding="utf-8")
    assert next_run(stamp, START) == expected


@pytest.mark.parametrize("content", [None, "", "yesterday"])
def test_jobs_that_never_succeeded_run_at_once(tmp_path: Path, content: str | None) -> None:
    stamp = tmp_path / "last-success"
    if content is not None:
        stamp.write_text(content, encoding="utf-8")
    assert next_run(stamp, START) < datetime(2000, 1, 1, tzinfo=UTC)


@pytest.mark.process
def test_the_health_check_fails_when_the_jobs_are_overdue(tmp_path: Path) -> None:
    assert run_python(SCRIPT, "--check", str(tmp_path)).returncode == 1
    (tmp_path / "last-backup").write_text(datetime.now(UTC).isoformat(), encoding="utf-8")
    (tmp_path / "last-maintain").write_text("2026-03-01T03:36:00+00:00", encoding="utf-8")
    assert run_python(SCRIPT, "--check", str(tmp_path)).returncode == 1
    (tmp_path / "last-maintain").write_text(datetime.now(UTC).isoformat(), encoding="utf-8")
    assert run_python(SCRIPT, "--check", str(tmp_path)).returncode == 0


@pytest.mark.process
def test_an_invalid_start_time_is_reported_in_one_line(tmp_path: Path) -> None:
    done = run_python(SCRIPT, str(tmp_path), NIGHTLY_TIME="half past three")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "NIGHTLY_TIME is not a time. Write it like 03:30; it is UTC.\n"


@contextmanager
def running(folder: Path, **environment: str) -> Iterator[list[str]]:
    """Run the script until it waits, and yield its log; then end it with SIGTERM, as a stopped container
    does.
    """
    with subprocess.Popen(
        [sys.executable, SCRIPT, str(folder)], cwd=ROOT, env=environment, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr is not None
        log: list[str] = []
        for line in process.stderr:
            log.append(line)
            if "Next run at" in line:
                break
        try:
            yield log
        finally:  # a failed assertion ends the script too, because leaving the block waits for it
            process.terminate()
        assert process.wait(timeout=30) == 0


@pytest.mark.process
def test_a_failure_does_not_repeat_successful_jobs(tmp_path: Path) -> None:
    """The first run makes a backup. Only the failed job is repeated. Then nothing runs."""
    environment = {
        "PATH": os.environ["PATH"],
        "DJANGO_SETTINGS_MODULE": "builder.settings",
        "DEBUG": "on",
        "DATABASE_URL": f"sqlite:///{tmp_path}/db.sqlite3",
    }
    backups = tmp_path / "backups"
    backups.mkdir()
    migrated = run_python("manage.py", "prepare", **environment)
    assert migrated.returncode == 0, migrated.stderr
    no_folder = tmp_path / "file"
    no_folder.touch()
    for _ in range(2):
        with running(backups, **environment, GALLERY_DUMP=f"{no_folder}/gallery.ndjson.gz") as log:
            assert any("maintain failed with exit code 1" in line for line in log)
    with running(backups, **environment, GALLERY_DUMP=f"{tmp_path}/gallery.ndjson.gz") as log:
        assert any("maintain succeeded." in line for line in log)
        assert not any("backup succeeded." in line for line in log)
    assert len(list(backups.glob("musterbook-*.zip"))) == 1
    assert run_python(SCRIPT, "--check", str(backups)).returncode == 0
