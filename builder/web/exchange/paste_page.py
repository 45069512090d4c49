"""What the page for pasting shows: each profile that was read, from which words, and what was not read."""

import hashlib
from collections.abc import Iterable
from dataclasses import replace
from itertools import groupby
from typing import NamedTuple

from django.utils.safestring import SafeString

from builder.points.appraisal.appraisal import appraise
from builder.points.document.design import Design, new_design
from builder.points.document.document import Document, Profile
from builder.points.pricing.stat_line import NONE, further_prices, traits
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.catalogue_index import index_of
from builder.points.rules.results import ProfileAppraisal
from builder.points.shorthand import ParsedPiece, ParsedProfile, ParsedText, Question, Unparsed
from builder.web.shared.presentation import (
    Remark,
    points_text,
    profile_name,
    remarks,
    render_stat_line,
    stat_line,
    total_text,
)
from builder.web.shared.traits import render_traits

_MOST_OPEN = 3
_MOST_AROUND = 60
_MARKS = "*_#> "
_EXAMPLE_NAME = "Second"


class ClaimRow(NamedTuple):
    """Points that the text says, beside those that it comes to."""

    claimed: str
    actual: str
    agrees: bool


class ReadWord(NamedTuple):
    """What was read in a line, and as what."""

    text: str
    meaning: str


class UnparsedRow(NamedTuple):
    """What was not read, where it stands, and what may have been meant."""

    line: int
    text: str
    suggestion: str


class QuestionRow(NamedTuple):
    """A question beside its line as it was pasted: what stands before, in and behind the doubtful part."""

    line: int
    before: str
    text: str
    behind: str
    prompt: str
    answers: list[str]


class PastedProfile(NamedTuple):
    """A profile as it would be saved."""

    name: str
    max: int | None
    points: str
    prices: list[str]
    stat_line: SafeString
    traits: SafeString
    notes: str
    remarks: list[Remark]
    claims: list[ClaimRow]
    words: list[ReadWord]
    unparsed: list[UnparsedRow]


class PastePage(NamedTuple):
    """All of a reading. ``titles`` belong to no profile; ``is_open``: the words are shown at once."""

    questions: list[QuestionRow]
    profiles: list[PastedProfile]
    titles: list[ReadWord]
    unparsed: list[UnparsedRow]
    unparsed_count: int
    is_open: bool
    digest: str


def text_digest(text: str) -> str:
    """A mark of a text, by which it is known again."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def paste_page(reading: ParsedText, text: str, document: Document, catalogue: Catalogue) -> PastePage:
    """The reading of a text beside the list that it would go to, whose profiles it may name."""
    pasted = tuple(found.profile for found in reading.profiles)
    together = replace(document, profiles=(*document.profiles, *pasted))
    appraisals, names = appraise(together, catalogue).profiles_by_key(), together.profile_names()
    return PastePage(
        questions=[_question_row(reading.text, question) for question in reading.questions],
        profiles=[
            _profile(catalogue, found, appraisals[found.profile.key], names) for found in reading.profiles
        ],
        titles=[ReadWord(word.text.strip(_MARKS), word.meaning) for word in _read_words(reading.pieces)],
        unparsed=_unparsed_rows(reading.unparsed),
        unparsed_count=sum(not rest.asked for rest in reading.all_unparsed),
        is_open=len(reading.profiles) <= _MOST_OPEN,
        digest=text_digest(text),
    )


def _profile(
    catalogue: Catalogue, pasted: ParsedProfile, appraisal: ProfileAppraisal, names: dict[str, str]
) -> PastedProfile:
    profile = pasted.profile
    cells = stat_line(catalogue, profile, appraisal)
    return PastedProfile(
        name=profile_name(profile.name),
        max=profile.max,
        points=total_text(appraisal.total),
        prices=further_prices(catalogue, appraisal),
        stat_line=render_stat_line(cells),
        traits=render_traits(catalogue, traits(catalogue, profile, names, appraisal)),
        notes=profile.notes,
        remarks=remarks(catalogue, appraisal.findings),
        claims=[_claim_row(claimed, appraisal.points) for claimed in pasted.claims],
        words=_read_words(pasted.pieces),
        unparsed=_unparsed_rows(pasted.unparsed),
    )


def _claim_row(claimed: int, points: int | None) -> ClaimRow:
    return ClaimRow(points_text(claimed), points_text(points), claimed == points)


def _read_words(pieces: Iterable[ParsedPiece]) -> list[ReadWord]:
    """The pieces that mean something; those of one weapon follow each other as they stand."""
    meant = [piece for piece in pieces if piece.meaning]
    same = groupby(meant, key=lambda piece: (piece.start, piece.end))
    return [
        ReadWord(found[0].text, ", ".join(dict.fromkeys(piece.meaning for piece in found)))
        for found in (list(group) for _, group in same)
    ]


def _unparsed_rows(unparsed: Iterable[Unparsed]) -> list[UnparsedRow]:
    """What was not read, but for what is asked."""
    return [UnparsedRow(rest.line, rest.text, rest.suggestion) for rest in unparsed if not rest.asked]


def _question_row(text: str, question: Question) -> QuestionRow:
    start = text.rfind("\n", 0, question.start) + 1
    end = len(text) if (line_end := text.find("\n", question.end)) < 0 else line_end
    before, behind = text[start : question.start], text[question.end : end]
    before = f"…{before[-_MOST_AROUND:]}" if len(before) > _MOST_AROUND else before
    behind = f"{behind[:_MOST_AROUND]}…" if len(behind) > _MOST_AROUND else behind
    answers = [choice.label for choice in question.choices]
    return QuestionRow(question.line, before, question.text, behind, question.prompt, answers)


def answered_text(reading: ParsedText, answer: str) -> str:
    """The text with the answer that a button sends, "2-0": the number of the question and of the choice."""
    number, _, choice = answer.partition("-")
    if not (number.isdecimal() and int(number[:4]) < len(reading.questions) and choice in ("0", "1")):
        return reading.text
    return reading.questions[int(number[:4])].answered(reading.text, int(choice))


def examples(catalogue: Catalogue) -> list[str]:
    """How stat lines may be written: in one line, and as a sheet."""
    design = new_design(catalogue)
    profile = Profile(key="example", name=_EXAMPLE_NAME, design=Design(values=design.values))
    document = Document(system=catalogue.system, edition=catalogue.edition, name="", profiles=(profile,))
    cells = stat_line(catalogue, profile, appraise(document, catalogue).profiles[0])
    parts = index_of(catalogue).parts
    shown = [cell for cell in cells if cell.value != NONE and cell.code in parts]
    widths = [max(len(cell.label), len(cell.value)) + 2 for cell in shown]
    head = "".join(cell.label.ljust(width) for cell, width in zip(shown, widths, strict=True)).rstrip()
    row = "".join(cell.value.ljust(width) for cell, width in zip(shown, widths, strict=True)).rstrip()
    one = f"{_EXAMPLE_NAME} (Max 1) " + " ".join(f"{cell.label} {cell.value}" for cell in shown)
    return [one, f"{_EXAMPLE_NAME}\n{head}\n{row}"]
