"""The starting templates that come with the program: profiles that a new one may begin as.

They stand beside their edition as a company list document, and are read like any other.
"""

from functools import lru_cache

from builder.catalogue.files import TEMPLATE_FOLDER
from builder.catalogue.rulings import DATA_FOLDER
from builder.points.document.document import Document, Profile, parse_document
from builder.points.document.json_reader import read_json
from builder.points.rules.catalogue import Catalogue


def starting_templates(catalogue: Catalogue) -> tuple[Profile, ...]:
    """The templates of an edition, in the order in which they are offered; none where it has none.

    Raises DocumentError where the file is no company list of this edition.
    """
    document = template_document(catalogue)
    return document.profiles if document else ()


@lru_cache(maxsize=32)
def template_document(catalogue: Catalogue) -> Document | None:
    """The company list that an edition's templates stand in; None where it has none."""
    path = DATA_FOLDER / catalogue.system / TEMPLATE_FOLDER / f"{catalogue.edition}.json"
    if not path.exists():
        return None
    editions = {(catalogue.system, catalogue.edition): catalogue}
    return parse_document(read_json(path.read_bytes()), editions)
