"""The gallery has lists of a made-up game. The filters and prices come from the game's data."""

import pytest
from django.test import Client

from builder.catalogue.files import Catalogues
from builder.catalogue.load import load_edition
from builder.models import CompanyList, ListingTag, TagCount, User
from builder.services import gallery
from builder.services.exchange import create_list_from_document
from tests.support.html_forms import HTMX
from tests.support.tin_soldiers import GUARDS, TIN, document, read

TIN_GALLERY = f"http://testserver/gallery/?edition={TIN.system}/{TIN.edition}"

pytestmark = pytest.mark.usefixtures("tin_soldiers")


@pytest.fixture
def nursery(alice: User, catalogues: Catalogues) -> CompanyList:
    """Alice's public list of the made-up game. The real edition is loaded too."""
    load_edition(TIN)
    roster = {"name": "Friday", "limit": 100, "entries": [{"profile": "guards", "count": 1}]}
    row = create_list_from_document(alice, read(document({"guards": GUARDS}, rosters=[roster])))
    gallery.publish_list(row)
    return row


def test_the_page_filters_by_game(nursery: CompanyList, alices_list: CompanyList, client: Client) -> None:
    gallery.publish_list(alices_list)
    page = client.get("/gallery/?uses=drum").content.decode()
    assert '<span class="soft figures">Tin Soldiers: Drills · 1 list</span>' in page
    assert f"94 {TIN.points_unit}" in page
    alone = client.get(f"/gallery/?edition={TIN.system}/{TIN.edition}").content.decode()
    assert "The nursery" in alone
    assert "Molybdenian Drop Reavers" not in alone
    assert "Model properties" not in alone
    both = client.get(f"/gallery/?edition={TIN.system}/{TIN.edition}&property=model:flier").content.decode()
    assert "Not understood: property" in both


def test_lists_are_found_by_the_choices_of_their_game(
    nursery: CompanyList, alices_list: CompanyList, client: Client
) -> None:
    gallery.publish_list(alices_list)
    edition = f"edition={TIN.system}/{TIN.edition}"
    assert 'name="choice"' not in client.get("/gallery/").content.decode()
    page = client.get(f"/gallery/?{edition}").content.decode()
    assert '<option value="kind:band">Band (1)</option>' in page
    assert "kind:officer" not in page  # no list has one
    page = client.get(f"/gallery/?{edition}&choice=kind:band").content.decode()
    assert "The nursery" in page
    assert '<option value="kind:band" selected>' in page
    assert "<span>Kind: Band<" in page
    page = client.get(f"/gallery/?{edition}&choice=kind:officer&choice=kind:band").content.decode()
    assert "No results." in page
    assert '<input type="hidden" name="choice" value="kind:band">' in page
    assert "Remove “Kind: Officer”" in page


@pytest.mark.parametrize(
    "query", ["?choice=kind:band", "?edition=tin-soldiers/0.1&choice=kind:crab", "?choice=%00"]
)
def test_a_choice_without_its_game_is_rejected(
    nursery: CompanyList, alices_list: CompanyList, client: Client, query: str
) -> None:
    gallery.publish_list(alices_list)
    assert "Not understood: choice" in client.get(f"/gallery/{query}").content.decode()


def test_cost_fields_name_the_unit_of_the_chosen_game(nursery: CompanyList, client: Client) -> None:
    edition = f"edition={TIN.system}/{TIN.edition}"
    assert 'name="cost_from"' not in client.get("/gallery/").content.decode()
    page = client.get(f"/gallery/?{edition}&cost_from=90&cost_to=94").content.decode()
    assert "The nursery" in page
    assert 'name="cost_to" aria-label="to" value="94"' in page
    assert f"<span>Largest roster 90 to 94 {TIN.points_unit}<" in page
    page = client.get(f"/gallery/?{edition}&cost_from=95").content.decode()
    assert "The nursery" not in page
    assert f"Largest roster from 95 {TIN.points_unit}<" in page


def test_sizes_are_those_of_the_chosen_game(
    nursery: CompanyList, alices_list: CompanyList, client: Client
) -> None:
    gallery.publish_list(alices_list)
    page = client.get(f"/gallery/?edition={TIN.system}/{TIN.edition}").content.decode()
    assert '<option value="100">' in page
    assert '<option value="750">' not in page
    nursery.rosters.all().delete()
    for model in (ListingTag, TagCount):
        model.objects.filter(kind="size", value="100").delete()
    page = client.get(f"/gallery/?edition={TIN.system}/{TIN.edition}").content.decode()
    assert ("Game size" in page) == (TIN.roster.limit in ("required", "fixed"))


@pytest.mark.parametrize(
    ("shown", "comes"),
    [("", True), ("http://testserver/gallery/?edition=unbridled-fury/0.9.0", True), (TIN_GALLERY, False)],
)
def test_choosing_a_game_shows_its_fields(
    nursery: CompanyList, client: Client, shown: str, comes: bool
) -> None:
    """Only then. If they appeared while the user chooses in them, the choice would be lost."""
    page = client.get(TIN_GALLERY, headers={**HTMX, "HX-Current-URL": shown}).content.decode()
    assert ('id="of-game" hx-swap-oob="true"' in page) == comes
    assert ('name="choice"' in page) == comes


def test_choosing_another_game_drops_the_filters_of_the_first(nursery: CompanyList, client: Client) -> None:
    left = "/gallery/?edition=unbridled-fury/0.9.0&choice=kind:band&property=drill:drum&cost_to=94"
    answer = client.get(left, headers={**HTMX, "HX-Current-URL": TIN_GALLERY})
    assert "Not understood" not in answer.content.decode()
    assert answer["HX-Push-Url"] == "/gallery/?edition=unbridled-fury%2F0.9.0"
    assert client.get(left, headers={**HTMX, "HX-Current-URL": "http://[nowhere"}).status_code == 200
