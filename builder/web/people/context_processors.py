"""Context for all templates, including those of django-allauth."""

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse


def account(request: HttpRequest) -> dict[str, object]:
    """Return the context for all templates.

    ``sends_mail`` says whether this site sends e-mails or only logs them.
    """
    context: dict[str, object] = {"sends_mail": settings.SENDS_MAIL}
    if request.path.startswith(reverse("account")):
        context["nav"] = "account"
    return context
