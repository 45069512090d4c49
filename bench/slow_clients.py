"""Slow clients of ``make run``, and of gunicorn behind nginx: how long everybody else waits.

The bodies are of a form that the site reads: the cookie and the token are those of its page.
"""

import os
import re
import shutil
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode

from bench.fault_scenes import ROOT, Seen, Site, Visitor, free_port, many, median_ms, time_pages
from bench.forms import fields_of

CLIENTS = 50
MOST_SECONDS = 0.5
"""The longest that others may wait for clients that send slowly."""

_LARGE = "/api/v1/schema"
_SETTINGS = {"MUSTERBOOK_UNITS_A_MINUTE_OF_AN_ADDRESS": "1000000"}


class SlowRequest(NamedTuple):
    """What a slow client sends at once, and then a byte a second."""

    at_once: bytes
    slowly: bytes = b""


@contextmanager
def make_run(folder: Path) -> Iterator[Site]:
    """A site that ``make run`` serves."""
    site = Site(folder, **_SETTINGS)
    command = [sys.executable, "scripts/serve.py", "127.0.0.1:0"]
    with (
        (folder / "log").open("a") as log,
        subprocess.Popen(
            command, cwd=ROOT, env=site.environment, stdout=subprocess.PIPE, stderr=log, text=True
        ) as process,
    ):
        assert process.stdout is not None  # noqa: S101 - it was asked for
        ready = re.search(r"ready at http://127\.0\.0\.1:(\d+)", process.stdout.readline())
        if not ready:
            raise SystemExit(f"The site did not start: {(folder / 'log').read_text()[-500:]}")
        site.port = int(ready[1])
        yield site
        process.terminate()


@contextmanager
def behind_nginx(folder: Path) -> Iterator[Site]:
    """A site that gunicorn serves behind nginx, with the configuration of docs/examples."""
    site = Site(folder, TRUST_PROXY_HEADER="on", **_SETTINGS)
    site.start()
    gunicorn_port, site.port = site.port, free_port()
    path = folder / "nginx.conf"
    path.write_text(nginx_configuration(folder, site.port, gunicorn_port))
    nginx = subprocess.Popen(["nginx", "-e", str(folder / "nginx.log"), "-c", str(path)])
    try:
        site.wait_until_up()
        yield site
    finally:
        nginx.terminate()
        nginx.wait(timeout=30)
        site.stop()


def nginx_configuration(folder: Path, port: int, gunicorn_port: int) -> str:
    """Return the example's configuration without HTTPS, for one port of this computer."""
    example = (ROOT / "docs" / "examples" / "nginx.conf").read_text()
    servers = re.sub(r"(?m)^ +(ssl_|http2 ).*\n", "", example)
    for old, new in {
        "server web:8000;": f"server 127.0.0.1:{gunicorn_port};",
        "listen 80 default_server;": f"listen unix:{folder}/redirects default_server;",
        "listen 443 ssl default_server;": f"listen 127.0.0.1:{port} default_server;",
        "error_log /var/log/nginx/error.log crit;": "",
        "X-Forwarded-Proto https;": "X-Forwarded-Proto http;",
    }.items():
        if old not in servers:
            raise SystemExit(f"docs/examples/nginx.conf has no line '{old}' any more")
        servers = servers.replace(old, new)
    places = "".join(
        f"{kind}_temp_path {folder}/{kind};\n"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    user = "user root;\n" if os.geteuid() == 0 else ""
    return f"{user}daemon off;\npid {folder}/nginx.pid;\nevents {{}}\nhttp {{\n{places}{servers}\n}}\n"


SERVERS: dict[str, Callable[[Path], AbstractContextManager[Site]]] = {
    "make run": make_run,
    "gunicorn behind nginx": behind_nginx,
}


def slow_clients(folder: Path, *, short: bool) -> Iterator[Seen]:
    """Fifty slow clients of each kind, and somebody who loads a page meanwhile."""
    for name, serve in SERVERS.items():
        if serve is behind_nginx and not shutil.which("nginx"):
            yield Seen("slow", f"{name}: not played, nginx is not installed", "")
            continue
        place = folder / name.replace(" ", "-")
        place.mkdir()
        with serve(place) as site:
            time_pages(site, "/about/", 1)
            Visitor(site).get(_LARGE)  # made once, then cached
            for kind, request in slow_requests(site).items():
                yield _senders(site, name, kind, request, short=short)
            yield _readers(site, name, short=short)


def slow_requests(site: Site) -> dict[str, SlowRequest]:
    """Return what slow clients send, by kind."""
    visitor = Visitor(site)
    fields = fields_of(visitor.get("/lists/import/").body)
    token = fields["csrfmiddlewaretoken"][0]
    cookies = "; ".join(f"{name}={value}" for name, value in visitor.cookies.items())
    body = urlencode({"csrfmiddlewaretoken": token, "text": "a" * 100_000}).encode()
    head = (
        "POST /lists/import/ HTTP/1.1\r\nHost: localhost\r\n"
        f"Content-Type: application/x-www-form-urlencoded\r\nCookie: {cookies}\r\n"
    ).encode()
    whole = head + b"Connection: close\r\nContent-Length: %d\r\n\r\n" % len(body) + body
    status = _exchange(site, whole)
    if not re.match(rb"HTTP/1.1 (200|302|400) ", status) or b"CSRF" in status:
        raise SystemExit(f"The site does not read the bodies: {status[:200]!r}")
    half = len(body) // 2
    return {
        "half a head": SlowRequest(head, b"X-Slow: aaaaaaaaaaaaaaaaaaaaaaaaaaaaa"),
        "half a body": SlowRequest(
            head + b"Content-Length: %d\r\n\r\n" % len(body) + body[:half], body[half:]
        ),
        "half a body in chunks": SlowRequest(
            head + b"Transfer-Encoding: chunked\r\n\r\n%x\r\n" % len(body) + body[:half], body[half:]
        ),
        "nothing": SlowRequest(b""),
    }


def _exchange(site: Site, request: bytes) -> bytes:
    with socket.create_connection(("127.0.0.1", site.port), timeout=30) as client:
        client.sendall(request)
        return b"".join(iter(lambda: client.recv(65536), b""))


def _senders(site: Site, server: str, kind: str, request: SlowRequest, *, short: bool) -> Seen:
    def send(_number: int, over: threading.Event) -> None:
        with suppress(OSError), socket.create_connection(("127.0.0.1", site.port)) as client:
            client.sendall(request.at_once)
            for byte in request.slowly:
                if over.wait(1):
                    return
                client.send(bytes([byte]))
            over.wait()

    taken = _times_of_others(site, send, lambda: time.sleep(1), short=short)
    most = 10 * MOST_SECONDS if short else MOST_SECONDS
    return _seen(server, f"{CLIENTS} clients have sent {kind}", taken, most)


def _readers(site: Site, server: str, *, short: bool) -> Seen:
    """Time the page of somebody else while clients read 100 bytes a second of their answers.

    It begins once all answers have begun, for making them takes time too.
    """
    begun = threading.Semaphore(0)

    def read(_number: int, over: threading.Event) -> None:
        with suppress(OSError), socket.socket() as client:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
            client.connect(("127.0.0.1", site.port))
            client.sendall(f"GET {_LARGE} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            client.settimeout(1)
            first = True
            while not over.wait(0 if first else 1):
                with suppress(TimeoutError):
                    client.recv(100)
                    if first:
                        begun.release()
                    first = False

    def wait() -> None:
        until = time.monotonic() + 40
        for _ in range(CLIENTS):
            begun.acquire(timeout=max(until - time.monotonic(), 0.01))

    taken = _times_of_others(site, read, wait, short=short)
    return _seen(server, f"{CLIENTS} clients read a large answer", taken)


def _times_of_others(
    site: Site,
    act: Callable[[int, threading.Event], None],
    wait: Callable[[], None],
    *,
    short: bool,
) -> list[float]:
    with many(CLIENTS, act):
        wait()
        return time_pages(site, "/about/", 2 if short else 8)


def _seen(server: str, what: str, taken: list[float], most: float | None = None) -> Seen:
    longest = max(taken)
    told = f"{longest * 1000:.0f} ms (median {median_ms(taken):.0f} ms)"
    return Seen("slow", f"{server}, {what}: others wait", told, None if most is None else longest <= most)
