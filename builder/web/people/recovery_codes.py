"""django-allauth's pages with recovery codes. It has no signals for them, so they are recorded here."""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus

from allauth.mfa.recovery_codes import views
from django.http import HttpRequest, HttpResponse

from builder.security_log import SecurityEvent, record_event

View = Callable[[HttpRequest], HttpResponse]


def _recorded(view: View, event: SecurityEvent) -> View:
    # ``wraps`` keeps allauth's module name, because of which guests are anonymous there (GuestsAsAnonymous).
    @wraps(view)
    def answer(request: HttpRequest) -> HttpResponse:
        response = view(request)
        if response.status_code == HTTPStatus.OK:
            record_event(event)
        return response

    return answer


view_recovery_codes = _recorded(views.view_recovery_codes, SecurityEvent.RECOVERY_CODES_VIEWED)
download_recovery_codes = _recorded(views.download_recovery_codes, SecurityEvent.RECOVERY_CODES_DOWNLOADED)
