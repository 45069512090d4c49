"""With LOG_FORMAT=json, each line of a running site is JSON: its own, Django's and the server's."""

import http.client
import json
import sqlite3
from pathlib import Path

import pytest

from tests.support.project_files import run_python
from tests.support.sites import run_gunicorn, run_site, site_environment

pytestmark = pytest.mark.process


LOGGING = {"LOG_FORMAT": "json", "ACCESS_LOG": "on", "GUNICORN_LOG_LEVEL": "info"}


def test_every_line_of_make_run_is_json(tmp_path: Path) -> None:
    with run_site(tmp_path, **LOGGING) as site:
        for address in ("/about/", "/nope/", "/api/v1/me", "/static/nope.css"):
            get(site.port, address)
        with sqlite3.connect(tmp_path / "db.sqlite3") as connection:
            connection.execute("ALTER TABLE builder_edition DROP COLUMN notice")
        failed = get(site.port, "/systems/")
    assert failed.status in (500, 503)
    lines = read_log(tmp_path)
    assert {"django.request", "musterbook.access"} <= {line["logger"] for line in lines}
    (fault,) = [line for line in lines if "traceback" in line]
    assert fault["request_id"] == failed.headers["X-Request-ID"]
    assert "OperationalError" in fault["traceback"]


def test_every_line_of_gunicorn_is_json(tmp_path: Path) -> None:
    run_python("manage.py", "prepare", **site_environment(tmp_path))
    with run_gunicorn(tmp_path, **LOGGING) as site:
        assert get(site.port, "/nope/").status == 404
    loggers = {line["logger"] for line in read_log(tmp_path)}
    assert {"gunicorn.error", "django.request", "musterbook.access"} <= loggers


def test_waitress_logs_to_the_output_of_the_site() -> None:
    """It has no handler of its own, and doesn't log that its threads are busy."""
    code = (
        "import django, logging, waitress; django.setup();"
        "logging.getLogger('waitress').warning('one'); logging.getLogger('waitress.queue').warning('two')"
    )
    done = run_python(
        "-c", code, DJANGO_SETTINGS_MODULE="builder.settings", SECRET_KEY="x" * 60, LOG_FORMAT="json"
    )
    (line,) = map(json.loads, done.stderr.splitlines())
    assert (line["logger"], line["message"]) == ("waitress", "one")


def read_log(folder: Path) -> list[dict[str, str]]:
    """Return the lines that a site wrote to standard error."""
    return [json.loads(line) for line in (folder / "stderr").read_text(encoding="utf-8").splitlines()]


def get(port: int, address: str) -> http.client.HTTPResponse:
    """Return the response to a GET request."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request("GET", address)
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer


def test_an_unknown_format_is_reported_in_one_line() -> None:
    done = run_python("manage.py", "check", SECRET_KEY="x" * 60, LOG_FORMAT="xml")
    assert done.returncode != 0
    assert done.stderr == "Cannot start: LOG_FORMAT must be text or json, not xml.\n"
