"""Guards over make and the scripts, without a network."""

import os
import re
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.project_files import ROOT

pytestmark = pytest.mark.process

MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
TARGETS = re.findall(r"(?m)^([a-z-]+):(?! export)", MAKEFILE)


@pytest.fixture
def bare_checkout(tmp_path: Path) -> Path:
    """A checkout where nothing has been installed."""
    shutil.copytree(ROOT / "scripts", tmp_path / "scripts", ignore=shutil.ignore_patterns("__pycache__"))
    for lock in ("requirements.lock", "requirements-dev.lock", "requirements-uv.lock"):
        shutil.copy(ROOT / lock, tmp_path)
    return tmp_path


def run(*command: str, cwd: Path = ROOT, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command with this environment added."""
    return subprocess.run(
        command, cwd=cwd, env={**os.environ, **environment}, capture_output=True, text=True, check=False
    )


def test_help_lists_every_target_and_is_the_default() -> None:
    """``make`` without a target lists all targets."""
    assert {"run", "test", "check", "lock", "setup", "bench", "help"} <= set(TARGETS)
    listed = run("make", "--no-print-directory")
    assert listed.returncode == 0, listed.stderr
    lines = listed.stdout.splitlines()
    described = {
        words[1] for words in (line.split() for line in lines) if len(words) > 2 and words[0] == "make"
    }
    assert described == set(TARGETS)


def test_a_port_in_use_is_reported_in_one_line() -> None:
    """The command prepares nothing."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        done = run(sys.executable, "scripts/serve.py", address)
    assert done.returncode != 0
    assert done.stderr == f"{address} is in use; choose another with 'make run ADDR=127.0.0.1:8001'.\n"
    assert done.stdout == ""


def test_a_site_that_cannot_be_prepared_is_not_served(tmp_path: Path) -> None:
    """The folder of the database is missing: the command prints the reason and fails."""
    url = f"sqlite:///{tmp_path}/missing/db.sqlite3"
    done = run(sys.executable, "scripts/serve.py", "127.0.0.1:0", DATABASE_URL=url, SECRET_KEY="k" * 60)
    assert (done.returncode, done.stdout) == (1, "")
    assert "unable to open database file" in done.stderr


@pytest.mark.parametrize("address", ["nowhere", "127.0.0.1:http", "127.0.0.1:99999"])
def test_an_invalid_address_is_reported_in_one_line(address: str) -> None:
    """The line shows how to write one."""
    done = run(sys.executable, "scripts/serve.py", address)
    assert done.returncode != 0
    assert done.stderr.startswith(f"ADDR={address} is no address;")
    assert len(done.stderr.splitlines()) == 1


def test_an_old_python_is_reported_in_one_line(bare_checkout: Path) -> None:
    """The only Python on the path says that it is an older one."""
    folder = bare_checkout / "bin"
    folder.mkdir()
    old = folder / "python3"
    old.write_text(
        '#!/bin/sh\n[ "$1" = --version ] && echo "Python 3.9.2" && exit 0\nexit 1\n', encoding="utf-8"
    )
    old.chmod(0o755)
    (folder / "dirname").symlink_to(shutil.which("dirname") or "")
    done = run("/bin/sh", "scripts/setup.sh", cwd=bare_checkout, PATH=str(folder), PYTHON="")
    assert done.returncode != 0
    assert done.stderr.startswith("Musterbook needs Python 3.11 or newer, found Python 3.9.2;")
    assert len(done.stderr.splitlines()) == 1


def test_a_missing_module_is_reported_in_one_line(bare_checkout: Path) -> None:
    """On Debian, ensurepip is in a separate package."""
    hide = "import sys; sys.modules['ensurepip'] = None"
    start = "import runpy; runpy.run_path('scripts/setup.py', run_name='__main__')"
    done = run(sys.executable, "-c", f"{hide}; {start}", cwd=bare_checkout)
    assert done.returncode != 0
    assert "lacks the Python module ensurepip" in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert not (bare_checkout / ".venv").exists()


@pytest.mark.wide
def test_pip_is_used_if_uv_fails(bare_checkout: Path) -> None:
    """A second run installs nothing."""
    folder = bare_checkout / "bin"
    folder.mkdir()
    (folder / "uv").write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    (folder / "uv").chmod(0o755)
    shutil.copy(ROOT / "requirements-uv.lock", bare_checkout / "requirements.lock")
    path = f"{folder}:{os.environ['PATH']}"
    done = run(sys.executable, "scripts/setup.py", cwd=bare_checkout, PATH=path)
    assert done.returncode == 0, done.stderr
    assert "uv failed" in done.stdout
    assert (bare_checkout / ".venv" / "bin" / "uv").exists()
    again = run(sys.executable, "scripts/setup.py", cwd=bare_checkout, PATH=path)
    assert (again.returncode, again.stdout) == (0, "")


def test_both_locks_have_the_same_uv() -> None:
    locked = (ROOT / "requirements-uv.lock").read_text(encoding="utf-8")
    assert locked.startswith("uv==")
    assert locked in (ROOT / "requirements-dev.lock").read_text(encoding="utf-8")


def test_a_missing_package_is_reported_in_one_line() -> None:
    """Python without the locked packages gets an error with the fix."""
    done = run(sys.executable, "-S", "manage.py", "check")
    assert done.returncode != 0
    assert done.stderr == (
        "The Python module django is missing: remove the folder .venv and run 'make setup'.\n"
    )


@pytest.mark.parametrize(
    ("package", "command"), [("waitress", "scripts/serve.py"), ("whitenoise", "manage.py prepare")]
)
def test_a_damaged_installation_is_reported_in_one_line(package: str, command: str) -> None:
    """A package that only serving needs is reported before anything is prepared."""
    hide = f"import runpy, sys; sys.modules['{package}'] = None"
    script, *arguments = command.split()
    start = f"sys.argv = {[script, *arguments]}; runpy.run_path('{script}', run_name='__main__')"
    done = run(sys.executable, "-c", f"{hide}; {start}", DATABASE_URL="sqlite://:memory:")
    assert done.returncode != 0
    assert done.stderr.startswith(f"The Python module {package}")
    assert len(done.stderr.splitlines()) == 1


def test_a_checkout_keeps_its_secret_key(bare_checkout: Path) -> None:
    """The key is created once, and only its owner can read it."""
    key_file = bare_checkout / ".secret-key"
    make_key = "import sys; sys.path.insert(0, 'scripts'); import setup; setup.make_secret_key()"
    run(sys.executable, "-c", make_key, cwd=bare_checkout)
    first = key_file.read_text(encoding="utf-8")
    assert len(first.strip()) >= 50
    assert key_file.stat().st_mode & 0o777 == 0o600
    run(sys.executable, "-c", make_key, cwd=bare_checkout)
    assert key_file.read_text(encoding="utf-8") == first


def test_the_temporary_postgresql_is_removed() -> None:
    """The command sees a server on a socket. Its exit status is returned, and the server is removed."""
    script = "import os, sys; print(os.environ['DATABASE_URL']); sys.exit(3)"
    done = run(sys.executable, "scripts/pg.py", sys.executable, "-c", script)
    assert done.returncode == 3, done.stderr
    folder = Path(done.stdout.strip().partition("?host=")[2])
    assert folder.is_absolute()
    assert not folder.exists()


def test_a_killed_command_stops_its_postgresql() -> None:
    """SIGTERM while the command runs: the command ends, the server and its folder go."""
    wait = "import os, sys; print(os.environ['DATABASE_URL'], flush=True); sys.stdin.read()"
    with subprocess.Popen(
        [sys.executable, "scripts/pg.py", sys.executable, "-c", wait],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        folder = Path(process.stdout.readline().strip().partition("?host=")[2])
        assert (folder / "data").is_dir()
        process.terminate()
        process.wait(timeout=30)
    assert process.returncode == 143
    assert not folder.exists()
