"""The page of the guide: the same for everybody but for the address of the site."""

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from builder.web.guide.text import headings, render_guide


@login_not_required
@require_safe
def guide(request: HttpRequest) -> HttpResponse:
    """What programs can do, from the first quarter of an hour to every address."""
    site = request.build_absolute_uri("/").rstrip("/")
    return render(request, "guide/page.html", {"headings": headings(), "guide": render_guide(site)})
