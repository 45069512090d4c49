"""The steps of the backup drill that run in separate processes, on the database of DATABASE_URL."""

import json
import re
import select
import sys
from itertools import count, cycle

from django.core.management import call_command

from builder.catalogue.files import bundled_catalogues, sample_files
from builder.catalogue.limits import NO_LIMITS
from builder.documents import load_list
from builder.exports.json import document_text, to_json_text
from builder.models import CompanyList, User
from builder.points.document.document import dump_profile, parse_document
from builder.revisions import past_documents
from builder.services.editing.edited_list import edit_list
from builder.services.exchange import create_list_from_document
from builder.services.profiles import save_profile
from tests.support.database_schema import schema

LISTS = 3
KEY = "captain"
_PAUSE_SECONDS = 0.02  # so that the histories, which are compared, stay short


def write() -> None:
    """Fill the database, then save a new note in one list after the other until standard input ends.

    For each save, print a line with its number.
    """
    _fill()
    numbers = count(1)
    for row in cycle(_lists()):
        number = next(numbers)
        with edit_list(row) as edited:
            profile = edited.profile_row(KEY)
            assert profile is not None
            value = dump_profile(edited.profile(profile), edited.catalogue)
            save_profile(edited, KEY, None, {**value, "notes": f"note {number}"})
        sys.stdout.write(f"{number}\n")
        sys.stdout.flush()
        if select.select([sys.stdin], [], [], _PAUSE_SECONDS)[0]:
            return


def read() -> None:
    """Print every list as JSON: its version, its export, and the export at each of its revisions."""
    json.dump({row.public_id: _describe(row) for row in _lists()}, sys.stdout)


def print_schema() -> None:
    """Print every part of the database's structure.

    Casts are left out, because PostgreSQL writes the same cast in two ways.
    """
    parts = [(name, re.sub(r"::[a-z ]+(\[\])?|[()]", "", text)) for name, text in schema().elements()]
    json.dump(sorted(parts), sys.stdout)


def restore(file: str) -> None:
    """Restore a backup, and print the same as ``read``."""
    call_command("restore", file, yes=True, stdout=sys.stderr)
    read()


def _fill() -> None:
    """Create the tables, and lists that belong to alice."""
    call_command("migrate", verbosity=0)
    call_command("createcachetable", verbosity=0)
    call_command("load_catalogues", verbosity=0)
    alice = User.objects.create(username="alice")
    text = dict(sample_files())["drop-reavers"].read_text(encoding="utf-8")
    document = parse_document(json.loads(text), bundled_catalogues())
    for _ in range(LISTS):
        create_list_from_document(alice, document)


def _describe(row: CompanyList) -> dict[str, object]:
    loaded = load_list(row)
    known = {(loaded.catalogue.system, loaded.catalogue.edition): loaded.catalogue}
    numbers = row.revisions.values_list("number", flat=True)
    past = {
        number: to_json_text(parse_document(past_document.value, known, NO_LIMITS), loaded.catalogue)
        for number, past_document in past_documents(row.pk, set(numbers)).items()
    }
    return {"version": row.version, "export": document_text(loaded), "past": past}


def _lists() -> list[CompanyList]:
    rows = CompanyList.objects.select_related("edition__system", "owner")
    return list(rows.filter(owner__isnull=False).order_by("pk"))
