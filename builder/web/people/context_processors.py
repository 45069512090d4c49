"""Context for all templates, including those of django-allauth."""

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse


def account(request: HttpRequest) -> dict[str, object]:
    """Return whether this site sends mails or only logs them, and the navigation entry for account pages."""
    context: dict[str, object] = {"sends_mail": settings.SENDS_MAIL}
    if request.path.startswith(reverse("account")):
        context["nav"] = "account"
    return context
