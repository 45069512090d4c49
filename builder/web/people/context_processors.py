"""What templates of pages that are not ours know besides their own."""

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse


def account(request: HttpRequest) -> dict[str, object]:
    """Whether mails leave this site, or are only written to its log; and where in the site one is."""
    known: dict[str, object] = {"sends_mail": settings.SENDS_MAIL}
    if request.path.startswith(reverse("account")):
        known["nav"] = "account"
    return known
