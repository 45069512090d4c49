"""Plans that make a force legal, by hand and against every part of a small force tried one by one."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from builder.points.advice.roster_plan import RosterPlan, plan_roster
from builder.points.appraisal.appraisal import appraise
from builder.points.document.document import Document, Roster, dump_document
from builder.services.patching import apply_json_patch
from tests.support.crimson_dusk import DUSK, dusk_document, model, vehicle
from tests.support.designs import Json, read_document
from tests.support.long_lists import lengthened

CAST = {
    "guard": model("assault-rifle", cost=7),
    "green": model("assault-rifle", quality="ir", cost=3),
    "crack": model("assault-rifle", quality="vt", cost=11),
    "boss": model("assault-rifle", specials=("personality",), cost=20),
    "truck": vehicle(cost=30),
}


def row(profile: str, count: int = 1, unit: str = "section", **more: object) -> Json:
    """A row of a roster."""
    return {"profile": profile, "count": count, "unit": unit, **more}


def force(*rows: Json, most: Mapping[str, int] | None = None) -> Document:
    """The cast with one roster of these rows, and so many of each profile at most."""
    whole = dusk_document(CAST, rosters=[{"name": "Friday", "limit": None, "entries": list(rows)}])
    limits = most or {}
    profiles = [{**one, "max": limits.get(one["key"])} for one in whole["profiles"]]
    return read_document({**whole, "profiles": profiles})


def after(made: Document, plan: RosterPlan) -> Roster:
    """The roster as the plan's change leaves it."""
    patch = [op.to_json() for op in plan.moved_below("/rosters/0").patch]
    return read_document(apply_json_patch(dump_document(made, DUSK), patch)).rosters[0]


def is_legal(made: Document, roster: Roster) -> bool:
    """Whether a roster of the list breaks no rule."""
    judged = appraise(replace(made, rosters=(roster,)), DUSK)
    return judged.is_legal(judged.rosters[0])


def legal_parts(made: Document) -> Iterator[tuple[int, int]]:
    """Every legal part of the roster: how many models go, and of how many points."""
    roster = made.rosters[0]
    prices = {p.key: p.points or 0 for p in appraise(made, DUSK).profiles}
    counts = [[member.count for member in entry.members()] for entry in roster.entries]
    for flat in product(*(range(count + 1) for each in counts for count in each)):
        numbers = iter(flat)
        rows = [[next(numbers) for _ in each] for each in counts]
        part = replace(roster, entries=entries_left(roster.entries, rows))
        if any(flat) and is_legal(made, part):
            left = part.counts()
            gone = {key: count - left[key] for key, count in roster.counts().items()}
            yield sum(gone.values()), sum(prices[key] * count for key, count in gone.items())


def test_sections_too_small_go_whole_and_the_others_stay() -> None:
    """A guard and two irregulars alone are no sections; of three bosses one may be."""
    made = force(
        row("guard", 4, attached=[{"profile": "boss", "count": 1}]),
        row("guard"),
        row("crack", 3, attached=[{"profile": "boss", "count": 2}]),
        row("green", 2),
        most={"boss": 1},
    )
    plan = plan_roster(made, 0, DUSK)
    assert plan is not None
    assert plan.removed == {"boss": 2, "guard": 1, "green": 2}
    assert (plan.models, plan.exact) == (8, True)
    assert [op.to_json() for op in plan.patch] == [
        {"op": "remove", "path": "/entries/3"},
        {"op": "remove", "path": "/entries/2/attached/0"},
        {"op": "remove", "path": "/entries/1"},
    ]
    assert is_legal(made, after(made, plan))


def test_of_a_mixed_section_those_go_that_ask_for_more() -> None:
    """Three veterans and an irregular are four, and an irregular asks for five."""
    plan = plan_roster(force(row("crack", 3, others=[{"profile": "green", "count": 1}])), 0, DUSK)
    assert plan is not None
    assert plan.removed == {"green": 1}


def test_of_a_long_section_a_vehicle_goes_alone() -> None:
    """Forty guards with a truck among them: too many to try every part of them."""
    plan = plan_roster(force(row("guard", 40, others=[{"profile": "truck", "count": 3}])), 0, DUSK)
    assert plan is not None
    assert (plan.removed, plan.exact) == ({"truck": 3}, False)


def test_where_taking_the_last_models_breaks_a_section_another_row_goes() -> None:
    """One veteran may be: without hers the irregulars are four and too few, so the veterans go instead."""
    mixed = row("green", 4, others=[{"profile": "crack", "count": 1}])
    made = force(row("crack", 3), mixed, most={"crack": 1})
    plan = plan_roster(made, 0, DUSK)
    assert plan is not None
    assert (plan.removed, plan.exact) == ({"crack": 3}, False)
    assert after(made, plan) == replace(made.rosters[0], entries=made.rosters[0].entries[1:])


def test_of_a_hundred_rows_only_the_small_sections_go(sample_values: Mapping[str, Json]) -> None:
    line = lengthened(sample_values["quarry-line"], 100)
    rows = [{"profile": one["key"], "count": 1, "unit": "section"} for one in line["profiles"]]
    made = read_document({**line, "rosters": [{**line["rosters"][0], "entries": rows}]})
    plan = plan_roster(made, 0, DUSK)
    assert plan is not None
    assert plan.models
    assert is_legal(made, after(made, plan))


KEYS = st.sampled_from(["guard", "green", "crack", "boss"])
MEMBERS = st.lists(KEYS.map(lambda key: {"profile": key, "count": 1}), max_size=1)
ROWS = st.builds(
    lambda key, count, others, attached: row(key, count, others=others, attached=attached),
    KEYS | st.just("truck"), st.integers(1, 4), MEMBERS, MEMBERS,
)  # fmt: skip


@given(st.lists(ROWS, min_size=1, max_size=2), st.dictionaries(KEYS, st.integers(0, 3), max_size=2))
def test_no_smaller_plan_exists_where_it_says_so(rows: list[Json], most: dict[str, int]) -> None:
    made = force(*rows, most=most)
    plan = plan_roster(made, 0, DUSK)
    if is_legal(made, made.rosters[0]):
        assert plan is None
        return
    best = min(legal_parts(made), default=None)
    assert (plan is None) == (best is None)
    if plan is not None:
        left = after(made, plan)
        assert is_legal(made, left)
        assert left.counts().total() == plan.models
        assert not plan.exact or (best is not None and sum(plan.removed.values()) == best[0])
