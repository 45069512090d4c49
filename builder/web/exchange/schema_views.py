"""The JSON Schema of a company list, at an address that does not change."""

import hashlib
from functools import lru_cache

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from builder.catalogue.json_schema import schema_text
from builder.catalogue.limits import limits
from builder.catalogue.store import all_catalogues

AN_HOUR = 60 * 60


@login_not_required
@cache_control(public=True, max_age=AN_HOUR)
@require_safe
def schema(request: HttpRequest) -> HttpResponse:
    """The schema for every edition that is loaded. Any page anywhere may read it: it is nobody's."""
    catalogues = all_catalogues()
    text = schema_text(tuple(catalogues[name] for name in sorted(catalogues)), limits())
    answer = HttpResponse(text, content_type="application/schema+json")
    answer["ETag"] = _etag(text)
    answer = get_conditional_response(request, answer["ETag"], None, answer) or answer
    for name, value in settings.OPEN_DATA_HEADERS.items():
        answer[name] = value
    return answer


@lru_cache(maxsize=8)
def _etag(text: str) -> str:
    return f'"{hashlib.sha256(text.encode()).hexdigest()[:32]}"'
