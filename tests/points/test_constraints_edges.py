"""Rules from catalogue data in cases that no bundled catalogue has."""

import pytest

from builder.points.advice.capacity import remaining_capacity
from builder.points.pricing.system import System
from builder.points.systems import SYSTEMS
from tests.support.designs import Json
from tests.support.tin_soldiers import TIN, document
from tests.support.tin_variants import appraise_band, changed_catalogue, finding_messages, read_with

MANY_ARMS = ('default = ["stick"]\n', "many = true\nmost = 2\nmost_rule = 'T-05'\n")
DRUM_PAGE = 'summary = "Keeps step."'


@pytest.fixture(autouse=True)
def tin_soldiers(monkeypatch: pytest.MonkeyPatch) -> None:
    """The made-up game, with only the rules of its tables."""
    monkeypatch.setitem(SYSTEMS, TIN.system, System())


def arms(*properties: str) -> Json:
    """Return a band with one weapon."""
    return {"body": {"pace": 1}, "kit": {"arms": {"length": 1, "properties": list(properties)}}}


# ------------------------------------------------------------------ attributes


@pytest.mark.parametrize(("low", "high", "words"), [
    (1, 4, "Pc 3 has no price: take 1, 2 or 4."),
    (2, 3, "Pc 3 has no price: take 2."),
    (5, 9, "Pc 3 has no price."),
])  # fmt: skip
def test_an_unpriced_number_names_the_priced_steps(low: int, high: int, words: str) -> None:
    """The finding names the steps that the form offers, if there are any."""
    offered = 'summary = "Inches in a move: 1, 2 or 4."\nlow = '
    catalogue = changed_catalogue((f"{offered}1\nhigh = 4", f"{offered}{low}\nhigh = {high}"))
    assert finding_messages(catalogue, {"body": {"pace": 3}}) == [("T-02", "body.pace", words)]


def test_an_unpriced_choice_names_the_priced_choices() -> None:
    """Values that are only parsed aren't named."""
    words = "Paint gold cannot be bought: take Bare, Plain, Gloss or none."
    assert finding_messages(TIN, {"body": {"pace": 1}, "paint": "gold"}) == [("T-03", "paint", words)]


# ------------------------------------------------------------------ weapons


@pytest.mark.parametrize(("most_message", "words"), [
    ("", "3 of the arms, at most 2: remove 1."),
    ("most_message = 'They carry {count}, not {most}.'\n", "They carry 3, not 2."),
])  # fmt: skip
def test_too_many_weapons_are_reported_with_the_words_of_the_slot(most_message: str, words: str) -> None:
    """If the slot has such words."""
    old, new = MANY_ARMS
    catalogue = changed_catalogue((old, new + most_message))
    created = {"body": {"pace": 1}, "kit": {"arms": [{"length": 1}] * 3}}
    assert finding_messages(catalogue, created) == [("T-05", "kit.arms", words)]


def test_only_repeated_weapon_properties_are_named() -> None:
    """If it is picked only once, there is no finding."""
    words = "stick appears 2 times on one weapon: remove 1."
    assert finding_messages(TIN, arms("stick", "spike", "stick")) == [("T-04", "kit.arms", words)]


def test_a_weapon_property_can_be_repeated_if_no_rule_forbids_it() -> None:
    """Each pick has its price."""
    catalogue = changed_catalogue(
        ('family_rules = { "" = "T-04", point = "T-04" }', 'family_rules = { point = "T-04" }')
    )
    profile = appraise_band(catalogue, arms("spike", "spike"))
    assert profile.findings == ()
    assert [line.points for line in profile.lines if line.code == "spike"] == [3, 3]


# ------------------------------------------------------------------ picks


def test_a_rule_of_a_repeated_property_is_reported_once() -> None:
    """At the first place."""
    rule = 'constraints = [{ rule = "T-08", level = "note", kind = "flag", page = 7, message = "{name}!" }]'
    catalogue = changed_catalogue((DRUM_PAGE, f"{DRUM_PAGE}\nrepeatable = true\n{rule}"))
    created = {
        "body": {"pace": 1},
        "drills": [{"code": "march", "columns": 1, "rows": 1}, *[{"code": "drum"}] * 3],
    }
    assert finding_messages(catalogue, created) == [("T-08", "drills[1]", "Drum!")]


@pytest.mark.parametrize(("columns", "rows", "place", "words"), [
    (5, 1, "columns", "“Columns” must be 1 to 4, not 5."),
    (1, 0, "rows", "“Rows” must be at least 1, not 0."),
])  # fmt: skip
def test_a_number_out_of_range_names_the_range(columns: int, rows: int, place: str, words: str) -> None:
    """The upper limit can be open."""
    created = {"body": {"pace": 1}, "drills": [{"code": "march", "columns": columns, "rows": rows}]}
    assert finding_messages(TIN, created) == [("T-08", f"drills[0].{place}", f"March: {words}")]


def test_a_table_limits_only_the_parameter_that_it_prices() -> None:
    """Other parameters have their own limits."""
    times = '{ code = "times", name = "Times", kind = "number", low = 1, high = 9, rule = "T-08" },'
    metal = '{ code = "metal", name = "Metal", kind = "choice"'
    catalogue = changed_catalogue((metal, f"{times}\n  {metal}"))
    created = {"body": {"pace": 1}, "drills": [{"code": "cast", "metal": "soft", "times": 9}]}
    assert finding_messages(catalogue, created) == []


# ------------------------------------------------------------------ rosters


@pytest.mark.parametrize(
    ("level", "limit", "stop"), [("error", 1, "T-06"), ("warning", 4, ""), ("note", 4, "")]
)
def test_only_rules_of_level_error_limit_the_models_that_fit(level: str, limit: int, stop: str) -> None:
    """Bands of 1 + 5 with a drum: four fit into 25 pennies. The rule about drums allows fewer, but is no
    error.
    """
    rule = (
        f'constraints = [{{ rule = "T-06", level = "{level}", kind = "roster_max", page = 7, count = 1,'
        ' message = "More than one drum." }]'
    )
    catalogue = changed_catalogue((DRUM_PAGE, f"{DRUM_PAGE}\n{rule}"))
    band: Json = {"body": {"pace": 1}, "drills": [{"code": "drum"}]}
    empty = {"name": "Friday", "limit": 25, "entries": []}
    spent = {"name": "Sunday", "limit": 6, "entries": [{"profile": "own", "count": 1}]}
    list_document = read_with(catalogue, document({"own": band}, rosters=[empty, spent]))
    assert [(fit.profile, fit.max_count) for fit in remaining_capacity(list_document, 0, catalogue).fits] == [
        ("own", limit)
    ]
    assert remaining_capacity(list_document, 1, catalogue).blocking_rules == {"own": stop}
