"""What a published edition sells never changes: its identity is printed on paper, its prices decide lists."""

import hashlib
import json

import pytest

from builder.catalogue.files import bundled_catalogues
from builder.catalogue.parsing import to_plain
from builder.catalogue.rulings import edition_part

# The identity is in fingerprints, so it never changes; the second digest is of the content of the edition.
PUBLISHED = {
    ("crimson-dusk", "seed"): (
        "694ea397c143fb22f7d8e7487377dd2e1440b2542f763ac6e7c100632de6f703",
        "38e100a3ca4d56e45608813aa19bea30c7e1a2b4c2bf2af71b6841616e088ab0",
    ),
    ("dark-fantasy-fubar", "seed"): (
        "37aa860d35286fca2e15b60d8c135b545bba831ece4da4a18e5b2ef4b88f3f7f",
        "1c9826b043f3935e99cefe514d5a4620713aefe866c1f64c678b9905efaff2d1",
    ),
    ("stargrave", "seed-and-facts"): (
        "b59d9fd7147054b73d175ab003386a3163e86d3f53bffdc4305caef95a8c253a",
        "13767bbc82681ba788ae9edf63fef68d75844750125ac84d56a9fc70f1ac4635",
    ),
    ("unbridled-fury", "0.9.0"): (
        "a5e27de603f83036def31985ab7a678e0273907f95a27a481820529a24e3950f",
        "e1fa12732621bc8d2736ee2cdbb4a4fabefc3519d5b56231f12015c0da7a9068",
    ),
    ("zapp", "seed"): (
        "1d22d7a6ca765310359e8f5953aa567cdbe6728ccf711d25f47ab64b9074480c",
        "5191599ad35c8537f1d34d93d61590dde2ff095f4180dff2a38d56f555961d54",
    ),
}


@pytest.mark.parametrize(("edition", "digests"), PUBLISHED.items())
def test_a_published_edition_never_changes(edition: tuple[str, str], digests: tuple[str, str]) -> None:
    catalogue = bundled_catalogues()[edition]
    content = json.dumps(edition_part(to_plain(catalogue)), ensure_ascii=False, sort_keys=True)
    assert (catalogue.identity, hashlib.sha256(content.encode()).hexdigest()) == digests


def test_every_published_edition_is_tested() -> None:
    published = {key for key, catalogue in bundled_catalogues().items() if not catalogue.draft}
    assert published == PUBLISHED.keys()


def test_the_newest_change_belongs_to_the_current_revision() -> None:
    """Changes are listed newest first; revision 1 has none."""
    for catalogue in bundled_catalogues().values():
        revisions = [change.revision for change in catalogue.changes]
        assert revisions == sorted(revisions, reverse=True)
        assert max(revisions, default=1) == catalogue.revision
        assert {code for change in catalogue.changes for code in change.rules} <= {
            rule.code for rule in catalogue.rules
        }
