"""Four kinds of access to a list, each with the same pages; docs/access-table.md says who has which."""

import json

import pytest
from django.core.management import call_command
from django.test import Client

from builder.documents import load_list
from builder.models import Club, CompanyList, Roster, User
from builder.points.document.cut import extract_roster
from builder.points.document.document import dump_document
from builder.queries.access import list_for_owner
from builder.services import gallery, sharing
from builder.services.clubs import shares
from tests.support.accounts import browser


@pytest.fixture
def roster(alices_list: CompanyList) -> Roster:
    """The first roster of alice's list."""
    return Roster.objects.filter(company_list=alices_list).order_by("position")[0]


def access_urls(row: CompanyList, roster: Roster, link: str) -> dict[str, str]:
    """Return the addresses of a list by their prefixes."""
    return {
        "lists": f"/lists/{row.public_id}/",
        "gallery": f"/gallery/{row.public_id}/",
        "shared": f"/shared/{link}/",
        "rosters": f"/rosters/{roster.public_id}/",
    }


def status(client: Client, address: str) -> int:
    return client.get(address).status_code


@pytest.fixture
def private_urls(alices_list: CompanyList, roster: Roster, club: Club) -> dict[str, str]:
    """The four addresses while alice shares nothing; the link was stopped."""
    addresses = access_urls(alices_list, roster, sharing.create_link(alices_list))
    sharing.remove_link(alices_list)
    return addresses


def test_the_owners_url_of_a_public_list_redirects_readers(
    alices_list: CompanyList, charlie: User, private_urls: dict[str, str]
) -> None:
    gallery.publish_list(alices_list)
    for user in (charlie, None):
        answer = browser(user).get(private_urls["lists"])
        assert (answer.status_code, answer["Location"]) == (302, private_urls["gallery"])


def test_members_see_that_the_list_is_shared_with_their_club(
    alices_list: CompanyList, club: Club, dora: User, bob: User, private_urls: dict[str, str]
) -> None:
    shares.share_with_club(club, alices_list)
    for member in (dora, bob):
        page = browser(member).get(private_urls["lists"]).content.decode()
        assert "shared with your club" in page
        assert f'<a href="/clubs/{club.public_id}/">{club.name}</a>' in page
        assert "Edit name, setting and background" not in page


def test_members_see_the_profiles_that_a_shared_roster_needs(
    alice: User, alices_list: CompanyList, roster: Roster, club: Club, bob: User, private_urls: dict[str, str]
) -> None:
    """On every page, and nothing else of the list."""
    shares.share_with_club(club, alices_list, roster)
    loaded = load_list(list_for_owner(alice, alices_list.public_id))
    cut = extract_roster(loaded.document, 0, loaded.catalogue)
    left_out = {p.name for p in loaded.document.profiles} - {p.name for p in cut.profiles}
    assert left_out
    client, address = browser(bob), private_urls["rosters"]
    assert json.loads(client.get(f"{address}document.json").content) == dump_document(cut, loaded.catalogue)
    for path in ("", "text/?style=full", "profiles.csv", "print/"):
        text = client.get(address + path).content.decode()
        assert not [name for name in left_out if name in text], path
    page = client.get(address).content.decode()
    assert loaded.document.background[:40] not in page
    assert "<h1>Night drop</h1>" in page
    assert f"{alices_list.name}, by alice" in page


def test_a_shared_roster_links_to_no_other(
    alices_list: CompanyList, roster: Roster, club: Club, bob: User, private_urls: dict[str, str]
) -> None:
    shares.share_with_club(club, alices_list, roster)
    other = Roster.objects.filter(company_list=alices_list).exclude(pk=roster.pk)[0]
    assert status(browser(bob), f"{private_urls['rosters']}rosters/{other.public_id}/") == 404
    assert (
        status(browser(bob), f"{private_urls['rosters']}print/?paper=roster&roster={other.public_id}") == 200
    )
    paper = browser(bob).get(f"{private_urls['rosters']}paper.pdf?paper=roster&roster={other.public_id}")
    assert paper.status_code == 400
    assert status(browser(bob), f"{private_urls['rosters']}profiles/breacher/take/") == 404


def test_links_of_a_shared_page_stay_within_its_url(
    alices_list: CompanyList, roster: Roster, club: Club, bob: User
) -> None:
    shares.share_with_club(club, alices_list, roster)
    addresses = access_urls(alices_list, roster, sharing.create_link(alices_list))
    gallery.publish_list(alices_list)
    client = browser(bob)
    for name in ("gallery", "shared", "rosters"):
        page = client.get(addresses[name]).content.decode()
        main = page[page.index("<main") : page.index("</main>")]
        others = [other for key, other in addresses.items() if key != name]
        assert not [other for other in others if f'"{other}' in main]
        for path in ("copy/", "print/", "text/", "profiles.csv", "document.json", "profiles/captain/take/"):
            assert f'"{addresses[name]}{path}' in main


def test_pages_link_back_to_the_url_they_were_opened_from(alices_list: CompanyList, roster: Roster) -> None:
    """Print, text, roster and take."""
    address = access_urls(alices_list, roster, sharing.create_link(alices_list))["shared"]
    for path in ("print/", "text/", f"rosters/{roster.public_id}/", "profiles/captain/take/"):
        page = Client().get(address + path).content.decode()
        main = page[page.index("<main") : page.index("</main>")]
        assert f'href="{address}"' in main, path
        assert "/lists/" not in main, path


def test_the_owners_url_of_a_sample_redirects_to_its_page(catalogues: object, charlie: User) -> None:
    call_command("load_samples", verbosity=0)
    row = CompanyList.objects.get(sample="heron-court")
    answer = browser(charlie).get(f"/lists/{row.public_id}/")
    assert (answer.status_code, answer["Location"]) == (302, "/samples/heron-court/")
    for path in ("print/", "text/"):
        page = browser(charlie).get(f"/lists/{row.public_id}/{path}").content.decode()
        assert '<a href="/samples/heron-court/">' in page


def test_public_lists_can_be_indexed(alices_list: CompanyList, bob: User) -> None:
    """By search engines. The access test checks that no other page can be."""
    gallery.publish_list(alices_list)
    answer = browser(bob).get(f"/gallery/{alices_list.public_id}/")
    assert "X-Robots-Tag" not in answer.headers
