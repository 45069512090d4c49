"""The public pages about the site: anybody reads them, and reading writes nothing."""

import pytest
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from builder.catalogue.files import Catalogues
from builder.models import User
from builder.queries.lists import samples as list_samples


@pytest.fixture
def samples(catalogues: Catalogues) -> None:
    call_command("load_samples", verbosity=0)


def test_it_shows_one_button_and_three_samples_of_all_games(
    samples: None, catalogues: Catalogues, client: Client
) -> None:
    page = client.get("/").content.decode()
    assert page.count("Start a company list") == 1
    shown = [row.sample for row in list_samples()[:3]]
    assert [page.count(f'href="{reverse("sample", args=(slug,))}"') for slug in shown] == [1, 1, 1]
    assert {row.edition.system.code for row in list_samples()[:3]} == {code for code, _ in catalogues}
    assert page.count('<dl class="statline">') == 3


def test_a_sample_is_summed_up(samples: None, client: Client) -> None:
    page = client.get("/").content.decode()
    assert "7 profiles, 76 to 205 points" in page
    assert "<dt>Mov<dd>6<dd>8</div>" in page


def test_reading_makes_neither_user_nor_session(samples: None, client: Client) -> None:
    for address in ("/", "/lists/", "/lists/import/", "/about/", "/samples/drop-reavers/"):
        assert client.get(address).status_code == 200
    assert not User.objects.exists()
    assert not Session.objects.exists()


def test_queries_do_not_grow_with_the_samples(
    samples: None, client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client.get("/")
    # Editions, samples, the profiles of each of the three, the lists that were published last.
    with django_assert_num_queries(6):
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
