"""Other tools generate clients from the schema. The clients are type-checked and send some requests."""

import re
import shutil
import subprocess
import sys

import pytest

from tests.support.project_files import ROOT

pytestmark = [pytest.mark.wide, pytest.mark.process]


def test_the_example_clients_are_generated_checked_and_run() -> None:
    """Of every operation of the schema; in TypeScript where npm is there, and it is said where it is not."""
    done = subprocess.run(
        [sys.executable, "scripts/clients.py"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    counts = re.findall(r"^(\w+): (\d+) of (\d+) operations generated", done.stdout, re.MULTILINE)
    assert [language for language, *_ in counts] == ["Python", "TypeScript"][
        : 2 if shutil.which("npm") else 1
    ]
    assert all(generated == total for _, generated, total in counts)
    assert shutil.which("npm") or "TypeScript: not tried" in done.stdout
