"""A made-up game in which nothing has a price but what its players agree on: nowhere is that a 0."""

import re
from datetime import date

import pytest
from django.test import Client

from builder.catalogue.files import Catalogues
from builder.catalogue.load import load_edition
from builder.catalogue.parsing import parse_catalogue
from builder.catalogue.play import list_sheet
from builder.catalogue.store import get_catalogue
from builder.exports.csv import profiles_csv
from builder.exports.pdf.options import PaperKind, PaperOptions
from builder.exports.pdf.papers import paper_data
from builder.exports.receipt import receipt_text
from builder.exports.text import TextOptions, TextStyle, list_text
from builder.models import User
from builder.points.advice.capacity import remaining_capacity
from builder.points.appraisal.appraisal import appraise
from builder.points.rules.catalogue import Catalogue
from builder.services.exchange import create_list_from_document
from tests.support.api_client import ApiClient
from tests.support.html_forms import HTMX, fields_of, page_text
from tests.support.tin_soldiers import FOLDER, NAME, Json, document
from tests.support.tin_variants import read_with

pytestmark = pytest.mark.usefixtures("tin_soldiers")

AGREED = """[[attributes]]
code = "cost"
label = "Cost"
name = "Cost"
at = "cost"
kind = "number"
page = 3
summary = "What the players agree on."
high = 99
entered = true
group = "body"
rule = "T-02"

"""
GUARDS: Json = {"body": {"pace": 1}}
BANDS: dict[str, Json] = {"guards": GUARDS, "colonel": {"kind": "officer", "body": {"pace": 1}}}
UNIT: Json = {"profile": "guards", "count": 2, "attached": [{"profile": "colonel", "count": 1}]}
NURSERY = document(
    BANDS,
    rosters=[
        {"name": "Friday", "limit": 20, "entries": [UNIT]},
        {"name": "Empty", "limit": 20, "entries": []},
    ],
)
# Of a sum, on a page and in a text; counts and steps may well be 0.
ZERO = re.compile(r"\b0 (?:\+ \?|pennies)|\(0\)|Body 0\b")


@pytest.fixture
def unpriced(catalogues: Catalogues) -> Catalogue:
    """The made-up game without its tables, in the database."""
    text = (FOLDER / "0.1.toml").read_text()
    text = re.sub(r"\[\[(cost_tables|multipliers)\]\]\n(?:.+\n)+", "", text)
    text = re.sub(r'^(table|multiplier) = ".*"\n', "", text, flags=re.MULTILINE)
    text = re.sub(r'cost = \{ kind = "(fixed|table|product|profiles)".*\}', 'cost = { kind = "fixed" }', text)
    text = text.replace('[[attributes]]\ncode = "stand"', f'{AGREED}[[attributes]]\ncode = "stand"')
    text = text.replace('fields = ["kind", ', 'fields = ["kind", "cost", ')
    text = text.replace('parts = ["stand"', 'parts = ["cost", "stand"')
    load_edition(parse_catalogue(text, "0.1.toml"))
    return get_catalogue(*NAME)


def test_blank_prices_are_missing_and_others_count(unpriced: Catalogue) -> None:
    """0 can be agreed on; what is out of bounds has no price, and a finding."""

    def judge(**more: object) -> tuple[int | None, list[str]]:
        appraisal = appraise(read_with(unpriced, document({"own": {**GUARDS, **more}})), unpriced).profiles[0]
        return appraisal.points, [finding.code for finding in appraisal.findings]

    assert [judge(), judge(cost=0), judge(cost=7)] == [(None, []), (0, []), (7, [])]
    assert judge(cost=100) == (None, ["T-02"])


@pytest.mark.parametrize("style", ["line", "compact", "full"])
def test_texts_do_not_show_missing_prices_as_zero(unpriced: Catalogue, style: TextStyle) -> None:
    list_document = read_with(unpriced, NURSERY)
    for roster in (None, 0):
        text = list_text(list_sheet(list_document, unpriced), TextOptions(style=style, roster=roster))
        assert "–" in text or "no price yet" in text
        assert not ZERO.search(text), text


@pytest.mark.parametrize("paper", ["list", "roster", "cards", "sheets", "battle"])
def test_papers_and_tables_do_not_show_missing_prices_as_zero(unpriced: Catalogue, paper: PaperKind) -> None:
    list_document = read_with(unpriced, NURSERY)
    data = str(
        paper_data(
            list_sheet(list_document, unpriced), PaperOptions(paper=paper, roster=0), date(2026, 1, 1), ""
        )
    )
    assert "'–'" in data
    for shown in ("'points': '0'", "'paid': '0'", "'0+", "'value': '0'"):
        assert shown not in data
    assert not ZERO.search(receipt_text(list_sheet(list_document, unpriced)))
    table = profiles_csv(list_sheet(list_document, unpriced), 0).splitlines()
    (at,) = (n for n, name in enumerate(table[0].split(",")) if name == "Total pennies")
    assert {line.split(",")[at] for line in table[1:]} == {""}


def test_pages_do_not_show_missing_prices_as_zero(unpriced: Catalogue, alice: User, client: Client) -> None:
    """Until a price is typed in."""
    client.force_login(alice)
    row = create_list_from_document(alice, read_with(unpriced, NURSERY))
    friday, empty = (f"rosters/{item.public_id}/" for item in row.rosters.order_by("position"))
    url = f"/lists/{row.public_id}/"
    shown = {
        path: page_text(client.get(url + path).content.decode())
        for path in ("", "?sum=guards", "profiles/guards/", friday, empty, "text/", "history/1/", "print/")
    }
    for path, page in shown.items():
        assert path == empty or not ZERO.search(page), (path, ZERO.search(page))
    assert "No price yet , needs the price of Guards" in shown[friday]
    assert "no price yet" in shown["history/1/"].lower()
    assert "Not included, because they have no price yet: Guards, Colonel." in shown[friday]
    assert "no soldier is chosen" not in shown[friday]
    assert "Guards Band no price yet Add Guards" in shown[empty]
    fields = fields_of(client.get(f"{url}profiles/guards/").content.decode())
    saved = client.post(f"{url}profiles/guards/", {**fields, "cost": "5"}, headers=HTMX)
    assert "5 pennies" in page_text(saved.content.decode())
    assert "10+ of 20 pennies" in page_text(client.get(url + friday).content.decode())
    assert "Guards Band 5 4 fit" in page_text(client.get(url + empty).content.decode())


def test_the_api_returns_null_for_missing_prices(unpriced: Catalogue, alice: User) -> None:
    list_document = read_with(unpriced, NURSERY)
    row = create_list_from_document(alice, list_document)
    value = ApiClient(alice).get(f"lists/{row.public_id}/appraisal").json()
    assert {profile["points"] for profile in value["profiles"]} == {None}
    assert value["rosters"][0]["points"] is None
    capacity = remaining_capacity(list_document, 0, unpriced)
    assert (capacity.fits, capacity.fills) == ((), ())
