"""``make slow``: how long others wait for a page while 50 clients are slow.

Two servers are measured: that of ``make run``, and gunicorn behind nginx. Some clients send slowly, others
read slowly. The bodies that they send have the cookie and the token of a form, because the site doesn't read
other bodies. The exit status is 1 if others wait too long while clients send slowly.
"""

import argparse
import re
import shutil
import socket
import statistics
import sys
import tempfile
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode

from bench.site import Site, Visitor, page_times, run_clients, serve_behind_nginx, serve_like_make_run

CLIENTS = 50
MAX_SECONDS = 0.5
MAX_SECONDS_IF_SHORT = 5
"""The limit with --short is higher, because the machine may be busy with other tests."""
LARGE_PAGE = "/api/v1/schema"
SERVERS = {"make run": serve_like_make_run, "gunicorn behind nginx": serve_behind_nginx}


class SlowRequest(NamedTuple):
    """A request of a slow client. The first part is sent at once, the second part as a byte per second."""

    at_once: bytes
    slowly: bytes = b""


def main() -> int:
    """Print how long others wait, for each server and each kind of slow client."""
    parser = argparse.ArgumentParser(prog="make slow", description=__doc__)
    parser.add_argument("--short", action="store_true", help="measure for 2 seconds instead of 8")
    short = parser.parse_args().short
    seconds, limit = (2, MAX_SECONDS_IF_SHORT) if short else (8, MAX_SECONDS)
    too_slow = False
    for server, serve in SERVERS.items():
        if serve is serve_behind_nginx and not shutil.which("nginx"):
            print(f"{server}: not measured, nginx is not installed")
            continue
        with tempfile.TemporaryDirectory() as folder, serve(Path(folder)) as site:
            page_times(site, 1)
            Visitor(site).get(LARGE_PAGE)  # the site makes this page once, then caches it
            for kind, request in slow_requests(site).items():
                times = times_with_slow_senders(site, request, seconds)
                print_times(server, f"have sent {kind}", times)
                too_slow |= max(times) > limit
            print_times(server, "read a large answer slowly", times_with_slow_readers(site, seconds))
    return int(too_slow)


def print_times(server: str, doing: str, times: list[float]) -> None:
    """Print the longest and the median time that others wait while clients are ``doing`` something."""
    median, longest = statistics.median(times) * 1000, max(times) * 1000
    text = f"{server}, {CLIENTS} clients {doing}:"
    print(f"{text:<75} others wait {longest:.0f} ms (median {median:.0f} ms)", flush=True)


def slow_requests(site: Site) -> dict[str, SlowRequest]:
    """Return what slow clients send, by kind."""
    visitor = Visitor(site)
    token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', visitor.get("/lists/import/").body)
    if token is None:
        raise SystemExit("The page of imports has no token.")
    body = urlencode({"csrfmiddlewaretoken": token[1], "text": "a" * 100_000}).encode()
    head = (
        "POST /lists/import/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
        f"Content-Type: application/x-www-form-urlencoded\r\nCookie: {visitor.cookie_header}\r\n"
    ).encode()
    length, chunk = b"Content-Length: %d\r\n\r\n" % len(body), b"%x\r\n" % len(body)
    check_body_is_read(site, head + length + body)
    half = len(body) // 2
    return {
        "half a head": SlowRequest(head, b"X-Slow: aaaaaaaaaaaaaaaaaaaaaaaaaaaaa"),
        "half a body": SlowRequest(head + length + body[:half], body[half:]),
        "half a body in chunks": SlowRequest(
            head + b"Transfer-Encoding: chunked\r\n\r\n" + chunk + body[:half], body[half:]
        ),
        "nothing": SlowRequest(b""),
    }


def check_body_is_read(site: Site, request: bytes) -> None:
    """Exit if the site doesn't read the body of this request. A refused request would block nobody."""
    with socket.create_connection(("127.0.0.1", site.port), timeout=30) as client:
        client.sendall(request)
        answer = b"".join(iter(lambda: client.recv(65536), b""))
    if not re.match(rb"HTTP/1.1 (200|302|400) ", answer) or b"CSRF" in answer:
        raise SystemExit(f"The site does not read the bodies: {answer[:200]!r}")


def times_with_slow_senders(site: Site, request: SlowRequest, seconds: float) -> list[float]:
    """Return how long others wait while clients send this request."""

    def send(end: threading.Event) -> None:
        with suppress(OSError), socket.create_connection(("127.0.0.1", site.port)) as client:
            client.sendall(request.at_once)
            for byte in request.slowly:
                if end.wait(1):
                    return
                client.send(bytes([byte]))
            end.wait()

    with run_clients(CLIENTS, send):
        time.sleep(1)
        return page_times(site, seconds)


def times_with_slow_readers(site: Site, seconds: float) -> list[float]:
    """Return how long others wait while clients read a large answer at 100 bytes a second.

    Making the answers takes time too, so the measurement starts when all clients have received some bytes.
    """
    begun = threading.Semaphore(0)

    def read(end: threading.Event) -> None:
        with suppress(OSError), socket.socket() as client:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
            client.connect(("127.0.0.1", site.port))
            client.sendall(f"GET {LARGE_PAGE} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            client.recv(100)
            begun.release()
            while not end.wait(1):
                client.recv(100)

    with run_clients(CLIENTS, read):
        deadline = time.monotonic() + 40
        for _ in range(CLIENTS):
            begun.acquire(timeout=max(deadline - time.monotonic(), 0.01))
        return page_times(site, seconds)


if __name__ == "__main__":
    sys.exit(main())
