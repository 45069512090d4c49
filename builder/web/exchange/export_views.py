"""Views that export a list as text, its profiles as CSV, and the JSON Schema of lists."""

import hashlib
from functools import lru_cache
from typing import NamedTuple

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import get_conditional_response
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from builder.catalogue.json_schema import schema_text
from builder.catalogue.limits import limits
from builder.catalogue.store import all_catalogues
from builder.exports.csv import encoded_csv
from builder.exports.list_files import share_link, table_name, text_with_fingerprints
from builder.exports.messages import MAX_MESSAGE_LENGTH, message_length
from builder.points.rules.names import list_name
from builder.web.exchange.forms import FORMATS, STYLES, parse_text_choice
from builder.web.shared.decorators import never_store_or_index
from builder.web.shared.htmx import is_htmx
from builder.web.shared.list_access import list_page_context, nav_entry, page_access
from builder.web.shared.options import roster_options
from builder.web.shared.tables import TableForm, table_response

MIN_ROWS, MAX_ROWS = 4, 28
ROW_WIDTH = 70
"""The approximate number of characters in a row of the text field on a wide screen."""


class TextField(NamedTuple):
    """A text field. ``rows`` is its height, ``length`` is the length of the text as Discord counts it."""

    text: str
    rows: int
    length: int


@never_store_or_index
@login_not_required
@require_safe
def text(request: HttpRequest, /, **address: str) -> HttpResponse:
    """Show a list as text, with the options of the text. For htmx, return only the part that changes."""
    access = page_access(request, **address)
    loaded = access.load()
    choice = parse_text_choice(request.GET, loaded.roster_ids)
    link = share_link(access, loaded, choice.options.roster, request.build_absolute_uri)
    exported = text_with_fingerprints(loaded, choice.options, link if choice.has_link else "")
    # Discord limits the length of a message, so a long text for Discord is shown as several messages.
    has_parts = len(exported.messages) > 1
    shown = exported.messages if has_parts and choice.options.format == "discord" else (exported.full,)
    further = exported.messages if has_parts and shown != exported.messages else ()
    context = {
        **list_page_context(access, loaded),
        "here": f"{access.base_url}text/",
        "choice": choice,
        "options": choice.options,
        "rosters": roster_options(loaded),
        "styles": STYLES.values(),
        "formats": FORMATS.values(),
        "link": link,
        "texts": [_text_field(part) for part in shown],
        "parts": [_text_field(part) for part in further],
        "max_length": MAX_MESSAGE_LENGTH,
        "table": TableForm(
            f"{access.base_url}profiles.csv", rosters=roster_options(loaded), roster_id=choice.roster_id
        ),
    }
    page = "exchange/_text.html" if is_htmx(request) else "exchange/text.html"
    return render(request, page, context)


def _text_field(text: str) -> TextField:
    return TextField(text, _field_rows(text), message_length(text))


def _field_rows(text: str) -> int:
    needed = sum(1 + len(line) // ROW_WIDTH for line in text.split("\n"))
    return min(max(needed, MIN_ROWS), MAX_ROWS)


@never_store_or_index
@login_not_required
@require_safe
def csv(request: HttpRequest, /, **address: str) -> HttpResponse:
    """Download the profiles of a list, or of one of its rosters, as CSV."""
    access = page_access(request, **address)
    roster_id = request.GET.get("roster", "")
    loaded = access.load() if roster_id else access.load_profiles()
    if roster_id and roster_id not in loaded.roster_ids:
        raise Http404("This list has no such roster.")
    roster = loaded.roster_ids.index(roster_id) if roster_id else None
    return table_response(
        request,
        (list_name(loaded.document.name), table_name(loaded, roster)),
        lambda chosen: encoded_csv(loaded, roster, chosen),
        lambda: {
            "nav": nav_entry(access),
            "title": list_name(loaded.document.name),
            "back": access.page_url,
            "rosters": roster_options(access.load()),
        },
    )


# ------------------------------------------------------------------ the schema


HOUR_SECONDS = 60 * 60


@login_not_required
@cache_control(public=True, max_age=HOUR_SECONDS)
@require_safe
def schema(request: HttpRequest) -> HttpResponse:
    """Return the JSON Schema of the lists of all editions. Pages of other sites can read it."""
    catalogues = all_catalogues()
    text = schema_text(tuple(catalogues[name] for name in sorted(catalogues)), limits())
    response = HttpResponse(text, content_type="application/schema+json")
    response["ETag"] = _etag(text)
    response = get_conditional_response(request, response["ETag"], None, response) or response
    for name, value in settings.OPEN_DATA_HEADERS.items():
        response[name] = value
    return response


@lru_cache(maxsize=8)
def _etag(text: str) -> str:
    return f'"{hashlib.sha256(text.encode()).hexdigest()[:32]}"'
