"""``make run``: serve this checkout to this computer with waitress.

The port is opened first. So if it is in use, the script ends before it changes the database. Then the
database and the static files are prepared, and waitress gets the socket.
"""

import errno
import gc
import importlib
import os
import runpy
import signal
import socket
import sys
from pathlib import Path

try:
    import waitress
    from django.conf import settings
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
    set_environment(host)
    prepare()
    name = f"[{host}]" if ":" in host else host
    serve(listener, name)


def serve(listener: socket.socket, name: str) -> None:
    """Serve until SIGINT (Ctrl-C) or SIGTERM. A thread gets a request when all of it has arrived."""
    # Loading the application renders some pages, so the site must be prepared before.
    wsgi = importlib.import_module("builder.wsgi")
    importlib.import_module("builder.background").start_threads(is_replaceable=False)
    server = waitress.create_server(
        wsgi.application,
        sockets=[listener],
        threads=int(os.environ.get("WEB_THREADS") or "8"),
        connection_limit=800,  # below the 1,024 open files that many systems allow
        asyncore_use_poll=True,  # select() can't watch so many files
        channel_timeout=60,  # seconds without a byte in either direction
        cleanup_interval=10,
        max_request_header_size=65_536,
        # The site refuses large bodies with a page that explains it; waitress would close the connection.
        max_request_body_size=8 * settings.MUSTERBOOK_MAX_REQUEST_BYTES,
        # The part of a response that a client doesn't read at once goes to a file, so it blocks no thread.
        outbuf_high_watermark=100_000_000,
        # waitress ignores the headers of proxies. Django reads them if TRUST_PROXY_HEADER is on.
        clear_untrusted_proxy_headers=False,
        log_socket_errors=False,  # don't log clients that disconnect
        ident=None,  # no Server header
        server_name=name,  # for clients of HTTP/1.0 that send no Host header
    )
    signal.signal(signal.SIGTERM, lambda _signal, _frame: sys.exit())
    signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored in background jobs of shell scripts
    print(f"Musterbook is ready at http://{name}:{listener.getsockname()[1]}/ (Ctrl-C stops it)", flush=True)
    server.run()


def prepare() -> None:
    """Import the site in this process, then prepare it in a child process, which doesn't import it again.

    Garbage collection is off, because it would take a fifth of the time and free nothing.
    """
    gc.disable()
    manage("prepare", "--imports")
    child = os.fork()
    if not child:
        manage("prepare")
        sys.stdout.flush()
        os._exit(0)  # skips cleanup, which would take as long as creating the tables
    _, status = os.waitpid(child, 0)
    if status:
        sys.exit(os.waitstatus_to_exitcode(status))
    gc.enable()


def manage(*arguments: str) -> None:
    """Run a command of ``manage.py`` in this process."""
    sys.argv = ["manage.py", *arguments]
    runpy.run_path("manage.py", run_name="__main__")


def split_address(address: str) -> tuple[str, int]:
    """Return host and port of ``127.0.0.1:8000``, ``[::1]:8000`` or ``:8000``."""
    host, _, port = address.rpartition(":")
    if not port.isdecimal() or int(port) > 65535:
        sys.exit(f"ADDR={address} is no address; write it as host:port, for example 127.0.0.1:8000.")
    return host.strip("[]") or "127.0.0.1", int(port)


def bind(host: str, port: int) -> socket.socket:
    """Return a socket that listens on the address. Exit with one line if that is impossible."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        listener = socket.socket(family, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        # Sockets that don't listen can share an address, so only listening shows whether it is in use.
        listener.listen()
    except OSError as error:
        reason = (
            "is in use" if error.errno == errno.EADDRINUSE else f"cannot be served: {error.strerror or error}"
        )
        sys.exit(f"{host}:{port} {reason}; choose another with 'make run ADDR=127.0.0.1:8001'.")
    return listener


def set_environment(host: str) -> None:
    """Set the environment for a site without HTTPS on one computer.

    Existing variables stay, except DEBUG, which is always off.
    """
    name = f"[{host}]" if ":" in host else host
    hosts = dict.fromkeys((*LOCAL_HOSTS, name))
    os.environ["DEBUG"] = "off"
    os.environ["HTTPS"] = os.environ.get("HTTPS") or "off"
    os.environ["ALLOWED_HOSTS"] = os.environ.get("ALLOWED_HOSTS") or ",".join(hosts)


if __name__ == "__main__":
    main()
