"""Print setups on the print page: saved, chosen by one tap, made the default, renamed, deleted, private."""

import html
import re
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client

from builder.models import CompanyList, PrintSetup, Roster, User
from builder.queries.print_setups import setups_of
from builder.services.print_setups import create_setup
from tests.support.accounts import browser
from tests.support.api_client import ApiClient
from tests.support.html_forms import HTMX

ALL = "/print-setups/"
CARDS = {"paper": "cards", "size": "letter", "per": "model", "points": "0"}


@pytest.fixture
def at(alices_list: CompanyList) -> str:
    """The print page of alice's list."""
    return f"/lists/{alices_list.public_id}/print/"


def page_of(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def chips(page: str) -> dict[str, str]:
    """Return the setups that a page offers, with their addresses."""
    matches = re.findall(r'<a class="button" id="setup-\w+" href="([^"]*)"[^>]*>([^<]*)<', page)
    return {html.unescape(name): html.unescape(address) for address, name in matches}


def paper_of(page: str) -> dict[str, str]:
    """Return the options of the page's paper."""
    (address,) = re.findall(r'href="([^"]*paper\.pdf[^"]*)"', page)
    return {name: value for name, [value] in parse_qs(urlsplit(html.unescape(address)).query).items()}


def form_of(page: str) -> dict[str, str]:
    """Return what the form that saves the choice sends."""
    return {name: html.unescape(value) for name, value in re.findall(
        r'<input type="hidden" name="(options|back)" value="([^"]*)">', page)}  # fmt: skip


def test_a_setup_is_chosen_with_one_tap(
    at: str, alice: User, alices_list: CompanyList, coven: CompanyList
) -> None:
    client, vault = browser(alice), Roster.objects.get(name="Vault job").public_id
    page = page_of(client, f"{at}?paper=cards&size=letter&per=model&points=0&blank=0&roster={vault}")
    assert chips(page) == {}
    answer = client.post(ALL, {"name": "<b>Cards</b> & co", **form_of(page)}, follow=True)
    assert "Saved as “&lt;b&gt;Cards&lt;/b&gt; &amp; co”" in answer.content.decode()
    assert paper_of(answer.content.decode()) == {**CARDS, "roster": vault}
    (row,) = setups_of(alice)
    assert row.options == CARDS
    # The current roster stays. If the paper needs one and there is none, it is the first.
    for query, roster in (("", alices_list), (f"?paper=list&roster={vault}", vault)):
        (address,) = chips(page_of(client, at + query)).values()
        chosen = client.get(address, headers=HTMX).content.decode()
        assert 'aria-current="true"' in chosen
        named = roster.rosters.order_by("position")[0].public_id if roster == alices_list else roster
        assert paper_of(chosen) == {**CARDS, "roster": str(named)}
    # A list without rosters uses the other options.
    coven.rosters.all().delete()
    (address,) = chips(page_of(client, f"/lists/{coven.public_id}/print/")).values()
    assert paper_of(page_of(client, address)) == {"paper": "cards", "size": "letter", "points": "0"}


def test_the_print_page_opens_with_the_first_setup(at: str, alice: User) -> None:
    client, vault = browser(alice), Roster.objects.get(name="Vault job").public_id
    row = create_setup(alice, "Table", {"paper": "roster", "size": "letter", "glossary": "0"})
    assert paper_of(page_of(client, at)) == {"paper": "list", "size": "a4"}
    assert client.post(f"{ALL}{row.public_id}/", {"do": "first"}).status_code == 302
    assert "Default" in page_of(client, ALL)
    assert paper_of(page_of(client, at)).items() >= row.options.items()
    of_roster = page_of(client, f"{at}?paper=roster&roster={vault}")
    assert paper_of(of_roster) == {**row.options, "roster": vault}
    assert paper_of(page_of(client, f"{at}?paper=cards&size=a4")) == {"paper": "cards", "size": "a4"}
    client.post(f"{ALL}{row.public_id}/", {"do": "not-first"})
    assert paper_of(page_of(client, at)) == {"paper": "list", "size": "a4"}


def test_outdated_options_of_a_setup_are_reported_and_the_others_used(at: str, alice: User) -> None:
    create_setup(alice, "Old", {"paper": "sheets", "size": "a3", "trim": "<9>"}, is_first=True)
    page = page_of(browser(alice), at)
    assert paper_of(page) == {"paper": "sheets", "size": "a4"}
    reported = re.sub(r"<[^>]+>", "", page)
    assert "Ignored in “Old”: size “a3” (expected: a4 or letter); trim “&lt;9&gt;”." in reported
    assert "trim “&lt;9&gt;”" in page_of(browser(alice), ALL)
    (reported_setup,) = ApiClient(alice).get("me/print-setups").json()["results"]
    assert reported_setup["not_understood"] == ["size", "trim"]


def test_a_setup_is_replaced_only_after_a_confirmation(at: str, alice: User) -> None:
    row, client = create_setup(alice, "Cards", CARDS), browser(alice)
    sent = {"name": "CARDS", "options": "paper=sheets&size=a4&roster=x", "back": at}
    answer = client.post(ALL, sent)
    assert answer.status_code == 409
    assert "Replace “Cards”" in answer.content.decode()
    assert client.post(ALL, {**sent, "replace": row.public_id})["Location"] == at
    row.refresh_from_db()
    assert (row.name, row.options) == ("Cards", {"paper": "sheets", "size": "a4"})


@pytest.mark.parametrize(
    "options", ["", "paper=cards&crop=<b>", "paper=poster", "paper=cards&blank=999", "a=b&" * 99, "paper=%00"]
)
def test_only_options_of_the_print_page_are_stored(alice: User, options: str) -> None:
    answer = browser(alice).post(ALL, {"name": "Cards", "options": options})
    assert answer.status_code == (302 if options == "" else 400)
    assert PrintSetup.objects.count() == (options == "")


@pytest.mark.parametrize("back", ["https://example.com/", "//example.com", "print/", ""])
def test_the_way_back_stays_on_this_site(alice: User, back: str) -> None:
    answer = browser(alice).post(ALL, {"name": "Cards", "options": "paper=cards", "back": back})
    assert answer["Location"] == ALL


def test_setups_are_renamed_and_deleted_by_their_owner(alice: User, bob: User) -> None:
    row = create_setup(alice, "Cards", CARDS)
    address = f"{ALL}{row.public_id}/"
    assert "Cards" not in page_of(browser(bob), ALL)
    browser(alice).post(address, {"do": "rename", "name": "Small cards"})
    assert [item.name for item in setups_of(alice)] == ["Small cards"]
    browser(alice).post(address, {"do": "delete"})
    assert setups_of(alice) == []


def test_the_page_of_setups_names_kinds_of_cards(alice: User, at: str) -> None:
    client = browser(alice)
    for name, query in (("Folder", ""), ("Printer", "&card=tarot&bleed=1&backs=1&accent=red&blank=3")):
        page = page_of(client, f"{at}?paper=cards&size=a4{query}")
        client.post(ALL, {"name": name, **form_of(page)})
    page = client.get(ALL).content.decode()
    assert "Cards, A4, Poker<" in page
    assert "Cards, A4, Tarot, 3 mm bleed, backs, red, 3 blank<" in page
