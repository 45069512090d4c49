"""What a published edition sells never changes: its identity is printed on paper, its prices decide lists."""

import hashlib
import json

import pytest

from builder.catalogue.files import bundled_catalogues
from builder.catalogue.parsing import to_plain
from builder.catalogue.rulings import edition_part

# The identity is in fingerprints, so it never changes; the second digest is of the content of the edition.
PUBLISHED = {
    ("unbridled-fury", "0.9.0"): (
        "a5e27de603f83036def31985ab7a678e0273907f95a27a481820529a24e3950f",
        "e1fa12732621bc8d2736ee2cdbb4a4fabefc3519d5b56231f12015c0da7a9068",
    ),
}


@pytest.mark.parametrize(("edition", "digests"), PUBLISHED.items())
def test_a_published_edition_never_changes(edition: tuple[str, str], digests: tuple[str, str]) -> None:
    catalogue = bundled_catalogues()[edition]
    content = json.dumps(edition_part(to_plain(catalogue)), ensure_ascii=False, sort_keys=True)
    assert (catalogue.identity, hashlib.sha256(content.encode()).hexdigest()) == digests


def test_every_edition_that_is_no_draft_is_named_here() -> None:
    published = {key for key, catalogue in bundled_catalogues().items() if not catalogue.draft}
    assert published == PUBLISHED.keys()


def test_the_newest_change_is_that_of_the_revision() -> None:
    """Changes are listed newest first; revision 1 has none."""
    for catalogue in bundled_catalogues().values():
        revisions = [change.revision for change in catalogue.changes]
        assert revisions == sorted(revisions, reverse=True)
        assert max(revisions, default=1) == catalogue.revision
        assert {code for change in catalogue.changes for code in change.rules} <= {
            rule.code for rule in catalogue.rules
        }
