"""Serve this checkout to this computer with gunicorn; run by ``make run``.

The port is taken first, so that a second start touches nothing. Then the database and the static
files are made ready, and gunicorn gets the bound socket and says the address once it answers.
"""

import errno
import gc
import os
import runpy
import socket
import sys
from pathlib import Path

try:
    from gunicorn.app.wsgiapp import run
except ModuleNotFoundError as error:
    sys.exit(f"The Python module {error.name} is missing: remove the folder .venv and run 'make setup'.")

ROOT = Path(__file__).resolve().parent.parent
LOCAL_HOSTS = ("localhost", "127.0.0.1", "[::1]")


def main() -> None:
    """Serve at the address given as the only argument, ``host:port``."""
    host, port = split_address(sys.argv[1] if len(sys.argv) > 1 else "127.0.0.1:8000")
    listener = bind(host, port)
    os.chdir(ROOT)
    sys.path.insert(0, str(ROOT))
    set_environment(host, listener.getsockname()[1])
    prepare()
    configuration = ["--config", "scripts/gunicorn.conf.py", "--bind", f"fd://{listener.fileno()}"]
    sys.argv = ["gunicorn", *configuration, "builder.wsgi:application"]
    run(prog="gunicorn")


def prepare() -> None:
    """Import the site, then let a child of this process prepare it, which so need not import it again.

    What is imported stays, and the child ends: looking for garbage would be a fifth of the work for nothing.
    """
    gc.disable()
    manage("prepare", "--imports")
    child = os.fork()
    if not child:
        manage("prepare")
        sys.stdout.flush()
        os._exit(0)  # taking everything apart would cost as much as making the tables
    _, status = os.waitpid(child, 0)
    if status:
        sys.exit(os.waitstatus_to_exitcode(status))
    gc.enable()


def manage(*arguments: str) -> None:
    """Run a command of ``manage.py`` in this process; what keeps it from starting is one clear line."""
    sys.argv = ["manage.py", *arguments]
    runpy.run_path("manage.py", run_name="__main__")


def split_address(address: str) -> tuple[str, int]:
    """``127.0.0.1:8000``, ``[::1]:8000`` or ``:8000`` as host and port."""
    host, _, port = address.rpartition(":")
    if not port.isdecimal() or int(port) > 65535:
        sys.exit(f"ADDR={address} is no address; write it as host:port, for example 127.0.0.1:8000.")
    return host.strip("[]") or "127.0.0.1", int(port)


def bind(host: str, port: int) -> socket.socket:
    """A socket that listens at the address; one line when it cannot be had."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        listener = socket.socket(family, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        # Two sockets that do not listen may share an address; this tells whether another does.
        listener.listen()
    except OSError as error:
        reason = (
            "is in use" if error.errno == errno.EADDRINUSE else f"cannot be served: {error.strerror or error}"
        )
        sys.exit(f"{host}:{port} {reason}; choose another with 'make run ADDR=127.0.0.1:8001'.")
    return listener


def set_environment(host: str, port: int) -> None:
    """What serving one computer without HTTPS takes; the environment may say otherwise."""
    name = f"[{host}]" if ":" in host else host
    hosts = dict.fromkeys((*LOCAL_HOSTS, name))
    os.environ["DEBUG"] = "off"
    os.environ["HTTPS"] = os.environ.get("HTTPS") or "off"
    os.environ["ALLOWED_HOSTS"] = os.environ.get("ALLOWED_HOSTS") or ",".join(hosts)
    os.environ["MUSTERBOOK_ADDRESS"] = f"http://{name}:{port}/"


if __name__ == "__main__":
    main()
