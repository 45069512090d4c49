"""Statuses: a new profile or roster isn't illegal before a choice breaks a rule."""

import json

import pytest

from builder.points.appraisal.appraisal import appraise
from builder.points.document.design import new_design
from builder.points.document.document import Document, Profile, Roster
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.results import Appraisal, Status, to_json
from builder.points.rules.wording import source_text
from tests.support.designs import CATALOGUES, appraise_design, appraise_json, design, document

GAMES = sorted(CATALOGUES)
KINDS = [(game, kind) for game in GAMES for kind in [k.code for k in CATALOGUES[game].kinds] or [""]]


def appraise_new(catalogue: Catalogue, kind: str) -> Appraisal:
    """Return a list with a new profile of this kind and a new roster."""
    profile = Profile(key="new", name="New", design=new_design(catalogue, kind))
    rosters = (Roster(name="Friday", limit=catalogue.roster.points, entries=()),)
    head = {"name": "A list", "system": catalogue.system, "edition": catalogue.edition}
    return appraise(Document(**head, profiles=(profile,), rosters=rosters), catalogue)


@pytest.mark.parametrize(("game", "kind"), KINDS)
def test_new_profiles_and_rosters_are_not_illegal(game: tuple[str, str], kind: str) -> None:
    appraisal = appraise_new(CATALOGUES[game], kind)
    assert appraisal.profiles[0].status.code in ("legal", "unfinished")
    assert appraisal.status(appraisal.rosters[0]) == Status("empty", "Empty")
    assert appraisal.list_status.code == "unfinished"


@pytest.mark.parametrize(("system", "kind", "text"), [
    ("stargrave", "captain", "Unfinished: 3 choices left"),
    ("crimson-dusk", "vehicle", "Unfinished: 6 choices left"),
    ("dark-fantasy-fubar", "trooper", "Unfinished: 1 choice left"),
    ("zapp", "unit", "Legal"),
])  # fmt: skip
def test_open_choices_are_counted(system: str, kind: str, text: str) -> None:
    catalogue = next(c for (name, _), c in CATALOGUES.items() if name == system)
    assert appraise_new(catalogue, kind).profiles[0].status.text == text


def test_a_broken_rule_is_an_error_even_if_something_is_missing() -> None:
    attributes = {"mov": 13, "fgt": 6, "shg": 0, "tds": 5}  # Mov ends at 12, and Cow is blank
    assert appraise_design({"size": 2, "attributes": attributes}).status == Status("illegal", "Not legal")
    del attributes["mov"]
    assert appraise_design({"size": 2, "attributes": attributes}).status.text == "Unfinished: 2 choices left"


def test_a_blank_number_of_a_weapon_is_missing_and_a_wrong_one_is_an_error() -> None:
    gun = {"name": "Gun", "properties": ["AP4"]}
    blank, wrong = (
        appraise_design(design(shooting_weapons=[{**gun, **reach}])) for reach in ({}, {"range": 13})
    )
    assert (blank.status.code, wrong.status.code) == ("unfinished", "illegal")


def test_a_roster_is_unfinished_with_a_profile_that_it_fields() -> None:
    blank = {"size": 2, "attributes": {"mov": 6, "fgt": 6, "shg": 0, "tds": 5}}
    rosters = [{"name": "Friday", "limit": 500, "entries": [{"profile": "own", "count": 2}]}]
    appraisal = appraise_json(document({"own": blank}, rosters=rosters))
    assert appraisal.status(appraisal.rosters[0]).text == "Unfinished: 1 choice left"
    assert not appraisal.is_legal(appraisal.rosters[0])


def test_the_json_of_findings_is_unchanged() -> None:
    """JSON has the same errors as before, and no new key."""
    appraisal = appraise_json(document({"own": {"size": 2}}))
    findings = json.loads(json.dumps(to_json(appraisal)))["profiles"][0]["findings"]
    assert {finding["level"] for finding in findings} == {"error"}
    assert {key for finding in findings for key in finding} <= {
        "level", "code", "where", "message", "page", "fix",
    }  # fmt: skip


@pytest.mark.parametrize(("system", "page", "place", "text"), [
    ("unbridled-fury", 53, "", "p. 53"),
    ("dark-fantasy-fubar", 0, "Example Skills", "Example Skills"),
    ("zapp", 0, "l.18-19, l.95", "Characters, Melee"),
    ("zapp", 0, "l.55, l.65", "Shooting"),
    ("stargrave", 0, "l.67, l.132; external: S1",
     "Quick reference: general weapons, grenades; public sources"),
    ("stargrave", 0, "external: none", ""),
    ("unbridled-fury", 0, "", ""),
])  # fmt: skip
def test_sources_name_pages_or_parts_of_the_text(system: str, page: int, place: str, text: str) -> None:
    catalogue = next(c for (name, _), c in CATALOGUES.items() if name == system)
    assert source_text(catalogue, page, place) == text
