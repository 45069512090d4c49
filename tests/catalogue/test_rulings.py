"""Identity and prices of a published edition never change: papers and lists depend on them."""

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
        "fe10b498b7ab5a22b88d8b0c55915602f2e6b8a8a7557b126938545e491e3516",
    ),
    ("dark-fantasy-fubar", "seed"): (
        "37aa860d35286fca2e15b60d8c135b545bba831ece4da4a18e5b2ef4b88f3f7f",
        "1c9826b043f3935e99cefe514d5a4620713aefe866c1f64c678b9905efaff2d1",
    ),
    ("stargrave", "seed-and-facts"): (
        "b59d9fd7147054b73d175ab003386a3163e86d3f53bffdc4305caef95a8c253a",
        "2d13e4b6f4db136edd3d75c82e4ab5aa6f2732a0d8d0595aebcb4e3a3d0c17b6",
    ),
    ("unbridled-fury", "0.9.0"): (
        "a5e27de603f83036def31985ab7a678e0273907f95a27a481820529a24e3950f",
        "e1fa12732621bc8d2736ee2cdbb4a4fabefc3519d5b56231f12015c0da7a9068",
    ),
    ("zapp", "seed"): (
        "1d22d7a6ca765310359e8f5953aa567cdbe6728ccf711d25f47ab64b9074480c",
        "c319c3b515d41aee3859a05c59907cdf9a2794f3844e823b4e8099cb209cc7a9",
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
