"""What a profile has, in words: weapons by name with their codes written out, properties and spells."""

import json
from pathlib import Path

from builder.catalogue.files import sample_files
from builder.points.document.document import Document
from builder.points.pricing.stat_line import Trait, traits
from tests.support.bringing_list import bringing_list
from tests.support.designs import FURY, read_document


def sample(slug: str) -> Document:
    return read_document(json.loads(Path(dict(sample_files())[slug]).read_text(encoding="utf-8")))


def traits_of(document: Document, key: str) -> list[Trait]:
    return traits(FURY, document.profiles_by_key()[key], document.profile_names())


def texts(found: list[Trait]) -> list[tuple[str, list[str]]]:
    return [(trait.heading, [item.text for item in trait.items]) for trait in found]


def test_everything_that_the_furnace_strider_has() -> None:
    assert texts(traits_of(sample("sunken-foundry"), "strider")) == [
        ("Stamping foot", ["D Demolisher"]),
        ("Slag mortar", ["R8", "GB Greater Blast", "I Indirect", "SR Slow Reload"]),
        ("Steam lance", ["R3", "S Spray"]),
        ("Armour property", ["X Extreme"]),
        ("Model properties", ["Vehicle", "Capacity 3[2]"]),
    ]


def test_each_thing_says_what_it_means_and_where() -> None:
    """The armed hand that every model has is no weapon to speak of, unless it has a name."""
    for document in map(sample, dict(sample_files())):
        for profile in document.profiles:
            found = traits_of(document, profile.key)
            assert ("Combat weapon", ["B Basic"]) not in texts(found)
            assert all(item.name and item.summary and item.page for trait in found for item in trait.items)
    assert ("Shovel", ["B Basic"]) in texts(traits_of(sample("sunken-foundry"), "drowned-hand"))


def test_the_profiles_that_something_names_are_told() -> None:
    hound = traits_of(read_document(bringing_list()), "hound")
    assert texts(hound) == [("Model properties", ["Were-Creature Controlled: Wolf"])]
    assert hound[0].items[0].profiles == (("wolf", "Wolf"),)
