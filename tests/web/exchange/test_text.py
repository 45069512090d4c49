"""The page of texts for forums and chat: what is chosen in its address stands in its field."""

import html
import re
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

import pytest
from django.core.management import call_command
from django.test import Client

from builder.catalogue.files import Catalogues
from builder.models import CompanyList, Roster, User
from builder.points.document import Document
from builder.services.exchange import create_list_from_document
from tests.support.html_forms import HTMX


@pytest.fixture
def address(alice: User, alices_list: CompanyList, client: Client) -> str:
    """The page of alice's list, and alice at the keyboard."""
    client.force_login(alice)
    return f"/lists/{alices_list.public_id}/text/"


def text_in(page: str) -> str:
    """What the field holds; browsers drop the first line end in it."""
    found = re.search(r"<textarea[^>]*>\n(.*?)</textarea>", page, re.DOTALL)
    assert found
    return html.unescape(found[1])


def get(client: Client, address: str, query: Mapping[str, str] = MappingProxyType({})) -> str:
    """The page."""
    answer = client.get(address, query)
    assert answer.status_code == 200
    return answer.content.decode()


def test_it_begins_with_one_line_of_the_list(address: str, client: Client) -> None:
    text = text_in(get(client, address))
    assert text.startswith("Molybdenian Drop Reavers: Captain (205), Captain's Second (76), ")
    assert "\n" not in text


def test_options_come_from_the_address(address: str, client: Client) -> None:
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


def test_htmx_gets_the_options_and_the_text_alone(address: str, client: Client) -> None:
    answer = client.get(address, {"style": "compact"}, headers=HTMX)
    page = answer.content.decode()
    assert "<html" not in page
    assert page.lstrip().startswith('<div class="sharing" id="text-page">')
    assert text_in(page).split("\n")[1].startswith("Captain (205) Mov 6 ")


def test_a_text_is_shown_as_it_is(address: str, alice: User, reavers: Document, client: Client) -> None:
    """Neither the page nor the format takes a name for its own."""
    name = '</textarea><b>[b]"x"\''
    row = create_list_from_document(alice, replace(reavers, name=name, profiles=()))
    text = text_in(get(client, f"/lists/{row.public_id}/text/"))
    assert text == f"{name}: no profile yet"


@pytest.mark.sampled(every=3)
@pytest.mark.parametrize(
    ("query", "named"),
    [
        ({"style": "purple"}, "style “purple” (wanted: line, compact or full)"),
        ({"format": "html"}, "format “html” (wanted: plain, markdown or bbcode)"),
        ({"points": "yes"}, "points “yes” (wanted: 1 or 0)"),
        ({"roster": "nobody"}, "roster “nobody” (wanted: one of this list)"),
        ({"style": "<b>"}, "style “&lt;b&gt;” "),
        ({"style": "x" * 100_000}, f"style “{'x' * 40}…” "),
        ({"roster": "\0"}, "roster “"),
    ],
)
def test_what_is_not_understood_is_named(
    address: str, client: Client, query: dict[str, str], named: str
) -> None:
    page = get(client, address, query)
    assert "Not understood:" in page
    assert named in page
    assert text_in(page).startswith("Molybdenian Drop Reavers: Captain (205), ")


def test_nothing_is_refused_that_was_not_asked(address: str, client: Client) -> None:
    assert "Not understood" not in get(client, address, {"roster": "", "style": "", "utm_source": "x"})


def test_the_roster_of_another_list_is_none_of_this(
    address: str, alice: User, reavers: Document, client: Client
) -> None:
    other = create_list_from_document(alice, reavers)
    roster = Roster.objects.filter(company_list=other).first()
    assert roster
    assert "Not understood: " in get(client, address, {"roster": roster.public_id}).replace("</b>", "")


def test_a_removed_roster_is_not_offered(address: str, client: Client) -> None:
    roster = Roster.objects.get(name="Night drop")
    assert roster.public_id in get(client, address)
    client.post(address.replace("/text/", f"/rosters/{roster.public_id}/remove/"))
    assert roster.public_id not in get(client, address)


def test_the_page_of_a_sample_leads_back_to_it(catalogues: Catalogues, client: Client) -> None:
    call_command("load_samples", verbosity=0)
    sample = CompanyList.objects.get(sample="heron-court")
    page = get(client, f"/lists/{sample.public_id}/text/")
    assert sample.name in text_in(page)
    assert '<a href="/samples/heron-court/">' in page


def test_it_is_only_read(address: str, client: Client) -> None:
    assert client.post(address).status_code == 405
