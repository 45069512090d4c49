"""What papers cost: CPU time of data and typesetter, and what a process grows to that does both."""

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from itertools import cycle, islice

from bench.documents import long_document
from bench.measure import Measurement, cpu_seconds, measurement
from builder.catalogue.files import bundled_catalogues, sample_files
from builder.exports.pdf import PaperOptions
from builder.exports.pdf.papers import paper_order
from builder.points.document.document import Document, RosterEntry, parse_document
from builder.points.rules.catalogue import Catalogue
from builder.typesetting.typesetter import typeset

_DAY = date(2026, 1, 1)
_LINK = "https://musterbook.example/lists/abcdefghijkm/"
_PAPERS = 600
# Not from getrusage: its peak of a child begins with that of the parent.
_PEAK_SCRIPT = (
    f"import django; django.setup(); from bench.papers import make_papers; make_papers({_PAPERS}); "
    "print(open('/proc/self/status').read().split('VmHWM:')[1].split()[0])"
)


def measure(runs: int) -> list[Measurement]:
    """All rows of the papers."""
    documents = [_company(40, number) for number in range(runs)]
    same = documents[0]
    small = _samples()
    forces = [_all_fielded(one) for one in documents]
    return [
        measurement(
            "company list as PDF, 40 profiles, made again", "ms CPU", _ms(lambda: _make(same, "list"), runs)
        ),
        measurement(
            "  another list each time",
            "ms CPU",
            _different_each_run(documents, "list", runs),
            "at most 110 ms over HTTP",
        ),
        measurement("  its first page as a picture", "ms CPU", _ms(lambda: _picture(same), runs)),
        measurement("  its design sheets", "ms CPU", _different_each_run(documents, "sheets", runs)),
        measurement("  its cards", "ms CPU", _different_each_run(documents, "cards", runs)),
        measurement("battle sheet, 40 profiles", "ms CPU", _different_each_run(forces, "battle", runs)),
        measurement("  of a sample list", "ms CPU", _different_each_run(small, "battle", runs)),
        measurement("roster for play of a sample list", "ms CPU", _different_each_run(small, "roster", runs)),
        measurement(f"peak memory of a process after {_PAPERS} papers", "MB", [_peak()], "at most 130 MB"),
    ]


def make_papers(number: int) -> None:
    """So many papers of lists of different sizes, one after the other."""
    documents = cycle([*_samples(), *(_company(size, size) for size in (5, 10, 20, 40))])
    papers = cycle(("list", "roster", "sheets", "cards", "battle", "list"))
    for document, paper in islice(zip(documents, papers, strict=False), number):
        _make(document, paper)


def _company(profiles: int, number: int) -> Document:
    document = parse_document(long_document(profiles), bundled_catalogues())
    renamed = [replace(profile, name=f"{profile.name} of {number}") for profile in document.profiles]
    return replace(document, name=f"Company {number}", profiles=tuple(renamed))


def _all_fielded(document: Document) -> Document:
    """The list with a roster of one of each profile."""
    entries = tuple(RosterEntry(profile=profile.key, count=1) for profile in document.profiles)
    return replace(document, rosters=(replace(document.rosters[0], entries=entries),))


def _samples() -> list[Document]:
    return [
        parse_document(json.loads(path.read_text(encoding="utf-8")), bundled_catalogues())
        for _, path in sample_files()
    ]


def _picture(document: Document) -> object:
    options = _options("list")
    return typeset(paper_order(document, _catalogue(document), options, output="png", today=_DAY, link=_LINK))


def _options(paper: str) -> PaperOptions:
    if paper in ("roster", "battle"):
        return PaperOptions(paper="battle" if paper == "battle" else "roster", roster=0)
    return PaperOptions(paper="list" if paper == "list" else "sheets" if paper == "sheets" else "cards")


def _catalogue(document: Document) -> Catalogue:
    return bundled_catalogues()[document.system, document.edition]


def _ms(action: Callable[[], object], runs: int) -> list[float]:
    return [seconds * 1000 for seconds in cpu_seconds(action, runs)]


def _different_each_run(documents: list[Document], paper: str, runs: int) -> list[float]:
    """A paper of another document in each run, so that nothing of the last one helps."""
    following = cycle(documents)
    return _ms(lambda: _make(next(following), paper), runs)


def _make(document: Document, paper: str) -> None:
    """In this process, to be measured."""
    options = _options(paper)
    typeset(paper_order(document, _catalogue(document), options, output="pdf", today=_DAY, link=_LINK))


def _peak() -> float:
    done = subprocess.run([sys.executable, "-c", _PEAK_SCRIPT], check=True, capture_output=True, text=True)
    return int(done.stdout) / 1024
