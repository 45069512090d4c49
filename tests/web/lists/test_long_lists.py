"""A list of ten profiles or more: collapsed rows, a search, letters to jump to; also without scripts."""

import re
from typing import Any

import pytest
from django.test import Client

from builder.catalogue.files import Catalogues
from builder.models import CompanyList, Profile, User
from builder.points.document.document import parse_document
from builder.services.exchange import create_list_from_document
from builder.web.shared.long_lists import JumpLetter, contains_words, jump_letters
from tests.support.html_forms import HTMX
from tests.support.long_lists import lengthened, long_document

ROW = re.compile(r'<article class="profile([^"]*)" id="p-([\w-]+)"( hidden)?>(.*?)</article>', re.DOTALL)
NONE_FOUND = '<p class="empty" id="none-found">No profile matches. <a href="?">Show all</a></p>'


@pytest.fixture
def row(alice: User, catalogues: Catalogues, client: Client) -> CompanyList:
    """Alice's list of twelve profiles. Alice is logged in."""
    client.force_login(alice)
    return create_list_from_document(alice, parse_document(long_document(12), catalogues))


@pytest.fixture
def address(row: CompanyList) -> str:
    return f"/lists/{row.public_id}/"


def rows(page: str) -> dict[str, str]:
    return {key: html for _, key, _, html in ROW.findall(page)}


def shown(page: str) -> list[str]:
    return [key for _, key, hidden, _ in ROW.findall(page) if not hidden]


def clear_attributes(row: CompanyList, *keys: str) -> None:
    """Leave four choices of each of these profiles open."""
    for profile in Profile.objects.filter(company_list=row, key__in=keys):
        Profile.objects.filter(pk=profile.pk).update(design={**profile.design, "attributes": {"mov": 6}})


@pytest.mark.parametrize(("profiles", "is_long"), [(9, False), (10, True)])
def test_rows_of_ten_or_more_profiles_are_collapsed(
    alice: User, catalogues: Catalogues, client: Client, profiles: int, is_long: bool
) -> None:
    """A shorter list has no search."""
    company_list = create_list_from_document(alice, parse_document(long_document(profiles), catalogues))
    client.force_login(alice)
    page = client.get(f"/lists/{company_list.public_id}/").content.decode()
    assert page.count('<details class="fold"') == (profiles if is_long else 0)
    for part in ('id="find"', 'class="letters"', 'href="#find"'):
        assert (part in page) is is_long
    page = client.get(f"/lists/{company_list.public_id}/", {"find": "zeppelin"}).content.decode()
    assert len(shown(page)) == (0 if is_long else profiles)


def test_a_collapsed_row_has_name_points_summary_and_problems(
    row: CompanyList, address: str, client: Client
) -> None:
    clear_attributes(row, "p3")
    html = rows(client.get(address).content.decode())["p3"]
    head, _, rest = html.partition("<details")
    line = rest.partition("</summary>")[0]
    assert '<a href="./profiles/p3/">Veteran 3</a>' in head
    assert re.search(r'<p class="pv"><b>\d+</b> <span>points</span></p>', head)
    assert "<i>Mov</i>\N{NO-BREAK SPACE}6" in line
    assert "<i>SSv</i>" not in line  # blank fields have no text
    assert '<b data-level="missing">4 choices left</b> · Max 2' in line
    assert "/duplicate/" not in line
    page = client.get(f"{address}?sum=p3").content.decode()
    assert '<details class="fold" id="d-p3" open>' in page
    assert page.count(" open>") == 1


def test_search_results_are_shown_and_counted(address: str, client: Client) -> None:
    """By words of the name, of the stat line and of items. The other rows stay in the page."""
    assert len(shown(client.get(address).content.decode())) == 12
    page = client.get(address, {"find": "VETERAN summon 1"}).content.decode()
    assert shown(page) == ["p1", "p2", "p10", "p11"]
    assert len(rows(page)) == 12
    assert ">4 of 12</p>" in page
    assert 'name="find" value="VETERAN summon 1"' in page
    none = client.get(address, {"find": "zeppelin"}).content.decode()
    assert shown(none) == []
    assert ">0 of 12</p>" in none
    assert NONE_FOUND in none
    assert NONE_FOUND not in page


@pytest.mark.parametrize(
    ("query", "are_shown"),
    [("", True), ("find=veteran", False), ("order=points", False), ("show=zeppelin", True)],
)
def test_letters_are_offered_only_in_the_order_of_the_list(
    address: str, client: Client, query: str, are_shown: bool
) -> None:
    page = client.get(f"{address}?{query}").content.decode()
    assert ('<nav class="letters" aria-label="Jump to a letter">' in page) is are_shown


def test_the_search_stays_when_a_profile_is_moved(address: str, client: Client) -> None:
    sent = {"to": "first", "find": "Veteran 11"}
    page = client.post(f"{address}profiles/p11/move/", sent, headers=HTMX).content.decode()
    assert shown(page) == ["p11"]
    assert 'value="Veteran 11"' in page


@pytest.mark.parametrize(
    ("action", "sent", "to"),
    [
        ("duplicate", {}, "?find=Veteran&order=name#p-veteran-12"),
        ("remove", {}, "?find=Veteran&order=name&removed=p3"),
        ("move", {"to": "up"}, "?find=Veteran&order=name#p-p3"),
    ],
)
def test_forms_without_scripts_keep_search_and_order(
    address: str, client: Client, action: str, sent: dict[str, str], to: str
) -> None:
    page = client.get(f"{address}?find=Veteran&order=name").content.decode()
    (fields,) = set(re.findall(r"<noscript>(<input.*?)</noscript>", page))
    chosen = dict(re.findall(r'name="(\w+)" value="(.*?)"', fields))
    answer = client.post(f"{address}profiles/p3/{action}/", {**chosen, **sent})
    assert answer["Location"] == f"{address}{to}"


def test_readers_have_collapsed_rows_without_handles(row: CompanyList, client: Client) -> None:
    """Search and filter stay when they follow a count of findings."""
    clear_attributes(row, "p3")
    CompanyList.objects.filter(pk=row.pk).update(owner=None, sample="long")
    page = client.get("/samples/long/", {"find": "Veteran 11"}).content.decode()
    assert page.count('<details class="fold"') == 12
    assert shown(page) == ["p11"]
    assert "/move/" not in page
    assert '<details class="background" open' not in page
    page = client.get("/samples/long/", {"show": "illegal"}).content.decode()
    assert 'data-level="missing" href="?show=illegal&amp;sum=p3#p-p3"' in rows(page)["p3"]


def test_profiles_are_shown_with_and_filtered_by_their_kind(
    alice: User, sample_values: dict[str, dict[str, Any]], catalogues: Catalogues, client: Client
) -> None:
    sample = next(value for value in sample_values.values() if value["system"] == "crimson-dusk")
    company_list = create_list_from_document(alice, parse_document(lengthened(sample), catalogues))
    client.force_login(alice)
    page = client.get(f"/lists/{company_list.public_id}/").content.decode()
    assert page.count('<span class="stats"><i>Model</i> ') > 10
    assert page.count('<span class="stats"><i>Vehicle</i> ') > 2
    page = client.get(f"/lists/{company_list.public_id}/", {"show": "vehicle"}).content.decode()
    assert '<span class="stats"><i>Model</i> ' not in page
    assert page.count('<span class="stats"><i>Vehicle</i> ') > 2


# ------------------------------------------------------------------ what is shown, and its order


def options(page: str, field: str) -> list[str]:
    match = re.search(rf'<select id="{field}".*?</select>', page)
    return re.findall(r"<option[^>]*>([^<]*)<", match[0]) if match else []


def test_the_filter_by_status_shows_only_matching_rows(
    row: CompanyList, address: str, client: Client
) -> None:
    clear_attributes(row, "p3")
    page = client.get(address).content.decode()
    assert options(page, "show") == ["All 12", "Legal (11)", "Not legal (1)"]
    page = client.get(address, {"show": "illegal"}).content.decode()
    assert list(rows(page)) == ["p3"]
    assert '<option value="illegal" selected>' in page


def test_counts_of_findings_link_to_visible_rows(row: CompanyList, address: str, client: Client) -> None:
    clear_attributes(row, "p3", "p5")
    Profile.objects.filter(company_list=row, key="p5").update(name="Ash")
    count = '<a data-level="missing" href="{}">8 choices left</a>'
    assert count.format("#p-p3") in client.get(address).content.decode()
    assert count.format("#p-p5") in client.get(address, {"order": "name"}).content.decode()
    assert 'data-level="missing"' not in client.get(address, {"show": "legal"}).content.decode()


def test_links_of_a_row_keep_search_and_order(row: CompanyList, address: str, client: Client) -> None:
    query = "find=Veteran+1&amp;order=points"
    page = client.get(f"{address}?find=Veteran 1&order=points&show=zeppelin").content.decode()
    assert f'href="?{query}&amp;sum=p3#p-p3">Receipt<' in rows(page)["p3"]
    page = client.get(f"{address}?find=Veteran 1&order=points&sum=p3").content.decode()
    assert f'href="?{query}#p-p3">Close the receipt<' in rows(page)["p3"]
    page = client.get(f"{address}?find=Veteran 1").content.decode()
    assert 'href="?find=Veteran+1&amp;move=p3"' in rows(page)["p3"]
    assert 'href="?sum=p3#p-p3">Receipt<' in rows(client.get(address).content.decode())["p3"]


def test_searches_are_limited_to_a_hundred_characters(address: str, client: Client) -> None:
    page = client.get(address, {"find": "z" * 101}).content.decode()
    assert f'name="find" value="{"z" * 100}"' in page
    assert "z" * 101 not in page


def test_rows_have_the_chosen_order_and_move_in_that_of_the_list(
    row: CompanyList, address: str, client: Client
) -> None:
    Profile.objects.filter(company_list=row, key="p3").update(name="Éowald")
    page = client.get(address, {"order": "name"}).content.decode()
    by_name = ["p3", "p0", "p1", "p10", "p11", "p2", *(f"p{number}" for number in range(4, 10))]
    assert list(rows(page)) == by_name
    assert "/move/" not in page
    assert ">Move" not in page
    page = client.get(address, {"order": "points"}).content.decode()
    points = [int(text) for text in re.findall(r'<p class="pv"><b>(\d+)</b>', page)]
    assert len(points) == 12
    assert points == sorted(points, reverse=True)
    assert len(set(points)) > 1
    own = client.get(address, {"order": "zeppelin", "show": "zeppelin"}).content.decode()
    assert list(rows(own)) == [f"p{number}" for number in range(12)]
    assert ">Move" in own


# ------------------------------------------------------------------ letters and words


def test_letters_link_to_their_first_profile() -> None:
    names = [
        ("a", "bran"), ("b", "Élise"), ("c", "Boar"), ("d", "10th Rifle"), ("e", "“Ash”"), ("f", "Жук"),
        ("g", "!!!"), ("h", "Ewa"),
    ]  # fmt: skip
    assert jump_letters(names) == (
        JumpLetter("A", "#e"), JumpLetter("B", "#a"), JumpLetter("E", "#b"), JumpLetter("Ж", "#f"),
        JumpLetter("#", "#d"),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("find", "expected"), [("", True), ("ash MOV 6", True), ("6 mov", True), ("ash 7", False), ("as", True)]
)
def test_every_word_of_a_search_must_match(find: str, expected: bool) -> None:
    assert contains_words(find, ["Ash", "Mov 6"]) is expected
