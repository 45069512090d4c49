"""The gallery of public lists: found by what they have, and reported."""

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import remove_query_param, replace_query_param

from api.base import Resource
from api.bodies import read_body
from api.filters import PARAMETERS, read_filters
from api.permissions import Anyone, WriteByAnyone
from api.schema import Answer, describes
from api.serializers.gallery import GalleryChoices, GalleryPage, NewReport, choices_of, rows_of
from builder.catalogue.store import all_catalogues
from builder.models import User
from builder.queries.access import public_list
from builder.queries.gallery import Cursor, choices, page_of
from builder.queries.gallery_question import property_names
from builder.services.gallery import report


class Gallery(Resource):
    """Public lists."""

    permission_classes = (Anyone,)

    @describes(
        "gallery", "Public lists by what is in them, a page at a time", tag="gallery",
        answers={200: Answer(GalleryPage)}, parameters=PARAMETERS,
    )  # fmt: skip
    def get(self, request: Request) -> Response:
        """All that is asked for must hold. The order is that of the page of the gallery."""
        question = read_filters(request)
        values = question.form.cleaned_data
        page = page_of(question.qs, question.sorted_by(), after=values["after"], before=values["before"])
        told = {
            "total": page.count,
            "next": _address(request, "after", page.older),
            "previous": _address(request, "before", page.newer),
            "results": rows_of(page),
        }
        return Response(told)


class GalleryOptions(Resource):
    """What there is to ask for."""

    permission_classes = (Anyone,)

    @describes(
        "gallery_choices", "What public lists have, and how many have it", tag="gallery",
        answers={200: Answer(GalleryChoices)},
    )  # fmt: skip
    def get(self, request: Request) -> Response:
        """Settings, game sizes, properties and spells: what most lists have."""
        return Response(choices_of(choices(), property_names(all_catalogues().values())))


class Reports(Resource):
    """Reports of a public list."""

    permission_classes = (WriteByAnyone,)

    @describes(
        "report", "Tell staff about a public list", tag="gallery",
        request=NewReport, answers={204: Answer(None)}, problems=("not-found", "too-much", "conflict"),
    )  # fmt: skip
    def post(self, request: Request, listed: str) -> Response:
        """Nobody needs an account for it. Your next report of the same list takes the place of this one."""
        row = public_list(listed)
        by = request.user if isinstance(request.user, User) else None
        report(row, by, read_body(NewReport, request)["reason"])
        return Response(status=204)


def _address(request: Request, name: str, at: Cursor | None) -> str | None:
    """The whole address of this question from a place on."""
    if at is None:
        return None
    here = request.build_absolute_uri()
    for other in ("after", "before"):
        here = remove_query_param(here, other)
    return str(replace_query_param(here, name, str(at)))
