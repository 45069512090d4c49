"""Blank papers on the page of a game: everybody can get them, and browsers cache them."""

import re
from html import unescape
from io import BytesIO

import pytest
from django.test import Client
from pypdf import PdfReader

PAGE = "/systems/stargrave/seed-and-facts/"
SHEET = f"{PAGE}blanks/sheets.pdf"

pytestmark = pytest.mark.usefixtures("catalogues")


def test_the_page_of_the_game_links_to_each_blank_paper_in_both_sizes(client: Client) -> None:
    page = client.get(PAGE).content.decode()
    result = {unescape(item) for item in re.findall(r'href="([^"]+/blanks/[^"]+)"', page)}
    papers = {re.sub(r"size=\w+&?", "", item).rstrip("?") for item in result}
    assert {paper.partition("?")[0].rpartition("/")[2] for paper in papers} == {
        "sheets.pdf", "roster.pdf", "cards.pdf",
    }  # fmt: skip
    assert len(result) == 2 * len(papers) == 12


def test_everybody_can_get_a_blank_paper_and_cache_it(client: Client) -> None:
    answer = client.get(SHEET, {"size": "letter"})
    assert answer["Content-Type"] == "application/pdf"
    assert (PdfReader(BytesIO(answer.content)).get_fields() or {}).keys() >= {"page 1.Company"}
    again = client.get(SHEET, {"size": "letter"}, headers={"If-None-Match": answer["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_unknown_blank_papers_are_reported(client: Client) -> None:
    for address, status in (
        (f"{PAGE}blanks/list.pdf", 404),
        (f"{PAGE}blanks/nothing.pdf", 404),
        ("/systems/stargrave/1/blanks/sheets.pdf", 404),
        (f"{SHEET}?size=a5", 400),
        (f"{SHEET}?card=huge", 400),
    ):
        assert client.get(address).status_code == status
