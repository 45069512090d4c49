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
"""The editions that must have a summary, templates, players' words and texts."""

FURY: Catalogue = CATALOGUES["unbridled-fury", "0.9.0"]
DESIGN_FIELDS: tuple[Attribute | WeaponSlot | PickSlot, ...] = (
    *FURY.attributes,
    *FURY.weapon_slots,
    *FURY.pick_slots,
)
ATTRIBUTES = ("mov", "fgt", "shg", "tds", "cow", "arm", "ssv", "mgc")


def design(**changes: object) -> Json:
    """A plain fighter without a finding, changed: attributes by their code, the rest by its field."""
    attributes: Json = {"mov": 6, "fgt": 5, "shg": 0, "tds": 6, "cow": 6}
    full: Json = {"size": 2, "attributes": attributes, "combat_weapon": {"properties": ["B"]}}
    for name, value in changes.items():
        if name in ATTRIBUTES:
            attributes[name] = value
        else:
            full[name] = value
    return {**full, "attributes": {code: value for code, value in attributes.items() if value is not None}}


def gun(*properties: str, reach: int | None = 4) -> Json:
    """A shooting weapon with a range band and these properties."""
    return {"range": reach, "properties": list(properties)}


def picks(*taken: str | Json) -> list[Json]:
    """Properties or spells, by code alone or with their parameters."""
    return [{"code": item} if isinstance(item, str) else item for item in taken]


def document(profiles: dict[str, Json], catalogue: Catalogue = FURY, /, **fields: object) -> Json:
    """A company list of these designs by key."""
    rows = [{"key": key, "name": key.title(), "design": item} for key, item in profiles.items()]
    head = {"format": "company-list", "version": 1, "system": catalogue.system, "edition": catalogue.edition}
    return {**head, "name": "A company", "profiles": rows, **fields}


def read_document(value: object) -> Document:
    """The document in a JSON value."""
    return parse_document(value, CATALOGUES)


def catalogue_for(document: Document) -> Catalogue:
    """The catalogue of a document's edition."""
    return CATALOGUES[document.system, document.edition]


def appraise_json(value: object) -> Appraisal:
    """The appraisal of a document given as a JSON value."""
    document = read_document(value)
    return appraise(document, catalogue_for(document))


def appraise_design(design: Json, others: dict[str, Json] | None = None) -> ProfileAppraisal:
    """The appraisal of one design, called "own", in a list with others."""
    return appraise_json(document({"own": design, **(others or {})})).profile("own")


def findings_of(profile: ProfileAppraisal, code: str) -> list[Finding]:
    """The findings with this rule id."""
    return [finding for finding in profile.findings if finding.code == code]
