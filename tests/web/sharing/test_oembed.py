"""oEmbed: links to public and shared lists and rosters have a preview; others aren't found."""

import json
import re
from html import unescape
from typing import Any
from urllib.parse import urlencode, urlsplit

import pytest
from django.core.management import call_command
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from builder.catalogue.files import Catalogues
from builder.logs import mask_secrets
from builder.models import Club, CompanyList, User
from builder.services import gallery, sharing
from builder.services.clubs import shares
from tests.support.accounts import BACKEND
from tests.support.api_client import Answer

SITE = "http://testserver"


@pytest.fixture
def public(alices_list: CompanyList) -> CompanyList:
    """Alice's list, public and shared by link."""
    gallery.publish_list(alices_list)
    sharing.create_link(alices_list)
    alices_list.refresh_from_db()
    return alices_list


@pytest.fixture
def roster(alices_list: CompanyList) -> str:
    """The id of the first roster, Night drop."""
    return str(alices_list.rosters.order_by("position").values_list("public_id", flat=True)[0])


def ask(url: str, **options: str | int) -> Answer:
    """Return the response to a stranger about an address."""
    return Client().get(f"/oembed?{urlencode({'url': url, **options})}")


def read_oembed(url: str, **options: str | int) -> dict[str, Any]:
    answer = ask(url, **options)
    assert answer.status_code == 200, answer.content
    assert answer["Content-Type"] == "application/json"
    value: dict[str, Any] = answer.json()
    return value


def test_a_public_list_has_an_embed(public: CompanyList) -> None:
    url = f"{SITE}/gallery/{public.public_id}/"
    assert read_oembed(url) == {
        "version": "1.0",
        "type": "rich",
        "provider_name": "Musterbook",
        "provider_url": f"{SITE}/",
        "title": "Molybdenian Drop Reavers",
        "author_name": "alice",
        "html": f'<iframe src="{SITE}/embed/lists/{public.public_id}/" width="600" height="560" '
        'title="Molybdenian Drop Reavers" frameborder="0" loading="lazy"></iframe>',
        "width": 600,
        "height": 560,
        "thumbnail_url": f"{url}picture.png",
        "thumbnail_width": 1200,
        "thumbnail_height": 630,
    }


def test_the_embed_of_a_sample_has_a_picture_and_no_author(catalogues: Catalogues) -> None:
    call_command("load_samples", verbosity=0)
    value = read_oembed(f"{SITE}/samples/drop-reavers/")
    assert "author_name" not in value
    assert Client().get(urlsplit(value["thumbnail_url"]).path).status_code == 200


def test_pages_of_lists_and_rosters_link_to_their_embed(public: CompanyList, roster: str) -> None:
    """With the requested address: a link stays a link, and the list's own address is the public one."""
    ways = {
        f"gallery/{public.public_id}": f"lists/{public.public_id}",
        f"lists/{public.public_id}": f"lists/{public.public_id}",
        f"shared/{public.link}": f"link/{public.link}",
    }
    for page, frame in ways.items():
        for below in ("", f"rosters/{roster}/"):
            value = read_oembed(f"{SITE}/{page}/{below}?sum=captain#legal")
            (src,) = re.findall(r'src="([^"]+)"', value["html"])
            assert src == f"{SITE}/embed/{frame}/{below}"
            assert Client().get(urlsplit(src).path).status_code == 200
            picture = urlsplit(value["thumbnail_url"])
            assert Client().get(f"{picture.path}?{picture.query}").status_code == 200


def test_embed_and_picture_fit_the_requested_size(public: CompanyList) -> None:
    url = f"{SITE}/gallery/{public.public_id}/"
    small = read_oembed(url, maxwidth=320, maxheight=200, format="json")
    assert (small["width"], small["height"]) == (320, 200)
    assert 'width="320" height="200"' in small["html"]
    assert "thumbnail_url" not in small
    large = read_oembed(url, maxwidth=1200, maxheight=630)
    assert (large["width"], large["height"]) == (600, 560)
    assert "thumbnail_url" in large


def test_markup_in_names_is_escaped(public: CompanyList) -> None:
    CompanyList.objects.update(name='"><script>alert(1)</script>')
    value = read_oembed(f"{SITE}/gallery/{public.public_id}/")
    assert "<script" not in value["html"]
    assert value["title"] == '"><script>alert(1)</script>'


def test_private_pages_are_not_found(
    alices_list: CompanyList, bobs_list: CompanyList, roster: str, club: Club, alice: User
) -> None:
    """The response is the same as for unknown addresses, even for the owner."""
    shares.share_with_club(club, alices_list)
    shares.share_with_club(club, alices_list, alices_list.rosters.get(public_id=roster))
    link = sharing.create_link(bobs_list)
    sharing.remove_link(bobs_list)
    missing = ask(f"{SITE}/lists/nothing/").content
    browser = Client()
    browser.force_login(alice, backend=BACKEND)
    addresses = [
        f"lists/{alices_list.public_id}/", f"lists/{alices_list.public_id}/rosters/{roster}/",
        f"gallery/{alices_list.public_id}/", f"rosters/{roster}/", f"rosters/{roster}/rosters/{roster}/",
        f"shared/{link}/", f"lists/{alices_list.public_id}/history/", "gallery/", "", "account/", "nowhere",
        "lists/%00/", "lists/%ED%A0%80/", "samples/nothing/", "admin/", "api/v1/lists",
    ]  # fmt: skip
    for address in addresses:
        query = urlencode({"url": f"{SITE}/{address}"})
        for answer in (ask(f"{SITE}/{address}"), browser.get(f"/oembed?{query}")):
            assert (answer.status_code, answer.content) == (404, missing), address


def test_only_urls_of_this_site_are_found(public: CompanyList) -> None:
    """By http or https, because the user may have the address that only redirects."""
    for url in (
        "", "https://elsewhere.example/gallery/{id}/", "//testserver/gallery/{id}/", "/gallery/{id}/",
        "ftp://testserver/gallery/{id}/", "http://testserver:81/gallery/{id}/", "http://[/gallery/{id}/",
        "http://testserver@elsewhere.example/gallery/{id}/", "x" * 5000, "\\0",
    ):  # fmt: skip
        assert ask(url.replace("{id}", public.public_id)).status_code == 404, url
    assert read_oembed(f"https://TESTSERVER/gallery/{public.public_id}/")["title"] == public.name


def test_unsupported_formats_are_reported(public: CompanyList) -> None:
    options: dict[str, str]
    for options, status in (
        ({"format": "xml"}, 501), ({"format": "yaml"}, 501), ({"maxwidth": "wide"}, 400),
        ({"maxheight": "0"}, 400), ({"maxwidth": "-1"}, 400), ({"maxwidth": ""}, 400),
        ({"maxwidth": "9" * 5000}, 400), ({"maxheight": "٣"}, 400),
    ):  # fmt: skip
        answer = ask(f"{SITE}/gallery/{public.public_id}/", **options)
        assert (answer.status_code, answer["Content-Type"]) == (status, "text/plain; charset=utf-8"), options
    assert Client().get("/oembed").status_code == 404


def test_pages_link_to_their_oembed_url(public: CompanyList, roster: str) -> None:
    """And the response is about this page."""
    for page in (f"/gallery/{public.public_id}/", f"/shared/{public.link}/"):
        for address, title in ((page, public.name), (f"{page}rosters/{roster}/", "Night drop")):
            text = Client().get(address).content.decode()
            ((href, named),) = re.findall(
                r'<link rel="alternate" type="application/json\+oembed" href="([^"]+)" title="([^"]+)">', text
            )
            assert unescape(named) == title
            assert unescape(href) == f"{SITE}/oembed?{urlencode({'url': SITE + address, 'format': 'json'})}"
            value = json.loads(Client().get(unescape(href).removeprefix(SITE)).content)
            assert value["title"].startswith(title)


def test_a_roster_has_its_own_preview(public: CompanyList, roster: str) -> None:
    page = f"/gallery/{public.public_id}/rosters/{roster}/"
    text = Client().get(page).content.decode()
    by_name = dict(re.findall(r'<meta (?:property|name)="((?:og|twitter):[^"]+)" content="([^"]*)">', text))
    assert by_name["og:title"] == "Night drop"
    assert by_name["og:description"] == (
        "Unbridled Fury 0.9.0: 739 of 750 points, legal; 7 models. Roster of Molybdenian Drop Reavers."
    )
    assert by_name["og:url"] == f"{SITE}{page}"
    assert by_name["og:image"] == f"{SITE}/gallery/{public.public_id}/picture.png?roster={roster}"
    picture = f"/gallery/{public.public_id}/picture.png"
    assert Client().get(f"{picture}?roster={roster}").content != Client().get(picture).content
    assert Client().get(f"{picture}?roster=nothing").status_code == 404


def test_private_pages_have_no_oembed_url(
    alices_list: CompanyList, roster: str, alice: User, bob: User, club: Club
) -> None:
    shares.share_with_club(club, alices_list)
    for user in (alice, bob):
        browser = Client()
        browser.force_login(user, backend=BACKEND)
        for address in (
            f"/lists/{alices_list.public_id}/",
            f"/lists/{alices_list.public_id}/rosters/{roster}/",
        ):
            assert "oembed" not in browser.get(address).content.decode()


def test_the_secret_is_not_logged() -> None:
    for address in (
        "/embed/link/s3cret/rosters/a/",
        "/oembed?url=http%3A%2F%2Fx%2Fshared%2Fs3cret%2F&format=json",
    ):
        assert "s3cret" not in mask_secrets(f"Not Found: {address}")


def test_queries(public: CompanyList, roster: str, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    for address in (f"gallery/{public.public_id}/", f"shared/{public.link}/rosters/{roster}/"):
        with django_assert_num_queries(3):
            ask(f"{SITE}/{address}")
    with django_assert_num_queries(0):
        ask("https://elsewhere.example/")
