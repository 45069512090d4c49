"""The summary of a roster: points by kind of model, models by attribute, and points by purpose."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from builder.catalogue.play import list_sheet, play_sheet
from builder.points.document.document import Document, Roster, RosterEntry
from builder.points.document.play import PlaySheet, PointsShare
from builder.points.rules.catalogue import Words
from builder.points.sheets.roster import RosterSheet
from builder.web.rosters.summary import (
    RosterSummary,
    largest_share,
    leader_names,
    models_meter,
    points_meter,
    roster_summary,
)
from builder.web.shared.presentation import percent_text, rounded_percent
from tests.support.designs import FURY, Json, design, document, picks, read_document

PLAY = play_sheet(FURY)

# The points behind each: Mov 6 is 8, Fgt 6 11, Tds 6 8, Cow 6 8.
FIGHTER = design(mov=6, fgt=6, tds=6, cow=6)  # 35, of which 11 for combat
CAPTAIN = design(mov=6, fgt=6, tds=6, cow=6, command_die="d8")  # 135
OGRE = design(size=3, mov=6, fgt=6, tds=6, cow=6)  # half as much again, rounded up: 12, 17, 12, 12
JUNK = design(
    size=1, mov=1, fgt=0, tds=11, cow=11,
    properties=picks("dim-witted", "clumsy", "wind-dependent", "creature-of-darkness"),
)  # fmt: skip
UNPRICED = design(size=9)


def company(profiles: Mapping[str, Json], *entries: tuple[str, int], limit: int = 500) -> Document:
    known = read_document(document(dict(profiles)))
    fielded = tuple(RosterEntry(profile=key, count=count) for key, count in entries)
    return replace(known, rosters=(Roster(name="Friday", limit=limit, entries=fielded),))


def fielded(
    profiles: Mapping[str, Json], *entries: tuple[str, int], play: PlaySheet = PLAY, limit: int = 500
) -> RosterSheet:
    sheet = list_sheet(company(profiles, *entries, limit=limit), FURY)
    return replace(sheet, play_sheet=play).rosters[0]


def summary_of(
    profiles: Mapping[str, Json], *entries: tuple[str, int], play: PlaySheet = PLAY
) -> RosterSummary:
    return roster_summary(fielded(profiles, *entries, play=play))


def test_points_by_kind_of_model_have_the_most_expensive_first() -> None:
    summary = summary_of(
        {"fighter": FIGHTER, "captain": CAPTAIN}, ("fighter", 2), ("captain", 1), ("fighter", 1)
    )
    assert [bar[:4] for bar in summary.profile_bars] == [("Captain", 1, 135, 56), ("Fighter", 3, 105, 44)]
    assert [bar.width for bar in summary.profile_bars] == ["100.00", "77.78"]
    assert largest_share(summary.profile_bars) == "56 % for Captain"
    assert largest_share(summary.profile_bars[:1] * 2) == ""


def test_models_by_size_in_the_order_of_the_sizes() -> None:
    summary = summary_of({"ogre": OGRE, "fighter": FIGHTER}, ("ogre", 1), ("fighter", 3))
    assert summary.attribute_name == "Size"
    assert [(row.name, row.model_count, len(row.squares)) for row in summary.attribute_bars] == [
        ("Size 2", 3, 3),
        ("Size 3", 1, 1),
    ]


def test_many_models_are_shown_as_a_bar() -> None:
    summary = summary_of({"ogre": OGRE, "fighter": FIGHTER}, ("ogre", 2500), ("fighter", 9999))
    assert [(row.squares, row.width) for row in summary.attribute_bars] == [((), "100.00"), ((), "25.00")]


def test_models_by_a_choice_have_the_order_of_its_options() -> None:
    play = replace(PLAY, models_by="command_die")
    summary = summary_of({"fighter": FIGHTER, "captain": CAPTAIN}, ("fighter", 2), ("captain", 1), play=play)
    assert [(row.name, row.model_count) for row in summary.attribute_bars] == [
        ("Command Die d8", 1),
        ("Command Die –", 2),
    ]


def test_points_by_part_add_up_to_the_total() -> None:
    summary = summary_of({"fighter": FIGHTER, "ogre": OGRE}, ("fighter", 2), ("ogre", 1))
    # Fgt costs 11, 11 and 17; in all 35, 35 and 53.
    shown = [(part.name, part.points, part.percent) for part in summary.segments]
    assert shown == [("Combat", "39", 32), ("Everything else", "84", 68)]
    assert [(part.x, part.width) for part in summary.segments] == [("0.00", "31.71"), ("31.71", "68.29")]
    assert len({part.fill for part in summary.segments}) == 2


def test_negative_parts_are_not_in_the_bar() -> None:
    """The properties of junk cost less than 0, more than the rest costs."""
    play = replace(PLAY, shares=(PointsShare(name="Body", of=("fgt", "mov", "tds", "cow")),))
    good = summary_of(
        {"fighter": design(mov=6, fgt=6, tds=6, cow=6, properties=picks("clumsy"))}, ("fighter", 1), play=play
    )
    body, rest = good.segments
    assert (body.points, body.percent, body.width) == ("35", 100, "100.00")
    assert rest.points.startswith("\N{MINUS SIGN}")
    assert (rest.percent, rest.width) == (None, "0.00")


def test_a_model_that_costs_nothing_has_no_parts() -> None:
    summary = summary_of({"junk": JUNK, "fighter": FIGHTER}, ("junk", 5), ("fighter", 1))
    assert [part.points for part in summary.segments] == ["11", "24"]
    assert [(bar.name, bar.points) for bar in summary.profile_bars] == [("Fighter", 35)]


def test_models_without_a_price_are_omitted_and_named() -> None:
    summary = summary_of({"wrong": UNPRICED, "fighter": FIGHTER}, ("wrong", 2), ("fighter", 1))
    assert summary.unpriced_names == ("Wrong",)
    assert [bar.name for bar in summary.profile_bars] == ["Fighter"]
    assert sum(row.model_count for row in summary.attribute_bars) == 3


def test_an_empty_roster_has_no_summary() -> None:
    summary = summary_of({"fighter": FIGHTER}, ("fighter", 0), ("gone", 3))
    assert (summary.profile_bars, summary.attribute_bars, summary.unpriced_names) == ((), (), ())


def test_a_game_without_a_play_sheet_has_only_the_kinds() -> None:
    summary = summary_of({"fighter": FIGHTER}, ("fighter", 1), play=PlaySheet())
    assert (len(summary.profile_bars), summary.attribute_name, summary.attribute_bars, summary.segments) == (
        1,
        "",
        (),
        (),
    )


@pytest.mark.parametrize(
    ("parts", "shown"),
    [
        ([1, 1, 1], [33, 33, 33]),
        ([2, 1], [67, 33]),
        ([0, 0], [0, 0]),
        ([], []),
        ([1, 999], [0, 100]),
        ([1, 7], [13, 88]),
        ([100, 100, 190], [26, 26, 49]),
    ],
)
def test_equal_parts_have_equal_percentages(parts: list[int], shown: list[int]) -> None:
    assert [rounded_percent(part, sum(parts)) for part in parts] == shown


def test_widths_are_exact_to_the_hundredth() -> None:
    shown = [percent_text(*pair) for pair in ((1, 3), (2, 3), (1, 1), (0, 5), (1, 0), (1, 10**9))]
    assert shown == ["33.33", "66.67", "100.00", "0.00", "0.00", "0.00"]


# ------------------------------------------------------------------ meters and leaders


def points(*entries: tuple[str, int], limit: int) -> tuple[str, str, str]:
    meter = points_meter(fielded({"fighter": FIGHTER, "wrong": UNPRICED}, *entries, limit=limit))
    return meter.label, meter.used_width, meter.over_width


def test_the_meter_of_points() -> None:
    assert points(("fighter", 2), limit=100) == ("70 of 100 points, 30 left", "70.00", "")
    assert points(("fighter", 2), limit=70) == ("70 of 70 points", "100.00", "")
    assert points(("fighter", 4), limit=100) == ("140 of 100 points, 40 over", "71.43", "28.57")
    assert points(limit=0) == ("0 of 0 points", "0.00", "")
    assert points(("wrong", 1), limit=50)[0] == "No price yet, needs the price of Wrong"


def test_the_meter_of_models() -> None:
    assert models_meter(31, 30, Words()).label == "31 of 30 models, 1 over"
    assert models_meter(1, None, Words()).label == "1 model"
    assert models_meter(2, None, Words()).used_width == ""


def test_the_leader() -> None:
    known = {"fighter": FIGHTER, "captain": CAPTAIN}
    assert leader_names(fielded(known, ("fighter", 1), ("captain", 1))) == ["Captain, Command Die d8"]
    assert leader_names(fielded(known, ("captain", 2))) == ["2 × Captain, Command Die d8"]
    assert leader_names(fielded(known, ("fighter", 2), ("captain", 0))) == []
    assert leader_names(fielded(known, ("captain", 1), play=PlaySheet())) == []
