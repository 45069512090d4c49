"""The preview of a pasted text: the profiles that were read, and the parts that weren't read."""

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import groupby
from typing import NamedTuple

from django.template.defaultfilters import filesizeformat

from builder.catalogue.limits import limits
from builder.catalogue.play import profile_sheet
from builder.points.appraisal.appraisal import appraise
from builder.points.document.design import Design, new_design
from builder.points.document.document import Document, Profile
from builder.points.pricing.texts import NONE, points_text
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.catalogue_index import index_of
from builder.points.rules.names import profile_name
from builder.points.rules.results import Appraisal, ProfileAppraisal
from builder.points.shorthand import ParsedPiece, ParsedProfile, ParsedText, Question, Unparsed, max_bytes
from builder.web.shared.presentation import Remark, StatBox, make_remarks, stat_boxes
from builder.web.shared.traits import TraitRow, trait_rows

_CONTEXT_LENGTH = 60  # characters shown on each side of a question's text
_MAX_DETAILED_PROFILES = 2
_MARKUP = "*_#> "
_EXAMPLE_NAME = "Guard"


class StatedPrice(NamedTuple):
    """The points that a text or file states, and the calculated points.

    ``name`` is the name of the profile. For a roster or a complete text, it is an empty string.
    """

    stated: str
    calculated: str
    agrees: bool
    name: str = ""


class MarkedText(NamedTuple):
    """A part of the pasted text. ``start`` is its position in the text, to which links on the page lead.

    ``role`` is "name", "fact", "unread", "question" or the like, or an empty string.
    """

    text: str
    role: str
    note: str
    start: int = 0
    """The position of the part in the text. Links on the page lead to this position."""


class PastedRoster(NamedTuple):
    """The roster that would be saved. ``members`` has a text such as "3 × Archer" for each profile."""

    name: str
    models_text: str
    points: str
    members: list[str]


class ReadWord(NamedTuple):
    """A part of the text that was read, and its meaning."""

    text: str
    meaning: str


class QuestionRow(NamedTuple):
    """A question about the ambiguous ``text``. ``before`` and ``after`` are the rest of its line."""

    line: int
    before: str
    text: str
    after: str
    prompt: str
    answers: list[str]


class PastedProfile(NamedTuple):
    """A profile that would be saved. ``unparsed`` are the parts of its text that weren't read."""

    name: str
    models: int
    max: int | None
    points: str
    prices: list[str]
    boxes: tuple[StatBox, ...]
    traits: tuple[TraitRow, ...]
    notes: str
    remarks: list[Remark]
    stated_prices: list[StatedPrice]
    read_words: list[ReadWord]
    unparsed: list[Unparsed]

    @property
    def is_doubtful(self) -> bool:
        """Whether parts of the profile weren't read, or the text states a wrong price."""
        return bool(self.unparsed) or not all(stated.agrees for stated in self.stated_prices)


class PastePreview(NamedTuple):
    """The result of reading a text.

    ``title_words`` are the parts that were read but belong to no profile.
    ``unparsed`` are the parts that weren't read and belong to no profile, ``unparsed_count`` is the number of
    all parts that weren't read.
    """

    questions: list[QuestionRow]
    profiles: list[PastedProfile]
    marked_parts: list[MarkedText]
    title_words: list[ReadWord]
    stated_totals: list[StatedPrice]
    roster: PastedRoster | None
    unparsed: list[Unparsed]
    unparsed_count: int
    first_unread_start: int
    digest: str

    @property
    def shows_details(self) -> bool:
        """Whether there are so few profiles that the page shows all details."""
        return len(self.profiles) <= _MAX_DETAILED_PROFILES


def max_text_size() -> str:
    """Return the maximum size of a pasted text, rounded down to full kilobytes: "195 KB"."""
    size = max_bytes(limits())
    return f"{size // 1024}\N{NO-BREAK SPACE}KB" if 1024 <= size < 1024**2 else filesizeformat(size)


def text_digest(text: str) -> str:
    """Return a digest of a text. If it differs from an earlier digest, the text has changed."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def make_paste_preview(
    reading: ParsedText, text: str, document: Document, catalogue: Catalogue
) -> PastePreview:
    """Return the preview of a text.

    ``document`` is the list to which the profiles would be added. The profiles can refer to its profiles.
    """
    pasted = tuple(parsed.profile for parsed in reading.profiles)
    rosters = () if reading.roster is None else (reading.roster,)
    combined = replace(document, profiles=(*document.profiles, *pasted), rosters=rosters)
    appraisal = appraise(combined, catalogue)
    counts = reading.roster.counts() if reading.roster else {}
    appraisals, names = appraisal.profiles_by_key(), combined.profile_names()
    all_unread = _unread_parts(reading.all_unparsed)
    return PastePreview(
        questions=[_question_row(reading.text, question) for question in reading.questions],
        profiles=[
            _pasted_profile(catalogue, parsed, appraisals, names, counts) for parsed in reading.profiles
        ],
        marked_parts=list(_marked_text(reading)),
        title_words=[
            ReadWord(word.text.strip(_MARKUP), word.meaning) for word in _read_words(reading.pieces)
        ],
        unparsed=_unread_parts(reading.unparsed),
        unparsed_count=len(all_unread),
        first_unread_start=all_unread[0].start if all_unread else 0,
        stated_totals=[
            StatedPrice(points_text(total.stated), points_text(total.calculated), total.is_right)
            for total in reading.totals
        ],
        roster=_pasted_roster(reading, appraisal, names, catalogue),
        digest=text_digest(text),
    )


def _marked_text(reading: ParsedText) -> Iterator[MarkedText]:
    end = 0
    for piece in reading.marked_pieces:
        yield MarkedText(reading.text[end : piece.start], "", "")
        role = "" if piece.role == "mark" else piece.role
        yield MarkedText(reading.text[piece.start : piece.end], role, piece.note, piece.start)
        end = piece.end
    yield MarkedText(reading.text[end:], "", "")


def _pasted_roster(
    reading: ParsedText, appraisal: Appraisal, names: Mapping[str, str], catalogue: Catalogue
) -> PastedRoster | None:
    if reading.roster is None:
        return None
    counts = Counter[str]()
    for key, count in reading.roster.counts().items():
        counts[profile_name(names.get(key, ""))] += count
    total, words = counts.total(), catalogue.words
    return PastedRoster(
        name=reading.roster.name,
        models_text=f"{total} {words.model if total == 1 else words.models}",
        points=points_text(appraisal.rosters[0].points),
        members=[f"{count}\u00a0× {name}" for name, count in counts.items()],
    )


def _pasted_profile(
    catalogue: Catalogue,
    pasted: ParsedProfile,
    appraisals: Mapping[str, ProfileAppraisal],
    names: dict[str, str],
    counts: Mapping[str, int],
) -> PastedProfile:
    profile = pasted.profile
    appraisal = appraisals[profile.key]
    sheet = profile_sheet(catalogue, profile, appraisal, names)
    return PastedProfile(
        name=profile_name(profile.name),
        models=counts.get(profile.key, 1),
        max=profile.max,
        points=sheet.points,
        prices=sheet.prices_texts,
        boxes=stat_boxes(sheet.cells, catalogue.points_unit),
        traits=trait_rows(catalogue, sheet.traits),
        notes=profile.notes,
        remarks=make_remarks(catalogue, appraisal.findings),
        stated_prices=[_stated_price(claimed, appraisal.points) for claimed in pasted.claims],
        read_words=_read_words(pasted.pieces),
        unparsed=_unread_parts(pasted.unparsed),
    )


def _stated_price(claimed: int, points: int | None) -> StatedPrice:
    return StatedPrice(points_text(claimed), points_text(points), claimed == points)


def _read_words(pieces: Iterable[ParsedPiece]) -> list[ReadWord]:
    """Return the parts that were read. Several meanings of a part are joined."""
    understood = [piece for piece in pieces if piece.meaning]
    groups = (list(group) for _, group in groupby(understood, key=lambda piece: (piece.start, piece.end)))
    return [
        ReadWord(group[0].text, ", ".join(dict.fromkeys(piece.meaning for piece in group)))
        for group in groups
    ]


def _unread_parts(unparsed: Iterable[Unparsed]) -> list[Unparsed]:
    """Return the parts that weren't read, without the parts that a question is about."""
    return [part for part in unparsed if not part.has_question]


def _question_row(text: str, question: Question) -> QuestionRow:
    start = text.rfind("\n", 0, question.start) + 1
    end = len(text) if (line_end := text.find("\n", question.end)) < 0 else line_end
    before, after = text[start : question.start], text[question.end : end]
    before = f"…{before[-_CONTEXT_LENGTH:]}" if len(before) > _CONTEXT_LENGTH else before
    after = f"{after[:_CONTEXT_LENGTH]}…" if len(after) > _CONTEXT_LENGTH else after
    answers = [choice.label for choice in question.choices]
    return QuestionRow(question.line, before, question.text, after, question.prompt, answers)


def answered_text(reading: ParsedText, answer: str) -> str:
    """Return the text after an answer to a question. "2-0" is the first answer to the third question.

    If the answer is invalid, return the text unchanged.
    """
    number, _, choice = answer.partition("-")
    if not (number.isdecimal() and int(number[:4]) < len(reading.questions) and choice in ("0", "1")):
        return reading.text
    return reading.questions[int(number[:4])].text_with_answer(reading.text, int(choice))


def paste_examples(catalogue: Catalogue) -> list[str]:
    """Return two texts to paste: a new profile on one line, and the same profile as a table.

    If new profiles have no values, return an empty list.
    """
    design = new_design(catalogue)
    profile = Profile(key="example", name=_EXAMPLE_NAME, design=Design(values=design.values))
    document = Document(system=catalogue.system, edition=catalogue.edition, name="", profiles=(profile,))
    cells = profile_sheet(catalogue, profile, appraise(document, catalogue).profiles[0]).cells
    parts = index_of(catalogue).parts
    shown = [cell for cell in cells if cell.value != NONE and cell.code in parts]
    if not shown:
        return []
    widths = [max(len(cell.label), len(cell.value)) + 2 for cell in shown]
    head = "".join(cell.label.ljust(width) for cell, width in zip(shown, widths, strict=True)).rstrip()
    row = "".join(cell.value.ljust(width) for cell, width in zip(shown, widths, strict=True)).rstrip()
    on_one_line = f"{_EXAMPLE_NAME} (Max 1) " + " ".join(f"{cell.label} {cell.value}" for cell in shown)
    return [on_one_line, f"{_EXAMPLE_NAME}\n{head}\n{row}"]
