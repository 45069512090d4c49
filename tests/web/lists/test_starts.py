"""A new profile is blank, a template of its game, or a copy of another profile."""

import re
from html import unescape
from urllib.parse import urlencode

import pytest
from django.test import Client

from builder.catalogue.files import Catalogues, bundled_catalogues
from builder.catalogue.templates import template_document
from builder.documents import load_list
from builder.models import CompanyList, Profile, User
from builder.points.appraisal.appraisal import appraise
from builder.points.document.document import RosterEntry
from builder.points.rules.catalogue import Catalogue
from builder.services import lists as services
from builder.services.profiles import add_profile
from builder.services.rosters import add_roster
from builder.web.profiles.controls import html_id
from tests.support.html_forms import HTMX, URLENCODED, fields_of
from tests.support.transactions import rolled_back

GAMES = pytest.mark.parametrize(
    "game", bundled_catalogues().values(), ids=[g for g, _ in bundled_catalogues()]
)


def starts_of(page: str) -> dict[str, tuple[str, str]]:
    """Return name and price of what each button creates, by what the button sends."""
    matches = re.findall(
        r'name="from" value="([^"]*)"[^>]*><span>(.*?)</span>(?: <span class="cost">(.*?)</span>)?', page
    )
    return {unescape(value): (unescape(name), price) for value, name, price in matches}


@GAMES
def test_a_new_list_offers_templates_with_their_prices(
    game: Catalogue, catalogues: Catalogues, client: Client
) -> None:
    """From the home page to a first price takes two taps, and the new profile is legal."""
    answer = client.post("/lists/start/", {"edition": f"{game.system}/{game.edition}"}, follow=True)
    row = CompanyList.objects.get()
    starts = starts_of(client.get(f"/lists/{row.public_id}/new-profile/").content.decode())
    starts = {value: start for value, start in starts.items() if value.startswith("template:")}
    assert row.profiles.exists() or starts_of(answer.content.decode()) == starts
    document = template_document(game)
    assert document is not None
    assert list(starts) == [f"template:{template.key}" for template in document.profiles]
    for value, (name, price) in starts.items():
        opened = client.post(f"/lists/{row.public_id}/profiles/", {"from": value}, follow=True)
        added = row.profiles.order_by("-pk")[0]
        assert opened.redirect_chain[-1][0] == f"/lists/{row.public_id}/profiles/{added.key}/"
        assert (added.name, added.notes) == (name, "")
        loaded = load_list(row)
        appraisal = appraise(loaded.document, loaded.catalogue).profile(added.key)
        assert price == ("" if appraisal.points is None else f"{appraisal.points:,} {game.points_unit}")
        assert not {finding.level for finding in appraisal.findings} & {"error", "warning"}


def test_a_crew_starts_with_captain_and_first_mate(catalogues: Catalogues, client: Client) -> None:
    """A list without a name gets its captain's name, and a template replaces a blank captain."""
    page = client.post("/lists/start/", {"edition": "stargrave/seed-and-facts"}, follow=True).content.decode()
    row = CompanyList.objects.get()
    assert list(row.profiles.values_list("name", flat=True)) == ["Captain", "First mate"]
    assert [profile.design.get("kind") for profile in row.profiles.all()] == ["captain", "first-mate"]
    assert "<h1>Captain\u2019s crew</h1>" in page
    with rolled_back():
        for template in ("robot-maker", "old-soldier"):
            client.post(f"/lists/{row.public_id}/profiles/", {"from": f"template:{template}"})
        names = ["Robot maker", "First mate", "Old soldier"]
        assert list(row.profiles.values_list("name", flat=True)) == names, "the second captain is one more"
    captain, names = f"/lists/{row.public_id}/profiles/captain/", []
    for name in ("Mara", "Mara Voss", "Vex"):
        CompanyList.objects.filter(name__endswith="Voss\u2019 crew").update(name="Long Haul")
        fields = fields_of(client.get(captain).content.decode(), "design")
        client.post(captain, urlencode({**fields, "name": [name]}, doseq=True), content_type=URLENCODED)
        names.append(CompanyList.objects.get().name)
    assert names == ["Mara\u2019s crew", "Mara Voss\u2019 crew", "Long Haul"]


def steps_of(page: str) -> dict[str, str]:
    """Return the first steps on a page: the address of each, "done", or "" if it isn't available yet."""
    _, _, part = page.partition('id="first-steps-head"')
    rows = re.findall(r"<li>(.*?)</li>", part.partition("</ol>")[0])
    steps = {}
    for row in rows:
        link = re.fullmatch(r'<a href="(.*?)">(.*?)</a>', row)
        text, _, done = re.sub("<.*?>", "", row).partition(" · ")
        steps[text] = link[1] if link else done
    return steps


def test_a_first_list_shows_its_next_steps(catalogues: Catalogues, client: Client) -> None:
    """Stargrave begins with captain and first mate. After a crew has members, all steps are done."""
    client.post("/lists/start/", {"edition": "stargrave/seed-and-facts"})
    row = CompanyList.objects.get()
    base = f"/lists/{row.public_id}/"
    lead = "Design the captain and first mate"
    more, crew = "Add more profiles", "Make a crew and share it"
    assert steps_of(client.get(base).content.decode()) == {
        lead: f"{base}profiles/captain/",
        more: f"{base}new-profile/",
        crew: "#start-roster",
    }
    for template in ("robot-maker", "card-sharp", "recruit"):
        client.post(f"{base}profiles/", {"from": f"template:{template}"})
    assert steps_of(client.get(base).content.decode()) == {lead: "done", more: "done", crew: "#start-roster"}
    add_roster(row, name="Job", limit=400, entries=[RosterEntry(profile="captain", count=1)])
    assert steps_of(client.get(base).content.decode()) == {}


def test_a_company_needs_a_leader_first(catalogues: Catalogues, client: Client) -> None:
    page = client.post("/lists/start/", {"edition": "unbridled-fury/0.9.0"}, follow=True).content.decode()
    lead, more = "Choose a leader", "Add more profiles"
    assert steps_of(page) == {lead: "#add", more: "", "Make a roster and share it": ""}
    row = CompanyList.objects.get()
    for template, step in (("gunner", f"/lists/{row.public_id}/new-profile/"), ("hero", "done")):
        client.post(f"/lists/{row.public_id}/profiles/", {"from": f"template:{template}"})
        assert steps_of(client.get(f"/lists/{row.public_id}/").content.decode())[lead] == step
    for profile in row.profiles.all():
        answer = client.post(f"/lists/{row.public_id}/profiles/{profile.key}/remove/", headers=HTMX)
    assert steps_of(answer.content.decode())[lead] == "#add"


@pytest.mark.parametrize("why", ["skipped", "another list"])
def test_first_steps_can_be_dismissed(why: str, alice: User, catalogues: Catalogues, client: Client) -> None:
    row = services.create_list(alice, "zapp", "seed")
    client.force_login(alice)
    address = f"/lists/{row.public_id}/"
    steps = ["Choose a general", "Add more profiles", "Make an army and share it"]
    assert list(steps_of(client.get(address).content.decode())) == steps
    if why == "skipped":
        assert client.post(f"{address}first-steps/")["Location"] == address
    else:
        services.create_list(alice, "zapp", "seed")
    assert "First steps" not in client.get(address).content.decode()


def test_a_list_with_profiles_links_to_all_starting_points(
    alice: User, alices_list: CompanyList, client: Client
) -> None:
    client.force_login(alice)
    base = f"/lists/{alices_list.public_id}/"
    page = client.get(base).content.decode()
    assert starts_of(page) == {}
    assert f'href="{base}new-profile/"' in page
    starts = starts_of(client.get(f"{base}new-profile/").content.decode())
    assert starts["template:hero"][0] == "Hero"
    assert starts["here:captain"] == (alices_list.profiles.get(key="captain").name, "")


def test_a_copied_profile_of_the_list_is_last_with_a_new_name(
    alice: User, alices_list: CompanyList, client: Client
) -> None:
    client.force_login(alice)
    captain = alices_list.profiles.get(key="captain")
    client.post(f"/lists/{alices_list.public_id}/profiles/", {"from": "here:captain", "name": ""})
    copy = alices_list.profiles.order_by("-position")[0]
    assert (copy.name, copy.design, copy.notes) == (f"{captain.name} 2", captain.design, captain.notes)
    client.post(f"/lists/{alices_list.public_id}/profiles/", {"from": "here:captain", "name": "Twin"})
    assert alices_list.profiles.order_by("-position")[0].name == "Twin"


def test_a_profile_copied_from_another_list_includes_its_references(
    alice: User, coven: CompanyList, client: Client
) -> None:
    client.force_login(alice)
    row = services.create_list(alice, "unbridled-fury", "0.9.0")
    page = client.get(f"/lists/{row.public_id}/new-profile/").content.decode()
    value = f"list:{coven.public_id}:witch"
    assert starts_of(page)[value] == ("Witch", "")
    answer = client.post(f"/lists/{row.public_id}/profiles/", {"from": value, "name": "Crone"})
    assert set(row.profiles.values_list("name", flat=True)) == {"Crone", "Imp", "Hound"}
    assert answer["Location"] == f"/lists/{row.public_id}/profiles/crone/"


def test_a_search_finds_profiles_by_their_name_or_their_lists(
    alice: User, alices_list: CompanyList, coven: CompanyList, client: Client
) -> None:
    client.force_login(alice)
    address = f"/lists/{alices_list.public_id}/new-profile/"
    starts = starts_of(client.get(address, {"q": "WITC"}).content.decode())
    assert [value for value in starts if not value.startswith("template:")] == [
        f"list:{coven.public_id}:witch"
    ]
    page = client.get(address, {"q": "no such thing"}).content.decode()
    assert "No results. Try a shorter search." in page


@pytest.mark.parametrize(
    "source", ["template:nobody", "template:", "other", "list:", "list:nothing:captain", "here:gone", "\0"]
)
def test_unknown_starting_points_are_rejected(
    alice: User, alices_list: CompanyList, client: Client, source: str
) -> None:
    client.force_login(alice)
    count = Profile.objects.count()
    assert client.post(f"/lists/{alices_list.public_id}/profiles/", {"from": source}).status_code == 404
    assert Profile.objects.count() == count


def test_profiles_of_others_are_neither_offered_nor_copied(
    alice: User, alices_list: CompanyList, bobs_list: CompanyList, tin_list: CompanyList, client: Client
) -> None:
    """Nor are profiles of another game."""
    client.force_login(alice)
    page = client.get(f"/lists/{alices_list.public_id}/new-profile/").content.decode()
    assert bobs_list.public_id not in page
    assert tin_list.public_id not in page
    value = f"list:{bobs_list.public_id}:captain"
    assert client.post(f"/lists/{alices_list.public_id}/profiles/", {"from": value}).status_code == 404


@GAMES
def test_each_number_says_which_way_is_better(
    game: Catalogue, catalogues: Catalogues, alice: User, client: Client
) -> None:
    """Numbers in a row are grouped under "Higher is better" and "Lower is better"."""
    client.force_login(alice)
    row = services.create_list(alice, game.system, game.edition)
    page = ""
    for kind in game.kinds or (None,):
        profile = add_profile(row, kind=kind.code if kind else "")
        page += client.get(f"/lists/{row.public_id}/profiles/{profile.key}/").content.decode()
    groups = re.findall(r'id="g-[\w-]+-(higher|lower)">(.*?)(?=<div class="controls"|<h2)', page, re.DOTALL)
    better = {html_id(part.at): part.better for part in game.attributes if part.kind == "number"}
    grouped = {(place, way) for way, controls in groups for place in better if f'id="f-{place}"' in controls}
    assert grouped
    assert all(better[place] == way for place, way in grouped)
