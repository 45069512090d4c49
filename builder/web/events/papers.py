"""Which PDF of what was handed in for an event an address names."""

from django.http import HttpRequest, HttpResponse

from builder.exports.pdf.options import PaperSize
from builder.web.papers.forms import SIZES, default_paper_size
from builder.web.shared.errors import problem_response
from builder.web.shared.query_options import QueryOptions


def paper_size(request: HttpRequest, options: QueryOptions) -> PaperSize:
    """The paper size that an address names, else the usual one of the reader's languages."""
    usual = default_paper_size(request.headers.get("Accept-Language", ""))
    return options.choice("size", tuple(SIZES), usual)


def no_such_paper_response(request: HttpRequest, options: QueryOptions) -> HttpResponse:
    """The answer to an address that names no PDF of an event."""
    words = f"Not understood: {'; '.join(options.not_understood)}."
    return problem_response(request, 400, "No such paper", words, "Choose on its page.")
