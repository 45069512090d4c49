"""The scenes of the stress test. Each scene returns its figures, or raises InvariantBroken."""

import os
import random
import select
import signal
import time
from argparse import Namespace
from itertools import count

from django.db import connection

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
from tests.support.long_lists import long_document

_MAX_STATEMENTS = 60
_MAX_DELAY = 0.08
"""The maximum number of seconds between the last line that is read from a writer and its kill."""


def run_scenes(options: Namespace) -> dict[str, object]:
    """Run all scenes and return their figures by name."""
    owner = create_guest()

    def create_list() -> str:
        return _create_list(owner, options.profiles)

    lists = [create_list() for _ in range(options.lists)]
    profile_keys = [f"p{number}" for number in range(options.profiles)]
    return {
        "database": connection.vendor,
        **_many_writers("one profile", [create_list()], ["p0"], options),
        **_many_writers("one list, a profile each", [create_list()], profile_keys, options),
        **_many_writers(f"{options.lists} lists", lists, ["p0", "p1"], options),
        **_two_tabs(create_list(), options.tabs),
        **_killed_writers(create_list(), options.kills, random.Random(options.seed)),
        **_killed_before_each_statement(create_list()),
    }


def _create_list(owner: User, profiles: int) -> str:
    document = parse_document(long_document(profiles), all_catalogues())
    return create_list_from_document(owner, document).public_id


def _many_writers(title: str, lists: list[str], keys: list[str], options: Namespace) -> dict[str, object]:
    """Let many writers save at once. A writer whose version is stale reads the list again and retries."""
    start = time.monotonic()
    writers: list[tuple[str, Writer]] = []
    for number in range(options.processes):
        public_id, key = lists[number % len(lists)], keys[number // len(lists) % len(keys)]
        task = save_repeatedly(public_id, key, f"writer-{number}", options.saves)
        writers.append((public_id, start_writer(task)))
    reports = {public_id: WriterReports() for public_id in lists}
    for public_id, writer in writers:
        for line in writer.lines():
            reports[public_id].add(line)
        writer.wait()
    seconds = time.monotonic() - start
    changes = sum(check_history(public_id, reports[public_id].saved_words) for public_id in lists)
    wanted = options.processes * options.saves
    if changes != wanted:
        raise InvariantBroken(f"{title}: {changes} of {wanted} saves were made.")
    return {
        f"{title}: saves, revisions": f"{wanted}, {changes}",
        f"{title}: saves a second": round(wanted / seconds, 1),
        f"{title}: stale saves, each retried": sum(report.stale_count for report in reports.values()),
    }


def _two_tabs(public_id: str, times: int) -> dict[str, object]:
    """Save the same version from two tabs at once. Exactly one save must be accepted."""
    reports = WriterReports()
    for number in range(times):
        version = _version(public_id, "p0")
        words = [f"tab-{side}-{number}" for side in "ab"]
        tabs = [start_writer(_save_from_tab(public_id, word, version)) for word in words]
        lines = [line for tab in tabs for line in tab.lines()]
        for tab in tabs:
            tab.wait()
        if sorted(line.split()[0] for line in lines) != ["saved", "stale"]:
            raise InvariantBroken(f"Of two tabs not exactly one saved: {lines}")
        for line in lines:
            reports.add(line)
        check_history(public_id, reports.saved_words)
    return {"two tabs: saved, refused": f"{len(reports.saved_words)}, {reports.stale_count}"}


def _save_from_tab(public_id: str, word: str, version: int) -> WriterTask:
    return lambda send: send(f"{'saved' if save_word(public_id, 'p0', word, version) else 'stale'} {word}")


def _version(public_id: str, key: str) -> int:
    row = CompanyList.objects.select_related("edition__system").get(public_id=public_id)
    return load_list(row, rosters=False).profile_versions[key]


def _killed_writers(public_id: str, times: int, rng: random.Random) -> dict[str, object]:
    """Kill pairs of writers at random moments."""
    reports = WriterReports()
    for number in range(0, times, 2):
        pair = [
            start_writer(save_repeatedly(public_id, f"p{side}", f"victim-{number}-{side}", 10**6))
            for side in (0, 1)
        ]
        for writer in pair:
            _kill_writer(writer, rng, reports)
        check_history(public_id, reports.saved_words, killed=number + 2)
        if not save_word(public_id, "p0", word := f"after-{number}"):
            raise InvariantBroken("After a kill the list could not be saved.")
        reports.saved_words.append(word)
    changes = check_history(public_id, reports.saved_words, killed=times + 1)
    return {
        "killed at any moment: kills": times + times % 2,
        "killed at any moment: acknowledged saves, saves": f"{len(reports.saved_words)}, {changes}",
    }


def _kill_writer(writer: Writer, rng: random.Random, reports: WriterReports) -> None:
    """Read some lines, kill the writer a moment later, and read its last lines."""
    text = b""
    for _ in range(rng.randint(0, 4)):
        text += os.read(writer.pipe, 4096)
    select.select([], [], [], rng.uniform(0, _MAX_DELAY))
    os.kill(writer.pid, signal.SIGKILL)
    while more := os.read(writer.pipe, 4096):
        text += more
    os.close(writer.pipe)
    writer.wait()
    for line in text.decode().splitlines():
        reports.add(line)


def _killed_before_each_statement(public_id: str) -> dict[str, object]:
    """Kill a save before its first statement, then a save before its second statement, and so on.

    Stop when a save has fewer statements and ends before it is killed.
    """
    saved_words: list[str] = []
    for number in count():
        before = check_history(public_id, saved_words)
        writer = start_writer(save_and_be_killed(public_id, "p0", f"dying-{number}", number))
        lines = list(writer.lines())
        writer.wait()
        after = check_history(public_id, saved_words, killed=1)
        if lines:
            saved_words += [line.removeprefix("saved ") for line in lines]
            check_history(public_id, saved_words)
            return {
                "killed before each statement and commit: kills, saves made by them": f"{number}, {before}"
            }
        if after != before or number > _MAX_STATEMENTS:
            raise InvariantBroken(f"A save that was killed before its statement {number} changed the list.")
    raise AssertionError("unreachable: count() does not end")
