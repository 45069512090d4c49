"""Variants of Tin Soldiers, to test features that no bundled catalogue uses."""

from builder.catalogue.parsing import parse_catalogue
from builder.points.appraisal.appraisal import appraise
from builder.points.document.document import Document, parse_document
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.results import ProfileAppraisal
from tests.support import tin_soldiers as tin
from tests.support.designs import Json

FILE = tin.FOLDER / "0.1.toml"


def changed_catalogue(*changes: tuple[str, str]) -> Catalogue:
    """Return Tin Soldiers with texts of its file replaced. Each old text must be in the file."""
    text = FILE.read_text()
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    return parse_catalogue(text, FILE.name)


def read_with(catalogue: Catalogue, value: Json) -> Document:
    """Parse a document with this catalogue."""
    return parse_document(value, {tin.NAME: catalogue})


def appraise_band(catalogue: Catalogue, design: Json) -> ProfileAppraisal:
    """Return the appraisal of one band of figures by this catalogue."""
    return appraise(read_with(catalogue, tin.document({"own": design})), catalogue).profile("own")


def finding_messages(catalogue: Catalogue, design: Json) -> list[tuple[str, str, str]]:
    """Return rule, place and message of each finding."""
    return [(f.code, f.where, f.message) for f in appraise_band(catalogue, design).findings]
