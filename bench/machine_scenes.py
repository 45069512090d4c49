"""Two web processes on one PostgreSQL and a replica: one of each is killed under people who write and read.

The people go to both processes in turns, as a balancer sends them, and to the other one where the first is
gone. Whoever has written must find it at once, on whichever process.
"""

import http.client
import os
import re
import shutil
import signal
import subprocess
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil
import psycopg

from bench.fault_scenes import Answer, Seen, Site, Visitor, many, start_postgres
from scripts.pg import find_binaries, unprivileged_user

_SECONDS = 3
"""How far the replica may be behind here."""

_READY = "ready\n"
_GONE = (OSError, http.client.HTTPException)
_ROW = re.compile(r'id="p-([\w-]+)"')


class Balanced:
    """Somebody who is sent to the machines in turns."""

    def __init__(self, sites: Sequence[Site], number: int) -> None:
        self._sites, self._next = sites, number
        self.visitor = Visitor(sites[0], f"198.51.100.{number + 1}")

    def get(self, path: str) -> Answer:
        """A page, from the next machine that answers."""
        for _ in range(100):
            self.turn()
            try:
                return self.visitor.get(path)
            except _GONE:
                time.sleep(0.05)
        raise RuntimeError(f"No machine answers {path}")

    def turn(self) -> None:
        """On to the next machine."""
        self._next += 1
        self.visitor.site = self._sites[self._next % len(self._sites)]


class People:
    """Writers with a list each, and readers of all of them; what they were told and what they missed."""

    def __init__(self, sites: Sequence[Site], count: int) -> None:
        self.writers = [Balanced(sites, number) for number in range(count)]
        self.readers = [Balanced(sites, number) for number in range(count, 2 * count)]
        self.lists = [writer.visitor.start_list() for writer in self.writers]
        self.acknowledged = [0] * count
        self.statuses: Counter[str] = Counter()
        self.missed = 0

    def act(self, number: int, over: threading.Event) -> None:
        """Half of them write, half of them read."""
        if number < len(self.writers):
            self._write(number, over)
        else:
            self._read(self.readers[number - len(self.writers)], over)

    def _write(self, number: int, over: threading.Event) -> None:
        writer, at = self.writers[number], self.lists[number]
        while not over.is_set():
            writer.turn()
            try:
                answer = writer.visitor.post(f"{at}profiles/", at, template="")
            except _GONE:  # whether it was heard is not known
                self.statuses["write: no answer"] += 1
                continue
            self.statuses[f"write: {answer.status}"] += 1
            self.acknowledged[number] += answer.status == 302
            self.missed += self._kept(number) < self.acknowledged[number]

    def _kept(self, number: int) -> int:
        return len(set(_ROW.findall(self.writers[number].get(self.lists[number]).body)))

    def _read(self, reader: Balanced, over: threading.Event) -> None:
        while not over.is_set():
            for path in ("/gallery/", "/samples/drop-reavers/", "/api/v1/gallery"):
                self.statuses[f"read: {reader.get(path).status}"] += 1

    def lost(self) -> int:
        """How many acknowledged profiles are not there."""
        return sum(max(said - self._kept(n), 0) for n, said in enumerate(self.acknowledged))

    def seen(self, what: str) -> Seen:
        """What they were answered since they were asked before; no answer told of a fault."""
        told, self.statuses = self.statuses, Counter()
        failed = sum(count for status, count in told.items() if " 5" in status)
        return Seen("machines", what, str(dict(sorted(told.items()))), failed == 0)


def machines(folder: Path, *, short: bool) -> Iterator[Seen]:
    """A web process is killed, the replica falls behind, and is killed; only on a server of scripts/pg.py."""
    place = re.search(r"host=(/[^&]+)", os.environ.get("DATABASE_URL", ""))
    if place is None:
        yield Seen("machines", "not played: run it by scripts/pg.py", "")
        return
    seconds = 3 if short else 15
    with _replica_of(Path(place[1])) as home, _sites(folder, home) as sites:
        people = People(sites, 3)
        yield _wait("from the start until both read the replica", _until_told(sites, _READY), 30)
        servers = (Path(place[1]), home)
        before = _cpu_seconds(sites, *servers)
        with many(6, people.act):
            time.sleep(seconds)
        after = _cpu_seconds(sites, *servers)
        answers = people.statuses.total()
        yield people.seen(f"both for {seconds} s: answers")
        used = [(now - then) / answers for now, then in zip(after, before, strict=True)]
        told = ", ".join(f"{1000 * one:.1f} ms" for one in used)
        yield Seen("machines", "CPU of an answer: web, primary, replica", told)
        asked = _transactions(home)
        yield Seen("machines", "transactions at the replica", str(asked), asked > 50)

        with many(6, people.act):
            time.sleep(1)
            for process in (*sites[0].workers(), sites[0].master):
                process.kill()
            time.sleep(seconds)
            sites[0].start()
            time.sleep(seconds)
        yield people.seen("one killed, and started again: answers")

        with many(6, people.act):
            _ask(home, "SELECT pg_wal_replay_pause()")
            behind = _until_told(sites, "more than")
            time.sleep(seconds)
            _ask(home, "SELECT pg_wal_replay_resume()")
            back = _until_told(sites, _READY)
        yield _wait("the replica stops: until nobody reads it", behind, 3 * _SECONDS)
        yield _wait("it goes on: until it is read", back, 30)

        with many(6, people.act):
            time.sleep(1)
            _stop(home)
            gone = _until_told(sites, "does not answer")
            time.sleep(seconds)
            start_postgres(home)
            back = _until_told(sites, _READY)
        yield _wait("the replica killed: until nobody asks it", gone, 3 * _SECONDS)
        yield _wait("it is started: until it is read", back, 30)
        yield people.seen("the replica behind and killed: answers")
        yield Seen("machines", "own writes not found at once", str(people.missed), people.missed == 0)
        yield Seen("machines", "acknowledged writes", str(sum(people.acknowledged)))
        yield Seen("machines", "acknowledged writes lost", str(people.lost()), people.lost() == 0)


def _wait(what: str, seconds: float, most: float) -> Seen:
    return Seen("machines", what, f"{seconds:.1f} s", seconds < most)


def _until_told(sites: Sequence[Site], words: str) -> float:
    """The seconds until /readyz of each machine says so."""
    began = time.monotonic()
    for site in sites:
        while time.monotonic() - began < 60:
            body = Visitor(site, "203.0.113.1").get("/readyz").body
            if body == words or (words != _READY and words in body):
                break
            time.sleep(0.1)
    return time.monotonic() - began


def _cpu_seconds(sites: Sequence[Site], *servers: Path) -> list[float]:
    """The CPU time so far of all web processes, and of each database server."""
    masters = [[site.master for site in sites], *([_server(home)] for home in servers)]
    return [sum(map(_cpu_of, group)) for group in masters]


def _cpu_of(master: psutil.Process) -> float:
    total = 0.0
    for process in (master, *master.children(recursive=True)):
        with suppress(psutil.NoSuchProcess):
            times = process.cpu_times()
            total += times.user + times.system
    return total


@contextmanager
def _sites(folder: Path, replica: Path) -> Iterator[list[Site]]:
    """Two machines, each with folders of its own, as far as one computer can be two."""
    sites = []
    try:
        for name in ("one", "two"):
            place = folder / name
            place.mkdir()
            site = Site(
                place,
                TRUST_PROXY_HEADER="on",
                WEB_CONCURRENCY="1",
                PAPERS_FOLDER=str(place / "papers"),
                STATIC_ROOT=str(place / "static"),
                DATABASE_REPLICA_URL=f"postgres://musterbook@/postgres?host={replica}",
                DATABASE_REPLICA_SECONDS=str(_SECONDS),
                MUSTERBOOK_UNITS_A_MINUTE_OF_AN_ADDRESS="1000000",
            )
            sites.append(site)
            site.start()
        yield sites
    finally:
        for site in sites:
            site.stop()


@contextmanager
def _replica_of(primary: Path) -> Iterator[Path]:
    """A replica that streams from the server in a folder; the folder of its socket."""
    home = Path(tempfile.mkdtemp(prefix="musterbook-replica-"))
    try:
        who = unprivileged_user(home)
        tools = find_binaries(home, who, wheel_only=False)
        subprocess.run(
            [tools / "pg_basebackup", "--host", primary, "--username", "musterbook",
             "--pgdata", home / "data", "--write-recovery-conf", "--checkpoint=fast", "--no-sync"],
            cwd=home, check=True, capture_output=True, **who,
        )  # fmt: skip
        start_postgres(home)
        yield home
        _stop(home)
    finally:
        shutil.rmtree(home, ignore_errors=True)


def _server(home: Path) -> psutil.Process:
    return psutil.Process(int((home / "data" / "postmaster.pid").read_text().split()[0]))


def _stop(home: Path) -> None:
    server = _server(home)
    server.send_signal(signal.SIGQUIT)
    server.wait(timeout=20)


def _ask(home: Path, query: str) -> object:
    with psycopg.connect(f"postgres://musterbook@/postgres?host={home}") as connection:
        row = connection.execute(query).fetchone()
    return row[0] if row else None


def _transactions(home: Path) -> int:
    return int(str(_ask(home, "SELECT sum(xact_commit) FROM pg_stat_database")))
