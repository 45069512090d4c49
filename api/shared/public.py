"""Public views. Their responses are the same for everybody, and any cache may store them.

Requests are neither authenticated nor counted against rate limits.
"""

import hashlib
from functools import lru_cache

from django.http import HttpResponse
from django.utils.cache import patch_cache_control
from rest_framework.request import Request
from rest_framework.response import Response

from api.shared.base import BaseView
from api.shared.conditions import etag_of, not_modified_response
from api.shared.permissions import Anyone

CACHE_SECONDS = 60 * 60


class PublicView(BaseView):
    """The base of public views. Counting their requests would cost more than answering them."""

    open_data = True
    authentication_classes = ()
    permission_classes = (Anyone,)
    throttle_classes = ()


def public_response(
    request: Request, text: str, media_type: str = "application/json"
) -> HttpResponse | Response:
    """Return a response with the text, or a 304 if the client already has the text.

    Any cache may store the response for an hour.
    """
    etag = _etag(text)
    response = not_modified_response(request, etag) or HttpResponse(text, content_type=media_type)
    response["ETag"] = etag
    patch_cache_control(response, public=True, max_age=CACHE_SECONDS)
    return response


@lru_cache(maxsize=64)
def _etag(text: str) -> str:
    # The ETag is a digest of the text and not the digest of the edition, because a later version of
    # Musterbook may write the same edition differently.
    return etag_of(hashlib.sha256(text.encode()).hexdigest()[:32])
