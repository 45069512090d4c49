"""The public pages about the site: anybody reads them, and reading writes nothing."""

import re
from collections.abc import Mapping
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from builder.catalogue.files import Catalogues
from builder.catalogue.play import game_summary, play_sheet
from builder.catalogue.store import all_catalogues, newest_editions
from builder.models import CompanyList, GameSystem, User
from builder.points.document.document import parse_document
from builder.services.lists import save_sample
from tests.support.tin_soldiers import TIN


@pytest.fixture
def samples(catalogues: Catalogues) -> None:
    call_command("load_samples", verbosity=0)


@pytest.fixture
def samples_of_fury(catalogues: Catalogues, sample_values: Mapping[str, dict[str, Any]]) -> None:
    """The samples of Unbridled Fury alone."""
    for slug, value in sample_values.items():
        if value["system"] == "unbridled-fury":
            save_sample(slug, parse_document(value, catalogues))


def test_of_a_single_game_it_shows_one_button_and_three_samples(
    single_game: None, client: Client, samples_of_fury: None
) -> None:
    page = client.get("/").content.decode()
    assert page.count("Start a company list") == 1
    assert page.count('name="edition"') == 1
    for row in CompanyList.objects.all():
        assert page.count(f'href="{reverse("sample", args=(row.sample,))}"') == 1
    assert page.count('<dl class="statline">') == 3


def test_a_sample_of_a_single_game_is_summed_up(
    single_game: None, samples_of_fury: None, client: Client
) -> None:
    page = client.get("/").content.decode()
    assert "7 profiles, 76 to 205 points" in page
    assert "<dt>Mov<dd>6<dd>8</div>" in page


def test_reading_makes_neither_user_nor_session(samples: None, client: Client) -> None:
    for address in ("/", "/lists/", "/lists/import/", "/about/", "/samples/drop-reavers/"):
        assert client.get(address).status_code == 200
    assert not User.objects.exists()
    assert not Session.objects.exists()


def test_of_several_games_each_is_offered_with_its_samples_and_a_picture(
    samples: None, tin_list: CompanyList, client: Client
) -> None:
    """Each is started by one tap; only what the sample's sheet says is its picture."""
    page = client.get("/").content.decode()
    games = newest_editions(all_catalogues().values())
    assert re.findall(r'name="edition" value="(.*?)"', page) == [f"{g.system}/{g.edition}" for g in games]
    for game in games:
        assert f"<h3>{game.system_name}</h3>" in page
        assert game_summary(game) in page
    for row in CompanyList.objects.filter(sample__isnull=False):
        assert page.count(f'href="{reverse("sample", args=(row.sample,))}"') == 1
    pictured = GameSystem.objects.filter(editions__lists__sample__isnull=False).distinct()
    example, _, rest = page.partition('id="games-head"')
    assert rest.count('<dl class="statline">') == pictured.count()
    assert example.count('<dl class="statline">') == 1
    *lines, total = re.findall(r'<td class="num">(.*?)</td>', example)
    assert len([line for line in lines if line != "0"]) > 5
    assert f"<b>{total}</b>" in example
    assert all(about.book in rest for game in games if (about := play_sheet(game).about))
    assert "<dt>Mov<dd>6<dd>8</div>" in page
    answer = client.post("/lists/start/", {"edition": f"{TIN.system}/{TIN.edition}"}, follow=True)
    assert TIN.credit in answer.content.decode()


def test_the_picture_of_a_game_without_prices_has_none(tin_list: CompanyList, client: Client) -> None:
    """Neither a number nor the word for it."""
    design = {"figures": 2, "body": {"pace": 99}}
    tin_list.profiles.update(design=design)
    CompanyList.objects.filter(pk=tin_list.pk).update(owner=None, sample="nursery")
    page = client.get("/").content.decode()
    picture = page[page.index(f"<h3>{TIN.system_name}</h3>") :].partition("</li>")[0]
    assert "statline" in picture
    assert "pv" not in picture
    assert TIN.points_unit not in picture


def test_a_sample_that_cannot_be_read_has_no_picture(samples: None, client: Client) -> None:
    for row in CompanyList.objects.all():
        row.profiles.update(design={"wings": 2})
    page = client.get("/").content.decode()
    assert "statline" not in page
    assert page.count('name="edition"') == len(newest_editions(all_catalogues().values()))


def test_queries_do_not_grow_with_the_samples(
    samples: None,
    tin_list: CompanyList,
    client: Client,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    client.get("/")
    # Editions, samples, the profiles of the first of each game, the lists that were published last.
    with django_assert_num_queries(4):
        client.get("/")


def test_without_samples_it_still_has_its_button(catalogues: Catalogues, client: Client) -> None:
    assert b"Start a company list" in client.get("/").content


@pytest.mark.parametrize("address", ["/", "/about/", "/robots.txt", "/healthz", "/systems/"])
def test_a_post_is_the_wrong_method(catalogues: Catalogues, client: Client, address: str) -> None:
    assert client.post(address).status_code == 405


def test_about_names_the_author_and_says_unofficial(catalogues: Catalogues, client: Client) -> None:
    page = client.get("/about/").content.decode()
    for catalogue in catalogues.values():
        assert catalogue.credit in page
        assert catalogue.notice in page


def test_crawlers_are_kept_from_lists(client: Client) -> None:
    answer = client.get("/robots.txt")
    assert answer["Content-Type"].startswith("text/plain")
    assert b"Disallow: /lists/" in answer.content


def test_health_asks_the_database(
    db: None, client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(1):  # SELECT 1
        assert client.get("/healthz").content == b"ok\n"


def test_the_policy_allows_scripts_and_styles_of_the_site_alone(
    catalogues: Catalogues, client: Client
) -> None:
    policy = client.get("/")["Content-Security-Policy"]
    assert "script-src 'self'" in policy
    assert "style-src 'self'" in policy
    assert "unsafe" not in policy
