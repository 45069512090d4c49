"""Prices and labels in cases that no bundled catalogue has."""

import pytest

from builder.points.pricing.pricing import MAX_CACHED_PLACES
from builder.points.pricing.system import System
from builder.points.rules.catalogue_index import index_of
from builder.points.systems import SYSTEMS
from tests.support.designs import appraise_design, design, picks
from tests.support.tin_soldiers import TIN
from tests.support.tin_variants import appraise_band, changed_catalogue


@pytest.fixture(autouse=True)
def tin_soldiers(monkeypatch: pytest.MonkeyPatch) -> None:
    """The made-up game, priced only by its tables."""
    monkeypatch.setitem(SYSTEMS, TIN.system, System())


def test_a_line_names_its_table_and_not_its_attribute() -> None:
    """If their names differ."""
    catalogue = changed_catalogue(('code = "pace"\nname = "Pace"', 'code = "pace"\nname = "Table of paces"'))
    (line,) = appraise_band(catalogue, {"body": {"pace": 4}}).lines
    assert (line.label, line.table, line.page) == ("Pc 4", "Table of paces", 3)


@pytest.mark.parametrize(
    "number", [MAX_CACHED_PLACES - 1, MAX_CACHED_PLACES, MAX_CACHED_PLACES + 1, 3 * MAX_CACHED_PLACES]
)
def test_lines_are_cached_for_the_first_places_of_a_slot_only(number: int) -> None:
    """Input can't fill the memory, and common lines are made once."""
    catalogue = changed_catalogue()
    drums = {"drills": [{"code": "drum"}] * number}
    assert [line.points for line in appraise_band(catalogue, drums).lines] == [5] * number
    assert len(index_of(catalogue).for_kind({}).line_cache) == min(number, MAX_CACHED_PLACES)

    catalogue = changed_catalogue()
    spikes = {"kit": {"arms": {"length": None, "properties": ["spike"] * number}}}
    assert [line.points for line in appraise_band(catalogue, spikes).lines] == [None, *[3] * number]
    assert len(index_of(catalogue).for_kind({}).line_cache) == min(number, MAX_CACHED_PLACES)


def test_a_line_calls_another_profile_by_its_name() -> None:
    """Not by its key."""
    plain_design = design(properties=picks({"code": "companion", "profile": "other"}))
    labels = [line.label for line in appraise_design(plain_design, {"other": design()}).lines]
    assert "Companion: Other" in labels


def test_empty_parameters_are_omitted_from_labels() -> None:
    """One of two texts was cleared, so it doesn't have its default."""
    texts = (
        '{ code = "day", name = "Day", kind = "text", default = "noon" },'
        ' { code = "place", name = "Place", kind = "text" }'
    )
    catalogue = changed_catalogue(
        ('summary = "Keeps step."', f'summary = "Keeps step."\nparameters = [{texts}]')
    )
    (line,) = appraise_band(catalogue, {"drills": [{"code": "drum", "day": "", "place": "Oak"}]}).lines
    assert line.label == "Drum Oak"


def test_without_a_table_only_zero_has_a_price() -> None:
    """Magic without a kind: the tables are for high and low magic."""
    prices = {mgc: appraise_design(design(mgc=mgc)).points for mgc in (None, 0, 1)}
    assert prices[None] is not None
    assert (prices[0], prices[1]) == (prices[None], None)
