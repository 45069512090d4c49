"""The scenes of the stress test, each with its figures; Broken where something does not hold."""

import os
import random
import select
import signal
import time
from argparse import Namespace
from itertools import count

from django.db import connection

from bench.documents import long_document
from bench.writers import (
    InvariantBroken,
    Writer,
    WriterReports,
    WriterTask,
    check_history,
    save_and_be_killed,
    save_repeatedly,
    save_word,
    start_writer,
)
from builder.catalogue.store import all_catalogues
from builder.documents import load_list
from builder.models import CompanyList, User
from builder.points.document.document import parse_document
from builder.services.exchange import create_list_from_document
from builder.services.people.accounts import create_guest

_MAX_STATEMENTS = 60
_MAX_DELAY = 0.08  # seconds after its last word that a writer lives at most


def run_scenes(options: Namespace) -> dict[str, object]:
    """All scenes; the figures by name."""
    owner = create_guest()
    figures: dict[str, object] = {"database": connection.vendor}
    one = [create_list(owner, options.profiles)]
    figures |= _many_writers("one profile", one, ["p0"], options)
    one = [create_list(owner, options.profiles)]
    figures |= _many_writers(
        "one list, a profile each", one, [f"p{n}" for n in range(options.profiles)], options
    )
    many = [create_list(owner, options.profiles) for _ in range(options.lists)]
    figures |= _many_writers(f"{options.lists} lists", many, ["p0", "p1"], options)
    figures |= _two_tabs(create_list(owner, options.profiles), options.tabs)
    figures |= _killed_writers(
        create_list(owner, options.profiles), options.kills, random.Random(options.seed)
    )
    figures |= _killed_before_each_statement(create_list(owner, options.profiles))
    return figures


def create_list(owner: User, profiles: int) -> str:
    """A new list of so many profiles; its id."""
    return create_list_from_document(
        owner, parse_document(long_document(profiles), all_catalogues())
    ).public_id


def _many_writers(title: str, lists: list[str], keys: list[str], options: Namespace) -> dict[str, object]:
    """Many writers at once; who is too late reads again and begins anew."""
    began = time.monotonic()
    writers: list[tuple[str, Writer]] = []
    for number in range(options.processes):
        public_id, key = lists[number % len(lists)], keys[number // len(lists) % len(keys)]
        writers.append(
            (public_id, start_writer(save_repeatedly(public_id, key, f"writer-{number}", options.saves)))
        )
    reports = {public_id: WriterReports() for public_id in lists}
    for public_id, writer in writers:
        for line in writer.lines():
            reports[public_id].add(line)
        writer.wait()
    seconds = time.monotonic() - began
    found = sum(check_history(public_id, reports[public_id].saved_words) for public_id in lists)
    wanted = options.processes * options.saves
    if found != wanted:
        raise InvariantBroken(f"{title}: {wanted} saves were wanted, {found} were made.")
    return {
        f"{title}: saves, revisions": f"{wanted}, {found}",
        f"{title}: saves a second": round(wanted / seconds, 1),
        f"{title}: stale answers, each tried again": sum(one.stale_count for one in reports.values()),
    }


def _two_tabs(public_id: str, times: int) -> dict[str, object]:
    """Two tabs that were opened on the same version save at once: one is taken, the other refused."""
    reports = WriterReports()
    for number in range(times):
        seen = _version(public_id, "p0")
        words = [f"tab-{side}-{number}" for side in "ab"]
        tabs = [start_writer(_save_from_tab(public_id, word, seen)) for word in words]
        lines = [line for tab in tabs for line in tab.lines()]
        for tab in tabs:
            tab.wait()
        if sorted(line.split()[0] for line in lines) != ["saved", "stale"]:
            raise InvariantBroken(f"Of two tabs not one was taken and one refused: {lines}")
        for line in lines:
            reports.add(line)
        check_history(public_id, reports.saved_words)
    return {"two tabs: saved, refused": f"{len(reports.saved_words)}, {reports.stale_count}"}


def _save_from_tab(public_id: str, word: str, seen: int) -> WriterTask:
    return lambda tell: tell(f"{'saved' if save_word(public_id, 'p0', word, seen) else 'stale'} {word}")


def _version(public_id: str, key: str) -> int:
    row = CompanyList.objects.select_related("edition__system").get(public_id=public_id)
    return load_list(row, rosters=False).profile_versions[key]


def _killed_writers(public_id: str, times: int, dice: random.Random) -> dict[str, object]:
    """Two writers save without end; each is killed some moment after one of its words."""
    reports = WriterReports()
    for number in range(0, times, 2):
        pair = [
            start_writer(save_repeatedly(public_id, f"p{side}", f"victim-{number}-{side}", 10**6))
            for side in (0, 1)
        ]
        for writer in pair:
            _kill_writer(writer, dice, reports)
        check_history(public_id, reports.saved_words, killed=number + 2)
        if not save_word(public_id, "p0", word := f"after-{number}"):
            raise InvariantBroken("After a kill the list could not be saved.")
        reports.saved_words.append(word)
    made = check_history(public_id, reports.saved_words, killed=times + 1)
    return {
        "killed at any moment: kills": times + times % 2,
        "killed at any moment: saves heard of, made": f"{len(reports.saved_words)}, {made}",
    }


def _kill_writer(writer: Writer, dice: random.Random, reports: WriterReports) -> None:
    """Read some words, then kill the writer a moment later, and read what it still said."""
    text = b""
    for _ in range(dice.randint(0, 4)):
        text += os.read(writer.pipe, 4096)
    select.select([], [], [], dice.uniform(0, _MAX_DELAY))
    os.kill(writer.pid, signal.SIGKILL)
    while more := os.read(writer.pipe, 4096):
        text += more
    os.close(writer.pipe)
    writer.wait()
    for line in text.decode().splitlines():
        reports.add(line)


def _killed_before_each_statement(public_id: str) -> dict[str, object]:
    """A save is killed before each of its statements in turn, until one is past the last."""
    saved_words: list[str] = []
    for at in count():
        before = check_history(public_id, saved_words)
        writer = start_writer(save_and_be_killed(public_id, "p0", f"dying-{at}", at))
        lines = list(writer.lines())
        writer.wait()
        after = check_history(public_id, saved_words, killed=1)
        if lines:
            saved_words += [line.removeprefix("saved ") for line in lines]
            check_history(public_id, saved_words)
            return {"killed before each statement and commit: kills, saves left by them": f"{at}, {before}"}
        if after != before or at > _MAX_STATEMENTS:
            raise InvariantBroken(f"A save that was killed before its statement {at} left something.")
    raise AssertionError("the count has no end")
