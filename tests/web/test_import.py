"""Bringing in a document: it becomes a list, or the page names the place and the mend and keeps the text."""

import io
import json
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from pytest_django import Settings

from builder.catalogue.files import Catalogues
from builder.models import CompanyList, User

ADDRESS = "/lists/import/"


@pytest.fixture
def value(catalogues: Catalogues, sample_values: Mapping[str, dict[str, Any]]) -> dict[str, Any]:
    """A document of one's own to spoil."""
    copy: dict[str, Any] = json.loads(json.dumps(sample_values["drop-reavers"]))
    return copy


def test_a_pasted_document_becomes_a_list(value: dict[str, Any], client: Client) -> None:
    answer = client.post(ADDRESS, {"text": json.dumps(value)})
    row = CompanyList.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, f"/lists/{row.public_id}/")
    assert client.get(f"/lists/{row.public_id}/document.json").json() == value


def test_a_file_becomes_a_list(value: dict[str, Any], client: Client) -> None:
    file = SimpleUploadedFile("reavers.json", b"\xef\xbb\xbf" + json.dumps(value).encode())
    assert client.post(ADDRESS, {"file": file, "text": ""}).status_code == 302
    assert CompanyList.objects.get().name == value["name"]


def test_it_belongs_to_whoever_brought_it_in(value: dict[str, Any], alice: User, client: Client) -> None:
    client.force_login(alice)
    client.post(ADDRESS, {"text": json.dumps(value)})
    assert CompanyList.objects.get().owner == alice


@pytest.mark.parametrize(
    ("spoil", "path"),
    [
        (lambda v: v.update(format="roster"), "format"),
        (lambda v: v.update(version=2), "version"),
        (lambda v: v.update(edition="9"), "edition"),
        (
            lambda v: v["profiles"][2]["design"]["attributes"].update(mov="6"),
            "profiles[2].design.attributes.mov",
        ),
        (
            lambda v: v["profiles"][0]["design"]["attributes"].update(mov=10**30),
            "profiles[0].design.attributes.mov",
        ),
        (lambda v: v["profiles"][0]["design"].update(wings=2), "profiles[0].design.wings"),
        (lambda v: v["profiles"][0].update(name="x" * 5000), "profiles[0].name"),
        (lambda v: v["profiles"][0].update(name="a\x00b"), "profiles[0].name"),
        (lambda v: v["profiles"].extend([v["profiles"][0]]), "profiles[7].key"),
    ],
)
def test_a_fault_names_its_place_and_keeps_the_text(
    value: dict[str, Any],
    client: Client,
    spoil: Callable[[dict[str, Any]], object],
    path: str,
) -> None:
    spoil(value)
    text = json.dumps(value, indent=1)
    answer = client.post(ADDRESS, {"text": text})
    page = answer.content.decode()
    assert answer.status_code == 400
    assert f"<code>{path}</code>" in page
    assert "Mend:" in page
    assert "&quot;company-list&quot;" in page or "&quot;roster&quot;" in page
    assert not CompanyList.objects.exists()
    assert not User.objects.exists()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "hello",
        "[]",
        "null",
        '"x"',
        "{",
        '{"a": NaN}',
        "[" * 100_000,
        '{"a":' * 5000,
        "1" * 9000,
        '{"a":1,"a":2}',
    ],
    ids=["nothing", "words", "list", "null", "text", "open", "nan", "deep lists", "deep", "digits", "twice"],
)
def test_what_is_no_document_is_refused(catalogues: Catalogues, client: Client, text: str) -> None:
    answer = client.post(ADDRESS, {"text": text})
    assert answer.status_code == 400
    assert "Not brought in." in answer.content.decode()


def test_a_file_that_is_no_text_is_refused(catalogues: Catalogues, client: Client) -> None:
    answer = client.post(ADDRESS, {"file": SimpleUploadedFile("x.json", b"\xff\xfe\x00\x01")})
    assert answer.status_code == 400
    assert b"UTF-8" in answer.content


def test_too_many_profiles_are_refused(value: dict[str, Any], client: Client) -> None:
    value["rosters"] = []
    value["profiles"] = [{"key": f"p{n}", "name": ""} for n in range(1000)]
    answer = client.post(ADDRESS, {"text": json.dumps(value)})
    assert answer.status_code == 400
    assert b"<code>profiles</code> has 1000 items" in answer.content


def test_a_text_over_the_limit_is_too_large(
    catalogues: Catalogues, client: Client, settings: Settings
) -> None:
    settings.MUSTERBOOK_MAX_DOCUMENT_BYTES = 1000
    answer = client.post(ADDRESS, {"text": "é" * 501})
    assert answer.status_code == 413
    assert b"1,002 bytes" in answer.content


def test_a_file_of_ten_megabytes_is_too_large(catalogues: Catalogues, client: Client) -> None:
    answer = client.post(ADDRESS, {"file": SimpleUploadedFile("big.json", b" " * 10_000_000)})
    assert answer.status_code == 413
    assert b"more than Musterbook reads" in answer.content


def test_files_that_are_too_large_together_are_refused(
    catalogues: Catalogues, client: Client, settings: Settings
) -> None:
    settings.MUSTERBOOK_MAX_DOCUMENT_BYTES = 1000
    files = {name: SimpleUploadedFile("x.json", b" " * 400) for name in ("file", "other", "third")}
    assert client.post(ADDRESS, files).status_code == 413


def test_a_file_of_just_the_limit_is_read(value: dict[str, Any], client: Client, settings: Settings) -> None:
    text = json.dumps(value).encode()
    settings.MUSTERBOOK_MAX_DOCUMENT_BYTES = len(text)
    assert client.post(ADDRESS, {"file": SimpleUploadedFile("x.json", text)}).status_code == 302


class Sent(io.BytesIO):
    """A request body that counts what was read of it."""

    taken = 0

    def read(self, size: int | None = -1) -> bytes:
        """As a file does."""
        found = super().read(size)
        self.taken += len(found)
        return found


@pytest.mark.parametrize("checked", [False, True])
def test_a_file_is_not_read_beyond_the_limit(catalogues: Catalogues, checked: bool) -> None:
    head = b'--x\r\nContent-Disposition: form-data; name="file"; filename="x.json"\r\n\r\n'
    body = head + b" " * 20_000_000 + b"\r\n--x--\r\n"
    sent = Sent(body)
    client = Client(enforce_csrf_checks=checked)
    client.get(ADDRESS)  # without its cookie the check reads nothing
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


def test_a_form_of_ten_megabytes_is_not_read(catalogues: Catalogues, client: Client) -> None:
    answer = client.post(
        ADDRESS, "text=" + "x" * 10_000_000, content_type="application/x-www-form-urlencoded"
    )
    assert answer.status_code == 413


def test_one_list_too_many_is_refused(
    value: dict[str, Any], alice: User, alices_list: CompanyList, client: Client, settings: Settings
) -> None:
    settings.MUSTERBOOK_MAX_LISTS_PER_USER = 1
    client.force_login(alice)
    assert client.post(ADDRESS, {"text": json.dumps(value)}).status_code == 400
    assert CompanyList.objects.count() == 1


def test_the_form_is_public_and_other_methods_are_wrong(catalogues: Catalogues, client: Client) -> None:
    assert client.get(ADDRESS).status_code == 200
    assert client.put(ADDRESS).status_code == 405
