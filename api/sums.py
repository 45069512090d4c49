"""What the points core finds, as the JSON values that ``api.serializers.sums`` describes."""

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from api.serializers.sums import ChangesShape
from builder.points.appraisal import appraise
from builder.points.catalogue import Catalogue
from builder.points.changes import Change, fold
from builder.points.document import Document, dump_profile
from builder.points.fits import Room
from builder.points.results import ProfileAppraisal
from builder.points.sheet import stat_line
from builder.points.shorthand import Pasted, Piece, Reading, Rest
from builder.points.shorthand.outcome import mend_of, said, with_rests
from builder.points.steps import Candidate, Step, candidates_at, steps_of
from builder.points.steps import Steps as StepPair
from builder.points.what_if import WhatIf

Json = dict[str, Any]

_FEW = 8


def some(words: Collection[str]) -> str:
    """The first of some words."""
    told = ", ".join(list(words)[:_FEW])
    return f"{told} …" if len(words) > _FEW else told


# ------------------------------------------------------------------ one profile


def steps(what_if: WhatIf, places: Iterable[str]) -> Json:
    """The next steps of a profile, and what could be picked at some places."""
    found = steps_of(what_if)
    return {
        "profile": what_if.key,
        "values": {code: _pair(pair) for code, pair in found.values.items()},
        "options": {code: dict(options) for code, options in found.options.items()},
        "weapon_values": {at: _pair(pair) for at, pair in found.fields.items()},
        "candidates": {
            place: [_candidate(candidate) for candidate in candidates_at(what_if, place)] for place in places
        },
    }


def _pair(pair: StepPair) -> Json:
    return {"down": _step(pair.down), "up": _step(pair.up)}


def _step(step: Step | None) -> Json | None:
    return None if step is None else step._asdict()


def _candidate(candidate: Candidate) -> Json:
    return {
        "code": candidate.entry.code,
        "name": candidate.entry.name,
        "change": candidate.change,
        "breaks": [finding._asdict() for finding in candidate.breaks],
    }


# ------------------------------------------------------------------ one roster


def room(found: Room) -> Json:
    """What fits into a roster."""
    return {
        "fits": [{"profile": fit.profile, "each": fit.each, "most": fit.most} for fit in found.fits],
        "fills": [
            {
                "entries": [{"profile": key, "count": count} for key, count in fill.entries],
                "points": fill.points,
                "models": fill.models,
                "rest": fill.rest,
            }
            for fill in found.fills
        ],
        "exact": found.exact,
        "stops": [{"profile": key, "rule": rule} for key, rule in found.stops.items()],
    }


# ------------------------------------------------------------------ two documents


def told(found: Sequence[Change]) -> Json:
    """What changed."""
    return dict(ChangesShape({"results": found, "lines": fold(found)}).data)


# ------------------------------------------------------------------ a text


def reading(found: Reading, catalogue: Catalogue) -> Json:
    """A text that was read, its profiles appraised as a list of their own."""
    kept = with_rests(found)
    alone = Document(system=catalogue.system, edition=catalogue.edition, name="", profiles=tuple(kept))
    judged = appraise(alone, catalogue).profiles
    return {
        "profiles": [
            {
                "profile": dump_profile(profile, catalogue),
                **_pasted(pasted, catalogue, appraisal),
            }
            for profile, pasted, appraisal in zip(kept, found.profiles, judged, strict=True)
        ],
        "read": _pieces(found.pieces),
        "unread": _rests(found.rests),
    }


def _pasted(pasted: Pasted, catalogue: Catalogue, appraisal: ProfileAppraisal) -> Json:
    cells = stat_line(catalogue, pasted.profile, appraisal)
    claims = [said(claim, cells, appraisal.points) for claim in pasted.claims]
    return {
        "line": pasted.line,
        "points": appraisal.points,
        "findings": [finding._asdict() for finding in appraisal.findings],
        "said": [{**claim._asdict(), "same": claim.same} for claim in claims],
        "read": _pieces(pasted.pieces),
        "unread": _rests(pasted.rests),
    }


def _pieces(found: Iterable[Piece]) -> list[Json]:
    """What means something: marks and joining words do not."""
    return [{**_place(piece), "meaning": piece.meaning} for piece in found if piece.meaning]


def _rests(found: Iterable[Rest]) -> list[Json]:
    return [{**_place(rest), "near": list(rest.near), "mend": mend_of(rest)} for rest in found]


def _place(found: Piece | Rest) -> Json:
    return {"line": found.line, "start": found.start, "end": found.end, "text": found.text}
