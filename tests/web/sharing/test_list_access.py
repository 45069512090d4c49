"""Four ways to one list: who gets in by which, and that each leads to the same pages."""

import json

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from builder.documents import load_list
from builder.models import Club, CompanyList, Roster, User
from builder.points.document.cut import cut_to_roster
from builder.points.document.document import dump_document
from builder.queries.access import list_for_owner
from builder.services import gallery, sharing
from builder.services.clubs import shares
from builder.services.lists import delete_list
from builder.services.rosters import remove_roster
from tests.support.accounts import browser

PAGES = [
    "", "print/", "paper.pdf", "paper.png", "picture.png", "text/", "profiles.csv", "document.json",
    "profiles/captain/take/", "rosters/{roster}/",
]  # fmt: skip
PREFIXES = {"": "public_id", "gallery_": "listed", "shared_": "link", "roster_": "shared_roster"}


@pytest.fixture
def roster(alices_list: CompanyList) -> Roster:
    """The first roster of alice's list."""
    return Roster.objects.filter(company_list=alices_list).order_by("position")[0]


def access_urls(row: CompanyList, roster: Roster, link: str) -> dict[str, str]:
    """The addresses of a list by their prefixes."""
    return {
        "lists": f"/lists/{row.public_id}/",
        "gallery": f"/gallery/{row.public_id}/",
        "shared": f"/shared/{link}/",
        "rosters": f"/rosters/{roster.public_id}/",
    }


def status(client: Client, address: str) -> int:
    return client.get(address).status_code


def accessible_by(client: Client, addresses: dict[str, str]) -> set[str]:
    """By which of the four this reader gets in; the table of access holds all that stands below them."""
    return {name for name, address in addresses.items() if status(client, f"{address}document.json") == 200}


@pytest.fixture
def private_urls(alices_list: CompanyList, roster: Roster, club: Club) -> dict[str, str]:
    """The four addresses while alice has shared nothing; the link is one that was stopped."""
    addresses = access_urls(alices_list, roster, sharing.create_link(alices_list))
    sharing.remove_link(alices_list)
    return addresses


def test_a_private_list_is_its_owners(
    alice: User, dora: User, bob: User, charlie: User, private_urls: dict[str, str]
) -> None:
    assert accessible_by(browser(alice), private_urls) == {"lists"}
    for user in (dora, bob, charlie, None):
        assert accessible_by(browser(user), private_urls) == set()


def test_a_link_lets_everybody_in(
    alices_list: CompanyList, roster: Roster, bob: User, charlie: User, private_urls: dict[str, str]
) -> None:
    """By itself alone: it opens none of the other addresses."""
    addresses = access_urls(alices_list, roster, sharing.create_link(alices_list))
    for user in (bob, charlie, None):
        assert accessible_by(browser(user), addresses) == {"shared"}


def test_a_public_list_lets_everybody_in(
    alices_list: CompanyList, charlie: User, private_urls: dict[str, str]
) -> None:
    """Under its owner's address too, which leads to the public one."""
    gallery.publish_list(alices_list)
    for user in (charlie, None):
        assert accessible_by(browser(user), private_urls) == {"lists", "gallery"}
        answer = browser(user).get(private_urls["lists"])
        assert (answer.status_code, answer["Location"]) == (302, private_urls["gallery"])
    gallery.unpublish_list(alices_list)
    assert accessible_by(browser(charlie), private_urls) == set()


def test_a_club_lets_its_members_in(
    alices_list: CompanyList, club: Club, dora: User, bob: User, charlie: User, private_urls: dict[str, str]
) -> None:
    shares.share_with_club(club, alices_list)
    for member in (dora, bob):
        assert accessible_by(browser(member), private_urls) == {"lists"}
        page = browser(member).get(private_urls["lists"]).content.decode()
        assert "shared with your club" in page
        assert f'<a href="/clubs/{club.public_id}/">{club.name}</a>' in page
        assert "Edit name, setting and background" not in page
    for user in (charlie, None):
        assert accessible_by(browser(user), private_urls) == set()


def test_a_roster_lets_members_in_to_itself(
    alice: User,
    alices_list: CompanyList,
    roster: Roster,
    club: Club,
    bob: User,
    charlie: User,
    private_urls: dict[str, str],
) -> None:
    """They read what the roster needs, by every page, and nothing of the rest."""
    shares.share_with_club(club, alices_list, roster)
    assert accessible_by(browser(bob), private_urls) == {"rosters"}
    for user in (charlie, None):
        assert accessible_by(browser(user), private_urls) == set()
    loaded = load_list(list_for_owner(alice, alices_list.public_id))
    cut = cut_to_roster(loaded.document, 0, loaded.catalogue)
    left_out = {p.name for p in loaded.document.profiles} - {p.name for p in cut.profiles}
    assert left_out
    client, address = browser(bob), private_urls["rosters"]
    assert json.loads(client.get(f"{address}document.json").content) == dump_document(cut, loaded.catalogue)
    for path in ("", "text/?style=full", "profiles.csv", "print/", f"rosters/{roster.public_id}/"):
        text = client.get(address + path).content.decode()
        assert not [name for name in left_out if name in text], path
    page = client.get(address).content.decode()
    assert loaded.document.background[:40] not in page
    assert "<h1>Night drop</h1>" in page
    assert f"from <i>{alices_list.name}</i>" in page


def test_no_other_roster_stands_behind_a_shared_one(
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


def test_a_removed_roster_is_shared_no_more(
    alices_list: CompanyList, roster: Roster, club: Club, bob: User, private_urls: dict[str, str]
) -> None:
    shares.share_with_club(club, alices_list, roster)
    remove_roster(alices_list, roster.public_id)
    assert accessible_by(browser(bob), private_urls) == set()


@pytest.mark.parametrize("end", ["hidden", "deleted"])
def test_a_hidden_or_deleted_list_is_shown_to_nobody(
    alices_list: CompanyList,
    roster: Roster,
    club: Club,
    alice: User,
    bob: User,
    private_urls: dict[str, str],
    end: str,
) -> None:
    """By no way; while it is hidden its owner still has it."""
    shares.share_with_club(club, alices_list)
    shares.share_with_club(club, alices_list, roster)
    addresses = access_urls(alices_list, roster, sharing.create_link(alices_list))
    gallery.publish_list(alices_list)
    assert accessible_by(browser(bob), addresses) == {"lists", "gallery", "shared", "rosters"}
    if end == "hidden":
        gallery.hide_list(alices_list, "No.")
    else:
        delete_list(alices_list)
    for user in (bob, None):
        assert accessible_by(browser(user), addresses) == set()
    assert ("lists" in accessible_by(browser(alice), addresses)) is (end == "hidden")


def test_every_page_is_there_for_every_kind_of_access(
    alices_list: CompanyList, roster: Roster, club: Club, bob: User
) -> None:
    """And every link and form of the page leads further behind the same door."""
    shares.share_with_club(club, alices_list, roster)
    addresses = access_urls(alices_list, roster, sharing.create_link(alices_list))
    gallery.publish_list(alices_list)
    client = browser(bob)
    for name in ("gallery", "shared", "rosters"):
        for path in PAGES:
            address = addresses[name] + path.format(roster=roster.public_id)
            assert status(client, address) == 200, address
        page = client.get(addresses[name]).content.decode()
        main = page[page.index("<main") : page.index("</main>")]
        others = [other for key, other in addresses.items() if key != name]
        assert not [other for other in others if f'"{other}' in main]
        for path in ("copy/", "print/", "text/", "profiles.csv", "document.json", "profiles/captain/take/"):
            assert f'"{addresses[name]}{path}"' in main


def test_pages_lead_back_to_the_address_they_were_reached_by(
    alices_list: CompanyList, roster: Roster
) -> None:
    """Print, text, roster and take."""
    address = access_urls(alices_list, roster, sharing.create_link(alices_list))["shared"]
    for path in ("print/", "text/", f"rosters/{roster.public_id}/", "profiles/captain/take/"):
        page = Client().get(address + path).content.decode()
        main = page[page.index("<main") : page.index("</main>")]
        assert f'href="{address}"' in main, path
        assert "/lists/" not in main, path


def test_nobody_changes_what_they_only_read(
    alices_list: CompanyList, roster: Roster, club: Club, bob: User
) -> None:
    """A roster's form that is sent to a reader's address saves nothing."""
    shares.share_with_club(club, alices_list)
    gallery.publish_list(alices_list)
    addresses = access_urls(alices_list, roster, sharing.create_link(alices_list))
    sent = {"version": "1", "name": "Mine", "limit": "500"}
    for name in ("lists", "gallery", "shared"):
        for client in (browser(bob), browser(alices_list.owner)):
            if name == "lists" and client.session["_auth_user_id"] == str(alices_list.owner_id):
                continue
            answer = client.post(f"{addresses[name]}rosters/{roster.public_id}/", sent)
            assert answer.status_code == 404
    roster.refresh_from_db()
    assert (roster.name, roster.version) == ("Night drop", 1)


def test_a_samples_own_address_leads_to_its_page(catalogues: object, charlie: User) -> None:
    call_command("load_samples", verbosity=0)
    row = CompanyList.objects.get(sample="heron-court")
    answer = browser(charlie).get(f"/lists/{row.public_id}/")
    assert (answer.status_code, answer["Location"]) == (302, "/samples/heron-court/")
    for path in PAGES[1:-1]:
        if "captain" not in path:
            assert status(Client(), f"/lists/{row.public_id}/{path}") == 200


def test_a_public_list_may_be_found(alices_list: CompanyList, bob: User) -> None:
    """By search engines; nothing else of anybody's, as the test of access asks of every page."""
    gallery.publish_list(alices_list)
    answer = browser(bob).get(f"/gallery/{alices_list.public_id}/")
    assert "X-Robots-Tag" not in answer.headers


def test_the_names_of_the_addresses() -> None:
    """The same page behind each door is called the same."""
    for kind, part in PREFIXES.items():
        base = reverse(f"{kind}list", kwargs={part: "abc"})
        assert (
            base
            == f"/{dict(zip(PREFIXES, ('lists', 'gallery', 'shared', 'rosters'), strict=True))[kind]}/abc/"
        )
        assert reverse(f"{kind}print", args=("abc",)) == f"{base}print/"
        assert (
            reverse(f"{kind}take", kwargs={part: "abc", "key": "captain"}) == f"{base}profiles/captain/take/"
        )
