"""A company list or a roster as text for forums and chat.

The style "line" is one line with the names of the profiles or models. The style "compact" has a line in
shorthand for each profile. The style "full" has all details. The website's paste page reads the last two.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal, NamedTuple

from builder.exports.markup import MARKUPS, Markup, TextFormat, plain_lines
from builder.exports.messages import MAX_MESSAGE_LENGTH, Message, message_length, split_into_messages
from builder.points.document.items import INCLUDED
from builder.points.document.summoned import ALSO_BRING
from builder.points.document.units import unit_kind
from builder.points.pricing.pricing import agreed_price_text
from builder.points.pricing.texts import (
    NONE,
    OTHER_VALUES,
    attribute_text,
    points_text,
    price_text,
    sum_text,
    total_text,
)
from builder.points.rules.catalogue import Attribute, Catalogue
from builder.points.rules.names import list_name
from builder.points.rules.results import LEGAL, Finding, status_of
from builder.points.rules.wording import finding_place, missing_price_text, pluralize, with_capital
from builder.points.sheets.items import SheetItem
from builder.points.sheets.profile import ProfileSheet
from builder.points.sheets.roster import ListSheet, RosterSheet, SheetMember, SheetRow
from builder.points.shorthand import quote, quoted_pick, write_name, write_title, written_names

TIMES = "\N{MULTIPLICATION SIGN}"
DOT = " \N{MIDDLE DOT} "
MAX_NOTES_LENGTH = 60_000
"""The maximum number of characters of notes in a text: no forum allows more in one post."""

_MAX_ALIGNED_NAME, _MAX_ALIGNED_CELL = 28, 18  # in characters

TextStyle = Literal["line", "compact", "full"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TextOptions:
    """The options of a text. ``roster`` is the index of a roster, or None for the complete list."""

    roster: int | None = None
    style: TextStyle = "line"
    format: TextFormat = "plain"
    points: bool = True


class _TextRow(NamedTuple):
    """A row of the roster or, with ``row`` None, a profile of the list. ``heading`` may be empty."""

    members: list[SheetMember]
    row: SheetRow | None = None
    heading: str = ""


class SplitText(NamedTuple):
    """A text, and the chat messages into which it is split."""

    full: str
    messages: tuple[str, ...]


def list_text(sheet: ListSheet, options: TextOptions, fingerprints: str = "") -> str:
    """Return the text without a line break at its end. The style "full" ends with ``fingerprints``."""
    return split_list_text(sheet, options, fingerprints).full


def split_list_text(
    sheet: ListSheet, options: TextOptions, fingerprints: str = "", link: str = ""
) -> SplitText:
    """Return the text, and the text split into chat messages. It begins with ``link``, an address.

    In the styles "compact" and "full", each message ends with the name of the edition, from which the paste
    page recognises the game. A text in BBCode is not split, because boards accept any length.
    """
    writer = _TextWriter(sheet, options, fingerprints)
    if options.style == "line":
        body = writer.one_line()
    else:
        body = "\n".join(writer.compact_lines() if options.style == "compact" else writer.full_lines())
    is_block = options.format == "discord"
    full_text = Message(body, link=link, is_block=is_block).text
    if options.format == "bbcode" or message_length(full_text) <= MAX_MESSAGE_LENGTH:
        return SplitText(full_text, (full_text,))
    end = writer.edition_name() if options.style != "line" else ""
    messages = split_into_messages(body, title=writer.title(), end=end, link=link, is_block=is_block)
    return SplitText(full_text, tuple(messages))


class _TextWriter:
    """A writer of a text in the three styles."""

    def __init__(self, sheet: ListSheet, options: TextOptions, fingerprints: str) -> None:
        self.document, self.catalogue = sheet.document, sheet.catalogue
        self.fingerprints = fingerprints
        self.options = options
        self.markup: Markup = MARKUPS[options.format]
        can_be_pasted = options.style != "line"
        names = written_names(sheet.document, sheet.catalogue) if can_be_pasted else sheet.names
        self.sheet = replace(sheet, names=names)
        index = options.roster
        self.roster: RosterSheet | None = None if index is None else self.sheet.rosters[index]
        self.rows = list(self._text_rows())
        self.summoned = self.roster.summoned if self.roster else []
        row_members = [member for row in self.rows for member in row.members]
        self.members = [*row_members, *self._summoned_members()]
        self.notes_length = sum(
            len(member.profile.profile.notes) for member in self.members if member.profile
        )

    def _summoned_members(self) -> list[SheetMember]:
        return [SheetMember.of_profile(summoned.profile) for summoned in self.summoned]

    def _text_rows(self) -> Iterator[_TextRow]:
        if self.roster is None:
            for sheet in self.sheet.profiles:
                yield _TextRow([SheetMember.of_profile(sheet)])
            return
        has_units = any(row.is_unit for row in self.roster.all_rows)
        for row in self.roster.rows:
            has_heading = row.is_unit or (has_units and self.options.style != "line")
            name = self._quoted_if_needed(row.entry.name) if row.entry.name else row.name
            yield _TextRow(row.members, row, name if has_heading else "")

    # -------------------------------------------------------------- one line

    def one_line(self) -> str:
        """Return the text in the style "line"."""
        separator = "; " if any(row.heading for row in self.rows) else ", "
        models = separator.join(map(self._row_in_line, self.rows))
        empty_text = f"no {self.catalogue.words.model} yet" if self.roster else "no profile yet"
        names = ", ".join(self._name_with_count(member) for member in self._summoned_members())
        also = f"; {ALSO_BRING.lower()} {names}" if names else ""
        return f"{self._first_line()}: {models or empty_text}{also}"

    def _row_in_line(self, row: _TextRow) -> str:
        if not row.heading:
            return ", ".join(
                self._name_with_count(member) + self._price_in_brackets(member) for member in row.members
            )
        own_members = [self._name_with_count(member) for member in row.members if not member.is_attached]
        return f"{self._name_and_total(row)}: {', '.join([*own_members, *self._attached_texts(row)])}"

    def _attached_texts(self, row: _TextRow) -> list[str]:
        """Return a text for each member that is attached to a unit, such as "with Colonel"."""
        return [f"with {self._name_with_count(member)}" for member in row.members if member.is_attached]

    def _name_and_total(self, row: _TextRow) -> str:
        name = self.markup.text(row.heading)
        if not self.options.points or row.row is None:
            return name
        return f"{name} ({price_text(row.row.total, self.catalogue)})"

    def _quoted_if_needed(self, name: str) -> str:
        """Return a name, in quotes if the paste page couldn't read it without them."""
        return name if self.options.style == "line" else write_name(name, self.catalogue)

    def _title_names(self) -> list[str]:
        """Return the name of the list, and the name of the roster if it has one."""
        names = [self.document.name] if self.document.name.strip() else []
        if self.roster is not None and self.roster.roster.name.strip():
            names.append(self.roster.roster.name)
        written_names = names if self.options.style == "line" else map(write_title, names)
        return [*([] if self.document.name.strip() else [list_name("")]), *written_names]

    def _first_line(self) -> str:
        """Return the names of the list and the roster, the roster's points, and its status if not legal."""
        names = self._title_names()
        head = self.markup.strong(self.markup.text(names[0]))
        if self.roster is None:
            return head
        head += "".join(f", {self.markup.text(name)}" for name in names[1:])
        if self.options.points:
            limit = self.roster.limit
            if self.roster.total.is_unknown:
                head += f" ({self.roster.sum_text})"
            else:
                head += f" {self.roster.points}" + ("" if limit is None else f"/{limit}")
        status = self.roster.status
        return head if status.code == "legal" else f"{head} ({status.word.lower()})"

    def _name_with_count(self, member: SheetMember) -> str:
        name = self.markup.text(member.name)
        return f"{member.count} {TIMES} {name}" if member.count > 1 else name

    def _has_price(self, member: SheetMember) -> bool:
        """Return whether the text shows a price for this member: some kinds of profiles never have one."""
        return self.options.points and (member.profile is None or member.profile.may_cost)

    def _price_in_brackets(self, member: SheetMember) -> str:
        is_compact, has_price = self.options.style == "compact", self._has_price(member)
        if not self.options.points or not (is_compact or has_price):
            return ""
        each = " each" if member.count > 1 else ""
        # The paste page reads a dash as "no price".
        has_dash = is_compact and (
            not has_price or (member.model_total is not None and member.model_total.waits_for)
        )
        if is_compact or member.model_total is None or not member.model_total.is_unknown:
            return f" ({NONE if has_dash else total_text(member.model_total)}{each})"
        return f" ({price_text(member.model_total, self.catalogue)})"

    # -------------------------------------------------------------- one line for each profile

    def compact_lines(self) -> Iterator[str]:
        """Yield the lines of the style "compact"."""
        end = self.markup.line_end
        yield self._first_line() + end
        for row in self.rows:
            if row.heading and not self.options.points:
                yield self._unit_line(row)
            elif row.heading:
                head = ", ".join([self._name_and_total(row), *self._attached_texts(row)])
                yield self.markup.strong(head) + end
            yield from map(self._compact_line, row.members)
        if self.summoned:
            yield self.markup.strong(ALSO_BRING) + end
            yield from map(self._compact_line, self._summoned_members())
        yield self.edition_name()

    def _compact_line(self, member: SheetMember) -> str:
        name, price = self.markup.strong(self._name_with_count(member)), self._compact_price(member)
        if self.options.format != "discord":
            return f"{name}{price}{self._shorthand(member.profile)}{self.markup.line_end}"
        head = f"{name.ljust(self.name_width)}{price.ljust(self.price_width)}"
        return f"{head}{self._shorthand(member.profile)}".rstrip()

    def _compact_price(self, member: SheetMember) -> str:
        limit = member.profile.max_text if member.profile else ""
        return self._price_in_brackets(member) + (f" {limit}" if limit else "")

    @cached_property
    def name_width(self) -> int:
        """The width of the column of names, in characters."""
        return self._column_width(self._name_with_count(member) for member in self.members)

    @cached_property
    def price_width(self) -> int:
        """The width of the column of prices, in characters."""
        return self._column_width(self._compact_price(member) for member in self.members)

    @cached_property
    def cell_widths(self) -> dict[str, int]:
        """The widths of the stat line's columns in characters, by label. Only "discord" aligns columns."""
        if self.options.format != "discord":
            return {}
        widths: dict[str, int] = {}
        for member in self.members:
            for label, text in self._shorthand_cells(member.profile):
                widths[label] = max(widths.get(label, 0), len(text))
        return {label: width for label, width in widths.items() if width <= _MAX_ALIGNED_CELL}

    def _column_width(self, texts: Iterable[str]) -> int:
        return max((len(text) for text in texts if len(text) <= _MAX_ALIGNED_NAME), default=0)

    def _shorthand_cells(self, sheet: ProfileSheet | None) -> Iterator[tuple[str, str]]:
        """Yield the labels of a stat line's cells, each with its cell in shorthand."""
        if sheet is None:
            return
        # Calculated values are left out, because the program calculates them again after pasting. Default
        # weapons are left out too: their cells show no numbers, so a pasted cell would be a weapon without
        # numbers.
        entered_weapons = sheet.profile.design.weapons
        slots = (slot for slot in self.catalogue.weapon_slots if slot.fields and not slot.many)
        default_weapons = {slot.code for slot in slots if not entered_weapons.get(slot.code)}
        for cell in sheet.cells:
            if cell.code not in sheet.index.values and cell.code not in default_weapons:
                yield cell.label, f"{cell.label} {self._weapons_text(sheet, cell.code, ',') or cell.value}"

    def _weapons_text(self, sheet: ProfileSheet, code: str, separator: str = " ") -> str:
        """Return the entered weapons of a slot with their names and codes, which ``separator`` separates."""
        if not sheet.profile.design.weapons.get(code):
            return ""
        texts = list[str]()
        for weapon in sheet.weapons:
            if weapon.slot.code == code:
                name = self._quoted_if_needed(weapon.weapon.name) if weapon.weapon.name else ""
                texts.append(f"{name} {weapon.text.replace(' ', separator)}".strip())
        return (";" if separator == "," else "; ").join(filter(None, texts))

    def _shorthand(self, sheet: ProfileSheet | None) -> str:
        if sheet is None:
            return ""
        cells = self._shorthand_cells(sheet)
        parts = [self.markup.text(text).ljust(self.cell_widths.get(label, 0)) for label, text in cells]
        parts += [self.markup.text(f"{label} {text}") for label, _, text in self._other_attributes(sheet)]
        texts = [
            self.markup.text(
                f"{outside_slot.slot.label}: {', '.join(map(self._item_text, outside_slot.items))}"
            )
            for outside_slot in sheet.slots_outside
        ]
        return f" {'; '.join([' '.join(parts).rstrip(), *texts])}"

    def _other_attributes(self, sheet: ProfileSheet) -> Iterator[tuple[str, str, str]]:
        """Yield the label, name and text of each attribute that isn't in a column of the stat line."""
        for outside in sheet.outside_attributes:
            is_text = isinstance(outside.part, Attribute) and outside.part.kind == "text"
            yield outside.part.label, outside.part.name, quote(outside.text) if is_text else outside.text
        view = sheet.index.catalogue
        shown_codes = {code for column in view.sheet for code in column.of}
        shown_codes |= {outside.part.code for outside in sheet.outside_attributes}
        for part in view.attributes:
            if (
                part.kind == "number"
                and part.code not in shown_codes
                and (text := attribute_text(self.catalogue, part, sheet.profile))
            ):
                yield part.label, part.name, text

    def _item_text(self, item: SheetItem) -> str:
        """Return an item with its numbers, and with the agreed price if players made it."""
        if item.pick is None:
            return item.text + item.numbers_after_name(short=True) + item.unused_note
        quoted = replace(item, pick=quoted_pick(item.entry, item.pick)).text
        price = agreed_price_text(item.entry, item.pick) if self.options.points else ""
        return quoted + item.numbers_after_name(short=True) + price

    def title(self) -> str:
        """Return the names of the list and the roster."""
        return self.markup.text(", ".join(self._title_names()))

    def edition_name(self) -> str:
        """Return the name of the edition, which includes the name of the game."""
        return self.markup.text(self.catalogue.title)

    # -------------------------------------------------------------- all details

    def full_lines(self) -> Iterator[str]:
        """Yield the lines of the style "full"."""
        markup = self.markup
        yield markup.heading(self.title())
        if self.document.setting.strip():
            yield markup.text(self.document.setting)
        for row in self.rows:
            if row.heading:
                yield from ("", self._unit_line(row))
                yield from self._unit_value_lines(row)
            for member in row.members:
                yield ""
                yield from self._member_lines(member, attached=bool(row.heading) and member.is_attached)
            if not row.heading:
                yield from self._unit_value_lines(row)
        if self.summoned:
            yield from ("", markup.strong(ALSO_BRING))
        for summoned in self.summoned:
            yield ""
            yield from self._member_lines(
                SheetMember.of_profile(summoned.profile), summoned_by=summoned.bringers_text
            )
        yield ""
        if self.notes_length > MAX_NOTES_LENGTH:
            yield (
                markup.text(f"Notes are left out, because they have {self.notes_length:,} characters.")
                + markup.line_end
            )
        yield from self._summary_lines()
        yield ""
        yield self.edition_name() + (f"{DOT}{self.fingerprints}" if self.fingerprints else "")

    def _unit_line(self, row: _TextRow) -> str:
        parts = [self.catalogue.words.count(sum(member.count for member in row.members))]
        if self.options.points and row.row:
            parts.append(sum_text(row.row.total, self.catalogue))
            parts += map(self.markup.text, row.row.prices)
        unit = with_capital(self.catalogue.words.unit)
        name = self.markup.strong(self.markup.text(f"{unit} {row.heading}"))
        return f"{name}: {', '.join(parts)}{self.markup.line_end}"

    def _unit_value_lines(self, row: _TextRow) -> Iterator[str]:
        """Yield a row's facts and values as lines that the paste page recognises."""
        kind = unit_kind(self.catalogue, row.row.entry.unit) if row.row else None
        text_fields = {part.name for part in kind.fields if part.kind == "text"} if kind else set()
        for label, text in row.row.facts if row.row else ():
            heading = self.markup.strong(self.markup.text(label))
            written_text = self.markup.text(write_title(text) if label in text_fields else text)
            yield f"{heading}: {written_text}{self.markup.line_end}"
        if row.row and (values := [f"{label} {text}" for label, text in row.row.stat_values]):
            heading = self.markup.strong(self.markup.text(OTHER_VALUES))
            yield f"{heading}: {self.markup.text(', '.join(values))}{self.markup.line_end}"

    def _member_lines(
        self, member: SheetMember, *, attached: bool = False, summoned_by: str = ""
    ) -> Iterator[str]:
        markup = self.markup
        name = markup.strong(self._name_with_count(member)) + (" (attached)" if attached else "")
        yield name + self._price_after_colon(member) + markup.line_end
        if member.profile is None:
            return
        sheet = member.profile
        if summoned_by:
            yield markup.text(f"Not counted in the total; with {summoned_by}") + markup.line_end
        cells = (
            self._cell_text(cell.label, self._weapons_text(sheet, cell.code) or cell.value, cell.points)
            for cell in sheet.cells
        )
        yield DOT.join(cells) + markup.line_end
        for label, text in self._other_parts(sheet):
            yield f"{markup.strong(markup.text(label))}: {text}{markup.line_end}"
        for line in plain_lines(sheet.profile.notes) if self.notes_length <= MAX_NOTES_LENGTH else ():
            yield f"Notes: {markup.text(line)}{markup.line_end}"
        if findings := self._finding_texts(sheet.appraisal.findings):
            yield markup.items(findings)

    def _price_after_colon(self, member: SheetMember) -> str:
        parts, each, is_several = list[str](), member.model_total, member.count > 1
        if member.profile is not None and self._has_price(member):
            is_known = each is not None and not each.is_unknown
            parts.append(f"{sum_text(each, self.catalogue)}{' each' if is_several and is_known else ''}")
            parts += map(self.markup.text, member.profile.prices_texts)
            if is_several and each is not None and is_known:
                parts.append(f"{total_text(each.times(member.count))} together")
            if each is not None and each.waits_for:
                parts.append(self.markup.text(missing_price_text(each)))
        if member.profile is not None and member.profile.max_text:
            parts.append(member.profile.max_text)
        return f": {', '.join(parts)}" if parts else ""

    def _cell_text(self, label: str, value: str, points: int | None) -> str:
        price = f" ({points_text(points)})" if self.options.points and points else ""
        return self.markup.text(f"{label} {value}{price}")

    def _other_parts(self, sheet: ProfileSheet) -> Iterator[tuple[str, str]]:
        """Yield a heading and a text for everything that isn't in a column of the stat line."""
        for _, name, text in self._other_attributes(sheet):
            yield name, self.markup.text(text)
        if values := sheet.outside_values:
            yield (
                OTHER_VALUES,
                self.markup.text(
                    ", ".join(f"{outside_value.part.label} {outside_value.text}" for outside_value in values)
                ),
            )
        for outside_slot in sheet.slots_outside:
            texts = (self._item_text(item) + self._points_in_brackets(item) for item in outside_slot.items)
            yield outside_slot.slot.name, self.markup.text(", ".join(texts))
        if sheet.included:
            yield INCLUDED, self.markup.text(", ".join(map(self._item_text, sheet.included)))

    def _points_in_brackets(self, item: SheetItem) -> str:
        return f" ({points_text(item.points)})" if self.options.points and item.is_priced else ""

    def _finding_texts(self, findings: Iterable[Finding]) -> list[str]:
        """Return the texts of the findings. If points are hidden, leave out notes, which may name prices."""
        shown_findings = (finding for finding in findings if self.options.points or finding.level != "note")
        return [self.markup.text(_finding_text(self.catalogue, finding)) for finding in shown_findings]

    def _summary_lines(self) -> Iterator[str]:
        """Yield a line with the points and the status, then the findings of the roster itself."""
        roster, parts = self.roster, list[str]()
        sheets = roster.fielded if roster else self.sheet.profiles
        roster_findings = roster.appraisal.plain_findings if roster else ()
        all_findings = [
            *(finding for sheet in sheets for finding in sheet.appraisal.findings),
            *roster_findings,
        ]
        errors = sum(finding.shown_level == "error" for finding in all_findings)
        status = roster.status if roster else status_of(all_findings, empty=not sheets)
        if status.code == "legal" and not self.options.points:
            status = LEGAL  # without the points over the agreed limit
        if roster is not None:
            if self.options.points:
                parts.append(roster.sum_text)
                parts += map(self.markup.text, roster.prices)
            parts += [self.markup.text(text.replace(",", "")) for text in roster.counted]
            parts += [self.markup.text(f"{label} {text}") for label, text in roster.stat_values]
            parts += [self.markup.text(f"{name}: {text}") for name, text in roster.facts]
        parts.append(
            self.markup.strong(f"{status.text}: {pluralize(errors, 'error')}" if errors else status.text)
        )
        yield DOT.join(parts)
        if findings := self._finding_texts(roster_findings):
            yield self.markup.items(findings)


def _finding_text(catalogue: Catalogue, finding: Finding) -> str:
    place = finding_place(catalogue, finding)
    where = f" ({place})" if place else ""
    return f"{finding.shown_level.capitalize()}: {finding.message}{where}"
