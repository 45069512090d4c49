"""The page of one list: every profile as the book's stat line, in a fixed number of queries."""

from dataclasses import replace

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from builder.catalogue.files import Catalogues
from builder.models import CompanyList, Profile, User
from builder.points.document import Document, parse_document
from builder.services import lists as services
from tests.busy import company

CAPTAIN = (
    '<dl class="statline"><div><dt>Mov<dd>6<dd>8</div><div><dt>Fgt<dd>8<dd>24</div>'
    "<div><dt>Shg<dd>8<dd>16</div>"
    "<div><dt>Tds<dd>3<dd>24</div><div><dt>Cow<dd>3<dd>24</div>"
    '<div class="w"><dt>CW<dd>B<dd>0</div><div class="w"><dt>SW<dd>R4 AP4<dd>9</div>'
    "<div><dt>Arm<dd>12<dd>0</div><div><dt>SSv<dd>\N{EN DASH}<dd></div><div><dt>Mgc<dd>\N{EN DASH}<dd></div>"
    "<div><dt>Sz<dd>2<dd></div><div><dt>CD<dd>d8<dd>100</div></dl>"
)


@pytest.fixture
def address(alice: User, alices_list: CompanyList, client: Client) -> str:
    """The page of alice's list, and alice at the keyboard."""
    client.force_login(alice)
    return f"/lists/{alices_list.public_id}/"


def test_a_profile_is_the_stat_line_of_the_book(address: str, client: Client) -> None:
    page = client.get(address).content.decode()
    assert CAPTAIN in page
    assert "<b>205</b> points · Max 1" in page


def test_every_profile_has_its_buttons(address: str, client: Client) -> None:
    page = client.get(address).content.decode()
    for what in ("duplicate", "move", "remove"):
        assert f'formaction="{address}profiles/captain/{what}/"' in page
    assert f'href="{address}profiles/captain/"' in page


@pytest.mark.parametrize("copies", [1, 15])
def test_queries_do_not_grow_with_the_list(
    alice: User,
    alices_list: CompanyList,
    reavers: Document,
    client: Client,
    copies: int,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    profiles = tuple(replace(p, key=f"{p.key}-{n}") for n in range(copies) for p in reavers.profiles)
    row = services.import_document(alice, replace(reavers, profiles=profiles, rosters=()))
    client.force_login(alice)
    with django_assert_num_queries(5):  # session, user, list with its edition, profiles, removed profiles
        client.get(f"/lists/{row.public_id}/")


def test_forty_busy_profiles_are_a_light_page(alice: User, catalogues: Catalogues, client: Client) -> None:
    """Each with ten properties, two weapons with properties and names, armour, a shield and a spell."""
    row = services.import_document(alice, parse_document(company(40), catalogues))
    client.force_login(alice)
    page = client.get(f"/lists/{row.public_id}/").content
    assert page.count(b'class="statline"') == 40
    assert page.count(b"Repeater") == page.count(b"Giantslayer") == 40
    assert len(page) < 100_000


def test_what_people_write_is_text(
    alice: User, alices_list: CompanyList, address: str, client: Client
) -> None:
    evil = "<script>\"&'</script>"
    services.save_details(
        alices_list, 1, name=evil, setting=evil, background=f"{evil}\n\n[x](javascript:alert(1))"
    )
    Profile.objects.filter(company_list=alices_list, key="captain").update(name=evil, notes=evil)
    page = client.get(f"{address}?sum=captain").content.decode()
    assert "<script>" not in page
    assert "javascript:alert(1)</a>" not in page
    assert 'href="javascript' not in page
    assert page.count("&lt;script&gt;") >= 5


def test_the_background_is_markdown_under_the_headings_of_the_page(
    alices_list: CompanyList, address: str, client: Client
) -> None:
    services.save_details(alices_list, 1, name="", setting="", background="# Home\n\n*Dust.*")
    page = client.get(address).content.decode()
    assert "<h3>Home</h3>" in page
    assert "<em>Dust.</em>" in page
    assert "Unnamed company list" in page


def test_the_sum_opens_in_place(address: str, client: Client) -> None:
    closed = client.get(address).content.decode()
    page = client.get(f"{address}?sum=captain").content.decode()
    assert "receipt" not in closed
    assert page.count('<table class="receipt">') == 1
    assert "/systems/unbridled-fury/0.9.0/#table-mov" in page
    assert "/systems/unbridled-fury/0.9.0/#weapon-AP4" in page
    assert "<title>" in page


def test_the_sum_of_no_profile_opens_nothing(address: str, client: Client) -> None:
    assert b"receipt" not in client.get(f"{address}?sum=nobody%00").content


def test_findings_are_counted_and_lead_to_their_place(
    alices_list: CompanyList, address: str, client: Client
) -> None:
    profile = services.add_profile(alices_list, "Nobody yet")
    Profile.objects.filter(key=profile.key).update(design={})
    page = client.get(address).content.decode()
    errors = 5  # the five attributes that every model needs
    assert f'<a data-level="error" href="#p-{profile.key}">{errors} errors</a>' in page
    assert f'href="{address}profiles/{profile.key}/#findings">{errors} errors</a>' in page
    opened = client.get(f"{address}?sum={profile.key}").content.decode()
    assert opened.count('href="/systems/unbridled-fury/0.9.0/rules/#rule-P-01"') == errors


def test_an_empty_list_says_what_to_do(alice: User, alices_list: CompanyList, client: Client) -> None:
    row = services.start_list(alice, "unbridled-fury", "0.9.0")
    client.force_login(alice)
    page = client.get(f"/lists/{row.public_id}/").content.decode()
    assert "No profile yet" in page
    assert "Name of the profile" in page


@pytest.mark.parametrize("public_id", ["bcdfghjkmnpq", "x", "%00", "\N{SNOWMAN}", "start-here"])
def test_a_bad_id_is_not_found(address: str, client: Client, public_id: str) -> None:
    assert client.get(f"/lists/{public_id}/").status_code == 404


def test_a_stranger_finds_nothing(address: str, charlie: User, client: Client) -> None:
    client.force_login(charlie)
    for path in ("", "document.json", "?edit=details"):
        assert client.get(f"{address}{path}").status_code == 404


def test_a_post_is_the_wrong_method(address: str, client: Client) -> None:
    assert client.post(address).status_code == 405


def test_the_document_is_what_was_brought_in(
    address: str, client: Client, sample_values: dict[str, dict[str, object]]
) -> None:
    answer = client.get(f"{address}document.json")
    assert answer["Content-Type"] == "application/json; charset=utf-8"
    assert "attachment" in answer["Content-Disposition"]
    assert answer.json() == sample_values["drop-reavers"]


@pytest.mark.parametrize(
    ("name", "plain", "whole"),
    [
        ("The Drop Reavers", "the-drop-reavers", ""),
        ('../a"b\r\n.exe', "ab-exe", ""),
        ("Räuber (3.)", "rauber-3", "r%C3%A4uber-3"),
        ("火龙", "company-list", "%E7%81%AB%E9%BE%99"),
        ("\u200b", "unnamed-company-list", ""),
        ("!!!", "company-list", ""),
        ("x" * 200, "x" * 80, ""),
    ],
)
def test_the_document_is_kept_under_the_name_of_the_list(
    address: str, alices_list: CompanyList, client: Client, name: str, plain: str, whole: str
) -> None:
    CompanyList.objects.filter(pk=alices_list.pk).update(name=name)
    header = client.get(f"{address}document.json")["Content-Disposition"]
    star = f"; filename*=UTF-8''{whole}.json" if whole else ""
    assert header == f'attachment; filename="{plain}.json"{star}'


def test_buttons_and_links_say_whose_they_are(address: str, client: Client) -> None:
    Profile.objects.filter(key="captain").update(name="A<b> & B")
    page = client.get(address).content.decode()
    for words in ("Edit", "The sum", "Duplicate", "Move up", "Move down", "Remove"):
        assert f'>{words}<span class="vh"> A&lt;b&gt; &amp; B</span><' in page
        assert f">{words}<span" in page
        assert f">{words}</" not in page


def test_a_profile_whose_name_nobody_sees_has_one_that_is_seen(address: str, client: Client) -> None:
    Profile.objects.filter(key="captain").update(name="\u200b ")
    page = client.get(address).content.decode()
    assert f'<h3><a href="{address}profiles/captain/">Unnamed profile</a></h3>' in page
    client.post(f"{address}profiles/captain/remove/")
    assert "<span>Unnamed profile</span>" in client.get(address).content.decode()


def test_a_copy_is_a_list_of_its_own(address: str, alices_list: CompanyList, client: Client) -> None:
    answer = client.post(f"{address}copy/")
    copy = CompanyList.objects.exclude(pk=alices_list.pk).get()
    assert answer["Location"] == f"/lists/{copy.public_id}/"
    assert copy.name == f"{alices_list.name} 2"
