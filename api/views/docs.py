"""The schema of the interface, and a page to read and to try it, served from the site itself."""

import hashlib
from functools import lru_cache

from csp.decorators import csp_update
from django.conf import settings
from django.http import HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.utils.decorators import method_decorator
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiJsonRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from api.base import BaseView
from api.conditions import etag_of, not_modified_response
from api.permissions import Anyone
from builder.catalogue.limits import limits
from builder.catalogue.store import editions
from builder.points.reading import Limits

CACHE_SECONDS = 60 * 60


class SchemaView(BaseView):
    """OpenAPI 3.1. Nobody is asked who they are and nothing is counted: what is kept costs less than that."""

    authentication_classes = ()
    permission_classes = (Anyone,)
    throttle_classes = ()
    schema = None

    def get(self, request: Request) -> HttpResponse | Response:
        """The schema of the editions that are loaded now."""
        digests = tuple(editions().order_by("digest").values_list("digest", flat=True))
        text, etag = _render_schema(digests, limits())
        answer: HttpResponse | Response = not_modified_response(request, etag) or HttpResponse(
            text, content_type=OpenApiJsonRenderer.media_type
        )
        answer["ETag"] = etag
        patch_cache_control(answer, public=True, max_age=CACHE_SECONDS)
        return answer


@lru_cache(maxsize=2)
def _render_schema(_editions: tuple[str, ...], _limits: Limits) -> tuple[bytes, str]:
    """The text and its ETag. It takes a second to make, so it is made once for what it depends on."""
    made = SchemaGenerator().get_schema(request=None, public=True)
    text: bytes = OpenApiJsonRenderer().render(made, renderer_context={})
    return text, etag_of(hashlib.sha256(text).hexdigest()[:32])


# Swagger UI's stylesheet draws its arrows and marks from addresses that hold them.
@method_decorator(csp_update({"img-src": "data:"}), name="dispatch")
class DocsView(BaseView):
    """Swagger UI in a page of the house."""

    permission_classes = (Anyone,)
    throttle_classes = ()
    schema = None

    def get(self, request: Request) -> HttpResponse:
        """The page. Who is logged in gets the cookie that proves a request to be this page's own."""
        plain = request._request
        if request.user.is_authenticated:
            get_token(plain)
        return render(plain, "api/docs.html", {"csrf_cookie": settings.CSRF_COOKIE_NAME})
