"""Profiles as CSV: a file named like its list, for users who can read the list."""

import csv
import io

from django.test import Client

from builder.models import CompanyList, User
from tests.support.events import roster_of


def address_of(row: CompanyList) -> str:
    return f"/lists/{row.public_id}/profiles.csv"


def test_a_list_is_exported_as_csv(alice: User, alices_list: CompanyList, client: Client) -> None:
    client.force_login(alice)
    answer = client.get(address_of(alices_list))
    assert answer.status_code == 200
    assert answer["Content-Type"] == "text/csv; charset=utf-8; header=present"
    assert answer["Content-Disposition"] == 'attachment; filename="molybdenian-drop-reavers-profiles.csv"'
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert {"private", "no-store"} <= set(answer["Cache-Control"].split(", "))
    rows = list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"), newline="")))
    totals = {row["Name"]: row["Total points"] for row in rows}
    assert totals == {
        "Captain": "205", "Captain's Second": "76", "Bodyguard": "116", "Sergeant": "98",
        "Reaver Infantryman": "90", "Breacher": "178", "Pathfinder": "155",
    }  # fmt: skip


def test_a_roster_is_exported_as_csv(alice: User, alices_list: CompanyList, client: Client) -> None:
    client.force_login(alice)
    roster = roster_of(alices_list)
    answer = client.get(address_of(alices_list), {"roster": roster.public_id})
    assert answer["Content-Disposition"] == 'attachment; filename="molybdenian-drop-reavers-night-drop.csv"'
    rows = list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"), newline="")))
    assert sum(int(row["Models"]) * int(row["Total points"]) for row in rows) == 739
    assert client.get(address_of(alices_list), {"roster": "none"}).status_code == 404


def test_the_csv_can_have_semicolons_and_another_encoding(
    alice: User, alices_list: CompanyList, client: Client
) -> None:
    """The page of texts offers them. Letters that an encoding lacks are reported."""
    client.force_login(alice)
    page = client.get(f"/lists/{alices_list.public_id}/text/").content.decode()
    assert f'action="{address_of(alices_list)}"' in page
    assert '<option value="cp1250">Central European (cp1250)</option>' in page
    alices_list.profiles.filter(name="Captain").update(name="Żółw")
    answer = client.get(address_of(alices_list), {"separator": "semicolon", "encoding": "cp1250"})
    assert answer["Content-Type"] == "text/csv; charset=windows-1250; header=present"
    rows = list(csv.DictReader(io.StringIO(answer.content.decode("cp1250"), newline=""), delimiter=";"))
    assert (rows[0]["Name"], rows[0]["Total points"]) == ("Żółw", "205")
    answer = client.get(address_of(alices_list), {"separator": "semicolon", "encoding": "cp1252"})
    page = answer.content.decode()
    assert (answer.status_code, answer["Content-Type"]) == (400, "text/html; charset=utf-8")
    assert "Western European (cp1252) doesn&#x27;t have “ł” (U+0142), “Ż” (U+017B)" in page
    assert "choose UTF-8 or Central European (cp1250)" in page
    assert 'value="semicolon" checked' in page


def test_unknown_formats_are_reported(alice: User, alices_list: CompanyList, client: Client) -> None:
    client.force_login(alice)
    for option, value in (("separator", "tab"), ("encoding", "utf-7")):
        answer = client.get(address_of(alices_list), {option: value})
        assert answer.status_code == 400
        assert f"Unknown option: {option}" in answer.content.decode()
