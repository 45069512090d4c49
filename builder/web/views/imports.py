"""Bringing in a document: pasted or uploaded, it becomes a new list, or the page says what to mend."""

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from builder.catalogue.limits import limits
from builder.catalogue.store import all_catalogues
from builder.points.document import parse_document
from builder.points.reading import DocumentError, read_json
from builder.services import lists as services
from builder.web.people import owner_for
from builder.web.views.errors import answers_refusals
from builder.web.views.lists import private


@private
@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
@answers_refusals
def bring_in(request: HttpRequest) -> HttpResponse:
    """The form, and what it sends: a chosen file, else the pasted text, which is kept when it is refused."""
    if request.method != "POST":
        return _page(request)
    upload, text = request.FILES.get("file"), request.POST.get("text", "")
    size = len(text.encode())  # a file of this size has not come as far as here
    if not upload and size > limits().bytes:
        most = f"send at most {limits().bytes:,}"
        return _page(request, DocumentError("", f"has {size:,} bytes", most), status=413)
    try:
        value = read_json(upload.read() if upload else text, limits())
        document = parse_document(value, all_catalogues(), limits())
    except DocumentError as error:
        return _page(request, error, text, status=400)
    row = services.import_document(owner_for(request), document)
    messages.success(request, "Brought in. This list is yours to change.")
    return redirect("list", row.public_id)


def _page(
    request: HttpRequest, problem: DocumentError | None = None, text: str = "", status: int = 200
) -> HttpResponse:
    context = {
        "nav": "lists",
        "problem": problem,
        "text": text,
        "max_bytes": f"{limits().bytes:,}",
        "max_profiles": limits().profiles,
    }
    return render(request, "lists/import.html", context, status=status)
