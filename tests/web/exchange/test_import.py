"""Importing a document: a preview, then a list; or the reason why it can't be imported."""

import io
import json
import re
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from pytest_django import Settings

from builder.catalogue.files import Catalogues
from builder.documents import load_list
from builder.exports.json import to_json_text
from builder.models import CompanyList, User
from builder.points.document.document import parse_document
from builder.services import lists as services
from builder.services.exchange import create_list_from_document
from builder.web.exchange.paste_page import text_digest
from tests.support.html_forms import URLENCODED, fields_of

ADDRESS = "/lists/import/"


@pytest.fixture
def value(catalogues: Catalogues, sample_values: Mapping[str, dict[str, Any]]) -> dict[str, Any]:
    """A document to change."""
    copy: dict[str, Any] = json.loads(json.dumps(sample_values["drop-reavers"]))
    return copy


def preview_form(page: str) -> dict[str, str]:
    """Return what the preview's form sends if only its button is pressed."""
    sent = {name: values[0] for name, values in fields_of(page, "bring").items() if values}
    return {**sent, "import": "1"}


def choices_of(choices: Mapping[str, str]) -> dict[str, str]:
    """Return the fields of the first list in a preview."""
    return {f"{name}-0": value for name, value in choices.items()}


def upload_and_confirm(client: Client, sent: dict[str, Any], **choices: str) -> HttpResponse:
    """Upload the document, and send the preview's form with these choices."""
    shown = client.post(ADDRESS, sent)
    assert shown.status_code == 200, shown.content.decode()
    answer = client.post(ADDRESS, {**preview_form(shown.content.decode()), **choices_of(choices)})
    assert isinstance(answer, HttpResponse)
    return answer


def test_a_pasted_document_becomes_a_list(value: dict[str, Any], alice: User, client: Client) -> None:
    client.force_login(alice)
    answer = upload_and_confirm(client, {"text": json.dumps(value)})
    row = CompanyList.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, f"/lists/{row.public_id}/")
    assert client.get(f"/lists/{row.public_id}/document.json").json() == value
    assert row.owner == alice


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda v: v.update(format="roster"), "is not a Musterbook list"),
        (lambda v: v.update(version=2), "was saved by a newer version of Musterbook"),
        (lambda v: v.update(system="chess"), "is for “chess”, a game that we don&#x27;t have"),
    ],
)
def test_a_rejected_text_stays_in_the_form_with_the_reason(
    value: dict[str, Any], client: Client, spoil: Callable[[dict[str, Any]], object], words: str
) -> None:
    spoil(value)
    answer = client.post(ADDRESS, {"text": json.dumps(value, indent=1)})
    page = answer.content.decode()
    assert answer.status_code == 400
    assert words in page
    assert "&quot;Molybdenian Drop Reavers&quot;" in page
    assert not CompanyList.objects.exists()
    assert not User.objects.exists()


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda v: v.update(edition="9"), "It is for edition “9”, which we don&#x27;t have"),
        (
            lambda v: v["profiles"][2]["design"]["attributes"].update(mov="six"),
            "Mov is “six”, not a whole number: import without it?",
        ),
        (lambda v: v["profiles"][0]["design"].update(wings=2), "Captain: “wings” is nothing"),
        (lambda v: v["profiles"][0].update(name="x" * 5000), "Its name: 5,000 characters"),
        (lambda v: v["profiles"][0].update(name="a\x00b"), "it contains characters that can't be shown"),
        (lambda v: v["profiles"].extend([v["profiles"][0]]), "Another profile has the same key"),
    ],
)
def test_a_list_with_a_faulty_value_is_imported_without_it(
    value: dict[str, Any], client: Client, spoil: Callable[[dict[str, Any]], object], words: str
) -> None:
    spoil(value)
    shown = client.post(ADDRESS, {"text": json.dumps(value)}).content.decode()
    assert words in shown
    assert "1 detail can\u2019t be imported" in shown
    assert "Import without 1 detail" in shown
    assert not re.search(r"profiles\[\d|design\.", shown)
    assert client.post(ADDRESS, preview_form(shown)).status_code == 302
    assert CompanyList.objects.get().name == value["name"]


def test_values_that_a_kind_of_profile_cannot_have_are_reported_and_imported(
    catalogues: Catalogues, client: Client
) -> None:
    """They count nothing, and the preview says so. The list stores them all the same."""
    head = {"format": "company-list", "version": 1, "system": "zapp", "edition": "seed", "name": "Old army"}
    sent = {
        **head,
        "profiles": [{"key": "duke", "name": "The Duke", "design": {"kind": "hero", "figures": 24}}],
        "rosters": [],
    }
    shown = client.post(ADDRESS, {"text": json.dumps(sent)}).content.decode()
    assert "Imported, but not counted" in shown
    assert "The Duke: This kind (Mighty Hero) has no Figures. Your input stays saved" in shown
    assert client.post(ADDRESS, preview_form(shown)).status_code == 302
    loaded = load_list(CompanyList.objects.get())
    assert loaded.document.profiles[0].design.values["figures"] == 24


def test_other_json_is_rejected(catalogues: Catalogues, client: Client) -> None:
    for text in ("", "[]", "{", '{"a": NaN}', "[" * 100_000, '{"a":' * 5000, '{"a":1,"a":2}'):
        answer = client.post(ADDRESS, {"text": text})
        assert answer.status_code == 400
        assert "Nothing was imported." in answer.content.decode()
    answer = client.post(ADDRESS, {"file": SimpleUploadedFile("x.json", b"\x00\x01\xff\xfe")})
    assert answer.status_code == 400
    assert "x.json is not a text, table or archive" in answer.content.decode()


def test_a_text_without_profiles_cannot_be_imported(catalogues: Catalogues, client: Client) -> None:
    for text in ("hello", "null", '"x"', "1" * 9000):
        page = client.post(ADDRESS, {"text": text}).content.decode()
        assert "Can\u2019t be imported:" in page
        assert client.post(ADDRESS, preview_form(page)).status_code == 400
    assert not CompanyList.objects.exists()


def test_only_the_first_profiles_up_to_the_limit_are_offered(value: dict[str, Any], client: Client) -> None:
    value["rosters"] = []
    value["profiles"] = [{"key": f"p{n}", "name": ""} for n in range(1000)]
    page = client.post(ADDRESS, {"text": json.dumps(value)}).content.decode()
    assert "The list has 1,000 profiles: import the first 300?" in page


def test_a_text_above_the_limit_is_rejected(
    value: dict[str, Any], client: Client, settings: Settings
) -> None:
    text = json.dumps(value).encode()
    settings.MUSTERBOOK_MAX_DOCUMENT_BYTES = len(text)
    assert upload_and_confirm(client, {"file": SimpleUploadedFile("x.json", text)}).status_code == 302
    settings.MUSTERBOOK_MAX_DOCUMENT_BYTES = 1000
    answer = client.post(ADDRESS, {"text": "é" * 501})
    assert answer.status_code == 413
    assert b"1,002 bytes" in answer.content


def test_too_large_files_and_forms_are_rejected(
    catalogues: Catalogues, client: Client, settings: Settings
) -> None:
    """A file that is too large, several files that are too large together, and a form without a file."""
    answer = client.post(ADDRESS, {"file": SimpleUploadedFile("big.json", b" " * 10_000_000)})
    assert answer.status_code == 413
    assert "at most 1.9\N{NO-BREAK SPACE}MB at once" in answer.content.decode()
    form = "text=" + "x" * 10_000_000
    assert client.post(ADDRESS, form, content_type=URLENCODED).status_code == 413
    settings.MUSTERBOOK_MAX_UPLOAD_BYTES = 1000
    files = {name: SimpleUploadedFile("x.json", b" " * 400) for name in ("file", "other", "third")}
    assert client.post(ADDRESS, files).status_code == 413


class CountedBody(io.BytesIO):
    """A request body that counts how much of it was read."""

    taken = 0

    def read(self, size: int | None = -1) -> bytes:
        """Read some bytes, like a file."""
        base_value = super().read(size)
        self.taken += len(base_value)
        return base_value


@pytest.mark.parametrize("checked", [False, True])
def test_a_file_is_read_only_up_to_the_limit(catalogues: Catalogues, checked: bool) -> None:
    head = b'--x\r\nContent-Disposition: form-data; name="file"; filename="x.json"\r\n\r\n'
    body = head + b" " * 20_000_000 + b"\r\n--x--\r\n"
    sent = CountedBody(body)
    client = Client(enforce_csrf_checks=checked)
    client.get(ADDRESS)  # without its cookie, the check reads nothing
    answer = client.request(
        **{
            "REQUEST_METHOD": "POST",
            "PATH_INFO": ADDRESS,
            "CONTENT_TYPE": "multipart/form-data; boundary=x",
            "CONTENT_LENGTH": str(len(body)),
            "wsgi.input": sent,
        }
    )
    assert answer.status_code == 413
    assert sent.taken < 1_200_000


# ------------------------------------------------------------------ what would come in


def test_the_preview_shows_the_import_and_stores_nothing(value: dict[str, Any], client: Client) -> None:
    """Name, edition, profiles with points, rosters with totals. No guest is created."""
    page = client.post(ADDRESS, {"text": json.dumps(value)}).content.decode()
    for words in ("Molybdenian Drop Reavers", "Unbridled Fury 0.9.0", "Captain", "205", "of 750"):
        assert words in page, words
    assert ">legal<" in page
    assert (CompanyList.objects.count(), User.objects.count()) == (0, 0)
    assert "sessionid" not in client.cookies


def test_illegal_rosters_are_reported(value: dict[str, Any], client: Client) -> None:
    value["rosters"] = [{"name": "Too much", "limit": 100, "entries": [{"profile": "captain", "count": 1}]}]
    page = client.post(ADDRESS, {"text": json.dumps(value)}).content.decode()
    assert "205 of 100" in page
    assert '<span data-level="error">not legal</span>' in page


def test_a_list_without_anything_is_shown_and_imported(catalogues: Catalogues, client: Client) -> None:
    """Several times: lists without a name don't have the same name."""
    empty = {
        "format": "company-list", "version": 1, "system": "unbridled-fury", "edition": "0.9.0", "name": "",
    }  # fmt: skip
    assert b"Unnamed list" in client.post(ADDRESS, {"text": json.dumps(empty)}).content
    for _ in range(2):
        assert upload_and_confirm(client, {"text": json.dumps(empty)}).status_code == 302
    assert list(CompanyList.objects.values_list("name", flat=True)) == ["", ""]


# ------------------------------------------------------------------ a name that is taken


@pytest.fixture
def existing_list(
    value: dict[str, Any], alice: User, alices_list: CompanyList, client: Client
) -> CompanyList:
    """Alice's browser. She has a list of the same name."""
    assert alices_list.name == value["name"]
    client.force_login(alice)
    return alices_list


def list_names() -> list[str]:
    """Return the names of all lists, oldest first."""
    return list(CompanyList.objects.filter(deleted_at=None).order_by("pk").values_list("name", flat=True))


def test_a_name_in_use_needs_a_choice(
    value: dict[str, Any], existing_list: CompanyList, client: Client
) -> None:
    value["setting"] = "Another moon"
    page = client.post(ADDRESS, {"text": json.dumps(value)}).content.decode()
    assert "You have another list of this name" in page
    assert fields_of(page, "bring")["choice-0"] == ["new"]
    assert fields_of(page, "bring")["new_name-0"] == [f"{value['name']} 2"]


def test_keeping_both_stores_a_new_name_or_allows_the_same(
    value: dict[str, Any], existing_list: CompanyList, client: Client
) -> None:
    """Only the name differs. An empty name becomes an unused one."""
    sent, name = {"text": json.dumps(value)}, value["name"]
    upload_and_confirm(client, sent)
    upload_and_confirm(client, sent, new_name=" ")
    answer = upload_and_confirm(client, sent, new_name="  Another name ")
    document = client.get(f"{answer['Location']}document.json").json()
    assert document == {**value, "name": "Another name"}
    upload_and_confirm(client, sent, choice="same")
    assert list_names() == [name, f"{name} 2", f"{name} 3", "Another name", name]


def test_a_replaced_list_can_be_restored(
    value: dict[str, Any], existing_list: CompanyList, client: Client
) -> None:
    before = client.get(f"/lists/{existing_list.public_id}/document.json").content
    value["setting"] = "Another moon"
    answer = upload_and_confirm(
        client, {"text": json.dumps(value)}, choice=f"replace:{existing_list.public_id}"
    )
    assert list_names() == [value["name"]]
    assert client.get(f"{answer['Location']}document.json").json()["setting"] == "Another moon"
    assert "Deleted lists" in client.get("/lists/").content.decode()
    client.post(f"/lists/{existing_list.public_id}/restore/")
    assert client.get(f"/lists/{existing_list.public_id}/document.json").content == before


def test_an_account_at_its_limit_can_still_replace_lists(
    value: dict[str, Any], existing_list: CompanyList, client: Client, settings: Settings
) -> None:
    settings.MUSTERBOOK_MAX_LISTS_PER_USER = 1
    for choice, status in (("same", 400), (f"replace:{existing_list.public_id}", 302)):
        answer = upload_and_confirm(client, {"text": json.dumps(value)}, choice=choice)
        assert answer.status_code == status
        assert list_names() == [value["name"]]


def preview_of(client: Client, value: dict[str, Any]) -> dict[str, str]:
    """Return what the preview sends."""
    return preview_form(client.post(ADDRESS, {"text": json.dumps(value)}).content.decode())


def test_a_name_used_since_the_preview_needs_a_choice(
    value: dict[str, Any], alice: User, catalogues: Catalogues, client: Client
) -> None:
    client.force_login(alice)
    sent = preview_of(client, value)
    create_list_from_document(alice, parse_document(value, catalogues))
    answer = client.post(ADDRESS, sent)
    assert answer.status_code == 409
    assert b"You already have this list" in answer.content
    assert list_names() == [value["name"]]
    assert client.post(ADDRESS, preview_form(answer.content.decode())).status_code == 302


def test_a_list_deleted_since_the_preview_is_not_replaced(
    value: dict[str, Any], existing_list: CompanyList, client: Client
) -> None:
    sent = {**preview_of(client, value), "choice-0": f"replace:{existing_list.public_id}"}
    services.delete_list(existing_list)
    answer = client.post(ADDRESS, sent)
    assert answer.status_code == 409
    assert list_names() == []


def test_a_text_that_reads_differently_since_the_preview_is_shown_again(
    value: dict[str, Any], catalogues: Catalogues, client: Client
) -> None:
    """As if the edition's rules have changed, so that part of the text isn't imported any more."""
    value["profiles"][0]["wings"] = 2
    sent = preview_of(client, value) | {"shown-0": text_digest("something else")}
    answer = client.post(ADDRESS, sent)
    assert answer.status_code == 409
    assert "We read a list differently than in the preview" in answer.content.decode()
    assert not CompanyList.objects.exists()


def test_an_invalid_choice_or_name_shows_the_question_again(
    value: dict[str, Any], existing_list: CompanyList, client: Client
) -> None:
    sent = preview_of(client, value)
    for field, entered, status in (
        *(("choice-0", choice, 400) for choice in ("", "burn")),
        *(("choice-0", choice, 409) for choice in ("replace:", "replace:\0", "replace:xxxxxxxxxxxx")),
        *(("new_name-0", name, 400) for name in ("x" * 201, "a\x00b", "a\nb")),
        ("new_name-0", value["name"], 409),
    ):
        assert client.post(ADDRESS, {**sent, field: entered}).status_code == status, entered
    assert list_names() == [value["name"]]


def test_lists_of_others_are_neither_shown_nor_replaced(
    value: dict[str, Any], bob: User, alices_list: CompanyList, client: Client
) -> None:
    client.force_login(bob)
    sent = preview_of(client, value)
    assert "new_name-0" not in sent
    client.post(ADDRESS, {**sent, "choice-0": f"replace:{alices_list.public_id}"})
    assert CompanyList.objects.filter(pk=alices_list.pk, deleted_at=None).exists()


# ------------------------------------------------------------------ there and back

NASTY: dict[str, Any] = {
    "format": "company-list", "version": 1, "system": "unbridled-fury", "edition": "0.9.0",
    "name": "</textarea><script>“☠” \\ & 'ö'", "setting": "\u00a0\ufeff\u200b",
    "background": "\n\n a\r\nb\rc\t\n\n",
    "profiles": [
        {"key": "_-", "name": "", "notes": "\r", "max": 0, "design": {}},
        {"key": "9", "name": " <b> ", "notes": "", "max": 9999, "design": {
            "size": -9999, "attributes": {"mov": 9999, "ssv": 0}, "command_die": "d20",
            "combat_weapon": {"name": " ", "range": 4, "properties": ["R", "R"]},
            "shooting_weapons": [{}, {"name": "\u2003"}],
            "properties": [{"code": "companion", "profile": "nobody"}, {"code": "one-shot-wonder"}],
            "spells": [{"code": "summon", "profile": "9"}],
        }},
    ],
    "rosters": [
        {"name": "", "limit": 0, "entries": [{"profile": "gone", "count": 0}, {"profile": "9", "count": 3}]},
    ],
}  # fmt: skip


@pytest.mark.parametrize("slug", ["drop-reavers", "heron-court", "sunken-foundry", "nasty"])
def test_an_imported_export_is_exported_byte_for_byte(
    slug: str, catalogues: Catalogues, sample_values: Mapping[str, dict[str, Any]], client: Client
) -> None:
    """From a file on an empty site, and as text while the first list exists. Only the name differs."""
    document = parse_document(NASTY if slug == "nasty" else sample_values[slug], catalogues)
    first = to_json_text(document, catalogues[document.system, document.edition]).encode()
    answer = upload_and_confirm(client, {"file": SimpleUploadedFile("x.json", first)})
    assert client.get(f"{answer['Location']}document.json").content == first
    answer = upload_and_confirm(client, {"text": first.decode().replace("\n", "\r\n")}, new_name="Other")
    again = json.loads(client.get(f"{answer['Location']}document.json").content)
    assert again == {**json.loads(first), "name": "Other"}
