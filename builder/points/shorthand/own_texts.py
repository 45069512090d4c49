"""Texts that Musterbook itself has written: its full text, and what is copied out of its papers.

What is made anew from the profiles (prices, sums, findings, headings) is covered up first. What is left has
the forms of other texts, but for weapons that stand in no column.
"""

import re
from collections.abc import Iterator

from builder.points.document.brought import ALSO_BRING
from builder.points.document.items import INCLUDED
from builder.points.pricing.prices import estimates
from builder.points.pricing.stat_line import VALUES
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.wording import unit_of
from builder.points.shorthand.labelled import Scanner
from builder.points.shorthand.line import LinesAndNext, ParsedTerm, Source
from builder.points.shorthand.tokens import MASK
from builder.points.shorthand.vocabulary import Label, one_of

_TOTAL = r"(?:[−-]?[0-9]+(?: \+ \?)?|\?)"
_PRICE = r" \([−-]?[0-9]{1,4}\)(?=[,;]| ·|\s*$)"
_BESIDE = rf"(?<=\w) [0-9]+/[0-9]+(?=[,;]|[\s{MASK}]*$)"  # an item's numbers: "Bribe 14/0"
_PART = r".+, part [0-9]{1,2}/[0-9]{1,2}"
_ATTACHED = r"(?<=\S) \(attached\)"
_BARE_PRICE = re.compile(r"(?:(?<=\S)\s|(?<=[a-z][a-z]))[−-]?[0-9]{1,4}(?=[,;]|$)", re.MULTILINE)
_WEAPON_ROW = re.compile(
    r"^(?=\S.{1,300}$).*?\S((?:\s[0-9]+[″\"]\s±0.*?)?(?:\s(?:[–-]|[−-]d[0-9]+)){3}[ \t]*"
    r"(?:\n[0-9]+(?: [0-9]+)*)?)$",
    re.MULTILINE,
)
_WEAPONS = re.compile(r"^(Weapons:? )(?=\S)", re.MULTILINE)
_OWN_LINES = (
    rf"(?:{ALSO_BRING}\W*$|Not counted in the total; )"
    r"|(?:\w+ game, [0-9]+ points · |To remember$|Properties sub-total |It sums points; |a wound )"
    r"|.{0,12}(?:Error|Missing|Warning|Note)(?: [A-Z]-[0-9]+)?: "
    r"|(?:\S+(?: \+ \?)?(?:\sof\s[0-9]+)? [\w %?+−]{1,30} · )*\W*(?:Legal|Not legal|Unfinished: [0-9]+)\b"
    r"|(?:\S+(?: \+ \?)?(?:\sof\s[0-9]+)? [\w %?+−]{1,30} · )+\W*(?:Empty|Unfinished)\b"
    r"|(?:Points\n|Models\n)?\S+\sof\s[0-9]+\b|•?.+ p\.\s[0-9]+$|[0-9]+(?: [0-9]+)+$"
    r"|.*\(not in this list\)|.* was written by .* rights reserved|Weapon Properties\b|vs Basic |Weapon$"
)


def _slots(catalogue: Catalogue) -> str:
    return one_of(text for slot in catalogue.pick_slots for text in (slot.label, slot.name))


def _marked(text: str) -> str:
    """A text whose signs may have a mark before them, as Markdown has."""
    return "".join(re.escape(sign) if sign.isalnum() else f"{MASK}?{re.escape(sign)}" for sign in text)


def _unit_lines(catalogue: Catalogue) -> str:
    """What begins the lines that name units, in our texts of games that have some."""
    words = catalogue.words
    lines = rf"|{words.unit.capitalize()} .+: [0-9,]+ (?:{words.model}|{words.models})\b"
    head = rf"|(?![ {MASK}]*{_slots(catalogue)}[{MASK}]*:|.* · )\S.* \({_TOTAL}\)(?:, with .+)?[ {MASK}]*$"
    return lines + head if catalogue.unit_kinds else ""


def _prices(catalogue: Catalogue) -> str:
    """What is said of prices besides points, and of those that are not whole."""
    named = one_of(value.name for value in catalogue.values if value.role == "price")
    together = rf"(?:, {_TOTAL} together\b)?"
    open_end = rf"(?<=: )(?:[−-]?[0-9]+ \+ )?\? {re.escape(catalogue.points_unit)}(?: each)?"
    waits = r", waits for .+?(?=, Max [0-9]+\s*$|\s*$)"
    rough = f"(?:, {one_of(estimates(catalogue))})"
    further = rf", {named} \S+?(?=,|\s*$){rough}?{together}|{rough}{together}"
    # A number in brackets may be what a property is told: "Monstrous creature (80)".
    told = (entry.name for entry in catalogue.entries() if f"{entry.name} ({{" in entry.text)
    own = "".join(f"(?<!{re.escape(name)})" for name in told)
    return rf"{further}|{open_end}{together}|{waits}|{own}{_PRICE}|(?<= each), [0-9]+ together\b"


def cover_own_words(source: Source) -> None:
    """Cover up what only our own texts have, and note it as read, where a text is one of them."""
    catalogue = source.words.catalogue
    first, second = (re.escape(column.label) for column in catalogue.sheet[:2])
    # Older texts have the edition's code.
    editions = {catalogue.title, f"{catalogue.system_name} {catalogue.edition}"}
    edition = f"(?:{'|'.join(map(_marked, sorted(editions)))})"
    ours = rf"{edition}|^[\s{MASK}]*{first} \S+(?: \(\S+\))? · {second} "
    if not re.search(ours, source.covered, re.MULTILINE):
        return
    source.is_ours = True
    head = re.match(rf"(?:[ {MASK}]*(?:{_PART})?\n)*", source.covered)
    begin = head.end() if head else 0
    titles = rf"(?!.* {first} )(?:.+(?=\n.+ {first} \S)|[# {MASK}]*(.+?)(?=[{MASK}]*\n\s*\n(?!{first} )))"
    # A later part of a text begins with profiles.
    later = head is not None and re.search(r", part (?!1/)[0-9]+/", head[0]) is not None
    title = None if later else re.compile(titles).match(source.covered, begin)
    source.cover([title.span(title.lastindex or 0)] if title else [], "title")
    unit = one_of(unit_of(points, catalogue) for points in (1, 2))
    behind = rf"(?:: (?:{_TOTAL} {unit}\b|Max [0-9]+\s*$)|(?:{_ATTACHED})?\s*$(?=\n{first} .* · ))"
    names = re.finditer(rf"^.*?\S(?=[{MASK}]*{behind})", source.covered, re.MULTILINE)
    source.name_ends = {name.end() for name in names}
    made = re.finditer(_made_anew(catalogue, edition, first), source.covered, re.MULTILINE)
    places = [*(match.span() for match in made), *_bare_prices(source)]
    if catalogue.weapon_slots:
        for row in (*_WEAPON_ROW.finditer(source.covered), *_WEAPONS.finditer(source.covered)):
            places.append(row.span(1))
            source.weapon_lines.add(source.covered.count("\n", 0, row.start()))
    source.cover(places, "made anew from the profiles")


def _made_anew(catalogue: Catalogue, edition: str, first: str) -> str:
    """What is made anew in texts that name the edition; ``first`` is the stat line's first label."""
    ours = f"{edition}|{_OWN_LINES}{_unit_lines(catalogue)}|(?:{VALUES}|{INCLUDED})[{MASK}]*: "
    lines = rf"^(?=.{{1,400}}$)[ {MASK}]*(?:(?:{ours}).*|{_PART}[ {MASK}]*$|Leader(?:\n(?!{first}$).*)?)$"
    card = rf"(?<=\S) [0-9]{{1,4}}(?=\n(?:Leader\n)?{first}$)"
    made = rf"{lines}|{_prices(catalogue)}|{_ATTACHED}|{card}|^Max(?= Points\n[0-9]+$)"
    return made + (f"|{_BESIDE}" if any(group.columns for group in catalogue.groups) else "")


def _bare_prices(source: Source) -> Iterator[tuple[int, int]]:
    """Prices without brackets, as design sheets have them in a column of points."""
    catalogue = source.words.catalogue
    if f" {catalogue.points_unit}\n" in source.covered:
        for line in re.finditer(rf"^(?:Weapons|{_slots(catalogue)}) .*$", source.covered, re.MULTILINE):
            yield from (price.span() for price in _BARE_PRICE.finditer(source.covered, *line.span()))


def read_own_text(source: Source, at: int) -> LinesAndNext:
    """Weapons of a paper that stand in no column."""
    if at not in source.weapon_lines:
        return None
    items = re.finditer(rf"[^;,{MASK}]+", source.shown(at))
    start = source.lines[at][0]
    spans = [(start + item.start(), start + item.end()) for item in items if item[0].strip()]
    return [source.row(at, [term for span in spans for term in _weapon(source, *span)])], at + 1


def _weapon(source: Source, start: int, end: int) -> list[ParsedTerm]:
    """A weapon that may lack its label: where it has a field, it is of the slot that offers one."""
    scanner = Scanner(source, start, end)
    labelled = scanner.label_at(0)
    if labelled and labelled[0].kind == "weapons":
        return scanner.scan()
    slots = sorted(source.words.catalogue.weapon_slots, key=lambda slot: not any(f.high for f in slot.fields))
    for slot in slots:
        terms, _ = scanner.read_announced(Label("weapons", slot.code), 0, 0) or ([], 0)
        weapons = [term.weapon for term in terms if term.weapon]
        if len(weapons) == 1 and (slot is slots[-1] or weapons[0].fields):
            return terms
    return [ParsedTerm("rest", start, end)]
