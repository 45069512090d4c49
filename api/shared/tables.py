"""Tables for spreadsheets: the query parameters for their format, and responses with tables."""

from collections.abc import Callable, Mapping
from typing import Any

from django.http import HttpResponse
from rest_framework import serializers

from api.shared.errors import fault_problem
from builder.encodings import TABLE_ENCODINGS, UTF_8, UnwritableError
from builder.exports.csv import SEPARATORS, TableFormat
from builder.exports.file_names import file_response


class TableFormatSerializer(serializers.Serializer[Any]):
    """The format of a table."""

    separator = serializers.ChoiceField(
        choices=tuple(SEPARATORS), default="comma", help_text="Separator between cells."
    )
    encoding = serializers.ChoiceField(
        choices=tuple(TABLE_ENCODINGS),
        default=UTF_8,
        help_text="Encoding of the table. In UTF-8, the table begins with a byte order mark. If the encoding "
        "lacks a character of the table, the request is refused.",
    )


def table_file_response(
    query: Mapping[str, Any], write: Callable[[TableFormat], bytes], *names: str
) -> HttpResponse:
    """Return a table in the requested format. Raises Problem if its encoding lacks a character.

    ``write`` returns the table in a format. ``names`` are the parts of the file's name.
    """
    table_format = TableFormat(query["separator"], query["encoding"])
    try:
        table = write(table_format)
    except UnwritableError as error:
        raise fault_problem([("encoding", str(error))]) from error
    return file_response(table, table_format.media_type, "attachment", "csv", *names)
