"""The gallery holds lists of a made-up game: what they are found by and what they come to, from its data."""

import pytest
from django.core.management import call_command
from django.test import Client

from builder.catalogue.files import Catalogues
from builder.models import CompanyList, ListingTag, User
from builder.services import gallery
from builder.services.exchange import create_list_from_document
from tests.support.tin_soldiers import FOLDER, GUARDS, TIN, document, read

pytestmark = pytest.mark.usefixtures("tin_soldiers")


@pytest.fixture
def nursery(alice: User, catalogues: Catalogues) -> CompanyList:
    """Alice's public list of the made-up game, beside the real one's edition."""
    call_command("load_catalogues", "--data", str(FOLDER), verbosity=0)
    roster = {"name": "Friday", "limit": 100, "entries": [{"profile": "guards", "count": 1}]}
    row = create_list_from_document(alice, read(document({"guards": GUARDS}, rosters=[roster])))
    gallery.publish_list(row)
    return row


def test_a_list_is_found_by_what_its_bands_have(nursery: CompanyList) -> None:
    """Not by the stick, which every band has that buys no arms."""
    found = set(ListingTag.objects.values_list("kind", "value"))
    assert found == {
        ("size", "100"),
        ("property", "arms:spike"),
        ("property", "coat:wool"),
        ("property", "drill:drum"),
        ("property", "drill:cast"),
        ("property", "drill:march"),
    }


def test_the_page_tells_the_games_apart(
    nursery: CompanyList, alices_list: CompanyList, client: Client
) -> None:
    gallery.publish_list(alices_list)
    page = client.get("/gallery/").content.decode()
    assert "Tin Soldiers 0.1: Drills" in page
    assert f"94 {TIN.points_unit}" in page
    alone = client.get(f"/gallery/?edition={TIN.system}/{TIN.edition}").content.decode()
    assert "The nursery" in alone
    assert "Molybdenian Drop Reavers" not in alone
    assert "Model properties" not in alone
    both = client.get(f"/gallery/?edition={TIN.system}/{TIN.edition}&property=model:flier").content.decode()
    assert "Not understood: property" in both
