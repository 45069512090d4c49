"""The pages of an account: overview, lists of a guest, export and deletion of all data, and API tokens."""

from allauth.account.adapter import get_adapter
from allauth.account.decorators import reauthentication_required
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import FileResponse, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from builder.exports.archive import archive_response
from builder.models import Scope, User
from builder.points.document.json_reader import DocumentError
from builder.points.rules.wording import pluralize
from builder.queries import people as queries
from builder.queries.moderation import count_open_targets
from builder.services.errors import LimitReached, NotFound, Refused
from builder.services.people import accounts
from builder.services.people import tokens as token_services
from builder.services.people.passwords import assess_password
from builder.web.people.forms import MAX_EMAIL_LENGTH, MAX_NAME_LENGTH, TokenForm, new_token_form
from builder.web.people.guests import forget_waiting_guest, waiting_guest, waiting_list_names
from builder.web.shared.addresses import is_same_site_url
from builder.web.shared.decorators import never_store_or_index
from builder.web.shared.users import account_required, has_account, require_account, signed_in_user

_FORM_METHODS = ["GET", "HEAD", "POST"]


@never_store_or_index
@require_safe
def overview(request: HttpRequest) -> HttpResponse:
    """Show the user's account. For a guest, show what a guest is."""
    user = signed_in_user(request)
    account_summary = queries.summarise_account(user)
    context: dict[str, object] = {"nav": "account", "account_summary": account_summary}
    if not has_account(user):
        return render(request, "people/guest.html", context)
    context |= {
        "addresses": list(EmailAddress.objects.filter(user=user).order_by("-primary", "email")),
        "session_count": UserSession.objects.filter(user=user).count(),
        "factors": set(Authenticator.objects.filter(user=user).values_list("type", flat=True)),
        "open_report_count": count_open_targets() if account_summary.is_moderator else 0,
        "token_count": queries.active_tokens(user).count(),
        "waiting_lists": waiting_list_names(request),
    }
    return render(request, "people/overview.html", context)


@never_store_or_index
@account_required
@require_http_methods(_FORM_METHODS)
def bring_lists(request: HttpRequest) -> HttpResponse:
    """Ask whether to move the lists of this browser's guest to the account. With "later", they still wait."""
    data = request.POST if request.method == "POST" else request.GET
    next_url = _safe_next_url(request, data.get("next", ""))
    guest = waiting_guest(request)
    if guest is None:
        return HttpResponseRedirect(next_url)
    if request.method != "POST":
        return _ask_about_lists(request, next_url)
    if "later" in request.POST:
        messages.info(request, "You can add them later from My lists or your account page.")
        return HttpResponseRedirect(next_url)
    try:
        count = accounts.move_guest_lists(guest, signed_in_user(request))
        messages.success(request, f"{pluralize(count, 'list')} added.")
    except LimitReached as error:
        return _ask_about_lists(request, next_url, str(error), status=400)
    except NotFound:  # another tab of this browser has moved them
        pass
    forget_waiting_guest(request)
    return HttpResponseRedirect(next_url)


def _ask_about_lists(
    request: HttpRequest, next_url: str, problem: str = "", status: int = 200
) -> HttpResponse:
    context = {"nav": "account", "names": waiting_list_names(request), "next": next_url, "problem": problem}
    return render(request, "people/bring.html", context, status=status)


def _safe_next_url(request: HttpRequest, address: str) -> str:
    """Return the address if it is on this site, else the address of My lists."""
    return address if is_same_site_url(request, address) else reverse("lists")


@never_store_or_index
@require_safe
def export_all(request: HttpRequest) -> FileResponse:
    """Download all data of the user as a ZIP."""
    return archive_response(signed_in_user(request))


@never_store_or_index
@require_safe
def delete_all(request: HttpRequest) -> HttpResponse:
    """Show what would be deleted if the user deleted all data."""
    user = signed_in_user(request)
    return render(
        request, "people/delete.html", {"nav": "account", "account_summary": queries.summarise_account(user)}
    )


@never_store_or_index
@reauthentication_required(enabled=lambda request: has_account(request.user))  # type: ignore[untyped-decorator] # allauth has no types
@require_http_methods(_FORM_METHODS)
def delete_all_sure(request: HttpRequest) -> HttpResponse:
    """Show the page that confirms deleting all data of the user. POST deletes them and ends the session."""
    user = signed_in_user(request)
    typed = request.POST.get("name", "").strip()
    is_wrong_name = (
        request.method == "POST" and has_account(user) and typed.casefold() != user.username.casefold()
    )
    if request.method != "POST" or is_wrong_name:
        context = {
            "nav": "account",
            "account_summary": queries.summarise_account(user),
            "is_wrong_name": is_wrong_name,
        }
        return render(request, "people/delete_confirm.html", context, status=400 if is_wrong_name else 200)
    accounts.delete_person(user)
    get_adapter().logout(request)
    messages.success(request, "Everything is deleted, and you're logged out.")
    return redirect("home")


# ------------------------------------------------------------------ tokens


@never_store_or_index
@account_required
@reauthentication_required(allow_get=True)  # type: ignore[untyped-decorator] # allauth has no types
@require_http_methods(_FORM_METHODS)
def tokens(request: HttpRequest) -> HttpResponse:
    """Show the user's tokens, and the form for a new token."""
    form = TokenForm(request.POST) if request.method == "POST" else new_token_form()
    if request.method == "POST" and form.is_valid():
        try:
            return _create_token(request, form)
        except (Refused, DocumentError) as error:
            form.add_error(None, str(error))
    return _tokens_page(request, form, status=400 if form.errors else 200)


def _tokens_page(request: HttpRequest, form: TokenForm, status: int = 200) -> HttpResponse:
    context = {"nav": "account", "form": form, "tokens": queries.active_tokens(require_account(request))}
    return render(request, "people/tokens.html", context, status=status)


def _create_token(request: HttpRequest, form: TokenForm) -> HttpResponse:
    """Create a token and show its secret once.

    Raise Refused or DocumentError if the token can't be created.
    """
    data = form.cleaned_data
    created = token_services.create_token_once(
        require_account(request), data["form"], data["name"], Scope(data["scope"]), data["days"]
    )
    if created is None:
        words = "We can't show this token again. If you didn't copy it, revoke it and make another."
        messages.info(request, words)
        return redirect("tokens")
    context = {
        "nav": "account",
        "token": created.row,
        "secret": created.secret,
        "account_api_url": request.build_absolute_uri(reverse("api_me")),
    }
    return render(request, "people/token_made.html", context)


@never_store_or_index
@account_required
@require_http_methods(_FORM_METHODS)
def revoke_token(request: HttpRequest, token: str) -> HttpResponse:
    """Show the page that confirms revoking a token. POST revokes the token."""
    user = require_account(request)
    if request.method == "POST":
        token_services.revoke_token(user, token)
        messages.success(request, "The token is revoked.")
        return redirect("tokens")
    name = queries.get_active_token(user, token).name
    context = {
        "question": f"Revoke “{name}”?",
        "explanation": "Programs that use it stop working at once. You can't undo this.",
        "button_label": "Revoke",
    }
    return render(request, "people/token_confirm.html", context)


@never_store_or_index
@account_required
@require_http_methods(_FORM_METHODS)
def revoke_all_tokens(request: HttpRequest) -> HttpResponse:
    """Show the page that confirms revoking all of the user's tokens. POST revokes the tokens."""
    user = require_account(request)
    if request.method == "POST":
        count = token_services.revoke_tokens(user)
        messages.success(request, f"{pluralize(count, 'token')} revoked.")
        return redirect("tokens")
    context = {
        "question": "Revoke all tokens?",
        "explanation": "All programs that use your account stop working at once. You can't undo this.",
        "button_label": "Revoke all",
    }
    return render(request, "people/token_confirm.html", context)


# ------------------------------------------------------------------ passwords


# The request may arrive after the form was sent. Then logging in has already replaced the CSRF token. The
# view changes nothing, so it needs no token.
@csrf_exempt
@never_store_or_index
@login_not_required
@sensitive_post_parameters()
@sensitive_variables("password")
@require_POST
def password_strength(request: HttpRequest) -> HttpResponse:
    """Return a part of a page that says how strong the entered password is.

    The password is sent while the user enters it, to the same server that receives the complete password. The
    browser can't assess it, because that needs a dictionary of 800 kB. Nothing is stored or logged.
    """
    password = request.POST.get("password1", "")
    typed_user = User(
        username=request.POST.get("username", "")[:MAX_NAME_LENGTH],
        email=request.POST.get("email", "")[:MAX_EMAIL_LENGTH],
    )
    owner = request.user if has_account(request.user) else typed_user
    assessment = assess_password(password, owner) if password else None
    return render(request, "people/_password_strength.html", {"assessment": assessment})
