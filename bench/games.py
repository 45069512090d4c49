"""Pages, papers and API with 40 profiles of Dark Fantasy FUBAR, in turns with those of Unbridled Fury."""

import itertools
import json
import statistics
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from django.conf import settings
from django.db import connection
from django.http.response import HttpResponseBase
from django.test import Client
from django.test.utils import CaptureQueriesContext

from bench.documents import fubar_document, long_document
from bench.measure import Measurement, alternating_cpu_seconds, measurement
from bench.visits import Action, change_field, expect_ok, get_page
from builder.catalogue.store import all_catalogues
from builder.models import Scope, User
from builder.points.appraisal.appraisal import appraise
from builder.points.document.document import Document, Member, RosterEntry, parse_document
from builder.services.exchange import create_list_from_document
from builder.services.people.tokens import create_token

_PROFILES = 40
_AIM = "at most 1.3"


@dataclass(frozen=True)
class Game:
    """A list of a game, and what is changed of its profile p7: a field of the form, between two values."""

    document: Document
    field: str
    values: tuple[int, int]
    slot: str

    def patch(self, value: int) -> dict[str, Any]:
        """The merge patch that sets the field."""
        patch: Any = value
        for step in reversed(self.field.split(".")):
            patch = {step: patch}
        return {"design": patch}


def measure(runs: int) -> list[Measurement]:
    """A row of Dark Fantasy FUBAR for each action, and how many times Unbridled Fury's it is."""
    settings.MUSTERBOOK_UNITS_A_MINUTE = settings.MUSTERBOOK_UNITS_A_MINUTE_OF_AN_ADDRESS = 10**9
    owner = User.objects.create(username="gamer")
    fury = Game(_with_roster(long_document(_PROFILES)), "attributes.fgt", (7, 8), "properties")
    fubar = Game(_with_roster(fubar_document(_PROFILES), units=True), "wounds", (2, 3), "skills")
    rows = []
    for (name, aim, of_fury), (_, _, of_fubar) in zip(
        _actions(owner, fury), _actions(owner, fubar), strict=True
    ):
        theirs, found = alternating_cpu_seconds((of_fury, of_fubar), runs)
        ratio = statistics.median(found) / statistics.median(theirs)
        rows += [
            measurement(f"FUBAR: {name}, 40 profiles", "ms CPU", [seconds * 1000 for seconds in found], aim),
            measurement("  times Unbridled Fury's", "times", [ratio], _AIM),
        ]
        answer = of_fubar()
        if isinstance(answer, HttpResponseBase):
            rows += _answer_rows(of_fubar)
    return rows


def _answer_rows(action: Action) -> Iterator[Measurement]:
    with CaptureQueriesContext(connection) as queries:
        answer: Any = action()
    yield measurement("  its size", "kB", [len(answer.content) / 1000])
    yield measurement("  its queries", "queries", [float(len(queries))])


def _with_roster(value: dict[str, object], *, units: bool = False) -> Document:
    """The document with a roster of ten rows: two models, or a unit of nine figures with another one."""
    document = parse_document({**value, "rosters": [{"name": "All", "limit": 1000}]}, all_catalogues())
    (roster,) = document.rosters
    keys = [profile.key for profile in document.profiles]
    entries = tuple(
        RosterEntry(profile=key, count=9, others=(Member(profile=keys[number + 10], count=1),))
        if units
        else RosterEntry(profile=key, count=2)
        for number, key in enumerate(keys[:10])
    )
    return replace(document, rosters=(replace(roster, entries=entries),))


def _actions(owner: User, game: Game) -> Iterator[tuple[str, str, Action]]:
    """What is measured of a game, with the aim of the same page of Unbridled Fury."""
    row = create_list_from_document(owner, game.document)
    page, interface = f"/lists/{row.public_id}/", f"/api/v1/lists/{row.public_id}"
    browser = Client()
    browser.force_login(owner, backend="django.contrib.auth.backends.ModelBackend")
    secret = create_token(owner, "bench", Scope.WRITE, 7).secret
    program = Client(headers={"Authorization": f"Bearer {secret}"})
    roster = row.rosters.get().public_id
    catalogue = all_catalogues()[game.document.system, game.document.edition]
    yield "appraise", "", lambda: appraise(game.document, catalogue)
    yield "list page", "at most 30 ms", get_page(browser, page)
    yield "profile editor", "", get_page(browser, f"{page}profiles/p7/")
    yield "  with the picker open", "", get_page(browser, f"{page}profiles/p7/?pick={game.slot}")
    yield (
        "a change, from POST to receipt",
        "at most 15 ms",
        change_field(browser, f"{page}profiles/p7/", game.field, game.values),
    )
    yield "roster page", "", get_page(browser, f"{page}rosters/{roster}/")
    for paper in ("list", "sheets", "cards", "roster"):
        query = f"?paper={paper}" + (f"&roster={roster}" if paper == "roster" else "")
        yield (
            f"paper: {paper}",
            "at most 110 ms" if paper == "list" else "",
            get_page(browser, f"{page}paper.pdf{query}"),
        )
    yield "texts", "", get_page(browser, f"{page}text/")
    yield "profiles as CSV", "", get_page(browser, f"{page}profiles.csv")
    yield "document as JSON", "", get_page(browser, f"{page}document.json")
    yield "history page", "", get_page(browser, f"{page}history/")
    yield "interface: read a list", "", get_page(program, interface)
    yield "interface: its appraisal", "", get_page(program, f"{interface}/appraisal")
    yield "interface: change a profile", "at most 20 ms", _patch(program, f"{interface}/profiles/p7", game)


def _patch(client: Client, path: str, game: Game) -> Action:
    values = itertools.cycle(game.values)

    def action() -> object:
        body = json.dumps(game.patch(next(values)))
        return expect_ok(client.patch(path, body, "application/json", headers={"If-Match": "*"}))

    return action
