"""Answers with a PDF of what was handed in for an event."""

from django.http import HttpRequest, HttpResponse

from builder.exports.file_names import content_disposition
from builder.exports.pdf.options import PaperSize
from builder.web.papers.forms import SIZES, default_paper_size
from builder.web.shared.errors import problem_response
from builder.web.shared.query_options import QueryOptions


def paper_size(request: HttpRequest, options: QueryOptions) -> PaperSize:
    """The paper size that an address names, else the usual one of the reader's languages."""
    usual = default_paper_size(request.headers.get("Accept-Language", ""))
    return options.choice("size", tuple(SIZES), usual)


def pdf_response(content: bytes, *names: str) -> HttpResponse:
    """A PDF to look at; the name of its file is made of ``names``."""
    response = HttpResponse(content, content_type="application/pdf")
    response["Content-Disposition"] = content_disposition("inline", "pdf", *names)
    return response


def no_such_paper_response(request: HttpRequest, options: QueryOptions) -> HttpResponse:
    """The answer to an address that names no PDF of an event."""
    words = f"Not understood: {'; '.join(options.not_understood)}."
    return problem_response(request, 400, "No such paper", words, "Choose on its page.")
