"""The options of a paper in the address of its print page, PDF and picture."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple
from urllib.parse import urlencode

from django.utils.translation.trans_real import parse_accept_lang_header

from builder.exports.pdf.card_sizes import CARD_SIZES, CardGrid, card_grid
from builder.exports.pdf.options import (
    ACCENT_CODES,
    CARD_CODES,
    CARDS_PER,
    MOST_BLANK,
    PAPER_NAMES,
    PaperKind,
    PaperOptions,
    PaperSize,
    missing_choice,
    roster_index_for,
)
from builder.points.document.document import Document
from builder.points.rules.wording import with_capital
from builder.web.shared.options import FormOption
from builder.web.shared.query_options import QueryOptions

_LETTER_LANGUAGES = ("en-us", "en-ca")


class PaperDimensions(NamedTuple):
    """A paper size as text, and the size of its picture in pixels at 96 per inch."""

    name: str
    words: str
    width: int
    height: int


class OptionalPaperPart(NamedTuple):
    """An optional part of a paper: the name and label of its field, and whether it is included."""

    field: str
    name: str
    shown: bool


class PrintChoice(NamedTuple):
    """The chosen options of a paper.

    ``is_possible`` is False if the paper needs a roster and the list has none; ``options`` then are those of
    a list with one. ``empty`` says that the choice contains no models, so that blank papers are made.
    ``not_understood`` names the invalid options. ``option_labels`` maps the options that this paper has to
    their labels. ``roster`` is the id of the paper's roster, and ``remembered_roster`` the roster that is
    chosen for other papers while this paper is of the full list.
    """

    options: PaperOptions
    is_possible: bool
    roster: str
    remembered_roster: str
    empty: bool
    not_understood: tuple[str, ...]
    option_labels: Mapping[str, str]

    @property
    def grid(self) -> CardGrid | None:
        """The grid of cards on a sheet; None for other papers."""
        options = self.options
        if options.paper != "cards":
            return None
        return card_grid(options.card, options.size, bleed=options.bleed)

    @property
    def optional(self) -> list[OptionalPaperPart]:
        """The optional parts of this paper."""
        return [
            OptionalPaperPart(field, self.option_labels[field], getattr(self.options, field))
            for field in OPTIONAL_PARTS
            if field in self.option_labels
        ]


_HINTS: Mapping[PaperKind, str] = {
    "list": "every profile",
    "battle": "short, for the table",
    "roster": "one roster, all details",
    "cards": "to cut out, or have printed",
    "sheets": "each profile with its calculation",
    "quick": "the turn on one page",
}
PAPERS: Mapping[PaperKind, FormOption] = {
    paper: FormOption(paper, name, _HINTS[paper]) for paper, name in PAPER_NAMES.items()
}
SIZES: Mapping[PaperSize, PaperDimensions] = {
    "a4": PaperDimensions("A4", "210 × 297 mm", 794, 1123),
    "letter": PaperDimensions("Letter", "8½ × 11 in", 816, 1056),
}
OPTIONAL_PARTS = ("points", "background", "glossary", "crop")
_SWITCHES = ("bleed", "backs")
_OPTION_NAMES = ("paper", "size", "roster", *OPTIONAL_PARTS, "per", "blank", "card", *_SWITCHES, "accent")
CARDS: Sequence[FormOption] = [FormOption(code, size.name, size.words) for code, size in CARD_SIZES.items()]
ACCENT_OPTIONS: Sequence[FormOption] = [
    FormOption(code, "None (black and white)" if code == "none" else code.capitalize())
    for code in ACCENT_CODES
]
OPTION_LABELS: Mapping[PaperKind, Mapping[str, str]] = {
    "list": {"points": "Points", "background": "Background and notes", "glossary": "Glossary"},
    "battle": {
        "roster": "", "points": "Points", "background": "Notes", "glossary": "Glossary",
        "backs": "Quick reference on the back",
    },
    "roster": {"roster": "", "points": "Points", "background": "Notes", "glossary": "Glossary"},
    "cards": {
        "roster": "Profiles of", "per": "One card per", "blank": "Extra blank cards",
        "points": "Points", "background": "Notes", "glossary": "Rules text", "crop": "Crop marks",
        "card": "Card", "bleed": "3 mm bleed", "backs": "Backs", "accent": "Colour",
    },
    "sheets": {
        "roster": "Profiles of", "blank": "Blank forms", "points": "Points", "background": "Notes",
    },
    "quick": {"roster": "With the names of", "glossary": "Rows about other models"},
}  # fmt: skip
"""The options of each paper with their labels; a roster without a label gets the game's own word."""


def parse_print_choice(
    query: Mapping[str, str],
    document: Document,
    rosters: Sequence[str],
    languages: str,
    *,
    unit: str = "points",
    exact: bool = False,
) -> PrintChoice:
    """Return the options of an address.

    ``rosters`` are the ids of the document's rosters. ``languages`` are the browser's languages, which decide
    the paper size if none is requested. ``unit`` is the game's unit of points. A form may send an invalid
    combination of options, because one option just changed; only with ``exact``, it is reported.
    """
    given = QueryOptions(query)
    paper = given.choice("paper", tuple(PAPERS), "list")
    size = given.choice("size", tuple(SIZES), default_paper_size(languages))
    named = given.roster_index("roster", rosters)
    roster_index = roster_index_for(paper, named, len(rosters))
    flags = {name: given.flag(name) for name in OPTIONAL_PARTS}
    per = given.choice("per", CARDS_PER, "profile")
    blank = given.number("blank", 0, MOST_BLANK) or 0
    card = given.choice("card", CARD_CODES, "poker")
    flags |= {name: given.choice(name, ("0", "1"), "0") == "1" for name in _SWITCHES}
    accent = given.choice("accent", ACCENT_CODES, "none")
    missing = missing_choice(paper, roster_index, per)
    if missing is not None and missing.choice == "per":
        per = "profile"
        if exact:
            given.reject("per", missing.fix)
    is_possible = missing is None or missing.choice == "per"
    return PrintChoice(
        options=PaperOptions(
            paper=paper, roster=roster_index if is_possible else 0, size=size, per=per, blank=blank,
            card=card, accent=accent, **flags,
        ),
        is_possible=is_possible,
        roster="" if roster_index is None else rosters[roster_index],
        remembered_roster="" if named is None or "roster" in OPTION_LABELS[paper] else rosters[named],
        empty=paper in ("cards", "sheets") and not blank and not _profile_keys(document, roster_index),
        not_understood=tuple(given.not_understood),
        option_labels={
            name: with_capital(unit) if name == "points" else label
            for name, label in OPTION_LABELS[paper].items()
        },
    )  # fmt: skip


def requested_options(query: Mapping[str, str], languages: str) -> tuple[str, ...]:
    """Return the parts of a request that decide its print options, for a cache key."""
    return (default_paper_size(languages), *(query.get(name, "") for name in _OPTION_NAMES))


def default_paper_size(languages: str) -> PaperSize:
    """Return Letter if the reader's first language is of a country that uses it, else A4."""
    try:
        read = parse_accept_lang_header(languages.lower())
    except ValueError:  # longer than any known code
        return "a4"
    return "letter" if read and read[0][0] in _LETTER_LANGUAGES else "a4"


def _profile_keys(document: Document, roster_index: int | None) -> set[str]:
    """Return the keys of the profiles of the list, or of one of its rosters."""
    keys = set(document.profiles_by_key())
    return keys if roster_index is None else keys & (+document.rosters[roster_index].counts()).keys()


def paper_query(choice: PrintChoice) -> str:
    """Return the shortest query of a paper, always with the size, because readers have different defaults."""
    options = choice.options
    query: dict[str, str] = {"paper": options.paper, "size": options.size}
    if choice.roster:
        query["roster"] = choice.roster
    usual = PaperOptions(paper=options.paper, roster=options.roster)
    for name in (*OPTIONAL_PARTS, "per", "blank", "card", "accent", *_SWITCHES):
        value = getattr(options, name)
        if name in choice.option_labels and value != getattr(usual, name):
            query[name] = str(int(value) if isinstance(value, bool) else value)
    return urlencode(query)


def unknown_options(query: Mapping[str, str]) -> tuple[str, ...]:
    """Return the names of the query's parameters that are not print options."""
    return tuple(name for name in query if name not in _OPTION_NAMES)


def named_options(query: Mapping[str, str]) -> set[str]:
    """Return the names of the print options that a query sets."""
    return {name for name in _OPTION_NAMES if query.get(name)}
