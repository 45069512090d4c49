"""Texts for forums and chat: they agree with the appraisal, and no name breaks their format."""

import re
from dataclasses import replace
from itertools import product
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from builder.catalogue.play import list_sheet
from builder.exports.markup import TextFormat, bbcode, markdown, plain, plain_lines
from builder.exports.text import MAX_NOTES_LENGTH, TIMES, TextOptions, TextStyle, list_text
from builder.points.appraisal.appraisal import appraise
from builder.points.document.document import Document, Roster, RosterEntry, parse_document
from builder.points.rules.catalogue import Catalogue
from builder.points.shorthand import read_shorthand
from tests.support.bringing_list import bringing_list
from tests.support.designs import FURY, read_document
from tests.support.golden import EXAMPLES
from tests.support.strategies import documents
from tests.support.tin_soldiers import TIN

pytestmark = pytest.mark.usefixtures("tin_soldiers")

HOSTILE = [
    "*_`[x](y)", "# not a head", "- no item", "1. nor this", "12) nor this", "a|b", "<b>x</b>", "[b]x[/b]",
    "[*]", "[url=https://example.org]x[/url]", "&amp;", "a\nb", "a\n\n# b", "a\r\n> b", "\u2028",
    "~~x~~", "||x||",
    "__x__", "\\", "x\\", "`" * 3, "+ x", "> x", "=====", "---", "***", "a  ", "x\ty", "!", "![x](y)",
]  # fmt: skip


@pytest.fixture
def book(reavers: Document) -> Document:
    """Return the book's own roster: 205 + 98 + 5 × 90 = 753, three more than its game allows."""
    entries = (RosterEntry(profile="captain", count=1), RosterEntry(profile="sergeant", count=1))
    infantry = next(p.key for p in reavers.profiles if p.name == "Reaver Infantryman")
    models = (*entries, RosterEntry(profile="bodyguard", count=0), RosterEntry(profile=infantry, count=5))
    return replace(reavers, rosters=(Roster(name="", limit=750, entries=models),))


def text_of(
    document: Document,
    style: TextStyle = "line",
    format: TextFormat = "plain",  # noqa: A002 - as the options call it
    roster: int | None = None,
    points: bool = True,
) -> str:
    """Return the text of a document of the book's game."""
    options = TextOptions(style=style, format=format, roster=roster, points=points)
    return list_text(list_sheet(document, FURY), options)


# ------------------------------------------------------------------ one line


def test_lists_and_rosters_in_one_line(book: Document, reavers: Document) -> None:
    two = replace(reavers, profiles=reavers.profiles[:2])
    assert text_of(two, format="bbcode") == (
        "[b]Molybdenian Drop Reavers[/b]: Captain (205), Captain's Second (76)"
    )
    assert text_of(book, roster=0) == (
        "Molybdenian Drop Reavers 753/750 (not legal): "
        "Captain (205), Sergeant (98), 5 × Reaver Infantryman (90 each)"
    )
    assert text_of(book, roster=0, points=False) == (
        "Molybdenian Drop Reavers (not legal): Captain, Sergeant, 5 × Reaver Infantryman"
    )
    named = text_of(reavers, roster=0, format="markdown")
    assert named.startswith("**Molybdenian Drop Reavers**, Night drop 739/750: Captain (205), ")


def test_empty_lists_and_rosters_say_so(reavers: Document) -> None:
    empty = replace(reavers, name=" ", profiles=(), rosters=(Roster(name="Friday", limit=500),))
    assert text_of(empty) == "Unnamed list: no profile yet"
    assert text_of(empty, roster=0) == "Unnamed list, Friday 0/500 (empty): no model yet"


def test_a_missing_profile_is_reported(reavers: Document) -> None:
    removed = (Roster(name="", limit=500, entries=(RosterEntry(profile="imp", count=2),)),)
    assert text_of(replace(reavers, rosters=removed), roster=0).endswith(
        "2 × imp (not in this list) (– each)"
    )


# ------------------------------------------------------------------ a line a profile


def test_the_captain_in_shorthand(reavers: Document) -> None:
    lines = text_of(reavers, style="compact", points=False).split("\n")
    assert lines[0] == "Molybdenian Drop Reavers"
    assert lines[1] == (
        "Captain Max 1 Mov 6 Fgt 8 Shg 8 Tds 3 Cow 3 CW B SW Energy pistol R4,AP4 Arm 12 SSv – Mgc – "
        "Sz 2 CD d8 Base 25"
    )
    assert lines[-2].startswith("Pathfinder Max 1 Mov 6 Fgt 5 ")
    assert lines[-2].endswith(" CD – Base 25; Properties: Scout, Camouflage, Night Vision")
    assert lines[-1] == "Unbridled Fury 0.9.0"
    assert len(lines) == len(reavers.profiles) + 2


def test_points_and_counts_in_shorthand(book: Document) -> None:
    lines = text_of(book, style="compact", roster=0).split("\n")
    assert lines[0] == "Molybdenian Drop Reavers 753/750 (not legal)"
    assert [re.split(r" Mov ", line)[0] for line in lines[1:-1]] == [
        "Captain (205) Max 1", "Sergeant (98)", "5 × Reaver Infantryman (90 each)",
    ]  # fmt: skip


# ------------------------------------------------------------------ models that are summoned


def test_summoned_profiles_are_below_the_models() -> None:
    """Each model with its own price, which isn't in the total."""
    coven = read_document(bringing_list())
    assert text_of(coven, roster=0).endswith(", Guard (42); also bring Imp, Foot, Wolf, Toad")
    lines = text_of(coven, style="compact", roster=0, format="markdown").split("\n")
    models, summoned = (
        lines[1 : lines.index("**Also bring**  ")],
        lines[lines.index("**Also bring**  ") + 1 :],
    )
    assert [line.split("** (")[0] for line in models] == [
        "**Witch", f"**2 {TIMES} Rider", "**Cat", "**Hound", "**Guard",
    ]  # fmt: skip
    assert [line.split("** (")[0] for line in summoned[:-1]] == ["**Imp", "**Foot", "**Wolf", "**Toad"]
    blocks = text_of(coven, style="full", roster=0).split("\n\n")
    imp = blocks[blocks.index("Also bring") + 1].split("\n")
    assert imp[1] == "Not counted in the total; with Witch (Summon), Wolf (Summon)"
    assert "Also bring" not in text_of(coven, style="full")


# ------------------------------------------------------------------ everything


def test_the_full_text_of_the_captain(reavers: Document) -> None:
    blocks = text_of(reavers, style="full").split("\n\n")
    head, stats, *more = blocks[1].split("\n")
    assert head == "Captain: 205 points, Max 1"
    assert stats.split(" · ") == [
        "Mov 6 (8)", "Fgt 8 (24)", "Shg 8 (16)", "Tds 3 (24)", "Cow 3 (24)", "CW B",
        "SW Energy pistol R4 AP4 (9)", "Arm 12", "SSv –", "Mgc –", "Sz 2", "CD d8 (100)",
    ]  # fmt: skip
    assert more == ["Base width: 25", "Notes: First out of the hatch, and paid for it."]
    assert blocks[-2:] == ["Legal", "Unbridled Fury 0.9.0"]


def test_properties_show_their_points(reavers: Document) -> None:
    assert "Model properties: Scout (20), Camouflage (25), Night Vision (15)" in text_of(
        reavers, style="full"
    )


def test_the_rulebooks_roster_is_three_points_over(book: Document) -> None:
    text = text_of(book, style="full", roster=0)
    assert "5 × Reaver Infantryman: 90 points each, 450 together" in text
    assert "753 of 750 points · 7 models · Not legal: 1 error\n- Error: 753 points, 3 over" in text
    assert "Bodyguard" not in text


def test_illegal_profiles_make_a_list_illegal(reavers: Document) -> None:
    captain = reavers.profiles[0]
    fast = replace(captain, design=replace(captain.design, values={**captain.design.values, "mov": 13}))
    text = text_of(replace(reavers, profiles=(fast,)), style="full", format="markdown")
    assert re.search(r"^- Error: Mov 13 has no price", text, re.MULTILINE)
    assert re.search(r"^\*\*Not legal: \d+ errors?\*\*$", text, re.MULTILINE)


@pytest.mark.parametrize(("captains", "verdict"), [(None, "Legal"), (0, "Legal"), (1, "Not legal: 1 error")])
def test_only_fielded_profiles_affect_the_verdict_of_a_roster(
    reavers: Document, captains: int | None, verdict: str
) -> None:
    """A captain with a Cow without a price breaks a rule, in the rosters that field him."""
    captain = reavers.profiles[0]
    values = {**captain.design.values, "cow": 13}
    profiles = (replace(captain, design=replace(captain.design, values=values)), *reavers.profiles[1:])
    entries = [RosterEntry(profile="sergeant", count=1)]
    if captains is not None:
        entries.append(RosterEntry(profile=captain.key, count=captains))
    rosters = (Roster(name="", limit=500, entries=tuple(entries)),)
    text = text_of(replace(reavers, profiles=profiles, rosters=rosters), style="full", roster=0)
    assert f" · {verdict}\n" in text


@pytest.mark.parametrize(
    ("left_out", "status"), [(("cow",), "1 choice left"), (("cow", "mov"), "2 choices left")]
)
def test_missing_values_are_not_errors(reavers: Document, left_out: tuple[str, ...], status: str) -> None:
    captain = reavers.profiles[0]
    values = {name: value for name, value in captain.design.values.items() if name not in left_out}
    profile = replace(captain, design=replace(captain.design, values=values))
    text = text_of(replace(reavers, profiles=(profile,), rosters=()), style="full")
    assert "- Missing: Cow has no value yet" in text
    assert f"Unfinished: {status}" in text
    assert "Error" not in text


def test_without_points_no_price_is_shown(book: Document) -> None:
    for style in get_args(TextStyle):
        for number in ("205", "98", "90", "753", "450"):
            assert number not in text_of(book, style=style, roster=0, points=False).partition("- Error")[0]


# ------------------------------------------------------------------ formats


@pytest.mark.parametrize("name", HOSTILE)
def test_names_are_escaped_in_markdown(name: str) -> None:
    """When it is rendered, there is one paragraph with the same words, wherever the name is."""
    words = plain(name)
    for before in ("", "a "):
        html = MarkdownIt("gfm-like", {"linkify": False}).render(before + markdown(name))
        shown = before + words
        escaped = shown.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        assert html == (f"<p>{escaped.strip()}</p>\n" if shown.strip() else "")


@pytest.mark.parametrize("name", HOSTILE)
def test_bold_names_are_bold_in_markdown(reavers: Document, name: str) -> None:
    line = text_of(replace(reavers, name=f"x{name}", profiles=()), format="markdown")
    (inline,) = [token for token in MarkdownIt().parse(line) if token.type == "inline"]
    kinds = [token.type for token in inline.children or () if token.content or token.nesting]
    assert kinds[0] == "strong_open"
    assert kinds.count("strong_open") == kinds.count("strong_close") == 1
    assert set(kinds) <= {"strong_open", "strong_close", "text", "text_special"}
    assert "".join(token.content for token in inline.children or ()) == f"{plain(f'x{name}')}: no profile yet"


@given(name=st.text(max_size=30))
def test_any_name_is_escaped_in_markdown(name: str) -> None:
    html = MarkdownIt().render(f"a {markdown(name)} b")
    assert re.fullmatch(r"<p>[^<]*</p>\n", html)


@pytest.mark.parametrize("name", HOSTILE)
def test_names_are_escaped_in_bbcode(name: str) -> None:
    marked = bbcode(name)
    assert not set("[]\r\n\u2028") & set(marked)
    assert len(marked) == len(plain(name))


def test_only_bbcode_replaces_square_brackets(reavers: Document) -> None:
    named = replace(reavers, name="[b]x", profiles=reavers.profiles[:1])
    assert text_of(named, format="bbcode") == "[b](b)x[/b]: Captain (205)"
    assert text_of(named) == "[b]x: Captain (205)"


@pytest.mark.sampled(every=7)  # of 180: almost each name in one style and format
@pytest.mark.parametrize("form", get_args(TextFormat))
@pytest.mark.parametrize("style", ["line", "compact"])
@pytest.mark.parametrize("name", HOSTILE)
def test_names_take_one_line(reavers: Document, style: TextStyle, form: TextFormat, name: str) -> None:
    named = replace(reavers, name=name, profiles=(replace(reavers.profiles[0], name=name),))
    text = text_of(named, style=style, format=form)
    fences = 2 if form == "discord" else 0
    assert len(re.split(r"[\n\r\u2028\u2029\x85]", text)) == (1 if style == "line" else 3) + fences


def test_notes_lose_markup_and_keep_words(reavers: Document) -> None:
    notes = "# Head\n\n*Soft* and `code`\nwith [link](https://example.org)\n\n- one\n- two\n\n```\nopen"
    assert plain_lines(notes) == ["Head", "Soft and code with link", "• one", "• two", "open"]
    noted = replace(reavers, profiles=(replace(reavers.profiles[0], notes=notes),))
    text = text_of(noted, style="full", format="markdown")
    assert "\nNotes: Head  \nNotes: Soft and code with link  \nNotes: • one  \n" in text


def test_very_long_notes_are_omitted_and_reported(reavers: Document) -> None:
    """Long notes take almost no time then, however they are written."""
    captain, second, *_ = reavers.profiles
    notes = "x" * (MAX_NOTES_LENGTH // 2)
    both = replace(reavers, profiles=(replace(captain, notes=notes), replace(second, notes=notes)))
    assert text_of(both, "full").count(notes) == 2
    more = replace(both, profiles=(both.profiles[0], replace(second, notes=f"{notes}y")))
    text = text_of(more, "full", "markdown")
    assert "xx" not in text
    assert "Notes are left out, because they have 60,001 characters." in text
    assert "**Captain**: 205 points" in text


def test_deeply_nested_notes_are_read() -> None:
    assert plain_lines("> " * 9_000 + "x") is not None
    assert plain_lines("*" * 19_000) is not None


def test_lists_of_findings_are_closed_in_bbcode(book: Document) -> None:
    text = text_of(book, style="full", roster=0, format="bbcode")
    assert text.count("[list]") == text.count("[/list]") > 0
    assert text.count("[b]") == text.count("[/b]")


@pytest.mark.parametrize("catalogue", [FURY, TIN], ids=lambda catalogue: catalogue.system)
@given(data=st.data())
def test_every_list_can_be_written_in_every_format(catalogue: Catalogue, data: st.DataObject) -> None:
    """It contains the names of the game and of the profiles, with all options."""
    value = data.draw(documents(catalogue))
    document = parse_document(value, {(catalogue.system, catalogue.edition): catalogue})
    for style, form, roster, points in product(
        get_args(TextStyle), get_args(TextFormat), (None, 0), (True, False)
    ):
        options = TextOptions(style=style, format=form, roster=roster, points=points)
        text = list_text(list_sheet(document, catalogue), options)
        assert document.name in text
        assert (catalogue.system_name in text) == (style != "line")


# ------------------------------------------------------------------ there and back


@pytest.mark.parametrize("form", get_args(TextFormat))
def test_profiles_without_a_price_have_none_when_read_back(form: TextFormat) -> None:
    """Texts of profiles with a price are tested in tests/points/test_round_trips.py."""
    document = read_document(EXAMPLES["51-no-price"]["document"])
    reading = read_shorthand(text_of(document, style="compact", format=form), FURY)
    back = replace(document, profiles=tuple(pasted.profile for pasted in reading.profiles))
    before, after = appraise(document, FURY).profiles, appraise(back, FURY).profiles
    assert None in [result.points for result in before]
    assert [result.points for result in after] == [result.points for result in before]
