"""The rulebook's figures, and the totals of their units, are in all outputs."""

import csv
import io
import json
import re
from html import unescape
from typing import NamedTuple

import pytest
from django.test import Client
from django.urls import reverse

from builder.catalogue.files import Catalogues
from builder.models import CompanyList, User
from builder.services.exchange import create_list_from_document
from tests.support.designs import read_document
from tests.support.fubar import EXAMPLES
from tests.support.html_forms import fields_of, page_text
from tests.support.list_pages import page
from tests.systems.dark_fantasy_fubar.independent_calculation import TABLES

FIGURES = EXAMPLES["00-figures-of-the-text"]["document"]
UNITS = EXAMPLES["03-units"]["document"]
UNIT_SUMS = ["80", "85", "480", "136"]


class BothPrices(NamedTuple):
    """A figure's listed price and its formula."""

    listed: int
    formula: int


KNOWN = {
    name.lower().replace("-", " "): BothPrices(row["additive"], row["formula"])
    for name, row in TABLES["seed_examples"].items()
}


@pytest.fixture
def figures(alice: User, catalogues: Catalogues) -> CompanyList:
    """Alice's list of the fourteen figures."""
    return create_list_from_document(alice, read_document(FIGURES))


@pytest.fixture
def units(alice: User, catalogues: Catalogues) -> CompanyList:
    """Alice's list with the units of ten."""
    return create_list_from_document(alice, read_document(UNITS))


def test_the_table_has_both_prices(reader: Client, figures: CompanyList) -> None:
    """No two headings of the table are equal."""
    text = page(reader, figures, "profiles.csv").removeprefix("\ufeff")
    head = next(csv.reader(io.StringIO(text)))
    assert len(set(head)) == len(head)
    rows = csv.DictReader(io.StringIO(text))
    result = {
        row["Name"].lower().replace("-", " "): BothPrices(
            int(row["Total points"]), int(row["Formula points"])
        )
        for row in rows
    }
    assert result == KNOWN


def test_the_text_has_both_prices(reader: Client, figures: CompanyList) -> None:
    text = unescape(page(reader, figures, "text/?style=full&format=plain")).replace('"', "")
    matches = re.findall(
        r"^([\w -]+): (\d+) points, By formula (\d+), rough guide ±50 %$", text, re.MULTILINE
    )
    assert {n.lower().replace("-", " "): BothPrices(int(a), int(b)) for n, a, b in matches} == KNOWN


def test_the_page_and_the_receipt_have_both_prices(reader: Client, figures: CompanyList) -> None:
    """The list page shows both prices of each figure. The receipt says how precise each price is."""
    shown = page_text(page(reader, figures))
    for profile in FIGURES["profiles"]:
        listed, formula = KNOWN[profile["name"].lower().replace("-", " ")]
        name = profile["name"]
        assert re.search(rf"{name} {listed} points {name}: [^:]*? By formula {formula} ", shown), name
    receipt = page(reader, figures, "?sum=cultists")
    assert 'Listed <span class="soft">rough guide ±50 %</span>' in receipt


def formula_sum(index: int) -> int:
    """Return the independently calculated total by formula of a roster with the units of ten."""
    known = EXAMPLES["03-units"]["expected"]["profiles"]
    return sum(
        member["count"] * known[member["profile"]]["values"]["formula"]
        for entry in UNITS["rosters"][index]["entries"]
        for member in (entry, *entry.get("others", []))
    )


def test_units_have_the_expected_sums_in_both_prices(reader: Client, units: CompanyList) -> None:
    """The page, the text, the table and the API show the totals of the roster and of its one unit."""
    rosters = list(units.rosters.order_by("position"))[:4]
    answer = reader.post("/api/v1/appraisals", UNITS, content_type="application/json").json()
    for index, (roster, known) in enumerate(zip(rosters, UNIT_SUMS, strict=False)):
        listed, formula = int(known), formula_sum(index)
        shown = page_text(page(reader, units, f"rosters/{roster.public_id}/"))
        assert f"By formula {formula} · rough guide ±50 %" in shown
        assert f"{listed} By formula {formula} · rough guide ±50 % · 10 figures" in shown
        text = page(reader, units, f"text/?style=full&format=plain&roster={roster.public_id}")
        assert f"{listed} points · By formula {formula} · rough guide ±50 % · 10 figures" in text
        rows = csv.DictReader(
            io.StringIO(page(reader, units, f"profiles.csv?roster={roster.public_id}").removeprefix("\ufeff"))
        )
        items = list(rows)
        for heading, points in (("Total", listed), ("Formula", formula)):
            assert sum(int(row[f"{heading} points in all"]) for row in items) == points
            assert [row[f"Unit: {heading.lower().capitalize()} points"] for row in items] == [
                str(points), *[""] * (len(items) - 1)
            ]  # fmt: skip
        result = answer["rosters"][index]
        assert result["prices"] == [{"code": "formula", "number": formula, "text": str(formula)}]
        assert result["entries"][0]["prices"] == result["prices"]
        assert result["entries"][0].get("total", listed) == listed
    assert answer["rosters"][1]["entries"][0]["total"] == 85


def test_the_preview_of_a_document_has_both_prices(reader: Client, catalogues: Catalogues) -> None:
    shown = page_text(reader.post(reverse("import"), {"text": json.dumps(UNITS)}).content.decode())
    assert re.search(rf"\b85 By formula {formula_sum(1)} · rough guide ±50 %", shown)


ROLLED = {
    "1": ("Rabble", "rabble"),
    "2": ("Seasoned", "seasoned"),
    "3": ("Seasoned", "seasoned"),
    "4": ("Veteran", "veteran"),
    "5": ("Veteran", "veteran"),
    "6": ("Heroic (Elite)", "heroic"),
}


def test_the_level_of_a_random_force_can_be_rolled(reader: Client, figures: CompanyList) -> None:
    """Random Force Generation rolls a d6 for each unit and character."""
    key = figures.profiles.all()[0].key
    url = f"/lists/{figures.public_id}/profiles/{key}/"
    fields = fields_of(reader.get(url).content.decode())
    answer = page_text(reader.post(url, {**fields, "do": "roll:level"}, follow=True).content.decode())
    done = re.search(r"Done: Level (.+?), by a (\d) on 1D6\.", answer)
    assert done is not None
    level = figures.profiles.get(key=key).design["level"]
    assert (done[1], level) == ROLLED[done[2]]
