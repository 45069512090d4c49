"""The API returns the same public lists as the gallery's page, in the same order, with their prices."""

import re
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client

from builder.catalogue.files import Catalogues
from builder.catalogue.load import load_edition
from builder.models import CompanyList, Listing, User
from builder.points.document.document import parse_document
from builder.points.systems import SYSTEMS
from builder.services import gallery, lists
from builder.services.exchange import create_list_from_document
from tests.support.api_client import ApiClient, assert_faults
from tests.support.long_lists import long_document
from tests.support.public_lists import publish_many
from tests.support.tin_soldiers import GUARDS, TIN, document, read
from tests.systems.tin_soldiers.system import SYSTEM


@pytest.fixture
def program(db: None) -> ApiClient:
    """An anonymous client."""
    return ApiClient()


@pytest.fixture
def other(bob: User, catalogues: Catalogues) -> CompanyList:
    """Bob's public list. It has two profiles, a roster of 1,000 points and a setting."""
    row = create_list_from_document(bob, parse_document(long_document(2), catalogues))
    gallery.publish_list(row)
    return row


def listed_ids(program: ApiClient, query: str = "") -> list[str]:
    """Return the ids of the lists on a page, in order."""
    answer = program.get(f"gallery{query}")
    assert answer.status_code == 200, answer.content
    return [row["id"] for row in answer.json()["results"]]


def follow(program: ApiClient, address: str) -> dict[str, Any]:
    """Return the body of the response at an absolute address."""
    assert address.startswith("http://testserver/api/v1/gallery?")
    body: dict[str, Any] = program.get(address.removeprefix("http://testserver")).json()
    return body


def on_the_page(query: str) -> list[str]:
    """Return the ids of the lists on the gallery's page, in order."""
    page = Client().get(f"/gallery/{query}").content.decode()
    assert "Not understood" not in page
    return re.findall(r'<h3><a href="/gallery/(\w+)/">', page)


# ------------------------------------------------------------------ a list in the gallery


def test_public_lists_have_their_totals(public: CompanyList, charlie: User, program: ApiClient) -> None:
    lists.copy_list(charlie, public)
    rosters = list(public.rosters.order_by("position"))
    answer = program.get("gallery").json()
    (row,) = answer["results"]
    added_up = row["sum"]
    assert (row["times_copied"], row["profiles"], row["rosters"], row["sample"]) == (1, 7, 2, None)
    assert (added_up["unit"], added_up["cheapest"], added_up["dearest"]) == ("points", 76, 205)
    assert [roster["id"] for roster in added_up["rosters"]] == [roster.public_id for roster in rosters]


def test_a_list_without_stored_totals_has_no_sum(public: CompanyList, program: ApiClient) -> None:
    """Totals are missing after an upgrade until ``rebuild_listings`` has run."""
    Listing.objects.update(summary=None)
    (row,) = program.get("gallery").json()["results"]
    assert (row["profiles"], row["sum"]) == (7, None)


# ------------------------------------------------------------------ the page finds the same


@pytest.fixture
def many(alice: User, charlie: User, public: CompanyList, other: CompanyList, catalogues: Catalogues) -> None:
    """Sixty public lists with seven settings, and two other lists."""
    publish_many(alice, parse_document(long_document(1), catalogues), 60, rare=["Café Élan", "Drop of Rain"])
    lists.copy_list(charlie, public)


QUESTIONS: list[list[tuple[str, str]]] = [
    [],
    [("sort", "newest")],
    [("sort", "copied")],
    [("q", "company")],
    [("q", "CAFE elan")],
    [("q", "drop")],
    [("q", " comp\n1 ")],
    [("q", "nothing of that")],
    [("setting", "rain  COAST")],
    [("setting", "Nowhere")],
    [("size", "1000")],
    [("size", "750")],
    [("size", "0")],
    [("property", "model:fearless")],
    [("property", "spell:summon"), ("property", "model:fearless"), ("property", "spell:summon")],
    [("q", "company"), ("setting", "Ash Fields"), ("size", "1000"), ("sort", "copied")],
    [("q", ""), ("setting", ""), ("size", ""), ("property", ""), ("sort", ""), ("edition", "")],
]


@pytest.mark.usefixtures("many")
def test_results_equal_those_of_the_page_in_order(program: ApiClient) -> None:
    for question in QUESTIONS:
        query = f"?{urlencode(question)}"
        assert listed_ids(program, query)[:24] == on_the_page(query), query
    assert len(listed_ids(program)) == 50


@pytest.mark.usefixtures("many")
def test_filters_by_edition_equal_those_of_the_page(program: ApiClient) -> None:
    for query in ("&size=750", "&cost_from=943", "&cost_to=943", "&cost_from=944&cost_to=2420"):
        requested = listed_ids(program, f"?game=unbridled-fury&edition=0.9.0{query}")
        assert requested[:24] == on_the_page(f"?edition=unbridled-fury/0.9.0{query}")
        assert listed_ids(program, f"?game=unbridled-fury{query}") == requested != []


def test_lists_can_be_filtered_by_the_time_of_their_change(
    public: CompanyList, other: CompanyList, program: ApiClient
) -> None:
    """Lists match if they were published or changed since then. The order doesn't change."""
    early, late = datetime(2026, 3, 1, 12, tzinfo=UTC), datetime(2026, 3, 2, 12, tzinfo=UTC)
    Listing.objects.update(published_at=early, changed_at=early)
    assert listed_ids(program, "?changed_since=2026-03-01T12:00:00Z") == [other.public_id, public.public_id]
    assert listed_ids(program, "?changed_since=2026-03-01T12:00:00.000001Z") == []
    Listing.objects.filter(company_list=public).update(changed_at=late)
    assert listed_ids(program, "?changed_since=2026-03-02t12:00:00z") == [public.public_id]
    Listing.objects.filter(company_list=other).update(published_at=late, changed_at=late)
    for moment in ("2026-03-02T11:59:59Z", "2026-03-02T13:59:59.5%2B02:00", "2026-03-02T00:00:00-11:59"):
        query = f"?changed_since={moment}"
        assert set(listed_ids(program, query)) == {other.public_id, public.public_id}
    assert listed_ids(program, "?changed_since=2026-03-02T12:00:00Z&setting=rain+coast") == []


def test_edited_and_restored_lists_count_as_changed(
    alice: User, public: CompanyList, other: CompanyList, program: ApiClient
) -> None:
    early = datetime(2026, 3, 1, tzinfo=UTC)
    CompanyList.objects.update(updated=early)
    Listing.objects.update(published_at=early, changed_at=early)
    query = f"?changed_since={urlencode({'': datetime.now(UTC).isoformat()})[1:]}"
    assert listed_ids(program, query) == []
    answer = ApiClient(alice).patch(f"lists/{public.public_id}", {"setting": "Elsewhere"}, If_Match="*")
    assert answer.status_code == 200
    assert listed_ids(program, query) == [public.public_id]
    lists.delete_list(other)
    lists.restore_list(other)
    assert listed_ids(program, query) == [other.public_id, public.public_id]


@pytest.mark.usefixtures("many")
def test_a_cursor_keeps_the_chosen_order(program: ApiClient) -> None:
    body = program.get("gallery?sort=copied&page_size=5").json()
    without = body["next"].replace("sort=copied&", "").replace("&sort=copied", "")
    assert "sort=" not in without
    assert follow(program, without)["results"] == follow(program, body["next"])["results"]
    other = body["next"].replace("sort=copied", "sort=newest").removeprefix("http://testserver")
    assert_faults(program.get(other), "sort")


def test_results_are_counted_up_to_a_limit(alice: User, catalogues: Catalogues, program: ApiClient) -> None:
    publish_many(alice, parse_document(long_document(1), catalogues), 102)
    assert program.get("gallery").json()["total"] == 101


# ------------------------------------------------------------------ what cannot be


@pytest.mark.parametrize(
    "query",
    ["?q=%ED%A0%80x", "?q='; DROP TABLE x; --", "?q=a:*|!b%26<->", "?setting=a%0Ab"],
)  # fmt: skip
def test_other_valid_queries_are_answered(public: CompanyList, program: ApiClient, query: str) -> None:
    assert program.get(f"gallery{query}").status_code == 200


def test_all_errors_are_reported_together(catalogues: Catalogues, program: ApiClient) -> None:
    assert_faults(program.get("gallery?size=many&sort=best&q=%25"), "q", "size", "sort")


# ------------------------------------------------------------------ what there is to ask for


def test_choices_are_the_values_of_public_lists(
    public: CompanyList, other: CompanyList, program: ApiClient
) -> None:
    body = program.get("gallery/choices").json()
    assert {"value": "a plain between two rivers", "name": "A plain between two rivers", "lists": 1} in body[
        "settings"
    ]
    assert body["sizes"] == [{"value": 1000, "lists": 2}, {"value": 750, "lists": 1}]
    entry = next(entry for entry in body["properties"] if entry["value"] == "spell:summon")
    assert entry == {"value": "spell:summon", "name": "Summon", "lists": 1}


@pytest.mark.parametrize(
    ("kind", "option"), [("settings", "setting"), ("sizes", "size"), ("properties", "property")]
)
def test_each_choice_finds_the_stated_number_of_lists(
    public: CompanyList, other: CompanyList, program: ApiClient, kind: str, option: str
) -> None:
    results: list[dict[str, Any]] = program.get("gallery/choices").json()[kind]
    assert results
    for choice in results:
        query = urlencode({option: choice["value"]})
        assert len(listed_ids(program, f"?{query}")) == choice["lists"]


# ------------------------------------------------------------------ another game


@pytest.fixture
def nursery(alice: User, catalogues: Catalogues, monkeypatch: pytest.MonkeyPatch) -> CompanyList:
    """A public list of a made-up game, beside the real one's edition."""
    monkeypatch.setitem(SYSTEMS, TIN.system, SYSTEM)
    load_edition(TIN)
    roster = {"name": "Friday", "limit": 100, "entries": [{"profile": "guards", "count": 1}]}
    row = create_list_from_document(alice, read(document({"guards": GUARDS}, rosters=[roster])))
    gallery.publish_list(row)
    return row


def test_filters_by_game_find_only_its_lists(
    nursery: CompanyList, other: CompanyList, program: ApiClient
) -> None:
    assert listed_ids(program) == [other.public_id, nursery.public_id]
    assert listed_ids(program, f"?game={TIN.system}") == [nursery.public_id]
    assert listed_ids(program, f"?game={TIN.system}&edition={TIN.edition}&property=drill:drum") == [
        nursery.public_id
    ]
    (row,) = program.get(f"gallery?game={TIN.system}").json()["results"]
    assert row["sum"]["unit"] == TIN.points_unit
    assert row["sum"]["rosters"][0]["limit"] == 100


def test_filters_by_the_options_of_a_game_find_its_lists(
    nursery: CompanyList, other: CompanyList, program: ApiClient
) -> None:
    (choice,) = program.get("gallery/choices").json()["choices"]
    assert choice == {"game": TIN.system, "value": "kind:band", "name": "Band", "lists": 1}
    query = f"?{urlencode({'game': choice['game'], 'choice': choice['value']})}"
    assert listed_ids(program, query) == [nursery.public_id]
    with_edition = f"?game={TIN.system}&edition={TIN.edition}&choice=kind:band"
    assert listed_ids(program, with_edition) == [nursery.public_id]
    assert on_the_page(f"?edition={TIN.system}/{TIN.edition}&choice=kind:band") == [nursery.public_id]
    assert listed_ids(program, f"?game={TIN.system}&choice=kind:officer") == []
