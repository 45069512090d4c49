"""Points and findings of rosters, for any models in any rows."""

from collections import Counter
from math import ceil
from random import Random

from hypothesis import example, given
from hypothesis import strategies as st

from builder.points.rules.results import RosterAppraisal
from tests.points.independent_prices import PricedCompany
from tests.support.designs import FURY, Json, appraise_json, document
from tests.support.roster_cases import (
    PROFILES,
    RULE_PAGES,
    appraise_roster,
    document_with_roster,
    roster_spec,
)
from tests.support.strategies import MISSING_KEY, documents

VERDICTS = {rule.code: rule.verdict for rule in FURY.rules}
MANY = documents(FURY)


def findings_of(roster: RosterAppraisal) -> set[tuple[str, str, str, int]]:
    """Return all findings without their places."""
    return {(f.level, f.code, f.message, f.page) for f in roster.findings}


def codes(roster: RosterAppraisal, *levels: str) -> list[str]:
    """Return the rules with findings at these levels, each once, in order."""
    return sorted({f.code for f in roster.findings if f.level in levels})


def with_rows(drawn: Json, rows: list[Json]) -> Json:
    """Return the drawn list whose roster has these entries."""
    return {**drawn, "rosters": [{**drawn["rosters"][0], "entries": rows}]}


@st.composite
def roster_documents(draw: st.DrawFn) -> Json:
    """Return a roster of profiles from the rule cases, some with a Max, for a game of any size."""
    keys = st.sampled_from([*PROFILES, MISSING_KEY])
    rows = draw(st.lists(st.tuples(keys, st.integers(0, 4)), max_size=8))
    drawn_limit = draw(st.dictionaries(st.sampled_from(list(PROFILES)), st.integers(0, 4), max_size=6))
    return document_with_roster(
        roster_spec(*rows, limit=draw(st.sampled_from([0, 100, 500, 600, 750, 1000])), **drawn_limit)
    )


ANY = st.one_of(MANY, roster_documents())


def test_a_roster_of_an_empty_list() -> None:
    """No points and no models. A row has no profile."""
    rows = [{"profile": "gone", "count": 2}]
    rosters = [{"name": "", "limit": 500, "entries": created} for created in ([], rows)]
    empty, lost = appraise_json(document({}, rosters=rosters)).rosters
    assert (empty.points, empty.models, empty.entries) == (0, 0, ())
    assert (lost.points, lost.models) == (0, 0)
    assert [(e.profile, e.count, e.each, e.points) for e in lost.entries] == [("gone", 2, None, None)]
    assert [(f.code, f.where) for f in empty.findings] == [("R-02", "entries")]
    assert [(f.code, f.where) for f in lost.findings] == [("R-02", "entries"), ("R-20", "entries[0]")]


def test_a_profile_without_a_price_leaves_the_roster_without_one() -> None:
    """Its models count, and the others' points, which a price below 0 doesn't lower. A count of 0 does no
    harm.
    """
    roster = appraise_roster(roster_spec("2 wrong, 2 captain, 60 plain"))
    assert (roster.points, roster.models) == (None, 64)
    assert [(e.each, e.points) for e in roster.entries] == [(None, None), (32, 64), (32, 1920)]
    assert codes(roster, "error", "warning", "note") == ["R-01", "R-02", "R-04"]
    result = next(f.message for f in roster.findings if f.code == "R-01")
    assert result.startswith("1984+ points, 1484+ over the 500 of this game: save at least 1484.")
    assert codes(appraise_roster(roster_spec("2 wrong, captain")), "error", "warning", "note") == []
    assert appraise_roster(roster_spec("0 wrong, captain")).points == 32


def test_a_removed_profile_adds_neither_points_nor_models() -> None:
    """Only R-20 reports it, whatever its count is."""
    roster = appraise_roster(roster_spec("captain, 300 gone, plain"))
    assert (roster.points, roster.models) == (64, 2)
    assert [(f.level, f.code, f.where) for f in roster.findings] == [
        ("error", "R-20", "entries[1]"),
        ("note", "R-03", "entries"),
    ]


def test_a_row_with_count_0_is_ignored() -> None:
    """Whatever its profile is."""
    rows = [(key, 0) for key in (*PROFILES, MISSING_KEY)]
    bare, padded = (
        appraise_roster(roster_spec("captain, plain")),
        appraise_roster(roster_spec(*rows, "captain, plain")),
    )
    assert (padded.points, padded.models, padded.findings) == (bare.points, bare.models, bare.findings)


def test_errors_of_a_profile_are_reported_on_the_profile() -> None:
    """The profile counts with its price. The roster doesn't repeat its findings."""
    list_document = document_with_roster(roster_spec("captain, 2 blunder"))
    appraisal = appraise_json(list_document)
    assert {"P-62", "P-63", "P-75"} <= {f.code for f in appraisal.profile("blunder").findings}
    (roster,) = appraisal.rosters
    # 24 for Mov, Fgt and Cow, 20 for Dismount, nothing for Team
    assert (roster.points, roster.models) == (32 + 2 * 44, 3)
    assert codes(roster, "error", "warning") == []


def test_a_company_without_a_leader_is_legal() -> None:
    """It rolls a d4. Undead can't lose what they don't have."""
    roster = appraise_roster(roster_spec("9 zombie"))
    assert codes(roster, "error", "warning") == []
    assert codes(roster, "note") == ["R-03", "R-04", "R-10"]


def test_rosters_of_a_list_are_independent() -> None:
    """Leaders and limits of one roster don't count in another."""
    legal = document_with_roster(roster_spec("captain, plain", plain=1))
    over = document_with_roster(roster_spec("captain, 2 plain", plain=1))
    both = appraise_json(
        {**legal, "rosters": [*legal["rosters"], *over["rosters"], *legal["rosters"]]}
    ).rosters
    assert [codes(roster, "error") for roster in both] == [[], ["R-08"], []]


@given(ANY, st.randoms(use_true_random=False))
def test_the_order_and_the_number_of_rows_do_not_matter(drawn: Json, chance: Random) -> None:
    """With the rows in another order, or a row for each model, the findings are the same at other places."""
    rows = drawn["rosters"][0]["entries"]
    single = [{**row, "count": 1} for row in rows for _ in range(row["count"])]
    (before,) = appraise_json(drawn).rosters
    for others in (chance.sample(rows, len(rows)), single):
        (after,) = appraise_json(with_rows(drawn, others)).rosters
        assert (after.points, after.models) == (before.points, before.models)
        assert findings_of(after) == findings_of(before)


@given(ANY)
def test_the_total_of_a_roster_is_the_sum_of_its_rows(drawn: Json) -> None:
    """Each model has the independently calculated price, at least 0. Missing profiles don't count."""
    priced = PricedCompany(drawn)
    known = {profile["key"] for profile in drawn["profiles"]}
    rows = [r for r in drawn["rosters"][0]["entries"] if r["count"] and r["profile"] in known]
    prices = [(priced.points(row["profile"]), row["count"]) for row in rows]
    (roster,) = appraise_json(drawn).rosters
    assert roster.models == sum(count for _, count in prices)
    if any(price is None for price, _ in prices):
        assert roster.points is None
    else:
        assert roster.points == sum(max(0, price or 0) * count for price, count in prices)


@example(document({}, rosters=[{"name": "", "limit": 0, "entries": []}]))
@given(ANY)
def test_findings_are_well_formed(drawn: Json) -> None:
    """Each has a rule, a level of its verdict, a page, a place in the roster, and occurs once, in order."""
    (roster,) = appraise_json(drawn).rosters
    ranks = {"error": 0, "warning": 1, "note": 2}
    order = [(ranks[f.level], f.code, f.where) for f in roster.findings]
    assert order == sorted(order)
    places = {"entries", "limit", *(f"entries[{n}]" for n in range(len(roster.entries)))}
    for finding in roster.findings:
        assert finding.level in VERDICTS[finding.code]
        assert finding.page in RULE_PAGES[finding.code]
        assert finding.where in places
        assert finding.message.endswith(".")
        assert "{" not in finding.message
    assert max(Counter(roster.findings).values(), default=1) == 1


def number(priced: PricedCompany, rows: list[Json], code: str) -> int:
    """Return how many models in these rows have a property."""
    designs = priced.designs
    return sum(
        r["count"] for r in rows if code in {p["code"] for p in designs[r["profile"]].get("properties") or []}
    )


@given(ANY)
def test_the_independent_check_of_errors_agrees(drawn: Json) -> None:
    """R-01 to R-08 and R-20, checked from their wording, have findings in exactly the same cases."""
    calculated, roster = PricedCompany(drawn), drawn["rosters"][0]
    maximum = {profile["key"]: profile.get("max") for profile in drawn["profiles"]}
    fielded = [r for r in roster["entries"] if r["count"]]
    rows = [r for r in fielded if r["profile"] in maximum]
    copies: Counter[str] = Counter()
    for row in rows:
        copies[row["profile"]] += row["count"]
    prices = {key: calculated.points(key) for key in copies}
    spent = sum(max(0, prices[key] or 0) * count for key, count in copies.items())
    designs = calculated.designs
    leaders = sum(count for key, count in copies.items() if designs[key].get("command_die"))
    mages = sum(count for key, count in copies.items() if (designs[key].get("attributes") or {}).get("mgc"))
    limit, models = roster["limit"], copies.total()
    expected = {
        "R-01": limit not in (500, 750, 1000) or spent > limit,
        "R-02": not 1 <= models <= ceil(limit / 25),
        "R-04": leaders > 1,
        "R-05": number(calculated, rows, "ensign") > 1,
        "R-06": number(calculated, rows, "musician") > 1,
        "R-08": any((m := maximum[key]) is not None and count > m for key, count in copies.items()),
        "R-20": len(rows) < len(fielded),
    }
    result = {f.code for f in appraise_json(drawn).rosters[0].findings if f.level == "error"}
    assert result - {"R-07", "R-12", "R-14"} == {code for code, broken in expected.items() if broken}
    if number(calculated, rows, "familiar") > mages:
        assert "R-07" in result
