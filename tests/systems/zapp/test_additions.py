"""One of several equal units has a Champion or the general, without a profile of its own."""

import csv
import io
import re
from html import unescape

import pytest
from django.test import Client

from builder.catalogue.files import Catalogues
from builder.catalogue.play import list_sheet
from builder.documents import load_list
from builder.exports.csv import profiles_csv
from builder.exports.pdf.options import PaperOptions
from builder.frozen import appraisal_from_json
from builder.models import CompanyList, User
from builder.points.advice.capacity import remaining_capacity
from builder.points.appraisal.appraisal import appraise
from builder.points.appraisal.changes import find_changes
from builder.points.document.document import DocumentError, RosterEntry, dump_document
from builder.points.document.fingerprint import FingerprintMaker
from builder.points.rules.results import outcome, to_json
from builder.services.exchange import create_list_from_document
from tests.support.designs import Json, appraise_json, read_document
from tests.support.html_forms import HTMX, buttons_of, fields_of, page_text
from tests.support.pdf_pages import typeset_paper
from tests.support.zapp import ZAPP, of_kind, unit, zapp_document

# 24 figures with shields: 6 bases + 1 = UV 7; shaken at 4 (50 %), removed at 2 (20 %). Champion: 9, 5, 2.
PROFILES = {"spears": unit(24, shields=True), "lord": of_kind("hero")}
LED = {"champion": True, "general": True}


Row = tuple[str, int, Json]


def army(*rows: Row, **roster: object) -> Json:
    """Return a list whose roster has these rows of profile, count and additions."""
    entries = [{"profile": key, "count": n, **({"fields": more} if more else {})} for key, n, more in rows]
    return zapp_document(PROFILES, rosters=[{"name": "Friday", "limit": None, "entries": entries, **roster}])


MIXED = army(("lord", 1, {}), ("spears", 2, {}), ("spears", 1, LED))


@pytest.fixture
def mixed(alice: User, catalogues: Catalogues) -> CompanyList:
    """Alice's list with the mixed army."""
    return create_list_from_document(alice, read_document(MIXED))


def test_only_the_unit_with_the_champion_gets_its_bonus() -> None:
    """6 + 2 × 7 + 9 = 29. The profile itself still has 7."""
    appraisal = appraise_json(MIXED)
    (roster,) = appraisal.rosters
    assert [(e.profile, e.count, e.each, e.points) for e in roster.entries] == [
        ("lord", 1, 6, 6), ("spears", 2, 7, 14), ("spears+champion+general", 1, 9, 9),
    ]  # fmt: skip
    assert (roster.points, roster.models) == (29, 4)
    assert [profile.points for profile in appraisal.profiles] == [7, 6]
    (variant,) = appraisal.variants
    marks = {value.code: value.number for value in variant.values}
    assert (variant.points, marks["shaken"], marks["removed"]) == (9, 5, 2)
    assert outcome(appraisal_from_json(to_json(appraisal))) == outcome(appraisal)


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ((("spears", 3, {}),), {"R-01": "No general"}),
        ((("spears", 2, {}), ("spears", 1, {"general": True})), {}),
        ((("spears", 2, {"general": True}),), {"R-01": "2 generals"}),
        ((("spears", 2, {}), ("spears", 1, LED), ("spears", 1, {"champion": True})), {"R-10": "remove 1"}),
        ((("lord", 1, {"general": True}), ("spears", 1, {})), {}),
    ],
    ids=["none", "one", "two", "max", "hero"],
)
def test_rules_count_additions(rows: tuple[Row, ...], expected: dict[str, str]) -> None:
    """A general of a row is a general, and a profile's Max counts all its rows."""
    document = army(*rows)
    document["profiles"][0]["max"] = 3
    findings = {finding.code: finding.message for finding in appraise_json(document).rosters[0].findings}
    assert findings.keys() == expected.keys()
    assert all(text in findings[code] for code, text in expected.items())


def test_a_champion_is_for_units_of_troops() -> None:
    """A profile with a Champion has the same finding, and the army is illegal."""
    appraisal = appraise_json(army(("lord", 1, {"champion": True}), ("spears", 1, {})))
    assert [finding.code for finding in appraisal.variants[0].findings] == ["P-17"]
    assert not appraisal.is_legal(appraisal.rosters[0])


def test_fits_and_fixes_name_profiles_of_the_list() -> None:
    document = read_document(army(("spears", 1, LED), ("lord", 1, {}), limit=30))
    assert [fit.profile for fit in remaining_capacity(document, 0, ZAPP).fits] == ["spears", "lord"]
    over = read_document(army(("spears", 1, LED), ("lord", 1, {}), limit=14))
    patches = [finding.fix.patch for finding in appraise(over, ZAPP).rosters[0].findings if finding.fix]
    assert patches
    assert not any("+" in str(operation.value) for patch in patches for operation in patch)


def test_the_document_contains_additions_and_rejects_invalid_ones() -> None:
    document = read_document(MIXED)
    assert dump_document(document, ZAPP)["rosters"] == MIXED["rosters"]
    for wrong in ({"champion": 1}, {"shields": True}):
        with pytest.raises(DocumentError, match=r"rosters\[0\].entries\[0\].fields"):
            read_document(army(("spears", 1, wrong)))


def test_additions_change_the_fingerprint_and_their_order_does_not() -> None:
    maker = FingerprintMaker(ZAPP, "digest")
    armies = (
        army(("lord", 1, {}), ("spears", 3, {})),
        army(("lord", 1, {}), ("spears", 2, {}), ("spears", 1, LED)),
        army(("spears", 1, LED), ("spears", 2, {}), ("lord", 1, {})),
    )
    plain, led, turned = (maker.of_list(read_document(each)).force for each in armies)
    assert plain != led == turned


def test_the_history_names_the_changed_unit() -> None:
    (change,) = find_changes(
        read_document(army(("spears", 3, {}))),
        read_document(army(("spears", 2, {}), ("spears", 1, LED))),
        ZAPP,
    )
    assert change.words == ("Friday: 3 → 2 Spears, 0 → 1 Spears + Champion + General, +2 UV")


def test_tables_and_papers_have_a_row_for_the_unit() -> None:
    document = read_document(MIXED)
    table = csv.DictReader(io.StringIO(profiles_csv(list_sheet(document, ZAPP), 0).removeprefix("\ufeff")))
    assert [(row["Name"], row["Units"], row["Total UV"]) for row in table] == [
        ("Lord", "1", "6"), ("Spears", "2", "7"), ("Spears + Champion + General", "1", "9"),
    ]  # fmt: skip
    assert len(profiles_csv(list_sheet(document, ZAPP)).splitlines()) == 1 + len(PROFILES)
    paper = typeset_paper(document, ZAPP, PaperOptions(paper="battle", roster=0)).text
    assert "General Spears + Champion + General" in paper
    assert "2 × Spears 7 each, 14 UV 7 4 2" in paper
    (leader,) = list_sheet(document, ZAPP).rosters[0].leaders
    assert leader.name == "Spears + Champion + General"


def test_the_api_reads_and_writes_additions(client: Client, catalogues: Catalogues) -> None:
    answer = client.post("/api/v1/appraisals", MIXED, content_type="application/json").json()
    assert [profile["key"] for profile in answer["variants"]] == ["spears+champion+general"]
    assert [entry["points"] for entry in answer["rosters"][0]["entries"]] == [6, 14, 9]


@pytest.mark.parametrize("headers", [HTMX, {}], ids=["scripts", "no scripts"])
def test_the_page_gives_one_unit_a_champion(
    alice: User, mixed: CompanyList, client: Client, headers: dict[str, str]
) -> None:
    """One of two units moves to a row of its own, joins the equal row, and moves back."""
    client.force_login(alice)
    url = f"/lists/{mixed.public_id}/rosters/{mixed.rosters.get().public_id}/"

    def press(action: str, **changed: str) -> tuple[str, list[Row]]:
        page = client.get(url).content.decode()
        assert action in buttons_of(page) or not action.startswith("with")
        fields = {**fields_of(page), **changed, "do": action}
        answer = client.post(url, fields, headers=headers, follow=True)
        assert answer.status_code == 200
        entries: tuple[RosterEntry, ...] = load_list(mixed).document.rosters[0].entries
        return answer.content.decode(), [(e.profile, e.count, dict(e.fields)) for e in entries]

    shown = page_text(client.get(url).content.decode())
    assert "Add Champion to one , Spears +2" in shown
    assert "Remove Champion , Spears + Champion + General \N{MINUS SIGN}2" in shown
    lord: Row = ("lord", 1, {})
    champion: Json = {"champion": True}
    plain: Row = ("spears", 1, {})
    for action, entries in (
        ("with:1=champion", [lord, plain, ("spears", 1, LED), ("spears", 1, champion)]),
        ("with:1=champion", [lord, ("spears", 1, LED), ("spears", 2, champion)]),
        ("with:1=general", [lord, ("spears", 3, champion)]),
        ("with:1=champion", [lord, ("spears", 2, champion), plain]),
    ):
        assert press(action)[1] == entries
    answer, entries = press("", **{"count[1].spears": "0"})
    assert entries == [lord, plain]
    assert "removed Spears + Champion" in page_text(answer)
    undo = re.search(r'value="(patch::[^"]*)"', answer)
    assert undo is not None
    assert press(unescape(undo[1]))[1] == [lord, ("spears", 2, champion), plain]
    page = client.get(url).content.decode()
    assert client.post(url, {**fields_of(page), "do": "with:1=shields"}).status_code == 400
