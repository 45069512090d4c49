"""Random lists of every game that is bundled: exported and imported, they are the same."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from builder.points.document import dump_document, parse_document
from tests.lanes import is_wide
from tests.support.designs import CATALOGUES, read_document
from tests.support.strategies import documents

EVERY = sorted(CATALOGUES)


@pytest.mark.parametrize("name", EVERY)
@settings(max_examples=1_000 if is_wide() else 50, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_a_list_is_exported_as_it_was_imported(name: tuple[str, str], data: st.DataObject) -> None:
    """JSON, byte for byte, from the first export on."""
    document = read_document(data.draw(documents(CATALOGUES[name])))
    saved = dump_document(document, CATALOGUES[name])
    again = parse_document(saved, CATALOGUES)
    assert dump_document(again, CATALOGUES[name]) == saved
