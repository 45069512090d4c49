"""Tokens for programs: to list one's own, make one, which is shown once, and revoke them."""

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from builder.models import Scope
from builder.points.document.json_reader import DocumentError
from builder.points.rules.wording import pluralize
from builder.queries import people as queries
from builder.services.errors import Refused
from builder.services.people import tokens as services
from builder.web.people.forms import TokenForm, new_token_form
from builder.web.shared.decorators import private
from builder.web.shared.errors import refusals_as_responses
from builder.web.shared.users import account_required, require_account

_FORM_METHODS = ["GET", "HEAD", "POST"]


@private
@account_required
@reauthentication_required(allow_get=True)  # type: ignore[untyped-decorator] # allauth has no types
@require_http_methods(_FORM_METHODS)
def tokens(request: HttpRequest) -> HttpResponse:
    """One's tokens, and the form that makes another."""
    form = TokenForm(request.POST) if request.method == "POST" else new_token_form()
    if request.method == "POST" and form.is_valid():
        try:
            return _create_token(request, form)
        except (Refused, DocumentError) as error:
            form.add_error(None, str(error))
    return _page(request, form, status=400 if form.errors else 200)


def _page(request: HttpRequest, form: TokenForm, status: int = 200) -> HttpResponse:
    context = {"nav": "account", "form": form, "tokens": queries.active_tokens(require_account(request))}
    return render(request, "people/tokens.html", context, status=status)


def _create_token(request: HttpRequest, form: TokenForm) -> HttpResponse:
    """Show the new token, this once. Raises Refused, or DocumentError where its name is refused."""
    data = form.cleaned_data
    created = services.create_token_once(
        require_account(request), data["form"], data["name"], Scope(data["scope"]), data["days"]
    )
    if created is None:
        words = "That token is made already, and cannot be shown again. If you have not kept it, revoke it."
        messages.info(request, words)
        return redirect("tokens")
    context = {
        "nav": "account",
        "token": created.row,
        "secret": created.secret,
        "me": request.build_absolute_uri(reverse("api_me")),
    }
    return render(request, "people/token_made.html", context)


@private
@account_required
@require_http_methods(_FORM_METHODS)
@refusals_as_responses
def revoke(request: HttpRequest, token: str) -> HttpResponse:
    """Revoke a token, after a page that asks whether one is sure."""
    user = require_account(request)
    if request.method == "POST":
        services.revoke_token(user, token)
        messages.success(request, "The token is revoked: it opens nothing any more.")
        return redirect("tokens")
    name = queries.get_active_token(user, token).name
    context = {
        "question": f"Revoke “{name}”?",
        "explanation": "The programs that use it are let in no more, from this moment on. "
        "It cannot be taken back, but you can make another.",
        "act": "Revoke it",
    }
    return render(request, "people/token_confirm.html", context)


@private
@account_required
@require_http_methods(_FORM_METHODS)
def revoke_all(request: HttpRequest) -> HttpResponse:
    """Revoke all one's tokens, after a page that asks whether one is sure."""
    user = require_account(request)
    if request.method == "POST":
        count = services.revoke_tokens(user)
        messages.success(request, f"{pluralize(count, 'token')} revoked: no program is let in any more.")
        return redirect("tokens")
    context = {
        "question": "Revoke all your tokens?",
        "explanation": "Every program that works for you is let in no more, from this moment on. "
        "It cannot be taken back, but you can make others.",
        "act": "Revoke all of them",
    }
    return render(request, "people/token_confirm.html", context)
