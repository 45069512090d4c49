"""Rosters as text, as BattleScribe (left) and New Recruit (right) write them for forums and chat.

++ Stargrave Crew [390Cr] ++                      # ++ Stargrave Crew ++ [390 Cr]
+ Soldiers [90Cr] +                               ## Soldiers [90 Cr]
Hacker [20Cr]: Deck, 2x Pistol                    Hacker [20 Cr]: Deck, 2x Pistol
. Carbine                                         • 1x Carbine
++ Total: [390Cr] ++
Created with BattleScribe                         Created with newrecruit.eu
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from builder.points.other_builders.structure import (
    MAX_COUNT,
    MAX_SELECTIONS,
    OtherRoster,
    Place,
    Selection,
    clean_name,
    read_costs,
    too_large,
)

_MAX_LINE_LENGTH = 4_000
_CREATED = re.compile(r"^[ \t]*(?:created|exported|made) with (battlescribe|new ?recruit)", re.I | re.M)
_FORCE = re.compile(
    r"^[ \t#]{0,9}\+\+[ \t]+(?:[^+\[\n]{1,200}\[[^\]\n]{1,80}\][ \t]{0,9}\+\+|[^+\n]{1,200}\+\+[ \t]{0,9}\[)"
    r"|^\+ FACTION KEYWORD:",
    re.MULTILINE,
)
_ARMY_FORGE = re.compile(r"\bQ[2-6]\+ D[2-6]\+")
_TOTAL_LINE = re.compile(r"[+\s]*total(?: army points)?\s*:\s*\[?\d[^:\[\]]{0,60}\]?[+\s]*", re.IGNORECASE)
_FORCE_LINE = re.compile(r"[#\s]*\+\+\s+([^+]+?)\s*\+\+\s*(?:\[[^\]]*\])?")
_CATEGORY_LINE = re.compile(r"\+\s+([^+]+?)\s+\+|#{1,4}\s+(.+)|\*\*([^*]+)\*\*|([A-Z][A-Z &-]{3,40})")
_OTHER_LINE = re.compile(r"[+=_*#\s-]+|[+&]\s.*|data version:.*", re.IGNORECASE)
_AFTER_NAME = re.compile(r"\s*(?:\([^()]*\)\s*)?(?:\[[^\]]*\]?\s*)?$")
_BULLETS = re.compile(r"(?:[.•·◦*-]\s+){1,12}")
_COLON = re.compile(r"(?:char\d{1,4}:)?[^:(\[]*(?:[(\[][^)\]]*[)\]][^:(\[]*)*:", re.IGNORECASE)
_ITEM = re.compile(r"(?:char\d{1,4}:\s*)?(?:(\d{1,5})\s?[x×]\s+)?(.*)", re.IGNORECASE | re.DOTALL)
_COST_AFTER = re.compile(r"\s{0,9}(?:\[([^\[\]]*)\]|\((\+?\d[\d,.]{0,12}\s?[A-Za-z]{2,20})\))$")


def is_roster_text(text: str) -> bool:
    """Return whether a text is a roster of BattleScribe, New Recruit or a program with their format."""
    return bool(_CREATED.search(text) or _FORCE.search(text))


def read_text_roster(text: str) -> OtherRoster:
    """Return the roster in a text. Lines that can't be read are listed as unread."""
    reader, start = _LineReader(), 0
    for line in text.split("\n"):
        shown = line.strip()
        at = start + len(line) - len(line.lstrip())
        start += len(line) + 1
        if shown:
            reader.add(shown, Place(at, at + len(shown)), is_indented=line[:2].isspace())
    created = _CREATED.search(text)
    builder = created[1] if created else "New Recruit" if "++ [" in text else "BattleScribe"
    builder = "BattleScribe" if "scribe" in builder.lower() else "New Recruit"
    return OtherRoster(
        builder="Army Forge" if _ARMY_FORGE.search(text) else builder,
        name=clean_name(reader.name), costs=reader.costs, selections=tuple(reader.roots),
        headings=tuple(reader.headings), total=reader.total, unread=tuple(reader.unread),
    )  # fmt: skip


@dataclass(slots=True)
class _LineReader:
    """A reader of lines, with the result so far.

    ``selections_left`` is the number of selections that the rest of the text may have.
    """

    name: str = ""
    category: str = ""
    total: Place | None = None
    selections_left: int = MAX_SELECTIONS
    costs: dict[str, int] = field(default_factory=dict)
    roots: list[Selection] = field(default_factory=list)
    headings: list[Place] = field(default_factory=list)
    unread: list[Place] = field(default_factory=list)

    def add(self, line: str, place: Place, *, is_indented: bool) -> None:
        """Read a line as a total, categories, a heading or a selection, whichever matches first."""
        if len(line) > _MAX_LINE_LENGTH:
            self.unread.append(place)
        elif _TOTAL_LINE.fullmatch(line) and not self.total:
            self.costs, self.total = read_costs(line), place
        elif line.startswith("Categories:") and self.roots:
            categories = (*self.roots[-1].categories, *map(clean_name, line[11:].split(",")))
            self.roots[-1] = replace(self.roots[-1], categories=categories)
            self.headings.append(place)
        elif self._read_heading(line) or _OTHER_LINE.fullmatch(line) or _CREATED.match(line):
            self.headings.append(place)
        else:
            self._add_selection(line, place, is_indented=is_indented)

    def _read_heading(self, line: str) -> bool:
        """Read a heading, and return whether the line is one.

        A heading names a force, which is a part of the roster, or a category. It can also be a title of the
        roster, such as "Faction - Name - [390 Cr]".
        """
        force, category = _FORCE_LINE.fullmatch(line), _CATEGORY_LINE.fullmatch(line)
        title, dash, _ = line.rpartition(" - [") if line.endswith("]") and not self.roots else ("", "", "")
        if force or dash:
            name = force[1] if force else title.rpartition(" - ")[2]
            self.name = self.name or _AFTER_NAME.sub("", name)
            self.costs = self.costs or read_costs(line[line.rfind("[") :])
        elif category:
            self.category = clean_name(_AFTER_NAME.sub("", category[category.lastindex or 0]))
        return bool(force or dash or category)

    def _add_selection(self, line: str, place: Place, *, is_indented: bool) -> None:
        """Add a model, or an item of the last model. Also add the items after a colon in the line."""
        bullets = _BULLETS.match(line)
        begin = bullets.end() if bullets else 0
        colon = _COLON.match(line, begin)
        head = line[begin : colon.end() - 1 if colon else None]
        if self.roots and (is_indented or bullets):
            self._add_items(head, place.start + begin)
        elif items := _items(head, place.start + begin, is_single=True):
            self._count(1)
            self.roots.append(replace(items[0], categories=(self.category,) if self.category else ()))
        else:
            self.unread.append(place)
            return
        if colon:
            self._add_items(line[colon.end() :], place.start + colon.end())

    def _add_items(self, text: str, start: int) -> None:
        items = _items(text, start)
        self._count(len(items))
        self.roots[-1] = replace(self.roots[-1], selections=(*self.roots[-1].selections, *items))

    def _count(self, more: int) -> None:
        self.selections_left -= more
        if self.selections_left < 0:
            raise too_large()


def _items(text: str, start: int, *, is_single: bool = False) -> list[Selection]:
    """Return the selections between commas, or one selection if ``is_single`` is true.

    ``text`` is a part of the pasted text, and ``start`` is its position there.
    """
    items = []
    for begin, end in [(0, len(text))] if is_single else _between_commas(text):
        part = text[begin:end]
        at, part = start + begin + len(part) - len(part.lstrip()), part.strip()
        if not part:
            continue
        costs = _COST_AFTER.search(part) if part[-1] in "])" else None
        item = _ITEM.fullmatch(part[: costs.start()] if costs else part)
        if item is None:
            continue
        items.append(
            Selection(
                name=clean_name(item[2]),
                number=min(int(item[1] or 1), MAX_COUNT),
                costs=read_costs(costs[1] or costs[2] or "") if costs else {},
                place=Place(at, at + len(part)),
            )
        )
    return items


def _between_commas(text: str) -> Iterator[tuple[int, int]]:
    """Yield the start and end of the parts between commas outside of brackets."""
    level = begin = 0
    for at, sign in enumerate(f"{text},"):
        level = max(level + (sign in "([") - (sign in ")]"), 0)
        if sign == "," and (not level or at == len(text)):
            yield begin, at
            begin = at + 1
