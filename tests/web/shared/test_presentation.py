"""Texts and numbers as they are shown."""

from dataclasses import replace
from fractions import Fraction

import pytest

from builder.catalogue.files import bundled_catalogues
from builder.points.pricing.texts import points_text
from builder.points.rules.names import list_name, profile_name
from builder.points.rules.numbers import MINUS, signed_text
from builder.points.rules.results import Finding, Fix, Line, ProfileAppraisal
from builder.web.shared.html import render_jinja
from builder.web.shared.markdown import MAX_CELLS, render_markdown
from builder.web.shared.presentation import (
    TIMES,
    Receipt,
    ReceiptGroup,
    ReceiptRow,
    bar_segments,
    calculation_text,
    count_findings,
    entry_anchor,
    fraction_text,
    line_url,
    message_without_fix,
    receipt_groups,
)

FURY = bundled_catalogues()["unbridled-fury", "0.9.0"]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(6), "6"),
        (Fraction(1, 2), "½"),
        (Fraction(11, 2), "5½"),
        (Fraction(9, 10), "9/10"),
        (Fraction(243, 10), "24 3/10"),
        (Fraction(0), "0"),
    ],
)
def test_fractions_have_typographic_characters(value: Fraction, text: str) -> None:
    assert fraction_text(value) == text


@pytest.mark.parametrize(("change", "text"), [(13, "+13"), (0, "±0"), (-20, f"{MINUS}20")])
def test_differences_have_a_sign(change: int, text: str) -> None:
    assert signed_text(change) == text


def test_negative_points_have_a_minus_sign() -> None:
    assert points_text(-19) == f"{MINUS}19"


def line(base: int | None, factor: Fraction, points: int | None) -> Line:
    return Line("tds", "Tds 5", base, factor, points, 53, "Tds", "attributes", "attributes.tds")


@pytest.mark.parametrize(
    ("of", "text"),
    [
        (line(11, Fraction(1), 11), "11"),
        (line(8, Fraction(1, 2), 4), f"8 {TIMES} ½"),
        (line(11, Fraction(1, 2), 6), f"11 {TIMES} ½ = 5½"),
        (line(None, Fraction(1), None), "no price"),
    ],
)
def test_a_sum_shows_where_it_was_rounded(of: Line, text: str) -> None:
    assert calculation_text(FURY, of) == text


def test_repeated_names_link_to_their_own_place() -> None:
    """Lines name their table or group in words. A table and a group can have the same name."""
    uf = FURY
    url = f"/systems/{uf.system}/{uf.edition}/"
    tables = tuple(replace(table, name="Spells") for table in uf.cost_tables)
    groups = tuple(replace(group, name="Spells") for group in uf.groups)
    clash = replace(uf, cost_tables=tables, groups=groups)
    heal = Line("heal", "Heal", 40, Fraction(1), 40, 51, "Spells", "spells", "spells[0]")
    move = Line("mov", "Mov 6", 8, Fraction(1), 8, 53, "Spells", "attributes", "attributes.mov")
    assert (line_url(clash, heal), line_url(clash, move)) == (f"{url}#spell-heal", f"{url}#table-mov")


def test_groups_never_share_an_id() -> None:
    uf = FURY
    slots = tuple(replace(slot, noun="table" if slot.many else slot.noun) for slot in uf.pick_slots)
    clash = replace(uf, pick_slots=slots)
    places = {entry_anchor(clash, group.code, "x") for group in uf.groups}
    assert len(places) == len(uf.groups)
    assert "table-x" not in places


def test_rounding_is_explained_in_words() -> None:
    uf = FURY
    lines = (line(11, Fraction(1, 2), 6), line(8, Fraction(1, 2), 4))
    rows = receipt_groups(uf, ProfileAppraisal("x", 10, lines, ()))[0].rows
    group = ReceiptGroup("attributes", "Attributes", 10, rows)
    receipt = Receipt((group,), (), "10", "points")
    page = render_jinja("shared/_receipt.jinja", part=receipt)
    assert f'{TIMES} ½ = 5½<span class="up">, rounded up</span></td>' in page
    assert page.count("rounded up") == 1


def part(name: str, points: int) -> ReceiptGroup:
    return ReceiptGroup(name.lower(), name, points, (ReceiptRow(name, "", "", 1, "", has_price=True),))


def test_shares_fill_the_bar_without_negative_parts() -> None:
    segments = bar_segments([part("A", 1), part("B", -30), part("C", 2)])
    assert [
        (segment.name, segment.percent, segment.x, segment.width, segment.css_class) for segment in segments
    ] == [
        ("A", 33, "0.00", "33.33", "s0"),
        ("C", 67, "33.33", "66.67", "s2"),
    ]


def test_a_total_of_zero_has_no_bar() -> None:
    assert bar_segments([part("A", 0), part("B", -5)]) == ()


def test_findings_are_counted_most_serious_first() -> None:
    notes = [Finding("note", "P-99", "", "", 1), Finding("note", "P-16", "", "", 1)]
    counts = count_findings([*notes, Finding("error", "P-01", "", "", 1)])
    assert [count.text for count in counts] == ["1 error", "2 notes"]


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("# A\n### B\n# C", "<h3>A</h3>\n<h4>B</h4>\n<h3>C</h3>\n"),
        ("<b onclick=x>", "<p>&lt;b onclick=x&gt;</p>\n"),
        ("[a](javascript:x)", "<p>[a](javascript:x)</p>\n"),
        ("[a](http://b.c)", '<p><a href="http://b.c" rel="nofollow noopener noreferrer">a</a></p>\n'),
        (
            "![p](http://b.c/d.png)",
            '<p>!<a href="http://b.c/d.png" rel="nofollow noopener noreferrer">p</a></p>\n',
        ),
        ("", ""),
    ],
)
def test_markdown_is_sanitised_and_its_headings_lowered(text: str, html: str) -> None:
    assert render_markdown(text) == html


# ------------------------------------------------------------------ tables of players

TABLE = "|a|b|\n|-|-|\n|1|2|\n"
HEAD = f"{'|a' * 100}|\n{'|-' * 100}|\n"


def cells(text: str) -> int:
    page = render_markdown(text)
    return page.count("<td") + page.count("<th>")


def test_markdown_tables_are_rendered() -> None:
    assert cells(f"Before\n\n{TABLE}") == 4
    assert cells(f"{TABLE}\n" * 150) == 600


@pytest.mark.parametrize(
    "text",
    [
        HEAD + "a\n" * 9_000,
        HEAD + "|\n" * 9_000,
        HEAD.replace("\n", "\r") + "a\r" * 9_000,
        "".join(f"> {line}\n" for line in HEAD.splitlines()) + "> a\n" * 4_500,
        (HEAD + "a\n" * 20 + "\n") * 40,
        TABLE + "|1|2|\n" * 3_000,
    ],
    ids=["short rows", "empty rows", "other line ends", "quoted", "many tables", "many rows"],
)
def test_cells_of_markdown_tables_are_limited(text: str) -> None:
    assert len(text) <= 20_000
    assert cells(text) <= MAX_CELLS


# ------------------------------------------------------------------ names


@pytest.mark.parametrize(
    "name",
    ["", "   ", "\u200b", "\u00a0\u2003", "\u2060\ufeff", "\u3164", "\u2800", "\u202e", "\u0301", "\ufe0f"],
    ids=ascii,
)
def test_an_invisible_name_is_empty(name: str) -> None:
    assert list_name(name) == "Unnamed list"
    assert profile_name(name) == "Unnamed profile"


@pytest.mark.parametrize("name", ["Captain", " x ", "\u200bA", "火", "-", "🗡\ufe0f", "e\u0301"])
def test_a_visible_name_is_unchanged(name: str) -> None:
    assert list_name(name) == profile_name(name) == name


@pytest.mark.parametrize(
    ("message", "label", "shown"),
    [
        ("Two lead: one may; remove 1 × Cap.", "Remove 1 × Cap", "Two lead: one may."),
        ("2 × Cap, at most 1: remove 1.", "Remove 1 × Cap", "2 × Cap, at most 1."),
        ("60 over: remove 1 × Cap: the elder.", "Remove 1 × Cap: the elder", "60 over."),
        ("60 over: remove 1 × Cap, or play 750.", "Remove 1 × Cap", "60 over: remove 1 × Cap, or play 750."),
        ("Remove 1 × Cap.", "Remove 1 × Cap", "Remove 1 × Cap."),
    ],
)  # fmt: skip
def test_a_message_next_to_its_button_omits_the_buttons_text(message: str, label: str, shown: str) -> None:
    assert message_without_fix(message, Fix(label, ())) == shown
