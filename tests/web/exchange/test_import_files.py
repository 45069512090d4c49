"""Importing files: an account's archive, tables of each game, texts, several at once, and files with
questions.
"""

import io
import json
import subprocess
import zipfile
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from shutil import which
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from pytest_django import Settings

from builder.catalogue.files import Catalogues, bundled_catalogues
from builder.catalogue.play import list_sheet
from builder.catalogue.templates import template_document
from builder.documents import load_list
from builder.exports.csv import profiles_csv
from builder.exports.json import to_json_text
from builder.exports.text import TextOptions, list_text
from builder.models import CompanyList, OwnTag, User
from builder.points.document.document import Document, parse_document
from builder.points.rules.catalogue import Catalogue
from builder.services.exchange import create_list_from_document
from builder.services.lists import delete_list
from builder.services.print_setups import create_setup
from builder.services.tags import tag_lists
from tests.support.html_forms import fields_of
from tests.support.tables import csv_rows, xlsx_bytes

ADDRESS = "/lists/import/"
EDITIONS = list(bundled_catalogues().values())
by_game = pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.system)


def preview(client: Client, *files: tuple[str, bytes], text: str = "") -> str:
    """Return the preview."""
    sent = [SimpleUploadedFile(name, data) for name, data in files]
    answer = client.post(ADDRESS, {"file": sent, "text": text})
    assert answer.status_code == 200, answer.content.decode()
    return answer.content.decode()


def form_of(page: str) -> dict[str, str]:
    """Return what the preview's form sends."""
    return {name: values[0] for name, values in fields_of(page, "bring").items() if values} | {"import": "1"}


def send(client: Client, page: str, changes: Mapping[str, str] | None = None) -> HttpResponse:
    """Import the lists of a preview, with changed fields: ``take-1`` ticks the second list."""
    answer = client.post(ADDRESS, form_of(page) | dict(changes or {}))
    assert isinstance(answer, HttpResponse)
    return answer


def the_document() -> Document:
    """Return the document of the only list."""
    return load_list(CompanyList.objects.select_related("edition__system").get()).document


def live_names() -> list[str]:
    return sorted(CompanyList.objects.filter(deleted_at=None).values_list("name", flat=True))


# ------------------------------------------------------------------ the archive of an account


@pytest.fixture
def archive(
    client: Client, alice: User, catalogues: Catalogues, sample_values: Mapping[str, dict[str, Any]]
) -> bytes:
    """All that Alice has: the samples of all games, one of them deleted."""
    for value in sample_values.values():
        create_list_from_document(alice, parse_document(value, catalogues))
    deleted = CompanyList.objects.get(name=sample_values["heron-court"]["name"])
    tag_lists(alice, [deleted], "old")
    tag_lists(alice, [*CompanyList.objects.order_by("pk")[:2]], "Säbel, gemalt")
    delete_list(deleted)
    create_setup(alice, "Säbel", {"paper": "cards", "size": "letter"}, is_first=True)
    client.force_login(alice)
    return client.get("/account/export.zip").getvalue()


def files_in(archive: bytes) -> dict[str, bytes]:
    """Return the documents in an archive."""
    with zipfile.ZipFile(io.BytesIO(archive)) as opened:
        return {name: opened.read(name) for name in opened.namelist() if name != "account.json"}


def tags_in(archive: bytes) -> dict[str, list[str]]:
    """Return the tags of an archive's lists, by name."""
    with zipfile.ZipFile(io.BytesIO(archive)) as opened:
        account = json.loads(opened.read("account.json"))
    return {row["name"]: row["tags"] for row in (*account["lists"], *account["deleted"]) if row["tags"]}


def setups_in(archive: bytes) -> list[dict[str, Any]]:
    """Return the print setups in an archive."""
    with zipfile.ZipFile(io.BytesIO(archive)) as opened:
        data: list[dict[str, Any]] = json.loads(opened.read("account.json"))["print_setups"]
    return data


def test_an_archive_restores_the_account_on_an_empty_site(
    client: Client, archive: bytes, sample_values: Mapping[str, dict[str, Any]]
) -> None:
    """The documents and tags are the same byte for byte, including deleted lists. A guest can import too."""
    before, tags = files_in(archive), tags_in(archive)
    assert sorted(tags.values()) == [["Säbel, gemalt"], ["Säbel, gemalt"], ["old"]]
    assert len(before) == len(sample_values)
    CompanyList.objects.all().delete()
    User.objects.all().delete()
    client.logout()
    answer = send(client, preview(client, ("musterbook-alice.zip", archive)))
    assert (answer.status_code, answer["Location"]) == (302, "/lists/")
    again = client.get("/account/export.zip").getvalue()
    assert (files_in(again), tags_in(again)) == (before, tags)
    assert setups_in(again) == [
        {"name": "Säbel", "options": {"paper": "cards", "size": "letter"}, "first": True}
    ]


def test_an_import_says_why_a_tag_is_missing(client: Client, archive: bytes, settings: Settings) -> None:
    """A tag can be missing for other reasons than the limit of tags."""
    CompanyList.objects.all().delete()
    OwnTag.objects.all().delete()
    settings.MUSTERBOOK_MAX_TAGS = 1
    page = client.get(send(client, preview(client, ("musterbook-alice.zip", archive)))["Location"])
    reason = "1 tag couldn&#x27;t be added: You have 1 tag, which is the limit."
    assert reason in page.content.decode()


def test_only_missing_lists_of_an_archive_are_imported(client: Client, archive: bytes) -> None:
    before, names = files_in(archive), live_names()
    page = preview(client, ("a.zip", archive))
    assert "0 are new" in page
    assert page.count("You already have this list") == len(before)
    assert not [name for name in form_of(page) if name.startswith("take-")]
    assert send(client, page).status_code == 400
    assert files_in(client.get("/account/export.zip").getvalue()) == before
    row = CompanyList.objects.filter(deleted_at=None).earliest("pk")
    row.delete()
    page = preview(client, ("a.zip", archive))
    assert "1 is new" in page
    assert send(client, page).status_code == 302
    assert live_names() == names
    assert CompanyList.objects.filter(name=row.name, deleted_at=None).count() == 1


def test_equal_files_are_imported_once(client: Client, catalogues: Catalogues, reavers: Document) -> None:
    """Two different lists with the same name are both imported."""
    edition = catalogues[reavers.system, reavers.edition]
    first, second = (to_json_text(replace(reavers, setting=s), edition).encode() for s in ("One", "Two"))
    page = preview(client, ("one.json", first), ("again.json", first), ("two.json", second))
    assert "above in this import" in page
    assert send(client, page).status_code == 302
    assert live_names() == [reavers.name] * 2


def test_lists_above_the_limit_are_reported_and_the_others_imported(
    client: Client, alice: User, catalogues: Catalogues, reavers: Document, settings: Settings
) -> None:
    """Each list has its own transaction: the second is rejected, the first is complete."""
    settings.MUSTERBOOK_MAX_LISTS_PER_USER = 1
    client.force_login(alice)
    edition = catalogues[reavers.system, reavers.edition]
    texts = [to_json_text(replace(reavers, name=name), edition).encode() for name in ("One", "Two")]
    page = preview(client, ("one.json", texts[0]), ("two.json", texts[1]))
    answer = client.get(send(client, page)["Location"]).content.decode()
    assert live_names() == ["One"]
    assert "“Two” was not imported. You have 1 lists" in answer


def test_several_files_are_imported_independently(
    client: Client, catalogues: Catalogues, reavers: Document
) -> None:
    """A broken file is named, a file with an error needs a tick, and the good file is imported."""
    value = json.loads(to_json_text(reavers, catalogues[reavers.system, reavers.edition]))
    faulty = {**value, "name": "Faulty", "profiles": [{**value["profiles"][0], "cost": 3}], "rosters": []}
    page = preview(
        client,
        ("good.json", json.dumps(value).encode()),
        ("faulty.json", json.dumps(faulty).encode()),
        ("broken.json", b'{"format": '),
        ("picture.png", b"\x89PNG\r\n"),
    )
    assert "“cost” is not part of a profile" in page
    assert "picture.png is a picture" in page
    assert "Can\u2019t be imported:" in page
    assert send(client, page, {"take-1": "1"}).status_code == 302
    assert live_names() == sorted(["Faulty", reavers.name])


# ------------------------------------------------------------------ tables


def template_of(edition: Catalogue) -> Document:
    """Return the templates of a game: a profile of each kind."""
    document = template_document(edition)
    assert document
    return document


def import_table(client: Client, name: str, data: bytes) -> str:
    """Import a table, and return the export of the result."""
    page = preview(client, (name, data))
    assert "can\u2019t be imported" not in page
    answer = send(client, page)
    assert answer.status_code == 302, answer.content.decode()
    row = CompanyList.objects.get()
    loaded = load_list(row)
    return profiles_csv(list_sheet(loaded.document, loaded.catalogue))


@by_game
def test_exported_tables_of_each_game_can_be_imported_as_csv_and_xlsx(
    edition: Catalogue, catalogues: Catalogues, client: Client
) -> None:
    text = profiles_csv(list_sheet(template_of(edition), edition))
    assert import_table(client, "profiles.csv", text.encode()) == text
    CompanyList.objects.all().delete()
    assert import_table(client, "profiles.xlsx", xlsx_bytes(csv_rows(text))) == text


@pytest.mark.wide
@pytest.mark.parametrize("ending", ["xlsx", "ods"])
@by_game
def test_tables_saved_by_a_spreadsheet_program_can_be_imported(
    edition: Catalogue, ending: str, catalogues: Catalogues, client: Client, tmp_path: Path
) -> None:
    program = which("soffice")
    if program is None:
        pytest.skip("LibreOffice is not installed here")
    text = profiles_csv(list_sheet(template_of(edition), edition))
    (tmp_path / "profiles.csv").write_text(text, encoding="utf-8", newline="")
    home = f"-env:UserInstallation=file://{tmp_path}/home"
    # Commas separate cells, quotes enclose them, the text is UTF-8.
    read_as = "--infilter=CSV:44,34,76,1"
    command = [program, home, "--headless", read_as, "--convert-to", ending, "--outdir", str(tmp_path)]
    subprocess.run([*command, str(tmp_path / "profiles.csv")], check=True, capture_output=True, timeout=200)
    created = (tmp_path / f"profiles.{ending}").read_bytes()
    assert import_table(client, f"profiles.{ending}", created) == text


def test_columns_named_by_players_are_recognised_and_can_be_corrected(
    catalogues: Catalogues, client: Client
) -> None:
    rows: list[list[str | int]] = [
        ["Who", "Mov", "Fgt", "Shg", "Tds", "Cow"],
        ["Imp", 6, 7, 0, 5, 6],
        ["Boss", 6, 8, 0, 4, 4],
    ]
    page = preview(client, ("imps.xlsx", xlsx_bytes(rows)))
    assert '<span class="soft">not known</span>' in page
    changed = send(client, page, {"column-0-0": "name"})
    assert changed.status_code == 409  # its preview wasn't shown yet
    answer = send(client, changed.content.decode())
    assert answer.status_code == 302
    loaded = load_list(CompanyList.objects.select_related("edition__system").get())
    assert loaded.row.name == "imps"
    assert [(profile.name, profile.design.values["fgt"]) for profile in loaded.document.profiles] == [
        ("Imp", 7),
        ("Boss", 8),
    ]


def test_unknown_cells_need_an_answer_and_are_stored_as_notes(catalogues: Catalogues, client: Client) -> None:
    rows: list[list[str | int]] = [
        ["Name", "Mov", "Fgt", "Properties", "SW"],
        ["Bog Thing", "six", 7, "Fearless; Laser Eyes", "Pistol R4"],
    ]
    page = preview(client, ("bog.xlsx", xlsx_bytes(rows)))
    assert "Bog Thing, row 2: Mov “six” is not understood (write a whole number): keep it as a note?" in page
    assert "Laser Eyes" in page
    assert "Import without 2 details" in page
    send(client, page)
    (profile,) = the_document().profiles
    assert [pick.code for pick in profile.design.picks["properties"]] == ["fearless"]
    assert "Not read: six" in profile.notes


def test_each_sheet_of_a_workbook_is_a_list(catalogues: Catalogues, client: Client) -> None:
    rows: list[list[str | int]] = [["Name", "Mov", "Fgt", "Tds"], ["Imp", 6, 7, 5]]
    page = preview(client, ("two.xlsx", xlsx_bytes(rows, rows)))
    assert "Preview of 2 lists" in page


def test_a_table_without_a_game_requires_one(catalogues: Catalogues, client: Client) -> None:
    page = preview(client, ("x.csv", b"a,b,c\n1,2,3\n"))
    assert "choose its game below" in page
    again = client.post(ADDRESS, form_of(page) | {"game-0": "unbridled-fury"}).content.decode()
    assert 'name="column-0-0"' in again


# ------------------------------------------------------------------ texts


@by_game
def test_exported_texts_name_their_game(edition: Catalogue, catalogues: Catalogues, client: Client) -> None:
    text = list_text(list_sheet(template_of(edition), edition), TextOptions(style="compact"))
    page = preview(client, text=text)
    assert f'value="{edition.system}" selected' in page
    assert send(client, page, {"list_name-0": "Pasted"}).status_code == 302
    row = CompanyList.objects.select_related("edition__system").get()
    assert (row.name, row.edition.system.code) == ("Pasted", edition.system)
    assert len(load_list(row).document.profiles) == len(template_of(edition).profiles)


def test_a_question_about_a_stat_line_is_answered_by_a_button(catalogues: Catalogues, client: Client) -> None:
    page = preview(client, text="Imp Mov 6 Fgt 7 Shg 6 Tds 5 Cow 6 SW RPG R6")
    assert 'value="unbridled-fury" selected' in page
    assert 'name="answer" value="0:0-0"' in page
    sent = {name: value for name, value in form_of(page).items() if name != "import"}
    answered = client.post(ADDRESS, sent | {"answer": "0:0-0"}).content.decode()
    assert 'name="answer"' not in answered
    assert send(client, answered).status_code == 302


def test_a_changed_text_is_previewed_again(catalogues: Catalogues, client: Client) -> None:
    page = preview(client, text="Imp Mov 6 Fgt 7 Shg 0 Tds 5 Cow 6")
    for damaged in ("", "x", "eJw=", "AAAA"):
        assert send(client, page, {"packed": damaged}).status_code == 400
    answer = send(client, page, {"text-0": "Boss Mov 6 Fgt 9 Shg 0 Tds 5 Cow 6"})
    assert answer.status_code == 409
    assert not CompanyList.objects.exists()
    send(client, answer.content.decode())
    assert the_document().profiles[0].name == "Boss"


def test_unknown_columns_are_stored_as_notes_and_counts_as_a_roster(
    catalogues: Catalogues, client: Client
) -> None:
    page = preview(client, ("army.csv", b"Nazwa;Qty;Mov;Fgt\nHag;3;4;5\nGhoul;2;5;6\n"))
    assert "The column “Nazwa” is not known: its values go to the notes" in page
    assert send(client, page).status_code == 302
    document = the_document()
    assert [(profile.name, profile.notes) for profile in document.profiles] == [
        ("", "Nazwa: Hag"),
        ("", "Nazwa: Ghoul"),
    ]
    assert [entry.count for entry in document.rosters[0].entries] == [3, 2]


def test_a_known_column_can_be_stored_as_notes(catalogues: Catalogues, client: Client) -> None:
    page = preview(client, ("army.csv", b"Name;Mov;Fgt\nHag;4;5\n"))
    sent = {name: value for name, value in form_of(page).items() if name != "import"}
    page = client.post(ADDRESS, sent | {"column-0-1": "+"}).content.decode()
    assert "go to the notes" not in page  # the player knows
    assert send(client, page).status_code == 302
    (profile,) = the_document().profiles
    assert ("mov" in profile.design.values, profile.notes) == (False, "Mov: 4")


def test_notes_that_are_too_long_are_cut_and_reported(
    catalogues: Catalogues, client: Client, settings: Settings
) -> None:
    settings.MUSTERBOOK_MAX_TEXT = 12
    page = preview(client, ("army.csv", b"Name;Lair;Mov;Fgt\nHag;The deep swamp;4;5\n"))
    assert "Hag, row 2: only the first 12 characters of the notes are imported" in page
    assert send(client, page).status_code == 302
    assert the_document().profiles[0].notes == "Lair: The de"
