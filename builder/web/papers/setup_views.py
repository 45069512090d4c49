"""One's own print setups: to keep what is chosen, rename it, use it first, and delete it."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from builder.models import PrintSetup
from builder.points.document.json_reader import DocumentError
from builder.queries.papers import setup_for_owner, setups_of
from builder.services import papers as services
from builder.services.errors import Refused
from builder.web.papers.setups import read_setup_query, setup_row
from builder.web.shared.addresses import is_same_site_url
from builder.web.shared.decorators import private
from builder.web.shared.errors import problem_response, refusals_as_responses
from builder.web.shared.users import signed_in_user


@private
@require_http_methods(["GET", "HEAD", "POST"])
@refusals_as_responses
def setups(request: HttpRequest) -> HttpResponse:
    """All of one's own, each to be renamed, used first or deleted; POST keeps another one."""
    if request.method == "POST":
        return _save(request)
    rows = [setup_row(row) for row in setups_of(request.user)]
    context = {"nav": "lists", "rows": rows, "max_name": services.MAX_SETUP_NAME}
    return render(request, "papers/setups.html", context)


def _save(request: HttpRequest) -> HttpResponse:
    """Keep what was chosen; where there is one of this name, ask for another or whether to replace it."""
    options = read_setup_query(request.POST.get("options", ""))
    if options is None:
        message = "What was to be kept is no choice of the print page."
        return problem_response(request, 400, "Not kept", message, "Choose on the print page.")
    name = request.POST.get("name", "")
    try:
        row = services.create_setup(signed_in_user(request), name, options)
    except services.SetupNameTaken as error:
        if request.POST.get("replace") != error.row.public_id:
            return _save_form(request, str(error), 409, error.row)
        row = services.update_setup(error.row, options=options)
    except (Refused, DocumentError) as error:
        return _save_form(request, str(error), 400)
    messages.success(request, f"Kept as “{row.name}”: it stands on every print page.")
    return redirect(_back(request))


def _save_form(
    request: HttpRequest, problem: str, status: int, other: PrintSetup | None = None
) -> HttpResponse:
    context = {
        "nav": "lists",
        "problem": problem,
        "other": other,
        "name": request.POST.get("name", ""),
        "options": request.POST["options"],
        "back": _back(request),
        "max_name": services.MAX_SETUP_NAME,
    }
    return render(request, "papers/save_setup.html", context, status=status)


def _back(request: HttpRequest) -> str:
    """The page from which something was kept."""
    back = request.POST.get("back", "")
    return back if back.startswith("/") and is_same_site_url(request, back) else reverse("print_setups")


@private
@require_POST
@refusals_as_responses
def setup(request: HttpRequest, setup: str) -> HttpResponse:
    """Rename, use first, use no more first, or delete one."""
    row, do = setup_for_owner(request.user, setup), request.POST.get("do")
    if do == "delete":
        services.delete_setup(row)
        messages.success(request, f"“{row.name}” is deleted.")
    elif do == "first":
        services.update_setup(row, is_first=True)
        messages.success(request, f"Print pages open with “{row.name}” now.")
    elif do == "not-first":
        services.update_setup(row, is_first=False)
        messages.success(request, "Print pages open with the company list again.")
    else:
        renamed = services.update_setup(row, name=request.POST.get("name", ""))
        messages.success(request, f"The print setup is called “{renamed.name}” now.")
    return redirect("print_setups")
