"""A new profile begins blank, as a template of its game, or as a copy of one of one's own."""

import re
from html import unescape

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from builder.catalogue.files import Catalogues, bundled_catalogues
from builder.catalogue.templates import starting_templates
from builder.documents import load_list
from builder.models import CompanyList, Profile, User
from builder.points.appraisal.appraisal import appraise
from builder.points.rules.catalogue import Catalogue
from builder.services import lists as services
from builder.services.profiles import add_profile
from builder.web.profiles.controls import html_id

GAMES = pytest.mark.parametrize(
    "game", bundled_catalogues().values(), ids=[g for g, _ in bundled_catalogues()]
)


def starts_of(page: str) -> dict[str, tuple[str, str]]:
    """What the buttons of a page begin with: name and price, by what they send."""
    found = re.findall(
        r'name="from" value="([^"]*)"[^>]*><span>(.*?)</span>(?: <span class="cost">(.*?)</span>)?', page
    )
    return {unescape(value): (unescape(name), price) for value, name, price in found}


@GAMES
def test_an_empty_list_offers_the_templates_and_each_costs_what_is_said(
    game: Catalogue, catalogues: Catalogues, client: Client
) -> None:
    """From the home page to a first price are two taps; what is begun is legal."""
    answer = client.post("/lists/start/", {"edition": f"{game.system}/{game.edition}"}, follow=True)
    row = CompanyList.objects.get()
    starts = starts_of(answer.content.decode())
    templates = starting_templates(game)
    assert list(starts) == [f"template:{template.key}" for template in templates]
    for value, (name, price) in starts.items():
        opened = client.post(f"/lists/{row.public_id}/profiles/", {"from": value}, follow=True)
        added = row.profiles.order_by("-pk")[0]
        assert opened.redirect_chain[-1][0] == f"/lists/{row.public_id}/profiles/{added.key}/"
        assert (added.name, added.notes) == (name, "")
        loaded = load_list(row)
        found = appraise(loaded.document, loaded.catalogue).profile(added.key)
        assert price == ("" if found.points is None else f"{found.points:,} {game.points_unit}")
        assert not {finding.level for finding in found.findings} & {"error", "warning"}


def test_a_list_with_profiles_leads_to_all_that_one_can_begin_with(
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


def test_a_copy_of_a_profile_of_the_list_comes_last_under_a_name_of_its_own(
    alice: User, alices_list: CompanyList, client: Client
) -> None:
    client.force_login(alice)
    captain = alices_list.profiles.get(key="captain")
    client.post(f"/lists/{alices_list.public_id}/profiles/", {"from": "here:captain", "name": ""})
    copy = alices_list.profiles.order_by("-position")[0]
    assert (copy.name, copy.design, copy.notes) == (f"{captain.name} 2", captain.design, captain.notes)
    client.post(f"/lists/{alices_list.public_id}/profiles/", {"from": "here:captain", "name": "Twin"})
    assert alices_list.profiles.order_by("-position")[0].name == "Twin"


def test_a_copy_from_another_list_brings_along_what_it_refers_to(
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
    found = starts_of(client.get(address, {"q": "WITC"}).content.decode())
    assert [value for value in found if not value.startswith("template:")] == [
        f"list:{coven.public_id}:witch"
    ]
    page = client.get(address, {"q": "no such thing"}).content.decode()
    assert "None of your profiles of this game is called that." in page


@pytest.mark.parametrize(
    "source", ["template:nobody", "template:", "other", "list:", "list:nothing:captain", "here:gone", "\0"]
)
def test_what_is_not_there_begins_nothing(
    alice: User, alices_list: CompanyList, client: Client, source: str
) -> None:
    client.force_login(alice)
    count = Profile.objects.count()
    assert client.post(f"/lists/{alices_list.public_id}/profiles/", {"from": source}).status_code == 404
    assert Profile.objects.count() == count


def test_nobody_elses_profiles_are_offered_or_copied(
    alice: User, alices_list: CompanyList, bobs_list: CompanyList, tin_list: CompanyList, client: Client
) -> None:
    """Nor those of another game."""
    client.force_login(alice)
    page = client.get(f"/lists/{alices_list.public_id}/new-profile/").content.decode()
    assert bobs_list.public_id not in page
    assert tin_list.public_id not in page
    value = f"list:{bobs_list.public_id}:captain"
    assert client.post(f"/lists/{alices_list.public_id}/profiles/", {"from": value}).status_code == 404


@pytest.mark.parametrize("count", [1, 8])
def test_queries_do_not_grow_with_the_lists(
    alice: User,
    alices_list: CompanyList,
    client: Client,
    count: int,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    for _ in range(count):
        add_profile(services.create_list(alice, "unbridled-fury", "0.9.0"), "Somebody")
    client.force_login(alice)
    client.get(f"/lists/{alices_list.public_id}/new-profile/")
    # Session, user, list, profiles, rosters, profiles of the other lists.
    with django_assert_num_queries(6):
        client.get(f"/lists/{alices_list.public_id}/new-profile/")


@GAMES
def test_each_number_says_which_way_is_better(
    game: Catalogue, catalogues: Catalogues, alice: User, client: Client
) -> None:
    """In a word and by an arrow, beside the control and for who hears it."""
    client.force_login(alice)
    row = services.create_list(alice, game.system, game.edition)
    page = ""
    for kind in game.kinds or (None,):
        profile = add_profile(row, kind=kind.code if kind else "")
        page += client.get(f"/lists/{row.public_id}/profiles/{profile.key}/").content.decode()
    said = set(re.findall(r'id="w-([\w-]+)"><span aria-hidden="true">(▲|▼)</span> best (high|low)', page))
    numbers = {html_id(part.at): part.better for part in game.attributes if part.kind == "number"}
    arrows = {"higher": ("▲", "high"), "lower": ("▼", "low")}
    assert said
    for place, better in numbers.items():
        assert ((place, *arrows[better]) in said) if better else (place not in {one for one, *_ in said})
