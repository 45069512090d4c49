"""Tables for spreadsheets: the form for their format, their files, and the error page."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from builder.encodings import UTF_8, WRITTEN, UnwritableError
from builder.exports.csv import Separator, TableFormat
from builder.exports.file_names import content_disposition
from builder.web.shared.options import FormOption
from builder.web.shared.query_options import QueryOptions

_SEPARATORS: tuple[Separator, ...] = ("comma", "semicolon")
_OPTIONS = [FormOption("comma", "Comma"), FormOption("semicolon", "Semicolon", "for Excel in Europe")]
_ENCODINGS = [FormOption(code, name) for code, name in WRITTEN.items()]


class TableForm(NamedTuple):
    """The form to choose the format of a table; its file is at ``address``."""

    address: str
    chosen: TableFormat = TableFormat()
    rosters: Sequence[FormOption] = ()
    roster: str = ""
    separators: Sequence[FormOption] = _OPTIONS
    encodings: Sequence[FormOption] = _ENCODINGS


def table_response(
    request: HttpRequest,
    names: Sequence[str],
    write: Callable[[TableFormat], bytes],
    page: Callable[[], Mapping[str, Any]],
) -> HttpResponse:
    """Return a table in the format of the query, as a file of these names.

    If an option is unknown or the encoding doesn't have a letter, return a page with the reason. ``page``
    returns its context: nav, title, back and rosters.
    """
    given = QueryOptions(request.GET)
    chosen = TableFormat(
        given.choice("separator", _SEPARATORS, "comma"), given.choice("encoding", tuple(WRITTEN), UTF_8)
    )
    problem, data = f"Unknown option: {'; '.join(given.not_understood)}." if given.not_understood else "", b""
    if not problem:
        try:
            data = write(chosen)
        except UnwritableError as error:
            problem = str(error)
    if problem:
        context = page()
        form = TableForm(request.path, chosen, context.get("rosters", ()), request.GET.get("roster", ""))
        return render(
            request, "shared/table_problem.html", {**context, "problem": problem, "table": form}, status=400
        )
    response = HttpResponse(data, content_type=chosen.media_type)
    response["Content-Disposition"] = content_disposition("attachment", "csv", *names)
    return response
