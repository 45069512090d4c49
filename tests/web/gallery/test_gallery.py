"""The gallery: everybody finds public lists by their contents, and the home page shows the newest."""

import re
from html import unescape
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client

from builder.catalogue.files import Catalogues
from builder.models import CompanyList, User
from builder.points.document.document import parse_document
from builder.services import gallery, lists
from builder.services.exchange import create_list_from_document
from tests.support.html_forms import HTMX
from tests.support.long_lists import long_document
from tests.support.public_lists import publish_many
from tests.support.saving import reload


def list_names(page: str) -> list[str]:
    """Return the names of the lists on a page, in order."""
    return re.findall(r'<h3><a href="/gallery/\w+/">(.*?)</a></h3>', page)


@pytest.fixture
def other(bob: User, catalogues: Catalogues) -> CompanyList:
    """Bob's public list: two busy profiles, a game of 1000, and a setting."""
    row = create_list_from_document(bob, parse_document(long_document(2), catalogues))
    gallery.publish_list(row)
    return row


def get(client: Client, query: str = "", **headers: str) -> str:
    answer = client.get(f"/gallery/{query}", headers=headers)
    assert answer.status_code == 200
    return answer.content.decode()


# ------------------------------------------------------------------ what an entry says


def test_a_public_list_is_shown_with_its_totals(public: CompanyList, client: Client) -> None:
    """The status of its rosters is the same as on their own pages."""
    page = get(client)
    assert list_names(page) == ["Molybdenian Drop Reavers"]
    assert f'href="/gallery/{public.public_id}/"' in page
    for words in ("by alice", "7 profiles, 2 rosters", "76 to 205 points", "Unbridled Fury · ", "1 list<"):
        assert words in page
    for name, verdict in re.findall(r"<li><span>(.*?)</span>.*?<b class=\"\w+\">(.*?)</b>", page):
        roster = public.rosters.get(name=name)
        own = client.get(f"/gallery/{public.public_id}/rosters/{roster.public_id}/").content.decode()
        assert (">Not legal<" in own) == (verdict == "Not legal")
    assert page.count('data-status="') == 2


# ------------------------------------------------------------------ filters


def test_searches_and_filters_find_lists(
    public: CompanyList, other: CompanyList, charlie: User, client: Client
) -> None:
    assert "copied 1 time" not in get(client)
    lists.copy_list(charlie, reload(public))
    assert "copied 1 time" in get(client)
    reavers, company = "Molybdenian Drop Reavers", "Company of 2"
    for query, texts in (
        ("?q=reav", [reavers]),
        ("?size=1000&q=veteran", [company]),
        ("?setting=a+PLAIN+between+two+rivers", [company]),
        ("?property=model:fearless&property=spell:summon", [company]),
        ("?edition=unbridled-fury/0.9.0", [company, reavers]),
        ("?sort=copied", [reavers, company]),
        ("?q=&setting=&size=&property=&sort=newest", [company, reavers]),
    ):
        assert list_names(get(client, query)) == texts, query


def test_the_form_shows_the_query(public: CompanyList, other: CompanyList, client: Client) -> None:
    page = get(client, "?q=veteran&size=1000&property=spell:summon&sort=copied")
    assert 'value="veteran"' in page
    assert '<option value="1000" selected>' in page
    assert '<input type="hidden" name="property" value="spell:summon">' in page
    assert '<option value="copied" selected>' in page


def test_each_filter_can_be_removed(public: CompanyList, other: CompanyList, client: Client) -> None:
    page = get(client, "?q=veteran&size=1000&property=spell:summon&property=model:fearless")
    ways = re.findall(r'<li><a class="button" href="([^"]+)"><span>(.*?)<span', page)
    assert [words for _, words in ways] == [
        "Words: veteran",
        "Size: 1000",
        "Uses Summon",
        "Uses Fearless",
    ]
    query = parse_qs(urlsplit(ways[2][0].replace("&amp;", "&")).query)
    assert query == {"q": ["veteran"], "size": ["1000"], "property": ["model:fearless"]}


def test_without_results_the_filter_that_excludes_all_is_named(
    public: CompanyList, other: CompanyList, client: Client
) -> None:
    page = get(client, "?q=reavers&property=spell:summon")
    assert "No results." in page
    assert re.findall(r"Remove “(.*?)”</a>: (.*?)</li>", page) == [
        ("Words: reavers", "1 list"),
        ("Uses Summon", "1 list"),
    ]


def test_an_empty_gallery_says_so(catalogues: Catalogues, client: Client) -> None:
    assert "No public lists yet" in get(client)


def test_htmx_gets_the_results_and_the_url(public: CompanyList, client: Client) -> None:
    answer = client.get("/gallery/?q=reav&setting=&size=&property=&sort=newest", headers=HTMX)
    page = answer.content.decode()
    assert list_names(page) == ["Molybdenian Drop Reavers"]
    assert "<html" not in page
    assert answer["HX-Push-Url"] == "/gallery/?q=reav"
    assert "HX-Request" in answer["Vary"]


def property_matches(page: str) -> list[tuple[str, str, str]]:
    """Return address, name and description of each property that the page offers."""
    return [
        (unescape(url), *rest)
        for url, *rest in re.findall(
            r'<li><a href="([^"]+)">([^<]+)</a> <span class="soft figures">(.*?)</span></li>', page
        )
    ]


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "htmx"])
def test_properties_are_found_by_a_part_of_their_name(
    public: CompanyList, other: CompanyList, client: Client, headers: dict[str, str]
) -> None:
    """Only properties that some list uses and that aren't chosen yet. Their links find the lists."""
    query = "?edition=unbridled-fury/0.9.0&property=model:fearless"
    (match,) = property_matches(get(client, f"{query}&uses=SUMM", **headers))
    assert match[1:] == ("Summon", "Spells · 1 list")
    assert list_names(client.get(match[0]).content.decode()) == ["Company of 2"]
    for words in ("fearless", "no such thing", "!"):
        assert property_matches(get(client, f"{query}&uses={words}", **headers)) == []
    assert "No public list uses “no such thing”." in get(client, f"{query}&uses=no+such+thing")


def test_searching_properties_does_not_filter_the_lists(public: CompanyList, client: Client) -> None:
    answer = client.get("/gallery/?uses=fearless", headers=HTMX)
    assert list_names(answer.content.decode()) == ["Molybdenian Drop Reavers"]
    assert answer["HX-Push-Url"] == "/gallery/"


# ------------------------------------------------------------------ pages


def next_of(page: str, rel: str = "next") -> str:
    match = re.search(rf'<a class="button" rel="{rel}" href="([^"]+)"', page)
    return match[1].replace("&amp;", "&") if match else ""


@pytest.mark.sampled(every=2)
@pytest.mark.parametrize("query", ["", "?sort=copied", "?q=company&property=model:fearless"])
def test_pages_link_to_the_next_and_previous(
    alice: User, catalogues: Catalogues, client: Client, query: str
) -> None:
    publish_many(alice, parse_document(long_document(1), catalogues), 50)
    first = get(client, query)
    second = client.get(next_of(first)).content.decode()
    third = client.get(next_of(second)).content.decode()
    assert next_of(third) == next_of(first, "prev") == ""
    assert len({*list_names(first), *list_names(second), *list_names(third)}) == 50
    assert list_names(client.get(next_of(third, "prev")).content.decode()) == list_names(second)
    assert [len(list_names(page)) for page in (first, second, third)] == [24, 24, 2]


def test_crawlers_index_only_unfiltered_pages(alice: User, catalogues: Catalogues, client: Client) -> None:
    publish_many(alice, parse_document(long_document(1), catalogues), 30)
    first = client.get("/gallery/")
    page = first.content.decode()
    older = next_of(page)
    assert "X-Robots-Tag" not in first
    assert '<link rel="canonical" href="http://testserver/gallery/">' in page
    assert f'<link rel="next" href="{older}">' in page
    second = client.get(older)
    assert f'<link rel="canonical" href="http://testserver{older}">' in second.content.decode()
    assert "X-Robots-Tag" not in second
    for query in ("?q=company", "?sort=copied", "?size=1000", "?property=model:fearless"):
        assert client.get(f"/gallery/{query}")["X-Robots-Tag"] == "noindex, follow"
    assert '<link rel="canonical" href="http://testserver/gallery/">' in get(client, "?utm=1&sort=newest")


# ------------------------------------------------------------------ what cannot be


def test_invalid_filters_are_reported(public: CompanyList, client: Client) -> None:
    spells = ("heal", "summon", "banish", "barrier", "enrage", "demolish")
    for query, named in (
        ("?size=many", "size"),
        ("?size=99999999999999999999", "size"),
        ("?cost_from=many&edition=unbridled-fury/0.9.0", "cost_from"),
        ("?cost_to=9", "cost_to"),
        ("?cost_from=9&cost_to=8&edition=unbridled-fury/0.9.0", "cost_to"),
        ("?sort=best", "sort"),
        ("?edition=chess/1", "edition"),
        ("?property=model:nothing", "property"),
        ("?" + "&".join(f"property=spell:{code}" for code in spells), "property"),
        ("?after=x", "after"),
        ("?before=1-2", "before"),
        ("?q=%25%25", "q"),
        ("?after=%00", "after"),
    ):
        assert f"Not understood: {named}" in get(client, query), query


def test_random_queries_cause_no_server_error(public: CompanyList, client: Client) -> None:
    for query in (
        "q=%00", "setting=%00", "setting=a%00b", "size=%00", "property=%00", "edition=%00/%00", "sort=%00",
        "q=" + "x" * 100_000, "setting=" + "я" * 20_000, "property=" + "x" * 100_000, "q=%ED%A0%80",
        "after=0-0-0", "after=2147483647-9007199254740991-9223372036854775807", "q='; DROP TABLE x; --",
        "q=a:*|!b&<->", "q[]=1", "after=0-0-0&before=1-1-1&sort=copied",
    ):  # fmt: skip
        for headers in ({}, HTMX):
            assert client.get(f"/gallery/?{query}", headers=headers).status_code == 200, query


def test_a_missing_page_number_shows_the_first_page(public: CompanyList, client: Client) -> None:
    page = get(client, "?after=0-0-0")
    assert "This page is empty now." in page
    assert '<a href="/gallery/">First page</a>' in page


# ------------------------------------------------------------------ the home page


def test_the_home_page_shows_the_newest(alice: User, catalogues: Catalogues, client: Client) -> None:
    assert "New in the gallery" not in client.get("/").content.decode()
    publish_many(alice, parse_document(long_document(1), catalogues), 8)
    page = client.get("/").content.decode()
    assert list_names(page) == [f"Company {number}" for number in (7, 6, 5, 4, 3, 2)]


# ------------------------------------------------------------------ what its owner sees of hiding


def test_the_footer_credits_the_chosen_game(catalogues: Catalogues, client: Client) -> None:
    every = {edition: catalogue.credit for edition, catalogue in catalogues.items()}
    page = unescape(client.get("/gallery/").content.decode())
    assert [credit for credit in every.values() if credit not in page] == []
    here = {"HX-Request": "true", "HX-Current-URL": "http://testserver/gallery/"}
    for headers in ({}, here):
        answer = client.get("/gallery/?edition=zapp/seed", headers=headers)
        page = unescape(answer.content.decode())
        assert {edition for edition, credit in every.items() if credit in page} == {("zapp", "seed")}
