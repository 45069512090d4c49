"""The options of a paper. They are in the addresses of the print page, the PDF and the picture.

A paper is a printable document, such as "cards" or "roster".
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple
from urllib.parse import urlencode

from django.utils.translation.trans_real import parse_accept_lang_header

from builder.exports.pdf.card_sizes import CARD_SIZES, CardGrid, card_grid
from builder.exports.pdf.options import (
    ACCENT_CODES,
    CARD_CODES,
    CARDS_PER,
    MAX_BLANK,
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


class PaperSizeOption(NamedTuple):
    """A paper size. ``width`` and ``height`` are the size of its picture in pixels (96 per inch)."""

    name: str
    dimensions: str
    width: int
    height: int


class OptionalPaperPart(NamedTuple):
    """An optional part of a paper, with the name of its option."""

    option: str
    label: str
    is_included: bool


class PrintChoice(NamedTuple):
    """The selected options of a paper.

    ``is_possible`` is False if the paper needs a roster and the list has none. Then ``options`` are valid for
    a list with one roster.
    ``roster_id`` is an empty string if the paper is for the full list. If it always is,
    ``remembered_roster_id`` is the roster that was selected for another paper.
    ``has_no_models`` is True if there are no models to print.
    ``not_understood`` has a text for each invalid option.
    ``option_labels`` has the labels of the paper's options by name.
    """

    options: PaperOptions
    is_possible: bool
    roster_id: str
    remembered_roster_id: str
    has_no_models: bool
    not_understood: tuple[str, ...]
    option_labels: Mapping[str, str]

    @property
    def card_grid(self) -> CardGrid | None:
        """The grid of cards on a sheet, or None for other papers."""
        options = self.options
        if options.paper != "cards":
            return None
        return card_grid(options.card, options.size, bleed=options.bleed)

    @property
    def optional_parts(self) -> list[OptionalPaperPart]:
        """The optional parts of this paper."""
        return [
            OptionalPaperPart(option, self.option_labels[option], getattr(self.options, option))
            for option in OPTIONAL_PARTS
            if option in self.option_labels
        ]


_HINTS: Mapping[PaperKind, str] = {
    "list": "every profile",
    "battle": "short, for the table",
    "roster": "one roster, all details",
    "cards": "to cut out or order from a print shop",
    "sheets": "each profile with its calculation",
    "quick": "the turn on one page",
}
PAPERS: Mapping[PaperKind, FormOption] = {
    paper: FormOption(paper, name, _HINTS[paper]) for paper, name in PAPER_NAMES.items()
}
PAPER_SIZES: Mapping[PaperSize, PaperSizeOption] = {
    "a4": PaperSizeOption("A4", "210 × 297 mm", 794, 1123),
    "letter": PaperSizeOption("Letter", "8½ × 11 in", 816, 1056),
}
OPTIONAL_PARTS = ("points", "background", "glossary", "crop")  # papers contain them by default
_OFF_BY_DEFAULT = ("bleed", "backs")
_OPTION_NAMES = (
    "paper",
    "size",
    "roster",
    *OPTIONAL_PARTS,
    "per",
    "blank",
    "card",
    *_OFF_BY_DEFAULT,
    "accent",
)
CARD_SIZE_OPTIONS: Sequence[FormOption] = [
    FormOption(code, size.name, size.words) for code, size in CARD_SIZES.items()
]
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
"""The labels of each paper's options. If the option "roster" has no label, the label is the game's word."""


def parse_print_choice(
    query: Mapping[str, str],
    document: Document,
    roster_ids: Sequence[str],
    languages: str,
    *,
    unit: str = "points",
    exact: bool = False,
) -> PrintChoice:
    """Return the print options in the query of an address.

    ``languages`` are the browser's languages. They decide the paper size if the query has none.
    ``unit`` is the game's unit of points.
    With ``exact``, options that don't fit together are reported as not understood. On the print page, they
    are corrected instead, because changing one option can make another option impossible.
    """
    requested = QueryOptions(query)
    paper = requested.choice("paper", tuple(PAPERS), "list")
    size = requested.choice("size", tuple(PAPER_SIZES), default_paper_size(languages))
    requested_index = requested.roster_index("roster", roster_ids)
    roster_index = roster_index_for(paper, requested_index, len(roster_ids))
    flags = {name: requested.flag(name) for name in OPTIONAL_PARTS}
    per = requested.choice("per", CARDS_PER, "profile")
    blank = requested.number("blank", 0, MAX_BLANK) or 0
    card = requested.choice("card", CARD_CODES, "poker")
    flags |= {name: requested.choice(name, ("0", "1"), "0") == "1" for name in _OFF_BY_DEFAULT}
    accent = requested.choice("accent", ACCENT_CODES, "none")
    missing = missing_choice(paper, roster_index, per)
    if missing is not None and missing.option == "per":
        per = "profile"
        if exact:
            requested.reject("per", missing.fix)
    is_possible = missing is None or missing.option == "per"
    return PrintChoice(
        options=PaperOptions(
            paper=paper, roster=roster_index if is_possible else 0, size=size, per=per, blank=blank,
            card=card, accent=accent, **flags,
        ),
        is_possible=is_possible,
        roster_id="" if roster_index is None else roster_ids[roster_index],
        remembered_roster_id=(
            "" if requested_index is None or "roster" in OPTION_LABELS[paper] else roster_ids[requested_index]
        ),
        has_no_models=(
            paper in ("cards", "sheets") and not blank and not _profile_keys(document, roster_index)
        ),
        not_understood=tuple(requested.not_understood),
        option_labels={
            name: with_capital(unit) if name == "points" else label
            for name, label in OPTION_LABELS[paper].items()
        },
    )  # fmt: skip


def requested_options(query: Mapping[str, str], languages: str) -> tuple[str, ...]:
    """Return all parts of a request that decide the print options, as a part of a cache key."""
    return (default_paper_size(languages), *(query.get(name, "") for name in _OPTION_NAMES))


def default_paper_size(languages: str) -> PaperSize:
    """Return "letter" if the browser's first language is the English of the USA or Canada, else "a4".

    ``languages`` is the header Accept-Language.
    """
    try:
        parsed = parse_accept_lang_header(languages.lower())
    except ValueError:  # the header is too long
        return "a4"
    return "letter" if parsed and parsed[0][0] in _LETTER_LANGUAGES else "a4"


def _profile_keys(document: Document, roster_index: int | None) -> set[str]:
    """Return the keys of a list's profiles, or of those that a roster fields."""
    keys = set(document.profiles_by_key())
    return keys if roster_index is None else keys & (+document.rosters[roster_index].counts()).keys()


def paper_query(choice: PrintChoice) -> str:
    """Return the query of a paper's address, without options that have their default value.

    It always contains the paper size, because the default size depends on the browser's languages.
    """
    options = choice.options
    query: dict[str, str] = {"paper": options.paper, "size": options.size}
    if choice.roster_id:
        query["roster"] = choice.roster_id
    defaults = PaperOptions(paper=options.paper, roster=options.roster)
    for name in (*OPTIONAL_PARTS, "per", "blank", "card", "accent", *_OFF_BY_DEFAULT):
        value = getattr(options, name)
        if name in choice.option_labels and value != getattr(defaults, name):
            query[name] = str(int(value) if isinstance(value, bool) else value)
    return urlencode(query)


def unknown_parameters(query: Mapping[str, str]) -> tuple[str, ...]:
    """Return the names of the parameters that aren't print options."""
    return tuple(name for name in query if name not in _OPTION_NAMES)


def print_option_names(query: Mapping[str, str]) -> set[str]:
    """Return the names of the print options that a query sets."""
    return {name for name in _OPTION_NAMES if query.get(name)}
