"""The project's own files, which the guards read."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
UNTRACKED_FOLDERS = {".git", ".venv", "staticfiles", "node_modules", "test-results", "__pycache__"}


def project_files() -> list[Path]:
    """Return the files that git tracks or could track, or without git the files that aren't generated."""
    listed = subprocess.run(
        [
            "git",
            "-c",
            f"safe.directory={ROOT}",
            "ls-files",
            "-z",
            "--cached",
            "--others",
            "--exclude-standard",
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if listed.returncode == 0:
        paths = [ROOT / name for name in listed.stdout.split("\0") if name]
        return [path for path in paths if path.is_file()]
    return list(_walk(ROOT))


def _walk(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.iterdir()):
        if path.is_file():
            yield path
        elif path.name not in UNTRACKED_FOLDERS and not path.name.endswith("_cache"):
            yield from _walk(path)


def text_files() -> list[tuple[str, str]]:
    """Return the path within the project, and the text, of each file that is text."""
    result = []
    for path in project_files():
        try:
            result.append((path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")))
        except UnicodeDecodeError:
            continue
    return result


def run_python(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run this Python in the project's root.

    Its environment contains only the path of programs, the name of the settings, and the given variables.
    """
    clean = {"PATH": os.environ["PATH"], "DJANGO_SETTINGS_MODULE": "builder.settings", **environment}
    return subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, env=clean, capture_output=True, text=True, check=False
    )
