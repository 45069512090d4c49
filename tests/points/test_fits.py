"""What can be added to a roster, and what fills it, calculated by hand."""

import pytest

from builder.points.advice.capacity import Fill, Fit, RemainingCapacity, remaining_capacity
from builder.points.appraisal.appraisal import appraise
from builder.points.document.json_reader import MAX_NUMBER, MAX_VALUE
from tests.support.designs import (
    CATALOGUES,
    FURY,
    Json,
    appraise_json,
    design,
    document,
    picks,
    read_document,
)
from tests.support.roster_cases import PROFILES, RosterSpec, document_with_roster, fighter_with, roster_spec
from tests.support.zapp import ZAPP, of_kind, unit, zapp_document

CAPTAIN = ("captain", 1)  # 32 points, and the leader


def room(document: Json) -> RemainingCapacity:
    """Return what fits into the first roster of a document."""
    return remaining_capacity(read_document(document), 0, FURY)


def is_full(capacity: RemainingCapacity) -> bool:
    """Return whether nothing can be added, and the search is complete."""
    return capacity.exact and not capacity.fits and not capacity.fills


def most_of(fielded: RosterSpec) -> dict[str, int]:
    """Return the maximum number of each profile that fits."""
    return {fit.profile: fit.max_count for fit in room(document_with_roster(fielded)).fits}


def list_of(limit: int, *rows: tuple[str, int], **profiles: Json) -> Json:
    """Return a list of these profiles, with one roster."""
    entries = [{"profile": key, "count": count} for key, count in rows]
    return document(profiles, rosters=[{"name": "Friday", "limit": limit, "entries": entries}])


def warnings_of(document: Json) -> list[str]:
    """Return the messages of the first roster's warnings."""
    return [f.message for f in appraise_json(document).rosters[0].findings if f.level == "warning"]


def fills_of(document: Json) -> list[tuple[dict[str, int], int]]:
    """Return the fills, with the points left after each."""
    return [(dict(fill.entries), fill.points_left) for fill in room(document).fills]


FITS: list[tuple[str, RosterSpec, dict[str, int]]] = [
    # 32 + 3 × 132 = 428, 72 left: 2 × 32, 3 × 24, 5 × 13
    ("R-01", roster_spec(CAPTAIN, ("knight", 3)), {"plain": 2, "page": 3, "rabble": 5, "knight": 0}),
    # 500 of 500: only models that cost nothing, up to 20 models
    ("R-01", roster_spec(CAPTAIN, ("knight", 3), ("page", 3)), {"page": 0, "rabble": 0, "junk": 13}),
    # 560 of 500: nothing fits
    ("R-01", roster_spec(CAPTAIN, ("knight", 4)), {"rabble": 0, "junk": 15}),
    # a profile that costs more than the limit
    ("R-01", roster_spec(limit=190), {"giant": 0, "ogre": 0, "knight": 1}),
    # 32 + 18 × 13 = 266 and 19 models of 20
    ("R-02", roster_spec(CAPTAIN, ("rabble", 18)), {"rabble": 1, "plain": 1, "junk": 1}),
    ("R-02", roster_spec(CAPTAIN, ("rabble", 19)), {"rabble": 0, "plain": 0, "junk": 0}),
    ("R-02", roster_spec(CAPTAIN, ("rabble", 20)), {"rabble": 0, "junk": 0}),
    ("R-02", roster_spec(CAPTAIN, ("rabble", 20), limit=750), {"rabble": 9, "junk": 9}),
    ("R-02", roster_spec(), {"rabble": 20, "junk": 20}),
    ("R-04", roster_spec(("plain", 1)), {"captain": 1, "major": 1, "giant": 1}),
    ("R-04", roster_spec(CAPTAIN), {"captain": 0, "major": 0, "giant": 0}),
    ("R-04", roster_spec(CAPTAIN, ("major", 1)), {"captain": 0, "sprout": 0, "plain": 10}),
    ("R-05", roster_spec(CAPTAIN), {"flag": 1, "banner": 1}),
    ("R-05", roster_spec(CAPTAIN, ("flag", 1)), {"flag": 0, "banner": 0, "drum": 1}),
    ("R-05", roster_spec(CAPTAIN, ("flag", 2)), {"flag": 0, "banner": 0, "plain": 10}),
    ("R-06", roster_spec(CAPTAIN), {"drum": 1, "fife": 1}),
    ("R-06", roster_spec(CAPTAIN, ("fife", 1)), {"drum": 0, "fife": 0, "flag": 1}),
    ("R-07", roster_spec(CAPTAIN), {"cat": 0, "owl": 0, "toad": 0}),
    ("R-07", roster_spec(CAPTAIN, ("mage", 1)), {"cat": 1, "owl": 1, "toad": 1}),
    ("R-07", roster_spec(CAPTAIN, ("mage", 1), ("cat", 1)), {"cat": 0, "owl": 0, "toad": 0}),
    ("R-07", roster_spec(CAPTAIN, ("dabbler", 3)), {"cat": 0}),
    # two sorcerers: the named one has its familiar, the other can have a second that doesn't name the first
    ("R-07", roster_spec(CAPTAIN, ("mage", 1), ("witch", 1), ("owl", 1)), {"cat": 1, "owl": 0, "toad": 0}),
    # both owls name a master who isn't fielded: fielding him is a first step
    ("R-07", roster_spec(CAPTAIN, ("witch", 2), ("owl", 2)), {"mage": 2}),
    # the roster already has two familiars more than sorcerers: no further one fits
    ("R-07", roster_spec(CAPTAIN, ("cat", 2)), {"cat": 0, "owl": 0, "toad": 0}),
    ("R-08", roster_spec(CAPTAIN, plain=2, page=0, archer=99), {"plain": 2, "page": 0, "archer": 18}),
    ("R-08", roster_spec(CAPTAIN, ("plain", 1), ("plain", 1), plain=2), {"plain": 0}),
    ("R-08", roster_spec(CAPTAIN, ("plain", 3), plain=2), {"plain": 0, "page": 15}),
    ("R-12", roster_spec(CAPTAIN), {"caller": 0}),
    ("R-14", roster_spec(CAPTAIN), {"centaur": 0, "bear": 0, "fumbler": 0}),
]


@pytest.mark.parametrize(
    ("rule", "fielded", "values"), FITS, ids=[f"{n}-{row[0]}" for n, row in enumerate(FITS)]
)
def test_the_number_of_models_that_fit(rule: str, fielded: RosterSpec, values: dict[str, int]) -> None:
    """For each rule that an addition can break: just below and just above its limit."""
    limits = most_of(fielded)
    assert {key: limits.get(key, 0) for key in values} == values


def test_profiles_with_other_forms_in_the_list_fit() -> None:
    """R-12 and R-14 only exclude profiles whose other profile is missing. Warnings exclude none."""
    limits = most_of(roster_spec(CAPTAIN))
    for key in ("summoner", "polymorph", "rider", "wolf", "hound", "zombie", "kite", "stalker"):
        assert limits[key] >= 1


def test_existing_errors_do_not_prevent_a_fit() -> None:
    """An unlisted size of game, a removed profile, and another model whose rider is missing."""
    assert (
        most_of(roster_spec(CAPTAIN, limit=600))["plain"] == 14
    )  # in the game of 500, which plans would use
    assert most_of(roster_spec(CAPTAIN, ("gone", 3)))["plain"] == 14
    limits = most_of(roster_spec(CAPTAIN, ("centaur", 1)))
    assert limits["centaur"] >= 1
    assert "bear" not in limits


def test_a_profile_with_errors_fits_and_one_without_a_price_does_not() -> None:
    """A Team without Tds breaks rules of profiles. A model of Size 9 has no price."""
    company_list = list_of(500, blunder=fighter_with("team", tds=0), wrong=design(size=9))
    assert appraise_json(company_list).profile("blunder").errors
    assert [fit.profile for fit in room(company_list).fits] == ["blunder"]


def test_fits_are_in_list_order_with_their_points() -> None:
    """A price below 0 counts as 0."""
    company_list = list_of(100, junk=PROFILES["junk"], plain=design(), wrong=design(size=9))
    assert room(company_list).fits == (Fit("junk", 0, 4), Fit("plain", 32, 3))


def test_rows_have_a_maximum_number_of_models() -> None:
    """A row can have 9,999 models. An army of Zapp needs no limit."""
    document = zapp_document(
        {"line": {"figures": 24}, "other": {"figures": 24}},
        rosters=[{"name": "Friday", "limit": None, "entries": [{"profile": "line", "count": MAX_VALUE - 2}]}],
    )
    capacity = remaining_capacity(read_document(document), 0, CATALOGUES["zapp", "seed"])
    assert {fit.profile: fit.max_count for fit in capacity.fits} == {"line": 2, "other": MAX_VALUE}


# ------------------------------------------------------------------------------- fills


def test_the_fills_that_come_closest() -> None:
    """72 points left for Plain 32, Archer 25, Page 24 and Rabble 13; no second leader, no fourth Knight.

    72 is only 3 × 24; 71 is only 32 + 3 × 13; 70 is only 32 + 25 + 13.
    """
    keys = ("captain", "knight", "plain", "archer", "page", "rabble")
    company_list = list_of(500, CAPTAIN, ("knight", 3), **{key: PROFILES[key] for key in keys})
    capacity = room(company_list)
    assert capacity.fills == (
        Fill((("page", 3),), points=72, models=3, points_left=0),
        Fill((("plain", 1), ("rabble", 3)), points=71, models=4, points_left=1),
        Fill((("plain", 1), ("archer", 1), ("rabble", 1)), points=70, models=3, points_left=2),
    )
    assert capacity.exact


def test_of_fills_with_equal_points_fewer_models_come_first() -> None:
    """100 is 4 × 25, 2 × 50 and 50 + 2 × 25: two models, then three, then four."""
    fifty = fighter_with("fanatic", cow=11)
    assert appraise_json(document({"it": fifty})).profile("it").points == 25 + 25
    company_list = list_of(100, archer=PROFILES["archer"], lancer=fifty)
    assert fills_of(company_list) == [({"lancer": 2}, 0), ({"archer": 2, "lancer": 1}, 0), ({"archer": 4}, 0)]


def test_of_fills_with_equal_models_fewer_profiles_come_first() -> None:
    """Four of 25 points each."""
    archer = PROFILES["archer"]
    assert fills_of(list_of(100, ada=archer, bo=archer, cy=archer, di=archer)) == [
        ({"ada": 4}, 0),
        ({"bo": 4}, 0),
        ({"cy": 4}, 0),
    ]
    assert fills_of(list_of(100, ada=archer, bo=archer)) == [
        ({"ada": 4}, 0),
        ({"bo": 4}, 0),
        ({"ada": 3, "bo": 1}, 0),
    ]


def test_a_fill_adds_the_profiles_that_another_needs() -> None:
    """A familiar comes with its sorcerer, because it doesn't fit alone."""
    company_list = list_of(0, mage=PROFILES["mage"], cat=PROFILES["cat"])
    both = sum(profile.points or 0 for profile in appraise_json(company_list).profiles)
    capacity = room({**company_list, "rosters": [{**company_list["rosters"][0], "limit": both}]})
    assert capacity.fills[0] == Fill((("mage", 1), ("cat", 1)), points=both, models=2, points_left=0)
    assert [fit.profile for fit in capacity.fits] == ["mage"]


def test_a_fill_does_not_worsen_an_existing_warning() -> None:
    """Two generals are one too many (Zapp, R-01); 9 of 21 points are left, for another model of 6."""
    profiles = {"lord": of_kind("hero", general=True), "line": unit(24)}
    rosters = [{"name": "Friday", "limit": 21, "entries": [{"profile": "lord", "count": 2}]}]
    document = read_document(zapp_document(profiles, rosters=rosters))
    (warning,) = [f for f in appraise(document, ZAPP).rosters[0].findings if f.level == "warning"]
    assert warning.message.startswith("2 generals")
    fills = remaining_capacity(document, 0, ZAPP).fills
    assert fills
    for fill in fills:
        assert {key for key, _ in fill.entries} == {"line"}
        assert fill.warnings == ()


def test_a_fill_that_makes_an_existing_warning_smaller_has_no_warning() -> None:
    """18 models for 234 points are 8 above one for each 25 points (R-02); 19 for 434 are 1 above."""
    company_list = list_of(500, ("rabble", 18), rabble=PROFILES["rabble"], giant=PROFILES["giant"])
    company_list["profiles"][0]["max"] = 18
    assert warnings_of(company_list) == [
        "18 models for 234 points: if you count the points spent, not the size of the game, the limit is 10."
    ]
    assert room(company_list).fills == (Fill((("giant", 1),), points=200, models=1, points_left=66),)
    company_list["rosters"][0]["entries"].append({"profile": "giant", "count": 1})
    assert warnings_of(company_list) == [
        "19 models for 434 points: if you count the points spent, not the size of the game, the limit is 18."
    ]


def test_a_fill_that_makes_an_existing_warning_larger_has_that_warning() -> None:
    """Two more models of 13 points are 9 above, and no other fill exists."""
    company_list = list_of(500, ("rabble", 18), rabble=PROFILES["rabble"])
    warning = (
        "20 models for 260 points: if you count the points spent, not the size of the game, the limit is 11."
    )
    assert room(company_list).fills[0] == Fill(
        (("rabble", 2),), points=26, models=2, points_left=240, warnings=(warning,)
    )


def test_a_fill_has_only_one_of_profiles_that_exclude_each_other() -> None:
    """Eight Ensigns: the search never tries their combined cost, and the best fill is still certain."""
    capacity = room(list_of(500, **{f"e{mov}": fighter_with("ensign", mov=mov) for mov in range(1, 9)}))
    assert [fill.entries for fill in capacity.fills] == [(("e8", 1),), (("e7", 1),), (("e6", 1),)]
    assert capacity.exact


@pytest.mark.parametrize("limit", [0, 12])
def test_without_affordable_profiles_there_is_no_fill(limit: int) -> None:
    """Free models alone are no fill, and neither is nothing."""
    capacity = room(list_of(limit, junk=PROFILES["junk"], rabble=PROFILES["rabble"]))
    assert (capacity.fills, capacity.exact) == ((), True)


def test_a_roster_without_points_has_no_fills() -> None:
    """The remaining points are unknown. Profiles with a price still stay within the limit."""
    company_list = list_of(500, ("wrong", 1), ("knight", 3), wrong=design(size=9), knight=PROFILES["knight"])
    capacity = room(company_list)
    assert (capacity.fits, capacity.fills) == ((), ())  # 396 of 500: the next Knight would make it 528


def test_full_rosters_and_empty_lists_have_no_fits() -> None:
    """Nothing fits."""
    full = list_of(500, ("archer", 20), archer=PROFILES["archer"])
    assert is_full(room(full))
    assert room(list_of(500)) == RemainingCapacity((), (), exact=True, points_left=500)


def test_the_fits_of_a_second_roster() -> None:
    """Each is requested separately."""
    company_list = list_of(500, ("archer", 20), archer=PROFILES["archer"])
    company_list["rosters"].append(
        {"name": "Saturday", "limit": 500, "entries": [{"profile": "archer", "count": 19}]}
    )
    capacity = remaining_capacity(read_document(company_list), 1, FURY)
    assert capacity.fits == (Fit("archer", 25, 1),)
    assert [fill.entries for fill in capacity.fills] == [(("archer", 1),)]


# ------------------------------------------------------------------------------ extremes


def crowded_profiles(profiles: int) -> dict[str, Json]:
    """Return this number of profiles with many prices, some with rules of their own."""
    taken = ("ensign", "musician", "familiar", "scout")
    return {
        f"p{n}": design(
            mov=n % 9 + 1,
            fgt=n % 7 + 2,
            tds=n % 5 + 4,
            properties=[{"code": taken[n % 4]}],
            command_die="d6" if n % 3 == 0 else None,
        )
        for n in range(profiles)
    }


@pytest.mark.parametrize("limit", [4_000, MAX_NUMBER])
def test_the_largest_roster_has_fits(limit: int) -> None:
    """The fills are allowed, although the search may not find the best."""
    company_list = list_of(limit, **crowded_profiles(300))
    document_ = read_document(company_list)
    capacity = remaining_capacity(document_, 0, FURY)
    assert len(capacity.fits) > 100
    assert capacity.fills
    for fill in capacity.fills:
        rows = [{"profile": key, "count": count} for key, count in fill.entries]
        filled = appraise_json(
            {**company_list, "rosters": [{"name": "", "limit": limit, "entries": rows}]}
        ).rosters[0]
        before = appraise(document_, FURY).rosters[0]
        assert filled.points == fill.points == 1000 - fill.points_left  # no game is larger
        assert filled.models == fill.models
        listed = {(f.code, f.where) for f in before.findings if f.level == "error"}
        assert {(f.code, f.where) for f in filled.findings if f.level == "error"} <= listed


def test_a_roster_far_over_its_limit_has_no_fits() -> None:
    """9,999 of each of 300 profiles: nothing fits, and no search is made."""
    rows = [(f"p{n}", MAX_VALUE) for n in range(300)]
    assert is_full(room(list_of(1000, *rows, **crowded_profiles(300))))


# ------------------------------------------------------------------------- what does not fit


STOPS: list[tuple[str, str, RosterSpec]] = [
    ("knight", "", roster_spec(CAPTAIN, ("knight", 3))),  # 72 points left, and it costs 132
    ("plain", "", roster_spec(("knight", 4))),  # 28 points above the limit
    ("major", "R-04", roster_spec(CAPTAIN)),
    ("major", "R-04", roster_spec(CAPTAIN, ("knight", 3))),  # also too expensive: reports the narrower rule
    ("banner", "R-05", roster_spec(CAPTAIN, ("flag", 1))),
    ("fife", "R-06", roster_spec(CAPTAIN, ("drum", 1))),
    ("cat", "R-07", roster_spec(CAPTAIN)),
    ("owl", "R-07", roster_spec(CAPTAIN, ("witch", 2), ("owl", 1))),  # one of a Mage who isn't fielded
    ("junk", "R-02", roster_spec(CAPTAIN, ("rabble", 19))),
    ("centaur", "R-14", roster_spec(CAPTAIN)),
]


@pytest.mark.parametrize(("key", "rule", "fielded"), STOPS)
def test_profiles_that_do_not_fit_name_the_rule(key: str, rule: str, fielded: RosterSpec) -> None:
    capacity = room(document_with_roster(fielded))
    assert capacity.blocking_rules[key] == rule
    assert key not in {fit.profile for fit in capacity.fits}


def test_every_priced_profile_fits_or_names_a_rule() -> None:
    document = document_with_roster(roster_spec(CAPTAIN, ("knight", 1)))
    capacity = room(document)
    fits = {fit.profile for fit in capacity.fits}
    priced = {
        profile.key
        for profile in appraise(read_document(document), FURY).profiles
        if profile.points is not None
    }
    assert not fits & capacity.blocking_rules.keys()
    assert fits | capacity.blocking_rules.keys() == priced


def test_a_free_sorcerer_makes_familiars_fit() -> None:
    """His price below 0 counts as 0, so no fill contains him or the familiars that need him."""
    weak = picks("dim-witted", "clumsy", "wind-dependent", "creature-of-darkness")
    free = design(size=1, mov=1, fgt=0, tds=11, cow=11, mgc=1, magic="low", properties=weak)
    capacity = room(list_of(500, hedge=free, cat=fighter_with("familiar")))
    assert next(fit.points_each for fit in capacity.fits if fit.profile == "hedge") == 0
    assert (capacity.fills, capacity.exact) == ((), False)
    assert room(list_of(500, cat=fighter_with("familiar"))).exact
