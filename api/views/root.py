"""Where the interface begins, what its problems mean, and what is nowhere."""

from typing import Any

from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from api.base import BaseView
from api.errors import PROBLEM_KINDS, PROBLEM_PREFIX, Problem
from api.permissions import Anyone
from api.schema import ResponseSpec, describes
from api.serializers.root import ProblemKindSerializer, RootSerializer


class RootView(BaseView):
    """The first address."""

    permission_classes = (Anyone,)

    @describes("root", "Where things are", tag="start", answers={200: ResponseSpec(RootSerializer)})
    def get(self, request: Request) -> Response:
        """The addresses from which everything else is found."""
        names = RootSerializer().fields
        return Response({name: request.build_absolute_uri(reverse(f"api_{name}")) for name in names})


class ProblemKindView(BaseView):
    """A kind of problem."""

    permission_classes = (Anyone,)

    @describes(
        "problem",
        "What a kind of problem means",
        tag="start",
        answers={200: ResponseSpec(ProblemKindSerializer)},
        problems=("not-found",),
    )
    def get(self, request: Request, kind: str) -> Response:
        """What the ``type`` of a problem leads to."""
        if kind not in PROBLEM_KINDS:
            raise Problem("not-found", "No problem is called this.")
        known = PROBLEM_KINDS[kind]
        return Response({"type": f"{PROBLEM_PREFIX}{kind}", **known._asdict()})


class NotFoundView(BaseView):
    """Every other address below /api/."""

    permission_classes = (Anyone,)
    schema = None

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Whatever is asked, and how."""
        super().initial(request, *args, **kwargs)
        slash = "Addresses of this interface end without a slash." if request.path.endswith("/") else ""
        raise Problem("not-found", slash or "There is no such address: docs/api.md lists them.")
