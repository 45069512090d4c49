"""What pages show of a profile: stat line, traits, receipt, findings, and where the book's words stand.

Pure: a catalogue, a profile and its appraisal in, texts and numbers out. Everything loops over the
catalogue's shape, so nothing here knows a particular game.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from html import escape
from typing import NamedTuple

from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from builder.points.book import open_book
from builder.points.catalogue import Catalogue, Level, Property
from builder.points.results import LEVELS, Finding, Line, ProfileAppraisal
from builder.points.sheet import (
    MINUS,
    NONE,
    UNNAMED_LIST,
    UNNAMED_PROFILE,
    UNNAMED_ROSTER,
    Cell,
    attribute_text,
    list_name,
    number,
    points_text,
    profile_name,
    roster_name,
    stat_line,
    weapon_text,
)

# Pages take what every other form of a list shows too from here.
__all__ = [
    "MINUS",
    "NONE",
    "UNNAMED_LIST",
    "UNNAMED_PROFILE",
    "UNNAMED_ROSTER",
    "Cell",
    "attribute_text",
    "list_name",
    "number",
    "points_text",
    "profile_name",
    "roster_name",
    "stat_line",
    "weapon_text",
]

TIMES = "\N{MULTIPLICATION SIGN}"
_GLYPHS = {Fraction(1, 2): "½", Fraction(1, 4): "¼", Fraction(3, 4): "¾"}
_PLURALS: Mapping[Level, str] = {"error": "errors", "warning": "warnings", "note": "notes"}
_NO_WORD = re.compile(r"[^\w]+")
_OTHER_ANCHORS = ("attribute", "entry", "rule", "table", "term")


class Row(NamedTuple):
    """A line of the receipt. ``sum`` shows table value, factor and the result before it is ``rounded`` up."""

    label: str
    sum: str
    points: str
    page: int
    url: str
    where: str
    priced: bool
    rounded: bool = False


class Part(NamedTuple):
    """A group of the receipt with its subtotal in points."""

    code: str
    name: str
    points: int
    rows: tuple[Row, ...]

    @property
    def points_text(self) -> str:
        """The subtotal as it is shown."""
        return number(self.points)


class Share(NamedTuple):
    """A group's part of the stacked bar: ``x`` and ``width`` in percent, ``style`` the class of its fill."""

    name: str
    points: int
    percent: int
    x: str
    width: str
    style: str


class Remark(NamedTuple):
    """A finding with the address of its rule."""

    level: Level
    code: str
    where: str
    message: str
    page: int
    url: str


class Count(NamedTuple):
    """How many findings of one level, in words."""

    level: Level
    number: int
    words: str


class Jump(NamedTuple):
    """How many findings of one level there are, and where the first of them stands."""

    level: str
    words: str
    url: str


# ------------------------------------------------------------------ numbers


def signed(change: int | None) -> str:
    """A change of the total: "+13", "-20", "±0", or a dash where it has no price."""
    if change is None:
        return NONE
    return f"+{change}" if change > 0 else "±0" if change == 0 else number(change)


def fraction_text(value: Fraction) -> str:
    """A fraction as it is set in a book: 1½, 24 3/10, 6."""
    whole, rest = divmod(value, 1)
    if not rest:
        return number(int(whole))
    glyph = _GLYPHS.get(rest)
    if glyph:
        return f"{number(whole) if whole else ''}{glyph}"
    return f"{number(whole)} {rest}" if whole else str(rest)


def page_text(page: int) -> str:
    """A page of the book; nothing where none is recorded."""
    return f"p. {page}" if page else ""


# ------------------------------------------------------------------ the stat line

# The same few texts stand in every stat line.
_escaped = lru_cache(maxsize=4096)(escape)


def stat_line_html(cells: Iterable[Cell]) -> SafeString:
    """The stat line as one definition list; joined here because a list page holds hundreds of cells."""
    parts = ['<dl class="statline">']
    for cell in cells:
        points = NONE if not cell.priced else "" if cell.points is None else number(cell.points)
        start = '<div class="w">' if cell.wide else "<div>"
        parts.append(f"{start}<dt>{_escaped(cell.label)}<dd>{_escaped(cell.value)}<dd>{points}</div>")
    parts.append("</dl>")
    return mark_safe("".join(parts))  # noqa: S308 - every text in it is escaped above


# ------------------------------------------------------------------ the receipt


def receipt(catalogue: Catalogue, appraisal: ProfileAppraisal) -> list[Part]:
    """The lines of a profile by group, in the receipt's order; groups without a line are left out."""
    parts = []
    for section in catalogue.receipt:
        lines = [line for line in appraisal.lines if line.group == section.code]
        if lines:
            rows = tuple(_row(catalogue, line) for line in lines)
            parts.append(Part(section.code, section.name, appraisal.subtotal(section.code), rows))
    return parts


def _row(catalogue: Catalogue, line: Line) -> Row:
    return Row(
        label=line.label, sum=sum_text(line), points=points_text(line.points), page=line.page,
        url=line_url(catalogue, line), where=line.where, priced=line.points is not None,
        rounded=line.rounded,
    )  # fmt: skip


def sum_text(line: Line) -> str:
    """Table value, factor, and the result where it was rounded up: 11 times ½ = 5½."""
    if line.base is None:
        return "no price"
    text = number(line.base)
    if line.factor != 1:
        text += f" {TIMES} {fraction_text(line.factor)}"
    if line.rounded:
        text += f" = {fraction_text(line.base * line.factor)}"
    return text


def shares(parts: Sequence[Part]) -> list[Share]:
    """The groups that cost points as parts of one bar. Groups that give points back have no part in it."""
    paid = [(place, part) for place, part in enumerate(parts) if part.points > 0]
    whole = sum(part.points for _, part in paid)
    result, before = [], 0
    for place, part in paid:
        x, width = _percent(before, whole), _percent(part.points, whole)
        percent = round(Fraction(100 * part.points, whole))
        result.append(Share(part.name, part.points, percent, x, width, f"s{place % 8}"))
        before += part.points
    return result


def _percent(part: int, whole: int) -> str:
    hundredths = round(Fraction(10_000 * part, whole))
    return f"{hundredths // 100}.{hundredths % 100:02}"


# ------------------------------------------------------------------ findings


def remarks(catalogue: Catalogue, findings: Iterable[Finding]) -> list[Remark]:
    """Findings in their order, each with the address of its rule."""
    return [Remark(*finding, url=rule_url(catalogue, finding.code)) for finding in findings]


def grave(findings: Iterable[Finding]) -> list[Finding]:
    """The errors and warnings, which readers are shown without asking; notes are for who designs."""
    return [finding for finding in findings if finding.level != "note"]


def count_findings(findings: Iterable[Finding]) -> list[Count]:
    """How many findings of each level there are, worst first; levels without any are left out."""
    levels = [finding.level for finding in findings]
    counts = ((level, levels.count(level)) for level in LEVELS)
    return [Count(level, n, f"{n} {level if n == 1 else _PLURALS[level]}") for level, n in counts if n]


def jumps(findings: Iterable[Finding], first: Mapping[str, str]) -> list[Jump]:
    """The findings counted by level, worst first; ``first`` are the addresses of the first of each."""
    return [Jump(count.level, count.words, first[count.level]) for count in count_findings(findings)]


# ------------------------------------------------------------------ where the book's words stand


@lru_cache(maxsize=32)
def reference_url(system: str, edition: str) -> str:
    """The reference page of an edition."""
    return reverse("reference", args=(system, edition))


@lru_cache(maxsize=32)
def rules_url(system: str, edition: str) -> str:
    """The page of an edition's legality rules and rulings."""
    return reverse("rules", args=(system, edition))


def rule_url(catalogue: Catalogue, code: str) -> str:
    """Where a rule or ruling is explained."""
    return f"{rules_url(catalogue.system, catalogue.edition)}#rule-{code}"


def entry_url(catalogue: Catalogue, entry: Property) -> str:
    """Where a property or spell is explained."""
    anchor = entry_anchor(catalogue, entry.group, entry.code)
    return f"{reference_url(catalogue.system, catalogue.edition)}#{anchor}"


def entry_anchor(catalogue: Catalogue, group: str, code: str) -> str:
    """The place of an entry on the reference page: ``weapon-AP4``, ``property-flier``, ``spell-heal``."""
    return f"{_anchors(catalogue)[group]}-{code}"


def line_url(catalogue: Catalogue, line: Line) -> str:
    """Where the table row behind a line stands."""
    places = _places_of(catalogue)
    if line.where in places.attributes:
        anchor = places.attributes[line.where].get(line.table, f"attribute-{line.code}")
    elif (line.table, line.code) in places.entries:
        anchor = entry_anchor(catalogue, places.entries[line.table, line.code], line.code)
    else:
        anchor = places.tables.get(line.table, f"attribute-{line.code}")
    return f"{reference_url(catalogue.system, catalogue.edition)}#{anchor}"


class _Places(NamedTuple):
    """Where lines lead, which name their table or group: names may stand twice, codes do not.

    ``attributes`` by place in the design, then by the name of one of its own tables; ``entries`` are
    groups by their name and the code of an entry in them; ``tables`` are all, by name.
    """

    attributes: Mapping[str, Mapping[str, str]]
    entries: Mapping[tuple[str, str], str]
    tables: Mapping[str, str]


@lru_cache(maxsize=32)
def _places_of(catalogue: Catalogue) -> _Places:
    book = open_book(catalogue)
    names = {group.code: group.name for group in catalogue.groups}
    return _Places(
        attributes={
            attribute.at: {
                book.tables[code].name: f"table-{code}"
                for code in (attribute.table, *attribute.tables.values())
                if code
            }
            for attribute in catalogue.attributes
        },
        entries={(names[group], code): group for group, found in book.entries.items() for code in found},
        tables={table.name: f"table-{table.code}" for table in catalogue.cost_tables},
    )


@lru_cache(maxsize=32)
def _anchors(catalogue: Catalogue) -> Mapping[str, str]:
    """What entries' places begin with, by group: the noun of those that are picked, where it is its own."""
    nouns = {slot.group: slot.noun for slot in catalogue.pick_slots if slot.many}
    words = {g.code: _NO_WORD.sub("-", nouns.get(g.code, g.code)) for g in catalogue.groups}
    shared = Counter((*words.values(), *_OTHER_ANCHORS))
    return {code: word if shared[word] == 1 else f"entry-{code}" for code, word in words.items()}
