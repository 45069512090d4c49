"""The public pages about the site itself."""

import logging
from typing import NamedTuple

from django.contrib.auth.decorators import login_not_required
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from builder import VERSION
from builder.catalogue.store import all_catalogues
from builder.documents import load_list
from builder.models import CompanyList
from builder.points.appraisal.appraisal import appraise
from builder.points.rules.wording import pluralize, price_range
from builder.queries.gallery import recent_lists
from builder.queries.lists import samples
from builder.services.space import missing_for_writing
from builder.web.gallery.page import short_gallery_cards
from builder.web.lists.games import example_of, game_choices
from builder.web.shared.html import NO_HTML
from builder.web.shared.presentation import list_name, profile_name, render_stat_line, stat_line, total_text

SAMPLES_SHOWN = 3
RECENT_SHOWN = 6

logger = logging.getLogger(__name__)


class SampleCard(NamedTuple):
    """A sample list on the home page: its first profile stands for the rest."""

    name: str
    setting: str
    system: str
    url: str
    words: str
    first: str
    points: str
    unit: str
    stat_line: SafeString


@login_not_required
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The home page: what Musterbook is, samples of every game, and the lists that were published last.

    Of a single game three samples are shown; of several, each with a picture of its sheet, and the one with
    the most to tell is shown first, line by line.
    """
    catalogues, rows = all_catalogues(), list(samples())
    editions = list(catalogues.values())
    games = game_choices(editions, rows)
    context = {
        "nav": "home",
        "editions": editions,
        "games": games,
        "example": example_of(games),
        "samples": [] if games else [_sample_card(row) for row in rows[:SAMPLES_SHOWN]],
        "recent": short_gallery_cards(recent_lists(RECENT_SHOWN), catalogues),
    }
    return render(request, "lists/home.html", context)


def _sample_card(row: CompanyList) -> SampleCard:
    loaded = load_list(row, rosters=False)
    catalogue, appraisal = loaded.catalogue, appraise(loaded.document, loaded.catalogue)
    costs = price_range((found.points for found in appraisal.profiles), catalogue.points_unit)
    counted = pluralize(len(appraisal.profiles), "profile")
    first = next(iter(zip(loaded.document.profiles, appraisal.profiles, strict=True)), None)
    return SampleCard(
        name=list_name(row.name),
        setting=row.setting,
        system=catalogue.title,
        url=reverse("sample", args=(row.sample,)),
        words=f"{counted}, {costs}" if costs else counted,
        first=profile_name(first[0].name) if first else "",
        points=total_text(first[1].total) if first else "",
        unit=catalogue.points_unit,
        stat_line=render_stat_line(stat_line(catalogue, *first)) if first else NO_HTML,
    )


@login_not_required
@require_safe
def about(request: HttpRequest) -> HttpResponse:
    """Whose rules, whose fonts, how lists are kept, which version this is."""
    context = {"editions": list(all_catalogues().values()), "version": VERSION}
    return render(request, "about.html", context)


@login_not_required
@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """The addresses that crawlers are asked to leave alone."""
    return render(request, "robots.txt", content_type="text/plain; charset=utf-8")


@login_not_required
@never_cache
@require_safe
def readyz(request: HttpRequest) -> HttpResponse:
    """Whether this process can read and write, and has room for new guests; else 503. The log says why."""
    missing = missing_for_writing()
    if missing:
        logger.warning("Not ready: %s", missing)
    text = "not ready\n" if missing else "ready\n"
    return HttpResponse(text, status=503 if missing else 200, content_type="text/plain; charset=utf-8")


@login_not_required
@never_cache
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """Whether this process and its database answer."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return HttpResponse("ok\n", content_type="text/plain; charset=utf-8")
