"""The root of the API, its kinds of problems, its schema and documentation, and unknown addresses."""

from functools import lru_cache
from threading import Lock
from typing import Any

from csp.decorators import csp_update
from django.conf import settings
from django.http import HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.urls import reverse
from django.utils.decorators import method_decorator
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiJsonRenderer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.root.serializers import ProblemKindSerializer, RootSerializer
from api.shared.base import BaseView
from api.shared.errors import PROBLEM_KINDS, PROBLEM_PREFIX, Problem
from api.shared.permissions import Anyone
from api.shared.public import PublicView, public_response
from api.shared.responses import serialize
from api.shared.schema import operation
from builder import VERSION
from builder.catalogue.limits import limits
from builder.catalogue.store import editions
from builder.points.document.json_reader import Limits


class RootView(BaseView):
    """The root of the API."""

    open_data = True
    permission_classes = (Anyone,)

    @operation("root", "Addresses of the API", tag="start", responses={200: RootSerializer})
    def get(self, request: Request) -> Response:
        """Return the addresses from which you can find all others."""
        fields = RootSerializer().fields.items()
        names = [name for name, field in fields if isinstance(field, serializers.URLField)]
        addresses = {name: request.build_absolute_uri(reverse(f"api_{name}")) for name in names}
        return Response({"version": VERSION, **addresses})


class ProblemKindView(BaseView):
    """The meaning of a kind of problem."""

    open_data = True
    permission_classes = (Anyone,)

    @operation("problem", "Meaning of a kind of problem", tag="start", responses={200: ProblemKindSerializer})
    def get(self, request: Request, kind: str) -> Response:
        """Return what the ``type`` of a problem means."""
        if kind not in PROBLEM_KINDS:
            raise Problem("not-found", "Unknown kind of problem.")
        value = {"type": f"{PROBLEM_PREFIX}{kind}", **PROBLEM_KINDS[kind]._asdict()}
        return Response(serialize(ProblemKindSerializer, request, value))


class NotFoundView(BaseView):
    """All other addresses below /api/."""

    permission_classes = (Anyone,)
    schema = None

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Raise the problem "not-found" for every request."""
        super().initial(request, *args, **kwargs)
        hint = "Addresses of this API have no slash at the end." if request.path.endswith("/") else ""
        raise Problem("not-found", hint or "This address doesn't exist. /api/v1/docs lists all addresses.")


class SchemaView(PublicView):
    """The OpenAPI 3.1 schema."""

    schema = None

    def get(self, request: Request) -> HttpResponse | Response:
        """Return the schema, with the editions of this site."""
        digests = tuple(editions().order_by("digest").values_list("digest", flat=True))
        with _rendering_lock:
            text = _render_schema(digests, limits())
        return public_response(request, text, OpenApiJsonRenderer.media_type)


_rendering_lock = Lock()  # so that one thread renders the schema while the others wait


@lru_cache(maxsize=2)
def _render_schema(_editions: tuple[str, ...], _limits: Limits) -> str:
    """Return the schema as text. Rendering takes a second, so the text is cached.

    The schema depends on the editions and the limits, so they are the key of the cache.
    """
    schema = SchemaGenerator().get_schema(request=None, public=True)
    text: bytes = OpenApiJsonRenderer().render(schema, renderer_context={})
    return text.decode()


# Swagger UI's stylesheet contains pictures as "data:" URLs.
@method_decorator(csp_update({"img-src": "data:"}), name="dispatch")
class ReferenceView(BaseView):
    """Swagger UI within a page of Musterbook."""

    permission_classes = (Anyone,)
    throttle_classes = ()
    schema = None

    def get(self, request: Request) -> HttpResponse:
        """Return the page. Logged-in users also get the CSRF cookie, which the page needs for requests."""
        plain = request._request
        if request.user.is_authenticated:
            get_token(plain)
        return render(plain, "api/reference.html", {"csrf_cookie": settings.CSRF_COOKIE_NAME})
