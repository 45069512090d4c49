"""Answers with a paper: its file, that the program has it already, or when to ask again."""

from django.http import HttpResponse
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.response import Response

from api.shared.conditions import not_modified_response
from api.shared.errors import Problem
from api.shared.responses import file_response
from builder.exports.kept_papers import PaperNotReadyError, PaperSource, request_paper
from builder.exports.pdf.typesetter import PaperNotSetError
from builder.points.wording import pluralize
from builder.press.orders import Output
from builder.services.budgets import spender_of

MEDIA_TYPES: dict[Output, str] = {
    "pdf": "application/pdf", "png": "image/png", "zip": "application/zip", "json": "application/json",
}  # fmt: skip
PAPER_PROBLEMS = ("not-ready", "not-set")

_CAUSES = {
    "time": "It takes longer to make than any paper may.",
    "memory": "It takes more memory to make than any paper may.",
}
_ENDED = "The process that was to make it has failed; try again in a minute."


def paper_file_response(request: Request, source: PaperSource, output: Output) -> HttpResponse | Response:
    """The paper of a source, which its reader may have; Problem where there is none yet, or none at all."""
    reader = spender_of(request.user, request.META).name
    try:
        paper = request_paper(source, reader)
        not_modified = not_modified_response(request, paper.etag)
        if not_modified is not None:
            return not_modified
        content = paper.content(reader)
    except PaperNotReadyError as wait:
        raise _not_ready(wait) from wait
    except PaperNotSetError as error:
        raise Problem("not-set", _CAUSES.get(error.cause, _ENDED)) from error
    response = file_response(content, MEDIA_TYPES[output], "inline", output, *paper.names)
    if request.method in SAFE_METHODS:  # nothing is at the address that a document was sent to
        response["ETag"] = paper.etag
    return response


def _not_ready(wait: PaperNotReadyError) -> Problem:
    headers = {"Retry-After": str(wait.seconds)}
    again = f"Ask again in {pluralize(wait.seconds, 'second')}."
    if wait.place is None:
        return Problem("not-ready", f"Too many papers are waiting to be made. {again}", headers=headers)
    where = f"It is number {wait.place} in the queue." if wait.place else "It is being made."
    if wait.steps:
        where = f"It is being made: {100 * wait.done // wait.steps} % of it are done."
    return Problem("not-ready", f"{where} {again}", headers=headers)
