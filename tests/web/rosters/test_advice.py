"""What the page of a roster offers if no change of the roster makes it legal."""

import html
import re

import pytest

from builder.catalogue.files import Catalogues
from builder.models import User
from builder.services import sharing
from builder.services.exchange import create_list_from_document
from tests.support.accounts import browser
from tests.support.crimson_dusk import dusk_document, model, roster, row
from tests.support.designs import Json, design, document, picks, read_document
from tests.support.fubar import figure, fubar_document
from tests.support.html_forms import page_text
from tests.support.stargrave import crew_document, soldier
from tests.support.zapp import of_kind, unit, zapp_document


def roster_page(player: User, design: Json) -> str:
    """Return the text of the roster's page."""
    stored = create_list_from_document(player, read_document(design))
    address = f"/lists/{stored.public_id}/rosters/{stored.rosters.get().public_id}/"
    return html.unescape(browser(player).get(address).content.decode())


def test_unfinished_profiles_are_reported(alice: User, catalogues: Catalogues) -> None:
    """By the number of their choices, or by their one missing price."""
    profiles = {"lead": design(command_die="d8"), "x": {}}
    seen = roster_page(alice, document(profiles, rosters=[roster(row("lead"), row("x"), limit=500)]))
    assert ">X</a>: 5 choices left." in seen
    armour = [{"code": "magical", "save": 4}]
    hero = {"hero": {"kind": "character", "level": "heroic", "armour": armour}, "archer": figure()}
    seen = roster_page(alice, fubar_document(hero, rosters=[roster(row("hero"))]))
    assert "Enter the agreed price of Magical armour in" in seen


def test_a_finding_with_a_fix_does_not_say_that_there_is_none(alice: User, catalogues: Catalogues) -> None:
    """A monster alone becomes a personality: the fix changes the profile, and not the roster."""
    monster = model(specials=[{"code": "monstrous", "damage": 10}], across=3, cost=50)
    seen = roster_page(alice, dusk_document({"mon": monster}, rosters=[roster(row("mon"), limit=200)]))
    assert ">Add Personality in Mon<" in seen
    assert "We have no change to offer" not in seen


def test_open_choices_are_counted_equally_in_row_plan_and_bar(alice: User, catalogues: Catalogues) -> None:
    """A new captain lacks a background and core powers, and a third choice that is only recommended."""
    list_document = crew_document(
        {"captain": {"kind": "captain"}}, rosters=[roster(row("captain"), limit=400)]
    )
    seen = roster_page(alice, list_document)
    assert "Unfinished" in seen
    assert seen.count(">3 choices left<span") == 1  # in the row
    assert ">3 choices left in Captain<" in seen  # in the head
    assert ">Captain</a>: 3 choices left." in seen  # in the plan
    assert seen.count(">4 choices left<") == 1  # in the bar, with the missing first mate


def test_the_bar_counts_the_missing_costs_named_above_it(alice: User, catalogues: Catalogues) -> None:
    profiles = {f"own{number}": model() for number in range(5)}
    list_document = dusk_document(profiles, rosters=[roster(*map(row, profiles), limit=100)])
    seen = roster_page(alice, list_document)
    bar = seen[seen.index('id="bar-sum"') :].partition("</div>")[0]
    assert "5 costs missing" in bar
    assert "needs" not in bar
    assert "needs the cost of" in seen


def test_the_rule_that_prevents_one_more_is_shown_as_a_reason(alice: User, catalogues: Catalogues) -> None:
    profiles = {"lead": design(command_die="d8")}
    seen = roster_page(alice, document(profiles, rosters=[roster(row("lead"), limit=500)]))
    assert "no more: one leader" in seen


def test_a_second_captain_is_not_offered(alice: User, catalogues: Catalogues) -> None:
    profiles = {**CREW, "gunner": soldier("recruit")}
    rows = [row("captain"), row("mate"), row("gunner")]
    seen = roster_page(alice, crew_document(profiles, rosters=[roster(*rows, limit=400)]))
    assert ">One more Gunner: </span>" in seen
    assert ">One more Captain: </span>" not in seen
    assert ">One more Mate: </span>" not in seen


def test_one_more_model_of_a_unit_is_offered(alice: User, catalogues: Catalogues) -> None:
    """Eight Veterans at 6 leave 12 of 60 points: two more models, and no complete unit of ten."""
    rosters = [roster(row("line", 8), limit=60)]
    seen = roster_page(alice, fubar_document({"line": figure()}, rosters=rosters))
    assert "12 points left" in seen
    assert ">One more Line: </span>" in seen
    full = [roster(row("line", 10), limit=60)]
    seen = roster_page(alice, fubar_document({"line": figure()}, rosters=full))
    assert "no points left" in seen


def test_without_a_fix_the_errors_of_all_profiles_are_shown(alice: User, catalogues: Catalogues) -> None:
    """Cow 12, Fgt 12 and Size 9 have no price. The profile without errors isn't named."""
    profiles = {"lead": design(command_die="d8"), "first": design(cow=12), "second": design(size=9, fgt=12)}
    rows = [row("first"), row("second")]
    seen = roster_page(alice, document(profiles, rosters=[roster(*rows, limit=500)]))
    assert "can stay as they are" not in seen
    advice = seen.split('id="plan-head"')[1].split("<section")[0]
    for words in ("First</a>: Cow 12", "Second</a>:", "Fgt 12", "Size 9"):
        assert words in advice


def fury(*properties: str | Json, **values: object) -> Json:
    return design(mov=6, fgt=6, tds=6, cow=6, properties=picks(*properties), **values)


SQUAD = {"lead": fury(command_die="d8"), "ensign": fury("ensign"), "bearer": fury("ensign")}
CREW = {"captain": {"kind": "captain"}, "other": {"kind": "captain"}, "mate": {"kind": "first-mate"}}
GENERALS = {"one": unit(general=True), "two": unit(general=True)}
GUNS = {"gunner": model(cost=None), "rifle": model(cost=5)}
FORMS = {"lead": fury(command_die="d8"), "rider": fury("mounted", {"code": "dismount", "profile": "gone"})}


@pytest.mark.parametrize(
    ("design", "sentence", "control"),
    [
        (
            document(SQUAD, rosters=[roster(*map(row, SQUAD), limit=500)]),
            "one Ensign|remove 1",
            "How many Bearer",
        ),
        (
            crew_document(CREW, rosters=[roster(*map(row, CREW), limit=400)]),
            "2 × Captain, at most 1",
            "How many Other",
        ),
        (
            crew_document(
                {**CREW, "more": {"kind": "first-mate"}}, rosters=[roster(row("captain"), limit=400)]
            ),
            "No first mate yet",
            "How many Mate",
        ),
        (zapp_document(GENERALS, rosters=[roster(*map(row, GENERALS))]), "2 generals", "two#general"),
        (
            zapp_document(
                {"wood": of_kind("summoned"), "one": unit()}, rosters=[roster(row("wood"), row("one"))]
            ),
            "No general: choose one",
            "one#general",
        ),
        (dusk_document(GUNS, rosters=[roster(*map(row, GUNS))]), "No cost yet", "gunner#cost"),
        (
            document(FORMS, rosters=[roster(*map(row, FORMS), limit=500)]),
            "choose another",
            "rider#properties",
        ),
    ],
    ids=["Ensign", "captain", "mate", "generals", "no general", "cost", "form"],
)
def test_findings_without_a_fix_link_to_the_place_of_the_decision(
    alice: User, catalogues: Catalogues, design: Json, sentence: str, control: str
) -> None:
    """To the profile's count that its message is about, or to a place in the profile's design."""
    seen = roster_page(alice, design)
    links = re.findall(r'<a href="([^"]*)" data-level="\w+">([^<]*)</a>', seen)
    (href,) = {href for href, text in links if re.search(sentence, text)}
    if "#" not in control:
        number = re.search(rf'for="f-(\d+)">{control}<', seen)
        assert number
        assert href == f"#n-{number[1]}"
        return
    key, _, place = control.partition("#")
    assert href.endswith(f"/profiles/{key}/#n-{place}")
    assert f'id="n-{place}"' in browser(alice).get(href.partition("#")[0]).content.decode()


def test_a_roster_without_a_name_is_called_by_the_games_word(alice: User, catalogues: Catalogues) -> None:
    list_document = crew_document(
        {"captain": {"kind": "captain"}}, rosters=[{"name": "", "limit": 400, "entries": []}]
    )
    assert '<h1 id="title">Unnamed crew</h1>' in roster_page(alice, list_document)


def test_a_summoned_weapon_alone_is_not_an_army(alice: User, catalogues: Catalogues) -> None:
    """A spell brings it: the army has no unit yet, and the bar counts only the profile's error."""
    needle = {"kind": "summoned", "creature": "weapon", "wizard_spells": [{"code": "call-to-the-dead"}]}
    seen = page_text(
        roster_page(alice, zapp_document({"needle": needle}, rosters=[roster(row("needle", 2))]))
    )
    assert "No units yet: add one." in seen
    assert "1 error" in seen


def test_a_finding_that_needs_a_new_profile_links_to_the_list(alice: User, catalogues: Catalogues) -> None:
    """A crew lacks a captain, and the list has none."""
    seen = roster_page(
        alice, crew_document({"runner": soldier("runner")}, rosters=[roster(row("runner"), limit=400)])
    )
    assert re.search('<a href="/lists/[^"/]*/" data-level="missing">No captain yet: add 1.</a>', seen)
    assert 'id="models"' in seen


def test_a_unit_of_one_model_is_named_once_for_opponents(alice: User, catalogues: Catalogues) -> None:
    """Its numbers stay. A section of several models has a heading and its models."""
    monster = model(specials=[{"code": "personality"}, {"code": "monstrous", "damage": 10}], across=3)
    rows = [row("behemoth", unit="personality"), row("rifle", 4, unit="section"), row("lone", unit="section")]
    list_document = dusk_document(
        {"behemoth": monster, "rifle": model(), "lone": model()}, rosters=[roster(*rows)]
    )
    stored = create_list_from_document(alice, read_document(list_document))
    secret = sharing.create_live_link(stored, stored.rosters.get().public_id)
    seen = browser(alice).get(f"/r/{secret}/").content.decode()
    headings = re.findall(r"<h[34][^>]*>(.*?)</h[34]>", seen.partition("Prices")[0])
    assert [text for text in headings if "Behemoth" in text] == ['Behemoth <small class="soft">Model</small>']
    assert len([text for text in headings if "Rifle" in text]) == 2
    assert seen.count('class="unit-values"') == 1
    assert "<dt>Kind</dt>" not in seen  # it follows the name


def test_advice_and_rows_number_profiles_of_the_same_name(alice: User, catalogues: Catalogues) -> None:
    profiles = {"rich": design(fgt=11), "poor": design(), "cook": design(fgt=11)}
    stored = document(profiles, rosters=[roster(row("rich", 5), row("poor", 1), limit=500)])
    stored["profiles"][0]["name"] = stored["profiles"][1]["name"] = "Gunner"
    seen = roster_page(alice, stored)
    assert "Remove 1 × Gunner (no. 1) and add 1 × Gunner (no. 2)." in seen
    assert re.search(r"Gunner(?! \(no\. \d\))", seen) is None
    assert "Cook (no." not in seen
