"""Lines that were read, put together as profiles: which name and which values belong to each other.

Order of steps: a line is a head (a name, perhaps with its Max or points), a line of values, or text. A
line of values begins a profile when the one before has such a value already, when it has a name of its
own, or when a name stands between the two. The last head or short text before it is its name; sentences
between name and values are its notes. Words of the game before the first value are a name as well, where
nothing but blanks is between them: "Undead Knight". Whatever finds no place is listed as not read.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from builder.points.document.design import Design, Pick, Weapon
from builder.points.document.items import included_in
from builder.points.document.json_reader import Limits
from builder.points.rules.catalogue_index import KIND
from builder.points.shorthand.labelled import WORKED_OUT
from builder.points.shorthand.line import ParsedTerm, ScannedLine, Source
from builder.points.shorthand.names import clean_name, is_sentence, may_be_name, name_end
from builder.points.shorthand.results import ParsedPiece

GIVEN_TWICE = "it was given twice, and the first counts"
NO_NAME = "it looks like values and not like a part of the name"
TOO_MUCH = "it is longer, or more, than a profile can hold"
_DASHED = re.compile(r"\w.*\s[-–—−]")
_SINGLE = ("value", "single", "max", "name")
_HEAD_KINDS = ("max", "claim", "mark", "rest")
_ABOVE_ALL = ("max", "claim", "mark", "slot")


@dataclass(slots=True)
class ProfileBuilder:
    """A profile while it is put together."""

    number: int
    name: str | None = None
    max: int | None = None
    values: dict[str, int | str | None] = field(default_factory=dict)
    weapons: dict[str, list[Weapon]] = field(default_factory=dict)
    picks: dict[str, list[Pick]] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    claims: list[int] = field(default_factory=list)
    lead: ParsedTerm | None = None
    """The term that says what it is: its type."""
    told: list[ParsedTerm] = field(default_factory=list)
    """What the text says of numbers that are worked out."""
    reads: list[ParsedPiece] = field(default_factory=list)
    unparsed: list[ParsedTerm] = field(default_factory=list)
    given: set[str] = field(default_factory=set)

    @property
    def title(self) -> str:
        """Its name, or what it is where it has none."""
        return self.name or _called(self)

    def build_design(self) -> Design:
        """What was read as a design; blanks are left out."""
        return Design(
            values={code: value for code, value in self.values.items() if value is not None},
            weapons={code: tuple(weapons) for code, weapons in self.weapons.items()},
            picks={code: tuple(picks) for code, picks in self.picks.items()},
        )


class ProfileAssembler:
    """Puts lines together as profiles, one by one, in the order of the text."""

    def __init__(self, source: Source, limits: Limits) -> None:
        self.source = source
        self.text = source.covered
        self.limits = limits
        self.drafts: list[ProfileBuilder] = []
        self.pending: list[ScannedLine] = []
        self.outside: list[ParsedTerm] = []
        self.unread = 0
        self.titles: list[ParsedPiece] = []
        self.first: ScannedLine | None = None

    @property
    def current(self) -> ProfileBuilder | None:
        """The profile that lines are added to; None before the first."""
        return self.drafts[-1] if self.drafts else None

    def add(self, item: ScannedLine) -> None:
        """Add the next line of the text."""
        if not item.terms:
            return
        if all(term.kind == "mark" and term.code == KIND for term in item.terms):  # "Soldiers:"
            self._leave_pending()
            self.titles += (read for term in item.terms for read in term.reads)
            return
        self.first = self.first or item
        if not item.lead and (self._is_head(item) or 0 < item.name_length == len(item.terms)):
            self.pending.append(item)
            return
        if self._begins(item):
            self._begin(item)
        else:
            self._leave_pending()
            self._apply(item.terms)

    def begin_row(self, row: ScannedLine) -> ProfileBuilder:
        """Add a row of a table, which is a profile by itself, and give it."""
        self.drafts.append(ProfileBuilder(row.number))
        self._apply(row.terms)
        return self.drafts[-1]

    def finish(self) -> None:
        """End the text: what still waits for a profile is listed as not read."""
        self._leave_pending()
        if not self.drafts:  # a title stands above something
            self.outside += [ParsedTerm("rest", read.start, read.end) for read in self.titles]
            self.titles = []

    # -------------------------------------------------------------- which line goes where

    def _is_head(self, item: ScannedLine) -> bool:
        """A line without values that a profile may be named by: words, perhaps with Max and points."""
        if any(term.question for term in item.terms):
            return False
        if not self.drafts and not self.pending and all(term.kind in _ABOVE_ALL for term in item.terms):
            return True
        return bool(item.is_name_sure or item.heading) and all(
            term.kind in _HEAD_KINDS or term in item.terms[: item.name_length] for term in item.terms
        )

    def _begins(self, item: ScannedLine) -> bool:
        now = self.current
        if now is None or _asks_name(item):
            return True
        lead = item.lead
        if lead and self._says_kind_again(now, lead, item.terms[item.terms.index(lead) + 1 :]):
            lead.kind, lead.code, lead.reads = "mark", "", [read._replace(meaning="") for read in lead.reads]
            return False
        if lead and self._is_another(now, lead):
            return True
        if item.has("name"):
            return bool(now.name or now.values.keys() - {KIND} or now.picks)
        if any(term.kind in _SINGLE and _key(term) in now.given for term in item.terms):
            return True
        apart = (pending for pending in self.pending if not self._is_among_values(pending))
        sure = (pending for pending in apart if pending.is_name_sure or not pending.name_length)
        worked = self.source.is_ours and any(
            read.meaning == WORKED_OUT for t in item.terms for read in t.reads
        )
        return (item.has("value") or worked) and (item.is_name_sure or any(map(may_be_name, sure)))

    def _says_kind_again(self, now: ProfileBuilder, lead: ParsedTerm, behind: Sequence[ParsedTerm]) -> bool:
        """Whether a line but says the profile's kind again, before a label: "Captain Gear: Pistol"."""
        labelled = bool(behind) and (
            behind[0].kind in ("name", "slot") or (behind[0].kind == "value" and not behind[0].free)
        )
        again = behind and behind[0].kind != "slot" and _key(behind[0]) in now.given
        return lead.code == KIND and now.values.get(KIND) == lead.value and labelled and not again

    def _is_another(self, now: ProfileBuilder, term: ParsedTerm) -> bool:
        """Whether what leads a line, a kind or a number, is no more of a profile that is begun."""
        words = self.source.words
        counts = {part.code for part in words.of_kind(str(now.values.get(KIND, ""))).counts}
        counted = any(f"value {code}" in now.given for code in counts)
        return term.code == KIND or counted or term.code not in counts

    def _begin(self, item: ScannedLine) -> None:
        """A new profile, with the name that stands before its values."""
        at = len(self.pending) if self._has_own_name(item) else self._name_above()
        self._leave_unread(self.pending[:at])
        draft = ProfileBuilder(item.number)
        self.drafts.append(draft)
        terms = item.terms
        if at < len(self.pending):
            self._name_by_head(draft, self.pending[at])
            for pending in self.pending[at + 1 :]:
                self._note(draft, pending)
        elif item.name_length and not item.has("name") and (item.is_name_sure or item.has("value")):
            self._name(item.terms[: item.name_length])
            terms = item.terms[item.name_length :]
        elif item.has("value") and _DASHED.fullmatch(item.said(terms[0])):
            self._reject(terms[0])
            terms = terms[1:]
        self.pending = []
        self._apply(terms)

    def _has_own_name(self, item: ScannedLine) -> bool:
        """Whether a line needs no name above it: it has one, asks for it, or begins with a type."""
        lead, apart = item.lead, item.number > 1 and self.source.is_empty(item.number - 2)
        typed = lead is not None and (lead.kind == "pick" or (lead.code == KIND and apart))
        named = item.is_name_sure or item.has("name") or _asks_name(item)
        return typed or named or self._is_of_profile_above(item)

    def _name_above(self) -> int:
        """Which of the lines that wait is a name: the last that may be one; behind them all where none is."""
        named = [place for place, pending in enumerate(self.pending) if may_be_name(pending)]
        while len(named) > 1 and self._is_among_values(self.pending[named[-1]]):
            named.pop()
        return named[-1] if named else len(self.pending)

    def _is_among_values(self, item: ScannedLine) -> bool:
        """Whether a line ends in a number, as one with an unknown label does, right below another line."""
        below = item.number > 1 and not self.source.is_empty(item.number - 2)
        return below and clean_name(item.text)[-1:].isdigit()

    def _is_of_profile_above(self, item: ScannedLine) -> bool:
        """Whether properties wait below a profile, with an empty line between them and the next name."""
        apart = bool(self.pending) and item.number > self.pending[-1].number + 1
        picks = all(term.kind == "pick" for pending in self.pending for term in pending.terms)
        return apart and picks and item.name_length > 0 and self.current is not None

    def _name_by_head(self, draft: ProfileBuilder, item: ScannedLine) -> None:
        """A profile that is named by the line above its values, which may hold its Max and points as well."""
        lead = item.name_length or len([term for term in item.terms if term.kind in ("rest", "pick", "mark")])
        self._name(item.terms[:lead])
        draft.number = item.number
        self._apply(item.terms[lead:])

    def _name(self, terms: Sequence[ParsedTerm]) -> None:
        """The words before the values, with the signs that belong to them: "Boss (Leader)", "'Lucky' Jim"."""
        self._apply([term for term in terms if term.leads or term.kind in ("mark", "value")])
        words = [term for term in terms if not term.leads and term.kind not in ("mark", "value")]
        if not words:
            return
        start, end = words[0].start, words[-1].end
        while (sign := self.text[end : end + 1]) in ("!", "?") or (
            sign == ")" and self.text.count("(", start, end) > self.text.count(")", start, end)
        ):
            end += 1
        start -= self.text[start - 1 : start] == "'" and self.text.count("'", start, end) % 2
        if (stop := name_end(self.source.words, self.text, start, end)) < end:
            self._reject(ParsedTerm("rest", stop, end, hint=NO_NAME))
            end = stop
        if clean_name(self.text[start:end]):
            read = ParsedPiece(start, end, "name")
            self._apply([ParsedTerm("name", start, end, value=start, reads=[read])])

    def _note(self, draft: ProfileBuilder, item: ScannedLine) -> None:
        """A sentence between name and values is a note; anything else is not read."""
        prose = self.source.is_ours or is_sentence(item)
        fits = self._fits(draft, item.end - item.start)
        if prose and fits and all(term.kind == "rest" for term in item.terms):
            draft.notes.append(self.source.text[item.start : item.end].strip())
            draft.reads.append(ParsedPiece(item.start, item.end, "notes"))
        else:
            self._reject(item.whole())

    def _leave_pending(self) -> None:
        self._leave_unread(self.pending)
        self.pending = []

    def _leave_unread(self, items: Sequence[ScannedLine]) -> None:
        """No place was found for lines: properties go to the profile, the first line of all is a title."""
        for item in items:
            text_only = all(term.kind == "rest" for term in item.terms)
            if item is self.first and self.current is None and text_only and may_be_name(item):
                self.titles.append(ParsedPiece(item.start, item.end, "title"))
            elif self.current is not None and all(term.kind == "pick" for term in item.terms):
                self._apply(item.terms)
            elif any(term.question for term in item.terms):
                for term in item.terms:
                    self._reject(term)
            elif self.source.is_ours and self.current and text_only:
                self._note(self.current, item)
            else:
                self._reject(item.whole())

    def _reject(self, term: ParsedTerm) -> None:
        self.unread += 1
        (self.outside if self.current is None else self.current.unparsed).append(term)

    # -------------------------------------------------------------- terms into the profile

    def _apply(self, terms: Sequence[ParsedTerm]) -> None:
        """Put terms into the profile; what stands behind a value that it has already is another profile's."""
        now, taken = self.drafts[-1], True
        for term in terms:
            taken = term.kind != "rest" and (taken or not term.beside) and self._set(now, term)
            if taken:
                now.reads += term.reads
                now.told += [term] if term.kind == "mark" and term.value is not None else []
            elif term.hint == GIVEN_TWICE:
                self._reject(replace(term, kind="rest", end=max(t.end for t in terms)))
                return
            else:
                self._reject(term)

    def _set(self, now: ProfileBuilder, term: ParsedTerm) -> bool:
        """Put a term into the profile; False where it has such a value already, or can hold no more."""
        words = slice(term.value if isinstance(term.value, int) else term.start, term.end)
        again = term.kind in _SINGLE and _key(term) in now.given
        if again or self._is_full(now, term, len(self.text[words])):
            term.hint = GIVEN_TWICE if again else TOO_MUCH
            return False
        now.given.add(_key(term))
        if term.weapon is not None:
            self._set_weapon(now.weapons.setdefault(term.code, []), term.weapon)
        elif term.pick is not None:
            self._set_pick(now, term, term.pick)
        elif term.kind == "value":
            now.values[term.code] = term.value
        elif term.kind == "single" and term.value is not None:
            now.picks[term.code] = [Pick(code=str(term.value))]
        elif term.kind == "notes":
            now.notes.append(self.source.text[words].strip())
        elif term.kind == "name":
            now.name = clean_name(self.text[words])
        elif term.kind == "max":
            now.max = int(term.value or 0)
        elif term.kind == "claim":
            now.claims.append(int(term.value or 0))
        return True

    def _set_weapon(self, weapons: list[Weapon], weapon: Weapon) -> None:
        """A weapon more; in our own texts a name may be that of one which the stat line has by its codes."""
        bare = replace(weapon, name="")
        named = self.source.is_ours and weapon.name != "" and bare in weapons
        at = weapons.index(bare) if named else len(weapons)
        weapons[at : at + 1] = [weapon]

    def _set_pick(self, now: ProfileBuilder, term: ParsedTerm, pick: Pick) -> None:
        if term.free and self._take_from_kit(now, term):
            term.reads = [read._replace(meaning=f"comes with {_called(now)}") for read in term.reads]
            return
        now.lead = now.lead or (term if term.leads else None)
        picks, own = now.picks.setdefault(term.code, []), self.source.words.own_entries.get(term.code)
        alike = not self.source.is_ours and own is not None and own.entry.code == pick.code
        picks += [] if alike and pick in picks else [pick]

    def _take_from_kit(self, now: ProfileBuilder, term: ParsedTerm) -> bool:
        """Whether a thing without a label is of a type's kit, or was chosen there now: "Trooper, shotgun"."""
        if now.lead is None or now.lead.pick is None or term.pick is None:
            return False
        index = self.source.words.catalogue_index
        entry = index.entries[index.pick_slots[now.lead.code].group][now.lead.pick.code]
        group, code = index.pick_slots[term.code].group, term.pick.code
        kit = entry.includes.get(group, ())
        for part in entry.parameters:
            if f"{{{part.code}}}" in kit and part.kind == "choice" and code in (o.code for o in part.options):
                pick = now.picks[now.lead.code][0]
                now.picks[now.lead.code][0] = replace(pick, parameters={**pick.parameters, part.code: code})
                return True
        brought = included_in(index, entry, now.picks[now.lead.code][0])
        return any((found.group, found.code) == (group, code) for found in brought)

    def _is_full(self, now: ProfileBuilder, term: ParsedTerm, length: int) -> bool:
        """Whether a profile can hold no more of this; ``length`` is that of a name or of notes."""
        limits, weapon = self.limits, term.weapon
        if weapon is not None:
            full = len(now.weapons.get(term.code, ())) >= limits.weapons
            return full or len(weapon.name) > limits.name or len(weapon.properties) > limits.picks
        if term.kind == "notes":
            return not self._fits(now, length)
        picks = now.picks.get(term.code, ()) if term.pick else ()
        return len(picks) >= limits.picks or (term.kind == "name" and length > limits.name)

    def _fits(self, now: ProfileBuilder, length: int) -> bool:
        """Whether a note of this length fits beside the others."""
        return sum(len(note) + 2 for note in now.notes) + length <= self.limits.text


def _called(now: ProfileBuilder) -> str:
    """What a profile without a name is called: by its type, where it has one."""
    return str(now.lead.value) if now.lead else ""


def _asks_name(item: ScannedLine) -> bool:
    """Whether it is asked what the profile is called, that the line begins."""
    return any(term.question and term.question.is_name for term in item.terms[:2])


def _key(term: ParsedTerm) -> str:
    """What a profile has but once, where the kind of a term is such."""
    return f"{term.kind} {term.code}"
