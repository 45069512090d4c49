"""What pages show of a profile: stat line, traits, receipt, findings, and addresses of the reference pages.

Pure: a catalogue, a profile and its appraisal in, texts and numbers out. Everything loops over the
catalogue's shape, so nothing here knows a particular game.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from django.urls import reverse
from django.utils.safestring import SafeString

from builder.points.pricing.stat_line import (
    NONE,
    StatCell,
    WorkedOutItem,
    attribute_text,
    points_text,
    stat_line,
    total_text,
    weapon_text,
    with_numbers,
    worked_out_items,
)
from builder.points.rules.catalogue import Attribute, Catalogue, Property, Value
from builder.points.rules.catalogue_index import index_of
from builder.points.rules.names import (
    UNNAMED_LIST,
    UNNAMED_PROFILE,
    UNNAMED_ROSTER,
    list_name,
    profile_name,
    roster_name,
)
from builder.points.rules.numbers import MINUS, number_text, signed_text
from builder.points.rules.results import (
    SHOWN,
    Finding,
    Fix,
    Line,
    ProfileAppraisal,
    Shown,
    Total,
    ValueAppraisal,
    choices_left,
)
from builder.points.rules.wording import finding_place, pluralize, source_text, unpriced
from builder.web.shared.html import fill_each, fill_html, join_html

# Pages take what every other form of a list shows too from here.
__all__ = [
    "MINUS",
    "NONE",
    "UNNAMED_LIST",
    "UNNAMED_PROFILE",
    "UNNAMED_ROSTER",
    "StatCell",
    "attribute_text",
    "list_name",
    "number_text",
    "points_text",
    "profile_name",
    "roster_name",
    "signed_text",
    "stat_line",
    "total_text",
    "weapon_text",
    "with_numbers",
]

TIMES = "\N{MULTIPLICATION SIGN}"
_FRACTION_GLYPHS = {Fraction(1, 2): "½", Fraction(1, 4): "¼", Fraction(3, 4): "¾"}
_NON_WORD = re.compile(r"[^\w]+")
_SLOT_END = re.compile(r"(\[|\.properties).*")
_CLAUSE_BREAK = re.compile(r"[:;,] ")
_OTHER_ANCHORS = ("attribute", "entry", "kind", "rule", "table", "term", "value")


class ReceiptRow(NamedTuple):
    """A line of the receipt. ``calculation`` shows value, factor and the sum before it is ``rounded``.

    ``page`` is where its table stands, and ``place`` the same as it is written in a sentence.
    """

    label: str
    calculation: str
    points: str
    page: int
    url: str
    where: str
    priced: bool
    rounded: str = ""
    place: str = ""


def receipt_rows_html(rows: Iterable[ReceiptRow]) -> SafeString:
    """The lines as rows of a table."""
    return fill_each(
        '<tr{}><th scope="row">{}{}</th><td class="sum">{}{}</td><td class="num">{}</td>'
        '<td class="page">{}</td></tr>',
        (
            (
                "" if row.priced else _UNPRICED,
                row.label,
                fill_html(' <a class="page-ref" href="{}">{}</a>', row.url, row.place)
                if row.place and not row.page
                else "",
                row.calculation,
                fill_html('<span class="up">, rounded {}</span>', row.rounded) if row.rounded else "",
                row.points,
                fill_html(
                    '<a href="{0}" aria-label="{1}, page {2}">{2}</a>', row.url, row.label, str(row.page)
                )
                if row.page
                else "",
            )
            for row in rows
        ),
        "\n",
    )


def _receipt_group_html(name: str, points: str, rows: Iterable[ReceiptRow]) -> SafeString:
    """The lines of a group below its name."""
    return fill_html(
        '<tbody>\n<tr class="group"><th scope="rowgroup" colspan="2">{}</th>'
        '<td class="num">{}</td><td></td></tr>\n{}\n</tbody>',
        name,
        points,
        receipt_rows_html(rows),
    )


_UNPRICED = fill_html(' class="unpriced"')


class ReceiptGroup(NamedTuple):
    """A group of the receipt with its subtotal in points."""

    code: str
    name: str
    points: int
    rows: tuple[ReceiptRow, ...]

    @property
    def points_text(self) -> str:
        """The subtotal as it is shown: "5 + ?" where something in it has no price, "?" where nothing has."""
        priced = [row.priced for row in self.rows]
        return total_text(Total(self.points, () if all(priced) else ("",), not any(priced)))

    @property
    def html(self) -> SafeString:
        """The group as a part of a table."""
        return _receipt_group_html(self.name, self.points_text, self.rows)


class ValueSum(NamedTuple):
    """A number that is worked out, as it is written, and the lines that it is the sum of.

    ``estimate`` says how rough a price is. ``place`` is where the book has it. One that ``is_aside`` is told
    with its sum alone, one that is not ``told`` not at all.
    """

    code: str
    label: str
    name: str
    text: str
    estimate: str
    summary: str
    place: str
    url: str
    rows: tuple[ReceiptRow, ...]
    is_aside: bool
    told: bool

    @property
    def rows_html(self) -> SafeString:
        """The lines as rows of a table."""
        return receipt_rows_html(self.rows)

    @property
    def group_html(self) -> SafeString:
        """The value and its lines as a part of a table."""
        return _receipt_group_html(self.name, self.text, self.rows)

    @property
    def html(self) -> SafeString:
        """What the value is, and what it is the sum of."""
        rows = ((row.label, row.points, row.url, row.place) for row in self.rows)
        listed = fill_each('<li>{} <b class="figures">{}</b> <a class="page-ref" href="{}">{}</a></li>', rows)
        return fill_html(
            '<p><b>{}</b> {} <a class="page-ref" href="{}">{}</a></p>{}',
            self.name,
            self.summary,
            self.url,
            self.place,
            fill_html('<ul class="plain">{}</ul>', listed) if listed else "",
        )


class ItemNumberSum(NamedTuple):
    """A number of something that a profile has, and its lines."""

    name: str
    text: str
    rows: tuple[ReceiptRow, ...]

    @property
    def html(self) -> SafeString:
        """The number and its lines as a part of a table."""
        return _receipt_group_html(self.name, self.text, self.rows)


class ItemSum(NamedTuple):
    """Something that a profile has: its numbers under their headings, and each with its lines."""

    name: str
    headings: list[tuple[str, str]]
    numbers: list[ItemNumberSum]

    @property
    def html(self) -> SafeString:
        """What it has, opening to the numbers and how they are worked out."""
        return fill_html(
            '\n<details class="numbers"><summary>{0}</summary>\n<dl class="chances">{1}</dl>\n'
            '<details><summary>How they are worked out</summary>\n<table class="receipt">\n'
            '<caption class="vh">What the numbers of {0} are the sums of</caption>\n{2}\n'
            "</table></details></details>",
            self.name,
            fill_each("<div><dt>{}</dt><dd>{}</dd></div>", self.headings),
            join_html(number.html for number in self.numbers),
        )


class ValueSums(NamedTuple):
    """What a receipt has besides the lines of the first price.

    ``first`` is what that price is called where there are several, with its ``estimate``; ``prices`` are the
    others, ``others`` the values that are no price, ``items`` what has numbers that are worked out.
    """

    first: str
    estimate: str
    prices: list[ValueSum]
    others: list[ValueSum]
    items: list[ItemSum]

    @property
    def all(self) -> list[ValueSum]:
        """Every value."""
        return [*self.prices, *self.others]

    @property
    def others_html(self) -> SafeString:
        """The values that are no price and say something, as parts of a table."""
        return join_html(one.group_html for one in self.others if one.told)


class BarSegment(NamedTuple):
    """A group's part of the stacked bar: ``x`` and ``width`` in percent, ``style`` the class of its fill."""

    name: str
    points: int
    percent: int
    x: str
    width: str
    style: str

    @property
    def html(self) -> SafeString:
        """Its part of the bar."""
        return fill_html(
            '<rect class="{}" x="{}" y="0" width="{}" height="4"/>', self.style, self.x, self.width
        )

    @property
    def legend_html(self) -> SafeString:
        """What it stands for, as an item of a list."""
        return fill_html(
            '<li><svg class="swatch" viewBox="0 0 1 1" aria-hidden="true" focusable="false">'
            '<rect class="{}" width="1" height="1"/></svg>{} {} <span class="soft">({}%)</span></li>',
            self.style,
            self.name,
            str(self.points),
            str(self.percent),
        )


_PROFILE_PATH = re.compile(r"/profiles/\d+(?=/)", re.ASCII)


class FixButton(NamedTuple):
    """The button of a finding's fix; ``action`` is what it does.

    ``field_changes`` is what that does to the fields of the form, "" where the page is made anew.
    """

    label: str
    action: str
    field_changes: str = ""


class Remark(NamedTuple):
    """A finding with the address of its rule, and on its owner's page the button of its fix.

    ``place`` is where the rule stands in the book.
    """

    level: Shown
    message: str
    url: str
    button: FixButton | None = None
    place: str = ""


class FindingCount(NamedTuple):
    """How many findings of one level, in words."""

    level: Shown
    number: int
    words: str


class FindingLink(NamedTuple):
    """How many findings of one level there are, and where the first of them stands."""

    level: str
    words: str
    url: str


# ------------------------------------------------------------------ numbers


def fraction_text(value: Fraction) -> str:
    """A fraction as it is set in a book: 1½, 24 3/10, 6."""
    whole, rest = divmod(value, 1)
    if not rest:
        return number_text(int(whole))
    glyph = _FRACTION_GLYPHS.get(rest)
    if glyph:
        return f"{number_text(whole) if whole else ''}{glyph}"
    return f"{number_text(whole)} {rest}" if whole else str(rest)


# ------------------------------------------------------------------ the stat line


def render_stat_line(cells: Iterable[StatCell], others: Iterable[StatCell] | None = None) -> SafeString:
    """The stat line as one definition list; each cell that is not the same in ``others`` is marked.

    Joined here because a list page holds hundreds of cells.
    """
    known = {} if others is None else {cell.label: cell for cell in others}
    shown = (
        _render_cell(cell, None if others is None else known.get(cell.label, _NO_CELL)) for cell in cells
    )
    return fill_html('<dl class="statline">{}</dl>', join_html(shown))


_NO_CELL = StatCell("", "", None, "", False, True)


@lru_cache(maxsize=4096)
def _render_cell(cell: StatCell, other: StatCell | None = None) -> SafeString:
    """A cell, made once: the same few stand in every stat line."""
    points = NONE if not cell.priced else "" if cell.points is None else number_text(cell.points)
    other = other or cell
    is_same = (cell.value, cell.points, cell.priced) == (other.value, other.points, other.priced)
    classes = " ".join(name for name, on in (("w", cell.wide), ("differs", not is_same)) if on)
    value = cell.value if cell.value == other.value else render_mark(cell.value)
    start = fill_html('<div class="{}">', classes) if classes else fill_html("<div>")
    return fill_html("{}<dt>{}<dd>{}<dd>{}</div>", start, cell.label, value, points)


def render_mark(text: str) -> SafeString:
    """A text that is marked, as what differs is."""
    return fill_html("<mark>{}</mark>", text)


# ------------------------------------------------------------------ the receipt


def receipt_groups(catalogue: Catalogue, appraisal: ProfileAppraisal) -> list[ReceiptGroup]:
    """The lines of a profile by group, in the receipt's order; groups without a line are left out."""
    parts = []
    for section in catalogue.receipt:
        lines = [line for line in appraisal.lines if line.group == section.code]
        if lines:
            rows = tuple(_receipt_row(catalogue, line) for line in lines)
            parts.append(ReceiptGroup(section.code, section.name, appraisal.subtotal(section.code), rows))
    return parts


def _receipt_row(catalogue: Catalogue, line: Line) -> ReceiptRow:
    return ReceiptRow(
        label=line.label, calculation=calculation_text(catalogue, line), points=points_text(line.points),
        page=line.page, url=line_url(catalogue, line), where=line.where, priced=line.points is not None,
        rounded=line.rounded, place=source_text(catalogue, line.page, line.place),
    )  # fmt: skip


def value_sums(catalogue: Catalogue, appraisal: ProfileAppraisal) -> ValueSums:
    """The values of a profile with their lines, in the catalogue's order."""
    known = index_of(catalogue).values
    shown = [
        (known[one.code], _value_sum(catalogue, known[one.code], one))
        for one in appraisal.values
        if one.lines or known[one.code].role != "play"
    ]
    prices = [found for value, found in shown if value.role == "price"]
    others = [found for value, found in shown if value.role not in ("price", "part")]
    first = catalogue.price_name if prices else ""
    items = [_item_sum(catalogue, item) for item in worked_out_items(catalogue, appraisal.items)]
    return ValueSums(first, catalogue.price_estimate if prices else "", prices, others, items)


def _item_sum(catalogue: Catalogue, item: WorkedOutItem) -> ItemSum:
    url = entry_url(catalogue, item.entry)
    numbers = [
        ItemNumberSum(
            number.column.name,
            number.text,
            tuple(_receipt_row(catalogue, line)._replace(url=url) for line in number.lines),
        )
        for number in item.numbers
    ]
    return ItemSum(item.entry.name, item.headings, numbers)


def _value_sum(catalogue: Catalogue, value: Value, found: ValueAppraisal) -> ValueSum:
    rows = tuple(_value_row(catalogue, value, line) for line in found.lines)
    estimate = value.estimate if value.role == "price" else ""
    place, url = source_text(catalogue, value.page, value.place), value_url(catalogue, value.code)
    return ValueSum(
        value.code, value.label, value.name, found.text, estimate, value.summary, place, url, rows,
        value.role == "play", found.says_something,
    )  # fmt: skip


def _value_row(catalogue: Catalogue, value: Value, line: Line) -> ReceiptRow:
    """A line of a value; a number that stands for a word is not calculated."""
    row = _receipt_row(catalogue, line)._replace(url=_value_line_url(catalogue, value, line))
    word = value.word_for(line.points)
    return row._replace(calculation="", points=word) if word else row


def _value_line_url(catalogue: Catalogue, value: Value, line: Line) -> str:
    """Where what feeds a value stands: an entry, an attribute, another value; else the value itself."""
    index = index_of(catalogue)
    slots: dict[str, str] = {slot.at: slot.group for slot in catalogue.weapon_slots}
    slots |= {slot.at: slot.group for slot in catalogue.pick_slots}
    group = slots.get(_SLOT_END.sub("", line.where), "")
    if line.code in index.entries.get(group, {}):
        return entry_url(catalogue, index.entries[group][line.code])
    if isinstance(index.parts.get(line.code), Attribute):
        return f"{reference_url(catalogue.system, catalogue.edition)}#attribute-{line.code}"
    return value_url(catalogue, line.code if line.code in index.values else value.code)


def value_url(catalogue: Catalogue, code: str) -> str:
    """Where a value is explained."""
    return f"{reference_url(catalogue.system, catalogue.edition)}#value-{code}"


def calculation_text(catalogue: Catalogue, line: Line) -> str:
    """Table value, factor, and the result where it was rounded: 11 times ½ = 5½."""
    if line.base is None:
        return unpriced(catalogue)
    text = number_text(line.base)
    if line.factor != 1:
        text += f" {TIMES} {fraction_text(line.factor)}"
    if line.rounded:
        text += f" = {fraction_text(line.base * line.factor)}"
    return text


def bar_segments(parts: Sequence[ReceiptGroup]) -> list[BarSegment]:
    """The groups that cost points as parts of one bar. Groups that give points back have no part in it."""
    paid = [(place, part) for place, part in enumerate(parts) if part.points > 0]
    whole = sum(part.points for _, part in paid)
    result, before = [], 0
    for place, part in paid:
        x, width = _percent(before, whole), _percent(part.points, whole)
        percent = round(Fraction(100 * part.points, whole))
        result.append(BarSegment(part.name, part.points, percent, x, width, f"s{place % 8}"))
        before += part.points
    return result


def _percent(part: int, whole: int) -> str:
    hundredths = round(Fraction(10_000 * part, whole))
    return f"{hundredths // 100}.{hundredths % 100:02}"


# ------------------------------------------------------------------ findings


def remarks(
    catalogue: Catalogue,
    findings: Iterable[Finding],
    button_of: Callable[[Fix], FixButton] | None = None,
) -> list[Remark]:
    """Findings in their order, each with the address of its rule, and with its button where it has a fix."""
    return [_remark(catalogue, finding, button_of) for finding in findings]


def _remark(catalogue: Catalogue, finding: Finding, button_of: Callable[[Fix], FixButton] | None) -> Remark:
    url, place = rule_url(catalogue, finding.code), finding_place(catalogue, finding)
    if not button_of or not finding.fix:
        return Remark(finding.shown, finding.message, url, place=place)
    message = message_beside_button(finding.message, finding.fix)
    return Remark(finding.shown, message, url, button_of(finding.fix), place)


def message_beside_button(message: str, fix: Fix) -> str:
    """The message without its last clause where the button of the fix says the same.

    Advice of more than the button does stays.
    """
    label = f"{fix.label[:1].lower()}{fix.label[1:]}"
    for break_ in _CLAUSE_BREAK.finditer(message):
        if label.startswith(message[break_.end() :].removesuffix(".")):
            return f"{message[: break_.start()]}."
    return message


def profile_patch_argument(fix: Fix) -> str:
    """A profile's fix as a button's argument: its label, and its patch with paths from the profile on."""
    patch = [op._replace(path=_PROFILE_PATH.sub("", op.path)).to_json() for op in fix.patch]
    return f"{fix.label.replace(':', ' ')}:{json.dumps(patch, ensure_ascii=False)}"


def errors_and_warnings(findings: Iterable[Finding]) -> list[Finding]:
    """The errors and warnings, which readers are shown without asking; notes are for who designs."""
    return [finding for finding in findings if finding.level != "note"]


def count_findings(findings: Iterable[Finding]) -> list[FindingCount]:
    """How many findings of each level there are, worst first; levels without any are left out."""
    levels = [finding.shown for finding in findings]
    counts = ((level, levels.count(level)) for level in SHOWN)
    return [FindingCount(level, n, _count_text(level, n)) for level, n in counts if n]


def _count_text(level: Shown, number: int) -> str:
    return choices_left(number) if level == "missing" else pluralize(number, level)


def finding_links(findings: Iterable[Finding], first: Mapping[str, str]) -> list[FindingLink]:
    """The findings counted by level, worst first; ``first`` are the addresses of the first of each."""
    return [FindingLink(count.level, count.words, first[count.level]) for count in count_findings(findings)]


# ------------------------------------------------------------------ addresses of the reference pages


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
    return f"{_anchor_prefixes(catalogue)[group]}-{code}"


def line_url(catalogue: Catalogue, line: Line) -> str:
    """Where the table row behind a line stands."""
    places = _line_anchors(catalogue)
    if line.where in places.attributes:
        anchor = places.attributes[line.where].get(line.table, f"attribute-{line.code}")
    elif (line.table, line.code) in places.entries:
        anchor = entry_anchor(catalogue, places.entries[line.table, line.code], line.code)
    else:
        anchor = places.tables.get(line.table, f"attribute-{line.code}")
    return f"{reference_url(catalogue.system, catalogue.edition)}#{anchor}"


class _LineAnchors(NamedTuple):
    """Where lines lead, which name their table or group: names may stand twice, codes do not.

    ``attributes`` by place in the design, then by the name of one of its own tables; ``entries`` are
    groups by their name and the code of an entry in them; ``tables`` are all, by name.
    """

    attributes: Mapping[str, Mapping[str, str]]
    entries: Mapping[tuple[str, str], str]
    tables: Mapping[str, str]


@lru_cache(maxsize=32)
def _line_anchors(catalogue: Catalogue) -> _LineAnchors:
    index = index_of(catalogue)
    names = {group.code: group.name for group in catalogue.groups}
    return _LineAnchors(
        attributes={
            attribute.at: {
                index.tables[code].name: f"table-{code}"
                for code in (attribute.table, *attribute.tables.values())
                if code
            }
            for attribute in catalogue.attributes
        },
        entries={(names[group], code): group for group, found in index.entries.items() for code in found},
        tables={table.name: f"table-{table.code}" for table in catalogue.cost_tables},
    )


@lru_cache(maxsize=32)
def _anchor_prefixes(catalogue: Catalogue) -> Mapping[str, str]:
    """What the anchors of entries begin with, by group: the noun of its slot, where no other group has it."""
    nouns = {slot.group: slot.noun for slot in catalogue.pick_slots if slot.many}
    words = {g.code: _NON_WORD.sub("-", nouns.get(g.code, g.code)) for g in catalogue.groups}
    shared = Counter((*words.values(), *_OTHER_ANCHORS))
    return {code: word if shared[word] == 1 else f"entry-{code}" for code, word in words.items()}
