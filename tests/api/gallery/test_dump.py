"""The response with the gallery's dump is complete, a range, or a 304 for clients that have the file."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from pytest_django import DjangoAssertNumQueries, Settings

from builder.models import CompanyList
from builder.services import gallery
from tests.support.api_client import Answer, ApiClient, assert_problem

ADDRESS = "gallery/dump"


@pytest.fixture
def program(db: None) -> ApiClient:
    """An anonymous client."""
    return ApiClient()


@pytest.fixture
def path(settings: Settings, tmp_path: Path) -> Path:
    """The path of the dump. There is no file yet."""
    settings.GALLERY_DUMP = str(tmp_path / "dumps" / "gallery.ndjson.gz")
    return Path(settings.GALLERY_DUMP)


@pytest.fixture
def dump(path: Path, alices_list: CompanyList) -> bytes:
    """The dump of a gallery of one list."""
    gallery.publish_list(alices_list)
    call_command("dump_gallery", verbosity=0)
    return path.read_bytes()


def version(program: ApiClient) -> str:
    """Return the current ETag of the dump."""
    answer = program.get(ADDRESS)
    body_of(answer)
    return answer["ETag"]


def body_of(answer: Answer) -> bytes:
    """Return the complete body of a streamed response."""
    return answer.getvalue()


def test_the_full_file_is_sent(dump: bytes, alices_list: CompanyList, program: ApiClient) -> None:
    answer = program.get(ADDRESS)
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/gzip")
    assert answer["Content-Length"] == str(len(dump))
    assert answer["Content-Disposition"] == 'attachment; filename="gallery.ndjson.gz"'
    assert answer["Accept-Ranges"] == "bytes"
    assert answer["Cache-Control"] == "public, no-cache"
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert answer.streaming
    assert body_of(answer) == dump
    (line,) = gzip.decompress(dump).decode().splitlines()
    value: dict[str, Any] = json.loads(line)
    assert value["id"] == alices_list.public_id


def test_a_browser_that_unpacks_gets_the_same_bytes(dump: bytes, program: ApiClient) -> None:
    """The compressed file isn't compressed again, and keeps its length and its strong ETag."""
    answer = program.get(ADDRESS, Accept_Encoding="gzip")
    assert body_of(answer) == dump
    assert "Content-Encoding" not in answer
    assert not answer["ETag"].startswith("W/")


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [("bytes=0-9", 0, 9), ("bytes=10-", 10, -1), ("bytes=-7", -7, -1), ("bytes=5-999999", 5, -1),
     ("bytes=-999999", 0, -1)],
)  # fmt: skip
def test_a_part_is_sent(dump: bytes, program: ApiClient, text: str, first: int, last: int) -> None:
    answer = program.get(ADDRESS, Range=text)
    size = len(dump)
    first, last = first % size, last % size
    assert answer.status_code == 206
    assert answer["Content-Range"] == f"bytes {first}-{last}/{size}"
    assert body_of(answer) == dump[first : last + 1]
    assert answer["Content-Length"] == str(last + 1 - first)


@pytest.mark.parametrize("text", ["bytes=999999-", "bytes=-0"])
def test_a_range_beyond_the_end_is_rejected(dump: bytes, program: ApiClient, text: str) -> None:
    answer = program.get(ADDRESS, Range=text)
    assert_problem(answer, 416, "no-such-range")
    assert answer["Content-Range"] == f"bytes */{len(dump)}"


@pytest.mark.parametrize(
    "text", ["bytes=9-3", "bytes=-", "bytes=0-1,4-5", "lines=0-1", "bytes=a-b", "bytes=٣-", ""]
)
def test_an_invalid_range_header_is_ignored(dump: bytes, program: ApiClient, text: str) -> None:
    answer = program.get(ADDRESS, Range=text)
    assert (answer.status_code, body_of(answer)) == (200, dump)


def test_a_download_continues_only_with_the_same_version(dump: bytes, program: ApiClient) -> None:
    first = program.request("HEAD", ADDRESS)
    for validator in (first["ETag"], first["Last-Modified"]):
        answer = program.get(ADDRESS, Range="bytes=4-", If_Range=validator)
        assert (answer.status_code, body_of(answer)) == (206, dump[4:])
    for validator in ('"another"', "Mon, 01 Jan 2001 00:00:00 GMT", "W/" + first["ETag"]):
        answer = program.get(ADDRESS, Range="bytes=4-", If_Range=validator)
        assert (answer.status_code, body_of(answer)) == (200, dump)


def test_a_client_with_the_current_version_gets_no_body(dump: bytes, program: ApiClient) -> None:
    first = program.request("HEAD", ADDRESS)
    known = [
        {"If_None_Match": first["ETag"]},
        {"If_None_Match": f'"x", {first["ETag"]}'},
        {"If_Modified_Since": first["Last-Modified"]},
    ]
    for headers in known:
        answer = program.get(ADDRESS, **headers)
        assert (answer.status_code, answer.content, answer["ETag"]) == (304, b"", first["ETag"])
    answer = program.get(ADDRESS, If_Modified_Since="Mon, 01 Jan 2001 00:00:00 GMT")
    assert (answer.status_code, body_of(answer)) == (200, dump)
    # If both headers are sent, the ETag decides.
    answer = program.get(ADDRESS, If_None_Match='"another"', If_Modified_Since=first["Last-Modified"])
    assert (answer.status_code, body_of(answer)) == (200, dump)


def test_the_etag_changes_with_the_contents_only(
    dump: bytes, bobs_list: CompanyList, program: ApiClient
) -> None:
    first = version(program)
    call_command("dump_gallery", verbosity=0)
    assert version(program) == first
    gallery.publish_list(bobs_list)
    call_command("dump_gallery", verbosity=0)
    assert version(program) != first


def test_a_running_download_is_not_affected_by_a_new_file(
    dump: bytes, bobs_list: CompanyList, program: ApiClient
) -> None:
    """A new dump replaces the old file instead of writing into it."""
    answer = program.get(ADDRESS)
    gallery.publish_list(bobs_list)
    call_command("dump_gallery", verbosity=0)
    assert body_of(answer) == dump


def test_a_site_without_a_dump_is_reported(path: Path, program: ApiClient) -> None:
    problem = assert_problem(program.get(ADDRESS), 404, "not-found")
    assert problem["detail"] == "This site has no dump of the gallery yet."


def test_no_query_is_needed(
    dump: bytes, program: ApiClient, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(0):
        body_of(program.get(ADDRESS))
