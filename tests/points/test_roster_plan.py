"""The plan that makes a roster legal, by hand and against every smaller roster tried one by one."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from builder.points.advice.roster_plan import RosterPlan, plan_roster
from builder.points.appraisal.appraisal import appraise
from builder.points.document.document import Document, Roster, RosterEntry
from tests.support.designs import FURY, Json, design, document, read_document
from tests.support.roster_cases import PROFILES, RosterSpec, document_with_roster, fighter_with, roster_spec

CAPTAIN = ("captain", 1)  # 32 points, and the leader


def plan_of(whole: Json) -> RosterPlan | None:
    """The plan for the first roster of a document."""
    return plan_roster(read_document(whole), 0, FURY)


def removed(fielded: RosterSpec) -> dict[str, int] | None:
    """What the plan for a roster of the cast removes."""
    plan = plan_of(document_with_roster(fielded))
    return None if plan is None else dict(plan.removed)


def test_a_roster_broken_in_six_ways_becomes_legal_at_once() -> None:
    """Two leaders, two ensigns, three of a Max 1, an illegal profile, a lost one, and too many points.

    One captain, one flag, two archers, the model of Size 9 and the lost one go in any case. Then
    32 + 72 + 25 + 4 × 132 = 657 are left, 157 too many: no one model costs as much, and of two models a
    knight and the last archer cost the least that does, 132 + 25.
    """
    profiles = {key: PROFILES[key] for key in ("captain", "flag", "archer", "knight")}
    whole = document({**profiles, "wrong": design(size=9)})
    whole["profiles"] = [{**row, "max": 1 if row["key"] == "archer" else None} for row in whole["profiles"]]
    rows = [("captain", 2), ("flag", 2), ("archer", 3), ("knight", 4), ("wrong", 1), ("gone", 1)]
    entries = [{"profile": key, "count": count} for key, count in rows]
    whole["rosters"] = [{"name": "Friday", "limit": 500, "entries": entries}]
    each = {p.key: p.points for p in appraise(read_document(whole), FURY).profiles}
    assert each == {"captain": 32, "flag": 72, "archer": 25, "knight": 132, "wrong": None}
    plan = plan_of(whole)
    assert plan is not None
    assert plan.removed == {"captain": 1, "flag": 1, "archer": 3, "knight": 1, "wrong": 1, "gone": 1}
    assert (plan.limit, plan.points, plan.models, plan.exact) == (500, 500, 5, True)


def test_a_legal_roster_needs_no_plan() -> None:
    assert removed(roster_spec(CAPTAIN, ("knight", 3))) is None


def test_where_no_model_can_stay_there_is_no_plan() -> None:
    whole = document({"wrong": design(size=9)}, rosters=[])
    whole["rosters"] = [{"name": "Friday", "limit": 500, "entries": [{"profile": "wrong", "count": 2}]}]
    assert plan_of(whole) is None
    assert removed(roster_spec()) is None


def test_a_game_of_no_agreed_size_becomes_one_that_needs_the_least() -> None:
    """32 + 4 × 132 = 560 in a game of 600: all of it fits into 750."""
    whole = document_with_roster(roster_spec(CAPTAIN, ("knight", 4), limit=600))
    plan = plan_of(whole)
    assert plan is not None
    assert (dict(plan.removed), plan.limit, plan.points) == ({}, 750, 560)
    assert [op.to_json() for op in plan.patch] == [{"op": "replace", "path": "/limit", "value": 750}]


def test_of_several_rows_of_a_profile_the_last_go_first() -> None:
    """3 + 2 captains: the second row goes whole, and the first keeps one."""
    plan = plan_of(document_with_roster(roster_spec(("captain", 3), ("plain", 1), ("captain", 2))))
    assert plan is not None
    assert [op.to_json() for op in plan.patch] == [
        {"op": "remove", "path": "/entries/2"},
        {"op": "replace", "path": "/entries/0/count", "value": 1},
    ]


def test_where_all_cannot_be_tried_it_says_so_and_ends_legal() -> None:
    """Sixty kinds of nine models each, of all prices, in a game of 500."""
    profiles = {
        f"p{n}": fighter_with(*(["scout"] if n % 2 else []), mov=n % 12, cow=1 + n % 11) for n in range(60)
    }
    whole = document(profiles)
    entries = [{"profile": key, "count": 9} for key in profiles]
    whole["rosters"] = [{"name": "Friday", "limit": 500, "entries": entries}]
    plan = plan_of(whole)
    assert plan is not None
    assert not plan.exact
    assert plan.points is not None
    assert 400 < plan.points <= 500
    assert plan.models <= 20


# ------------------------------------------------------------------ every smaller roster

CAST = (
    "captain", "sprout", "plain", "archer", "page", "rabble", "flag", "banner", "drum", "mage", "adept",
    "cat", "owl", "toad", "caller", "centaur", "rider", "junk", "knight",
)  # fmt: skip


@st.composite
def small_lists(draw: st.DrawFn) -> Json:
    """Up to five profiles, some with an own limit, and a roster so small that all can be tried."""
    keys = draw(st.lists(st.sampled_from(CAST), min_size=1, max_size=5, unique=True))
    rows = draw(st.lists(st.tuples(st.sampled_from([*keys, "gone"]), st.integers(0, 3)), max_size=4))
    limit = draw(st.sampled_from([60, 125, 190, 333, 500, 500, 750]))
    whole = document({key: PROFILES[key] for key in keys})
    most = draw(st.dictionaries(st.sampled_from(keys), st.integers(0, 3), max_size=2))
    whole["profiles"] = [{**row, "max": most.get(row["key"])} for row in whole["profiles"]]
    entries = [{"profile": key, "count": count} for key, count in rows]
    return {**whole, "rosters": [{"name": "Friday", "limit": limit, "entries": entries}]}


def smaller_rosters(made: Document) -> Iterator[tuple[tuple[int, int, int], Roster]]:
    """Every legal part of a roster, in each game it may be played in, with its rank: the least is best."""
    roster = made.rosters[0]
    wrong_game = any(
        f.where == "limit" for f in appraise(made, FURY).rosters[0].findings if f.level == "error"
    )
    counts = roster.counts()
    game = roster.limit or 0
    for limit in (500, 750, 1000) if wrong_game else (game,):
        for kept in product(*(range(count + 1) for count in counts.values())):
            rows = zip(counts, kept, strict=True)
            entries = tuple(RosterEntry(profile=key, count=count) for key, count in rows if count)
            part = replace(roster, limit=limit, entries=entries)
            judged = appraise(replace(made, rosters=(part,)), FURY)
            if entries and judged.is_legal(judged.rosters[0]):
                gone = counts.total() - sum(kept)
                yield (gone, abs(limit - game), -(judged.rosters[0].points or 0)), part


@given(small_lists())
def test_no_smaller_plan_exists(drawn: Json) -> None:
    """The plan removes as few models as the best part of the roster does, and keeps as many points."""
    made = read_document(drawn)
    now = appraise(made, FURY)
    plan = plan_roster(made, 0, FURY, now)
    if now.is_legal(now.rosters[0]):
        assert plan is None
        return
    best = min((rank for rank, _ in smaller_rosters(made)), default=None)
    limit = made.rosters[0].limit or 0
    found = plan and (sum(plan.removed.values()), abs((plan.limit or 0) - limit), -(plan.points or 0))
    assert found == best
    assert plan is None or plan.exact
