"""Lists in pages of other sites: small pages for frames, and oEmbed, which describes the frames.

For these pages, all users are anonymous. The pages read and set no cookies, and show only public content.
"""

import hashlib
from collections.abc import Mapping
from http import HTTPStatus
from urllib.parse import unquote, urlsplit

from csp.constants import NONE, SELF
from csp.decorators import csp_replace
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.urls import resolve, reverse
from django.utils.cache import get_conditional_response, patch_cache_control
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from builder.documents import LoadedList
from builder.points.rules.names import list_name, roster_name
from builder.queries.access import ListAccess
from builder.services.lists import owner_name
from builder.web.shared.decorators import never_store_or_index
from builder.web.shared.link_preview import PREVIEW_HEIGHT, PREVIEW_WIDTH, preview_picture_url
from builder.web.shared.list_access import page_access_for_anybody
from builder.web.sharing.embed_page import embed_context

FRAMED_POLICY = {
    "default-src": [NONE],
    "script-src": [NONE],
    "connect-src": [NONE],
    "style-src": [SELF],
    "font-src": [SELF],
    "img-src": [SELF],
    "form-action": [NONE],
    "base-uri": [NONE],
    "frame-ancestors": ["*"],
}
"""The content security policy of embedded pages.

It allows no scripts and no forms. Any site may show the pages in a frame.
"""

FRAME_WIDTH, FRAME_HEIGHT = 600, 560
"""The default size of a frame in pixels."""

_MIN_FRAME_HEIGHT, _HEAD_HEIGHT, _ROW_HEIGHT = 240, 230, 50
_MAX_PIXELS = 100_000


@csp_replace(FRAMED_POLICY)
@xframe_options_exempt
@login_not_required
@require_safe
def embedded(request: HttpRequest, /, roster: str = "", **address: str) -> HttpResponse:
    """Show an embedded list or roster. For private and for unknown lists, the response is the same: 404."""
    try:
        access, loaded = _load_public(roster, address)
    except Http404:
        return _framed_response(request, "sharing/embed_missing.html", {}, HTTPStatus.NOT_FOUND)
    return _framed_response(request, "sharing/embed.html", embed_context(access, loaded, roster))


def _load_public(roster: str, address: Mapping[str, str]) -> tuple[ListAccess, LoadedList]:
    """Return a list that everybody can see, cut to the ``roster`` if given, or raise Http404."""
    access = page_access_for_anybody(**address)
    loaded = access.load()
    if roster and roster not in loaded.roster_ids:
        raise Http404
    return access, loaded.cut_to(roster) if roster else loaded


def _framed_response(
    request: HttpRequest, template: str, context: dict[str, object], status: int = HTTPStatus.OK
) -> HttpResponse:
    """Return a page that is the same for all users. Browsers check whether a cached copy is still valid."""
    text = render_to_string(template, context)
    response = HttpResponse(text, status=status)
    patch_cache_control(response, private=True, no_cache=True)
    response["X-Robots-Tag"] = "noindex"
    if status != HTTPStatus.OK:
        return response
    response["ETag"] = f'"{hashlib.sha256(text.encode()).hexdigest()[:32]}"'
    return get_conditional_response(request, response["ETag"], None, response) or response


# ------------------------------------------------------------------ oEmbed (https://oembed.com)


@never_store_or_index
@login_not_required
@require_safe
def oembed(request: HttpRequest) -> HttpResponse:
    """Return the title and the frame for the page of a list or roster, in the format of oEmbed.

    If the list isn't public, the status is 404.
    """
    if request.GET.get("format", "json") != "json":
        return _plain_text_response(HTTPStatus.NOT_IMPLEMENTED, "Only format=json is supported.")
    try:
        max_width, max_height = (_parse_pixels(request.GET.get(name)) for name in ("maxwidth", "maxheight"))
    except ValueError:
        return _plain_text_response(HTTPStatus.BAD_REQUEST, "Give maxwidth and maxheight in whole pixels.")
    try:
        roster, address = _parse_page_url(request, request.GET.get("url", ""))
        access, loaded = _load_public(roster, address)
    except Http404:
        return _plain_text_response(
            HTTPStatus.NOT_FOUND, "There is no public list or roster at this address."
        )
    fields = _frame_fields(request, access, loaded, roster, max_width, max_height)
    if max_width >= PREVIEW_WIDTH and max_height >= PREVIEW_HEIGHT:
        fields |= _thumbnail_fields(request, access, roster)
    return JsonResponse(fields)


def _plain_text_response(status: int, message: str) -> HttpResponse:
    return HttpResponse(f"{message}\n", status=status, content_type="text/plain; charset=utf-8")


def _parse_pixels(text: str | None) -> int:
    """Return the maximum size in pixels, or a large number for None. Raise ValueError for invalid sizes."""
    if text is None:
        return _MAX_PIXELS
    if not (text.isascii() and text.isdecimal() and len(text) < len(str(_MAX_PIXELS)) and int(text)):
        raise ValueError(text)
    return int(text)


def _frame_fields(
    request: HttpRequest,
    access: ListAccess,
    loaded: LoadedList,
    roster: str,
    max_width: int,
    max_height: int,
) -> dict[str, object]:
    document = loaded.document
    rows = len(document.rosters[0].entries) if roster else len(document.profiles) + len(document.rosters)
    width = min(FRAME_WIDTH, max_width)
    height = min(max(_MIN_FRAME_HEIGHT, _HEAD_HEIGHT + _ROW_HEIGHT * rows), FRAME_HEIGHT, max_height)
    title = list_name(document.name)
    if roster:
        title = f"{roster_name(document.rosters[0].name, loaded.catalogue.words.roster)} ({title})"
    url = request.build_absolute_uri(embed_url(access, roster))
    frame = {"url": url, "width": width, "height": height, "title": title}
    owner = owner_name(access.row)
    return {
        "version": "1.0",
        "type": "rich",
        "provider_name": "Musterbook",
        "provider_url": request.build_absolute_uri(reverse("home")),
        "title": title,
        **({"author_name": owner} if owner else {}),
        "html": render_to_string("sharing/_frame.html", frame).strip(),
        "width": width,
        "height": height,
    }


def _thumbnail_fields(request: HttpRequest, access: ListAccess, roster: str) -> dict[str, object]:
    picture = preview_picture_url(access.base_url, roster)
    return {
        "thumbnail_url": request.build_absolute_uri(picture),
        "thumbnail_width": PREVIEW_WIDTH,
        "thumbnail_height": PREVIEW_HEIGHT,
    }


def embed_url(access: ListAccess, roster: str) -> str:
    """Return the address of an embedded list, or of its ``roster`` if given."""
    row = access.row
    kind, value = ("embed_shared", row.link) if access.kind == "link" else ("embed", row.public_id)
    return (
        reverse(f"{kind}_roster", args=(value, roster)) if roster else reverse(f"{kind}_list", args=(value,))
    )


def _parse_page_url(request: HttpRequest, url: str) -> tuple[str, dict[str, str]]:
    """Return the id of a roster and the URL parameters of a list, from the address of a page on this site.

    For the page of a list, the id is an empty string. Raise Http404 for other addresses.
    """
    try:
        parts = urlsplit(url)
    except ValueError:
        raise Http404 from None
    if parts.scheme not in ("http", "https") or parts.netloc.lower() != request.get_host().lower():
        raise Http404
    match = resolve(unquote(parts.path))  # raises Resolver404, which is an Http404
    if match.url_name not in _EMBEDDABLE_URL_NAMES:
        raise Http404
    address = dict(match.kwargs)
    return address.pop("roster", ""), address


_EMBEDDABLE_URL_NAMES = {
    "sample",
    *(f"{kind}{name}" for kind in ("", "gallery_", "shared_") for name in ("list", "roster")),
}
