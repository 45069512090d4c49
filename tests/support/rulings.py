"""An edition with two revisions of its rulings. The second revision changes the verdict of a list."""

import json
from dataclasses import replace

from builder.catalogue.files import Catalogues
from builder.catalogue.load import load_edition
from builder.catalogue.parsing import from_plain, to_plain
from builder.models import CompanyList, User
from builder.points.document.document import Document
from builder.services.exchange import create_list_from_document


def load_revision(catalogues: Catalogues, revision: int, level: str) -> None:
    """Load a copy of Unbridled Fury in which findings of the rule P-15 have this level.

    P-15 is about a profile with Shg and no shooting weapon.
    """
    plain = to_plain(replace(catalogues["unbridled-fury", "0.9.0"], edition="0.9.1", identity=""))
    warning = '"rule": "P-15", "level": "warning"'
    text = json.dumps(plain)
    assert warning in text
    plain = json.loads(text.replace(warning, warning.replace("warning", level)))
    changes = [{"revision": 2, "date": "2026-03-01", "text": "Unused Shg.", "rules": ["P-15"]}]
    load_edition(from_plain(plain | {"revision": revision, "changes": changes}, "copy"))


def create_list_by_first_revision(owner: User, catalogues: Catalogues, document: Document) -> CompanyList:
    """Load revision 1, and create a list whose first profile has Shg and no shooting weapon."""
    load_revision(catalogues, 1, "warning")
    first = document.profiles[0]
    design = replace(first.design, weapons={**first.design.weapons, "shooting_weapons": ()})
    profiles = (replace(first, design=design), *document.profiles[1:])
    return create_list_from_document(owner, replace(document, edition="0.9.1", profiles=profiles))
