"""Tables for spreadsheets: the form that selects a format, the file, and the page for errors."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from builder.encodings import TABLE_ENCODINGS, UTF_8, UnwritableError
from builder.exports.csv import Separator, TableFormat
from builder.exports.file_names import file_response
from builder.web.shared.options import FormOption
from builder.web.shared.query_options import QueryOptions

_SEPARATORS: tuple[Separator, ...] = ("comma", "semicolon")
_SEPARATOR_OPTIONS = [
    FormOption("comma", "Comma"),
    FormOption("semicolon", "Semicolon", "for Excel in Europe"),
]
_ENCODING_OPTIONS = [FormOption(code, name) for code, name in TABLE_ENCODINGS.items()]


class TableForm(NamedTuple):
    """The form that selects the format of a table, and the roster if there are ``rosters`` to choose from."""

    url: str
    chosen: TableFormat = TableFormat()
    rosters: Sequence[FormOption] = ()
    roster_id: str = ""
    separators: Sequence[FormOption] = _SEPARATOR_OPTIONS
    encodings: Sequence[FormOption] = _ENCODING_OPTIONS


def table_response(
    request: HttpRequest,
    names: Sequence[str],
    write: Callable[[TableFormat], bytes],
    page_context: Callable[[], Mapping[str, Any]],
) -> HttpResponse:
    """Return the file of a table in the format that the address selects.

    If an option is unknown, or the encoding lacks a character of the table, return a page with the reason.
    ``names`` are the parts of the file's name, and ``write`` returns its content.
    ``page_context`` returns the context of the page: ``nav``, ``title``, ``back`` and optionally ``rosters``.
    """
    options = QueryOptions(request.GET)
    chosen = TableFormat(
        options.choice("separator", _SEPARATORS, "comma"),
        options.choice("encoding", tuple(TABLE_ENCODINGS), UTF_8),
    )
    if options.not_understood:
        problem = f"Unknown option: {'; '.join(options.not_understood)}."
    else:
        try:
            return file_response(write(chosen), chosen.media_type, "attachment", "csv", *names)
        except UnwritableError as error:
            problem = str(error)
    context = page_context()
    form = TableForm(request.path, chosen, context.get("rosters", ()), request.GET.get("roster", ""))
    return render(
        request, "shared/table_problem.html", {**context, "problem": problem, "table": form}, status=400
    )
