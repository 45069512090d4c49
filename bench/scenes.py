"""The scenes of the stress test, each with its figures; Broken where something does not hold."""

import os
import random
import select
import signal
import time
from argparse import Namespace
from itertools import count

from django.db import connection

from bench.lists import company
from bench.writers import Broken, Told, Work, Writer, check, save_and_die, save_often, save_word, start
from builder.catalogue.store import all_catalogues
from builder.documents import load
from builder.models import CompanyList, User
from builder.points.document import parse_document
from builder.services.guests import start_guest
from builder.services.lists import import_document

_MOST_STATEMENTS = 60
_LONGEST = 0.08  # seconds after its last word that a writer lives at most


def run(options: Namespace) -> dict[str, object]:
    """All scenes; the figures by name."""
    owner = start_guest()
    figures: dict[str, object] = {"database": connection.vendor}
    one = [make(owner, options.profiles)]
    figures |= _crowd("one profile", one, ["p0"], options)
    one = [make(owner, options.profiles)]
    figures |= _crowd("one list, a profile each", one, [f"p{n}" for n in range(options.profiles)], options)
    many = [make(owner, options.profiles) for _ in range(options.lists)]
    figures |= _crowd(f"{options.lists} lists", many, ["p0", "p1"], options)
    figures |= _tabs(make(owner, options.profiles), options.tabs)
    figures |= _kills(make(owner, options.profiles), options.kills, random.Random(options.seed))
    figures |= _deaths(make(owner, options.profiles))
    return figures


def make(owner: User, profiles: int) -> str:
    """A new list of so many profiles; its id."""
    return import_document(owner, parse_document(company(profiles), all_catalogues())).public_id


def _crowd(title: str, lists: list[str], keys: list[str], options: Namespace) -> dict[str, object]:
    """Many writers at once; who is too late reads again and begins anew."""
    began = time.monotonic()
    writers: list[tuple[str, Writer]] = []
    for number in range(options.processes):
        public_id, key = lists[number % len(lists)], keys[number // len(lists) % len(keys)]
        writers.append((public_id, start(save_often(public_id, key, f"writer-{number}", options.saves))))
    told = {public_id: Told() for public_id in lists}
    for public_id, writer in writers:
        for line in writer.listen():
            told[public_id].add(line)
        writer.wait()
    seconds = time.monotonic() - began
    found = sum(check(public_id, told[public_id].words) for public_id in lists)
    wanted = options.processes * options.saves
    if found != wanted:
        raise Broken(f"{title}: {wanted} saves were wanted, {found} were made.")
    return {
        f"{title}: saves, revisions": f"{wanted}, {found}",
        f"{title}: saves a second": round(wanted / seconds, 1),
        f"{title}: stale answers, each tried again": sum(one.stale for one in told.values()),
    }


def _tabs(public_id: str, times: int) -> dict[str, object]:
    """Two tabs that were opened on the same version save at once: one is taken, the other refused."""
    told = Told()
    for number in range(times):
        seen = _version(public_id, "p0")
        words = [f"tab-{side}-{number}" for side in "ab"]
        tabs = [start(_tab(public_id, word, seen)) for word in words]
        lines = [line for tab in tabs for line in tab.listen()]
        for tab in tabs:
            tab.wait()
        if sorted(line.split()[0] for line in lines) != ["saved", "stale"]:
            raise Broken(f"Of two tabs not one was taken and one refused: {lines}")
        for line in lines:
            told.add(line)
        check(public_id, told.words)
    return {"two tabs: saved, refused": f"{len(told.words)}, {told.stale}"}


def _tab(public_id: str, word: str, seen: int) -> Work:
    return lambda tell: tell(f"{'saved' if save_word(public_id, 'p0', word, seen) else 'stale'} {word}")


def _version(public_id: str, key: str) -> int:
    row = CompanyList.objects.select_related("edition__system").get(public_id=public_id)
    return load(row, rosters=False).versions[key]


def _kills(public_id: str, times: int, dice: random.Random) -> dict[str, object]:
    """Two writers save without end; each is killed some moment after one of its words."""
    told = Told()
    for number in range(0, times, 2):
        pair = [start(save_often(public_id, f"p{side}", f"victim-{number}-{side}", 10**6)) for side in (0, 1)]
        for writer in pair:
            _kill(writer, dice, told)
        check(public_id, told.words, killed=number + 2)
        if not save_word(public_id, "p0", word := f"after-{number}"):
            raise Broken("After a kill the list could not be saved.")
        told.words.append(word)
    made = check(public_id, told.words, killed=times + 1)
    return {
        "killed at any moment: kills": times + times % 2,
        "killed at any moment: saves heard of, made": f"{len(told.words)}, {made}",
    }


def _kill(writer: Writer, dice: random.Random, told: Told) -> None:
    """Read some words, then kill the writer a moment later, and read what it still told."""
    text = b""
    for _ in range(dice.randint(0, 4)):
        text += os.read(writer.pipe, 4096)
    select.select([], [], [], dice.uniform(0, _LONGEST))
    os.kill(writer.pid, signal.SIGKILL)
    while more := os.read(writer.pipe, 4096):
        text += more
    os.close(writer.pipe)
    writer.wait()
    for line in text.decode().splitlines():
        told.add(line)


def _deaths(public_id: str) -> dict[str, object]:
    """A save is killed before each of its statements in turn, until one is past the last."""
    told: list[str] = []
    for at in count():
        before = check(public_id, told)
        writer = start(save_and_die(public_id, "p0", f"dying-{at}", at))
        lines = list(writer.listen())
        writer.wait()
        after = check(public_id, told, killed=1)
        if lines:
            told += [line.removeprefix("saved ") for line in lines]
            check(public_id, told)
            return {"killed before each statement and commit: kills, saves left by them": f"{at}, {before}"}
        if after != before or at > _MOST_STATEMENTS:
            raise Broken(f"A save that was killed before its statement {at} left something.")
    raise AssertionError("the count has no end")
