"""Parsing a catalogue: the result, and its unchanged dump."""

from fractions import Fraction

from builder.points.rules.catalogue import Catalogue, Cost
from tests.catalogue.small_catalogue import small_catalogue


def test_a_small_catalogue_is_read() -> None:
    catalogue = small_catalogue()
    winged = catalogue.properties[1]

    assert catalogue.system_name == "Skirmish"
    assert dict(catalogue.cost_tables[0].costs) == {"1": 2, "2": 5}
    assert dict(catalogue.multipliers[0].factors) == {"1": Fraction(1, 2), "2": Fraction(3, 2)}
    assert winged.cost == Cost(kind="table", table="pace", parameter="pace", factor=Fraction(2))
    assert winged.constraints[0].any == ("brave",)
    assert winged.parameters[0].low == 1
    assert winged.parameters[0].high is None
    assert catalogue.attributes[1].default is None


def test_options_and_entries_have_names(fury: Catalogue) -> None:
    """An option that doesn't exist has its code as name, and an entry without a label its name."""
    magic = next(attribute for attribute in fury.attributes if attribute.code == "magic")
    assert [magic.option_name(code) for code in ("high", "wild")] == ["High", "wild"]
    kinds = next(p for entry in fury.properties for p in entry.parameters if p.kind == "choice")
    assert kinds.option_name(kinds.options[0].code) == kinds.options[0].name
    labelled = next(entry for entry in fury.properties if entry.label)
    assert labelled.short_name == labelled.label
    assert next(entry for entry in fury.properties if not entry.label).short_name != ""
