"""Each kind of access to a list returns its document, its summary and its appraisal."""

import pytest
from django.core.management import call_command
from django.test import Client

from builder.catalogue.files import Catalogues
from builder.catalogue.play import list_sheet
from builder.documents import load_list
from builder.exports.json import appraisal_value
from builder.models import CompanyList, Profile, User
from builder.queries.access import list_for_owner
from builder.services import gallery
from builder.services.profiles import add_profile
from tests.support.api_client import ApiClient, assert_problem
from tests.support.list_access import LIST_ROUTES

READ = ("", "/summary", "/appraisal")


# ------------------------------------------------------------------ the document


def test_a_roster_has_the_profiles_it_needs(
    list_urls: dict[str, str], bob: User, alices_list: CompanyList
) -> None:
    """A roster comes only with its own profiles, and without the background of the list."""
    full, cut = (ApiClient(bob).get(list_urls[way]).json() for way in ("shared", "rosters"))
    assert cut["rosters"] == full["rosters"][:1]
    fielded = {entry["profile"] for entry in cut["rosters"][0]["entries"]}
    assert fielded <= {profile["key"] for profile in cut["profiles"]}
    assert len(cut["profiles"]) < len(full["profiles"])
    assert full["background"]
    assert cut["background"] == ""


@pytest.mark.parametrize("way", LIST_ROUTES)
def test_an_unchanged_document_is_not_sent_again(
    list_urls: dict[str, str], bob: User, alices_list: CompanyList, way: str
) -> None:
    """It is sent again after the list has changed."""
    program = ApiClient(bob)
    first = program.get(list_urls[way])
    again = program.get(list_urls[way], If_None_Match=first["ETag"])
    assert (again.status_code, again.content) == (304, b"")
    assert program.get(list_urls[way], If_None_Match=f"W/{first['ETag']}").status_code == 304
    add_profile(alices_list, "One more")
    later = program.get(list_urls[way], If_None_Match=first["ETag"])
    assert later.status_code == 200
    assert later["ETag"] != first["ETag"]


# ------------------------------------------------------------------ the rest


def test_the_summary_shows_the_version(list_urls: dict[str, str], alice: User) -> None:
    """The owner can use this version to change the list."""
    program = ApiClient(alice)
    answer = program.get(f"{list_urls['lists']}/summary")
    assert answer["ETag"] == f'"{answer.json()["version"]}"' == program.get(list_urls["lists"])["ETag"]


def test_the_summary_of_a_roster_lists_no_other(list_urls: dict[str, str], bob: User) -> None:
    program = ApiClient(bob)
    body = program.get(f"{list_urls['rosters']}/summary").json()
    assert body["way"] == "roster"
    assert [roster["name"] for roster in body["rosters"]] == ["Night drop"]
    document = program.get(list_urls["rosters"]).json()
    keys = [profile["key"] for profile in document["profiles"]]
    assert [profile["key"] for profile in body["profiles"]] == keys
    assert (
        body["fingerprints"]["force"]
        != program.get(f"{list_urls['shared']}/summary").json()["fingerprints"]["force"]
    )


@pytest.mark.parametrize("way", LIST_ROUTES)
def test_the_fingerprints_equal_those_of_the_page(
    list_urls: dict[str, str], bob: User, client: Client, way: str
) -> None:
    client.force_login(bob)
    page = client.get(f"/{list_urls[way]}/").content.decode()
    body = ApiClient(bob).get(f"{list_urls[way]}/summary").json()
    assert body["fingerprints"]["force"] in page
    for roster in body["rosters"]:
        assert roster["fingerprints"]["force"] in page


def test_the_appraisal_equals_that_of_the_core(
    list_urls: dict[str, str], bob: User, alice: User, alices_list: CompanyList
) -> None:
    loaded = load_list(list_for_owner(alice, alices_list.public_id))
    body = ApiClient(bob).get(f"{list_urls['shared']}/appraisal").json()
    document, catalogue = loaded.document, loaded.catalogue
    assert body == appraisal_value(list_sheet(document, catalogue))
    assert body["profiles"][0]["points"] == 205


def test_a_single_roster_has_the_same_prices(list_urls: dict[str, str], bob: User) -> None:
    program = ApiClient(bob)
    full, cut = (program.get(f"{list_urls[way]}/appraisal").json() for way in ("lists", "rosters"))
    assert cut["rosters"] == full["rosters"][:1]
    points = {profile["key"]: profile["points"] for profile in full["profiles"]}
    for profile in cut["profiles"]:
        assert profile["points"] == points[profile["key"]]


# ------------------------------------------------------------------ by which way


def test_the_access_kind_is_in_the_summary(
    alices_list: CompanyList, list_urls: dict[str, str], alice: User, bob: User
) -> None:
    def way_of(user: User | None, way: str) -> object:
        return ApiClient(user).get(f"{list_urls[way]}/summary").json()["way"]

    assert way_of(alice, "lists") == "own"
    assert way_of(alice, "shared") == "link"
    gallery.publish_list(alices_list)
    assert way_of(bob, "lists") == way_of(None, "lists") == "public"


def test_a_sample_has_no_owner(catalogues: Catalogues) -> None:
    call_command("load_samples", verbosity=0)
    sample = CompanyList.objects.get(sample="heron-court")
    body = ApiClient().get(f"lists/{sample.public_id}/summary").json()
    assert (body["way"], body["owner"]) == ("sample", "")


# ------------------------------------------------------------------ what is shown no more


def test_an_unreadable_list_names_the_profile(list_urls: dict[str, str], alices_list: CompanyList) -> None:
    Profile.objects.filter(company_list=alices_list, key="captain").update(design={"size": "huge"})
    for what in READ:
        problem = assert_problem(ApiClient().get(f"{list_urls['shared']}{what}"), 409, "broken-list")
        assert "“Captain”" in problem["detail"]
