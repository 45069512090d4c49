"""Formation and leader of a unit: numbers, findings, texts and the form."""

import csv
import io
from dataclasses import replace

import pytest
from django.test import Client

from builder.catalogue.files import Catalogues
from builder.catalogue.play import list_sheet
from builder.exports.csv import profiles_csv
from builder.exports.receipt import receipt_text
from builder.models import User
from builder.points.appraisal.changes import find_changes
from builder.points.appraisal.force_changes import force_changes
from builder.points.document.document import dump_roster
from builder.points.document.fingerprint import FingerprintMaker, Fingerprints
from builder.points.legality.roster_changes import apply_patch, roster_patch
from builder.services.exchange import create_list_from_document
from tests.support.designs import Json, appraise_json, read_document
from tests.support.fubar import FUBAR, figure, fubar_document
from tests.support.html_forms import fields_of

SPEARMAN = figure(close_combat="spear")
SKIRMISHER = figure(close_combat="dagger", skills="skirmisher")
ADA = {"profile": "spearman", "count": 10, "fields": {"width": 5, "leader": "Ada"}}
BO = {"profile": "spearman", "count": 5, "fields": {"width": 2, "leader": "Bo"}}


NIGHT: Json = {"name": "Night", "limit": None}


def force(count: int = 10, profile: str = "spearman", **facts: object) -> Json:
    """Return a list with one unit of these figures."""
    entry = {"profile": profile, "count": count, **({"fields": facts} if facts else {})}
    rosters = [{"name": "Night", "limit": None, "entries": [entry]}]
    return fubar_document({"spearman": SPEARMAN, "skirmisher": SKIRMISHER}, rosters=rosters)


@pytest.mark.parametrize(("count", "width", "depth"), [(10, 5, 2), (10, 4, 3), (10, 10, 1), (9, 5, 2)])
def test_the_depth_follows_from_the_width(count: int, width: int, depth: int) -> None:
    (entry,) = appraise_json(force(count, width=width)).rosters[0].entries
    assert [(value.code, value.number) for value in entry.values] == [("depth", depth)]


def findings(value: Json) -> list[tuple[str, str]]:
    """Return level and code of the roster's findings about formations and leaders."""
    (roster,) = appraise_json(value).rosters
    return [(f.level, f.code) for f in roster.findings if f.code in ("R-05", "R-08")]


def test_findings_on_formation_and_leader() -> None:
    """If the leader is named, there is no reminder. Skirmishers have no formation."""
    assert findings(force(leader="Old Bran")) == []
    assert findings(force(width=5)) == [("note", "R-05")]
    skirmishers = force(profile="skirmisher", width=5, leader="Wren")
    assert findings(skirmishers) == [("note", "R-08"), ("note", "R-08")]  # the unit and its members
    assert appraise_json(skirmishers).rosters[0].entries[0].values == ()


def test_the_table_has_columns_for_formation_and_leader() -> None:
    table = profiles_csv(list_sheet(read_document(force(width=5, leader="Old Bran")), FUBAR), 0)
    (line,) = csv.DictReader(io.StringIO(table))
    assert (line["Unit: Width"], line["Unit: Leader"], line["Unit: Depth"]) == ("5", "Old Bran", "2")


def test_the_receipt_names_formation_and_leader() -> None:
    document = read_document(force(width=5, leader="Old Bran"))
    text = receipt_text(list_sheet(document, FUBAR, appraise_json(force(width=5, leader="Old Bran"))))
    assert "Width: 5\n" in text
    assert "Leader: Old Bran\n" in text
    assert "Depth: 2\n" in text


def test_units_without_facts_are_exported_unchanged() -> None:
    (roster,) = read_document(force()).rosters
    assert dump_roster(roster)["entries"] == [{"profile": "spearman", "count": 10}]


@pytest.mark.parametrize(
    ("before", "after", "parts"),
    [
        (
            [{**ADA, "fields": {"width": 5}}],
            [{**ADA, "fields": {"width": 4, "leader": "Ada"}}],
            ("Spearman: Width 5 → 4", "Spearman: Leader “Ada” added"),
        ),
        (
            [ADA],
            [{**ADA, "count": 12, "fields": {"width": 6, "leader": "Ada"}}],
            ("10 → 12 Spearman", "Spearman: Width 5 → 6"),
        ),
        ([ADA, BO], [BO], ("15 → 5 Spearman",)),
    ],
)
def test_history_shows_changed_facts(before: list[Json], after: list[Json], parts: tuple[str, ...]) -> None:
    """Of a unit that stays, of a unit that grows, and not of a unit that was removed."""
    earlier, later = (
        read_document(fubar_document({"spearman": SPEARMAN}, rosters=[{**NIGHT, "entries": entries}]))
        for entries in (before, after)
    )
    (change,) = find_changes(earlier, later, FUBAR)
    assert change.parts == parts


def test_facts_of_a_removed_unit_are_removed() -> None:
    """The second unit belongs to Bo, is two wide, and keeps its own facts at its new index."""
    rosters = [{"name": "Night", "limit": 100, "entries": entries} for entries in ([ADA, BO], [BO])]
    before, after = read_document(fubar_document({"spearman": SPEARMAN}, rosters=rosters)).rosters
    patch = roster_patch(before, after)
    assert [operation.to_json() for operation in patch] == [{"op": "remove", "path": "/entries/0"}]
    assert apply_patch(before, patch, FUBAR) == after


def fingerprints(*units: dict[str, int | str]) -> Fingerprints:
    """Return the fingerprints of a list with units of Spearmen whose facts have this order."""
    list_document = read_document(force())
    (roster,) = list_document.rosters
    entries = tuple(replace(roster.entries[0], fields=fields) for fields in units)
    fielded = replace(list_document, rosters=(replace(roster, entries=entries),))
    return FingerprintMaker(FUBAR, "d" * 64).of_list(fielded)


def test_the_width_changes_the_force_fingerprint_and_the_leader_the_words() -> None:
    before = fingerprints({"width": 9, "leader": "Ada"}, {"width": 5})
    wider = fingerprints({"width": 8, "leader": "Ada"}, {"width": 5})
    assert (wider.force == before.force, wider.words == before.words) == (False, True)
    for other in (
        fingerprints({"width": 9, "leader": "Bo"}, {"width": 5}),
        fingerprints({"width": 9}, {"width": 5}),
    ):
        assert (other.force == before.force, other.words == before.words) == (True, False)
    assert fingerprints({"leader": "Ada"}, {}).force == fingerprints({}, {}).force


def test_the_stored_order_of_facts_changes_no_fingerprint() -> None:
    """PostgreSQL returns them by the length of their codes, SQLite in the stored order."""
    stored: tuple[dict[str, int | str], ...] = {"leader": "Ada", "width": 9}, {"width": 9, "leader": "Ada"}
    assert len({fingerprints(facts, {"width": 5}) for facts in stored}) == 1


def test_checking_a_sheet_reports_a_changed_leader() -> None:
    """The report doesn't contain the earlier name, because the paper need not contain it."""
    before, after = (read_document(force(width=5, leader=leader)) for leader in ("Ada", "Bo"))
    assert force_changes(before, after, FUBAR) == ((), ("Night: names or texts of units changed",))


def test_the_form_saves_the_facts(client: Client, alice: User, catalogues: Catalogues) -> None:
    row = create_list_from_document(alice, read_document(force()))
    client.force_login(alice)
    roster = row.rosters.get()
    url = f"/lists/{row.public_id}/rosters/{roster.public_id}/"
    fields = fields_of(client.get(url).content.decode())
    assert (fields["fact[0].width"], fields["fact[0].leader"]) == ([""], [""])
    typed = {**fields, "fact[0].width": "4", "fact[0].leader": "Old Bran"}
    assert client.post(url, typed).status_code == 303
    assert row.rosters.get().entries.get().unit == {"fields": {"leader": "Old Bran", "width": 4}}
    shown = client.get(url).content.decode()
    assert "Depth 3" in shown
    without = {name: value for name, value in fields_of(shown).items() if name != "fact[0].leader"}
    assert client.post(url, without).status_code == 400
    refused = client.post(url, {**fields_of(shown), "fact[0].width": "x"}).content.decode()
    assert "is not a whole number" in refused
