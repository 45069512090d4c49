"""The page of one list: every profile as the book's stat line, in a fixed number of queries."""

import re
from dataclasses import replace

import pytest
from django.test import Client

from builder.catalogue.files import Catalogues
from builder.models import CompanyList, Profile, Roster, User
from builder.points.document.document import Document, RosterEntry
from builder.services import lists as services
from builder.services import rosters
from builder.services.exchange import create_list_from_document
from builder.services.profiles import add_profile

CAPTAIN = (
    '<dl class="statline"><div><dt>Mov<dd>6<dd>8</div><div><dt>Fgt<dd>8<dd>24</div>'
    "<div><dt>Shg<dd>8<dd>16</div>"
    "<div><dt>Tds<dd>3<dd>24</div><div><dt>Cow<dd>3<dd>24</div>"
    '<div class="w"><dt>CW<dd>B<dd>0</div><div class="w"><dt>SW<dd>R4 AP4<dd>9</div>'
    "<div><dt>Arm<dd>12<dd>0</div><div><dt>SSv<dd>\N{EN DASH}</div><div><dt>Mgc<dd>\N{EN DASH}</div>"
    "<div><dt>Sz<dd>2</div><div><dt>CD<dd>d8<dd>100</div></dl>"
)


def test_a_profile_is_shown_as_a_stat_line(address: str, client: Client) -> None:
    page = client.get(address).content.decode()
    assert CAPTAIN in page
    assert "<b>205</b> points · Max 1" in page


def test_the_receipt_opens_in_place(address: str, client: Client) -> None:
    for query in ("", "?sum=nobody%00"):
        assert "receipt" not in client.get(address + query).content.decode()
    page = client.get(f"{address}?sum=captain").content.decode()
    assert page.count('<table class="receipt">') == 1
    assert "/systems/unbridled-fury/0.9.0/#table-mov" in page
    assert "/systems/unbridled-fury/0.9.0/#weapon-AP4" in page
    assert "<title>" in page


def test_findings_are_counted_and_link_to_their_place(
    alices_list: CompanyList, address: str, client: Client
) -> None:
    profile = add_profile(alices_list, "Nobody yet")
    Profile.objects.filter(key=profile.key).update(design={})
    page = client.get(address).content.decode()
    left = 5  # the five attributes that every model needs
    assert f'<a data-level="missing" href="#p-{profile.key}">{left} choices left</a>' in page
    assert f'href="./profiles/{profile.key}/#findings">{left} choices left</a>' in page
    opened = client.get(f"{address}?sum={profile.key}").content.decode()
    assert opened.count('href="/systems/unbridled-fury/0.9.0/rules/#rule-P-01"') == left


@pytest.mark.parametrize(
    ("name", "plain", "text"),
    [
        ("The Drop Reavers", "the-drop-reavers", ""),
        ('../a"b\r\n.exe', "ab-exe", ""),
        ("Räuber (3.)", "rauber-3", "r%C3%A4uber-3"),
        ("火龙", "company-list", "%E7%81%AB%E9%BE%99"),
        ("\u200b", "unnamed-list", ""),
        ("!!!", "company-list", ""),
        ("x" * 200, "x" * 80, ""),
    ],
)
def test_the_downloaded_document_has_the_name_of_the_list(
    address: str, alices_list: CompanyList, client: Client, name: str, plain: str, text: str
) -> None:
    CompanyList.objects.filter(pk=alices_list.pk).update(name=name)
    header = client.get(f"{address}document.json")["Content-Disposition"]
    star = f"; filename*=UTF-8''{text}.json" if text else ""
    assert header == f'attachment; filename="{plain}.json"{star}'


def test_buttons_and_links_name_their_profile(address: str, client: Client) -> None:
    Profile.objects.filter(key="captain").update(name="A<b> & B")
    page = client.get(address).content.decode()
    assert 'href="./profiles/captain/"' in page
    for words in ("Receipt", "Duplicate", "Reorder", "Remove"):
        assert f'>{words}<span class="vh"> A&lt;b&gt; &amp; B</span><' in page
        assert f">{words}</" not in page
    for what in ("duplicate", "remove"):
        assert f'formaction="./profiles/captain/{what}/"' in page
    assert "profiles/captain/move/" not in page
    opened = client.get(f"{address}?move=captain").content.decode()
    assert '<div class="menu" role="group" aria-labelledby="g-captain">' in opened
    assert 'formaction="./profiles/captain/move/"' in opened


def test_invisible_names_are_replaced(address: str, alices_list: CompanyList, client: Client) -> None:
    """Here, among deleted lists and removed profiles and rosters, and on the page of all lists."""
    CompanyList.objects.update(name="\u200b ")
    Profile.objects.filter(key="captain").update(name="\u200b ")
    roster = rosters.add_roster(alices_list, name="\u200b ", limit=500)
    page = client.get(address).content.decode()
    assert "<h1>Unnamed list</h1>" in page
    assert '<h3><a href="./profiles/captain/">Unnamed profile</a></h3>' in page
    assert "Unnamed roster" in roster_rows(page)
    client.post(f"{address}profiles/captain/remove/")
    client.post(f"{address}rosters/{roster.public_id}/remove/")
    page = client.get(address).content.decode()
    assert "<span>Unnamed profile</span>" in page
    assert "<span>Unnamed roster</span>" in page
    assert f'<a href="{address}">Unnamed list</a>' in client.get("/lists/").content.decode()
    page = client.post(f"{address}delete/", follow=True).content.decode()
    assert "“Unnamed list” is deleted." in page
    assert "<span>Unnamed list</span>" in page


# ------------------------------------------------------------------ rosters


def roster_rows(page: str) -> dict[str, str]:
    """Return the HTML of each roster's row, by its visible name."""
    rows = re.findall(r'<article class="profile roster" id="r-\w+">.*?</article>', page, re.DOTALL)
    return {re.findall(r"<h3><a [^>]*>(.*?)</a></h3>", row)[0]: row for row in rows}


def test_a_roster_is_a_row_with_its_points_models_and_verdict(
    address: str, alices_list: CompanyList, client: Client
) -> None:
    row = roster_rows(client.get(address).content.decode())["Night drop"]
    roster = Roster.objects.get(company_list=alices_list, name="Night drop")
    at = f"{address}rosters/{roster.public_id}/"
    assert f'<h3><a href="{at}">' in row
    assert "<b>739</b> of 750 points" in row
    assert '<b data-status="legal">Legal</b> · 7 models · Normal game' in row
    assert (
        f'<a data-level="note" href="{at}#findings">2 notes<span class="vh"> in Night drop</span></a>' in row
    )
    for what, words in (("duplicate", "Duplicate"), ("remove", "Remove")):
        assert f'<button formaction="{at}{what}/">{words}<span class="vh"> Night drop</span></button>' in row


def test_broken_rules_of_a_roster_are_shown(address: str, alices_list: CompanyList, client: Client) -> None:
    crowd = (RosterEntry(profile="captain", count=2), RosterEntry(profile="nobody", count=1))
    rosters.add_roster(alices_list, name="Odd", limit=300, entries=crowd)
    row = roster_rows(client.get(address).content.decode())["Odd"]
    # The sum and no game of 300, two leaders, two of Max 1, nobody.
    assert ">5 errors<" in row
    assert "<b>410</b> of 300 points" in row
    assert ">Not legal</b>" in row
    assert " game</p>" not in row


def test_a_roster_over_its_limit_shows_the_excess_and_fixes(
    address: str, alices_list: CompanyList, client: Client
) -> None:
    book = [RosterEntry(profile=key, count=n) for key, n in (("captain", 1), ("sergeant", 1), ("reaver", 5))]
    rosters.add_roster(alices_list, name="Book", limit=750, entries=book)
    rows = roster_rows(client.get(address).content.decode())
    assert 'data-level="error"><b class="level">Error</b> 753 points, 3 over the 750' in rows["Book"]
    assert "save at least 3, or play 1000" in rows["Book"]
    assert "finding" not in rows["Night drop"].replace("#findings", "")


def test_a_roster_with_an_illegal_profile_is_not_legal(
    address: str, alices_list: CompanyList, client: Client
) -> None:
    profile = Profile.objects.get(company_list=alices_list, key="reaver")
    Profile.objects.filter(pk=profile.pk).update(design={})
    rows = roster_rows(client.get(address).content.decode())
    missing = 5  # the attributes that every model needs
    assert f">{missing} choices left<" in rows["Night drop"]
    assert "Legal" not in rows["Night drop"]
    unused = (RosterEntry(profile="captain", count=1), RosterEntry(profile="reaver", count=0))
    rosters.add_roster(alices_list, name="Without", limit=500, entries=unused)
    assert "Legal" in roster_rows(client.get(address).content.decode())["Without"]


def test_an_unfinished_roster_shows_its_price_and_what_is_missing(
    address: str, alices_list: CompanyList, client: Client
) -> None:
    for key, other in (("captain", "second"), ("second", "captain")):
        profile = Profile.objects.get(company_list=alices_list, key=key)
        cycle = {"code": "summon", "profile": other}
        Profile.objects.filter(pk=profile.pk).update(design={**profile.design, "spells": [cycle]})
    row = roster_rows(client.get(address).content.decode())["Night drop"]
    assert "<b>739+</b> of 750 points" in row
    assert "Needs the price of Captain" in row
    assert "Legal" not in row


def test_the_form_for_a_roster_offers_game_sizes_and_all_profiles(
    address: str, alices_list: CompanyList, client: Client
) -> None:
    page = client.get(address).content.decode()
    form = page[page.index('id="start-roster"') :]
    assert f'<form class="form" id="new-roster" method="post" action="{address}rosters/">' in form
    assert re.findall(r'name="limit" value="(\d+)"( checked)?', form) == [
        ("500", ""), ("750", ""), ("1000", " checked"),
    ]  # fmt: skip
    boxes = re.findall(r'<input type="checkbox" name="pick" value="([^"]+)">', form)
    assert boxes == [profile.key for profile in alices_list.profiles.order_by("position")]
    assert "<span>Captain <i>205</i></span>" in form


@pytest.mark.parametrize(("limits", "chosen"), [([], "750"), ([500, 640], "500"), ([500, 1000], "1000")])
def test_the_size_of_the_last_roster_is_offered_first(
    alice: User, reavers: Document, catalogues: Catalogues, client: Client, limits: list[int], chosen: str
) -> None:
    row = create_list_from_document(alice, replace(reavers, rosters=()))
    for limit in limits:
        rosters.add_roster(row, name="", limit=limit)
    client.force_login(alice)
    page = client.get(f"/lists/{row.public_id}/").content.decode()
    assert re.findall(r'name="limit" value="(\d+)" checked', page) == [chosen]


def test_a_list_without_rosters_explains_them_unless_it_is_empty(
    alice: User, reavers: Document, catalogues: Catalogues, client: Client
) -> None:
    client.force_login(alice)
    row = create_list_from_document(alice, replace(reavers, rosters=()))
    page = client.get(f"/lists/{row.public_id}/").content.decode()
    assert "No rosters yet." in page
    assert 'id="rosters" aria-labelledby="rosters-head">' in page
    row = services.create_list(alice, "unbridled-fury", "0.9.0")
    page = client.get(f"/lists/{row.public_id}/").content.decode()
    assert 'id="rosters" aria-labelledby="rosters-head" hidden>' in page
    assert "No profiles yet" in page
    assert "Name of the profile" in page
