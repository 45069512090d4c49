"""The scenes of ``make faults``. Each starts a site of its own and yields what it saw."""

import http.client
import json
import os
import random
import re
import shutil
import signal
import socket
import sqlite3
import statistics
import string
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlencode, urlsplit

import psutil

from bench.documents import long_document
from bench.forms import fields_of
from scripts.pg import SPEED_OVER_SAFETY, find_binaries, unprivileged_user

ROOT = Path(__file__).resolve().parent.parent
FORM = "application/x-www-form-urlencoded"
EDITION = "unbridled-fury/0.9.0"
PASSWORD = "a-long-Pass-1"  # noqa: S105 - of a site that lives for a minute
SECRET = "only-for-these-faults-" + "x" * 40


class Seen(NamedTuple):
    """What a scene saw; ``holds`` is None where it is only told."""

    scene: str
    what: str
    value: str
    holds: bool | None = None


class Site:
    """A site that gunicorn serves; its scenes speak to gunicorn without nginx."""

    def __init__(self, folder: Path, **settings: str) -> None:
        self.folder = folder
        self.port = 0
        self.process: subprocess.Popen[str] | None = None
        database = os.environ.get("DATABASE_URL") or f"sqlite:///{folder}/site.sqlite3"
        self.environment = {
            **os.environ, "DATABASE_URL": database, "SECRET_KEY": SECRET, "LOG_LEVEL": "CRITICAL",
            "DEBUG": "off", "HTTPS": "off", "ALLOWED_HOSTS": "localhost,127.0.0.1", **settings,
        }  # fmt: skip

    def start(self) -> float:
        """Start it on the port that it had before, and return the seconds until it answered."""
        began = time.monotonic()
        with (self.folder / "log").open("a") as log:
            if not self.port:
                self.port = free_port()
                subprocess.run(
                    [sys.executable, "manage.py", "prepare"],
                    cwd=ROOT, env=self.environment, stdout=log, stderr=log, check=True,
                )  # fmt: skip
            self.process = subprocess.Popen(
                [sys.executable, "-m", "gunicorn", "--config", "scripts/gunicorn.conf.py",
                 "--bind", f"127.0.0.1:{self.port}", "builder.wsgi:application"],
                cwd=ROOT, env=self.environment, stdout=log, stderr=log, text=True,
            )  # fmt: skip
        self.wait_until_up()
        return time.monotonic() - began

    def wait_until_up(self, path: str = "/about/", seconds: float = 60) -> float:
        """The seconds until a page is answered with 200."""
        began = time.monotonic()
        while time.monotonic() - began < seconds:
            with suppress(OSError, http.client.HTTPException):
                if Visitor(self).get(path).status == 200:
                    return time.monotonic() - began
            time.sleep(0.05)
        return seconds

    @property
    def master(self) -> psutil.Process:
        """gunicorn's master."""
        assert self.process is not None  # noqa: S101 - the site was started
        return psutil.Process(self.process.pid)

    def workers(self) -> list[psutil.Process]:
        """The processes that answer."""
        return [child for child in self.master.children() if "python" in child.name().lower()]

    def stop(self) -> None:
        """End it, and wait."""
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(timeout=30)
            except subprocess.TimeoutExpired:
                self.process.kill()


def free_port() -> int:
    """Return a port of this computer that nobody listens at."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


class Answer(NamedTuple):
    """What came back."""

    status: int
    headers: dict[str, str]
    body: str


class Visitor:
    """A browser with cookies; each request has a connection of its own, as behind a simple proxy."""

    def __init__(self, site: Site, address: str = "") -> None:
        self.site = site
        self.address = address
        self.cookies: dict[str, str] = {}
        self._ends: dict[str, float] = {}

    def request(self, method: str, path: str, body: str | None = None, kind: str = FORM) -> Answer:
        """One request, whose cookies are kept."""
        now = time.monotonic()
        stored = [f"{name}={value}" for name, value in self.cookies.items() if self._ends[name] > now]
        headers = {"Cookie": "; ".join(stored)}
        if self.address:
            headers["X-Forwarded-For"] = self.address
        if body is not None:
            headers |= {"Content-Type": kind, "X-CSRFToken": self.cookies.get("csrftoken", "")}
        connection = http.client.HTTPConnection("127.0.0.1", self.site.port, timeout=90)
        try:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            text = answer.read().decode("utf-8", errors="replace")
        finally:
            connection.close()
        for value in answer.msg.get_all("Set-Cookie") or ():
            for name, morsel in SimpleCookie(value).items():
                self.cookies[name] = morsel.value
                self._ends[name] = time.monotonic() + float(morsel["max-age"] or "inf")
        return Answer(answer.status, {name.lower(): value for name, value in answer.getheaders()}, text)

    def get(self, path: str) -> Answer:
        """A page."""
        return self.request("GET", path)

    def post(self, path: str, form_page: str, **fields: str) -> Answer:
        """A form of a page, filled in."""
        token = fields_of(self.get(form_page).body).get("csrfmiddlewaretoken", [""])[0]
        return self.request("POST", path, urlencode({"csrfmiddlewaretoken": token, **fields}))

    def start_list(self) -> str:
        """The path of a new list."""
        return self.post("/lists/start/", "/lists/", edition=EDITION).headers.get("location", "")


def median_ms(seconds: Sequence[float]) -> float:
    """Return the median in milliseconds."""
    return statistics.median(seconds) * 1000 if seconds else float("nan")


def time_pages(site: Site, path: str, seconds: float) -> list[float]:
    """How long a page takes that somebody asks for again and again, in seconds."""
    taken = []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        began = time.perf_counter()
        Visitor(site, "198.51.100.9").get(path)
        taken.append(time.perf_counter() - began)
        time.sleep(0.05)
    return taken


@contextmanager
def many(count: int, task: Callable[[int, threading.Event], None]) -> Iterator[threading.Event]:
    """Many who do something until the end of the block."""
    over = threading.Event()
    threads = [threading.Thread(target=task, args=(number, over), daemon=True) for number in range(count)]
    for thread in threads:
        thread.start()
    try:
        yield over
    finally:
        over.set()
        for thread in threads:
            thread.join(timeout=20)


# ------------------------------------------------------------------ floods


def floods(folder: Path, *, short: bool) -> Iterator[Seen]:
    """One address makes guests, another guesses a password; a third is anybody else."""
    site = Site(folder, TRUST_PROXY_HEADER="on")
    site.start()
    seconds = 5 if short else 60
    made: Counter[int] = Counter()

    def make_guests(_number: int, over: threading.Event) -> None:
        while not over.is_set():
            made[Visitor(site, "192.0.2.7").post("/lists/start/", "/lists/", edition=EDITION).status] += 1

    before = _stored_bytes(site)
    with many(4, make_guests):
        taken = time_pages(site, "/about/", seconds)
    # A minute's budget is there at once, and in an hour sixty more come back.
    budgets = 1 + seconds / 60
    an_hour = int(made[302] * 61 / budgets)
    most = (_stored_bytes(site) - before) * 61 / budgets
    yield Seen("floods", "guests that one address made, and what was refused", f"{made[302]}, {made[429]}")
    yield Seen("floods", "guests an hour of one address", f"{an_hour:,}", an_hour <= 8_000 or short)
    yield Seen("floods", "MB an hour of one address", f"{most / 1e6:.0f}", most <= 200e6 or short)
    yield Seen(
        "floods", "others meanwhile", f"median {median_ms(taken):.0f} ms, longest {max(taken) * 1000:.0f} ms"
    )
    yield from _import_much(site, most=8 if short else 400)
    right = {"login": "owner", "password": PASSWORD}
    owner = Visitor(site, "203.0.113.5")
    owner.post(
        "/account/signup/", "/account/signup/", username="owner", password1=PASSWORD, password2=PASSWORD
    )
    owner.post("/account/logout/", "/account/logout/")
    guessed: Counter[int] = Counter()
    for number in range(12):
        wrong = {**right, "password": f"wrong-{number}"}
        guessed[Visitor(site, "192.0.2.8").post("/account/login/", "/account/login/", **wrong).status] += 1
    status = Visitor(site, "203.0.113.99").post("/account/login/", "/account/login/", **right).status
    yield Seen("floods", "12 wrong passwords from one address", str(dict(guessed)), guessed[429] >= 5)
    yield Seen("floods", "the owner logs in elsewhere meanwhile", str(status), status == 302)
    site.stop()


def _import_much(site: Site, most: int) -> Iterator[Seen]:
    """A guest imports lists as large as there are, until it is too much."""
    guest = Visitor(site, "192.0.2.9")
    guest.start_list()
    text, before, statuses = json.dumps(_large_document()), _stored_bytes(site), Counter[int]()
    while not statuses[429] and statuses.total() < most:
        answer = guest.request("POST", "/api/v1/lists", text, "application/json")
        statuses[answer.status] += 1
    stored = _stored_bytes(site) - before
    yield Seen("floods", f"lists of {len(text):,} bytes that one guest imports", str(dict(statuses)))
    yield Seen("floods", "MB that they take; as much again comes back in an hour", f"{stored / 1e6:.0f}",
               stored <= 100e6)  # fmt: skip


def _large_document() -> dict[str, Any]:
    """A list of 625 kB, of texts that do not pack well; the same at each run."""
    rng = random.Random(1)
    document: dict[str, Any] = long_document(40)
    for profile in document["profiles"]:
        profile["notes"] = "".join(rng.choices(string.ascii_letters + string.digits, k=15_000))
    return document


def _stored_bytes(site: Site) -> int:
    """How large the database of a site on SQLite is; 0 on another."""
    path = site.folder / "site.sqlite3"
    if not path.exists():
        return 0
    with closing(sqlite3.connect(path)) as database:
        pages, size = (
            database.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "page_size")
        )
    return int(pages) * int(size)


def papers(folder: Path, *, short: bool) -> Iterator[Seen]:
    """Six clients fetch papers of one large list without a pause, from one address and from six."""
    site = Site(folder, TRUST_PROXY_HEADER="on")
    site.start()
    owner = Visitor(site, "203.0.113.5")
    owner.start_list()
    made = owner.request("POST", "/api/v1/lists", json.dumps(_large_document()), "application/json")
    address = f"/api/v1/lists/{json.loads(made.body)['id']}"
    link = owner.request("PUT", f"{address}/link", "{}", "application/json")
    at = urlsplit(json.loads(link.body)["page"]).path
    seconds = 5 if short else 30
    quiet = median_ms(time_pages(site, "/about/", min(seconds, 10)))
    sources = {"one address": ["192.0.2.7"] * 6, "six addresses": [f"192.0.2.{n + 20}" for n in range(6)]}
    for name, addresses in sources.items():
        statuses, taken = _fetch_papers(site, f"{at}paper.pdf", addresses, seconds)
        seen = f"median {quiet:.0f} and {median_ms(taken):.0f} ms, longest {max(taken) * 1000:.0f} ms"
        answers = str(dict(sorted(statuses.items())))
        yield Seen("papers", f"six clients of {name}: answers", answers, not statuses[500])
        yield Seen("papers", "another page, before and meanwhile", seen)
    site.stop()


def _fetch_papers(
    site: Site, path: str, addresses: Sequence[str], seconds: float
) -> tuple[Counter[int], list[float]]:
    """What readers are answered who fetch without a pause, and how long another page takes meanwhile."""
    statuses: Counter[int] = Counter()

    def fetch(number: int, over: threading.Event) -> None:
        rng = random.Random(number)
        reader = Visitor(site, addresses[number])
        while not over.is_set():
            choice = f"paper={rng.choice(('list', 'sheets', 'cards'))}&points={rng.choice('01')}"
            statuses[reader.get(f"{path}?{choice}").status] += 1

    with many(len(addresses), fetch):
        return statuses, time_pages(site, "/about/", seconds)


def club_night(folder: Path, *, short: bool) -> Iterator[Seen]:
    """Thirty people who are logged in edit and print behind one address; none is refused."""
    site = Site(folder, TRUST_PROXY_HEADER="on")
    site.start()
    players = [Visitor(site, f"203.0.113.{number + 1}") for number in range(6 if short else 30)]
    for number, player in enumerate(players):
        form = {"username": f"player-{number}", "password1": PASSWORD, "password2": PASSWORD}
        player.post("/account/signup/", "/account/signup/", **form)
        player.get("/lists/")
        player.address = "192.0.2.77"
    statuses: Counter[str] = Counter()
    taken: list[float] = []

    def play(number: int, over: threading.Event) -> None:
        player = players[number]
        at = player.start_list()
        asks: Sequence[tuple[str, Callable[[], Answer]]] = (
            ("edit", lambda: player.post(f"{at}profiles/", at, template="")),
            ("page", lambda: player.get(at)),
            ("paper", lambda: player.get(f"{at}paper.pdf")),
            ("page", lambda: player.get("/gallery/")),
        )
        while not over.is_set():
            for kind, ask in asks:
                began = time.perf_counter()
                statuses[f"{kind} {ask().status}"] += 1
                taken.append(time.perf_counter() - began)
                over.wait(3)

    with many(len(players), play):
        time.sleep(10 if short else 60)
    refused = sum(count for status, count in statuses.items() if status.endswith(("429", "500")))
    yield Seen(
        "club",
        f"{len(players)} players behind one address: answers",
        str(dict(sorted(statuses.items()))),
        refused == 0,
    )
    yield Seen(
        "club", "how long they wait", f"median {median_ms(taken):.0f} ms, longest {max(taken) * 1000:.0f} ms"
    )
    site.stop()


# ------------------------------------------------------------------ kills


class Writers:
    """People who change lists of theirs again and again, and know what was acknowledged."""

    def __init__(self, site: Site, count: int) -> None:
        self.site = site
        self.people = [Visitor(site, f"198.51.100.{number + 1}") for number in range(count)]
        self.lists = [person.start_list() for person in self.people]
        self.acknowledged = [0] * count
        self.statuses: Counter[str] = Counter()

    def write(self, number: int, over: threading.Event) -> None:
        """Add a profile, until it is over; what was not acknowledged may be there or not."""
        person, at = self.people[number], self.lists[number]
        while not over.is_set():
            try:
                answer = person.post(f"{at}profiles/", at, template="")
            except ConnectionResetError:
                self.statuses["reset"] += 1
            except (OSError, http.client.HTTPException) as error:
                self.statuses[type(error).__name__] += 1
                time.sleep(0.1)
            else:
                self.statuses[str(answer.status)] += 1
                self.acknowledged[number] += answer.status == 302
                if answer.status != 302:
                    time.sleep(0.2)

    def lost(self) -> int:
        """How many acknowledged changes are not there."""
        kept = [len(set(re.findall(r'id="p-([\w-]+)"', person.get(at).body)))
                for person, at in zip(self.people, self.lists, strict=True)]  # fmt: skip
        return sum(max(said - there, 0) for said, there in zip(self.acknowledged, kept, strict=True))


def kills(folder: Path, *, short: bool) -> Iterator[Seen]:
    """Workers are killed, the site is restarted, its master is killed; all under writers."""
    site = Site(folder, TRUST_PROXY_HEADER="on")
    site.start()
    writers = Writers(site, 4)
    with many(4, writers.write):
        for _ in range(2 if short else 6):
            time.sleep(1)
            site.workers()[0].kill()
        time.sleep(1)
    yield Seen("kills", "a worker killed at each second: answers", str(dict(writers.statuses)))
    yield Seen("kills", "acknowledged writes lost by it", str(writers.lost()), writers.lost() == 0)

    resets: Counter[str] = Counter()

    def read(number: int, over: threading.Event) -> None:
        while not over.is_set():
            try:
                resets[str(Visitor(site, f"198.51.100.{number + 50}").get("/about/").status)] += 1
            except ConnectionRefusedError:
                time.sleep(0.02)
            except (OSError, http.client.HTTPException) as error:
                resets[type(error).__name__] += 1

    slowest = 0.0
    with many(8, read):
        for _ in range(1 if short else 3):
            time.sleep(1)
            began = time.monotonic()
            site.stop()
            site.start()
            slowest = max(slowest, time.monotonic() - began)
    # gunicorn resets connections that it has not accepted yet: nginx then asks the next machine, or says 503.
    whole = ("200", "ConnectionResetError", "RemoteDisconnected")
    broken = sum(count for status, count in resets.items() if status not in whole)
    yield Seen("kills", "SIGTERM under eight readers: answers", str(dict(resets)), broken == 0)
    yield Seen("kills", "from SIGTERM until the new one answers", f"{slowest:.1f} s")

    orphans = site.workers()
    site.master.kill()
    site.process.wait()  # type: ignore[union-attr] # it was started
    began = time.monotonic()
    psutil.wait_procs(orphans, timeout=30)
    left = [orphan for orphan in orphans if orphan.is_running() and orphan.status() != psutil.STATUS_ZOMBIE]
    yield Seen("kills", "workers left after their master was killed", str(len(left)), not left)
    site.start()
    yield Seen("kills", "from its kill -9 until a new one answers", f"{time.monotonic() - began:.1f} s")
    yield Seen("kills", "acknowledged writes lost by all of it", str(writers.lost()), writers.lost() == 0)
    site.stop()


# ------------------------------------------------------------------ the database goes


def database(folder: Path, *, short: bool) -> Iterator[Seen]:
    """PostgreSQL is killed and started again, under writers; only on a server of scripts/pg.py."""
    place = re.search(r"host=(/[^&]+)", os.environ.get("DATABASE_URL", ""))
    if place is None:
        yield Seen("database", "not played: run it by scripts/pg.py", "")
        return
    home = Path(place[1])
    site = Site(folder, TRUST_PROXY_HEADER="on")
    site.start()
    writers = Writers(site, 4)
    server: subprocess.Popen[bytes] | None = None
    back = 0.0
    with many(4, writers.write):
        for _ in range(1 if short else 4):
            time.sleep(1)
            pid_file = home / "data" / "postmaster.pid"
            os.kill(int(pid_file.read_text().split()[0]), signal.SIGQUIT)
            time.sleep(1.5)
            gone = Visitor(site).get("/gallery/")
            program = Visitor(site).get("/api/v1/gallery")
            server = start_postgres(home)
            back = max(back, site.wait_until_up("/gallery/"))
        time.sleep(1)
    statuses = writers.statuses
    yield Seen("database", "while it is gone: a page, the API, Retry-After",
               f"{gone.status}, {program.status}, {gone.headers.get('retry-after')}",
               (gone.status, program.status) == (503, 503) and "retry-after" in gone.headers)  # fmt: skip
    yield Seen("database", "answers to writers", str(dict(statuses)), statuses["500"] == 0)
    yield Seen("database", "from its start until pages are there", f"{back:.1f} s", back <= 10)
    yield Seen("database", "acknowledged writes lost", str(writers.lost()), writers.lost() == 0)
    site.stop()
    if server is not None:
        server.send_signal(signal.SIGQUIT)
        server.wait(timeout=20)


def start_postgres(home: Path) -> "subprocess.Popen[bytes]":
    """A server of the data in a folder, with its socket there."""
    who = unprivileged_user(home)
    options = [part for setting in SPEED_OVER_SAFETY for part in ("-c", setting)]
    return subprocess.Popen(
        [find_binaries(home, who, wheel_only=False) / "postgres", "-D", home / "data", "-k", home,
         "-c", "listen_addresses=", *options],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=home, **who,
    )  # fmt: skip


# ------------------------------------------------------------------ the disk is full


def disk(folder: Path, *, short: bool) -> Iterator[Seen]:
    """SQLite on a small file system that fills up; needs the right to mount one."""
    place = folder / "small"
    place.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=40m", "tmpfs", place], capture_output=True, check=False
    )
    if mounted.returncode != 0:
        yield Seen("disk", "not played: nothing may be mounted here", "")
        return
    url = f"sqlite:///{place}/site.sqlite3"
    site = Site(folder, TRUST_PROXY_HEADER="on", DATABASE_URL=url, MUSTERBOOK_FREE_BYTES="1000000")
    try:
        site.start()
        person = Visitor(site, "198.51.100.1")
        at = person.start_list()
        ready = Visitor(site).get("/readyz").status
        filler = place / "filler"
        with suppress(OSError), filler.open("wb", buffering=0) as file:
            while True:
                file.write(b"x" * 65536)
        time.sleep(6)  # until the room is looked at again
        reads = Counter(Visitor(site, "198.51.100.2").get(path).status
                        for path in ("/", "/gallery/", "/systems/", "/api/v1/gallery") * 5)  # fmt: skip
        own = person.get(at).status
        guest = Visitor(site, "198.51.100.3").post("/lists/start/", "/lists/", edition=EDITION).status
        write = person.post(f"{at}profiles/", at, template="").status
        full = Visitor(site).get("/readyz").status
        filler.unlink()
        time.sleep(6)
        again = person.post(f"{at}profiles/", at, template="").status
        yield Seen(
            "disk", "readiness before, and while it is full", f"{ready}, {full}", (ready, full) == (200, 503)
        )
        yield Seen("disk", "reads of strangers, and of the owner", f"{dict(reads)}, {own}",
                   set(reads) == {200} and own == 200)  # fmt: skip
        yield Seen("disk", "a new guest, a write", f"{guest}, {write}", guest == 503 and write in (302, 503))
        yield Seen("disk", "a write once there is room", str(again), again == 302)
    finally:
        site.stop()
        subprocess.run(["umount", place], check=False)
        shutil.rmtree(place, ignore_errors=True)


# ------------------------------------------------------------------ for long

_PAGES = ("/", "/gallery/", "/gallery/?q=company", "/systems/", "/systems/unbridled-fury/0.9.0/", "/lists/",
          "/samples/drop-reavers/", "/api/v1/gallery", "/api/v1/samples", "/about/", "/nowhere/")  # fmt: skip
_PAPERS = ("paper.png?paper=cards", "paper.pdf?paper=sheets&blank=1", "paper.pdf", "paper.pdf?points=0")


def soak(folder: Path, *, short: bool) -> Iterator[Seen]:
    """All kinds of requests for half an hour, papers too: no 5xx, and memory stays what it was."""
    site = Site(folder, TRUST_PROXY_HEADER="on")
    site.start()
    statuses: Counter[int] = Counter()

    def use(number: int, over: threading.Event) -> None:
        rng = random.Random(number)
        person = Visitor(site, f"198.51.100.{number + 1}")
        at = person.start_list()
        while not over.wait(0.2):
            chance = rng.random()
            if chance < 0.1:
                answer = person.get(at + rng.choice(_PAPERS))
            elif chance < 0.3:
                answer = person.post(f"{at}profiles/", at, template="")
            elif chance < 0.32:
                at = person.start_list() or at
                continue
            else:
                answer = person.get(rng.choice((*_PAGES, at, f"{at}history/", f"{at}text/", f"{at}print/")))
            statuses[answer.status] += 1

    memory: list[tuple[float, int]] = []
    minutes = 1 if short else 30
    began = time.monotonic()
    with many(4, use):
        while time.monotonic() - began < minutes * 60:
            time.sleep(5 if short else 20)
            memory.append(((time.monotonic() - began) / 60, _private_bytes(site)))
    failed = sum(count for status, count in statuses.items() if status >= 500 and status != 503)
    yield Seen("soak", f"answers in {minutes} minutes", str(dict(sorted(statuses.items()))), failed == 0)
    settled = memory[len(memory) // 3 :]  # what is read once has been read by then
    slope = statistics.linear_regression(*zip(*settled, strict=True)).slope * 10
    share = slope / statistics.mean(size for _, size in settled)
    yield Seen("soak", "memory of all processes, and how it grows in ten minutes",
               f"{settled[-1][1] / 1e6:.0f} MB, {share:+.1%}", short or share <= 0.01)  # fmt: skip
    for process in [site.master, *site.master.children(recursive=True)]:
        info = process.memory_full_info()
        name = "master" if process == site.master else " ".join(process.cmdline()[-3:])[-30:]
        yield Seen("soak", f"of {name}: resident, its share, its own",
                   f"{info.rss / 1e6:.0f}, {info.pss / 1e6:.0f}, {info.uss / 1e6:.0f} MB")  # fmt: skip
    site.stop()


def _private_bytes(site: Site) -> int:
    """What all processes of a site take together; what they share counts once."""
    total = 0
    for process in [site.master, *site.master.children(recursive=True)]:
        with suppress(psutil.NoSuchProcess):
            total += process.memory_full_info().pss
    return total


# ------------------------------------------------------------------ all of them

SCENES: dict[str, Callable[..., Iterator[Seen]]] = {
    "floods": floods,
    "papers": papers,
    "club": club_night,
    "kills": kills,
    "database": database,
    "disk": disk,
    "soak": soak,
}
