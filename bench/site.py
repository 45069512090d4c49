"""A site that is served on this computer, and its visitors."""

import http.client
import os
import re
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from http.cookies import SimpleCookie
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True)
class Site:
    """A site that listens on a port of this computer."""

    port: int

    def wait_until_up(self) -> None:
        """Wait until the site sends a page, at most a minute."""
        for _ in range(600):
            with suppress(OSError, http.client.HTTPException):
                if Visitor(self).get("/about/").status == 200:
                    return
            time.sleep(0.1)
        raise SystemExit("The site did not start within a minute.")


class Answer(NamedTuple):
    """The status and the body of an answer."""

    status: int
    body: str


class Visitor:
    """A browser that keeps cookies and opens a connection for each request."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.cookies: dict[str, str] = {}

    @property
    def cookie_header(self) -> str:
        """The value of the Cookie header."""
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    def get(self, path: str) -> Answer:
        """Load a page, and keep its cookies."""
        connection = http.client.HTTPConnection("127.0.0.1", self.site.port, timeout=90)
        try:
            connection.request("GET", path, headers={"Cookie": self.cookie_header})
            answer = connection.getresponse()
            body = answer.read().decode("utf-8", errors="replace")
        finally:
            connection.close()
        for header in answer.msg.get_all("Set-Cookie") or ():
            self.cookies |= {name: morsel.value for name, morsel in SimpleCookie(header).items()}
        return Answer(answer.status, body)


@contextmanager
def serve_like_make_run(folder: Path) -> Iterator[Site]:
    """Serve a site as ``make run`` does."""
    with (folder / "log").open("a") as log:
        process = subprocess.Popen(
            [sys.executable, "scripts/serve.py", "127.0.0.1:0"],
            cwd=ROOT, env=site_environment(folder), stdout=subprocess.PIPE, stderr=log, text=True,
        )  # fmt: skip
    with process:
        try:
            line = process.stdout.readline() if process.stdout else ""
            ready = re.search(r"ready at http://127\.0\.0\.1:(\d+)", line)
            if not ready:
                raise SystemExit(f"The site did not start: {(folder / 'log').read_text()[-500:]}")
            yield Site(int(ready[1]))
        finally:
            process.terminate()


@contextmanager
def serve_behind_nginx(folder: Path) -> Iterator[Site]:
    """Serve a site with gunicorn behind nginx, configured as in docs/examples."""
    environment = {**site_environment(folder), "TRUST_PROXY_HEADER": "on"}
    gunicorn_port, site = free_port(), Site(free_port())
    configuration = folder / "nginx.conf"
    configuration.write_text(nginx_configuration(folder, site.port, gunicorn_port))
    with (folder / "log").open("a") as log:
        subprocess.run(
            [sys.executable, "manage.py", "prepare"],
            cwd=ROOT, env=environment, stdout=log, stderr=log, check=True,
        )  # fmt: skip
        gunicorn = subprocess.Popen(
            [sys.executable, "-m", "gunicorn", "--config", "scripts/gunicorn.conf.py",
             "--bind", f"127.0.0.1:{gunicorn_port}", "builder.wsgi:application"],
            cwd=ROOT, env=environment, stdout=log, stderr=log,
        )  # fmt: skip
    nginx = subprocess.Popen(["nginx", "-e", str(folder / "nginx.log"), "-c", str(configuration)])
    try:
        site.wait_until_up()
        yield site
    finally:
        for process in (nginx, gunicorn):
            process.terminate()
            process.wait(timeout=30)


def site_environment(folder: Path) -> dict[str, str]:
    """Return the environment of a site with a database in this folder.

    The limit of requests from an address is so high that it has no effect.
    """
    return {
        **os.environ,
        "DATABASE_URL": f"sqlite:///{folder}/site.sqlite3",
        "SECRET_KEY": "only-for-measuring-" + "x" * 40,
        "LOG_LEVEL": "CRITICAL",
        "DEBUG": "off",
        "HTTPS": "off",
        "ALLOWED_HOSTS": "localhost,127.0.0.1",
        "MUSTERBOOK_UNITS_A_MINUTE_OF_AN_ADDRESS": "1000000",
    }


def free_port() -> int:
    """Return a port of this computer that no program listens on."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


def nginx_configuration(folder: Path, port: int, gunicorn_port: int) -> str:
    """Return the configuration in docs/examples, changed to serve a port of this computer without HTTPS."""
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
            raise SystemExit(f"docs/examples/nginx.conf has no line '{old}' any more.")
        servers = servers.replace(old, new)
    temporary_folders = "".join(
        f"{kind}_temp_path {folder}/{kind};\n"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    user = "user root;\n" if os.geteuid() == 0 else ""
    main_part = f"{user}daemon off;\npid {folder}/nginx.pid;\nevents {{}}\n"
    return f"{main_part}http {{\n{temporary_folders}{servers}\n}}\n"


def page_times(site: Site, seconds: float) -> list[float]:
    """Load a page again and again for this number of seconds. Return how long each load takes, in seconds."""
    times = []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        start = time.perf_counter()
        Visitor(site).get("/about/")
        times.append(time.perf_counter() - start)
        time.sleep(0.05)
    return times


@contextmanager
def run_clients(number: int, act: Callable[[threading.Event], None]) -> Iterator[None]:
    """Run this number of clients until the block ends. The end of the block sets the event that they get."""
    end = threading.Event()
    threads = [threading.Thread(target=act, args=(end,), daemon=True) for _ in range(number)]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        end.set()
        for thread in threads:
            thread.join(timeout=20)
