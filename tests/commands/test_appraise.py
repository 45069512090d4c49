"""``manage.py appraise``, run in a separate process without a database.

Documents with errors are tested in this process, by calling the command.
"""

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from builder.catalogue.files import sample_files

pytestmark = pytest.mark.process

ROOT = Path(__file__).resolve().parents[2]
REAVERS = dict(sample_files())["drop-reavers"]


def run(*arguments: str, stdin: bytes = b"", **environment: str) -> subprocess.CompletedProcess[bytes]:
    # This server doesn't exist, so any query fails.
    nowhere = {"DATABASE_URL": "postgres://nobody@nowhere.invalid/none"}
    return subprocess.run(
        [sys.executable, ROOT / "manage.py", "appraise", *arguments],
        input=stdin,
        capture_output=True,
        check=False,
        env={**os.environ, **nowhere, **environment},
    )


def document(**changes: Any) -> bytes:
    value = {
        "format": "company-list",
        "version": 1,
        "system": "unbridled-fury",
        "edition": "0.9.0",
        "name": "Test",
        **changes,
    }
    return json.dumps(value).encode()


def test_a_document_in_a_file_is_appraised(tmp_path: Path) -> None:
    done = run(str(REAVERS))
    assert (done.returncode, done.stderr) == (0, b"")
    said = json.loads(done.stdout)
    assert [said["name"], said["system"], said["edition"]] == [
        "Molybdenian Drop Reavers",
        "unbridled-fury",
        "0.9.0",
    ]
    captain = said["profiles"][0]
    assert (captain["key"], captain["points"]) == ("captain", 205)
    command_die = next(line for line in captain["lines"] if line["code"] == "command_die")
    assert [command_die[name] for name in ("base", "factor", "points", "page")] == [100, "1", 100, 53]
    for profile in said["profiles"]:
        assert sum(line["points"] for line in profile["lines"]) == profile["points"]
    roster = said["rosters"][0]
    assert [roster[name] for name in ("name", "limit", "points", "models")] == ["Night drop", 750, 739, 7]
    assert done.stdout.endswith(b"}\n")


def test_empty_variables_are_ignored() -> None:
    done = run(str(REAVERS), DATABASE_URL="", SECRET_KEY="", DEBUG="")
    assert (done.returncode, done.stderr) == (0, b"")


def test_findings_do_not_fail_the_command_and_json_is_utf_8() -> None:
    faulty = document(name="Æthelred…", profiles=[{"key": "nobody", "name": "Nobody"}])
    done = run("-", stdin=faulty, PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert "Æthelred…".encode() in done.stdout
    said = json.loads(done.stdout.decode("utf-8"))
    assert said["name"] == "Æthelred…"
    profile = said["profiles"][0]
    findings = [finding for finding in profile["findings"] if finding["code"] == "P-01"]
    assert {finding["level"] for finding in findings} == {"error"}
    assert {finding["where"] for finding in findings} >= {"attributes.mov", "attributes.cow"}


@pytest.mark.parametrize(
    ("stdin", "path"),
    [
        (b"", "the document is empty"),
        (b"\xff", "the document is not UTF-8"),
        (b"[" * 100_000, "the document is nested"),
        (document(version=2), "version is 2, from a newer version"),
        (document(edition="1.0"), "edition is not a known edition"),
        (
            document(profiles=[{"key": "a", "name": "A", "design": {"attributes": {"mov": "6"}}}]),
            "profiles[0].design.attributes.mov is a text",
        ),
        (document(**{"two\nlines": 1}), '"two\\nlines" is not a known field'),
        (b" " * 1_000_001, "the document has more than 1,000,000 bytes"),
    ],
    ids=["empty", "not text", "deep", "newer", "edition", "type", "field", "large"],
)
def test_invalid_documents_are_reported_in_one_line(
    stdin: bytes, path: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
    with pytest.raises(SystemExit) as ended:
        call_command("appraise", "-")
    assert ended.value.code == 1
    said, result = capsys.readouterr()
    assert said == ""
    assert result.startswith(path)
    assert result.count("\n") == 1
    assert result.endswith("\n")
    assert ": " in result


def test_a_folder_is_rejected(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        call_command("appraise", str(tmp_path))
    said, result = capsys.readouterr()
    assert said == ""
    assert "cannot be read" in result
    assert result.count("\n") == 1


def test_a_missing_file_is_reported_in_one_line(tmp_path: Path) -> None:
    done = run(str(tmp_path / "missing.json"))
    assert (done.returncode, done.stdout) == (1, b"")
    assert b"cannot be read" in done.stderr
    assert done.stderr.count(b"\n") == 1


def test_the_default_output_is_a_table() -> None:
    done = run(str(REAVERS), "--text", PYTHONIOENCODING="latin-1")
    assert (done.returncode, done.stderr) == (0, b"")
    lines = done.stdout.decode("utf-8").splitlines()
    assert lines[0] == "Molybdenian Drop Reavers: Unbridled Fury 0.9.0"
    assert "Captain [captain]: 205 points" in lines
    assert any(line.split() == ["CD", "d8", "100", "×", "1", "=", "100", "p53"] for line in lines)
    assert "Roster Night drop: 739 of 750 points, 7 models" in lines
