"""The serializers that are made from records describe exactly the JSON of the records."""

from collections.abc import Iterator, Mapping

import pytest
from rest_framework import serializers

from api.calculations.serializers import AppraisalSerializer
from builder.catalogue.files import Catalogues, sample_files
from builder.catalogue.limits import limits
from builder.catalogue.play import list_sheet
from builder.exports.json import appraisal_value
from builder.points.document.document import parse_document
from builder.points.document.json_reader import read_json

SAMPLES = dict(sample_files())


def undescribed_fields(serializer: object, value: object, path: str = "") -> Iterator[str]:
    """Yield the places in a JSON value where it and its serializer have different fields."""
    if isinstance(serializer, serializers.ListSerializer):
        assert isinstance(value, list | tuple)
        for item in value:
            yield from undescribed_fields(serializer.child, item, path)
    elif isinstance(serializer, serializers.Serializer):
        assert isinstance(value, Mapping)
        yield from (f"{path}.{name}" for name in value.keys() - serializer.fields.keys())
        for name, field in serializer.fields.items():
            if name in value:
                yield from undescribed_fields(field, value[name], f"{path}.{name}")
            elif field.required:
                yield f"{path}.{name}"


@pytest.mark.parametrize("name", SAMPLES)
def test_the_serializer_of_an_appraisal_describes_its_json(name: str, catalogues: Catalogues) -> None:
    document = parse_document(read_json(SAMPLES[name].read_bytes()), catalogues, limits())
    sheet = list_sheet(document, catalogues[document.system, document.edition])
    value = appraisal_value(sheet, with_sheets=True)
    assert set(undescribed_fields(AppraisalSerializer(), value)) == set()
