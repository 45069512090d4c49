"""A company list or a roster as text for forums and chat: one line, a line a profile, or everything.

The compact style writes each profile in the game's shorthand, as the page for pasting reads it.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

from builder.catalogue.play import play_sheet
from builder.exports.markup import MARKUPS, Markup, TextFormat, plain_lines
from builder.exports.messages import MOST_IN_MESSAGE, Part, message_length, split_text
from builder.points.appraisal.appraisal import appraise
from builder.points.document.brought import ALSO_BRING, bringers_text, brought_to_roster
from builder.points.document.design import Pick
from builder.points.document.document import Document, Profile, Roster, dump_unit
from builder.points.document.items import INCLUDED, items_of
from builder.points.document.units import fields_texts, unit_name
from builder.points.legality.totals import counted_texts, value_texts
from builder.points.pricing.prices import price_texts
from builder.points.pricing.pricing import agreed_text, pick_text
from builder.points.pricing.stat_line import (
    NONE,
    VALUES,
    further_prices,
    may_cost,
    numbers_beside,
    outside_attributes,
    outside_values,
    points_text,
    slots_outside,
    stat_line,
    total_text,
    weapon_text,
)
from builder.points.rules.catalogue import Catalogue, PickSlot, Property
from builder.points.rules.catalogue_index import index_of
from builder.points.rules.names import list_name
from builder.points.rules.results import (
    Appraisal,
    Finding,
    MemberAppraisal,
    PriceTotal,
    ProfileAppraisal,
    RosterAppraisal,
    Total,
    status_of,
)
from builder.points.rules.wording import finding_place, unit_of, waiting

TIMES = "\N{MULTIPLICATION SIGN}"
DOT = " \N{MIDDLE DOT} "
MOST_NOTES = 60_000
"""So many characters of notes stand in a text: no forum takes more in one post."""

WIDEST_NAME, WIDEST_COLUMN = 28, 18
"""What is wider is not waited for where names and values stand below each other."""

TextStyle = Literal["line", "compact", "full"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TextOptions:
    """What the text is of, and its style. ``roster`` is an index into the document's; None is the list."""

    roster: int | None = None
    style: TextStyle = "line"
    format: TextFormat = "plain"
    points: bool = True


class _TextRow(NamedTuple):
    """A row of the roster, or a profile of the list; ``name``, ``models`` and ``total`` are those of a unit.

    ``attached`` is how many of its last profiles stand with it, ``values`` are numbers of the whole row.
    """

    profiles: list["_TextProfile"]
    name: str = ""
    models: int = 0
    total: Total | None = None
    prices: tuple[PriceTotal, ...] = ()
    attached: int = 0
    values: tuple[str, ...] = ()


class _TextProfile(NamedTuple):
    """A profile in the text; ``models`` is 0 in a company list, ``profile`` None where the list has none.

    ``by`` says who brings a profile that is not bought, and by what.
    """

    name: str
    profile: Profile | None
    found: ProfileAppraisal | None
    models: int
    each: Total | None
    by: str = ""


class TravellingText(NamedTuple):
    """A text, and the parts in which it is posted where no message may be longer; else one part."""

    whole: str
    parts: tuple[str, ...]


def list_text(
    document: Document, catalogue: Catalogue, options: TextOptions, fingerprints: str = "", link: str = ""
) -> str:
    """The text, ending without a line break. ``fingerprints`` stand in the last line of the full style.

    ``link`` is where the list can be read, and stands in the first line.
    """
    return travelling_text(document, catalogue, options, fingerprints, link).whole


def travelling_text(
    document: Document, catalogue: Catalogue, options: TextOptions, fingerprints: str = "", link: str = ""
) -> TravellingText:
    """The text as ``list_text`` has it, and in parts, none of which is longer than a message may be.

    Each part begins with its number and, but in the style of one line, ends with the edition, by which it is
    known where it is pasted. Boards that know BBCode take any length.
    """
    writer = _TextWriter(document, catalogue, options, fingerprints)
    if options.style == "line":
        body = writer.line()
    else:
        body = "\n".join(writer.compact() if options.style == "compact" else writer.full())
    is_block = options.format == "discord"
    if is_block:
        body = body.replace("`", "'")
    whole = Part(body, link=link, is_block=is_block).text
    if options.format == "bbcode" or message_length(whole) <= MOST_IN_MESSAGE:
        return TravellingText(whole, (whole,))
    end = writer.edition() if options.style != "line" else ""
    parts = split_text(body, title=writer.title(), end=end, link=link, is_block=is_block)
    return TravellingText(whole, tuple(parts))


class _TextWriter:
    """What the three styles have in common: the models, their names, and the format."""

    def __init__(
        self, document: Document, catalogue: Catalogue, options: TextOptions, fingerprints: str
    ) -> None:
        self.document = document
        self.fingerprints = fingerprints
        self.catalogue = catalogue
        self.index = index_of(catalogue)
        self.play = play_sheet(catalogue)
        self.options = options
        self.markup: Markup = MARKUPS[options.format]
        self.appraisal: Appraisal = appraise(document, catalogue)
        self.names = document.profile_names()
        at = options.roster
        self.roster: RosterAppraisal | None = None if at is None else self.appraisal.rosters[at]
        self.total = self._total(self.roster) if self.roster else None
        self.rows = list(self._text_rows())
        self.profiles = [shown for row in self.rows for shown in row.profiles]
        self.brought = [] if at is None else list(self._brought_profiles(document.rosters[at]))
        shown = (*self.profiles, *self.brought)
        self.notes = sum(len(one.profile.notes) for one in shown if one.profile)

    def _total(self, roster: RosterAppraisal) -> Total:
        return self.appraisal.roster_total(roster, self.names, self.catalogue.words.price)

    def _text_rows(self) -> Iterator[_TextRow]:
        pairs = zip(self.document.profiles, self.appraisal.profiles, strict=True)
        known = {profile.key: (profile, found) for profile, found in pairs}
        if self.roster is None:
            for key, (profile, found) in known.items():
                yield _TextRow([_TextProfile(self.names[key], profile, found, 0, found.total)])
            return
        written = self.document.rosters[self.options.roster or 0].entries
        for unit, entry in zip(written, self.roster.entries, strict=True):
            shown = [self._member(known, member) for member in entry.members() if member.count]
            values = tuple(value_texts(self.catalogue.unit_values, entry.values))
            if shown and dump_unit(unit):
                attached = sum(1 for member in entry.attached if member.count)
                total = self.appraisal.row_total(entry)
                name = unit_name(unit, self.names)
                yield _TextRow(shown, name, entry.models, total, entry.prices, attached, values)
            elif shown:
                yield _TextRow(shown, values=values)

    def _member(
        self, known: Mapping[str, tuple[Profile, ProfileAppraisal]], member: MemberAppraisal
    ) -> _TextProfile:
        if member.profile not in known:
            return _TextProfile(f"{member.profile} (not in this list)", None, None, member.count, None)
        each = self.appraisal.each(member)
        return _TextProfile(self.names[member.profile], *known[member.profile], member.count, each)

    def _brought_profiles(self, roster: Roster) -> Iterator[_TextProfile]:
        """What the roster brings without buying it."""
        for profile, bringers in brought_to_roster(self.document, self.catalogue, self.play, roster):
            found = self.appraisal.profile(profile.key)
            by = bringers_text(bringers, self.names)
            yield _TextProfile(self.names[profile.key], profile, found, 0, found.total, by)

    # -------------------------------------------------------------- one line

    def line(self) -> str:
        """The list or roster in one sentence: its name, then its profiles or models."""
        between = "; " if any(row.name for row in self.rows) else ", "
        models = between.join(map(self._row_in_line, self.rows))
        nobody = f"no {self.catalogue.words.model} yet" if self.roster else "no profile yet"
        brought = ", ".join(self._name_with_count(shown) for shown in self.brought)
        also = f"; {ALSO_BRING.lower()} {brought}" if brought else ""
        return f"{self._head()}: {models or nobody}{also}"

    def _row_in_line(self, row: _TextRow) -> str:
        if not row.name:
            return ", ".join(self._name_with_count(shown) + self._price(shown) for shown in row.profiles)
        inside = [self._name_with_count(shown) for shown in row.profiles[: len(row.profiles) - row.attached]]
        return f"{self._unit_head(row)}: {', '.join([*inside, *self._with_attached(row)])}"

    def _with_attached(self, row: _TextRow) -> list[str]:
        """Those that stand with a unit, each as "with Colonel"."""
        attached = row.profiles[len(row.profiles) - row.attached :]
        return [f"with {self._name_with_count(shown)}" for shown in attached]

    def _unit_head(self, row: _TextRow) -> str:
        """The name of a unit, and what all of it comes to."""
        name = self.markup.text(row.name)
        return f"{name} ({total_text(row.total)})" if self.options.points else name

    def _head(self) -> str:
        """The names of the list and the roster, the roster's points, and its status where it is not legal."""
        head = self.markup.strong(self.markup.text(list_name(self.document.name)))
        if self.roster is None:
            return head
        if self.roster.name.strip():
            head += f", {self.markup.text(self.roster.name)}"
        if self.options.points:
            limit = self.roster.limit
            head += f" {total_text(self.total)}" + ("" if limit is None else f"/{limit}")
        status = self.appraisal.status(self.roster)
        return head if status.code == "legal" else f"{head} ({status.word.lower()})"

    def _name_with_count(self, shown: _TextProfile) -> str:
        name = self.markup.text(shown.name)
        return f"{shown.models} {TIMES} {name}" if shown.models > 1 else name

    def _has_price(self, shown: _TextProfile) -> bool:
        """Whether its price is told: where points are, and where its kind may cost anything."""
        if shown.profile is None or shown.found is None:
            return self.options.points
        return self.options.points and may_cost(self.catalogue, shown.profile, shown.found)

    def _price(self, shown: _TextProfile) -> str:
        is_compact, has_price = self.options.style == "compact", self._has_price(shown)
        if not self.options.points or not (is_compact or has_price):
            return ""
        each = " each" if shown.models > 1 else ""
        # The page for pasting reads a dash where there is no price.
        unread = is_compact and (not has_price or (shown.each is not None and shown.each.waits_for))
        return f" ({NONE if unread else total_text(shown.each)}{each})"

    # -------------------------------------------------------------- a line a profile

    def compact(self) -> Iterator[str]:
        """A head, a line in shorthand for each profile, and the edition."""
        end = self.markup.line_end
        yield self._head() + end
        for row in self.rows:
            if row.name and not self.options.points:
                yield self._unit_in_words(row)
            elif row.name:
                head = ", ".join([self._unit_head(row), *self._with_attached(row)])
                yield self.markup.strong(head) + end
            yield from map(self._compact_line, row.profiles)
        if self.brought:
            yield self.markup.strong(ALSO_BRING) + end
            yield from map(self._compact_line, self.brought)
        yield self.edition()

    def _compact_line(self, shown: _TextProfile) -> str:
        name, price = self.markup.strong(self._name_with_count(shown)), self._price(shown)
        if self.options.format != "discord":
            return f"{name}{price}{self._shorthand(shown)}{self.markup.line_end}"
        return (
            f"{name.ljust(self.name_width)}{price.ljust(self.price_width)}{self._shorthand(shown)}".rstrip()
        )

    @cached_property
    def name_width(self) -> int:
        """How wide the names are that stand below each other."""
        return self._width(self._name_with_count(one) for one in (*self.profiles, *self.brought))

    @cached_property
    def price_width(self) -> int:
        """How wide the prices are that stand behind them."""
        return self._width(self._price(one) for one in (*self.profiles, *self.brought))

    @cached_property
    def cell_widths(self) -> dict[str, int]:
        """How wide the cells of the stat line are, by label, where they stand below each other."""
        if self.options.format != "discord":
            return {}
        widths: dict[str, int] = {}
        for one in (*self.profiles, *self.brought):
            for label, text in self._shorthand_cells(one):
                widths[label] = max(widths.get(label, 0), len(text))
        return {label: width for label, width in widths.items() if width <= WIDEST_COLUMN}

    def _width(self, texts: Iterable[str]) -> int:
        widths = [len(text) for text in texts if len(text) <= WIDEST_NAME]
        return max(widths, default=0)

    def _shorthand_cells(self, shown: _TextProfile) -> Iterator[tuple[str, str]]:
        """The cells of a stat line as they are pasted, each by its label."""
        if shown.profile is None or shown.found is None:
            return
        # Left out is what comes anew where the line is pasted: values, and weapons that nobody wrote down,
        # which would want their numbers.
        index, written = index_of(self.catalogue), shown.profile.design.weapons
        slots = (slot for slot in self.catalogue.weapon_slots if slot.fields and not slot.many)
        own = {slot.code for slot in slots if not written.get(slot.code)}
        codes = {slot.code for slot in self.catalogue.weapon_slots}
        for cell in stat_line(self.catalogue, shown.profile, shown.found):
            if cell.code not in index.values and cell.code not in own:
                yield cell.label, f"{cell.label} {_codes(cell.value) if cell.code in codes else cell.value}"

    def _shorthand(self, shown: _TextProfile) -> str:
        if shown.profile is None or shown.found is None:
            return ""
        cells = self._shorthand_cells(shown)
        parts = [self.markup.text(text).ljust(self.cell_widths.get(label, 0)) for label, text in cells]
        outside = outside_attributes(self.catalogue, shown.profile)
        parts += [self.markup.text(f"{one.part.label} {one.text}") for one in outside]
        picks = self._picks(shown.profile, shown.found)
        texts = [self.markup.text(f"{slot.label}: {', '.join(texts)}") for slot, texts in picks if texts]
        return f" {'; '.join([' '.join(parts).rstrip(), *texts])}"

    def _picks(self, profile: Profile, found: ProfileAppraisal) -> Iterator[tuple[PickSlot, list[str]]]:
        """The texts of the picks that no column of the stat line shows, by slot."""
        catalogue_index = index_of(self.catalogue).for_kind(profile.design.values)
        for slot in slots_outside(catalogue_index.catalogue):
            entries, picks = catalogue_index.entries[slot.group], profile.design.picks.get(slot.code, ())
            places = map(slot.place, range(len(picks)))
            pairs = zip(picks, places, strict=True)
            yield slot, [self._pick(entries[pick.code], pick, found, place) for pick, place in pairs]

    def _pick(self, entry: Property, pick: Pick, found: ProfileAppraisal, where: str) -> str:
        """A pick with its own numbers, and the price that the players agreed on, which is of no table."""
        told = agreed_text(entry, pick) if self.options.points else ""
        return pick_text(entry, pick, self.names) + self._numbers(entry, pick, found, where) + told

    def _numbers(self, entry: Property, pick: Pick | None, found: ProfileAppraisal, where: str) -> str:
        worked = found.numbers_at(where, entry.code)
        return numbers_beside(self.index, self.play.beside, entry, pick, worked, short=True)

    def title(self) -> str:
        """The name of the list, and of the roster where it is of one."""
        names = [list_name(self.document.name)]
        if self.roster is not None and self.roster.name.strip():
            names.append(self.roster.name)
        return self.markup.text(", ".join(names))

    def edition(self) -> str:
        """The edition by its name."""
        return self.markup.text(self.catalogue.title)

    # -------------------------------------------------------------- everything

    def full(self) -> Iterator[str]:
        """The list or roster with every detail of its profiles, their findings, and the sum."""
        markup = self.markup
        title = list_name(self.document.name)
        if self.roster is not None and self.roster.name.strip():
            title += f", {self.roster.name}"
        yield markup.heading(markup.text(title))
        if self.document.setting.strip():
            yield markup.text(self.document.setting)
        for row in self.rows:
            if row.name:
                yield from ("", self._unit_in_words(row))
                yield from self._values_in_words(row)
            for place, shown in enumerate(row.profiles, row.attached - len(row.profiles)):
                yield ""
                yield from self._block(shown, attached=bool(row.name) and place >= 0)
            if not row.name:
                yield from self._values_in_words(row)
        if self.brought:
            yield from ("", markup.strong(ALSO_BRING))
        for shown in self.brought:
            yield ""
            yield from self._block(shown)
        yield ""
        if self.notes > MOST_NOTES:
            yield markup.text(f"Notes are left out: they have {self.notes:,} characters.") + markup.line_end
        yield from self._sum()
        yield ""
        yield self.edition() + (f"{DOT}{self.fingerprints}" if self.fingerprints else "")

    def _unit_in_words(self, row: _TextRow) -> str:
        parts = [self.catalogue.words.count(row.models)]
        if self.options.points:
            parts.append(self._points_of(row.total))
            parts += map(self.markup.text, price_texts(self.catalogue, row.prices))
        words = self.catalogue.words.unit
        name = self.markup.strong(self.markup.text(f"{words[:1].upper()}{words[1:]} {row.name}"))
        return f"{name}: {', '.join(parts)}{self.markup.line_end}"

    def _values_in_words(self, row: _TextRow) -> Iterator[str]:
        """The numbers of a whole row, in a line that the page for pasting knows as ours."""
        if row.values:
            heading = self.markup.strong(self.markup.text(VALUES))
            yield f"{heading}: {self.markup.text(', '.join(row.values))}{self.markup.line_end}"

    def _block(self, shown: _TextProfile, *, attached: bool = False) -> Iterator[str]:
        markup = self.markup
        name = markup.strong(self._name_with_count(shown)) + (" (attached)" if attached else "")
        yield name + self._price_in_words(shown) + markup.line_end
        if shown.profile is None or shown.found is None:
            return
        profile, found = shown.profile, shown.found
        if shown.by:
            yield markup.text(f"Not counted in the total; with {shown.by}") + markup.line_end
        cells = stat_line(self.catalogue, profile, found)
        yield DOT.join(self._cell(c.label, c.value, c.points) for c in cells) + markup.line_end
        for label, text in self._outside_stat_line(profile, found):
            yield f"{markup.strong(markup.text(label))}: {text}{markup.line_end}"
        for line in plain_lines(profile.notes) if self.notes <= MOST_NOTES else ():
            yield markup.text(line) + markup.line_end
        if findings := self._findings(found.findings):
            yield markup.items(findings)

    def _points_of(self, total: Total | None, limit: int | None = None) -> str:
        """A total with its unit: "118 points", "1 point", "118 of 150 points"."""
        if limit is not None:
            return f"{total_text(total)} of {limit} {unit_of(limit, self.catalogue)}"
        whole = None if total is None or total.waits_for else total.points
        return f"{total_text(total)} {unit_of(whole, self.catalogue)}"

    def _price_in_words(self, shown: _TextProfile) -> str:
        parts = []
        if shown.found is not None and self._has_price(shown):
            parts.append(f"{self._points_of(shown.each)}{' each' if shown.models > 1 else ''}")
            parts += map(self.markup.text, further_prices(self.catalogue, shown.found))
            if shown.models > 1 and shown.each is not None:
                parts.append(f"{total_text(shown.each.times(shown.models))} together")
            if shown.each is not None and shown.each.waits_for:
                parts.append(self.markup.text(waiting(shown.each)))
        if shown.profile is not None and shown.profile.max is not None:
            parts.append(f"Max {shown.profile.max}")
        return f": {', '.join(parts)}" if parts else ""

    def _cell(self, label: str, value: str, points: int | None) -> str:
        paid = f" ({points_text(points)})" if self.options.points and points else ""
        return self.markup.text(f"{label} {value}{paid}")

    def _outside_stat_line(self, profile: Profile, found: ProfileAppraisal) -> Iterator[tuple[str, str]]:
        """What no column shows: attributes, values, named weapons, and picks with their points."""
        for one in outside_attributes(self.catalogue, profile):
            yield one.part.name, self.markup.text(one.text)
        if values := outside_values(self.catalogue, profile, found):
            yield VALUES, self.markup.text(", ".join(f"{one.part.label} {one.text}" for one in values))
        view = index_of(self.catalogue).for_kind(profile.design.values).catalogue
        for slot in view.weapon_slots:
            named = [w for w in profile.design.weapons.get(slot.code, ()) if w.name.strip()]
            texts = [f"{weapon.name} {weapon_text(self.catalogue, slot, weapon)}" for weapon in named]
            if texts:
                yield slot.name, self.markup.text(", ".join(texts))
        points = {line.where: line.points for line in found.lines}
        for pick_slot, picks in self._picks(profile, found):
            places = map(pick_slot.place, range(len(picks)))
            paid = {} if pick_slot.group in self.index.free_groups else points
            texts = [text + self._paid(paid, at) for text, at in zip(picks, places, strict=True)]
            if texts:
                yield pick_slot.name, self.markup.text(", ".join(texts))
        brought = [
            item.entry.name + self._numbers(item.entry, None, found, item.where) + item.mark
            for item in items_of(self.index.for_kind(profile.design.values), profile.design)
            if item.pick is None
        ]
        if brought:
            yield INCLUDED, self.markup.text(", ".join(brought))

    def _paid(self, points: Mapping[str, int | None], where: str) -> str:
        if not self.options.points or where not in points:
            return ""
        return f" ({points_text(points[where])})"

    def _findings(self, findings: Iterable[Finding]) -> list[str]:
        """The texts of the findings; notes name prices, so they are left out with the points."""
        shown = (finding for finding in findings if self.options.points or finding.level != "note")
        return [self.markup.text(_finding_text(self.catalogue, finding)) for finding in shown]

    def _sum(self) -> Iterator[str]:
        """The points, whether it is legal, and the findings of the roster itself."""
        roster, parts = self.roster, []
        shown = self.appraisal.profiles if roster is None else self.appraisal.fielded_profiles(roster)
        found = [finding for profile in shown for finding in profile.findings]
        found += roster.findings if roster else ()
        errors = sum(finding.shown == "error" for finding in found)
        status = status_of(found, empty=not (roster.models if roster else self.appraisal.profiles))
        if roster is not None:
            if self.options.points:
                status = self.appraisal.status(roster)
                parts.append(self._points_of(self.total, roster.limit))
                parts += map(self.markup.text, price_texts(self.catalogue, roster.prices))
            values = value_texts(self.catalogue.roster.values, roster.values)
            parts += [
                self.markup.text(text.replace(",", "")) for text in counted_texts(self.catalogue, roster)
            ]
            picked = self.document.rosters[self.options.roster or 0]
            facts = fields_texts(self.catalogue.roster.fields, picked.fields)
            parts += map(self.markup.text, values)
            parts += [self.markup.text(f"{name}: {text}") for name, text in facts]
        parts.append(
            self.markup.strong(f"{status.text}: {_count_of(errors, 'error')}" if errors else status.text)
        )
        yield DOT.join(parts)
        if findings := self._findings(roster.findings if roster else ()):
            yield self.markup.items(findings)


def _codes(text: str) -> str:
    """The codes of weapons with commas between: run together, A and P look like an AP without its number."""
    return text.replace("; ", ";").replace(" ", ",")


def _finding_text(catalogue: Catalogue, finding: Finding) -> str:
    place = finding_place(catalogue, finding)
    where = f" ({place})" if place else ""
    return f"{finding.shown.capitalize()}: {finding.message}{where}"


def _count_of(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
