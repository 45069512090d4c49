"""Lists in pages of other sites: a small page made to be framed, and oEmbed, which tells of it.

Everybody is nobody here: these pages look at no cookie, set none, and show what a stranger may read.
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
from builder.services.lists import owner_name
from builder.web.shared.decorators import private
from builder.web.shared.html import fill_html
from builder.web.shared.link_preview import PREVIEW_HEIGHT, PREVIEW_WIDTH, preview_picture_url
from builder.web.shared.list_access import ADDRESS_PREFIXES, PageAccess, open_page_access
from builder.web.shared.presentation import list_name, roster_name
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
"""The policy of what may be framed: no script, no form, and every page may frame it."""

WIDTH, HEIGHT = 600, 560
"""The size of a frame in pixels where nobody asks for less."""

_LEAST_HEIGHT, _HEAD, _ROW = 240, 230, 50
_MOST_PIXELS = 100_000


@csp_replace(FRAMED_POLICY)
@xframe_options_exempt
@login_not_required
@require_safe
def embedded(request: HttpRequest, /, roster: str = "", **address: str) -> HttpResponse:
    """A list or a roster to be framed. What is not open, or not any more, is one and the same page."""
    try:
        access, loaded = _load_open(roster, address)
    except Http404:
        return _framed_response(request, "sharing/embed_gone.html", {}, HTTPStatus.NOT_FOUND)
    return _framed_response(request, "sharing/embed.html", embed_context(access, loaded, roster))


def _load_open(roster: str, address: Mapping[str, str]) -> tuple[PageAccess, LoadedList]:
    """The list that everybody may read, cut to one roster where that is asked for; or Http404."""
    access = open_page_access(**address)
    loaded = access.load()
    if roster and roster not in loaded.roster_ids:
        raise Http404
    return access, loaded.cut_to(roster) if roster else loaded


def _framed_response(
    request: HttpRequest, template: str, context: dict[str, object], status: int = HTTPStatus.OK
) -> HttpResponse:
    """The page, without what comes of a request. Each time a browser asks whether its copy still holds."""
    text = render_to_string(template, context)
    response = HttpResponse(text, status=status)
    patch_cache_control(response, private=True, no_cache=True)
    response["X-Robots-Tag"] = "noindex"
    if status != HTTPStatus.OK:
        return response
    response["ETag"] = f'"{hashlib.sha256(text.encode()).hexdigest()[:32]}"'
    return get_conditional_response(request, response["ETag"], None, response) or response


# ------------------------------------------------------------------ oEmbed (https://oembed.com)


@private
@login_not_required
@require_safe
def oembed(request: HttpRequest) -> HttpResponse:
    """What a page of a list is called and how it is framed; 404 for all that a stranger cannot read."""
    if request.GET.get("format", "json") != "json":
        return _refusal(HTTPStatus.NOT_IMPLEMENTED, "Only format=json is answered.")
    try:
        most_width, most_height = (_pixels(request.GET.get(name)) for name in ("maxwidth", "maxheight"))
    except ValueError:
        return _refusal(HTTPStatus.BAD_REQUEST, "Write maxwidth and maxheight in whole pixels.")
    try:
        roster, address = _named_page(request, request.GET.get("url", ""))
        access, loaded = _load_open(roster, address)
    except Http404:
        return _refusal(HTTPStatus.NOT_FOUND, "No list or roster that everybody may read is there.")
    frame = _frame_value(request, access, loaded, roster, most_width, most_height)
    if most_width >= PREVIEW_WIDTH and most_height >= PREVIEW_HEIGHT:
        frame |= _thumbnail_value(request, access, roster)
    return JsonResponse(frame)


def _refusal(status: int, message: str) -> HttpResponse:
    return HttpResponse(f"{message}\n", status=status, content_type="text/plain; charset=utf-8")


def _pixels(text: str | None) -> int:
    """How many pixels there may be, very many where nobody says; ValueError for what is no number of them."""
    if text is None:
        return _MOST_PIXELS
    if not (text.isascii() and text.isdecimal() and len(text) < len(str(_MOST_PIXELS)) and int(text)):
        raise ValueError(text)
    return int(text)


def _frame_value(
    request: HttpRequest,
    access: PageAccess,
    loaded: LoadedList,
    roster: str,
    most_width: int,
    most_height: int,
) -> dict[str, object]:
    document = loaded.document
    rows = len(document.rosters[0].entries) if roster else len(document.profiles) + len(document.rosters)
    width = min(WIDTH, most_width)
    height = min(max(_LEAST_HEIGHT, _HEAD + _ROW * rows), HEIGHT, most_height)
    title = list_name(document.name)
    if roster:
        title = f"{roster_name(document.rosters[0].name)} ({title})"
    html = fill_html(
        '<iframe src="{}" width="{}" height="{}" title="{}" frameborder="0" loading="lazy"></iframe>',
        request.build_absolute_uri(embed_url(access, roster)), str(width), str(height), title,
    )  # fmt: skip
    owner = owner_name(access.row)
    return {
        "version": "1.0",
        "type": "rich",
        "provider_name": "Musterbook",
        "provider_url": request.build_absolute_uri(reverse("home")),
        "title": title,
        **({"author_name": owner} if owner else {}),
        "html": html,
        "width": width,
        "height": height,
    }


def _thumbnail_value(request: HttpRequest, access: PageAccess, roster: str) -> dict[str, object]:
    picture = preview_picture_url(access.base_url, roster)
    return {
        "thumbnail_url": request.build_absolute_uri(picture),
        "thumbnail_width": PREVIEW_WIDTH,
        "thumbnail_height": PREVIEW_HEIGHT,
    }


def embed_url(access: PageAccess, roster: str) -> str:
    """The address at which a list that everybody may read, or one of its rosters, is framed."""
    row = access.row
    kind, value = ("embed_shared", row.link) if access.kind == "link" else ("embed", row.public_id)
    return (
        reverse(f"{kind}_roster", args=(value, roster)) if roster else reverse(f"{kind}_list", args=(value,))
    )


def _named_page(request: HttpRequest, url: str) -> tuple[str, dict[str, str]]:
    """The roster, "" for a list, and what names the list in the address of a page here; or Http404."""
    try:
        parts = urlsplit(url)
    except ValueError:
        raise Http404 from None
    if parts.scheme not in ("http", "https") or parts.netloc.lower() != request.get_host().lower():
        raise Http404
    match = resolve(unquote(parts.path))  # what it raises is an Http404
    if match.url_name not in _PAGES:
        raise Http404
    address = dict(match.kwargs)
    return address.pop("roster", ""), address


_PAGES = {f"{prefix}{name}" for prefix in ADDRESS_PREFIXES for name in ("list", "roster")} | {"sample"}
