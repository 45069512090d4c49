"""The texts of the site's operator, such as the privacy notice, and the file security.txt.

The settings contain the path of a Markdown file for each text. A text is cached until its file changes.
"""

from collections.abc import Mapping
from datetime import timedelta
from functools import lru_cache
from pathlib import Path

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from builder.web.shared.markdown import render_markdown

TITLES: Mapping[str, str] = {
    "privacy": "Privacy",
    "terms": "Terms",
    "contact": "Contact",
    "takedown": "Takedown",
}
"""The titles of the texts, by their names in the addresses."""


def operator_text(name: str) -> str:
    """Return a text of the operator, or an empty string if its file isn't set, unreadable or empty."""
    path = Path(settings.OPERATOR_TEXTS[name]) if settings.OPERATOR_TEXTS[name] else None
    try:
        return _read(path, path.stat().st_mtime_ns) if path else ""
    except (OSError, UnicodeDecodeError):
        return ""


@lru_cache(maxsize=8)
def _read(path: Path, _modified: int) -> str:
    """Return the text of a file. ``_modified``, the time of its last change, is a part of the cache key."""
    return path.read_text(encoding="utf-8").strip()


@login_not_required
@require_safe
def text(request: HttpRequest, name: str) -> HttpResponse:
    """Show a text of the operator. If there is no such text, show a default text."""
    context = {"title": TITLES[name], "name": name, "text": render_markdown(operator_text(name))}
    return render(request, "site/text.html", context)


SECURITY_TXT_DAYS = 180
"""The days until security.txt expires. RFC 9116 recommends less than a year."""


@login_not_required
@require_safe
def security_txt(request: HttpRequest) -> HttpResponse:
    """Return the file security.txt (RFC 9116), which says where to report a security problem.

    Without SECURITY_CONTACTS, the contact is the contact page. If there is none either, raise Http404.
    """
    contacts = list(settings.SECURITY_CONTACTS)
    if not contacts and operator_text("contact"):
        contacts = [request.build_absolute_uri(reverse("contact"))]
    if not contacts:
        raise Http404("This site has no security contact.")
    context = {
        "contacts": contacts,
        "expires": (timezone.now() + timedelta(days=SECURITY_TXT_DAYS)).strftime("%Y-%m-%dT00:00:00Z"),
        "canonical": request.build_absolute_uri(),
    }
    return render(request, "site/security.txt", context, content_type="text/plain; charset=utf-8")
