"""What the points core finds, as the JSON values that ``api.calculations.serializers`` describes."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from api.calculations.serializers import ChangesSerializer
from builder.exports.json import appraisal_value
from builder.points.appraisal import appraise
from builder.points.capacity import RemainingCapacity
from builder.points.catalogue import Catalogue
from builder.points.changes import Change, summary_lines
from builder.points.document import Document, dump_profile
from builder.points.profile_fixes import appraise_with_fixes
from builder.points.results import ProfileAppraisal, finding_to_json
from builder.points.roster_plan import RosterPlan
from builder.points.shorthand import ParsedPiece, ParsedProfile, ParsedText, Question, Unparsed
from builder.points.steps import Candidate, Step, StepPair, candidates_at, steps_of
from builder.points.what_if import ValueChange, WhatIf

Json = dict[str, Any]

_FEW = 8


def join_first(words: Collection[str]) -> str:
    """The first few words joined by commas."""
    text = ", ".join(list(words)[:_FEW])
    return f"{text} …" if len(words) > _FEW else text


# ------------------------------------------------------------------ a list


def serialize_appraisal(document: Document, catalogue: Catalogue, asked: Mapping[str, Any]) -> Json:
    """The value of an ``AppraisalSerializer``, with what an ``AppraisalQuerySerializer`` asked for."""
    appraisal = appraise_with_fixes(document, catalogue)
    return appraisal_value(document, catalogue, appraisal, sheet=asked.get("include") == "sheet")


# ------------------------------------------------------------------ one profile


def serialize_steps(what_if: WhatIf, places: Iterable[str]) -> Json:
    """The value of a ``StepsSerializer``: next steps, and what could be picked at some places."""
    steps = steps_of(what_if)
    return {
        "profile": what_if.key,
        "values": {code: _serialize_pair(pair) for code, pair in steps.values.items()},
        "options": {
            code: {option: change.points for option, change in options.items()}
            for code, options in steps.options.items()
        },
        "weapon_values": {at: _serialize_pair(pair) for at, pair in steps.fields.items()},
        "candidates": {
            place: [_serialize_candidate(candidate) for candidate in candidates_at(what_if, place)]
            for place in places
        },
    }


def _serialize_pair(pair: StepPair) -> Json:
    return {"down": _serialize_step(pair.down), "up": _serialize_step(pair.up)}


def _serialize_step(step: Step | None) -> Json | None:
    if step is None:
        return None
    return {"value": step.value, "change": step.change, **_serialize_spent(step.spent)}


def _serialize_spent(spent: Iterable[ValueChange]) -> Json:
    """What a change uses more of, by the code of the value; left out where that is nothing."""
    changes = {value.code: change for value, change in spent}
    return {"spent": changes} if changes else {}


def _serialize_candidate(candidate: Candidate) -> Json:
    return {
        "code": candidate.entry.code,
        "name": candidate.entry.name,
        "change": candidate.change,
        **_serialize_spent(candidate.spent),
        "breaks": [finding_to_json(finding) for finding in candidate.new_errors],
    }


# ------------------------------------------------------------------ one roster


def serialize_fits(capacity: RemainingCapacity) -> Json:
    """The value of a ``FitsResultSerializer``."""
    return {
        "fits": [
            {
                "profile": fit.profile,
                "each": fit.each,
                "most": fit.most,
                "has_errors": fit.has_errors,
                **({"size": capacity.units[fit.profile].size} if capacity.units else {}),
            }
            for fit in capacity.fits
        ],
        "fills": [
            {
                "entries": [_serialize_row(capacity, *row) for row in fill.entries],
                "points": fill.points,
                "models": fill.models,
                "rest": fill.points_left,
            }
            for fill in capacity.fills
        ],
        "exact": capacity.exact,
        "stops": [{"profile": key, "rule": rule} for key, rule in capacity.blocking_rules.items()],
    }


def _serialize_row(capacity: RemainingCapacity, key: str, count: int) -> Json:
    """A row that can be added to the entries of a roster."""
    kind = capacity.units[key].kind if key in capacity.units else ""
    return {"profile": key, "count": count, **({"unit": kind} if kind else {})}


def serialize_plan(plan: RosterPlan | None, place: int) -> Json | None:
    """The value of a ``PlanSerializer``; ``place`` is that of the roster in its document."""
    if plan is None:
        return None
    patch = [operation._replace(path=f"/rosters/{place}{operation.path}") for operation in plan.patch]
    return {
        "removed": [{"profile": key, "count": count} for key, count in plan.removed.items()],
        "limit": plan.limit,
        "points": plan.points,
        "models": plan.models,
        "exact": plan.exact,
        "patch": [operation.to_json() for operation in patch],
    }


# ------------------------------------------------------------------ two documents


def serialize_changes(changes: Sequence[Change]) -> Json:
    """The value of a ``ChangesSerializer``."""
    return dict(ChangesSerializer({"results": changes, "lines": summary_lines(changes)}).data)


# ------------------------------------------------------------------ a text


def serialize_shorthand(text: ParsedText, catalogue: Catalogue) -> Json:
    """The value of a ``ShorthandSerializer``: the profiles of a text, appraised as a list of their own."""
    profiles = text.profiles_to_save()
    document = Document(system=catalogue.system, edition=catalogue.edition, name="", profiles=tuple(profiles))
    appraisals = appraise(document, catalogue).profiles
    return {
        "profiles": [
            {
                "profile": dump_profile(profile, catalogue),
                **_serialize_profile(parsed, catalogue, appraisal),
            }
            for profile, parsed, appraisal in zip(profiles, text.profiles, appraisals, strict=True)
        ],
        "read": _serialize_pieces(text.pieces),
        "unread": _serialize_unparsed(text.unparsed),
        "questions": [
            {
                **_position(question),
                "prompt": question.prompt,
                "choices": [choice._asdict() for choice in question.choices],
            }
            for question in text.questions
        ],
    }


def _serialize_profile(parsed: ParsedProfile, catalogue: Catalogue, appraisal: ProfileAppraisal) -> Json:
    return {
        "line": parsed.line,
        "points": appraisal.points,
        "findings": [finding_to_json(finding) for finding in appraisal.findings],
        "said": [_serialize_claim(claim, appraisal.points) for claim in parsed.claims],
        "read": _serialize_pieces(parsed.pieces),
        "unread": _serialize_unparsed(parsed.unparsed),
    }


def _serialize_claim(says: int, comes: int | None) -> Json:
    return {"says": says, "comes": comes, "same": says == comes}


def _serialize_pieces(pieces: Iterable[ParsedPiece]) -> list[Json]:
    """The pieces with a meaning; punctuation and joining words have none."""
    return [{**_position(piece), "meaning": piece.meaning} for piece in pieces if piece.meaning]


def _serialize_unparsed(unparsed: Iterable[Unparsed]) -> list[Json]:
    return [{**_position(rest), "near": list(rest.near), "mend": rest.suggestion} for rest in unparsed]


def _position(piece: ParsedPiece | Unparsed | Question) -> Json:
    return {"line": piece.line, "start": piece.start, "end": piece.end, "text": piece.text}
