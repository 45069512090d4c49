"""The contents of PDFs: the text of each page, and the place of each letter."""

import re
from collections.abc import Iterator, Mapping
from ctypes import byref, c_double
from datetime import date
from functools import cached_property
from io import BytesIO
from typing import Any, Literal, NamedTuple

from pypdf import PdfReader
from pypdfium2 import PdfDocument, PdfTextPage, raw

from builder.catalogue.files import bundled_catalogues
from builder.catalogue.play import list_sheet
from builder.exports.pdf.options import ROSTER_PAPERS, PaperOptions
from builder.exports.pdf.papers import paper_order
from builder.points.document.document import Document, parse_document
from builder.points.rules.catalogue import Catalogue
from builder.typesetting.worker import make_file

MM = 72 / 25.4
DAY = date(2026, 3, 4)
LINK = "https://musterbook.example/lists/abcdefghijkl/"
BOTH = (("Models", "k7q2-0m3x-9wd4-tzea-c81n"), ("Names", "0m3x-9wd4-tzea-c81n-k7q2"))
FINGERPRINT = " · ".join(f"{name} {code}" for name, code in BOTH)
LONG_LINK = "https://musterbook.example/shared/bcdfghjkmnpqrstvwxyz2345/?paper=k7q20m3x9wd4tzeac81n"
Paper = Literal["list", "sheets", "roster", "cards", "battle", "quick"]
Size = Literal["a4", "letter"]
SIZES: Mapping[Size, tuple[float, float]] = {"a4": (210, 297), "letter": (215.9, 279.4)}
CARD = (63, 88)
UNPRINTABLE_MARGIN = 4.3  # mm from the edge of a page; some printers can't print there
PAPERS: tuple[Paper, ...] = ("list", "sheets", "roster", "cards", "battle")
_INVISIBLE = re.compile("[\u200b\u200e\u2060\ufeff\ufffe\x02]")
_SPACE = re.compile(r"\s+")


class PlacedLetter(NamedTuple):
    """A visible letter: its page, counted from 0, and its box in mm from the top left."""

    sign: str
    page: int
    left: float
    top: float
    right: float
    bottom: float


class Pdf:
    """A PDF and its contents."""

    def __init__(self, content: bytes) -> None:
        self.content = content
        self.reader = PdfReader(BytesIO(content))
        self._pages = PdfDocument(content)

    @cached_property
    def pages(self) -> list[str]:
        """The text of each page, with single spaces and without invisible signs."""
        return [_visible_text(page.get_textpage().get_text_range()) for page in self._pages]

    @cached_property
    def text(self) -> str:
        """The text of all pages."""
        return " ".join(self.pages)

    @cached_property
    def raw_text(self) -> str:
        """The text of all pages as it is in the file. Of several equal signs, ``text`` omits some."""
        return without_spaces("".join(page.extract_text() for page in self.reader.pages))

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the first page, in mm."""
        width, height = self._pages[0].get_size()
        return round(width / MM, 1), round(height / MM, 1)

    def letters(self, *pages: int) -> Iterator[PlacedLetter]:
        """Yield all visible letters, page after page.

        If ``pages`` are given, counted from 0, yield only the letters of these pages.
        """
        for number in pages or range(len(self._pages)):
            page = self._pages[number]
            height = page.get_size()[1]
            for sign, left, bottom, right, top in _letter_boxes(page.get_textpage()):
                if right > left and sign.strip() and not _INVISIBLE.match(sign):
                    yield PlacedLetter(
                        sign, number, left / MM, (height - top) / MM, right / MM, (height - bottom) / MM
                    )

    @property
    def accessible(self) -> bool:
        """Whether the file claims PDF/UA-1."""
        metadata = self.reader.xmp_metadata
        return metadata is not None and b"<pdfuaid:part>1<" in metadata.stream.get_data()

    @property
    def fonts(self) -> set[str]:
        """The names of the fonts in the file, without the marks of their subsets."""
        names = set()
        for page in self.reader.pages:
            resources: Any = page["/Resources"]
            for font in resources.get("/Font", {}).values():
                names.add(font.get_object()["/BaseFont"].split("+")[-1])
        return names


def _letter_boxes(text: PdfTextPage) -> Iterator[tuple[str, float, float, float, float]]:
    """Yield every sign with its left, bottom, right and top. If no font has a letter, its sign is NUL."""
    page = text.raw
    left, right, bottom, top = c_double(), c_double(), c_double(), c_double()
    edges = byref(left), byref(right), byref(bottom), byref(top)
    for place in range(raw.FPDFText_CountChars(page)):
        raw.FPDFText_GetCharBox(page, place, *edges)
        sign = chr(raw.FPDFText_GetUnicode(page, place))
        yield sign, left.value, bottom.value, right.value, top.value


def _visible_text(text: str) -> str:
    return _SPACE.sub(" ", _INVISIBLE.sub("", text)).strip()


def without_spaces(text: str) -> str:
    """Return a text without spaces, for searches in texts whose lines can break anywhere."""
    return _SPACE.sub("", _INVISIBLE.sub("", text))


def fury_catalogue() -> Catalogue:
    """Return the catalogue of Unbridled Fury 0.9.0."""
    return bundled_catalogues()["unbridled-fury", "0.9.0"]


def typeset_paper(document: Document, catalogue: Catalogue, options: PaperOptions, **printed: Any) -> Pdf:
    """Return a paper as a worker makes it. ``printed`` are further arguments of ``paper_order``."""
    return Pdf(
        make_file(paper_order(list_sheet(document, catalogue), options, output="pdf", today=DAY, **printed))
    )


def make_paper(document: Document, paper: Paper = "list", link: str = "", **choices: object) -> Pdf:
    """Return a paper of a document of Unbridled Fury. Papers of one roster show the first by default."""
    if paper in ROSTER_PAPERS:
        choices.setdefault("roster", 0)
    options = PaperOptions(paper=paper, **choices)  # type: ignore[arg-type]  # names of its fields
    return typeset_paper(document, fury_catalogue(), options, link=link)


def document(profiles: list[dict[str, Any]], **more: object) -> Document:
    """Return a document of these profiles, with a roster of two models of each profile.

    The keys of the profiles are numbered.
    """
    keyed = [{"key": f"p{place}", "name": f"Profile {place}", **p} for place, p in enumerate(profiles)]
    entries = [{"profile": p["key"], "count": 2} for p in keyed]
    value = {
        "format": "company-list",
        "version": 1,
        "system": "unbridled-fury",
        "edition": "0.9.0",
        "name": "A company",
        "profiles": keyed,
        "rosters": [{"name": "Friday", "limit": 750, "entries": entries}],
        **more,
    }
    return parse_document(value, bundled_catalogues())


def fighter_profile(
    properties: list[str] | None = None, design: Mapping[str, object] | None = None, **more: object
) -> dict[str, Any]:
    """Return an average profile with these properties."""
    created = {
        "size": 2,
        "attributes": {"mov": 6, "fgt": 6, "shg": 0, "tds": 5, "cow": 5},
        "properties": [{"code": code} for code in properties or []],
        **(design or {}),
    }
    return {"design": created, **more}


_MARGINS: Mapping[Paper, tuple[float, float]] = {
    "battle": (11, UNPRINTABLE_MARGIN),
    "quick": (7, UNPRINTABLE_MARGIN),
}


def outside_margins(pdf: Pdf, size: Size, paper: Paper = "list") -> list[PlacedLetter]:
    """Return the letters outside the margins of a paper.

    The side margins are 17 mm, but 12 mm for a battle sheet and 8 mm for a quick reference. Letters may be
    nearly a millimetre outside, because a slanted f hangs over the end of its line.
    """
    if paper == "cards":
        return over_card_edges(pdf, size)
    width, height = SIZES[size]
    side, top = _MARGINS.get(paper, (16, 9))
    return [
        letter
        for letter in pdf.letters()
        if letter.left < side or letter.right > width - side or letter.top < top or letter.bottom > height - 4
    ]


def over_card_edges(pdf: Pdf, size: Size) -> list[PlacedLetter]:
    """Return the letters that are neither 3 mm inside the edges of a card nor in the printable margin.

    At the top of a card, 2.5 mm are enough, because the accent of a capital can rise above its line.
    """
    width, height = SIZES[size]
    left, top = (width - 3 * CARD[0]) / 2, (height - 3 * CARD[1]) / 2
    return [
        letter
        for letter in pdf.letters()
        if not (_is_on_card(letter, left, top) or _is_next_to_cards(letter, left, top, height))
    ]


def _is_next_to_cards(letter: PlacedLetter, left: float, top: float, height: float) -> bool:
    if letter.left < UNPRINTABLE_MARGIN or letter.bottom > height - UNPRINTABLE_MARGIN:
        return False
    return letter.right <= left or letter.top >= top + 3 * CARD[1]


def _is_on_card(letter: PlacedLetter, left: float, top: float) -> bool:
    column, x = divmod(letter.left - left, CARD[0])
    row, y = divmod(letter.top - top, CARD[1])
    across = x >= 3 and x + letter.right - letter.left <= CARD[0] - 3
    down = y >= 2.5 and y + letter.bottom - letter.top <= CARD[1] - 3
    return column in range(3) and row in range(3) and across and down


def large_text(pdf: Pdf, least: float) -> str:
    """Return the text of the first page in letters of at least this size in points."""
    with PdfDocument(pdf.content) as opened:
        page = opened[0].get_textpage()
        signs = [
            chr(raw.FPDFText_GetUnicode(page.raw, at))
            for at in range(raw.FPDFText_CountChars(page.raw))
            if raw.FPDFText_GetFontSize(page.raw, at) >= least - 0.01
        ]
        page.close()
    return without_spaces("".join(signs))


PROPERTIES = [
    "fearless", "climber", "scout", "drilled", "giantslayer", "terrifying", "regenerator", "swimmer",
    "night-vision", "stalker", "berserker", "camouflage", "darksight", "fanatic", "group-fighter",
    "levitator", "soulstealer", "teleporter", "hard-as-nails", "mesmerising",
]  # fmt: skip


def busy(profiles: int) -> Document:
    """Return a document of profiles with names of 60 letters, twenty properties and two weapons."""
    name = "The {:02} times decorated marshal of all the drowned marshes"
    weapons = {
        "shooting_weapons": [{"name": "Long rifle", "range": 9, "properties": ["FF4", "AP8"]}],
        "combat_weapon": {"name": "Halberd", "properties": ["R", "AP4"]},
    }
    created = [fighter_profile(PROPERTIES, name=name.format(n), design=weapons) for n in range(profiles)]
    return document(created)
