"""``dump_gallery`` writes only public data, and the same bytes for the same gallery."""

import gzip
import json
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from pytest_django import DjangoAssertNumQueries, Settings

from builder.catalogue.files import Catalogues
from builder.models import CompanyList, Profile, User
from builder.points.document.document import parse_document
from builder.services import gallery, lists, sharing
from builder.services.exchange import create_list_from_document
from builder.services.moderation.actions import suspend_person
from tests.support.api_client import ApiClient
from tests.support.fubar import figure, fubar_document
from tests.support.long_lists import long_document
from tests.support.public_lists import publish_many


@pytest.fixture(autouse=True)
def path(settings: Settings, tmp_path: Path) -> Path:
    """The path of the dump."""
    settings.GALLERY_DUMP = str(tmp_path / "gallery.ndjson.gz")
    return Path(settings.GALLERY_DUMP)


def run_command() -> str:
    out = StringIO()
    call_command("dump_gallery", stdout=out, stderr=out)
    return out.getvalue()


def dumped(path: Path) -> list[dict[str, Any]]:
    """Return the lists of the dump, in its order."""
    return [json.loads(line) for line in gzip.decompress(path.read_bytes()).decode().splitlines()]


def test_lines_equal_the_response_of_the_api(
    path: Path, alices_list: CompanyList, settings: Settings
) -> None:
    settings.SITE_URL = "https://musters.example"
    gallery.publish_list(alices_list)
    sharing.create_link(alices_list)
    assert run_command() == f"1 list: written to {path}.\n"
    (line,) = dumped(path)
    program = ApiClient()
    document = program.get(f"lists/{alices_list.public_id}").json()
    appraisal = program.get(f"lists/{alices_list.public_id}/appraisal").json()
    (listed,) = program.get("gallery").json()["results"]
    assert line.pop("document") == document
    assert line.pop("rosters") == [
        {name: roster[name] for name in ("id", "name", "limit", "points", "legal")}
        for roster in listed["sum"]["rosters"]
    ]
    assert [(item["key"], item["points"]) for item in line.pop("profiles")] == [
        (profile["key"], profile["points"]) for profile in appraisal["profiles"]
    ]
    tags = line.pop("tags")
    assert tags["size"] == ["1000", "750"]
    assert "model:scout" in tags["property"]
    assert line == {
        "id": alices_list.public_id,
        "url": f"https://musters.example/api/v1/lists/{alices_list.public_id}",
        "name": "Molybdenian Drop Reavers",
        "owner": "alice",
        "sample": None,
        "system": "unbridled-fury",
        "edition": "0.9.0",
        "published": line["published"],
        "changed": alices_list.updated.isoformat(),
        "unit": "points",
        "legal": True,
    }


def test_without_site_url_urls_are_relative(path: Path, alices_list: CompanyList) -> None:
    """They are addresses in the folder of the dump."""
    gallery.publish_list(alices_list)
    run_command()
    assert dumped(path)[0]["url"] == f"/api/v1/lists/{alices_list.public_id}"


def test_only_public_lists_are_dumped(
    path: Path, alice: User, alices_list: CompanyList, bobs_list: CompanyList, coven: CompanyList
) -> None:
    """No private, shared, withdrawn, hidden or deleted lists, and no person's address or secret."""
    gallery.publish_list(alices_list)
    secret = sharing.create_link(alices_list)
    sharing.create_link(coven)
    gallery.publish_list(bobs_list)
    run_command()
    assert {line["owner"] for line in dumped(path)} == {"alice", "bob"}
    text = gzip.decompress(path.read_bytes()).decode()
    assert secret not in text
    assert "@example.org" not in text
    for withdraw in (
        gallery.unpublish_list,
        lambda row: gallery.hide_list(row, "No."),
        lists.delete_list,
    ):
        gallery.publish_list(bobs_list)
        withdraw(bobs_list)
        run_command()
        assert [line["id"] for line in dumped(path)] == [alices_list.public_id]
        CompanyList.objects.filter(pk=bobs_list.pk).update(hidden_at=None, deleted_at=None, published_at=None)


@pytest.mark.parametrize(("table", "occurrence"), [("builder_profile", 1), ("builder_moderationentry", 2)])
def test_lists_hidden_during_the_dump_are_not_in_it(
    path: Path, alices_list: CompanyList, bobs_list: CompanyList, bob: User, table: str, occurrence: int
) -> None:
    """While lists are read, and between the last check and the replacement of the file."""
    for row in (alices_list, bobs_list):
        gallery.publish_list(row)
    moderator = User.objects.create(username="mo")
    seen: list[str] = []

    def suspend_meanwhile(execute: Callable[..., object], sql: str, *rest: object) -> object:
        result = execute(sql, *rest)
        if f'FROM "{table}"' in sql:
            seen.append(sql)
            if len(seen) == occurrence:
                suspend_person(bob, moderator, "Spam.")
        return result

    with connection.execute_wrapper(suspend_meanwhile):
        assert run_command() == f"1 list: written to {path}.\n"
    assert [line["owner"] for line in dumped(path)] == ["alice"]
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_an_unchanged_gallery_leaves_the_file_unchanged(path: Path, alices_list: CompanyList) -> None:
    gallery.publish_list(alices_list)
    run_command()
    before = path.stat()
    assert run_command() == "1 list: nothing is new.\n"
    assert (path.stat().st_mtime_ns, path.stat().st_ino) == (before.st_mtime_ns, before.st_ino)
    content = path.read_bytes()
    path.unlink()
    run_command()
    assert path.read_bytes() == content
    assert [file.name for file in path.parent.iterdir()] == [path.name]
    assert path.stat().st_mode & 0o777 == 0o644


def test_a_failed_dump_keeps_the_old_file(path: Path, alices_list: CompanyList, settings: Settings) -> None:
    gallery.publish_list(alices_list)
    run_command()
    content = path.read_bytes()
    settings.SITE_URL = None  # no text that looks like an address
    with pytest.raises(TypeError):
        run_command()
    assert path.read_bytes() == content
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_options_have_the_format_of_gallery_filters(path: Path, alice: User, catalogues: Catalogues) -> None:
    bats = parse_document(fubar_document({"bats": figure(skills="flyer")}), catalogues)
    row = create_list_from_document(alice, bats)
    gallery.publish_list(row)
    run_command()
    (line,) = dumped(path)
    choices = ApiClient().get("gallery/choices").json()["choices"]
    assert line["tags"]["choice"] == sorted(choice["value"] for choice in choices)


def test_unreadable_lists_are_named_and_omitted(
    path: Path, alices_list: CompanyList, bobs_list: CompanyList
) -> None:
    for row in (alices_list, bobs_list):
        gallery.publish_list(row)
    Profile.objects.filter(company_list=bobs_list).update(design={"nothing": 1})
    assert run_command().startswith("Left out, because they can't be read: 1 list.")
    assert [line["id"] for line in dumped(path)] == [alices_list.public_id]


def test_queries_grow_only_with_the_number_of_batches(
    path: Path, alice: User, catalogues: Catalogues, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    """For each hundred lists: listings, tags, profiles, rosters, versions; and a last query without lists.

    Lists that moderators have hidden are counted before, before the file is replaced, and afterwards.
    """
    rows = publish_many(alice, parse_document(long_document(1), catalogues), 120)
    with django_assert_num_queries(2 * 5 + 1 + 3):
        run_command()
    assert [line["id"] for line in dumped(path)] == [row.public_id for row in rows]
