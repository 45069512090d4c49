"""Players' words, compared with the edition in the same folder."""

from dataclasses import replace

import pytest

from builder.catalogue.aliases import alias_faults, aliases_of
from builder.catalogue.files import bundled_catalogues
from builder.points.rules.aliases import Alias, Aliases, Category, CommonWeapon
from builder.points.rules.catalogue import Catalogue

MANY = 12
"""Entries from which on a picker is easier to read in groups."""


@pytest.mark.parametrize("catalogue", bundled_catalogues().values(), ids=lambda catalogue: catalogue.system)
def test_bundled_aliases_refer_to_entries_of_their_edition(catalogue: Catalogue) -> None:
    assert list(alias_faults(aliases_of(catalogue), catalogue)) == []
    assert catalogue.draft or len(aliases_of(catalogue).aliases) > 20


@pytest.mark.parametrize("catalogue", bundled_catalogues().values(), ids=lambda catalogue: catalogue.system)
def test_every_long_group_has_complete_categories(catalogue: Catalogue) -> None:
    for group in catalogue.groups:
        offered = (entry for entry in catalogue.entries() if not entry.derived)
        codes = {entry.code for entry in offered if entry.group == group.code}
        placed = set(aliases_of(catalogue).categories_by_code(group.code))
        assert placed in (codes, set())
        assert placed or len(codes) <= MANY


def test_an_edition_without_a_file_has_no_aliases(fury: Catalogue) -> None:
    assert aliases_of(replace(fury, edition="0.0.1")) == Aliases()


def categories(group: str, *entries: str) -> Aliases:
    return Aliases(categories=(Category(group=group, name="S", entries=entries),))


SPEAR = CommonWeapon(code="spear", name="Spear", slot="combat_weapon", properties=("R",))


@pytest.mark.parametrize(
    ("aliases", "fault"),
    [
        (Aliases(aliases=(Alias(words=("x",), means=("model.laser",)),)), 'names code "model.laser"'),
        (Aliases(aliases=(Alias(words=("x",), means=("magic.middling",)),)), 'names code "magic.middling"'),
        (Aliases(aliases=(Alias(words=("x",), means=("weapon.GB4",)),)), 'names code "weapon.GB4"'),
        (Aliases(aliases=(Alias(words=("x", "X"), means=("mov",)),)), 'aliases has "x" 2 times'),
        (Aliases(aliases=(Alias(words=("x",), means=("mov",)),), nothing=("x",)), 'aliases has "x" 2 times'),
        (Aliases(aliases=(Alias(words=("x",), means=("",)),)), 'names code "", which is not defined'),
        (Aliases(aliases=(Alias(words=(), means=("mov",)),)), "aliases[0] has no words"),
        (categories("model", "laser"), '"S" names entry of group "model" "laser"'),
        (categories("none", "flier"), '"S" names entry of group "none" "flier"'),
        (categories("model", "flier", "flier"), 'categories has "model.flier" 2 times'),
        (Aliases(weapons=(replace(SPEAR, slot="hand"),)), 'weapons "spear" names weapon slot "hand"'),
        (Aliases(weapons=(replace(SPEAR, properties=("Z",)),)), 'weapons "spear" names property "Z"'),
        (Aliases(weapons=(replace(SPEAR, fields={"reach": 1}),)), 'weapons "spear" names field "reach"'),
        (Aliases(weapons=(SPEAR, SPEAR)), 'weapons has "combat_weapon.spear" 2 times'),
    ],
)  # fmt: skip
def test_entries_missing_from_an_edition_are_reported(fury: Catalogue, aliases: Aliases, fault: str) -> None:
    (result,) = alias_faults(aliases, fury)
    assert fault in result


def test_aliases_can_mean_parts_options_and_common_weapons(fury: Catalogue) -> None:
    means = ("mov", "magic.high", "model.flier", "combat_weapon.spear")
    aliases = Aliases(aliases=(Alias(words=("x",), means=means),), weapons=(SPEAR,))
    assert list(alias_faults(aliases, fury)) == []
    assert aliases.exact_words("mov") == ("x",)
