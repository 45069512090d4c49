"""What an event costs that a whole club has handed in for: its page, its papers, handing in."""

import gzip
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from bench.measure import Measurement, cpu_seconds, measurement
from builder.catalogue.files import bundled_catalogues, sample_files
from builder.documents import pack_document, pack_json
from builder.exports.pdf.events import (
    MOST_ROSTERS,
    ROSTERS_AT_ONCE,
    EventCover,
    PrintedHandIn,
    event_order,
)
from builder.exports.pdf.options import PaperKind, PaperOptions
from builder.models import Club, Event, HandIn, Membership, Role, User
from builder.points.appraisal.appraisal import appraise
from builder.points.document.cut import cut_to_roster
from builder.points.document.document import Document, parse_document
from builder.points.document.json_reader import read_json
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.results import to_json
from builder.services.events import EventDetails, create_event, hand_in_roster, summarise_hand_in
from builder.services.exchange import create_list_from_document
from builder.typesetting.binding import bind
from builder.typesetting.typesetter import typeset

_PEOPLE = 200
_SYSTEM = "unbridled-fury"
_BACKEND = "django.contrib.auth.backends.ModelBackend"
_DAY = date(2026, 1, 1)
# Not from getrusage: its peak of a child begins with that of the parent.
_PEAK_SCRIPT = (
    "import django; django.setup(); from bench.events import make_paper; make_paper({number}, {paper!r}); "
    "print(open('/proc/self/status').read().split('VmHWM:')[1].split()[0])"
)


def measure(runs: int) -> list[Measurement]:
    """All rows of events."""
    event, owner, handing = _full_event()
    client = Client()
    client.force_login(owner, backend=_BACKEND)
    here = f"/clubs/{event.club.public_id}/events/{event.public_id}/"
    one = HandIn.objects.filter(event=event).values_list("public_id", flat=True)[0]
    with CaptureQueriesContext(connection) as queries:
        content = client.get(here).content
    requested, few = float(len(queries)), max(3, runs // 10)
    return [
        measurement(
            f"event page, {_PEOPLE} hand-ins", "ms CPU", _ms(_get(client, here), runs), "at most 30 ms"
        ),
        measurement("  its HTML, compressed", "kB", [len(gzip.compress(content)) / 1000]),
        measurement("  its queries", "queries", [requested]),
        measurement(
            "  one of them, with its sums", "ms CPU", _ms(_get(client, f"{here}hand-ins/{one}/"), runs)
        ),
        measurement("  handing in", "ms CPU", _ms(handing, runs)),
        measurement(
            f"  a PDF of all {MOST_ROSTERS}",
            "ms CPU",
            _ms(lambda: make_paper(MOST_ROSTERS), few),
            "at most 6,000 ms",
        ),
        measurement(
            f"  cards of all {MOST_ROSTERS}",
            "ms CPU",
            _ms(lambda: make_paper(MOST_ROSTERS, "cards"), 1),
            "at most 20,000 ms",
        ),
        measurement(
            f"peak memory of a process after {ROSTERS_AT_ONCE} rosters",
            "MB",
            [_peak(ROSTERS_AT_ONCE)],
            "at most 250 MB",
        ),
        measurement(f"  after {MOST_ROSTERS}", "MB", [_peak(MOST_ROSTERS)], "at most 400 MB"),
        measurement(
            f"  after cards of {MOST_ROSTERS}", "MB", [_peak(MOST_ROSTERS, "cards")], "at most 400 MB"
        ),
    ]


def make_paper(number: int, paper: PaperKind = "roster") -> bytes:
    """One PDF of a paper of so many rosters, set in this process to be measured."""
    rosters = [_handed_in(document, place) for place, document in enumerate(_documents(number))]
    head = EventCover(name="Muster", club="The Long Table", day=_DAY, limit=750, deadline="now")
    first = rosters[0].document
    options = PaperOptions(paper=paper, roster=0)
    order = event_order(head, rosters, bundled_catalogues()[first.system, first.edition], options, today=_DAY)
    return bind(order) if order.output == "bound" else typeset(order)


def _documents(number: int) -> list[Document]:
    """So many rosters of the samples of one game, no two alike."""
    read = (parse_document(read_json(path.read_bytes()), bundled_catalogues()) for _, path in sample_files())
    found = [one for one in read if one.system == _SYSTEM]
    cuts = [cut_to_roster(one, place, _catalogue(one)) for one in found for place in range(len(one.rosters))]
    return [_renamed(cuts[place % len(cuts)], place) for place in range(number)]


def _renamed(document: Document, number: int) -> Document:
    profiles = tuple(replace(one, name=f"{one.name} of {number}") for one in document.profiles)
    return replace(document, name=f"{document.name} {number}", profiles=profiles)


def _catalogue(document: Document) -> Catalogue:
    return bundled_catalogues()[document.system, document.edition]


def _handed_in(document: Document, number: int) -> PrintedHandIn:
    return PrintedHandIn(
        who=f"player-{number}",
        when="now",
        document=document,
        appraisal=appraise(document, _catalogue(document)),
        fingerprints=(("Force", "k7q2-0m3x-9wtz-aaaa-b0b0"), ("Words", "k7q2-0m3x-9wtz-aaaa-b0b0")),
    )


def _full_event() -> tuple[Event, User, Callable[[], object]]:
    """An event for which everybody has handed in a roster, its owner, and the owner's handing in again."""
    club = Club.objects.create(name="The Full Table")
    people = User.objects.bulk_create(User(username=f"muster-{number}") for number in range(_PEOPLE))
    roles = [Role.OWNER, *[Role.MEMBER] * (_PEOPLE - 1)]
    Membership.objects.bulk_create(
        Membership(club=club, user=user, role=role) for user, role in zip(people, roles, strict=True)
    )
    documents = _documents(_PEOPLE)
    own = create_list_from_document(people[0], documents[0])
    until = timezone.now() + timedelta(days=1)
    details = EventDetails("Muster", until.date(), own.edition, 750, until)
    event = create_event(club, people[0], details)
    roster = own.rosters.values_list("public_id", flat=True)[0]

    def handing() -> object:
        return hand_in_roster(event, people[0], own, roster)

    handing()
    pairs = zip(people[1:], documents[1:], strict=True)
    HandIn.objects.bulk_create(_row(event, user, document) for user, document in pairs)
    return event, people[0], handing


def _row(event: Event, user: User, document: Document) -> HandIn:
    appraisal = appraise(document, _catalogue(document))
    return HandIn(
        event=event,
        user=user,
        document=pack_document(document, _catalogue(document)),
        appraisal=pack_json(to_json(appraisal)),
        summary=summarise_hand_in(document, appraisal),
        force="k7q2-0m3x-9wtz-aaaa-b0b0",
        words="k7q2-0m3x-9wtz-aaaa-b0b0",
    )


def _ms(action: Callable[[], object], runs: int) -> list[float]:
    return [seconds * 1000 for seconds in cpu_seconds(action, runs)]


def _get(client: Client, path: str) -> Callable[[], object]:
    def action() -> object:
        response = client.get(path)
        if response.status_code != 200:
            raise RuntimeError(f"{path} answered {response.status_code}")
        return response

    return action


def _peak(number: int, paper: PaperKind = "roster") -> float:
    """Megabytes that a process takes at most which makes one PDF of so many rosters and nothing else."""
    program = _PEAK_SCRIPT.format(number=number, paper=paper)
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    return int(done.stdout) / 1024
