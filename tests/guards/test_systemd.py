"""The systemd units in docs/examples run existing commands, as docs/serving.md does."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import get_commands

from tests.support.project_files import ROOT

FOLDER = ROOT / "docs" / "examples" / "systemd"
SERVICES = sorted(FOLDER.glob("*.service"))
SERVING = (ROOT / "docs" / "serving.md").read_text(encoding="utf-8")


def test_systemd_units_run_existing_commands() -> None:
    texts = [path.read_text(encoding="utf-8") for path in SERVICES]
    commands = {name for text in texts for name in re.findall(r"manage\.py (\w+)", text)}
    assert commands == {"backup", "maintain", "prepare"}
    assert commands <= set(get_commands())
    (serve,) = (line for text in texts for line in re.findall(r"bin/(gunicorn .*)", text))
    assert f"`{serve}`" in SERVING


def test_each_job_has_its_timer() -> None:
    jobs = {path.stem for path in SERVICES if "Type=oneshot" in path.read_text(encoding="utf-8")}
    assert jobs == {path.stem for path in FOLDER.glob("*.timer")}


@pytest.mark.process
@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd-analyze here")
def test_systemd_accepts_the_units(tmp_path: Path) -> None:
    """With an existing program in place of those that the site installs."""
    for path in (*SERVICES, *FOLDER.glob("*.timer")):
        text = re.sub(r"/srv/musterbook/\.venv/bin/\w+", sys.executable, path.read_text(encoding="utf-8"))
        (tmp_path / path.name).write_text(text, encoding="utf-8")
    units = sorted(map(str, tmp_path.iterdir()))
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", *units], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
