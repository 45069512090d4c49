"""The page of texts for forums and chat: the options in the address decide the text in the field."""

import html
import re
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

import pytest
from django.test import Client

from builder.models import CompanyList, Roster, User
from builder.points.document.document import Document
from builder.services.exchange import create_list_from_document
from builder.services.gallery import publish_list
from builder.services.sharing import create_link
from tests.support.events import roster_of
from tests.support.html_forms import HTMX


@pytest.fixture
def address(alice: User, alices_list: CompanyList, client: Client) -> str:
    """The page for alice's list. Alice is logged in."""
    client.force_login(alice)
    return f"/lists/{alices_list.public_id}/text/"


def text_in(page: str) -> str:
    """Return the content of the field. Browsers drop its first line break."""
    match = re.search(r"<textarea[^>]*>\n(.*?)</textarea>", page, re.DOTALL)
    assert match
    return html.unescape(match[1])


def get(client: Client, address: str, query: Mapping[str, str] = MappingProxyType({})) -> str:
    """Return the page."""
    answer = client.get(address, query)
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_page_begins_with_the_list_in_one_line(address: str, client: Client) -> None:
    text = text_in(get(client, address))
    assert text.startswith("Molybdenian Drop Reavers: Captain (205), Captain's Second (76), ")
    assert "\n" not in text


def test_options_are_read_from_the_url(address: str, client: Client) -> None:
    roster = Roster.objects.get(name="Night drop")
    page = get(
        client, address, {"roster": roster.public_id, "style": "full", "format": "bbcode", "points": "0"}
    )
    text = text_in(page)
    assert text.startswith("[b]Molybdenian Drop Reavers, Night drop[/b]\n")
    assert "4 × Reaver Infantryman" in text
    assert "205" not in text
    for chosen in ("full", "bbcode", "0"):
        assert re.search(rf'value="{chosen}" checked', page), chosen
    assert f'value="{roster.public_id}" selected' in page


def test_htmx_gets_only_the_options_and_the_text(address: str, client: Client) -> None:
    answer = client.get(address, {"style": "compact"}, headers=HTMX)
    page = answer.content.decode()
    assert "<html" not in page
    assert page.lstrip().startswith('<div class="sharing" id="text-page">')
    assert text_in(page).split("\n")[1].startswith("Captain (205) Max 1 Mov 6 ")


def test_invalid_options_are_reported(address: str, alice: User, reavers: Document, client: Client) -> None:
    """Empty and unknown options are ignored."""
    other = roster_of(create_list_from_document(alice, reavers)).public_id
    expected = "(expected: a roster of this list)"
    for query, named in (
        ({"style": "purple"}, "style “purple” (expected: line, compact or full)"),
        ({"format": "html"}, "format “html” (expected: plain, discord, markdown or bbcode)"),
        ({"points": "yes"}, "points “yes” (expected: 1 or 0)"),
        ({"roster": "nobody"}, f"roster “nobody” {expected}"),
        ({"roster": other}, f"roster “{other}” {expected}"),
        ({"style": "<b>"}, "style “&lt;b&gt;” "),
        ({"style": "x" * 100_000}, f"style “{'x' * 40}…” "),
        ({"roster": "\0"}, "roster “"),
    ):
        page = get(client, address, query)
        assert "Ignored in the address:" in page
        assert named in page
        assert text_in(page).startswith("Molybdenian Drop Reavers: Captain (205), ")
    query = {"roster": "", "style": "", "utm_source": "x"}
    assert "Ignored in the address" not in get(client, address, query)


def test_a_removed_roster_is_not_offered(address: str, client: Client) -> None:
    roster = Roster.objects.get(name="Night drop")
    assert roster.public_id in get(client, address)
    client.post(address.replace("/text/", f"/rosters/{roster.public_id}/remove/"))
    assert roster.public_id not in get(client, address)


# ------------------------------------------------------------------ texts that travel


def test_the_share_link_comes_first_and_can_be_omitted(
    address: str, alices_list: CompanyList, client: Client
) -> None:
    create_link(alices_list)
    alices_list.refresh_from_db()
    link = f"http://testserver/shared/{alices_list.link}/"
    assert text_in(get(client, address)).startswith(f"{link}\nMolybdenian Drop Reavers")
    roster = Roster.objects.get(name="Night drop")
    assert text_in(get(client, address, {"roster": roster.public_id})).startswith(
        f"{link}rosters/{roster.public_id}/\n"
    )
    assert link not in text_in(get(client, address, {"link": "0"}))


def test_readers_of_a_public_list_do_not_see_its_share_link(
    address: str, alice: User, alices_list: CompanyList, client: Client
) -> None:
    create_link(alices_list)
    publish_list(alices_list)
    client.logout()
    page = get(client, f"/gallery/{alices_list.public_id}/text/")
    alices_list.refresh_from_db()
    assert alices_list.link
    assert alices_list.link not in page
    assert text_in(page).startswith(f"http://testserver/gallery/{alices_list.public_id}/\n")


def test_a_long_text_is_split_into_parts_that_fit_a_message(
    alice: User, reavers: Document, client: Client
) -> None:
    """Each part has its number, field and button, and the server's count."""
    profiles = tuple(
        replace(profile, key=f"{profile.key}-{n}", name=f"{profile.name} {n}")
        for n in range(6)
        for profile in reavers.profiles
    )
    many = replace(reavers, rosters=(), profiles=profiles)
    row = create_list_from_document(alice, many)
    client.force_login(alice)
    page = get(client, f"/lists/{row.public_id}/text/", {"style": "compact", "format": "discord"})
    fields = re.findall(r"<textarea[^>]*>\n(.*?)</textarea>", page, re.DOTALL)
    assert len(fields) > 1
    for number, field in enumerate(map(html.unescape, fields), 1):
        assert len(field) <= 2000
        assert field.startswith("```\n")
        assert field.endswith("\n```")
        assert f", part {number}/{len(fields)}\n" in field
        assert f'data-copy="part-{number}"' in page
        assert f"{len(field)} characters" in page
