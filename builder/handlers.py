"""What Django calls when something goes wrong: the answer of the pages, or that of the interface."""

from django.http import HttpRequest, HttpResponse

from api.shared.errors import problem_response
from builder.web.shared import errors


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400."""
    if not _is_api(request):
        return errors.bad_request(request, exception)
    return problem_response(request, "not-understood", "The request is not one that can be read.")


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """403."""
    if not _is_api(request):
        return errors.forbidden(request, exception)
    return problem_response(request, "not-allowed", "This is not for you.")


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404."""
    if not _is_api(request):
        return errors.not_found(request, exception)
    return problem_response(request, "not-found", "There is no such address: docs/api.md lists them.")


def server_error(request: HttpRequest) -> HttpResponse:
    """500."""
    if not _is_api(request):
        return errors.server_error(request)
    return problem_response(request, "broken", "What was saved before is safe. Try again.")


def _is_api(request: HttpRequest) -> bool:
    return request.path.startswith("/api/")
