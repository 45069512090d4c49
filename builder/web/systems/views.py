"""The reference pages of an edition: its costs, entries and tables, and the rules of legality."""

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from builder.catalogue.store import all_catalogues
from builder.points.catalogue import Catalogue
from builder.web.shared.presentation import reference_url, rules_url
from builder.web.systems.page import search_reference, search_rules

MAX_SEARCH = 100


@login_not_required
@require_safe
def systems(request: HttpRequest) -> HttpResponse:
    """Every edition; straight to it while there is only one."""
    editions = list(all_catalogues().values())
    if len(editions) == 1:
        return redirect("reference", editions[0].system, editions[0].edition)
    return render(request, "systems/systems.html", {"nav": "reference", "editions": editions})


@login_not_required
@require_safe
@vary_on_headers("HX-Request")
def reference(request: HttpRequest, system: str, edition: str) -> HttpResponse:
    """Costs, properties, spells and tables; ``q`` searches them."""
    catalogue = _catalogue(system, edition)
    words = _words(request)
    here = reference_url(catalogue.system, catalogue.edition)
    found = search_reference(catalogue, words)
    context = {
        "nav": "reference",
        "catalogue": catalogue,
        "q": words,
        "here": here,
        **found._asdict(),
        "everything": () if found.hits else search_reference(catalogue, "").contents,
    }
    return render(request, _page_or_part(request, "reference", "_results"), context)


@login_not_required
@require_safe
@vary_on_headers("HX-Request")
def rules(request: HttpRequest, system: str, edition: str) -> HttpResponse:
    """The rules of legality and the rulings; ``q`` searches them."""
    catalogue = _catalogue(system, edition)
    words = _words(request)
    parts = search_rules(catalogue, words)
    context = {
        "nav": "reference",
        "catalogue": catalogue,
        "q": words,
        "here": rules_url(catalogue.system, catalogue.edition),
        "parts": parts,
        "hits": sum(len(part.rules) for part in parts),
    }
    return render(request, _page_or_part(request, "rules", "_rules"), context)


def _catalogue(system: str, edition: str) -> Catalogue:
    # Looked up here and not in the database: PostgreSQL refuses to look for a NUL character.
    catalogue = all_catalogues().get((system, edition))
    if catalogue is None:
        raise Http404("There is no such edition.")
    return catalogue


def _words(request: HttpRequest) -> str:
    return " ".join(request.GET.get("q", "")[:MAX_SEARCH].split())


def _page_or_part(request: HttpRequest, page: str, part: str) -> str:
    return f"systems/{part if 'HX-Request' in request.headers else page}.html"
