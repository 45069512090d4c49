"""The rows of ``make bench``: the same work in each of the five games.

Most rows measure time. Rows with the unit "functions" count the functions of this program that one request
runs when its caches are warm.

All lists are made in the same way. A list repeats the profiles of a sample with different numbers. Its roster
has an entry for each profile, with as many models as in the sample.
"""

import gc
import itertools
import json
import os
import re
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import cached_property, partial
from types import CodeType, FrameType
from typing import Any, NamedTuple, cast
from urllib.parse import urlencode

from django.conf import settings
from django.http.response import HttpResponseBase
from django.test import Client

from builder.catalogue.files import bundled_catalogues, sample_files
from builder.catalogue.play import list_sheet
from builder.exports.pdf.blanks import BLANK_NAMES, BlankPaper, blank_order
from builder.exports.pdf.card_files import card_options, deck_order, deck_sheet_order, zip_order
from builder.exports.pdf.chat_picture import chat_order
from builder.exports.pdf.options import PaperOptions
from builder.exports.pdf.papers import paper_data, paper_order
from builder.exports.pdf.payload import CardsPaperData
from builder.models import CompanyList, Revision, User
from builder.points.appraisal.appraisal import appraise
from builder.points.document.document import Document, parse_document
from builder.points.legality.standalone import standalone_profile
from builder.services.exchange import create_list_from_document
from builder.services.gallery import publish_list
from builder.typesetting.decks import describe_deck, pack_cards
from builder.typesetting.form_fields import with_form_fields
from builder.typesetting.orders import Order
from builder.typesetting.typesetter import typeset
from tests.support.html_forms import HTMX, URLENCODED, fields_of
from tests.support.long_lists import lengthened

Action = Callable[[], object]

_DAY = date(2026, 1, 1)
_LINK = "https://musterbook.example/lists/abcdefghijkm/"
_GALLERY_LISTS = 24
_CHANGES = 50
_PAPER_SHARE = 6
"""Papers take much longer than other work, so only one run of six makes them."""
_COUNT_SHARE = 30
"""Counts of functions are nearly the same in each run, so only one run of 30 counts."""
_LIST_AIMS = {40: "at most 30 ms", 100: "at most 2.5 times that of 10"}
# Distinct functions that a save ran in commit a2dfb2be, before the form and the sheets were unified.
_FUNCTIONS_BEFORE = {
    "Unbridled Fury": 769,
    "Stargrave": 890,
    "Dark Fantasy FUBAR": 865,
    "Zapp": 701,
    "Crimson Dusk": 876,
}
_ROSTER_AIMS = {40: "at most 40 ms quiet", 100: "at most 3 times that of 10"}
_ROOTS = tuple(f"{settings.BASE_DIR / package}{os.sep}" for package in ("builder", "api"))
_VERSION = re.compile(rb'name="version"[^>]* value="([0-9]+)"')


class Row(NamedTuple):
    """Something to measure. ``measure`` makes one measurement and returns it in the unit.

    Of ``share`` runs, only one measures the row.
    """

    name: str
    unit: str
    measure: Callable[[], float]
    aim: str = ""
    share: int = 1


class Game(NamedTuple):
    """A game and its sample.

    The profiles of a list differ in these ``numbers`` of their designs. Each is a code, its lowest value, and
    how many values it has. A change sets the ``field`` of the profile ``key`` to one of the two ``values``.
    """

    title: str
    sample: str
    numbers: tuple[tuple[str, int, int], ...]
    key: str
    field: str
    values: tuple[int, int]


_FURY = (("fgt", 4, 5), ("shg", 4, 5), ("mov", 4, 4), ("cow", 3, 4))

GAMES = (
    Game("Unbridled Fury", "drop-reavers", _FURY, "reaver", "attributes.fgt", (6, 7)),
    Game("Dark Fantasy FUBAR", "candlewrights", (("wounds", 1, 900),), "wick-guard", "wounds", (2, 3)),
    Game("Zapp", "tollmasters", (("figures", 60, 900),), "bridge-guard", "figures", (60, 72)),
    Game("Stargrave", "long-way-home", (("experience", 0, 900),), "tarry", "gained", (3, 4)),
    Game("Crimson Dusk", "quarry-line", (("cost", 1, 900),), "captain-okafor", "av", (10, 11)),
)


def rows() -> Iterator[Row]:
    """Yield all rows, game by game. The lists of a game are only made when its rows are needed."""
    settings.MUSTERBOOK_UNITS_A_MINUTE = settings.MUSTERBOOK_UNITS_A_MINUTE_OF_AN_ADDRESS = 10**9
    for game in GAMES:
        scene = GameScene(game, User.objects.create(username=f"player of {game.sample}"))
        for row in (*scene.pages(), *scene.functions(), *scene.prices(), *scene.revisions(), *scene.papers()):
            yield row._replace(name=f"{game.title}: {row.name}")


class GameScene:
    """A logged-in player of a game, and the rows of the game."""

    def __init__(self, game: Game, owner: User) -> None:
        self.game, self.owner = game, owner
        files = dict(sample_files())
        self._sample: dict[str, Any] = json.loads(files[game.sample].read_text(encoding="utf-8"))
        self.catalogue = bundled_catalogues()[self._sample["system"], self._sample["edition"]]
        self.browser = Client()
        self.browser.force_login(owner, backend="django.contrib.auth.backends.ModelBackend")

    def document(self, profiles: int, first: int = 0) -> Document:
        """Return a list with this number of profiles.

        ``first`` is the number of its first design. Lists whose numbers don't overlap share no design.
        """
        value = lengthened(self._sample, profiles)
        base, roster = self._sample["profiles"], value["rosters"][0]
        fielded = {entry["profile"]: entry for entry in roster["entries"]}
        entries = [
            {"count": 1, **fielded.get(base[n % len(base)]["key"], {}), "profile": profile["key"]}
            for n, profile in enumerate(value["profiles"])
        ]
        return parse_document(
            {
                **value,
                "name": f"{value['name']} {first}",
                "profiles": [
                    self._numbered(profile, first + n) for n, profile in enumerate(value["profiles"])
                ],
                "rosters": [{**roster, "entries": entries}],
            },
            bundled_catalogues(),
        )

    def _numbered(self, profile: Mapping[str, Any], number: int) -> dict[str, Any]:
        """Return a profile whose numbers are the combination of values with this number."""
        digits: dict[str, Any] = {}
        for code, low, count in self.game.numbers:
            number, digit = divmod(number, count)
            digits[code] = low + digit
        design = profile["design"]
        if "attributes" in design:
            digits = {"attributes": {**design["attributes"], **digits}}
        return {**profile, "design": {**design, **digits}}

    def _create_list(self, profiles: int, first: int = 0) -> CompanyList:
        return create_list_from_document(self.owner, self.document(profiles, first))

    @cached_property
    def list_of_40(self) -> str:
        """The path of a list with 40 profiles."""
        return f"/lists/{self._create_list(40).public_id}/"

    def _change(self, list_path: str) -> Action:
        path = f"{list_path}profiles/{self.game.key}/"
        return change_field(self.browser, path, self.game.field, self.game.values)

    # -------------------------------------------------------------- rows

    def pages(self) -> Iterator[Row]:
        """Yield the rows of changes and pages."""
        for size in (10, 40, 100):
            change = self._change(f"/lists/{self._create_list(size).public_id}/")
            yield _cpu_row(f"a change, from POST to receipt, {size} profiles", change)
        for size in (10, 40, 100):
            row = self._create_list(size)
            page = get_page(self.browser, f"/lists/{row.public_id}/rosters/{row.rosters.get().public_id}/")
            yield _cpu_row(f"roster page, {size} entries", page, _ROSTER_AIMS.get(size, ""))
            page = get_page(self.browser, f"/lists/{row.public_id}/")
            yield _cpu_row(f"list page, {size} profiles", page, _LIST_AIMS.get(size, ""))
        editor = get_page(self.browser, f"{self.list_of_40}profiles/{self.game.key}/")
        yield _cpu_row("profile editor, page", editor)
        for number in range(_GALLERY_LISTS):
            publish_list(self._create_list(40, first=100 * number))
        gallery = get_page(Client(), f"/gallery/?system={self.catalogue.system}")
        yield _cpu_row(f"gallery page, {_GALLERY_LISTS} lists", gallery, "at most 30 ms")

    def functions(self) -> Iterator[Row]:
        """Yield the rows that count the functions that a request runs."""
        actions: dict[str, Action] = {
            "saving a profile": self._change(self.list_of_40),
            "the editor": get_page(self.browser, f"{self.list_of_40}profiles/{self.game.key}/"),
            "the API's change of a list's name": self._rename(),
            "a battle sheet": partial(self._typeset_paper, _PAPERS["battle sheet"], self.document(40)),
            "the list page": get_page(self.browser, self.list_of_40),
        }
        before = _FUNCTIONS_BEFORE[self.game.title]
        aims = {"saving a profile": f"at most {before * 2 // 3}; {before} before"}
        for name, action in actions.items():
            count = partial(count_functions, action)
            yield Row(f"functions run by {name}", "functions", count, aims.get(name, ""), _COUNT_SHARE)

    def _rename(self) -> Action:
        path = f"/api/v1{self.list_of_40.removesuffix('/')}"
        names = itertools.cycle(("One name", "Another name"))

        def rename() -> None:
            answer = self.browser.patch(
                path, {"name": next(names)}, "application/json", headers={"If-Match": "*"}
            )
            expect_status(answer)

        return rename

    def prices(self) -> Iterator[Row]:
        """Yield the rows of appraisals: of a new list, and of a list with one new profile."""
        numbers, base = itertools.count(100, 100), self.document(40)

        def measure_cold() -> float:
            document = self.document(40, next(numbers))
            standalone_profile.cache_clear()  # the numbers of some games repeat after a few hundred designs
            return cpu_ms(lambda: appraise(document, self.catalogue))

        def measure_changed() -> float:
            other = self.document(40, next(numbers)).profiles[7]
            document = replace(base, profiles=(*base.profiles[:7], other, *base.profiles[8:]))
            appraise(base, self.catalogue)
            return cpu_ms(lambda: appraise(document, self.catalogue))

        yield Row("appraise, 40 profiles, cold", "ms CPU", measure_cold, "at most 2.5 ms")
        yield Row("appraise, one profile of 40 changed", "ms CPU", measure_changed, "at most 0.3 ms")

    def revisions(self) -> Iterator[Row]:
        """Yield the rows of revisions: the size of a revision, and the time of restoring a revision."""
        row = self._create_list(40)
        list_path, revisions = f"/lists/{row.public_id}/", Revision.objects.filter(company_list=row)
        change, restored = self._change(list_path), itertools.count()

        def measure_bytes() -> float:
            for _ in range(_CHANGES):
                change()
            return sum(len(revision.document) for revision in revisions.all()) / revisions.count()

        def restore() -> None:
            number = revisions.order_by("number")[next(restored) % 2].number
            expect_status(self.browser.post(f"{list_path}history/{number}/restore/"), 302)

        yield Row(f"a revision, {_CHANGES} changes, 40 profiles", "bytes", measure_bytes, "at most 3,000", 10)
        yield _cpu_row("a revision restored, 40 profiles", restore, "at most 20 ms")

    def papers(self) -> Iterator[Row]:
        """Yield the rows of papers, each made for a new list."""
        numbers = itertools.count(100, 100)

        def row(name: str, make: Callable[[Document], object]) -> Row:
            def measure() -> float:
                document = self.document(40, next(numbers))
                return cpu_ms(lambda: make(document))

            return Row(f"paper, 40 profiles: {name}", "ms CPU", measure, "", _PAPER_SHARE)

        for name, options in _PAPERS.items():
            yield row(name, partial(self._typeset_paper, options))
        yield row("cards as a ZIP", lambda document: pack_cards(zip_order(self._cards(document))))
        yield row("deck, its file", lambda document: describe_deck(self._deck(document)))
        yield row("deck, a sheet", lambda document: typeset(deck_sheet_order(self._cards(document), 1)))
        yield row("picture for a chat", lambda document: typeset(self._chat(document)))
        for kind in BLANK_NAMES:
            blank = blank_order(self.catalogue, BlankPaper(kind=kind))
            yield row(f"blank {kind}", partial(_typeset_blank, blank))

    def _typeset_paper(self, options: PaperOptions, document: Document) -> bytes:
        return typeset(
            paper_order(list_sheet(document, self.catalogue), options, output="pdf", today=_DAY, link=_LINK)
        )

    def _cards(self, document: Document) -> CardsPaperData:
        options = card_options(_PAPERS["cards"])
        return cast(CardsPaperData, paper_data(list_sheet(document, self.catalogue), options, _DAY, _LINK))

    def _deck(self, document: Document) -> Order:
        return deck_order(self._cards(document), f"{_LINK}deck-{{number}}.png", f"{_LINK}deck-back.png")

    def _chat(self, document: Document) -> Order:
        return chat_order(list_sheet(document, self.catalogue), PaperOptions(paper="roster", roster=0), "")


_PAPERS = {
    "list": PaperOptions(paper="list"),
    "design sheets": PaperOptions(paper="sheets"),
    "battle sheet": PaperOptions(paper="battle", roster=0),
    "roster": PaperOptions(paper="roster", roster=0),
    "cards": PaperOptions(paper="cards"),
}


def expect_status(answer: HttpResponseBase, status: int = 200) -> None:
    """Raise RuntimeError if the site answers with another status."""
    if answer.status_code != status:
        raise RuntimeError(f"The site answered {answer.status_code} instead of {status}.")


def get_page(client: Client, path: str) -> Action:
    """Return an action that loads a page."""
    return lambda: expect_status(client.get(path))


def change_field(client: Client, path: str, field: str, values: Sequence[object]) -> Action:
    """Return an action that posts the editor's form as htmx does, with the next value of a field."""
    form = fields_of(client.get(path).content.decode())
    next_values = itertools.cycle(values)

    def action() -> None:
        form[field] = [str(next(next_values))]
        answer = client.post(path, urlencode(form, doseq=True), content_type=URLENCODED, headers=HTMX)
        expect_status(answer)
        version = _VERSION.search(answer.content)
        if version is None:
            raise RuntimeError("The answer to a change has no version.")
        form["version"] = [version[1].decode()]

    return action


def cpu_ms(action: Action) -> float:
    """Return the CPU time of an action in milliseconds."""
    gc.collect()
    start = time.process_time()
    action()
    return (time.process_time() - start) * 1000


def count_functions(action: Action) -> float:
    """Return how many functions of this program an action runs when its caches are warm."""
    functions: set[CodeType] = set()

    def record(frame: FrameType, event: str, _argument: object) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(_ROOTS):
            functions.add(frame.f_code)

    action()
    sys.setprofile(record)
    try:
        action()
    finally:
        sys.setprofile(None)
    return len(functions)


def _cpu_row(name: str, action: Action, aim: str = "") -> Row:
    return Row(name, "ms CPU", lambda: cpu_ms(action), aim)


def _typeset_blank(blank: Order, _document: Document) -> bytes:
    return with_form_fields(typeset(blank))
