"""Views that calculate from a document in the request. Nothing is stored, and no account is needed."""

from collections.abc import Collection
from dataclasses import replace
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from api.calculations.results import appraisal_json, document_changes, shorthand_value
from api.calculations.serializers import (
    AppraisalQuerySerializer,
    AppraisalSerializer,
    ChangesInputSerializer,
    ChangesSerializer,
    DocumentFingerprintsSerializer,
    FitsInputSerializer,
    FitsResultSerializer,
    PlanAnswerSerializer,
    ShorthandInputSerializer,
    ShorthandSerializer,
    StepsInputSerializer,
    StepsSerializer,
)
from api.shared.base import BaseView
from api.shared.bodies import read_body, read_document, read_query
from api.shared.permissions import Anyone
from api.shared.responses import serialize
from api.shared.schema import DOCUMENT, operation
from builder.catalogue.aliases import aliases_of
from builder.catalogue.limits import limits
from builder.catalogue.store import all_catalogues, catalogue_of, get_catalogue, get_edition
from builder.points.advice.capacity import remaining_capacity
from builder.points.advice.roster_plan import plans_for_roster
from builder.points.advice.steps import candidates_at, find_next_steps
from builder.points.advice.what_if import WhatIf
from builder.points.document.document import Document, DocumentError, find_catalogue
from builder.points.document.fingerprint import FingerprintMaker
from builder.points.other_builders.pasted import read_pasted

_MAX_PICKS_TO_TRY = 200
_MAX_WORDS_SHOWN = 8


class CalculationView(BaseView):
    """The base of views that calculate. Nothing is stored, and no account is needed."""

    cost = "appraisal"
    permission_classes = (Anyone,)


class AppraisalView(CalculationView):
    """Points and legality of a document."""

    @operation(
        "appraisals", "Appraise a document", tag="calculations", request=DOCUMENT,
        responses={200: AppraisalSerializer}, parameters=[AppraisalQuerySerializer],
    )  # fmt: skip
    def post(self, request: Request) -> Response:
        """Return every line, total and finding. The document may be illegal."""
        options = read_query(AppraisalQuerySerializer, request)
        document = read_document(request)
        catalogue = get_catalogue(document.system, document.edition)
        return Response(appraisal_json(document, catalogue, options, request.data))


class StepsView(CalculationView):
    """The next steps of one profile."""

    @operation(
        "steps", "Price the next steps of a profile", tag="calculations", request=StepsInputSerializer,
        responses={200: StepsSerializer},
    )  # fmt: skip
    def post(self, request: Request) -> Response:
        """Return what each single change of the profile costs.

        The changes are each number one step up or down, each option of each choice, and each possible pick.
        """
        body = read_body(StepsInputSerializer, request)
        document, key = body["document"], body["profile"]
        profiles = document.profiles_by_key()
        if key not in profiles:
            fix = f"write one of {_join_first(profiles)}" if profiles else "add one to the document"
            raise DocumentError("profile", "is not a profile of the document", fix)
        what_if = WhatIf(document, key, get_catalogue(document.system, document.edition))
        places = _places_to_try(body, what_if)
        self.charge_again(request, what_if.property_count // _MAX_PICKS_TO_TRY)
        value = {
            "profile": key,
            "steps": find_next_steps(what_if),
            "candidates": {place: candidates_at(what_if, place) for place in places},
        }
        return Response(serialize(StepsSerializer, request, value))


class FitsView(CalculationView):
    """The profiles that can be added to one roster."""

    @operation(
        "fits", "What still fits in a roster", tag="calculations", request=FitsInputSerializer,
        responses={200: FitsResultSerializer},
    )  # fmt: skip
    def post(self, request: Request) -> Response:
        """Return how many more of each profile fit, and ways to fill the roster."""
        full_list, roster_index = _read_roster(request)
        document = replace(full_list, rosters=(full_list.rosters[roster_index],))
        catalogue = get_catalogue(document.system, document.edition)
        capacity = remaining_capacity(document, 0, catalogue)
        return Response(serialize(FitsResultSerializer, request, capacity, units=capacity.units))


class PlanView(CalculationView):
    """The plans that make one roster legal."""

    @operation(
        "plan", "How to make a roster legal", tag="calculations", request=FitsInputSerializer,
        responses={200: PlanAnswerSerializer},
    )  # fmt: skip
    def post(self, request: Request) -> Response:
        """Return up to four ways to make the roster legal, each checked by all rules."""
        full_list, roster_index = _read_roster(request)
        document = replace(full_list, rosters=(full_list.rosters[roster_index],))
        catalogue = get_catalogue(document.system, document.edition)
        plans = plans_for_roster(document, 0, catalogue, full_list=full_list, sent=_sent_document(request))
        ways = [plan.moved_below(f"/rosters/{roster_index}") for plan in plans]
        value = {"plan": ways[0] if ways else None, "ways": ways}
        return Response(serialize(PlanAnswerSerializer, request, value))


class FingerprintsView(CalculationView):
    """The fingerprints of a document, as on its papers."""

    @operation(
        "fingerprints", "Fingerprints of a document", tag="calculations", request=DOCUMENT,
        responses={200: DocumentFingerprintsSerializer},
    )  # fmt: skip
    def post(self, request: Request) -> Response:
        """Return the fingerprints of the list and of each roster, to compare with a printed sheet."""
        document = read_document(request)
        edition = get_edition(document.system, document.edition)
        list_fingerprints = FingerprintMaker(catalogue_of(edition), edition.digest).of_all(document)
        rosters = [
            {"name": roster.name, "fingerprints": fingerprints}
            for roster, fingerprints in zip(document.rosters, list_fingerprints.rosters, strict=True)
        ]
        value = {"edition": edition, "fingerprints": list_fingerprints.company_list, "rosters": rosters}
        return Response(serialize(DocumentFingerprintsSerializer, request, value))


class DocumentChangesView(CalculationView):
    """The changes between two documents."""

    @operation(
        "changes_between",
        "Compare two documents",
        tag="calculations",
        request=ChangesInputSerializer,
        responses={200: ChangesSerializer},
    )
    def post(self, request: Request) -> Response:
        """Return the differences between two documents, in words and as data."""
        body = read_body(ChangesInputSerializer, request)
        before, after = body["before"], body["after"]
        for name in ("system", "edition"):
            was, now = getattr(before, name), getattr(after, name)
            if was != now:
                raise DocumentError(f"after.{name}", "differs from before", f'write "{was}" in both')
        catalogue = get_catalogue(before.system, before.edition)
        return Response(serialize(ChangesSerializer, request, document_changes(before, after, catalogue)))


class ShorthandView(CalculationView):
    """Stat lines as players write them."""

    @operation(
        "shorthand", "Read stat lines", tag="calculations", request=ShorthandInputSerializer,
        responses={200: ShorthandSerializer},
    )  # fmt: skip
    def post(self, request: Request) -> Response:
        """Return the profiles of a text, and what was and wasn't understood.

        For a part with two possible meanings, the result also has a question.
        """
        body = read_body(ShorthandInputSerializer, request)
        catalogue = find_catalogue(body, all_catalogues())
        try:
            parsed = read_pasted(body["text"], catalogue, aliases_of(catalogue), limits=limits())
        except DocumentError as error:
            raise DocumentError("text", f"{error.path} {error.problem}".strip(), error.fix) from error
        value = shorthand_value(parsed, catalogue)
        return Response(serialize(ShorthandSerializer, request, value, catalogue=catalogue))


def _join_first(words: Collection[str]) -> str:
    """Return the first few words joined by commas."""
    text = ", ".join(list(words)[:_MAX_WORDS_SHOWN])
    return f"{text} …" if len(words) > _MAX_WORDS_SHOWN else text


def _sent_document(request: Request) -> object:
    """Return the JSON value that the document was read from. The patches of plans apply to this value."""
    data: Any = request.data
    return data["document"]


def _read_roster(request: Request) -> tuple[Document, int]:
    """Return the sent document and the index of its requested roster."""
    body = read_body(FitsInputSerializer, request)
    document: Document = body["document"]
    roster_index: int = body["roster"]
    count = len(document.rosters)
    if roster_index >= count:
        fix = f"write a number from 0 to {count - 1}" if count else "add one to the document"
        raise DocumentError("roster", "is not the index of a roster of the document", fix)
    return document, roster_index


def _places_to_try(body: dict[str, Any], what_if: WhatIf) -> tuple[str, ...]:
    """Return the places at which to try picks: the requested place, or all places if none is requested.

    A profile with many picks requires a place, because the time for all places grows with the square of the
    number of picks. Raises DocumentError for a missing or unknown place.
    """
    known, place = what_if.pick_places, body.get("place")
    if place is None and what_if.property_count <= _MAX_PICKS_TO_TRY:
        return known
    if place in known:
        return (place,)
    problem = "is not a pick slot or weapon of this profile"
    if place is None:
        problem = f"is needed for a profile with more than {_MAX_PICKS_TO_TRY} properties and spells"
    raise DocumentError("place", problem, f"write one of {_join_first(known)}")
