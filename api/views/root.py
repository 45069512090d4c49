"""Where the interface begins, what its problems mean, and what is nowhere."""

from typing import Any

from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from api.base import Resource
from api.errors import KINDS, PREFIX, Problem
from api.permissions import Anyone
from api.schema import Answer, describes
from api.serializers.root import Addresses, ProblemKind


class Root(Resource):
    """The first address."""

    permission_classes = (Anyone,)

    @describes("root", "Where things are", tag="start", answers={200: Answer(Addresses)})
    def get(self, request: Request) -> Response:
        """The addresses from which everything else is found."""
        names = Addresses().fields
        return Response({name: request.build_absolute_uri(reverse(f"api_{name}")) for name in names})


class ProblemPage(Resource):
    """A kind of problem."""

    permission_classes = (Anyone,)

    @describes(
        "problem",
        "What a kind of problem means",
        tag="start",
        answers={200: Answer(ProblemKind)},
        problems=("not-found",),
    )
    def get(self, request: Request, kind: str) -> Response:
        """What the ``type`` of a problem leads to."""
        if kind not in KINDS:
            raise Problem("not-found", "No problem is called this.")
        known = KINDS[kind]
        return Response({"type": f"{PREFIX}{kind}", **known._asdict()})


class Nowhere(Resource):
    """Every other address below /api/."""

    permission_classes = (Anyone,)
    schema = None

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Whatever is asked, and how."""
        super().initial(request, *args, **kwargs)
        slash = "Addresses of this interface end without a slash." if request.path.endswith("/") else ""
        raise Problem("not-found", slash or "There is no such address: docs/api.md lists them.")
