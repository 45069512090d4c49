"""What the same work costs in each of the five games: changes, pages, prices, revisions, papers.

Every list is made the same way: the profiles of a sample again and again, no two alike, and a roster with a
row for each, as large as the sample has it. ``bench.compare`` takes the same rows in two checkouts in turns.
"""

import gc
import itertools
import json
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from datetime import date
from functools import cached_property, partial
from typing import Any, NamedTuple

from django.conf import settings
from django.db.models import BinaryField
from django.test import Client

from bench.measure import Measurement, measurement
from bench.visits import Action, change_field, get_page
from builder.catalogue.files import bundled_catalogues, sample_files
from builder.exports.pdf import PaperOptions
from builder.exports.pdf.blanks import BLANK_NAMES, BlankPaper, blank_order
from builder.exports.pdf.card_files import card_options, deck_order, deck_sheet_order, zip_order
from builder.exports.pdf.chat_picture import chat_order
from builder.exports.pdf.papers import paper_data, paper_order
from builder.models import CompanyList, Revision, User
from builder.points.appraisal.appraisal import appraise
from builder.points.document.document import Document, parse_document
from builder.services.exchange import create_list_from_document
from builder.services.gallery import publish_list
from builder.typesetting.decks import describe_deck, pack_cards
from builder.typesetting.form_fields import with_form_fields
from builder.typesetting.orders import Order
from builder.typesetting.typesetter import typeset
from tests.support.long_lists import lengthened

_DAY = date(2026, 1, 1)
_LINK = "https://musterbook.example/lists/abcdefghijkm/"
_GALLERY = 24
_REVISIONS = 50
_PAPER_SHARE = 6
"""Papers take so much longer than all else that they are made in one of so many runs."""


class Row(NamedTuple):
    """Something to be measured: ``take`` is one run, and gives a value of the unit."""

    name: str
    unit: str
    take: Callable[[], float]
    aim: str = ""
    share: int = 1

    def runs(self, runs: int) -> int:
        """How many of so many runs this row takes."""
        return max(runs // self.share, 3)


class Game(NamedTuple):
    """A game and its sample; profiles differ by ``numbers`` of the design: the lowest of each, and how many.

    In the editor of the profile ``key`` the ``field`` goes between two ``values``.
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


def measure(runs: int) -> list[Measurement]:
    """Every row of every game."""
    found = []
    for row in rows():
        row.take()
        found.append(measurement(row.name, row.unit, [row.take() for _ in range(row.runs(runs))], row.aim))
    return found


def rows() -> Iterator[Row]:
    """What is measured, game by game; a game's lists are made as its rows are asked for."""
    settings.MUSTERBOOK_UNITS_A_MINUTE = settings.MUSTERBOOK_UNITS_A_MINUTE_OF_AN_ADDRESS = 10**9
    for game in GAMES:
        scene = GameScene(game, User.objects.create(username=f"player of {game.sample}"))
        for row in (*scene.pages(), *scene.prices(), *scene.revisions(), *scene.papers()):
            yield row._replace(name=f"{game.title}: {row.name}")


class GameScene:
    """A player of a game, who is logged in, and what is measured of the lists."""

    def __init__(self, game: Game, owner: User) -> None:
        self.game, self.owner = game, owner
        files = dict(sample_files())
        self._sample: dict[str, Any] = json.loads(files[game.sample].read_text(encoding="utf-8"))
        self.catalogue = bundled_catalogues()[self._sample["system"], self._sample["edition"]]
        self.browser = Client()
        self.browser.force_login(owner, backend="django.contrib.auth.backends.ModelBackend")

    def document(self, profiles: int, first: int = 0) -> Document:
        """A list of so many profiles; with another ``first`` number no design of it is of another list."""
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
                "profiles": [self._numbered(one, first + n) for n, one in enumerate(value["profiles"])],
                "rosters": [{**roster, "entries": entries}],
            },
            bundled_catalogues(),
        )

    def _numbered(self, profile: Mapping[str, Any], number: int) -> dict[str, Any]:
        digits: dict[str, Any] = {}
        for code, low, count in self.game.numbers:
            number, digit = divmod(number, count)
            digits[code] = low + digit
        design = profile["design"]
        if "attributes" in design:
            digits = {"attributes": {**design["attributes"], **digits}}
        return {**profile, "design": {**design, **digits}}

    def _start_list(self, profiles: int, first: int = 0) -> CompanyList:
        return create_list_from_document(self.owner, self.document(profiles, first))

    @cached_property
    def forty(self) -> str:
        """The path of a list of forty."""
        return f"/lists/{self._start_list(40).public_id}/"

    def _change(self, at: str) -> Action:
        path = f"{at}profiles/{self.game.key}/"
        return change_field(self.browser, path, self.game.field, self.game.values)

    # -------------------------------------------------------------- rows

    def pages(self) -> Iterator[Row]:
        """Changes and pages."""
        for size in (10, 40, 100):
            change = self._change(f"/lists/{self._start_list(size).public_id}/")
            yield _cpu_row(f"a change, from POST to receipt, {size} profiles", change)
        for size in (40, 100):
            row = self._start_list(size)
            page = get_page(self.browser, f"/lists/{row.public_id}/rosters/{row.rosters.get().public_id}/")
            yield _cpu_row(f"roster page, {size} entries", page, "at most 40 ms quiet" if size == 40 else "")
        yield _cpu_row("list page, 40 profiles", get_page(self.browser, self.forty), "at most 30 ms")
        editor = get_page(self.browser, f"{self.forty}profiles/{self.game.key}/")
        yield _cpu_row("profile editor, page", editor)
        for number in range(_GALLERY):
            publish_list(self._start_list(40, first=100 * number))
        gallery = get_page(Client(), f"/gallery/?system={self.catalogue.system}")
        yield _cpu_row(f"gallery page, {_GALLERY} lists", gallery, "at most 30 ms")

    def prices(self) -> Iterator[Row]:
        """Appraisals: of a list that was never seen, and of one with a single profile that was not."""
        numbers, base = itertools.count(100, 100), self.document(40)

        def take_cold() -> float:
            document = self.document(40, next(numbers))
            return cpu_ms(lambda: appraise(document, self.catalogue))

        def take_changed() -> float:
            other = self.document(40, next(numbers)).profiles[7]
            document = replace(base, profiles=(*base.profiles[:7], other, *base.profiles[8:]))
            appraise(base, self.catalogue)
            return cpu_ms(lambda: appraise(document, self.catalogue))

        yield Row("appraise, 40 profiles, cold", "ms CPU", take_cold, "at most 2.5 ms")
        yield Row("appraise, one profile of 40 changed", "ms CPU", take_changed, "at most 0.3 ms")

    def revisions(self) -> Iterator[Row]:
        """What a change adds to the database, and putting an earlier state back."""
        row = self._start_list(40)
        at, kept = f"/lists/{row.public_id}/", Revision.objects.filter(company_list=row)
        change, restored = self._change(at), itertools.count()

        def take_bytes() -> float:
            for _ in range(_REVISIONS):
                change()
            return sum(map(_stored_bytes, kept)) / kept.count()

        def restore() -> None:
            number = kept.order_by("number")[next(restored) % 2].number
            answer = self.browser.post(f"{at}history/{number}/restore/")
            if answer.status_code != 302:
                raise RuntimeError(f"answered {answer.status_code}")

        yield Row(f"a revision, {_REVISIONS} changes, 40 profiles", "bytes", take_bytes, "at most 3,000", 10)
        yield _cpu_row("a revision restored, 40 profiles", restore, "at most 20 ms")

    def papers(self) -> Iterator[Row]:
        """Papers of another list each time; the files for other tables are made of its cards."""
        numbers = itertools.count(100, 100)

        def row(name: str, make: Callable[[Document], object]) -> Row:
            def take() -> float:
                document = self.document(40, next(numbers))
                return cpu_ms(lambda: make(document))

            return Row(f"paper, 40 profiles: {name}", "ms CPU", take, "", _PAPER_SHARE)

        for name, options in _PAPERS.items():
            yield row(name, partial(self._set_paper, options))
        yield row("cards as a ZIP", lambda document: pack_cards(zip_order(self._cards(document))))
        yield row("deck, its file", lambda document: describe_deck(self._deck(document)))
        yield row("deck, a sheet", lambda document: typeset(deck_sheet_order(self._cards(document), 1)))
        yield row("picture for a chat", lambda document: typeset(self._chat(document)))
        for kind in BLANK_NAMES:
            blank = blank_order(self.catalogue, BlankPaper(kind=kind))
            yield row(f"blank {kind}", partial(_set_blank, blank))

    def _set_paper(self, options: PaperOptions, document: Document) -> bytes:
        return typeset(paper_order(document, self.catalogue, options, output="pdf", today=_DAY, link=_LINK))

    def _cards(self, document: Document) -> dict[str, Any]:
        return paper_data(document, self.catalogue, card_options(_PAPERS["cards"]), _DAY, _LINK)

    def _deck(self, document: Document) -> Order:
        return deck_order(self._cards(document), f"{_LINK}deck-{{number}}.png", f"{_LINK}deck-back.png")

    def _chat(self, document: Document) -> Order:
        return chat_order(document, self.catalogue, PaperOptions(paper="roster", roster=0), "")


_PAPERS = {
    "list": PaperOptions(paper="list"),
    "design sheets": PaperOptions(paper="sheets"),
    "battle sheet": PaperOptions(paper="battle", roster=0),
    "roster": PaperOptions(paper="roster", roster=0),
    "cards": PaperOptions(paper="cards"),
}


def cpu_ms(action: Action) -> float:
    """The CPU time of an action, in milliseconds."""
    gc.collect()
    start = time.process_time()
    action()
    return (time.process_time() - start) * 1000


def _cpu_row(name: str, action: Action, aim: str = "") -> Row:
    return Row(name, "ms CPU", lambda: cpu_ms(action), aim)


def _stored_bytes(revision: Revision) -> int:
    """The bytes of the documents of a revision, in whatever form it holds them."""
    fields = (field for field in revision._meta.concrete_fields if isinstance(field, BinaryField))
    return sum(len(getattr(revision, str(field.attname)) or b"") for field in fields)


def _set_blank(blank: Order, _document: Document) -> bytes:
    return with_form_fields(typeset(blank))
