"""The reference pages of an edition: its costs, properties and tables, and its legality rules."""

from typing import NamedTuple
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from builder.catalogue.play import game_summary, play_sheet
from builder.catalogue.quick import quick_reference
from builder.catalogue.store import all_catalogues, newest_editions
from builder.exports.blank_papers import blank_kind, blank_source
from builder.exports.pdf.blanks import BLANK_NAMES, BlankKind, BlankPaper
from builder.exports.pdf.card_sizes import CARD_SIZES
from builder.exports.pdf.options import CARD_CODES, SIZE_CODES
from builder.points.rules.catalogue import Catalogue
from builder.points.sheets.quick import quick_parts
from builder.web.papers.answers import paper_response
from builder.web.papers.forms import PAPER_SIZES
from builder.web.shared.errors import problem_response
from builder.web.shared.htmx import is_htmx
from builder.web.shared.presentation import reference_url, rules_url
from builder.web.shared.query_options import QueryOptions
from builder.web.systems.page import rulings_changes, search_reference, search_rules
from builder.web.systems.search import result_filter, search_games

MAX_SEARCH = 100


class BlankForm(NamedTuple):
    """A form to print and fill in. ``pdf_links`` are pairs of a paper size and the address of the PDF."""

    name: str
    pdf_links: tuple[tuple[str, str], ...]


class EditionRow(NamedTuple):
    """An edition. ``summary`` describes its game in one line."""

    edition: Catalogue
    summary: str


@login_not_required
@require_safe
@vary_on_headers("HX-Request")
def systems(request: HttpRequest) -> HttpResponse:
    """Show all editions, and a search of the newest edition of each game.

    If there is only one edition, redirect to its page.
    """
    editions = list(all_catalogues().values())
    search = _search_text(request)
    if len(editions) == 1:
        url = reference_url(editions[0].system, editions[0].edition)
        return redirect(f"{url}?{urlencode({'q': search})}" if search else url)
    options = QueryOptions(request.GET)
    chosen = options.choice("game", tuple(dict.fromkeys(edition.system for edition in editions)), "")
    games = search_games(newest_editions(editions), search)
    matching = [game for game in games if chosen in ("", game.code)]
    context = {
        "nav": "reference",
        "editions": [EditionRow(edition, game_summary(edition)) for edition in editions],
        "q": search,
        "not_understood": options.not_understood,
        "games": result_filter(games, search, chosen),
        "found": matching,
        "hit_count": sum(game.hit_count for game in matching),
        "max_search": MAX_SEARCH,
    }
    return render(request, _page_or_part(request, "systems", "_found"), context)


@login_not_required
@require_safe
@vary_on_headers("HX-Request")
def reference(request: HttpRequest, system: str, edition: str) -> HttpResponse:
    """Show costs, properties, spells and tables; with the parameter ``q``, only those with its words."""
    catalogue = _catalogue_or_404(system, edition)
    search = _search_text(request)
    page_url = reference_url(catalogue.system, catalogue.edition)
    results = search_reference(catalogue, search)
    context = {
        "nav": "reference",
        "catalogue": catalogue,
        "q": search,
        "here": page_url,
        "summary": game_summary(catalogue),
        "about": play_sheet(catalogue).about,
        "blanks": _blank_forms(catalogue),
        **results._asdict(),
        "contents_if_nothing_found": () if results.hit_count else search_reference(catalogue, "").contents,
    }
    return render(request, _page_or_part(request, "reference", "_results"), context)


@login_not_required
@require_safe
@vary_on_headers("HX-Request")
def rules(request: HttpRequest, system: str, edition: str) -> HttpResponse:
    """Show the legality rules and rulings; with the parameter ``q``, only those with its words."""
    catalogue = _catalogue_or_404(system, edition)
    search = _search_text(request)
    parts = search_rules(catalogue, search)
    context = {
        "nav": "reference",
        "catalogue": catalogue,
        "q": search,
        "here": rules_url(catalogue.system, catalogue.edition),
        "parts": parts,
        "hit_count": sum(len(part.rules) for part in parts),
        "changes": () if search else rulings_changes(catalogue),
    }
    return render(request, _page_or_part(request, "rules", "_rules"), context)


@login_not_required
@require_safe
def quick(request: HttpRequest, system: str, edition: str) -> HttpResponse:
    """Show the quick reference: a summary of the rules in the order of a turn."""
    catalogue = _catalogue_or_404(system, edition)
    quick_rules = quick_reference(catalogue)
    context = {
        "nav": "reference",
        "catalogue": catalogue,
        "quick": quick_rules,
        "parts": quick_parts(quick_rules, catalogue),
        "papers": _blank_form(catalogue, "quick").pdf_links,
    }
    return render(request, "systems/quick.html", context)


@login_not_required
@require_safe
def blank_paper(request: HttpRequest, system: str, edition: str, paper: str) -> HttpResponse:
    """Return a blank form as PDF. The query has the paper size ``size`` and the card size ``card``."""
    catalogue, kind = _catalogue_or_404(system, edition), blank_kind(paper)
    options = QueryOptions(request.GET)
    blank = BlankPaper(
        kind=kind,
        size=options.choice("size", SIZE_CODES, "a4"),
        card=options.choice("card", CARD_CODES, "poker"),
    )
    if options.not_understood:
        wrong = "; ".join(options.not_understood)
        return problem_response(
            request, 400, "No such paper", f"Unknown option: {wrong}.", "Choose a paper on the game's page."
        )
    return paper_response(request, blank_source(catalogue, blank), "pdf", is_public=True)


def _blank_forms(catalogue: Catalogue) -> list[BlankForm]:
    return [
        _blank_form(catalogue, "sheets"),
        _blank_form(catalogue, "roster"),
        *(
            _blank_form(catalogue, "cards", f"Cards, {size.name} ({size.words})", card=code)
            for code, size in CARD_SIZES.items()
        ),
    ]


def _blank_form(catalogue: Catalogue, kind: BlankKind, name: str = "", **parameters: str) -> BlankForm:
    pdf_url = reverse("blank_paper", args=(catalogue.system, catalogue.edition, kind))
    links = (
        (paper.name, f"{pdf_url}?{urlencode({'size': size, **parameters})}")
        for size, paper in PAPER_SIZES.items()
    )
    return BlankForm(name or BLANK_NAMES[kind], tuple(links))


def _catalogue_or_404(system: str, edition: str) -> Catalogue:
    # Search in memory: the address may contain a NUL character, which PostgreSQL would reject.
    catalogue = all_catalogues().get((system, edition))
    if catalogue is None:
        raise Http404("This edition doesn't exist.")
    return catalogue


def _search_text(request: HttpRequest) -> str:
    return " ".join(request.GET.get("q", "")[:MAX_SEARCH].split())


def _page_or_part(request: HttpRequest, page: str, part: str) -> str:
    return f"systems/{part if is_htmx(request) else page}.html"
