"""A company list or a roster as text for forums and chat: one line, a line a profile, or everything.

The compact style writes each profile in the game's shorthand, as the page for pasting reads it.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

from builder.catalogue.play import play_sheet
from builder.exports.markdown_lines import plain_lines
from builder.exports.markup import MARKUPS, Markup, TextFormat
from builder.points.appraisal import appraise
from builder.points.brought import ALSO_BRING, bringers_text, brought_to_roster
from builder.points.catalogue import Catalogue, PickSlot
from builder.points.catalogue_index import index_of
from builder.points.document import Document, Profile, Roster
from builder.points.names import list_name
from builder.points.pricing import pick_text
from builder.points.results import Appraisal, Finding, ProfileAppraisal, RosterAppraisal, Total
from builder.points.stat_line import (
    NONE,
    VALUES,
    further_prices,
    outside_attributes,
    outside_values,
    points_text,
    stat_line,
    total_text,
    weapon_text,
)
from builder.points.wording import finding_place, waiting

TIMES = "\N{MULTIPLICATION SIGN}"
DOT = " \N{MIDDLE DOT} "
MOST_NOTES = 60_000
"""So many characters of notes stand in a text: no forum takes more in one post."""

TextStyle = Literal["line", "compact", "full"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TextOptions:
    """What the text is of, and its style. ``roster`` is an index into the document's; None is the list."""

    roster: int | None = None
    style: TextStyle = "line"
    format: TextFormat = "plain"
    points: bool = True


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


def list_text(document: Document, catalogue: Catalogue, options: TextOptions, fingerprints: str = "") -> str:
    """The text, ending without a line break. ``fingerprints`` stand in the last line of the full style."""
    writer = _TextWriter(document, catalogue, options, fingerprints)
    if options.style == "line":
        return writer.line()
    return "\n".join(writer.compact() if options.style == "compact" else writer.full())


class _TextWriter:
    """What the three styles have in common: the models, their names, and the format."""

    def __init__(
        self, document: Document, catalogue: Catalogue, options: TextOptions, fingerprints: str
    ) -> None:
        self.document = document
        self.fingerprints = fingerprints
        self.catalogue = catalogue
        self.options = options
        self.markup: Markup = MARKUPS[options.format]
        self.appraisal: Appraisal = appraise(document, catalogue)
        self.names = document.profile_names()
        at = options.roster
        self.roster: RosterAppraisal | None = None if at is None else self.appraisal.rosters[at]
        self.total = self.appraisal.roster_total(self.roster, self.names) if self.roster else None
        self.profiles = list(self._text_profiles())
        self.brought = [] if at is None else list(self._brought_profiles(document.rosters[at]))
        shown = (*self.profiles, *self.brought)
        self.notes = sum(len(one.profile.notes) for one in shown if one.profile)

    def _text_profiles(self) -> Iterator[_TextProfile]:
        pairs = zip(self.document.profiles, self.appraisal.profiles, strict=True)
        known = {profile.key: (profile, found) for profile, found in pairs}
        if self.roster is None:
            for key, (profile, found) in known.items():
                yield _TextProfile(self.names[key], profile, found, 0, found.total)
            return
        for entry in self.roster.entries:
            if not entry.count:
                continue
            if entry.profile in known:
                yield _TextProfile(
                    self.names[entry.profile], *known[entry.profile], entry.count, self.appraisal.each(entry)
                )
            else:
                yield _TextProfile(f"{entry.profile} (not in this list)", None, None, entry.count, None)

    def _brought_profiles(self, roster: Roster) -> Iterator[_TextProfile]:
        """What the roster brings without buying it."""
        play = play_sheet(self.catalogue)
        for profile, bringers in brought_to_roster(self.document, self.catalogue, play, roster):
            found = self.appraisal.profile(profile.key)
            by = bringers_text(bringers, self.names)
            yield _TextProfile(self.names[profile.key], profile, found, 0, found.total, by)

    # -------------------------------------------------------------- one line

    def line(self) -> str:
        """The list or roster in one sentence: its name, then its profiles or models."""
        models = ", ".join(self._name_with_count(shown) + self._price(shown) for shown in self.profiles)
        nobody = "no model yet" if self.roster else "no profile yet"
        brought = ", ".join(self._name_with_count(shown) for shown in self.brought)
        also = f"; {ALSO_BRING.lower()} {brought}" if brought else ""
        return f"{self._head()}: {models or nobody}{also}"

    def _head(self) -> str:
        """The names of the list and the roster, the roster's points, and "(not legal)" where it is not."""
        head = self.markup.strong(self.markup.text(list_name(self.document.name)))
        if self.roster is None:
            return head
        if self.roster.name.strip():
            head += f", {self.markup.text(self.roster.name)}"
        if self.options.points:
            head += f" {total_text(self.total)}/{self.roster.limit}"
        return head if self.appraisal.is_legal(self.roster) else f"{head} (not legal)"

    def _name_with_count(self, shown: _TextProfile) -> str:
        name = self.markup.text(shown.name)
        return f"{shown.models} {TIMES} {name}" if shown.models > 1 else name

    def _price(self, shown: _TextProfile) -> str:
        if not self.options.points:
            return ""
        each = " each" if shown.models > 1 else ""
        # The page for pasting reads a dash where there is no price.
        unread = self.options.style == "compact" and shown.each is not None and shown.each.waits_for
        return f" ({NONE if unread else total_text(shown.each)}{each})"

    # -------------------------------------------------------------- a line a profile

    def compact(self) -> Iterator[str]:
        """A head, a line in shorthand for each profile, and the edition."""
        end = self.markup.line_end
        yield self._head() + end
        yield from map(self._compact_line, self.profiles)
        if self.brought:
            yield self.markup.strong(ALSO_BRING) + end
            yield from map(self._compact_line, self.brought)
        yield self._edition()

    def _compact_line(self, shown: _TextProfile) -> str:
        name, price = self.markup.strong(self._name_with_count(shown)), self._price(shown)
        return f"{name}{price}{self._shorthand(shown)}{self.markup.line_end}"

    def _shorthand(self, shown: _TextProfile) -> str:
        if shown.profile is None or shown.found is None:
            return ""
        # What is worked out is left out: who pastes the line has it worked out anew.
        cells = (
            cell
            for cell in stat_line(self.catalogue, shown.profile, shown.found)
            if cell.code not in index_of(self.catalogue).values
        )
        parts = [f"{cell.label} {_codes(cell.value) if cell.wide else cell.value}" for cell in cells]
        outside = outside_attributes(self.catalogue, shown.profile)
        parts += [f"{one.part.label} {one.text}" for one in outside]
        picks = self._picks(shown.profile)
        texts = [f"{slot.label}: {', '.join(texts)}" for slot, texts in picks if texts]
        return f" {self.markup.text('; '.join([' '.join(parts), *texts]))}"

    def _picks(self, profile: Profile) -> Iterator[tuple[PickSlot, list[str]]]:
        """The texts of the picks that no column of the stat line shows, by slot."""
        catalogue_index = index_of(self.catalogue).for_kind(profile.design.values)
        shown = {code for column in catalogue_index.catalogue.sheet for code in column.of}
        for slot in catalogue_index.catalogue.pick_slots:
            if slot.code not in shown:
                entries, picks = catalogue_index.entries[slot.group], profile.design.picks.get(slot.code, ())
                yield slot, [pick_text(entries[pick.code], pick, self.names) for pick in picks]

    def _edition(self) -> str:
        return self.markup.text(f"{self.catalogue.system_name} {self.catalogue.edition}")

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
        for shown in self.profiles:
            yield ""
            yield from self._block(shown)
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
        yield self._edition() + (f"{DOT}{self.fingerprints}" if self.fingerprints else "")

    def _block(self, shown: _TextProfile) -> Iterator[str]:
        markup = self.markup
        yield self.markup.strong(self._name_with_count(shown)) + self._price_in_words(shown) + markup.line_end
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

    def _price_in_words(self, shown: _TextProfile) -> str:
        parts = []
        if self.options.points and shown.found is not None:
            unit = self.catalogue.points_unit
            parts.append(f"{total_text(shown.each)} {unit}{' each' if shown.models > 1 else ''}")
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
        for pick_slot, picks in self._picks(profile):
            texts = [text + self._paid(points, pick_slot.place(i)) for i, text in enumerate(picks)]
            if texts:
                yield pick_slot.name, self.markup.text(", ".join(texts))

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
        errors = sum(profile.errors for profile in shown) + (roster.errors if roster else 0)
        if roster is not None:
            if self.options.points:
                unit = self.catalogue.points_unit
                parts.append(f"{total_text(self.total)} of {roster.limit} {unit}")
            parts.append(_count_of(roster.models, "model"))
        parts.append(self.markup.strong(f"Not legal: {_count_of(errors, 'error')}" if errors else "Legal"))
        yield DOT.join(parts)
        if findings := self._findings(roster.findings if roster else ()):
            yield self.markup.items(findings)


def _codes(text: str) -> str:
    """The codes of weapons with commas between: run together, A and P look like an AP without its number."""
    return text.replace("; ", ";").replace(" ", ",")


def _finding_text(catalogue: Catalogue, finding: Finding) -> str:
    place = finding_place(catalogue, finding)
    where = f" ({place})" if place else ""
    return f"{finding.level.capitalize()} {finding.code}: {finding.message}{where}"


def _count_of(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
