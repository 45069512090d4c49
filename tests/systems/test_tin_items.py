"""What a profile has, by the made-up game: what comes with a pick, numbers of its own, values that bound."""

from collections.abc import Iterator

import pytest

from builder.catalogue.parsing import CatalogueError
from builder.catalogue.play import profile_sheet
from builder.points.advice.profile_fixes import appraise_with_fixes
from builder.points.appraisal.appraisal import appraise
from builder.points.document.design import Pick
from builder.points.document.items import items_of
from builder.points.pricing.item_numbers import item_numbers
from builder.points.pricing.pricing import PricedList
from builder.points.pricing.profile_context import ProfileContext
from builder.points.pricing.system import ColumnLines, System
from builder.points.rules.catalogue import Property
from builder.points.rules.catalogue_index import ONE, index_of
from builder.points.rules.results import Line, from_json, to_json
from builder.points.sheets.items import worked_out_items
from builder.web.shared.presentation import value_sums
from tests.support.designs import Json
from tests.support.tin_soldiers import TIN, document, judge_one
from tests.support.tin_variants import appraise_band, changed_catalogue, finding_messages, read_with

pytestmark = pytest.mark.usefixtures("tin_soldiers")

DRILLS = 'code = "drill"\nname = "Drills"\npage = 7\nreceipt = "drills"'
BEATS = f'{DRILLS}\ncolumns = [{{ code = "beats", label = "Beats", name = "Beats", signed = true }}]'
DRUM = 'code = "drum"\nname = "Drum"'
LOUD = 'stats = { beats = "3" }\nincludes = { coat = ["{cloth}"], drill = ["march"] }\n'
CLOTH = (
    'parameters = [{ code = "cloth", name = "Cloth", kind = "choice", default = "wool", options = ['
    '{ code = "wool", name = "Wool" }, { code = "silk", name = "Silk" }] }]\n'
)
LOUDER = changed_catalogue((DRILLS, BEATS), (DRUM, f"{LOUD}{CLOTH}{DRUM}"))


def drummed(**given: str) -> Json:
    """A band with a drum."""
    return {"body": {"pace": 1}, "drills": [{"code": "drum", **given}]}


def beats(context: ProfileContext, entry: Property, pick: Pick | None) -> Iterator[ColumnLines]:
    """One less for each inch of Pace, where something was picked."""
    yield "beats", [] if pick is None else [Line("pace", "Pace", -1, ONE, -1, 3, "", "", "")]


def test_included_entries_are_shown_next_to_their_pick() -> None:
    """By a parameter too; one that names no entry brings nothing."""

    def had(**given: str) -> list[tuple[str, str, bool]]:
        design = read_with(LOUDER, document({"own": drummed(**given)})).profiles[0].design
        items = items_of(index_of(LOUDER).for_kind({}), design)
        return [(item.where, item.entry.code, item.pick is None) for item in items]

    assert had() == [("drills[0]", "drum", False), ("drills[0]", "wool", True), ("drills[0]", "march", True)]
    assert had(cloth="silk") == [("drills[0]", "drum", False), ("drills[0]", "march", True)]
    assert appraise_band(LOUDER, drummed()).value("load") == appraise_band(TIN, drummed()).value("load")


def test_numbers_of_items_are_calculated_and_explained() -> None:
    """What is printed, then what the module adds; it stands in the JSON and comes back."""
    list_document = read_with(LOUDER, document({"own": drummed()}))
    index, design = index_of(LOUDER).for_kind({}), list_document.profiles[0].design
    context = ProfileContext(index, "own", design, (), PricedList.of_profiles(list_document.profiles, {}, {}))
    numbers = item_numbers(context, System(item_numbers={"drill": beats}))
    assert [(item.entry, item.column, item.number) for item in numbers] == [("drum", "beats", 2)]
    appraisal = appraise(list_document, LOUDER)
    profile = appraisal.profiles[0]._replace(items=numbers)
    shown = profile_sheet(LOUDER, list_document.profiles[0], profile).traits[-1].items[0]
    assert (shown.text, shown.numbers) == ("Drum (+2)", "Beats +2 (3 − 1)")
    again = from_json(to_json(appraisal._replace(profiles=(profile,)))).profiles[0]
    assert again.items == numbers


SILK: Json = drummed(cloth="silk")
TWICE: Json = {"body": {"pace": 1}, "drills": [{"code": "drum"}, {"code": "drum"}]}
# A rule of the drum, which brings a march and by its cloth wool: does it speak if it sees that, and if not?
SEEN: list[tuple[str, Json, bool, bool]] = [
    ('kind = "excludes", any = ["march"]', drummed(), True, False),
    ('kind = "excludes", any = ["wool"]', drummed(), True, False),
    ('kind = "excludes", any = ["wool"]', SILK, False, False),
    ('kind = "excludes", any = ["drum"]', TWICE, True, True),
    ('kind = "excludes", any = ["drum"]', drummed(), False, True),
    ('kind = "requires", any = ["wool"]', drummed(), False, True),
    ('kind = "requires", any = ["wool"]', SILK, True, True),
    ('kind = "flag", when = ["march"]', drummed(), True, False),
    ('kind = "flag", unless = ["wool"]', drummed(), False, True),
    ('kind = "flag", unless = ["wool"]', SILK, True, True),
    ('kind = "needs_slot", slot = "coat"', drummed(), False, True),
    ('kind = "needs_slot", slot = "coat"', SILK, True, True),
    ('kind = "forbids_slot", slot = "coat"', drummed(), True, False),
    ('kind = "forbids_slot", slot = "coat"', SILK, False, False),
    ('kind = "forbids_on", slot = "arms", any = ["spike"]', drummed(), True, False),
    ('kind = "forbids_on", slot = "arms", any = ["hook"]', drummed(), False, False),
]


@pytest.mark.parametrize(("rule", "design", "speaks", "speaks_of_picks"), SEEN)
def test_rules_can_use_included_entries(rule: str, design: Json, speaks: bool, speaks_of_picks: bool) -> None:
    """Where it says so; else it looks at what was picked."""
    armed = LOUD.replace("coat =", 'arms = ["spike"], coat =')
    for word, expected in ((", included = true", speaks), ("", speaks_of_picks)):
        text = f'rule = "T-07", level = "error", page = 7, message = "Too loud.", {rule}{word}'
        catalogue = changed_catalogue(
            (DRILLS, BEATS), (DRUM, f"{armed}{CLOTH}constraints = [{{ {text} }}]\n{DRUM}")
        )
        assert ("T-07" in [code for code, _, _ in finding_messages(catalogue, design)]) == expected, word


def test_rosters_can_count_included_entries() -> None:
    """Two drummers bring two marches, of which one is allowed."""
    rule = 'rule = "T-07", level = "error", page = 7, kind = "roster_max", count = 1, message = "{value}."'
    march = 'code = "march"\nname = "March"\ngroup = "drill"'
    roster = {"name": "Box", "limit": None, "entries": [{"profile": "own", "count": 2}]}
    list_document = document({"own": drummed()}, rosters=[roster])
    for word, rules in ((", included = true", ["T-07"]), ("", [])):
        limited = f"constraints = [{{ {rule}{word} }}]\n{march}"
        catalogue = changed_catalogue((DRILLS, BEATS), (DRUM, f"{LOUD}{CLOTH}{DRUM}"), (march, limited))
        appraisal = appraise(read_with(catalogue, list_document), catalogue).rosters[0].findings
        assert [finding.code for finding in appraisal] == rules


def test_a_calculated_number_is_in_the_sums_and_not_in_lines() -> None:
    """Under its heading, with its lines; the line of the list has no word of it."""
    column = '{ code = "beats", label = "Fast", name = "Fast beats", unit = " bpm", heading = "Beats" }'
    catalogue = changed_catalogue((DRILLS, f"{DRILLS}\nworked_out = [{column}]"))
    list_document = read_with(catalogue, document({"own": drummed()}))
    index, design = index_of(catalogue).for_kind({}), list_document.profiles[0].design
    context = ProfileContext(index, "own", design, (), PricedList.of_profiles(list_document.profiles, {}, {}))
    numbers = item_numbers(context, System(item_numbers={"drill": beats}))
    profile = appraise(list_document, catalogue).profiles[0]._replace(items=numbers)
    (item,) = worked_out_items(catalogue, profile.items)
    reported = [(heading, text.replace("\N{NO-BREAK SPACE}", " ")) for heading, text in item.headings]
    assert (item.entry.name, reported) == ("Drum", [("Beats", "Fast: −1 bpm")])
    assert [line.points for line in item.numbers[0].lines] == [-1]
    shown = profile_sheet(catalogue, list_document.profiles[0], profile).traits[-1].items[0]
    assert (shown.text, shown.numbers) == ("Drum", "")
    shown_sums = value_sums(catalogue, profile).items
    assert [(shown_sum.name, shown_sum.numbers[0].rows[0].label) for shown_sum in shown_sums] == [
        ("Drum", "Pace")
    ]


def test_an_entry_that_includes_an_unknown_one_is_rejected() -> None:
    with pytest.raises(CatalogueError, match=r"includes.coat.*silk"):
        changed_catalogue((DRUM, f'includes = {{ coat = ["silk"] }}\n{DRUM}'))
    with pytest.raises(CatalogueError, match=r"includes.*hats"):
        changed_catalogue((DRUM, f'includes = {{ hats = ["wool"] }}\n{DRUM}'))


def test_the_size_of_a_slot_can_be_a_value() -> None:
    """A stand of height 1 carries 4 ounces, so it is to learn four drills."""
    least = 'repeat_rule = "T-06"\nleast_by = "strength"\nleast_rule = "T-08"'
    catalogue = changed_catalogue(('repeat_rule = "T-06"', least))
    march = [{"code": "march", "columns": 1, "rows": n} for n in range(1, 5)]
    low = {"body": {"stand": 1, "pace": 1}}
    few = [
        finding_message
        for finding_message in finding_messages(catalogue, {**low, "drills": march[:3]})
        if finding_message[0] == "T-08"
    ]
    assert few == [("T-08", "drills", "Drills: choose 1 more.")]
    assert "T-08" not in [code for code, _, _ in finding_messages(catalogue, {**low, "drills": march})]


def test_values_used_only_by_others_are_not_shown() -> None:
    """What bounds the load is worked out all the same."""
    catalogue = changed_catalogue(('label = "Str"\nrole = "stat"', 'label = "Str"\nrole = "part"'))
    list_document = document({"own": {"body": {"pace": 1}}})
    for known, reported in ((TIN, ["Strength", "Load"]), (catalogue, ["Load"])):
        sent = read_with(known, list_document)
        appraisal = appraise(sent, known).profiles[0]
        sheet = profile_sheet(known, sent.profiles[0], appraisal)
        assert [outside_value.part.name for outside_value in sheet.outside_values] == reported
        assert appraisal.value("strength") is not None


def test_the_default_kind_sets_values() -> None:
    """A blank kind is the first, with all that it gives."""
    option = '{ code = "band", name = "Band" }'
    giving = option.replace(" }", ", gives = { load = 1 } }")
    catalogue = changed_catalogue((option, giving))
    for created in ({"kind": "band"}, {}):
        load = appraise_band(catalogue, {**created, "body": {"pace": 1}}).value("load")
        assert load is not None
        assert load.number == 1
    assert judge_one({"body": {"pace": 1}}).value("load") is not None


def test_fixes_describe_the_effect_of_a_number() -> None:
    """By the verb of its parameter, and without one by its name."""
    rows = '{ code = "rows", name = "Rows", kind = "number", low = 1,'
    created = {"body": {"pace": 1}, "drills": [{"code": "march", "columns": 1, "rows": 0}]}
    for verb, label in (("", "Set the rows of March to 1"), (' verb = "stretch",', "Stretch March by 1")):
        catalogue = changed_catalogue((rows, f"{rows}{verb}"))
        (finding,) = (
            appraise_with_fixes(read_with(catalogue, document({"own": created})), catalogue)
            .profile("own")
            .findings
        )
        assert finding.fix is not None
        assert finding.fix.label == label
