"""An account as a whole: its overview, bringing in a guest's lists, exporting and deleting everything."""

from allauth.account.adapter import get_adapter
from allauth.account.decorators import reauthentication_required
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import messages
from django.http import FileResponse, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from builder.exports.archive import archive_response
from builder.queries.moderation import count_open_targets
from builder.queries.people import active_tokens, belongings
from builder.services.errors import LimitReached, NotFound
from builder.services.people import accounts as services
from builder.web.people.guests import forget_waiting_guest, waiting_guest, waiting_list_names
from builder.web.shared.addresses import is_same_site_url
from builder.web.shared.decorators import private
from builder.web.shared.users import account_required, has_account, signed_in_user


@private
@require_safe
def overview(request: HttpRequest) -> HttpResponse:
    """The overview of one's account; for guests, what a guest is."""
    user = signed_in_user(request)
    has = belongings(user)
    context: dict[str, object] = {"nav": "account", "has": has}
    if not has_account(user):
        return render(request, "people/guest.html", context)
    context |= {
        "addresses": list(EmailAddress.objects.filter(user=user).order_by("-primary", "email")),
        "sessions": UserSession.objects.filter(user=user).count(),
        "factors": set(Authenticator.objects.filter(user=user).values_list("type", flat=True)),
        "open_reports": count_open_targets() if has.moderates else 0,
        "tokens": active_tokens(user).count(),
        "waiting": waiting_list_names(request),
    }
    return render(request, "people/overview.html", context)


@private
@account_required
@require_http_methods(["GET", "HEAD", "POST"])
def bring_lists(request: HttpRequest) -> HttpResponse:
    """Ask whether the lists of this browser's guest come along; until that is answered they wait."""
    data = request.POST if request.method == "POST" else request.GET
    after = _same_site_or_lists(request, data.get("next", ""))
    guest = waiting_guest(request)
    if guest is None:
        return HttpResponseRedirect(after)
    if request.method == "POST":
        if "later" in request.POST:
            messages.info(request, "They wait: a line on My lists and on your account leads back to them.")
            return HttpResponseRedirect(after)
        try:
            count = services.move_guest_lists(guest, signed_in_user(request))
        except LimitReached as error:
            return _ask_about_lists(request, after, str(error), status=400)
        except NotFound:
            forget_waiting_guest(request)
            return HttpResponseRedirect(after)
        forget_waiting_guest(request)
        came = "1 list came along." if count == 1 else f"{count} lists came along."
        messages.success(request, f"{came} Nothing in them has changed.")
        return HttpResponseRedirect(after)
    return _ask_about_lists(request, after)


def _ask_about_lists(request: HttpRequest, after: str, problem: str = "", status: int = 200) -> HttpResponse:
    context = {"nav": "account", "names": waiting_list_names(request), "next": after, "problem": problem}
    return render(request, "people/bring.html", context, status=status)


def _same_site_or_lists(request: HttpRequest, address: str) -> str:
    """The address, if it is one of this site and not the name of a view; else that of My lists."""
    return address if is_same_site_url(request, address) else reverse("lists")


@private
@require_safe
def export_all(request: HttpRequest) -> FileResponse:
    """All that one has here, as a ZIP."""
    return archive_response(signed_in_user(request))


@private
@require_safe
def delete_all(request: HttpRequest) -> HttpResponse:
    """Show what deleting everything would delete."""
    user = signed_in_user(request)
    return render(request, "people/delete.html", {"nav": "account", "has": belongings(user)})


@private
@reauthentication_required(enabled=lambda request: has_account(request.user))  # type: ignore[untyped-decorator] # allauth has no types
@require_http_methods(["GET", "HEAD", "POST"])
def delete_all_sure(request: HttpRequest) -> HttpResponse:
    """Ask once more; then delete everything and end the session."""
    user = signed_in_user(request)
    typed = request.POST.get("name", "").strip()
    wrong = request.method == "POST" and has_account(user) and typed.casefold() != user.username.casefold()
    if request.method != "POST" or wrong:
        context = {"nav": "account", "has": belongings(user), "wrong": wrong}
        return render(request, "people/delete_confirm.html", context, status=400 if wrong else 200)
    services.delete_person(user)
    get_adapter().logout(request)
    messages.success(request, "Done: everything of yours is deleted, and this browser is logged out.")
    return redirect("home")
