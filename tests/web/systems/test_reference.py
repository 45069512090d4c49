"""The reference pages: they contain everything of an edition, can be searched, and have anchors."""

import re
from html import escape, unescape

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from builder.catalogue.files import Catalogues
from builder.catalogue.play import game_summary, play_sheet
from builder.models import Edition
from builder.points.rules.catalogue import Catalogue
from builder.web.shared.presentation import reference_url
from tests.support.designs import PUBLISHED
from tests.support.html_forms import page_text
from tests.support.query_counts import OpenInQueries

PAGE = "/systems/unbridled-fury/0.9.0/"
RULES = f"{PAGE}rules/"


@pytest.fixture
def catalogue(catalogues: Catalogues) -> Catalogue:
    return catalogues["unbridled-fury", "0.9.0"]


def ids(client: Client, address: str) -> list[str]:
    return re.findall(r' id="([^"]+)"', client.get(address).content.decode())


def test_every_entry_of_the_edition_has_an_anchor(catalogue: Catalogue, client: Client) -> None:
    names = set(ids(client, PAGE))
    nouns = {"weapon": "weapon", "armour": "armour", "model": "property", "spell": "spell"}
    entries = (*catalogue.properties, *catalogue.spells)
    assert {f"{nouns[entry.group]}-{entry.code}" for entry in entries} <= names
    assert {f"table-{table.code}" for table in catalogue.cost_tables} <= names
    assert {f"table-{table.code}" for table in catalogue.tables} <= names
    assert {f"attribute-{attribute.code}" for attribute in catalogue.attributes} <= names
    assert {f"term-{term.code}" for term in catalogue.terms} <= names


def test_every_rule_has_an_anchor(catalogue: Catalogue, client: Client) -> None:
    names = set(ids(client, RULES))
    assert catalogue.rules
    assert {f"rule-{rule.code}" for rule in catalogue.rules} <= names


@pytest.mark.parametrize("address", [PAGE, RULES])
def test_anchors_are_unique_and_internal_links_have_one(
    catalogue: Catalogue, client: Client, address: str
) -> None:
    places = {page: ids(client, page) for page in (PAGE, RULES)}
    assert len(places[address]) == len(set(places[address]))
    page = client.get(address).content.decode()
    for target, anchor in re.findall(r'href="([^"#]*)#([^"]+)"', page):
        assert anchor in places[target or address], anchor


def test_an_entry_shows_its_price_its_pages_and_its_rules(catalogue: Catalogue, client: Client) -> None:
    page = client.get(f"{PAGE}?q=stampede").content.decode()
    entry = next(e for e in catalogue.properties if e.code == "stampede")
    assert escape(entry.summary) in page
    assert f"p. {entry.page}" in page
    assert f'href="{RULES}#rule-P-73"' in page


def test_a_search_finds_names_codes_and_the_words_of_players(catalogue: Catalogue, client: Client) -> None:
    """Exact matches only, without the entries that are merely similar."""
    for words, there, absent in (
        ("FLIER", "property-flier", "property-berserker"),
        ("ap12", "weapon-AP12", "property-flier"),
        ("sneaky", "property-camouflage", "property-flier"),
        ("fast", "attribute-mov", "spell-heal"),
        ("hound", "", "property-companion"),
    ):
        page = client.get(f"{PAGE}?q={words}").content.decode()
        assert not there or f'id="{there}"' in page
        assert f'id="{absent}"' not in page
    for words in ("wind-dependant", "SLOW AIRBORNE"):
        entry = next(e for e in catalogue.properties if words.casefold() in map(str.casefold, e.aliases))
        assert words.casefold() not in f"{entry.name} {entry.summary}".casefold()
        assert f'id="property-{entry.code}"' in client.get(f"{PAGE}?q={words}").content.decode()


def test_a_search_for_rules_finds_ids(catalogue: Catalogue, client: Client) -> None:
    page = client.get(f"{RULES}?q=p-54").content.decode()
    assert 'id="rule-P-54"' in page
    assert 'id="rule-P-60"' not in page


@pytest.mark.parametrize("address", [PAGE, RULES])
def test_a_search_without_results_says_so(catalogue: Catalogue, client: Client, address: str) -> None:
    page = client.get(f"{address}?q=%3Cb%3Exyzzy").content.decode()
    assert re.findall(r' id="(?:property|spell|weapon|armour|attribute|table|term|rule)-', page) == []
    assert re.search(r">0 (result|rule)s for “&lt;b&gt;xyzzy”", page)
    assert "<b>xyzzy" not in page
    assert "Clear search" in page


@pytest.mark.parametrize("address", [PAGE, RULES])
def test_htmx_gets_only_the_search_results(catalogue: Catalogue, client: Client, address: str) -> None:
    answer = client.get(f"{address}?q=flier", headers={"HX-Request": "true"})
    assert answer.content.startswith(b'<div id="found">')
    assert "HX-Request" in answer["Vary"]


def test_the_quick_reference_has_turn_pages_and_paper(catalogue: Catalogue, client: Client) -> None:
    assert f'href="{PAGE}quick/"' in client.get(PAGE).content.decode()
    page = client.get(f"{PAGE}quick/").content.decode()
    assert re.search(r'<a href="#quick-(\d+)">Shooting</a>.*<section id="quick-\1"', page, re.DOTALL)
    text = page_text(page)
    assert "Shooting p. 9, 32–34" in text
    assert "Into a structure, only at models that shot p. 30 −2d6" in text
    assert "Heavy against AP8 · AP12 −d4 · −d8" in text
    assert f'href="{PAGE}blanks/quick.pdf?size=letter"' in page
    with_table = page_text(client.get("/systems/zapp/seed/quick/").content.decode())
    assert "Crossbow 16″ 32″ UV + 1 Firearm" in with_table


def test_an_unknown_edition_is_not_found(catalogue: Catalogue, client: Client) -> None:
    for path in (
        "unbridled-fury/9.9.9/", "chess/0.9.0/", "chess/1/rules/", "chess/1/quick/", "unbridled-fury/%00/",
        "unbridled-fury/0.9.0%00/rules/", "zapp/none/setup/",
    ):  # fmt: skip
        assert client.get(f"/systems/{path}").status_code == 404


@pytest.mark.parametrize("address", [PAGE, RULES])
def test_a_page_loads_only_its_edition(
    catalogue: Catalogue, client: Client, address: str, open_in_queries: OpenInQueries
) -> None:
    client.get(address)
    open_in_queries(None, address, 1)  # the edition with its system


def test_the_systems_page_links_to_every_edition(catalogues: Catalogues, client: Client) -> None:
    page = client.get("/systems/").content.decode()
    for system, edition in catalogues:
        assert f'href="{reference_url(system, edition)}"' in page


def test_the_systems_page_links_directly_to_an_only_edition(catalogue: Catalogue, client: Client) -> None:
    Edition.objects.exclude(system__code=catalogue.system).delete()
    assert client.get("/systems/")["Location"] == PAGE


def test_a_search_without_results_explains_what_can_be_found(catalogue: Catalogue, client: Client) -> None:
    page = client.get(f"{PAGE}?q=pistol").content.decode()
    assert "We searched:" in page
    for group in catalogue.groups:
        assert f'<a href="{PAGE}#group-{group.code}">{group.name}</a>' in page
    assert f'<a href="{RULES}">Search the rules and rulings</a>' in page


def found(client: Client, query: str) -> str:
    return client.get(f"/systems/?{query}").content.decode()


def test_a_global_search_finds_entries_of_every_game_with_their_numbers(
    catalogues: Catalogues, client: Client
) -> None:
    page = found(client, "q=sword")
    for system in ("dark-fantasy-fubar", "stargrave", "zapp"):
        assert f'id="found-{system}"' in page
    assert 'id="found-unbridled-fury"' not in page
    row = next(row for row in page.split("<tr") if "Sword, axe or short spear" in row)
    numbers = re.findall(r'<td role="cell" data-label="([^"]*)">([^<]*)</td>', row)
    assert numbers == [("To hit", "±0"), ("Reach", "0"), ("Cost", "0")]
    assert 'href="/systems/dark-fantasy-fubar/seed/rules/#rule-C-05"' in page


@pytest.mark.parametrize(
    ("words", "anchor"),
    [
        ("slow+airborne", "unbridled-fury/0.9.0/#property-"),  # another name of an entry
        ("spurs", "zapp/seed/rules/#rule-C-27"),  # a ruling
        ("P-54", "unbridled-fury/0.9.0/rules/#rule-P-54"),
    ],
)
def test_a_global_search_finds_other_names_rules_and_rulings(
    catalogues: Catalogues, client: Client, words: str, anchor: str
) -> None:
    assert f'href="/systems/{anchor}' in found(client, f"q={words}")


def test_a_global_search_finds_what_a_row_shows(catalogues: Catalogues, client: Client) -> None:
    """No text or name of a Trooper contains "shotgun", but the kit that it can choose does."""
    page = found(client, "q=shotgun&game=stargrave")
    row = next(row for row in page.split("<tr") if ">Trooper</a>" in row)
    assert "carbine or shotgun, heavy armour, knife" in row
    assert ">Medic</a>" not in page


def test_results_of_a_global_search_have_a_target(catalogues: Catalogues, client: Client) -> None:
    places: dict[str, set[str]] = {}
    links = set(re.findall(r'href="(/systems/[^"#]+)#([^"]+)"', found(client, "q=a")))
    assert len(links) > 20
    for address, anchor in links:
        if address not in places:
            places[address] = set(ids(client, address))
        assert anchor in places[address], (address, anchor)


def test_a_global_search_can_show_one_game(catalogues: Catalogues, client: Client) -> None:
    page = found(client, "q=sword&game=zapp")
    assert re.findall(r' id="found-([a-z-]+)"', page) == ["zapp"]
    assert 'href="/systems/?q=sword"' in page
    assert "Ignored in the address" in found(client, "q=sword&game=chess")


def test_a_global_search_links_to_omitted_results(catalogues: Catalogues, client: Client) -> None:
    page = found(client, "q=a&game=unbridled-fury")
    assert re.search(r'<a href="/systems/unbridled-fury/0.9.0/\?q=a">[0-9]+ more</a>', page)


def test_a_global_search_without_results_says_so(catalogues: Catalogues, client: Client) -> None:
    page = found(client, f"q=%3Cb%3E{'x' * 300}")
    assert "Try a shorter search" in page
    assert "<b>x" not in page
    assert "x" * 98 not in page


def test_a_global_search_needs_one_query(
    catalogues: Catalogues, client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client.get("/systems/?q=a")
    with django_assert_num_queries(1):  # the editions with their systems
        answer = client.get("/systems/?q=a", headers={"HX-Request": "true"})
    assert answer.content.strip().startswith(b'<div id="found">')


def test_every_game_shows_its_coverage(catalogues: Catalogues, client: Client) -> None:
    for catalogue in PUBLISHED:
        about = play_sheet(catalogue).about
        assert about, f"play/{catalogue.edition}.toml of {catalogue.system} has no [about]"
        page = unescape(client.get(reference_url(catalogue.system, catalogue.edition)).content.decode())
        for text in (game_summary(catalogue), catalogue.credit, about.here, about.missing, about.book):
            assert text
            assert text in page
