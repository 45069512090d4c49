"""``appraise``: print the appraisal of a document. It needs no database."""

import io
import json
import sys
from argparse import ArgumentParser

from django.core.management.base import BaseCommand

from builder.catalogue.files import bundled_catalogues
from builder.catalogue.limits import limits
from builder.exports.json import appraisal_value
from builder.exports.receipt import receipt_text
from builder.points.advice.profile_fixes import appraise_with_fixes
from builder.points.document.document import Document, DocumentError, parse_document
from builder.points.document.json_reader import read_json


class Command(BaseCommand):
    """The command. The exit code is 0 if the document was read, whatever its findings, else 1."""

    help = "Appraise a company list document: points, lines and findings as JSON, or as text for people."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the file, --text for a table instead of JSON, and --sheet for more JSON."""
        parser.add_argument("file", help="the document, or - for standard input")
        parser.add_argument("--text", action="store_true", help="a text for people instead of JSON")
        parser.add_argument("--sheet", action="store_true", help="include all that is drawn on sheets")

    def handle(self, *_args: object, file: str, text: bool, sheet: bool, **_options: object) -> None:
        """Print the appraisal, or one line that names the fault, its path and the fix."""
        try:
            document, sent = read_document(file)
        except (DocumentError, OSError) as error:
            self.stderr.write(describe_error(file, error))
            raise SystemExit(1) from error
        catalogue = bundled_catalogues()[document.system, document.edition]
        appraisal = appraise_with_fixes(document, catalogue, sent)
        if isinstance(sys.stdout, io.TextIOWrapper):
            # JSON is UTF-8, whatever the terminal's encoding.
            sys.stdout.reconfigure(encoding="utf-8")
        if text:
            self.stdout.write(receipt_text(document, appraisal, catalogue))
        else:
            value = appraisal_value(document, catalogue, appraisal, sheet=sheet)
            self.stdout.write(json.dumps(value, ensure_ascii=False, indent=2))


def read_document(file: str) -> tuple[Document, object]:
    """Read the document in a file or on standard input, and the JSON value that it was read from."""
    max_bytes = limits()
    if file == "-":
        raw = sys.stdin.buffer.read(max_bytes.bytes + 1)
    else:
        with open(file, "rb") as opened:
            raw = opened.read(max_bytes.bytes + 1)
    if len(raw) > max_bytes.bytes:
        raise DocumentError("", f"has more than {max_bytes.bytes:,} bytes", "split it up")
    sent = read_json(raw, max_bytes)
    return parse_document(sent, bundled_catalogues(), max_bytes), sent


def describe_error(file: str, error: DocumentError | OSError) -> str:
    """Return a fault on one line, without control characters."""
    shown = str(error)
    if isinstance(error, OSError):
        reason = error.strerror or shown
        shown = f"{file} cannot be read ({reason}): name another file, or - for standard input"
    return " ".join(shown.split())
