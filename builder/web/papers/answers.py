"""The responses to requests for papers: a file, 304, a page that reloads itself, or an error page."""

from collections.abc import Mapping
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import get_conditional_response

from builder.exports.file_names import content_disposition
from builder.exports.paper_requests import (
    MEDIA_TYPES,
    RETRY_SECONDS,
    PaperNotReadyError,
    PaperSource,
    request_paper,
)
from builder.exports.pdf.typesetter import PaperFailedError
from builder.services.budgets import spender_of
from builder.typesetting.orders import Output
from builder.web.shared.errors import problem_response

_PROBLEMS_BY_CAUSE: Mapping[str, str] = {
    "time": "This paper takes too long to make.",
    "memory": "This paper takes too much memory to make.",
}
_FAILED = "Making this paper failed. We've recorded the problem."
_CHOOSE_LESS = "Choose a roster instead of the full list, or leave out notes, points or rules text."


def paper_response(
    request: HttpRequest, source: PaperSource, output: Output, *, is_public: bool = False
) -> HttpResponse:
    """Return the paper of a source. The caller has checked that the user may see it.

    If ``is_public`` is True, browsers may store the paper, but must check each time whether it has changed.
    """
    spender = spender_of(request.user, request.META).name
    try:
        paper = request_paper(source, spender)
        response = HttpResponse(content_type=MEDIA_TYPES[output], headers={"ETag": paper.etag})
        if is_public:
            response["Cache-Control"] = "private, no-cache"
        response = get_conditional_response(request, paper.etag, None, response) or response
        if response.status_code != HTTPStatus.OK:
            return response
        response.content = paper.content(spender)
    except PaperNotReadyError:
        return _not_ready_response(request, output)
    except PaperFailedError as error:
        return _failed_response(request, error.cause)
    if output == "pdf":
        response["Content-Disposition"] = content_disposition("inline", "pdf", *paper.names)
    elif output != "png":
        response["Content-Disposition"] = content_disposition("attachment", output, *paper.names)
    return response


def _not_ready_response(request: HttpRequest, output: Output) -> HttpResponse:
    """Return 503 for a paper that isn't ready: a page that reloads itself, or for a picture plain text."""
    if output == "png":
        response = HttpResponse("This picture isn't ready yet.", "text/plain", 503)
    else:
        response = render(request, "papers/not_ready.html", {"nav": "", "seconds": RETRY_SECONDS}, status=503)
        response["Refresh"] = str(RETRY_SECONDS)
    response["Retry-After"] = str(RETRY_SECONDS)
    return response


def _failed_response(request: HttpRequest, cause: str) -> HttpResponse:
    if cause in _PROBLEMS_BY_CAUSE:
        return problem_response(request, 503, "Not made", _PROBLEMS_BY_CAUSE[cause], _CHOOSE_LESS)
    return problem_response(request, 503, "Not made", _FAILED, "Try again in a minute.")
