"""A list with a design that cannot be read: a fault of the site's data, told plainly wherever it shows."""

import logging
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from builder.documents import UnreadableDesignError
from builder.web.views.errors import problem_response

logger = logging.getLogger(__name__)


class BrokenDesignMiddleware:
    """Middleware: 409 instead of 500, and a line in the log for whoever runs the site."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Nothing to do before or after."""
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """The page that says so; None for any other exception."""
        if not isinstance(exception, UnreadableDesignError):
            return None
        logger.error("%s", exception)
        return problem_response(
            request,
            409,
            "This list cannot be read",
            f"The design of its profile “{exception.profile}” does not fit the rules that are loaded here. "
            "Until it does, the list can be neither shown nor downloaded.",
            "Nothing of it is lost, and the fault has been written down for whoever runs this site.",
        )
