"""With LOG_FORMAT=json every line of a running site is JSON: its own, Django's and gunicorn's."""

import http.client
import json
import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.project_files import ROOT, run_python

pytestmark = pytest.mark.process


def test_every_line_of_the_process_is_json(tmp_path: Path) -> None:
    database = tmp_path / "db.sqlite3"
    environment = {
        "PATH": os.environ["PATH"],
        "DATABASE_URL": f"sqlite:///{database}",
        "SECRET_KEY": "a-key-for-this-test-alone-0123456789-abcdefghijklmnopqrstuvwxyz",
        "STATIC_ROOT": str(tmp_path / "static"),
        "PAPERS_FOLDER": str(tmp_path / "papers"),
        "LOG_FORMAT": "json",
        "ACCESS_LOG": "on",
        "GUNICORN_LOG_LEVEL": "info",
        "WEB_CONCURRENCY": "1",
    }
    with (
        open(tmp_path / "stderr", "w", encoding="utf-8") as stderr,
        subprocess.Popen(
            [sys.executable, "scripts/serve.py", "127.0.0.1:0"],
            cwd=ROOT,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=stderr,
            text=True,
        ) as site,
    ):
        assert site.stdout is not None
        port = int(site.stdout.readline().split(":")[2].split("/")[0])
        for address in ("/about/", "/nope/", "/api/v1/me", "/static/nope.css"):
            get(port, address)
        with sqlite3.connect(database) as connection:
            connection.execute("ALTER TABLE builder_edition DROP COLUMN notice")
        failed = get(port, "/systems/")
        site.send_signal(signal.SIGTERM)
        site.wait(timeout=30)
    lines = [json.loads(line) for line in (tmp_path / "stderr").read_text(encoding="utf-8").splitlines()]
    loggers = {line["logger"] for line in lines}
    assert {"gunicorn.error", "django.request", "musterbook.access"} <= loggers
    assert failed.status in (500, 503)
    (fault,) = [line for line in lines if "traceback" in line]
    assert fault["request_id"] == failed.headers["X-Request-ID"]
    assert "OperationalError" in fault["traceback"]


def get(port: int, address: str) -> http.client.HTTPResponse:
    """The answer to a GET request."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request("GET", address)
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer


def test_an_unknown_format_is_one_clear_line() -> None:
    done = run_python("manage.py", "check", SECRET_KEY="x" * 60, LOG_FORMAT="xml")
    assert done.returncode != 0
    assert done.stderr == "Cannot start: LOG_FORMAT must be text or json, not xml.\n"
