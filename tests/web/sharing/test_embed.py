"""Lists embedded in other sites: no private data, no cookie, and a 404 after sharing stops."""

import re

import pytest
from django.core.management import call_command
from django.test import Client

from builder.catalogue.files import Catalogues
from builder.models import Club, CompanyList, Profile, User
from builder.services import gallery, sharing
from builder.services.clubs import shares
from tests.support.accounts import BACKEND
from tests.support.api_client import Answer

ANYWHERE = "frame-ancestors *"
# Addresses of papers, pictures and archives, which are slow, and of the large schema.


@pytest.fixture
def roster(alices_list: CompanyList) -> str:
    """The id of the first roster, Night drop."""
    return str(alices_list.rosters.order_by("position").values_list("public_id", flat=True)[0])


@pytest.fixture
def by_link(alices_list: CompanyList) -> str:
    """The embed address of alice's list by its link. Rosters are below it."""
    return f"/embed/link/{sharing.create_link(alices_list)}/"


def policy(answer: Answer) -> set[str]:
    """Return the directives of a page's policy."""
    return {part.strip() for part in answer["Content-Security-Policy"].split(";")}


def text_of(content: bytes) -> str:
    """Return the text of a page."""
    return " ".join(re.sub(r"<[^>]+>", " ", content.decode()).split())


def test_a_list_shows_its_points_and_whether_it_is_legal(
    alices_list: CompanyList, roster: str, client: Client
) -> None:
    gallery.publish_list(alices_list)
    answer = client.get(f"/embed/lists/{alices_list.public_id}/")
    text = text_of(answer.content)
    assert "Molybdenian Drop Reavers Unbridled Fury 0.9.0 · by alice" in text
    assert "Legal All 7 profiles are legal." in text
    assert "Night drop legal, 7 models 739 of 750" in text
    assert "Captain 205" in text
    assert (
        f'href="/gallery/{alices_list.public_id}/" target="_blank" rel="noopener"' in answer.content.decode()
    )


def test_a_roster_shows_its_rows(alices_list: CompanyList, by_link: str, roster: str, client: Client) -> None:
    answer = client.get(f"{by_link}rosters/{roster}/")
    text = text_of(answer.content)
    assert "Night drop 739 of 750 points from Molybdenian Drop Reavers" in text
    assert "Legal 7 models" in text
    assert "4 × Reaver Infantryman 90 each 360" in text
    link = by_link.removeprefix("/embed/link/")
    assert f'href="/shared/{link}rosters/{roster}/"' in answer.content.decode()


def test_broken_rules_are_shown_in_words(
    alices_list: CompanyList, by_link: str, roster: str, client: Client
) -> None:
    captain = Profile.objects.get(company_list=alices_list, key="captain")
    captain.design["attributes"]["mov"] = 99
    captain.save(update_fields=["design"])
    text = text_of(client.get(by_link).content)
    assert "Not legal 1 of 7 profiles breaks a rule: Captain." in text
    assert "2 of 2 rosters are not legal." in text
    assert "errors in Captain" in text_of(client.get(f"{by_link}rosters/{roster}/").content)


def test_every_site_can_embed_it_and_no_script_runs_in_it(by_link: str, roster: str, client: Client) -> None:
    for address in (by_link, f"{by_link}rosters/{roster}/", "/embed/link/nothing/"):
        answer = client.get(address)
        assert policy(answer) >= {
            ANYWHERE,
            *(f"{what} 'none'" for what in ("default-src", "script-src", "form-action", "base-uri")),
        }
        assert "unsafe" not in answer["Content-Security-Policy"]
        assert "X-Frame-Options" not in answer
        page = answer.content.decode()
        assert not re.search(r"<script|<form|<iframe|<style|\son\w+=|\sstyle=", page)


def test_no_cookie_is_set_or_read(alices_list: CompanyList, alice: User, by_link: str) -> None:
    """A user who is logged in sees what a stranger sees, even the owner."""
    gallery.publish_list(alices_list)
    browser = Client()
    browser.force_login(alice, backend=BACKEND)
    for address in (by_link, f"/embed/lists/{alices_list.public_id}/"):
        plain, own = Client().get(address), browser.get(address)
        assert plain.content == own.content
        for answer in (plain, own):
            assert not answer.cookies
        assert "cookie" not in plain["Vary"].lower()
        assert alice.email not in plain.content.decode()


def test_a_private_list_cannot_be_embedded_even_by_its_owner(
    alices_list: CompanyList, alice: User, club: Club, roster: str, client: Client
) -> None:
    shares.share_with_club(club, alices_list)
    client.force_login(alice, backend=BACKEND)
    missing = client.get("/embed/lists/nothing/")
    for address in (alices_list.public_id, f"{alices_list.public_id}/rosters/{roster}", "%00", roster):
        answer = client.get(f"/embed/lists/{address}/")
        assert (answer.status_code, answer.content) == (404, missing.content)


def test_stopping_the_link_ends_the_embed_at_once(
    alices_list: CompanyList, roster: str, by_link: str
) -> None:
    """A cached copy must be confirmed each time, and the response is then 404."""
    gallery.publish_list(alices_list)
    public = f"/embed/lists/{alices_list.public_id}/"
    copies = {
        address: Client().get(address)["ETag"]
        for base in (public, by_link)
        for address in (base, f"{base}rosters/{roster}/")
    }
    sharing.remove_link(alices_list)
    gallery.unpublish_list(alices_list)
    client = Client().get("/embed/lists/nothing/").content
    for address, etag in copies.items():
        answer = Client().get(address, headers={"If-None-Match": etag})
        assert (answer.status_code, answer.content) == (404, client)


def test_the_embed_can_be_revalidated_until_the_list_changes(
    alices_list: CompanyList, by_link: str, client: Client
) -> None:
    first = client.get(by_link)
    assert first["Cache-Control"] == "private, no-cache"
    assert first["X-Robots-Tag"] == "noindex"
    again = client.get(by_link, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    assert ANYWHERE in policy(again)
    CompanyList.objects.update(name="Another name")
    assert client.get(by_link, headers={"If-None-Match": first["ETag"]}).status_code == 200


def test_samples_can_be_embedded(catalogues: Catalogues, client: Client) -> None:
    call_command("load_samples", verbosity=0)
    row = CompanyList.objects.get(sample="drop-reavers")
    answer = client.get(f"/embed/lists/{row.public_id}/")
    assert "/samples/drop-reavers/" in answer.content.decode()
    assert "· by" not in text_of(answer.content)
