"""Texts that Musterbook itself has written.

Their calculated parts (prices, sums, findings, headings) are covered, so that they are not read as facts.
"""

import re
from collections.abc import Iterator, Sequence

from builder.points.document.items import FORMER_INCLUDED, INCLUDED
from builder.points.document.summoned import ALSO_BRING
from builder.points.pricing.prices import estimates
from builder.points.pricing.texts import OTHER_VALUES
from builder.points.rules.catalogue import Attribute, Catalogue, Column, published_names
from builder.points.rules.wording import unit_of
from builder.points.shorthand.line import OwnRoster, OwnUnit, Source
from builder.points.shorthand.roles import clean_name
from builder.points.shorthand.tokens import COVER, QUOTE_COVER
from builder.points.shorthand.vocabulary import one_of

_NO_PRICE = r"no \w+ yet"
_TOTAL = rf"(?:[−-]?[0-9]+\+?|–|{_NO_PRICE})"
_PRICE = r" \([−-]?[0-9]{1,4}\)(?=[,;]| ·|\s*$)"
_ITEM_NUMBERS = rf"(?<=\w) −?[0-9]+/[0-9]+(?=[,;]|[\s{COVER}]*$)"  # an item's numbers: "Bribe 14/0"
_PART_OF_TEXT = r".+, part [0-9]{1,2}/[0-9]{1,2}"
_ATTACHED = r"(?<=\S) \(attached\)"
_NAME = r'"[^"\n]*"|[^\W\d_]+(?:[ \'\u2019-][^\W\d_]+)*'
_HEAD = re.compile(
    rf"[ {COVER}#]*(?:{_NAME})[ {COVER}]*(?:, [{COVER}]*(?P<roster>\"[^\"\n]*\"|[^\",\n]+?)[{COVER}]*)?"
    rf"(?: (?P<total>{_TOTAL}|\({_NO_PRICE})(?:(?:/|, limit )(?P<limit>[0-9,]+))?\)?)?"
    rf"(?: \([^()\n]*\))?[ {COVER}]*$",
    re.MULTILINE,
)
_OWN_LINES = (
    rf"(?:{ALSO_BRING}[^\w{QUOTE_COVER}]*$|Not counted in the total; )"
    r"|\w+ game, [0-9]+ points · "
    r"|.{0,12}(?:Error|Missing|Warning|Note)(?: [A-Z]-[0-9]+)?: "
    r"|(?:\S+(?:\sof\s[0-9]+)? [\w %?+−±]{1,30} · )*\W*(?:Legal|Not legal|Unfinished: [0-9]+)\b"
    r"|(?:\S+(?:\sof\s[0-9]+)? [\w %?+−±]{1,30} · )+\W*(?:Empty|Unfinished)\b"
)


def _marked(text: str) -> str:
    """Return a pattern for a text that may have Markdown marks before its signs."""
    return "".join(re.escape(sign) if sign.isalnum() else f"{COVER}?{re.escape(sign)}" for sign in text)


def _prices(catalogue: Catalogue) -> str:
    """Return a pattern of further, estimated and missing prices."""
    prices = [value for value in catalogue.values if value.role == "price"]
    named = one_of(name for value in prices for name in (value.name, *published_names(value)))
    together = rf"(?:, {_TOTAL} together\b)?"
    open_end = rf"(?<=: )(?:[−-]?[0-9]+\+ {re.escape(catalogue.points_unit)}(?: each)?|{_NO_PRICE})"
    waits = r", (?:needs|waits for) .+?(?=, Max [0-9]+\s*$|\s*$)"
    rough = f"(?:, (?:prices |rough guide )?{one_of(estimates(catalogue))})"
    further = rf", {named} \S+?(?=,|\s*$){rough}?{together}|{rough}{together}"
    # A number in brackets may belong to a property: "Monstrous creature (80)".
    names_with_number = (entry.name for entry in catalogue.entries() if f"{entry.name} ({{" in entry.text)
    own = "".join(f"(?<!{re.escape(name)})" for name in names_with_number)
    return rf"{further}|{open_end}{together}|{waits}|{own}{_PRICE}|(?<= each), [0-9]+ together\b"


def cover_calculated_parts(source: Source) -> None:
    """Cover the calculated parts of a text, and store its roster in ``source``, if Musterbook wrote it."""
    catalogue = source.words.catalogue
    first, *others = (re.escape(column.label) for column in catalogue.sheet)
    edition = f"(?:{'|'.join(map(_marked, catalogue.titles))})"
    last_line = re.search(rf"^[ {COVER}]*{edition}(?: · .*)?[\s{COVER}]*\Z", source.covered, re.MULTILINE)
    after_first = rf" · {others[0]} " if others else rf"[ {COVER}]*$"
    # A long text is split, and only its last part has the last line. Other parts are known by stat lines.
    stat_line = rf"^[ {COVER}]*{first} \S+(?: \(\S+\))?{after_first}"
    if not (last_line or re.search(stat_line, source.covered, re.MULTILINE)):
        return
    source.is_own_text = True
    head = re.match(rf"(?:[ {COVER}]*(?:{_PART_OF_TEXT})?\n)*", source.covered)
    begin = head.end() if head else 0
    # A later part of a text begins with profiles.
    is_later_part = head is not None and re.search(r", part (?!1/)[0-9]+/", head[0]) is not None
    block = re.compile(rf".+(?:\n.+)?(?=\n[ {COVER}]*\n)") if last_line else None
    lines = rf"(?!.* {first} )(?:.+(?=\n.+ {first} \S)|[# {COVER}]*(.+?)(?=[{COVER}]*\n\s*\n(?!{first} )))"
    forms = [re.compile(lines)] if block is None else [block, re.compile(".+")]
    titles = (form.match(source.covered, begin) for form in (() if is_later_part else forms))
    title = next(filter(None, titles), None)
    units = _unit_heads(source)
    facts = [list(_facts_below(source, unit.end())) for unit in units]
    source.roster = _own_roster(source, begin, units, facts)
    source.cover([fact.span() for of_unit in facts for fact in of_unit], "a fact of the unit")
    source.cover([title.span(title.lastindex or 0)] if title else [], "title")
    points_unit = one_of(unit_of(points, catalogue) for points in (1, 2))
    stated = rf"{_TOTAL} {points_unit}\b|{_NO_PRICE}\b|Max [0-9]+\s*$"
    after = rf"(?:{_ATTACHED})?(?:: (?:{stated})|\s*$(?=\n{first} .* · ))"
    names = re.finditer(rf"^(?=.{{1,900}}$).*?\S(?=[{COVER}]*{after})", source.covered, re.MULTILINE)
    source.name_ends = {name.end() for name in names}
    calculated = re.finditer(_calculated(catalogue, edition), source.covered, re.MULTILINE)
    ranges = [*(match.span() for match in calculated), *(unit.span() for unit in units)]
    if last_line and not (head and "/" in head[0]):
        above = source.covered[: last_line.start()].rstrip(f"\n {COVER}")
        # The paragraph above the last line is the sum and its findings.
        if source.covered[len(above) : last_line.start()].count("\n") > 1:
            ranges.append((source.covered.rfind("\n\n", 0, len(above)) + 1, len(above)))
    source.cover(ranges, "calculated from the profiles")


def _own_roster(
    source: Source, begin: int, lines: Sequence[re.Match[str]], facts: Sequence[Sequence[re.Match[str]]]
) -> OwnRoster | None:
    """Return the roster of a text, or None. Its limit is in the first line or next to the sum.

    ``lines`` are the lines that name units, and ``facts`` are the facts of each unit.
    """
    head, own_roster = _HEAD.match(source.covered, begin), OwnRoster()
    points_unit = one_of(unit_of(points, source.words.catalogue) for points in (1, 2))
    total = re.compile(
        rf"^[ {COVER}]*{_TOTAL}(?:(?: of |, limit )(?P<limit>[0-9,]+))?(?: {points_unit})? · ", re.MULTILINE
    )
    sums = [*total.finditer(source.covered, begin)]
    if not head or not (head["roster"] or head["total"] or sums or lines):
        return None
    if head["roster"]:
        own_roster.name = clean_name(head["roster"], source.text[slice(*head.span("roster"))])
    limit = head["limit"] or (sums[-1]["limit"] if sums else None)
    own_roster.limit = int(limit.replace(",", "")) if limit else None
    for line, unit_facts in zip(lines, facts, strict=True):
        part = "words" if line["words"] else "head"
        name = clean_name(line[part], source.text[slice(*line.span(part))])
        attached = (line["with"] or "").count(", with ")
        values = dict(filter(None, (_fact(source, fact) for fact in unit_facts)))
        own_roster.units.append(OwnUnit(source.line_number(line.start()), name, attached, values))
    attached_marks = re.finditer(_ATTACHED, source.covered)
    own_roster.attached_lines = {source.line_number(mark.start()) for mark in attached_marks}
    summoned_heading = re.search(
        rf"^[^\w{QUOTE_COVER}]*{ALSO_BRING}[^\w{QUOTE_COVER}]*$", source.covered, re.MULTILINE
    )
    if summoned_heading:
        own_roster.summoned_heading_line = source.line_number(summoned_heading.start() + 1)
    return own_roster


def _unit_heads(source: Source) -> list[re.Match[str]]:
    """Return the lines that name the units of a roster."""
    if not source.words.catalogue.unit_kinds:
        return []
    words = source.words.catalogue.words
    units = (
        rf"^[ {COVER}]*(?:{words.unit.capitalize()} (?P<words>{_NAME})[ {COVER}]*: [0-9,]+ "
        rf"(?:{words.model}|{words.models})\b.*|(?P<head>{_NAME}) "
        rf"\({_TOTAL}\)(?P<with>(?:, with .+)?)[ {COVER}]*$)"
    )
    return [*re.finditer(units, source.covered, re.MULTILINE)]


def _unit_parts(source: Source) -> dict[str, Attribute]:
    """Return the attributes that are facts of the game's units, by name."""
    return {part.name: part for kind in source.words.catalogue.unit_kinds for part in kind.fields}


def _facts_below(source: Source, at: int) -> Iterator[re.Match[str]]:
    """Yield the lines of a unit's facts, which follow its name."""
    if not (parts := _unit_parts(source)):
        return
    line = re.compile(rf"\n[ {COVER}]*(?P<name>{one_of(parts)})[ {COVER}]*: (?P<value>.+)")
    while fact := line.match(source.covered, at):
        yield fact
        at = fact.end()


def _fact(source: Source, fact: re.Match[str]) -> tuple[str, int | str] | None:
    """Return the code and value of a unit's fact, or None if its value can't be read."""
    part, span = _unit_parts(source)[fact["name"]], fact.span("value")
    if part.kind == "text":
        return part.code, clean_name(fact["value"], source.text[slice(*span)], edge=" ")
    text = source.bare_text(*span).strip()
    if part.kind == "number":
        return (part.code, int(text)) if text.isascii() and text.isdecimal() else None
    if part.kind == "flag":
        return (part.code, True) if text == "yes" else None
    return next(((part.code, option.code) for option in part.options if option.name == text), None)


def _column_label(catalogue: Catalogue, column: Column) -> str:
    """Return a pattern for the current and the published label of a column of the stat line."""
    code = column.of[0]
    attributes = (part.published for part in catalogue.attributes if part.code == code)
    values = (part.published for part in catalogue.values if part.code == code)
    published = (words["label"] for words in (*attributes, *values) if "label" in words)
    return one_of([column.label, *published])


def _calculated(catalogue: Catalogue, edition: str) -> str:
    """Return a pattern of the calculated parts of a text. ``edition`` is a pattern of the edition's title."""
    ours = f"{edition}|{_OWN_LINES}|(?:{OTHER_VALUES}|{INCLUDED}|{FORMER_INCLUDED})[{COVER}]*: "
    lines = rf"^(?=.{{1,400}}$)[ {COVER}]*(?:(?:{ours}).*|{_PART_OF_TEXT}[ {COVER}]*$)$"
    pattern = rf"{lines}|{_prices(catalogue)}|{_ATTACHED}"
    values = {value.code for value in catalogue.values}
    # In the other games, the stat line contains chosen numbers, so it is read and not covered.
    if catalogue.sheet and all(values.issuperset(column.of) for column in catalogue.sheet):
        first, last = (
            _column_label(catalogue, column) for column in (catalogue.sheet[0], catalogue.sheet[-1])
        )
        pattern += rf"|^[ {COVER}]*{first} \S+(?: \(\S+\))?.* · .*{last} .*$"
    return pattern + (f"|{_ITEM_NUMBERS}" if any(group.columns for group in catalogue.groups) else "")
