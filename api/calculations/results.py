"""What the points core finds, as the JSON values that ``api.calculations.serializers`` describes."""

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from api.calculations.serializers import ChangesSerializer
from builder.points.appraisal import appraise
from builder.points.capacity import RemainingCapacity
from builder.points.catalogue import Catalogue
from builder.points.changes import Change, summary_lines
from builder.points.document import Document, dump_profile
from builder.points.results import ProfileAppraisal
from builder.points.shorthand import ParsedPiece, ParsedProfile, ParsedText, Unparsed
from builder.points.shorthand.outcome import check_claim, profiles_to_save, suggestion_for
from builder.points.stat_line import stat_line
from builder.points.steps import Candidate, Step, StepPair, candidates_at, steps_of
from builder.points.what_if import WhatIf

Json = dict[str, Any]

_FEW = 8


def join_first(words: Collection[str]) -> str:
    """The first of some words."""
    told = ", ".join(list(words)[:_FEW])
    return f"{told} …" if len(words) > _FEW else told


# ------------------------------------------------------------------ one profile


def serialize_steps(what_if: WhatIf, places: Iterable[str]) -> Json:
    """The next steps of a profile, and what could be picked at some places."""
    found = steps_of(what_if)
    return {
        "profile": what_if.key,
        "values": {code: _serialize_pair(pair) for code, pair in found.values.items()},
        "options": {code: dict(options) for code, options in found.options.items()},
        "weapon_values": {at: _serialize_pair(pair) for at, pair in found.fields.items()},
        "candidates": {
            place: [_serialize_candidate(candidate) for candidate in candidates_at(what_if, place)]
            for place in places
        },
    }


def _serialize_pair(pair: StepPair) -> Json:
    return {"down": _serialize_step(pair.down), "up": _serialize_step(pair.up)}


def _serialize_step(step: Step | None) -> Json | None:
    return None if step is None else step._asdict()


def _serialize_candidate(candidate: Candidate) -> Json:
    return {
        "code": candidate.entry.code,
        "name": candidate.entry.name,
        "change": candidate.change,
        "breaks": [finding._asdict() for finding in candidate.new_errors],
    }


# ------------------------------------------------------------------ one roster


def serialize_fits(found: RemainingCapacity) -> Json:
    """What fits into a roster."""
    return {
        "fits": [{"profile": fit.profile, "each": fit.each, "most": fit.most} for fit in found.fits],
        "fills": [
            {
                "entries": [{"profile": key, "count": count} for key, count in fill.entries],
                "points": fill.points,
                "models": fill.models,
                "rest": fill.points_left,
            }
            for fill in found.fills
        ],
        "exact": found.exact,
        "stops": [{"profile": key, "rule": rule} for key, rule in found.blocking_rules.items()],
    }


# ------------------------------------------------------------------ two documents


def serialize_changes(found: Sequence[Change]) -> Json:
    """What changed."""
    return dict(ChangesSerializer({"results": found, "lines": summary_lines(found)}).data)


# ------------------------------------------------------------------ a text


def serialize_shorthand(found: ParsedText, catalogue: Catalogue) -> Json:
    """A text that was read, its profiles appraised as a list of their own."""
    kept = profiles_to_save(found)
    alone = Document(system=catalogue.system, edition=catalogue.edition, name="", profiles=tuple(kept))
    judged = appraise(alone, catalogue).profiles
    return {
        "profiles": [
            {
                "profile": dump_profile(profile, catalogue),
                **_serialize_profile(pasted, catalogue, appraisal),
            }
            for profile, pasted, appraisal in zip(kept, found.profiles, judged, strict=True)
        ],
        "read": _serialize_pieces(found.pieces),
        "unread": _serialize_unparsed(found.unparsed),
    }


def _serialize_profile(pasted: ParsedProfile, catalogue: Catalogue, appraisal: ProfileAppraisal) -> Json:
    cells = stat_line(catalogue, pasted.profile, appraisal)
    claims = [check_claim(claim, cells, appraisal.points) for claim in pasted.claims]
    return {
        "line": pasted.line,
        "points": appraisal.points,
        "findings": [finding._asdict() for finding in appraisal.findings],
        "said": [{**claim._asdict(), "same": claim.same} for claim in claims],
        "read": _serialize_pieces(pasted.pieces),
        "unread": _serialize_unparsed(pasted.unparsed),
    }


def _serialize_pieces(found: Iterable[ParsedPiece]) -> list[Json]:
    """What means something: marks and joining words do not."""
    return [{**_position(piece), "meaning": piece.meaning} for piece in found if piece.meaning]


def _serialize_unparsed(found: Iterable[Unparsed]) -> list[Json]:
    return [{**_position(rest), "near": list(rest.near), "mend": suggestion_for(rest)} for rest in found]


def _position(found: ParsedPiece | Unparsed) -> Json:
    return {"line": found.line, "start": found.start, "end": found.end, "text": found.text}
