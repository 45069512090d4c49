"""The home page, the page about the site, and addresses for search engines and monitoring."""

import logging
from datetime import datetime
from typing import NamedTuple

from django.contrib.auth.decorators import login_not_required
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from builder import VERSION
from builder.catalogue.store import all_catalogues
from builder.models import CompanyList, Profile
from builder.points.rules.names import list_name, profile_name, roster_name
from builder.queries.gallery import recent_lists
from builder.queries.lists import last_edited_part, lists_of, samples
from builder.services.space import write_problem
from builder.web.gallery.page import short_gallery_cards
from builder.web.lists.games import game_rows, priced_example
from builder.web.lists.my_lists import list_row

_MAX_SAMPLES = 3
_MAX_PUBLIC_LISTS = 6
_MAX_OWN_LISTS = 4

logger = logging.getLogger(__name__)


class LastEdited(NamedTuple):
    """A link to the profile or roster that the user saved last, or to the list if the list is empty.

    ``list_name`` is an empty string if the link leads to the list itself.
    """

    url: str
    name: str
    list_name: str
    game: str
    updated: datetime


@login_not_required
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show the home page with the games. Users with lists also see a link to what they edited last."""
    catalogues, sample_rows = all_catalogues(), list(samples())
    own_lists = list(lists_of(request.user)[:_MAX_OWN_LISTS]) if request.user.pk else []
    games = game_rows(catalogues.values(), sample_rows, own_lists[0].edition.system.code if own_lists else "")
    first_samples = [game.samples[0] for game in games if game.samples]
    context = {
        "nav": "home",
        "games": games,
        "last_edited": _last_edited(own_lists[0]) if own_lists else None,
        "own_lists": [list_row(row) for row in own_lists[1:]],
        "example": None if own_lists else priced_example(sample_rows),
        "samples": [] if own_lists else first_samples[:_MAX_SAMPLES],
        "public_cards": short_gallery_cards(recent_lists(_MAX_PUBLIC_LISTS), catalogues),
    }
    response = render(request, "lists/home.html", context)
    if own_lists:
        # After a user logs out, the Back button of the browser must not show their lists.
        patch_cache_control(response, private=True, no_store=True)
    return response


def _last_edited(row: CompanyList) -> LastEdited:
    part = last_edited_part(row)
    url, name = reverse("list", args=(row.public_id,)), list_name(row.name)
    game, updated = row.edition.system.name, row.updated
    if part is None:
        return LastEdited(url, name, "", game, updated)
    if isinstance(part, Profile):
        url = reverse("profile", args=(row.public_id, part.key))
        return LastEdited(url, profile_name(part.name), name, game, updated)
    url = reverse("roster", args=(row.public_id, part.public_id))
    return LastEdited(url, roster_name(part.name), name, game, updated)


@login_not_required
@require_safe
def about(request: HttpRequest) -> HttpResponse:
    """Show the page about the site: credits, how lists are stored, and the version."""
    context = {"editions": list(all_catalogues().values()), "version": VERSION}
    return render(request, "about.html", context)


@login_not_required
@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """Return robots.txt, which names the addresses that search engines shouldn't visit."""
    return render(request, "robots.txt", content_type="text/plain; charset=utf-8")


@login_not_required
@never_cache
@require_safe
def readyz(request: HttpRequest) -> HttpResponse:
    """Return 200 if the site is ready, and otherwise log the reason and return 503.

    The site is ready if it can read and write the database and has room for new guests.
    """
    problem = write_problem()
    if problem:
        logger.warning("Not ready: %s", problem)
    text = "not ready\n" if problem else "ready\n"
    return HttpResponse(text, status=503 if problem else 200, content_type="text/plain; charset=utf-8")


@login_not_required
@never_cache
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """Return 200 if this process can read the database."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return HttpResponse("ok\n", content_type="text/plain; charset=utf-8")
