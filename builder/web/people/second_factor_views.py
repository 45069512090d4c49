"""Views of django-allauth for passkeys and recovery codes, with two changes.

After a passkey isn't accepted, the address still has the parameter ``next`` with the page to return to. When
recovery codes are shown or downloaded, the security log records this, because allauth sends no signals for
it.
"""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus

from allauth.account.utils import get_next_redirect_url
from allauth.mfa.recovery_codes import views as recovery_codes
from allauth.mfa.webauthn import views as passkeys
from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode

from builder.security_log import SecurityEvent, record_event


class LoginPasskeyView(passkeys.LoginWebAuthnView):  # type: ignore[misc] # allauth has no types
    """The log-in with a passkey."""

    def form_invalid(self, form: forms.Form) -> HttpResponse:
        """Redirect to the log-in page, which shows the error."""
        super().form_invalid(form)
        return _redirect_with_next(self.request, "account_login")


class ReauthenticatePasskeyView(passkeys.ReauthenticateWebAuthnView):  # type: ignore[misc] # allauth has no types
    """The confirmation of a sensitive change with a passkey."""

    def form_invalid(self, form: forms.Form) -> HttpResponse:
        """Redirect to the same page, which shows the error."""
        super().form_invalid(form)
        return _redirect_with_next(self.request, "mfa_reauthenticate_webauthn")


def _redirect_with_next(request: HttpRequest, url_name: str) -> HttpResponse:
    """Redirect to a page of this site, with the request's parameter ``next`` if it is safe."""
    next_url = get_next_redirect_url(request)
    query = f"?{urlencode({'next': next_url})}" if next_url else ""
    return redirect(f"{reverse(url_name)}{query}")


# GuestsAsAnonymousMiddleware recognises allauth's views by the name of their module, which ``wraps`` copies.
log_in_with_passkey = wraps(passkeys.login_webauthn, updated=())(LoginPasskeyView.as_view())
reauthenticate_with_passkey = wraps(passkeys.reauthenticate_webauthn, updated=())(
    ReauthenticatePasskeyView.as_view()
)


# ------------------------------------------------------------------ recovery codes


View = Callable[[HttpRequest], HttpResponse]


def _record_success(view: View, event: SecurityEvent) -> View:
    """Return a view that calls ``view`` and records the event if the response is successful."""

    @wraps(view)  # GuestsAsAnonymousMiddleware recognises allauth's views by the name of their module
    def answer(request: HttpRequest) -> HttpResponse:
        response = view(request)
        if response.status_code == HTTPStatus.OK:
            record_event(event)
        return response

    return answer


view_recovery_codes = _record_success(recovery_codes.view_recovery_codes, SecurityEvent.RECOVERY_CODES_VIEWED)
download_recovery_codes = _record_success(
    recovery_codes.download_recovery_codes, SecurityEvent.RECOVERY_CODES_DOWNLOADED
)
