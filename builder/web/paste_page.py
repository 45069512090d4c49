"""What the page for pasting shows: each profile that was read, from which words, and what was not read."""

import hashlib
from collections.abc import Iterable
from dataclasses import replace
from itertools import groupby
from typing import NamedTuple

from django.utils.safestring import SafeString

from builder.points.appraisal import appraise
from builder.points.catalogue import Catalogue
from builder.points.design import Design, new_design
from builder.points.document import Document, Profile
from builder.points.results import Appraisal, ProfileAppraisal
from builder.points.sheet import NONE, traits
from builder.points.shorthand import Claim, Pasted, Piece, Reading, Rest
from builder.points.shorthand.outcome import mend_of, said
from builder.web.list_page import traits_html
from builder.web.presenting import (
    Cell,
    Remark,
    points_text,
    profile_name,
    remarks,
    stat_line,
    stat_line_html,
)

_FEW = 3
_MARKS = "*_#> "
_EXAMPLE_NAME = "Second"


class ShownSaid(NamedTuple):
    """Points that the text says, beside those that it comes to."""

    what: str
    says: str
    comes: str
    same: bool


class Word(NamedTuple):
    """What was read in a line, and as what."""

    text: str
    meaning: str


class Unread(NamedTuple):
    """What was not read, where it stands, and what may have been meant."""

    line: int
    text: str
    mend: str


class PastedProfile(NamedTuple):
    """A profile as it would be saved."""

    name: str
    most: int | None
    points: str
    stat_line: SafeString
    traits: SafeString
    notes: str
    remarks: list[Remark]
    said: list[ShownSaid]
    words: list[Word]
    rests: list[Unread]


class PastePage(NamedTuple):
    """All of a reading. ``titles`` belong to no profile; ``opened``: the words are shown at once."""

    profiles: list[PastedProfile]
    titles: list[Word]
    rests: list[Unread]
    unread: int
    opened: bool
    mark: str


def mark_of(text: str) -> str:
    """A mark of a text, by which it is known again."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def paste_page(reading: Reading, text: str, document: Document, catalogue: Catalogue) -> PastePage:
    """The reading of a text beside the list that it would go to, whose profiles it may name."""
    pasted = tuple(found.profile for found in reading.profiles)
    appraisal = appraise(replace(document, profiles=(*document.profiles, *pasted)), catalogue)
    names = {p.key: profile_name(p.name) for p in (*document.profiles, *pasted)}
    judged = _judged(appraisal)
    return PastePage(
        profiles=[_profile(catalogue, found, judged[found.profile.key], names) for found in reading.profiles],
        titles=[Word(word.text.strip(_MARKS), word.meaning) for word in _words(reading.pieces)],
        rests=[_unread(rest) for rest in reading.rests],
        unread=len(reading.all_rests),
        opened=len(reading.profiles) <= _FEW,
        mark=mark_of(text),
    )


def _judged(appraisal: Appraisal) -> dict[str, ProfileAppraisal]:
    return {profile.key: profile for profile in appraisal.profiles}


def _profile(
    catalogue: Catalogue, pasted: Pasted, found: ProfileAppraisal, names: dict[str, str]
) -> PastedProfile:
    profile = pasted.profile
    cells = stat_line(catalogue, profile, found)
    return PastedProfile(
        name=profile_name(profile.name),
        most=profile.max,
        points=points_text(found.points),
        stat_line=stat_line_html(cells),
        traits=traits_html(traits(catalogue, profile, names)),
        notes=profile.notes,
        remarks=remarks(catalogue, found.findings),
        said=[_said(claim, cells, found.points) for claim in pasted.claims],
        words=_words(pasted.pieces),
        rests=[_unread(rest) for rest in pasted.rests],
    )


def _said(claim: Claim, cells: Iterable[Cell], points: int | None) -> ShownSaid:
    found = said(claim, cells, points)
    return ShownSaid(found.what, points_text(found.says), points_text(found.comes), found.same)


def _words(pieces: Iterable[Piece]) -> list[Word]:
    """The pieces that mean something; those of one weapon follow each other as they stand."""
    told = [piece for piece in pieces if piece.meaning]
    same = groupby(told, key=lambda piece: (piece.start, piece.end))
    return [
        Word(found[0].text, ", ".join(dict.fromkeys(piece.meaning for piece in found)))
        for found in (list(group) for _, group in same)
    ]


def _unread(rest: Rest) -> Unread:
    return Unread(rest.line, rest.text, mend_of(rest))


def examples(catalogue: Catalogue) -> list[str]:
    """How stat lines may be written: in one line, and as a sheet."""
    design = new_design(catalogue)
    profile = Profile(key="example", name=_EXAMPLE_NAME, design=Design(values=design.values))
    document = Document(system=catalogue.system, edition=catalogue.edition, name="", profiles=(profile,))
    cells = stat_line(catalogue, profile, appraise(document, catalogue).profiles[0])
    told = [cell for cell in cells if cell.value != NONE]
    widths = [max(len(cell.label), len(cell.value)) + 2 for cell in told]
    head = "".join(cell.label.ljust(width) for cell, width in zip(told, widths, strict=True)).rstrip()
    row = "".join(cell.value.ljust(width) for cell, width in zip(told, widths, strict=True)).rstrip()
    one = f"{_EXAMPLE_NAME} (Max 1) " + " ".join(f"{cell.label} {cell.value}" for cell in told)
    return [one, f"{_EXAMPLE_NAME}\n{head}\n{row}"]
