"""django-allauth's pages that use a passkey. After a refused one they still know the page to return to."""

from functools import wraps

from allauth.account.utils import get_next_redirect_url
from allauth.mfa.webauthn import views
from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode


class LoginPasskeyView(views.LoginWebAuthnView):  # type: ignore[misc] # allauth has no types
    """The log-in with a passkey."""

    def form_invalid(self, form: forms.Form) -> HttpResponse:
        """Show the log-in page with the error."""
        super().form_invalid(form)
        return _redirect_with_next(self.request, "account_login")


class ReauthenticatePasskeyView(views.ReauthenticateWebAuthnView):  # type: ignore[misc] # allauth has no types
    """The passkey that confirms a sensitive change."""

    def form_invalid(self, form: forms.Form) -> HttpResponse:
        """Show the page with the error again."""
        super().form_invalid(form)
        return _redirect_with_next(self.request, "mfa_reauthenticate_webauthn")


def _redirect_with_next(request: HttpRequest, url_name: str) -> HttpResponse:
    """Redirect to a page of this site with the parameter ``next`` of this request, if it is safe."""
    next_url = get_next_redirect_url(request)
    query = f"?{urlencode({'next': next_url})}" if next_url else ""
    return redirect(f"{reverse(url_name)}{query}")


# ``wraps`` keeps allauth's module name, because of which guests are anonymous there (GuestsAsAnonymous).
log_in_with_passkey = wraps(views.login_webauthn, updated=())(LoginPasskeyView.as_view())
reauthenticate_with_passkey = wraps(views.reauthenticate_webauthn, updated=())(
    ReauthenticatePasskeyView.as_view()
)
