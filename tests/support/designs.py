"""What the tests of the points core share: the catalogue, plain documents, and their appraisal."""

from typing import Any

from builder.catalogue.files import bundled_catalogues
from builder.points.appraisal.appraisal import appraise
from builder.points.document.document import Document, parse_document
from builder.points.rules.catalogue import Attribute, Catalogue, PickSlot, WeaponSlot
from builder.points.rules.results import Appraisal, Finding, ProfileAppraisal

Json = dict[str, Any]

CATALOGUES = bundled_catalogues()
PUBLISHED = [catalogue for catalogue in CATALOGUES.values() if not catalogue.draft]
"""The editions that aren't drafts. They must have a summary, templates, players' words and texts."""

FURY: Catalogue = CATALOGUES["unbridled-fury", "0.9.0"]
DESIGN_FIELDS: tuple[Attribute | WeaponSlot | PickSlot, ...] = (
    *FURY.attributes,
    *FURY.weapon_slots,
    *FURY.pick_slots,
)
ATTRIBUTES = ("mov", "fgt", "shg", "tds", "cow", "arm", "ssv", "mgc")


def design(**changes: object) -> Json:
    """Return the design of a plain fighter, which has no findings, with changes.

    The names of the changes are codes of attributes, or fields of the design.
    """
    attributes: Json = {"mov": 6, "fgt": 5, "shg": 0, "tds": 6, "cow": 6}
    full: Json = {"size": 2, "attributes": attributes, "combat_weapon": {"properties": ["B"]}}
    for name, value in changes.items():
        if name in ATTRIBUTES:
            attributes[name] = value
        else:
            full[name] = value
    return {**full, "attributes": {code: value for code, value in attributes.items() if value is not None}}


def gun(*properties: str, reach: int | None = 4) -> Json:
    """Return a shooting weapon with a range band and these properties."""
    return {"range": reach, "properties": list(properties)}


def picks(*taken: str | Json) -> list[Json]:
    """Return picks of properties or spells, which are given as codes or as picks with parameters."""
    return [{"code": item} if isinstance(item, str) else item for item in taken]


def document(profiles: dict[str, Json], catalogue: Catalogue = FURY, /, **fields: object) -> Json:
    """Return a company list of these designs by key."""
    rows = [{"key": key, "name": key.title(), "design": item} for key, item in profiles.items()]
    head = {"format": "company-list", "version": 1, "system": catalogue.system, "edition": catalogue.edition}
    return {**head, "name": "A company", "profiles": rows, **fields}


def read_document(value: object) -> Document:
    """Return the document in a JSON value."""
    return parse_document(value, CATALOGUES)


def catalogue_for(document: Document) -> Catalogue:
    """Return the catalogue of a document's edition."""
    return CATALOGUES[document.system, document.edition]


def appraise_json(value: object) -> Appraisal:
    """Return the appraisal of a document that is given as a JSON value."""
    document = read_document(value)
    return appraise(document, catalogue_for(document))


def appraise_design(design: Json, others: dict[str, Json] | None = None) -> ProfileAppraisal:
    """Return the appraisal of one design. Its key is "own", in a list with ``others``."""
    return appraise_json(document({"own": design, **(others or {})})).profile("own")


def findings_of(profile: ProfileAppraisal, code: str) -> list[Finding]:
    """Return the findings of the rule with this code."""
    return [finding for finding in profile.findings if finding.code == code]
