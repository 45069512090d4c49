"""Templates of new profiles are legal, have a price, and exist for each kind."""

import json
from dataclasses import replace

import pytest

from builder.catalogue.templates import template_document
from builder.points.appraisal.appraisal import appraise
from builder.points.document.document import dump_document
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.catalogue_index import index_of
from tests.support.designs import PUBLISHED

EDITIONS = pytest.mark.parametrize("catalogue", PUBLISHED, ids=lambda catalogue: catalogue.system)


@EDITIONS
def test_templates_are_legal_priced_and_have_no_references(catalogue: Catalogue) -> None:
    """The player enters an agreed price."""
    document = template_document(catalogue)
    assert document is not None
    for template, appraisal in zip(document.profiles, appraise(document, catalogue).profiles, strict=True):
        agreed = {part.code for part in catalogue.attributes if part.entered}
        assert all(line.points is not None or line.code in agreed for line in appraisal.lines), template.key
        levels = {finding.level for finding in appraisal.findings}
        assert not levels & {"error", "warning"}, (template.key, appraisal.findings)
        written = json.dumps(dump_document(replace(document, profiles=(template,)), catalogue))
        assert '"profile"' not in written, template.key


@EDITIONS
def test_templates_have_a_description_and_each_kind_has_one(catalogue: Catalogue) -> None:
    document = template_document(catalogue)
    assert document is not None
    templates = document.profiles
    assert len({template.name for template in templates}) == len(templates) >= 5
    assert all(template.notes and template.max is None for template in templates)
    kinds = {index_of(catalogue).for_kind(template.design.values).kind for template in templates}
    assert kinds == {kind.code for kind in catalogue.kinds} or kinds == {""}


def test_an_edition_without_templates_has_none(fury: Catalogue) -> None:
    assert template_document(replace(fury, edition="0.0.1")) is None
