"""Responses with papers.

A paper is a list or a part of it in printed form, as a PDF or a picture.
"""

from django.http import HttpResponse
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.response import Response

from api.shared.conditions import not_modified_response
from api.shared.errors import Problem
from builder.exports.file_names import file_response
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

PAPER_PROBLEMS = ("not-ready", "not-set")

_CAUSE_MESSAGES = {
    "time": "This paper takes too long to make.",
    "memory": "This paper takes too much memory to make.",
}
_NOT_READY_MESSAGE = (
    f"It is large, or we are making many papers. Send the request again in {RETRY_SECONDS} seconds."
)
_OTHER_CAUSE_MESSAGE = "Making this paper failed. Try again in a minute."


def paper_file_response(request: Request, source: PaperSource, output: Output) -> HttpResponse | Response:
    """Return the file of a paper, or a 304 if the client already has this file.

    Raises Problem if the paper isn't ready yet or can't be made.
    """
    spender = spender_of(request.user, request.META).name
    try:
        paper = request_paper(source, spender)
        not_modified = not_modified_response(request, paper.etag)
        if not_modified is not None:
            return not_modified
        content = paper.content(spender)
    except PaperNotReadyError as error:
        headers = {"Retry-After": str(RETRY_SECONDS)}
        raise Problem("not-ready", _NOT_READY_MESSAGE, headers=headers) from error
    except PaperFailedError as error:
        raise Problem("not-set", _CAUSE_MESSAGES.get(error.cause, _OTHER_CAUSE_MESSAGE)) from error
    response = file_response(content, MEDIA_TYPES[output], "inline", output, *paper.names)
    if request.method in SAFE_METHODS:  # only these requests can be repeated with the ETag
        response["ETag"] = paper.etag
    return response
