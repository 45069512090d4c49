"""The pages of the operator's texts, which anybody reads; reading writes nothing."""

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
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
