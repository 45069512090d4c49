"""Items of the made-up game: included entries, calculated numbers of items, and values that limit others."""

import pytest

from builder.catalogue.parsing import CatalogueError
from builder.catalogue.play import profile_sheet
from builder.points.appraisal.appraisal import appraise
from builder.points.document.items import items_of
from builder.points.rules.catalogue_index import index_of
from tests.support.designs import Json
from tests.support.tin_soldiers import TIN, document
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


def test_included_entries_are_shown_next_to_their_pick() -> None:
    """A parameter can name the included entry. A value that names no entry includes nothing."""

    def had(**given: str) -> list[tuple[str, str, bool]]:
        design = read_with(LOUDER, document({"own": drummed(**given)})).profiles[0].design
        items = items_of(index_of(LOUDER).for_kind({}), design)
        return [(item.where, item.entry.code, item.pick is None) for item in items]

    assert had() == [("drills[0]", "drum", False), ("drills[0]", "wool", True), ("drills[0]", "march", True)]
    assert had(cloth="silk") == [("drills[0]", "drum", False), ("drills[0]", "march", True)]
    assert appraise_band(LOUDER, drummed()).value("load") == appraise_band(TIN, drummed()).value("load")


SILK: Json = drummed(cloth="silk")
TWICE: Json = {"body": {"pace": 1}, "drills": [{"code": "drum"}, {"code": "drum"}]}
# A rule of the drum, which includes a march and by its cloth wool: has it findings if it counts these, and if
# not?
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
    """Only if the rule says so. Otherwise it counts only picks."""
    armed = LOUD.replace("coat =", 'arms = ["spike"], coat =')
    for word, expected in ((", included = true", speaks), ("", speaks_of_picks)):
        text = f'rule = "T-07", level = "error", page = 7, message = "Too loud.", {rule}{word}'
        catalogue = changed_catalogue(
            (DRILLS, BEATS), (DRUM, f"{armed}{CLOTH}constraints = [{{ {text} }}]\n{DRUM}")
        )
        assert ("T-07" in [code for code, _, _ in finding_messages(catalogue, design)]) == expected, word


def test_rosters_can_count_included_entries() -> None:
    """Two drummers bring two marches, and one is allowed."""
    rule = 'rule = "T-07", level = "error", page = 7, kind = "roster_max", count = 1, message = "{value}."'
    march = 'code = "march"\nname = "March"\ngroup = "drill"'
    roster = {"name": "Box", "limit": None, "entries": [{"profile": "own", "count": 2}]}
    list_document = document({"own": drummed()}, rosters=[roster])
    for word, rules in ((", included = true", ["T-07"]), ("", [])):
        limited = f"constraints = [{{ {rule}{word} }}]\n{march}"
        catalogue = changed_catalogue((DRILLS, BEATS), (DRUM, f"{LOUD}{CLOTH}{DRUM}"), (march, limited))
        appraisal = appraise(read_with(catalogue, list_document), catalogue).rosters[0].findings
        assert [finding.code for finding in appraisal] == rules


def test_an_entry_that_includes_an_unknown_one_is_rejected() -> None:
    with pytest.raises(CatalogueError, match=r"includes.coat.*silk"):
        changed_catalogue((DRUM, f'includes = {{ coat = ["silk"] }}\n{DRUM}'))
    with pytest.raises(CatalogueError, match=r"includes.*hats"):
        changed_catalogue((DRUM, f'includes = {{ hats = ["wool"] }}\n{DRUM}'))


def test_values_used_only_by_others_are_not_shown() -> None:
    """The limit of the load is calculated, but not shown."""
    catalogue = changed_catalogue(('label = "Str"\nrole = "stat"', 'label = "Str"\nrole = "part"'))
    list_document = document({"own": {"body": {"pace": 1}}})
    for known, reported in ((TIN, ["Strength", "Load"]), (catalogue, ["Load"])):
        sent = read_with(known, list_document)
        appraisal = appraise(sent, known).profiles[0]
        sheet = profile_sheet(known, sent.profiles[0], appraisal)
        assert [outside_value.part.name for outside_value in sheet.outside_values] == reported
        assert appraisal.value("strength") is not None
