"""Lines that were read, put together as profiles: which name and which values belong to each other.

Order of steps: a line is a head (a name, perhaps with its Max or points), a line of values, or text. A
line of values begins a profile when the one before has such a value already, when it has a name of its
own, or when a name stands between the two. The last head or short text before it is its name; sentences
between name and values are its notes. Words of the game before the first value are a name as well, where
nothing but blanks is between them: "Undead Knight". Whatever finds no place is listed as not read.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise, zip_longest

from builder.points.design import Design, Pick, Weapon
from builder.points.json_reader import Limits
from builder.points.shorthand.line import ParsedTerm, ReadSpan, ScannedLine
from builder.points.shorthand.tokens import MASK

_SENTENCE = re.compile(r"(?:\S+\s+){3,}\S*[.!?…][\"'”\u2019)*_\s]*")
_EDGE = " \t:;,|=–—-*_#>•·/." + MASK
_OPEN = ("'",)
_FEWEST = 3
TITLE = "title"
_MOST_WORDS = 12
_MOST_SIGNS = 120
_APART = frozenset(",;:|\t()[]+/&")
_DASHED = re.compile(r"\s[-\u2010-\u2012–—−]+\s")
_COUNTED = re.compile(r"[^\W0-9_]+[ \t]*[0-9]+")
GIVEN_TWICE = "it was given twice, and the first counts"
NO_NAME = "it looks like values and not like a part of the name"
TOO_MUCH = "it is longer, or more, than a profile can hold"
_WORDY = ("name", "notes")
_SINGLE = ("value", "single", "max", "name")
_HEAD_KINDS = ("max", "claim", "mark", "rest")


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
    claims: list[tuple[str, int]] = field(default_factory=list)
    reads: list[ReadSpan] = field(default_factory=list)
    unparsed: list[ParsedTerm] = field(default_factory=list)
    given: set[str] = field(default_factory=set)

    def set_number(self, term: ParsedTerm) -> None:
        """Take a Max, or points that the text says."""
        if term.kind == "max":
            self.max = int(term.value or 0)
        elif term.kind == "claim":
            self.claims.append((term.code, int(term.value or 0)))

    def build_design(self) -> Design:
        """What was read as a design; blanks are left out."""
        return Design(
            values={code: value for code, value in self.values.items() if value is not None},
            weapons={code: tuple(weapons) for code, weapons in self.weapons.items()},
            picks={code: tuple(picks) for code, picks in self.picks.items()},
        )


def make_scanned_line(
    number: int, start: int, end: int, text: str, terms: list[ParsedTerm], *, heading: bool
) -> ScannedLine:
    """A line with its terms; a line that says too little is one of text alone."""
    item = ScannedLine(number, start, end, text, terms, heading)
    strong = [t for t in terms if t.kind not in ("rest", "mark", "pick") or t.doubt]
    if not strong and (_is_text(text, start, terms) or (heading and not item.has("slot"))):
        item.terms = [_whole(item)] if terms else []
    item.name_length, item.is_name_sure = _find_name(item)
    item.terms[item.name_length :] = _whole_phrases(item, item.terms[item.name_length :])
    return item


def _whole_phrases(item: ScannedLine, terms: Sequence[ParsedTerm]) -> Iterator[ParsedTerm]:
    """A property that goes on in words and numbers that are not read is no property: "sniper rifle R8"."""
    for term, behind in zip_longest(terms, terms[1:]):
        goes_on = behind and behind.kind == "rest" and not behind.doubt and _has_number(item, behind)
        if goes_on and term.kind == "pick" and term.free and not _is_apart(_gap(item, term, behind)):
            yield ParsedTerm("rest", term.start, term.end)
        else:
            yield term


def _has_number(item: ScannedLine, term: ParsedTerm) -> bool:
    return any(map(str.isdigit, item.text[term.start - item.start : term.end - item.start]))


def _is_text(text: str, start: int, terms: Iterable[ParsedTerm]) -> bool:
    """Whether properties in a line are but words of a sentence."""
    words = [term for term in terms if term.kind in ("pick", "rest")]
    picked = sum(term.kind == "pick" for term in words)
    unread = sum(len(text[t.start - start : t.end - start].split()) for t in words if t.kind == "rest")
    mixed = any(
        {left.kind, right.kind} == {"pick", "rest"}
        and not _APART & set(text[left.end - start : right.start - start])
        for left, right in pairwise(words)
    )
    return bool(unread) and (not picked or (mixed and unread >= picked))


def _find_name(item: ScannedLine) -> tuple[int, bool]:
    """How many terms at the head of a line are words before the first value, and whether they are a name."""
    count = words = 0
    plain = False
    for place, term in enumerate(item.terms):
        gap = _gap(item, item.terms[words - 1], term) if words else ""
        if term.kind == "mark" and (not words or not term.reads[0].meaning):
            count += not words
            continue
        if (term.kind == "pick" and term.free) or (term.hint and not term.code):
            if _is_apart(gap):
                break
        elif (
            term.kind == "rest"
            and not (term.code or term.doubt)
            and not _is_next(item, term, gap, plain=plain)
        ):
            plain = True
        else:
            break
        count = words = place + 1
    if not words:
        return 0, False
    behind = item.text[item.terms[words - 1].end - item.start :]
    return count, plain or behind.lstrip(f"*_ {MASK}").startswith(":")


def _gap(item: ScannedLine, one: ParsedTerm, other: ParsedTerm) -> str:
    return item.text[one.end - item.start : other.start - item.start]


def _is_apart(gap: str) -> bool:
    return bool(_APART & set(gap)) or _DASHED.search(gap) is not None


def _is_next(item: ScannedLine, term: ParsedTerm, gap: str, *, plain: bool) -> bool:
    """Whether words behind a name are none of it: behind a colon, or with a number behind a comma."""
    if ":" in gap or not _is_apart(gap):
        return ":" in gap
    text = item.text[term.start - item.start : term.end - item.start]
    return not plain or _COUNTED.fullmatch(text) is not None


class ProfileAssembler:
    """Puts lines together as profiles, one by one, in the order of the text.

    ``text`` has its mark-up covered up, ``written`` is the text as it was written.
    """

    def __init__(
        self, text: str, written: str, limits: Limits, no_name: re.Pattern[str], *, is_ours: bool = False
    ) -> None:
        self.no_name = no_name
        self.is_ours = is_ours
        self.text = text
        self.limits = limits
        self.written = written
        self.drafts: list[ProfileBuilder] = []
        self.pending: list[ScannedLine] = []
        self.outside: list[ParsedTerm] = []
        self.unread = 0
        self.titles: list[ReadSpan] = []
        self.is_first = True
        self.first: ScannedLine | None = None

    @property
    def current(self) -> ProfileBuilder | None:
        """The profile that lines are added to; None before the first."""
        return self.drafts[-1] if self.drafts else None

    def add(self, item: ScannedLine) -> None:
        """Add the next line of the text."""
        if not item.terms:
            return
        self.first = self.first or item
        if self._is_head(item) or self._may_name(item):
            self.pending.append(item)
        elif self._begins(item):
            self._begin(item)
        else:
            self._leave_unread(self.pending)
            self._apply(item, item.terms)
        if not (self.pending and self.pending[-1] is item):
            self.pending = []

    def finish(self) -> None:
        """End the text: what still waits for a profile is listed as not read."""
        self._leave_unread(self.pending)
        self.pending = []
        if not self.drafts:  # a title stands above something
            self.outside += [
                ParsedTerm("rest", read.start, read.end) for read in self.titles if read.meaning == TITLE
            ]
            self.titles = [read for read in self.titles if read.meaning != TITLE]
        first = self.drafts[0] if len(self.drafts) > 1 else None
        if first and self.first and first.number == self.first.number and self._is_title(first):
            self.drafts.pop(0)
            self.titles.append(ReadSpan(self.first.start, self.first.end, TITLE))

    def _is_title(self, first: ProfileBuilder) -> bool:
        """Whether the first line only seems to hold a value, as "All of Size 1" does above profiles."""
        size = len(first.values) + len(first.weapons) + len(first.picks)
        behind = {*(read.start for read in first.reads), *(term.start for term in first.unparsed)}
        own_line = self.first is not None and all(start < self.first.end for start in behind)
        return size <= 1 and own_line and first.max is None and len(self.drafts[1].values) >= _FEWEST

    # -------------------------------------------------------------- which line goes where

    def _is_head(self, item: ScannedLine) -> bool:
        """A line without values that a profile may be named by: words, perhaps with Max and points."""
        if any(term.doubt for term in item.terms):
            return False
        return bool(item.is_name_sure or item.heading) and all(
            term.kind in _HEAD_KINDS or term in item.terms[: item.name_length] for term in item.terms
        )

    def _may_name(self, item: ScannedLine) -> bool:
        """Properties without a label, which may as well be the name of what follows."""
        return bool(item.name_length) and item.name_length == len(item.terms) and not item.is_row

    def _begins(self, item: ScannedLine) -> bool:
        now = self.current
        if now is None or _asks_name(item):
            return True
        if item.has("name"):
            return bool(now.name or now.values)
        if any(self._is_given(now, term) for term in item.terms):
            return True
        if not item.has("value"):
            return False
        sure = (pending for pending in self.pending if pending.is_name_sure or not pending.name_length)
        return item.is_name_sure or any(map(_is_name, sure))

    def _is_given(self, now: ProfileBuilder, term: ParsedTerm) -> bool:
        single = term.kind in ("value", "single") or (term.kind == "max" and now.max is not None)
        return single and f"{term.kind} {term.code}" in now.given

    def _begin(self, item: ScannedLine) -> None:
        """A new profile, with the name that stands before its values."""
        named = [place for place, pending in enumerate(self.pending) if _is_name(pending)]
        own = item.is_name_sure or item.has("name") or _asks_name(item) or self._is_of_profile_above(item)
        at = named[-1] if named and not own else len(self.pending)
        self._leave_unread(self.pending[:at])
        draft = ProfileBuilder(item.number)
        self.drafts.append(draft)
        terms = item.terms
        if at < len(self.pending):
            self._head(draft, self.pending[at])
            for pending in self.pending[at + 1 :]:
                self._note(draft, pending)
        elif item.name_length and not item.has("name") and (item.is_name_sure or item.has("value")):
            self._name(draft, item.terms[: item.name_length])
            terms = item.terms[item.name_length :]
        self.pending = []
        self._apply(item, terms)

    def _is_of_profile_above(self, item: ScannedLine) -> bool:
        """Whether properties wait below a profile, with an empty line between them and the next name."""
        apart = bool(self.pending) and item.number > self.pending[-1].number + 1
        picks = all(term.kind == "pick" for pending in self.pending for term in pending.terms)
        return apart and picks and item.name_length > 0 and self.current is not None

    def _head(self, draft: ProfileBuilder, item: ScannedLine) -> None:
        lead = item.name_length or len([term for term in item.terms if term.kind in ("rest", "pick", "mark")])
        self._name(draft, item.terms[:lead])
        draft.number = item.number
        self._apply(item, item.terms[lead:])

    def _name(self, draft: ProfileBuilder, terms: Sequence[ParsedTerm]) -> None:
        words = [term for term in terms if term.kind != "mark"]
        for term in terms:
            draft.reads += term.reads if term.kind == "mark" else []
        start, end = words[0].start, words[-1].end
        while self._ends_with(start, end):
            end += 1
        start -= self.text[start - 1 : start] in _OPEN and self.text[start:end].count("'") % 2
        if found := self.no_name.search(self.text, start, end):
            self._reject(ParsedTerm("rest", found.start(), end, hint=NO_NAME))
            end = found.start()
        name = clean_name(self.text[start:end])
        if not name:
            return
        if len(name) > self.limits.name:
            self._reject(ParsedTerm("rest", start, end, hint=TOO_MUCH))
            return
        draft.name = name
        draft.given.add("name ")
        draft.reads.append(ReadSpan(start, end, "name"))

    def _ends_with(self, start: int, end: int) -> bool:
        """Whether the sign behind a name belongs to it: "Boss (Leader)", "Run!"."""
        name, sign = self.text[start:end], self.text[end : end + 1]
        return sign in ("!", "?") or (sign == ")" and name.count("(") > name.count(")"))

    def _note(self, draft: ProfileBuilder, item: ScannedLine) -> None:
        """A sentence between name and values is a note; anything else is not read."""
        prose = self.is_ours or _SENTENCE.fullmatch(clean_name(item.text, ""))
        fits = self._fits(draft, item.end - item.start)
        if prose and fits and all(term.kind == "rest" for term in item.terms):
            draft.notes.append(self.written[item.start : item.end].strip())
            draft.reads.append(ReadSpan(item.start, item.end, "notes"))
        else:
            self._reject(_whole(item))

    def _leave_unread(self, items: Sequence[ScannedLine]) -> None:
        """No place was found for lines: properties go to the profile, the first line of all is a title."""
        for item in items:
            first, self.is_first = self.is_first and self.current is None, False
            text_only = all(term.kind == "rest" for term in item.terms)
            if first and text_only and _is_name(item):
                self.titles.append(ReadSpan(item.start, item.end, TITLE))
            elif self.current is not None and all(term.kind == "pick" for term in item.terms):
                self._apply(item, item.terms)
            elif any(term.doubt for term in item.terms):
                for term in item.terms:
                    self._reject(term)
            elif self.is_ours and self.current and text_only:
                self._note(self.current, item)
            else:
                self._reject(_whole(item))

    def _reject(self, term: ParsedTerm) -> None:
        self.unread += 1
        (self.outside if self.current is None else self.current.unparsed).append(term)

    # -------------------------------------------------------------- terms into the profile

    def _apply(self, item: ScannedLine, terms: Iterable[ParsedTerm]) -> None:
        self.is_first = False
        now = self.current
        if now is None:
            self._reject(ParsedTerm("rest", item.start, item.end))
            return
        taken, twice = True, False
        for term in terms:
            # A weapon behind values that are given a second time is another profile's.
            known = term.kind != "rest" and not (twice and term.weapon)
            taken = known and (taken or not term.beside) and self._set(now, term)
            twice |= term.hint == GIVEN_TWICE
            if taken:
                now.reads += term.reads
            else:
                self._reject(term)

    def _set(self, now: ProfileBuilder, term: ParsedTerm) -> bool:
        """Put a term into the profile; False where it has such a value already, or can hold no more."""
        text = self.text[int(term.value or 0) : term.end] if term.kind in _WORDY else ""
        key = f"{term.kind} {term.code}"
        again = term.kind in _SINGLE and key in now.given
        if again or self._is_full(now, term, text):
            term.hint = GIVEN_TWICE if again else TOO_MUCH
            return False
        now.given.add(key)
        if term.weapon is not None:
            _put_weapon(now.weapons.setdefault(term.code, []), term.weapon, again=self.is_ours)
        elif term.pick is not None:
            now.picks.setdefault(term.code, []).append(term.pick)
        elif term.kind == "value":
            now.values[term.code] = term.value
        elif term.kind == "single" and term.value is not None:
            now.picks[term.code] = [Pick(code=str(term.value))]
        elif term.kind == "notes":
            now.notes.append(self.written[int(term.value or 0) : term.end].strip())
        elif term.kind == "name":
            now.name = clean_name(text)
        elif isinstance(term.value, int):
            now.set_number(term)
        return True

    def _is_full(self, now: ProfileBuilder, term: ParsedTerm, text: str) -> bool:
        """Whether a profile can hold no more of this."""
        limits, weapon = self.limits, term.weapon
        if weapon is not None:
            full = len(now.weapons.get(term.code, ())) >= limits.weapons
            return full or len(weapon.name) > limits.name or len(weapon.properties) > limits.picks
        if term.kind == "notes":
            return not self._fits(now, len(text))
        picks = now.picks.get(term.code, ()) if term.pick else ()
        return len(picks) >= limits.picks or (term.kind == "name" and len(text) > limits.name)

    def _fits(self, now: ProfileBuilder, length: int) -> bool:
        """Whether a note of this length fits beside the others."""
        return sum(len(note) + 2 for note in now.notes) + length <= self.limits.text


def _put_weapon(weapons: list[Weapon], weapon: Weapon, *, again: bool) -> None:
    """A weapon beside the others, or in the place of the one without a name that it is."""
    bare = replace(weapon, name="")
    if again and bare in weapons:
        weapons[weapons.index(bare)] = weapon
    else:
        weapons.append(weapon)


def _whole(item: ScannedLine) -> ParsedTerm:
    """All of a line as one term that is not read."""
    return ParsedTerm("rest", item.terms[0].start, max(term.end for term in item.terms))


def _asks_name(item: ScannedLine) -> bool:
    """Whether it is asked what the profile is called, that the line begins."""
    return any(term.doubt and term.doubt.is_name for term in item.terms[:2])


def _is_name(item: ScannedLine) -> bool:
    """Whether a line may be a name: a head, or few words that are no sentence."""
    if item.heading:
        return True
    words = clean_name(item.text, "")
    few = len(words) <= _MOST_SIGNS and len(words.split()) <= _MOST_WORDS
    return few and any(map(str.isalnum, words)) and not _SENTENCE.fullmatch(words)


def clean_name(text: str, edge: str = _EDGE) -> str:
    """A name without the signs around it; one in quotes as it stands in them."""
    text = " ".join(text.replace(MASK, "").split())
    if len(text) > 2 and (text[0], text[-1]) in (('"', '"'), ("“", "”"), ("„", "“"), ("«", "»")):
        return text[1:-1].strip()
    bare = text.strip(edge).strip() if edge else text
    if bare.count("(") < bare.count(")") or bare.count("(") > bare.count(")"):
        bare = bare.strip("() ")
    return bare
