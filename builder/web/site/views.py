"""The pages of the operator's texts, and how to report a security hole. Anybody may read them."""

from datetime import timedelta

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from builder.web.shared.markdown import render_markdown
from builder.web.site.texts import TITLES, operator_text


@login_not_required
@require_safe
def text(request: HttpRequest, name: str) -> HttpResponse:
    """One text of the operator's; where there is none, what holds without it."""
    written = operator_text(name)
    context = {
        "title": TITLES[name],
        "name": name,
        "text": render_markdown(written) if written else "",
    }
    return render(request, "site/text.html", context)


SECURITY_TXT_DAYS = 180
"""Days after which a reader should fetch security.txt again; RFC 9116 asks for less than a year."""


@login_not_required
@require_safe
def security_txt(request: HttpRequest) -> HttpResponse:
    """Say where to report a security hole, in the format of RFC 9116.

    Where the operator has named no address, the contact page is named; Http404 where there is none either.
    """
    contacts = list(settings.SECURITY_CONTACTS)
    if not contacts and operator_text("contact"):
        contacts = [request.build_absolute_uri(reverse("contact"))]
    if not contacts:
        raise Http404("This site names no security contact.")
    context = {
        "contacts": contacts,
        "expires": (timezone.now() + timedelta(days=SECURITY_TXT_DAYS)).strftime("%Y-%m-%dT00:00:00Z"),
        "canonical": request.build_absolute_uri(),
    }
    return render(request, "site/security.txt", context, content_type="text/plain; charset=utf-8")
