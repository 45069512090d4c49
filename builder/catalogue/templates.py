"""The templates that come with the program. A template is a profile that users can copy as a new profile."""

from functools import lru_cache

from builder.catalogue.rulings import DATA_FOLDER
from builder.points.document.document import Document, parse_document
from builder.points.document.json_reader import read_json
from builder.points.rules.catalogue import Catalogue


@lru_cache(maxsize=32)
def template_document(catalogue: Catalogue) -> Document | None:
    """Return the company list whose profiles are an edition's templates, or None if it has none.

    Raises DocumentError if the file is not a company list of this edition.
    """
    path = DATA_FOLDER / catalogue.system / "templates" / f"{catalogue.edition}.json"
    if not path.exists():
        return None
    editions = {(catalogue.system, catalogue.edition): catalogue}
    return parse_document(read_json(path.read_bytes()), editions)
