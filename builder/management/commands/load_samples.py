"""``load_samples``: load the sample lists from their files into the database. It is safe to repeat."""

from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from builder.catalogue.files import sample_files
from builder.catalogue.limits import limits
from builder.catalogue.store import all_catalogues
from builder.documents import UnreadableDesignError, load_list
from builder.models import CompanyList
from builder.points.document.document import Document, DocumentError, parse_document
from builder.points.document.json_reader import read_json
from builder.services.lists import remove_other_samples, save_sample


class Command(BaseCommand):
    """The command. It never changes the copies that people have made of samples."""

    help = "Load the sample lists that are missing or differ from their files."

    def handle(self, *_args: object, verbosity: int, **_options: object) -> None:
        """Load the samples, and remove samples whose files are missing. Print a line for each sample."""
        files = list(sample_files())
        outcomes = {slug: load_sample(slug, path) for slug, path in files}
        if removed := remove_other_samples(outcomes):
            outcomes["samples without a file"] = f"{removed} removed"
        if verbosity:
            for slug, outcome in outcomes.items():
                self.stdout.write(f"{slug}: {outcome}")


def load_sample(slug: str, path: Path) -> str:
    """Load a sample from its file, unless the sample in the database is the same.

    Return "loaded" for a new sample, "updated" for a changed one, and otherwise "unchanged".
    """
    document = read_sample(path)
    row = CompanyList.objects.select_related("edition__system").filter(sample=slug, deleted_at=None).first()
    if row is not None and row.published_at is not None and _is_same(row, document):
        return "unchanged"
    save_sample(slug, document)
    return "loaded" if row is None else "updated"


def _is_same(row: CompanyList, document: Document) -> bool:
    try:
        return load_list(row).document == document
    except UnreadableDesignError:
        return False


def read_sample(path: Path) -> Document:
    """Return the document in a sample's file. Raises CommandError if it can't be read."""
    try:
        return parse_document(read_json(path.read_bytes(), limits()), all_catalogues(), limits())
    except DocumentError as error:
        raise CommandError(f"{path.name}: {error}") from error
