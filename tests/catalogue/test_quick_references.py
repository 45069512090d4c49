"""Quick references: each edition has its own, which is checked against the edition when it is read."""

from dataclasses import replace

from builder.catalogue.files import bundled_catalogues
from builder.catalogue.parsing import structure
from builder.catalogue.quick import quick_faults, quick_reference
from builder.points.document.quick import QuickReference
from builder.points.rules.catalogue import Catalogue
from builder.points.sheets.quick import quick_parts


def test_every_edition_has_a_quick_reference_with_a_page_or_place_in_each_section() -> None:
    for catalogue in bundled_catalogues().values():
        parts = quick_parts(quick_reference(catalogue), catalogue)
        assert len(parts) >= 10, catalogue.title
        for part in parts:
            assert part.lines or part.table, part.name
            assert part.place or all(line.place for line in part.lines), part.name


def test_an_edition_without_a_quick_reference_has_an_empty_one(fury: Catalogue) -> None:
    assert quick_reference(replace(fury, edition="0.0.1")) == QuickReference()


def test_unknown_codes_unneeded_exceptions_and_short_rows_are_reported(fury: Catalogue) -> None:
    plain = {
        "sections": [
            {
                "name": "Checks",
                "having": ["undead", "throne"],
                "rows": [
                    {"text": "Ensign", "value": "+3", "having": ["ensign", "magic=low", "AP4", "ssv"]},
                    {"text": "King", "value": "+4", "having": ["crown"]},
                    {"text": "On foot", "unless": ["mounted"]},
                ],
                "table": {"columns": ["", "Basic"], "rows": [["AP4", "−d4"], ["AP8"]]},
            }
        ]
    }
    assert list(quick_faults(structure(plain, QuickReference, "quick.toml"), fury)) == [
        'Checks: the section names code "throne", which is not defined: did you mean "waterborne"?',
        'Checks: "King" names code "crown", which is not defined: did you mean "cow"?',
        'Checks: "On foot" has unless without having: write having too, or leave unless out',
        "Checks: the table row ('AP8',) needs 2 cells",
    ]
