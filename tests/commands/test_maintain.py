"""``maintain`` runs each nightly job once, prints one line for each, and an error stops no other job."""

import os
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from pytest_django import Settings

from builder.management.commands.maintain import nightly_jobs
from builder.management.maintenance_lock import claim_maintenance
from builder.models import CompanyList
from builder.models.lists import restorable_since

pytestmark = pytest.mark.database


def maintain() -> list[str]:
    """Run the command, and return the first word of each line on standard output."""
    output = StringIO()
    call_command("maintain", stdout=output, stderr=StringIO())
    return [line.split(":")[0] for line in output.getvalue().splitlines()]


@pytest.fixture
def long_deleted_list(alices_list: CompanyList, settings: Settings, tmp_path: Path) -> CompanyList:
    """A list that was deleted too long ago to be restored, and a file for the dump."""
    settings.GALLERY_DUMP = str(tmp_path / "gallery.ndjson.gz")
    alices_list.deleted_at = restorable_since()
    alices_list.save()
    return alices_list


def test_each_job_prints_a_line_and_can_run_again(long_deleted_list: CompanyList, settings: Settings) -> None:
    lines = maintain()
    assert lines == list(nightly_jobs())
    assert {"clearsessions", "clear_deleted", "clear_guests", "clear_programs", "dump_gallery"} <= set(lines)
    assert ("optimize" in lines) == (connection.vendor == "sqlite")
    assert not CompanyList.objects.filter(pk=long_deleted_list.pk).exists()
    assert Path(settings.GALLERY_DUMP).is_file()
    assert maintain() == lines


def test_a_failed_job_does_not_stop_the_others(long_deleted_list: CompanyList, settings: Settings) -> None:
    settings.GALLERY_DUMP = os.devnull + "/below-a-file"
    output, errors = StringIO(), StringIO()
    with pytest.raises(CommandError, match=r"^1 of \d jobs failed: dump_gallery\.$"):
        call_command("maintain", stdout=output, stderr=errors)
    assert errors.getvalue().startswith("dump_gallery: failed: ")
    assert "clear_programs: " in output.getvalue()
    assert not CompanyList.objects.filter(pk=long_deleted_list.pk).exists()


def test_a_second_run_at_the_same_time_does_nothing(long_deleted_list: CompanyList) -> None:
    with claim_maintenance() as claimed:
        assert claimed
        assert maintain() == ["Another 'maintain' is running. Nothing was done."]
    assert CompanyList.objects.filter(pk=long_deleted_list.pk).exists()
    assert "clear_deleted" in maintain()
