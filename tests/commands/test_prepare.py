"""``prepare`` and its final checks: no site starts with an edition that it can't price."""

import json
from pathlib import Path

import pytest
from django.contrib.auth.models import Group
from django.core.checks import Tags, run_checks
from django.core.management import call_command
from django.core.management.base import SystemCheckError
from pytest_django import Settings

from builder.catalogue.files import Catalogues
from builder.checks import check_papers_folder
from builder.models import CompanyList, Edition, Listing, User
from builder.points.systems import SYSTEMS
from builder.services.gallery import publish_list
from tests.support.project_files import run_python

KEY = "a-key-for-this-test-alone-0123456789-abcdefghijklmnopqrstuvwxyz"


def check_ids() -> list[str | None]:
    return [fault.id for fault in run_checks(tags=[Tags.database], databases=["default"])]


def test_loaded_editions_can_be_priced(catalogues: Catalogues) -> None:
    assert check_ids() == []


def test_a_system_without_a_module_is_reported(
    catalogues: Catalogues, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(SYSTEMS, "unbridled-fury")
    assert check_ids() == ["builder.E001"]


def test_an_unreadable_edition_is_reported(catalogues: Catalogues) -> None:
    Edition.objects.filter(system__code="unbridled-fury").update(layout='{"wings": 2}', content="unread")
    assert check_ids() == ["builder.E002"]


def test_checks_without_a_database_make_no_query(
    catalogues: Catalogues, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(SYSTEMS, "unbridled-fury")
    assert [fault.id for fault in run_checks()] == []


@pytest.mark.process
def test_an_unmigrated_database_causes_no_error(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/db.sqlite3"
    done = run_python("manage.py", "check", "--database", "default", SECRET_KEY=KEY, DATABASE_URL=url)
    assert done.returncode == 0, done.stderr


def test_prepare_creates_the_group_of_the_moderators_with_one_permission(
    catalogues: Catalogues, settings: Settings, tmp_path: Path
) -> None:
    settings.STATIC_ROOT = str(tmp_path / "static")
    for _ in range(2):
        call_command("prepare")
        group = Group.objects.get(name="Moderators")
        assert [permission.codename for permission in group.permissions.all()] == ["moderate"]
        group.permissions.clear()


def test_prepare_unlists_the_lists_of_deactivated_users(
    alices_list: CompanyList, bobs_list: CompanyList, bob: User, settings: Settings, tmp_path: Path
) -> None:
    settings.STATIC_ROOT = str(tmp_path / "static")
    for row in (alices_list, bobs_list):
        publish_list(row)
    User.objects.filter(pk=bob.pk).update(is_active=False)
    for _ in range(2):
        call_command("prepare")
        assert Listing.objects.get(company_list__sample=None).company_list == alices_list
    assert CompanyList.objects.get(pk=bobs_list.pk).published_at is not None


def test_prepare_rejects_editions_that_cannot_be_priced(
    catalogues: Catalogues, settings: Settings, tmp_path: Path
) -> None:
    settings.STATIC_ROOT = str(tmp_path / "static")
    edition = Edition.objects.get(system__code="unbridled-fury")
    edition.system.pk, edition.system.code = None, "chess"
    edition.system.save(force_insert=True)
    edition.pk, edition.system = None, edition.system
    edition.save(force_insert=True)
    with pytest.raises(SystemCheckError, match='Musterbook has no module for the game "chess"'):
        call_command("prepare")


@pytest.fixture(scope="module")
def image_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the static files of an image, which is built without a database."""
    folder = tmp_path_factory.mktemp("image")
    done = run_python(
        "manage.py", "prepare", "--static", **environment(folder, "postgres://nobody@nowhere.invalid/none")
    )
    assert done.returncode == 0, done.stderr
    return folder


def environment(folder: Path, database: str) -> dict[str, str]:
    return {"SECRET_KEY": KEY, "STATIC_ROOT": str(folder / "static"), "DATABASE_URL": database}


@pytest.mark.process
def test_unused_static_files_are_not_collected(image_folder: Path) -> None:
    static = image_folder / "static"
    collected = set(json.loads((static / "staticfiles.json").read_text(encoding="utf-8"))["paths"])
    swagger = "drf_spectacular_sidecar/swagger-ui-dist/"
    assert {"site.css", f"{swagger}swagger-ui-bundle.js", f"{swagger}swagger-ui.css"} <= collected
    others = ("rest_framework/", "drf_spectacular_sidecar/redoc/")
    assert [name for name in sorted(collected) if name.startswith(others)] == []


@pytest.mark.process
def test_static_files_are_collected_once_and_compressed(image_folder: Path) -> None:
    """With names that depend on their contents. Source maps aren't compressed."""
    static = image_folder / "static"
    hashed = json.loads((static / "staticfiles.json").read_text(encoding="utf-8"))["paths"]
    files = {str(file.relative_to(static)) for file in static.rglob("*") if file.is_file()}
    assert {name for name in files if not name.endswith(".gz")} == {"staticfiles.json", *hashed.values()}
    assert f"{hashed['site.css']}.gz" in files
    assert f"{hashed['drf_spectacular_sidecar/swagger-ui-dist/swagger-ui-bundle.js.map']}.gz" not in files


@pytest.mark.process
def test_static_files_of_an_image_are_not_written_again(image_folder: Path, tmp_path: Path) -> None:
    assert (image_folder / "static.stamp").is_file()
    before = {path: path.stat().st_mtime_ns for path in image_folder.rglob("*")}
    done = run_python("manage.py", "prepare", **environment(image_folder, f"sqlite:///{tmp_path}/db.sqlite3"))
    assert done.returncode == 0, done.stderr
    assert {path: path.stat().st_mtime_ns for path in image_folder.rglob("*")} == before


def test_a_papers_folder_writable_by_others_is_reported(own_papers: Path) -> None:
    assert check_papers_folder(app_configs=None) == []
    own_papers.mkdir(mode=0o700)
    assert check_papers_folder(app_configs=None) == []
    own_papers.chmod(0o777)
    assert [item.id for item in check_papers_folder(app_configs=None)] == ["builder.E003"]
