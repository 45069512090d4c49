"""Public lists of Zapp! are found by classes of troops, also where a profile leaves them blank."""

from builder.models.gallery import CHOICE
from builder.queries.gallery import choice_names
from builder.services.gallery import listing_tags, searchable_text
from tests.support.designs import read_document
from tests.support.zapp import ZAPP, of_kind, unit, zapp_document

ARMY = read_document(
    zapp_document({"line": unit(24), "dead": unit(30, undead=True), "old": of_kind("wizard")})
)


def test_default_classes_and_checkboxes_can_be_searched() -> None:
    tags = {value for kind, value in listing_tags(ARMY, ZAPP) if kind == CHOICE}
    result = {"kind:unit", "kind:wizard", "people:civilised", "arm:infantry", "undead:yes"}
    assert tags == {f"zapp:{value}" for value in result}
    offered = {value for options in choice_names([ZAPP]).values() for value in options}
    assert result <= offered


def test_names_of_options_are_searchable_words() -> None:
    words = searchable_text(ARMY, ZAPP).split()
    assert {"wizard", "infantry", "civilised", "undead"} <= {*words}
    assert "cavalry" not in words
