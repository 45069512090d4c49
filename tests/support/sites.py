"""Sites in separate processes, served by ``make run`` or gunicorn."""

import os
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from tests.support.project_files import ROOT


class RunningSite(NamedTuple):
    """A process that serves a site on a port of this computer."""

    process: "subprocess.Popen[str]"
    port: int


def site_environment(folder: Path, **settings: str) -> dict[str, str]:
    """Return the environment of a site whose files are all in this folder."""
    return {
        "PATH": os.environ["PATH"],
        "DATABASE_URL": f"sqlite:///{folder}/db.sqlite3",
        "SECRET_KEY": "a-key-for-this-test-alone-0123456789-abcdefghijklmnopqrstuvwxyz",
        "STATIC_ROOT": f"{folder}/static",
        "PAPERS_FOLDER": f"{folder}/papers",
        **settings,
    }


@contextmanager
def run_site(folder: Path, **settings: str) -> Iterator[RunningSite]:
    """Start ``make run`` on a free port, and end it with SIGTERM. Its log is in the file ``stderr``."""
    with (
        open(folder / "stderr", "a", encoding="utf-8") as stderr,
        subprocess.Popen(
            [sys.executable, "scripts/serve.py", "127.0.0.1:0"],
            cwd=ROOT,
            env=site_environment(folder, **settings),
            stdout=subprocess.PIPE,
            stderr=stderr,
            text=True,
        ) as process,
    ):
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            ready = re.fullmatch(
                r"Musterbook is ready at http://127\.0\.0\.1:(\d+)/ \(Ctrl-C stops it\)\n", line
            )
            assert ready, line + (folder / "stderr").read_text(encoding="utf-8")
            yield RunningSite(process, int(ready[1]))
        finally:
            process.terminate()
            process.wait(timeout=30)


@contextmanager
def run_gunicorn(folder: Path, **settings: str) -> Iterator[RunningSite]:
    """Start gunicorn without nginx on a free port. Its log is in the file ``stderr``.

    The site in the folder must be prepared. Connections wait until gunicorn is ready.
    """
    local = {"HTTPS": "off", "WEB_CONCURRENCY": "1"}
    with (
        socket.create_server(("127.0.0.1", 0)) as listener,
        open(folder / "stderr", "a", encoding="utf-8") as stderr,
        subprocess.Popen(
            [sys.executable, "-m", "gunicorn", "--config", "scripts/gunicorn.conf.py",
             "--bind", f"fd://{listener.fileno()}", "builder.wsgi:application"],
            cwd=ROOT,
            env=site_environment(folder, **local, **settings),
            pass_fds=[listener.fileno()],
            stderr=stderr,
            text=True,
        ) as process,
    ):  # fmt: skip
        port = listener.getsockname()[1]
        listener.close()  # connections fail if gunicorn doesn't start
        try:
            yield RunningSite(process, port)
        finally:
            process.terminate()
            process.wait(timeout=30)
