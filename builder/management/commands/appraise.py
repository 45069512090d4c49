"""``appraise``: print the points of a document and its findings. The command doesn't use the database."""

import io
import json
import sys
from argparse import ArgumentParser

from django.core.management.base import BaseCommand

from builder.catalogue.files import bundled_catalogues
from builder.catalogue.limits import limits
from builder.catalogue.play import list_sheet
from builder.exports.json import appraisal_value
from builder.exports.receipt import receipt_text
from builder.points.advice.profile_fixes import appraise_with_fixes
from builder.points.document.document import Document, DocumentError, parse_document
from builder.points.document.json_reader import read_json


class Command(BaseCommand):
    """The command. The exit code is 1 if the document can't be read. Findings don't change the exit code."""

    help = "Appraise a company list document: points, lines and findings as JSON, or as text for people."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the file, ``--text`` for text instead of JSON, and ``--sheet`` for the data of sheets."""
        parser.add_argument("file", help="the document, or - for standard input")
        parser.add_argument("--text", action="store_true", help="a text for people instead of JSON")
        parser.add_argument("--sheet", action="store_true", help="include all that is drawn on sheets")

    def handle(self, *_args: object, file: str, text: bool, sheet: bool, **_options: object) -> None:
        """Print the appraisal or, for an invalid document, a line with the place of the error and its fix."""
        try:
            document, json_value = read_document(file)
        except (DocumentError, OSError) as error:
            self.stderr.write(describe_error(file, error))
            raise SystemExit(1) from error
        catalogue = bundled_catalogues()[document.system, document.edition]
        appraisal = appraise_with_fixes(document, catalogue, json_value)
        if isinstance(sys.stdout, io.TextIOWrapper):
            # JSON must be UTF-8, even if the terminal has another encoding.
            sys.stdout.reconfigure(encoding="utf-8")
        if text:
            self.stdout.write(receipt_text(list_sheet(document, catalogue, appraisal)))
        else:
            value = appraisal_value(list_sheet(document, catalogue, appraisal), with_sheets=sheet)
            self.stdout.write(json.dumps(value, ensure_ascii=False, indent=2))


def read_document(file: str) -> tuple[Document, object]:
    """Return a document, and the JSON value from which it was parsed.

    ``file`` is a path, or ``-`` for standard input. Raises DocumentError if the document is invalid, and
    OSError if the file can't be read.
    """
    document_limits = limits()
    if file == "-":
        raw = sys.stdin.buffer.read(document_limits.bytes + 1)
    else:
        with open(file, "rb") as opened:
            raw = opened.read(document_limits.bytes + 1)
    if len(raw) > document_limits.bytes:
        raise DocumentError("", f"has more than {document_limits.bytes:,} bytes", "split it up")
    json_value = read_json(raw, document_limits)
    return parse_document(json_value, bundled_catalogues(), document_limits), json_value


def describe_error(file: str, error: DocumentError | OSError) -> str:
    """Return a message for an error, on one line. ``file`` is the path of the document."""
    message = str(error)
    if isinstance(error, OSError):
        reason = error.strerror or message
        message = f"{file} cannot be read ({reason}): name another file, or - for standard input"
    return " ".join(message.split())
