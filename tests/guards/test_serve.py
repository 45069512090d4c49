"""What ``make run`` serves with a new database, and what gunicorn rejects like it."""

import http.client
import re
import signal
import socket
import struct
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.support.project_files import ROOT
from tests.support.sites import run_gunicorn, run_site

pytestmark = pytest.mark.process


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the files of this module's site."""
    return tmp_path_factory.mktemp("site")


@pytest.fixture(scope="module")
def port(folder: Path) -> Iterator[int]:
    """The port of a site that ``make run`` serves. Ctrl-C ends it."""
    with run_site(folder) as site:
        yield site.port
        site.process.send_signal(signal.SIGINT)
        assert site.process.wait(timeout=30) == 0


@pytest.fixture(scope="module")
def gunicorn_port(folder: Path, port: int) -> Iterator[int]:
    """The port of gunicorn, which serves the same site without a proxy."""
    assert port
    with run_gunicorn(folder) as site:
        yield site.port


@pytest.fixture(params=["port", "gunicorn_port"], ids=["make run", "gunicorn"])
def each_port(request: pytest.FixtureRequest) -> int:
    """The port of a site, for each server."""
    fixture: int = request.getfixturevalue(request.param)
    return fixture


def get(port: int, path: str, **headers: str) -> tuple[http.client.HTTPResponse, str]:
    """Return the response to a GET, and its text."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request("GET", path, headers=headers)
    answer = connection.getresponse()
    text = answer.read().decode("utf-8", errors="replace")
    connection.close()
    return answer, text


def test_the_home_page_is_served(port: int) -> None:
    """Without HTTPS and an account; the policy is sent, and no session is created."""
    answer, text = get(port, "/")
    assert answer.status == 200
    assert "<h1" in text
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "sessionid" not in (answer.headers["Set-Cookie"] or "")


def test_pages_and_styles_are_sent_compressed(port: int) -> None:
    """With gzip, for browsers that accept it. The name of a style sheet depends on its contents, and it is
    cached for long.
    """
    page, _ = get(port, "/", **{"Accept-Encoding": "gzip"})
    assert page.headers["Content-Encoding"] == "gzip"
    _, text = get(port, "/")
    sheet = re.search(r'href="(/static/[^"]+\.[0-9a-f]{12}\.css)"', text)
    assert sheet, "the home page names no hashed style sheet"
    style, _ = get(port, sheet[1], **{"Accept-Encoding": "gzip"})
    assert style.status == 200
    assert style.headers["Content-Encoding"] == "gzip"
    assert "immutable" in style.headers["Cache-Control"]


def test_a_missing_page_does_not_reveal_code(port: int) -> None:
    """With DEBUG off the response is 404, without settings or URL patterns."""
    answer, text = get(port, "/no-such-page/")
    assert answer.status == 404
    assert "DEBUG" not in text
    assert "urlconf" not in text.lower()


def test_other_host_names_are_rejected(each_port: int) -> None:
    """The site accepts only this computer's own names."""
    answer, _ = get(each_port, "/", Host="elsewhere.example")
    assert answer.status == 400


def exchange(port: int, request: bytes) -> bytes:
    """Return all that the site sends until it closes the connection, to these bytes."""
    with socket.create_connection(("127.0.0.1", port), timeout=30) as client:
        client.sendall(request)
        return b"".join(iter(lambda: client.recv(65536), b""))


FORGED_HEADERS = {
    "path prefix": "SCRIPT_NAME: /zzpoison",
    "path": "PATH_INFO: /zzpoison",
    "scheme": "X-Forwarded-Proto: https",
    "scheme, older names": "X-Forwarded-Protocol: ssl\r\nX-Forwarded-Ssl: on",
    "host": "X-Forwarded-Host: zzpoison.example",
    "port": "X-Forwarded-Port: 4711",
    "method": "X-HTTP-Method-Override: DELETE",
    "user": "Remote-User: zzpoison",
}


@pytest.mark.parametrize("header", FORGED_HEADERS.values(), ids=FORGED_HEADERS)
def test_headers_cannot_change_the_urls_of_any_response(each_port: int, header: str) -> None:
    """Neither the response to this client, nor later responses of the same processes.

    The client connects from 127.0.0.1, like a proxy on the same computer.
    """
    path = "/systems/dark-fantasy-fubar/seed/"
    for target in (path, f"/zzpoison{path}", path, f"/zzpoison{path}", path, f"/zzpoison{path}"):
        request = f"GET {target} HTTP/1.1\r\nHost: localhost\r\n{header}\r\nConnection: close\r\n\r\n"
        answer = exchange(each_port, request.encode())
        status = re.match(rb"HTTP/1.1 (\d+)", answer)
        assert status, answer
        assert status[1] == (b"404" if target.startswith("/zzpoison") else b"200")
    for page in (path, "/", "/api/v1/"):
        for _ in range(4):  # more than there are processes
            _, text = get(each_port, page)
            assert "zzpoison" not in text
            assert "https://localhost" not in text
            assert "4711" not in text


def test_requests_without_a_host_are_rejected(each_port: int) -> None:
    """By RFC 9112, section 3.2, for HTTP/1.1. HTTP/1.0 has no host, so health checks needn't send it."""
    for line in (b"GET / HTTP/1.1", b"GET /healthz HTTP/1.1"):
        answer = exchange(each_port, line + b"\r\nConnection: close\r\n\r\n")
        assert answer.startswith(b"HTTP/1.1 400 "), answer[:200]
    assert exchange(each_port, b"GET /healthz HTTP/1.0\r\n\r\n").startswith(b"HTTP/1.0 200 ")


def test_responses_announce_the_closing_of_the_connection(port: int) -> None:
    """If a body isn't read, the connection ends."""
    head = b"POST /lists/import/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 90000000\r\n\r\na"
    answer = exchange(port, head)
    assert answer.startswith(b"HTTP/1.1 413 "), answer[:400]
    assert re.search(rb"(?i)\r\nconnection: close\r\n", answer), answer[:400]


def test_chunked_bodies_end_correctly(port: int) -> None:
    """The next request on the connection gets a response too."""
    chunked = b"POST /lists/import/ HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
    last = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    answers = exchange(port, chunked + b"3\r\na=b\r\n0\r\n\r\n" + last)
    assert re.findall(rb"HTTP/1.1 (\d+)", answers) == [b"403", b"200"], "the first has no token"


def test_a_too_large_request_gets_an_error_page(port: int) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request("POST", "/lists/import/", body=b"a" * 5_000_000)
    answer = connection.getresponse()
    assert answer.status == 413
    assert "<h1>Too large</h1>" in answer.read().decode()
    connection.close()


def test_too_large_headers_are_rejected(port: int) -> None:
    answer = exchange(port, b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: ".ljust(65_536, b"a"))
    assert answer.startswith(b"HTTP/1.0 431 "), answer[:400]


SLOW = {
    "head": b"GET /about/ HTTP/1.1\r\nHost: localhost\r\nX-Slow: a",
    "body": b"POST /lists/import/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9000\r\n\r\na",
    "chunks": b"POST /lists/import/ HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n5\r\na",
    "too much": b"POST /lists/import/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 90000000\r\n\r\na",
    "second request": b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\nGET /healthz HTTP/1.1\r\nX-Slow: a",
    "too long a number": b"POST /lists/import/ HTTP/1.1\r\nHost: localhost\r\n"
    b"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 0000000000000000000100\r\n"
    b"Cookie: csrftoken=" + b"a" * 32 + b"\r\n\r\na",
    "no end": b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
    "nothing": b"",
}


@pytest.mark.parametrize("sent", SLOW.values(), ids=SLOW)
def test_slow_senders_block_no_thread(port: int, sent: bytes) -> None:
    """More clients than threads: each sends a part of a request, and then nothing."""
    with ExitStack() as stack:
        for _ in range(40):
            client = stack.enter_context(socket.create_connection(("127.0.0.1", port)))
            client.sendall(sent)
        for _ in range(4):
            answer, _ = get(port, "/healthz")
            assert answer.status == 200


def test_slow_readers_block_no_thread(port: int) -> None:
    """More clients than threads; each requests a large file and doesn't read it."""
    with ExitStack() as stack:
        for _ in range(40):
            client = stack.enter_context(socket.socket())
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
            client.connect(("127.0.0.1", port))
            client.sendall(b"GET /api/v1/schema HTTP/1.1\r\nHost: localhost\r\n\r\n" * 3)
        for _ in range(4):
            answer, _ = get(port, "/healthz")
            assert answer.status == 200


def test_a_disconnecting_client_affects_nobody_else(port: int) -> None:
    """A connection that is reset before "100 Continue" doesn't affect other connections."""
    head = b"POST /lists/import/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n"
    request = head + b"Expect: 100-continue\r\n\r\n"
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request("GET", "/healthz")
    assert connection.getresponse().read()
    for _ in range(30):
        with socket.create_connection(("127.0.0.1", port)) as client:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            client.sendall(request)
    sock = connection.sock
    connection.request("GET", "/healthz")
    assert connection.getresponse().status == 200
    assert connection.sock is sock, "its process lives"
    connection.close()


@pytest.mark.parametrize("cut", [1, 20, 60, 70])
def test_a_request_sent_in_parts_is_answered(port: int, cut: int) -> None:
    """And so does the next request on the connection, whose beginning came with it."""
    first = b"POST /lists/import/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\na=b"
    second = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    sent = first + second
    with socket.create_connection(("127.0.0.1", port), timeout=30) as client:
        for part in (sent[:cut], sent[cut : len(first) + 5], sent[len(first) + 5 :]):
            client.sendall(part)
        answers = b"".join(iter(lambda: client.recv(65536), b""))
    assert re.findall(rb"HTTP/1.1 (\d+)", answers) == [b"403", b"200"], "there is no token in the first"


@pytest.mark.wide
def test_slow_clients_block_nobody() -> None:
    """The short form of ``make slow``."""
    done = subprocess.run(
        [sys.executable, "-m", "bench.slow_clients", "--short"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.wide
def test_a_second_start_creates_nothing_new(port: int, folder: Path) -> None:
    """A second server on another port; its preparation has a separate test."""
    created = [path for path in (folder / "static").rglob("*") if path.is_file()]
    before = {path: path.stat().st_mtime_ns for path in created}
    assert before
    with run_site(folder) as again:
        assert again.port != port
    assert {path: path.stat().st_mtime_ns for path in created} == before
