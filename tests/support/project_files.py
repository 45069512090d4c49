"""The project's own files, as the guards read them."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
UNTRACKED_FOLDERS = {".git", ".venv", "staticfiles", "node_modules", "test-results", "__pycache__"}


def project_files() -> list[Path]:
    """Return every file that git tracks or could track; without git, every file that isn't generated."""
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
    """Path within the project and text of every file that is text."""
    result = []
    for path in project_files():
        try:
            result.append((path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")))
        except UnicodeDecodeError:
            continue
    return result


def run_python(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run this Python in the project's root, with only the given environment and the settings."""
    clean = {"PATH": os.environ["PATH"], "DJANGO_SETTINGS_MODULE": "builder.settings", **environment}
    return subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, env=clean, capture_output=True, text=True, check=False
    )
