"""Texts and numbers as they are shown."""

from fractions import Fraction

import pytest

from builder.points.results import Finding, Line
from builder.web.markdown import render_markdown
from builder.web.presenting import (
    MINUS,
    TIMES,
    Part,
    Row,
    count_findings,
    fraction_text,
    points_text,
    shares,
    signed,
    sum_text,
)


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
def test_fractions_are_set_as_in_a_book(value: Fraction, text: str) -> None:
    assert fraction_text(value) == text


@pytest.mark.parametrize(
    ("change", "text"), [(13, "+13"), (0, "±0"), (-20, f"{MINUS}20"), (None, "\N{EN DASH}")]
)
def test_changes_carry_their_sign(change: int | None, text: str) -> None:
    assert signed(change) == text


def test_points_below_nothing_have_a_true_minus() -> None:
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
    assert sum_text(of) == text


def part(name: str, points: int) -> Part:
    return Part(name.lower(), name, points, (Row(name, "", "", 1, "", "", priced=True),))


def test_shares_fill_the_bar_and_leave_out_what_gives_points_back() -> None:
    found = shares([part("A", 1), part("B", -30), part("C", 2)])
    assert [(share.name, share.percent, share.x, share.width, share.style) for share in found] == [
        ("A", 33, "0.00", "33.33", "s0"),
        ("C", 67, "33.33", "66.67", "s2"),
    ]


def test_nothing_paid_is_no_bar() -> None:
    assert shares([part("A", 0), part("B", -5)]) == []


def test_findings_are_counted_worst_first_in_words() -> None:
    notes = [Finding("note", "P-99", "", "", 1), Finding("note", "P-16", "", "", 1)]
    counts = count_findings([*notes, Finding("error", "P-01", "", "", 1)])
    assert [count.words for count in counts] == ["1 error", "2 notes"]


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
def test_markdown_is_safe_and_keeps_the_outline(text: str, html: str) -> None:
    assert render_markdown(text) == html
