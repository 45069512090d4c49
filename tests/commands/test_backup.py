"""Backups are made while people write, restored elsewhere, and rejected if they are damaged or forged."""

import fcntl
import json
import os
import shutil
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple
from zipfile import ZIP_DEFLATED, ZipFile

import psycopg
import pytest
from allauth.mfa.models import Authenticator
from django.db import connection
from pytest_django import Settings

from builder.backups.archive import extract_database, hash_file, read_manifest, write_archive
from builder.backups.checks import count_unreadable_second_factors, find_unreadable_lists
from builder.backups.errors import BackupError
from builder.backups.making import create_backup
from builder.backups.manifest import BackupManifest, DatabaseFacts, dump_manifest
from builder.backups.restoring import restore_backup
from builder.models import CompanyList, Profile, User
from builder.services.people.secrets import encrypt_secret
from tests.support.project_files import ROOT, run_python

KEY = "a-key-for-this-test-alone-0123456789-abcdefghijklmnopqrstuvwxyz"

needs_pg_dump = pytest.mark.skipif(
    shutil.which("pg_dump") is None, reason="PostgreSQL's client programs are not on the path"
)


# ------------------------------------------------------------------ the drill, as processes


class DrillSite(NamedTuple):
    """The addresses of two databases: the site's, and one to restore to."""

    source: str
    target: str


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=needs_pg_dump)])
def site(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[DrillSite]:
    """Two empty databases of one kind."""
    if request.param == "sqlite":
        yield DrillSite(f"sqlite:///{tmp_path}/site.sqlite3", f"sqlite:///{tmp_path}/new.sqlite3")
        return
    serve = "import os, sys; print(os.environ['DATABASE_URL'], flush=True); sys.stdin.read()"
    with subprocess.Popen(
        [sys.executable, "scripts/pg.py", sys.executable, "-c", serve],
        cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    ) as server:  # fmt: skip
        assert server.stdout is not None
        url = server.stdout.readline().strip()
        host = url.partition("?host=")[2]
        with psycopg.connect(host=host, user="musterbook", dbname="postgres", autocommit=True) as database:
            database.execute("CREATE DATABASE restored")
        yield DrillSite(url, url.replace("/postgres?", "/restored?"))
        server.communicate()


def step_code(step: str) -> str:
    return f"import django; django.setup(); from tests.support import backup_drill; backup_drill.{step}"


def run_step(step: str, url: str) -> Any:  # noqa: ANN401 - the steps print different things
    """Return the output of a step of the drill."""
    done = run_python("-c", step_code(step), DATABASE_URL=url, SECRET_KEY=KEY)
    assert done.returncode == 0, done.stderr
    assert ("musterbook.security -: restore file=" in done.stderr) is step.startswith("restore(")
    return json.loads(done.stdout)


def manage(url: str, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return run_python("manage.py", *arguments, DATABASE_URL=url, SECRET_KEY=KEY, **environment)


def make_backup(url: str, folder: Path) -> Path:
    before = set(folder.iterdir())
    done = manage(url, "backup", str(folder))
    assert done.returncode == 0, done.stderr
    (created,) = set(folder.iterdir()) - before
    return created


@pytest.mark.process
def test_a_backup_made_during_writes_can_be_restored_elsewhere(site: DrillSite, tmp_path: Path) -> None:
    """Each list in it was saved in this state. Without writers, each list is the same to the byte."""
    folder = tmp_path / "backups"
    folder.mkdir()
    # Each save begins a revision, so each state that a backup can contain is in the history.
    environment = {
        **os.environ,
        "DATABASE_URL": site.source,
        "SECRET_KEY": KEY,
        "MUSTERBOOK_EDIT_SESSION_MINUTES": "0",
    }
    environment = {name: value for name, value in environment.items() if not name.startswith("PYTEST")}
    with subprocess.Popen(
        [sys.executable, "-c", step_code("write()")],
        cwd=ROOT, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    ) as writer:  # fmt: skip
        assert writer.stdout is not None
        assert writer.stdout.readline() == "1\n"
        during = make_backup(site.source, folder)
        refused = manage(site.source, "restore", str(during), "--yes")
        saved = writer.communicate("stop\n")[0].split()
    assert len(saved) > 5
    assert (refused.returncode, refused.stdout) == (1, "")
    assert "Stop " in refused.stderr
    at_the_end = make_backup(site.source, folder)
    written = run_step("read()", site.source)

    restored = run_step(f"restore({str(during)!r})", site.target)
    assert set(restored) == set(written)
    for public_id, item in restored.items():
        assert item["export"] == written[public_id]["past"][str(item["version"])]
    assert restored != written
    assert run_step(f"restore({str(at_the_end)!r})", site.target) == written
    assert run_step("print_schema()", site.target) == run_step("print_schema()", site.source)


@pytest.mark.process
def test_a_full_disk_leaves_no_partial_file(tmp_path: Path) -> None:
    """Here no file can become larger than 100,000 bytes."""
    url = f"sqlite:///{tmp_path}/site.sqlite3"
    folder = tmp_path / "backups"
    folder.mkdir()
    with closing(sqlite3.connect(tmp_path / "site.sqlite3")) as database, database:
        database.execute("CREATE TABLE large AS SELECT randomblob(500000)")
    limit = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))"
    start = f"import runpy, sys; sys.argv = ['manage.py', 'backup', {str(folder)!r}]"
    code = f"{limit}; {start}; runpy.run_path('manage.py', run_name='__main__')"
    done = run_python("-c", code, DATABASE_URL=url, SECRET_KEY=KEY)
    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (1, "", 1)
    assert list(folder.iterdir()) == []


# ------------------------------------------------------------------ what is written


@needs_pg_dump
@pytest.mark.database
@pytest.mark.django_db(transaction=True)
def test_only_old_backups_are_deleted(tmp_path: Path, alice: User, caplog: pytest.LogCaptureFixture) -> None:
    """The newest stay, whatever the files' times are, and so do files that are no backups."""
    old = [tmp_path / f"musterbook-2026-0{month}-01T031700Z.zip" for month in (1, 2, 3)]
    others = [
        tmp_path / name for name in ("musterbook.zip", "musterbook-2020-01-01T031700Z.zip.txt", "notes")
    ]
    for path in (*reversed(old), *others):
        path.touch()
    link = tmp_path / "musterbook-2020-01-01T031700Z.zip"
    link.symlink_to(others[0])
    unfinished = tmp_path / ".musterbook-backup.partial"  # of a killed backup
    unfinished.mkdir()
    (unfinished / "database").touch()
    with caplog.at_level("INFO", "musterbook.security"):
        backup = create_backup(tmp_path, keep=2)
    assert set(tmp_path.iterdir()) == {backup.path, old[2], link, *others}
    assert backup.deleted_count == 2
    assert stat.S_IMODE(backup.path.stat().st_mode) == 0o600
    manifest = read_manifest(backup.path)
    assert manifest.database.people == User.objects.count() == 1
    assert any("TOTP_KEYS" in secret for secret in manifest.not_included)
    assert [record.getMessage() for record in caplog.records] == ["backup"]


def test_a_missing_folder_is_reported(tmp_path: Path) -> None:
    with pytest.raises(BackupError, match=r"There is no folder .*/missing\. Create it"):
        create_backup(tmp_path / "missing", keep=1)


def test_a_second_backup_at_the_same_time_is_rejected(tmp_path: Path) -> None:
    folder = os.open(tmp_path, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        with pytest.raises(BackupError, match="Another backup is being made"):
            create_backup(tmp_path, keep=1)
    finally:
        os.close(folder)


# ------------------------------------------------------------------ what is refused

Pack = Callable[..., Path]


@pytest.fixture
def manifest() -> BackupManifest:
    """Return the manifest of a backup of the current kind of database, whose file contains "contents"."""
    facts = DatabaseFacts(migrations=[], counts={"builder_user": 1})
    return BackupManifest(
        program="0.1.0",
        made="2026-11-26T03:17:00+00:00",
        engine="sqlite",
        bytes=8,
        sha256="d1b2a59fbea7e20077af9f91b27e95e865061b270be03ff539ab3b73587882e8",
        database=facts,
        not_included=[],
    )


@pytest.fixture
def pack(tmp_path: Path, manifest: BackupManifest) -> Pack:
    """Write an archive with these members, by default those of an intact backup."""

    def write(*members: tuple[str, bytes]) -> Path:
        path = tmp_path / "backup.zip"
        sound = (("manifest.json", dump_manifest(manifest)), ("database.sqlite3", b"contents"))
        with ZipFile(path, "w", ZIP_DEFLATED) as archive:
            for name, content in members or sound:
                archive.writestr(name, content)
        return path

    return write


def read(path: Path, *, other_key: bool = False) -> None:
    """Read a backup as a restore does before it uses the database."""
    manifest = read_manifest(path, other_key=other_key)
    extract_database(path, manifest, path.with_name("unpacked"))


def test_an_intact_backup_is_verified(pack: Pack) -> None:
    """So the following tests are about their own changes."""
    read(path := pack())
    assert path.with_name("unpacked").read_bytes() == b"contents"


def test_changed_backups_are_rejected(pack: Pack, manifest: BackupManifest) -> None:
    """A database that doesn't match its checksum, and a manifest whose checksum was changed too."""
    good = dump_manifest(manifest)
    with pytest.raises(BackupError, match="checksum"):
        read(pack(("manifest.json", good), ("database.sqlite3", b"CONTENTS")))
    forged = good.replace(b"contents", b"x").replace(manifest.sha256.encode(), b"0" * 64)
    path = pack(("manifest.json", forged), ("database.sqlite3", b"CONTENTS"))
    with pytest.raises(BackupError, match="not made with this SECRET_KEY"):
        read(path)
    path.with_name("unpacked").unlink()
    with pytest.raises(BackupError, match="checksum"):
        read(path, other_key=True)


def test_a_backup_with_another_secret_key_needs_a_confirmation(pack: Pack, settings: Settings) -> None:
    path = pack()
    settings.SECRET_KEY = settings.SECRET_KEY[::-1]
    with pytest.raises(BackupError, match="--other-key"):
        read(path)
    read(path, other_key=True)


@pytest.mark.parametrize(
    "members",
    [
        [("manifest.json", b"{}"), ("database.sqlite3", b"")],
        [("manifest.json", b"[" * 100_000)],
        [("manifest.json", b" " * 2_000_000)],
        [("manifest.json", b'{"format": "musterbook-backup", "version": 2}')],
        [("manifest.json", b"\xff")],
        [("database.sqlite3", b"contents")],
        [("../manifest.json", b"{}")],
    ],
    ids=["empty", "nested", "large", "newer", "bytes", "none", "above"],
)
def test_other_files_are_rejected(pack: Pack, members: list[tuple[str, bytes]]) -> None:
    with pytest.raises(BackupError):
        read(pack(*members), other_key=True)


@pytest.mark.parametrize("name", ["../outside", "/outside", "database.pgdump"])
def test_unexpected_files_in_a_backup_are_rejected(pack: Pack, manifest: BackupManifest, name: str) -> None:
    """Whatever place their names lead to."""
    sound = (("manifest.json", dump_manifest(manifest)), ("database.sqlite3", b"contents"))
    with pytest.raises(BackupError, match="other files"):
        read(pack(*sound, (name, b"x")))


def test_a_backup_with_two_databases_is_rejected(pack: Pack, manifest: BackupManifest) -> None:
    database = ("database.sqlite3", b"contents")
    with pytest.warns(UserWarning, match="Duplicate name"):
        path = pack(("manifest.json", dump_manifest(manifest)), database, database)
    with pytest.raises(BackupError, match="other files"):
        read(path)


def test_files_larger_than_in_the_manifest_are_rejected(pack: Pack, manifest: BackupManifest) -> None:
    """A hundred million bytes, compressed to a hundred thousand."""
    path = pack(("manifest.json", dump_manifest(manifest)), ("database.sqlite3", bytes(100_000_000)))
    with pytest.raises(BackupError, match="damaged"):
        read(path)
    assert path.with_name("unpacked").stat().st_size < 2_000_000


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04", bytes(100)])
def test_damaged_archives_are_rejected(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "file.zip"
    path.write_bytes(content)
    with pytest.raises(BackupError, match="damaged or not a backup"):
        read(path)


def test_a_truncated_backup_is_rejected(pack: Pack) -> None:
    path = pack()
    path.write_bytes(path.read_bytes()[:-30])
    with pytest.raises(BackupError, match="damaged or not a backup"):
        read(path)


@pytest.fixture
def packed(tmp_path: Path, manifest: BackupManifest) -> Callable[..., Path]:
    """Write a backup with these fields in its manifest."""

    def write(**fields: object) -> Path:
        database = tmp_path / "database"
        database.write_bytes(b"contents")
        path = tmp_path / "backup.zip"
        changed = replace(manifest, **{"engine": connection.vendor, **fields})  # type: ignore[arg-type]  # names of its fields
        write_archive(path, changed, database)
        assert hash_file(database) == manifest.sha256
        return path

    return write


@pytest.mark.django_db
def test_a_backup_of_another_kind_of_database_is_rejected(packed: Callable[..., Path]) -> None:
    other, title = ("postgresql", "PostgreSQL") if connection.vendor == "sqlite" else ("sqlite", "SQLite")
    with pytest.raises(BackupError, match=f"Set DATABASE_URL to a {title} database"):
        restore_backup(packed(engine=other), replace=True, other_key=False)


@pytest.mark.django_db
def test_a_backup_of_a_newer_version_is_rejected(packed: Callable[..., Path]) -> None:
    facts = DatabaseFacts(migrations=["builder.9999_later"], counts={})
    with pytest.raises(BackupError, match=r"builder\.9999_later\)\. Update this one"):
        restore_backup(packed(database=facts), replace=True, other_key=False)


@pytest.mark.database
@pytest.mark.django_db(transaction=True)
def test_existing_users_are_replaced_only_on_request(packed: Callable[..., Path], alice: User) -> None:
    with pytest.raises(BackupError, match="add --yes"):
        restore_backup(packed(), replace=False, other_key=False)


# ------------------------------------------------------------------ what is checked after a restore


def test_second_factors_without_the_secret_key_are_counted(alice: User, settings: Settings) -> None:
    settings.TOTP_KEYS = ["old"]
    Authenticator.objects.create(user=alice, type="totp", data={"secret": encrypt_secret("JBSWY3DP")})
    assert count_unreadable_second_factors() == 0
    settings.TOTP_KEYS = ["new"]
    assert count_unreadable_second_factors() == 1


def test_unreadable_lists_are_named(alices_list: CompanyList, bobs_list: CompanyList) -> None:
    assert find_unreadable_lists() == []
    Profile.objects.filter(company_list=alices_list, key="captain").update(design={"wings": 2})
    assert find_unreadable_lists() == [alices_list.public_id]
