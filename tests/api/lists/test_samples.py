"""Anyone can list the sample lists and read each sample at the address with its id."""

from pathlib import Path

import pytest
from django.core.management import call_command

from builder.catalogue.files import Catalogues, sample_files
from tests.support.api_client import ApiClient


@pytest.fixture
def samples(catalogues: Catalogues) -> None:
    """The sample lists of the site, loaded into the database."""
    call_command("load_samples")


@pytest.mark.usefixtures("samples")
def test_everybody_can_list_and_read_samples() -> None:
    program = ApiClient()
    rows = program.get("samples").json()["results"]
    assert {row["slug"] for row in rows} == {slug for slug, _ in sample_files()}
    for row in rows:
        answer = program.get(f"lists/{row['id']}")
        document = answer.json()
        assert row["name"] == document["name"]
        assert (row["system"], row["edition"]) == (document["system"], document["edition"])
        assert (row["profiles"], row["rosters"]) == (len(document["profiles"]), len(document["rosters"]))
        assert program.post("appraisals", document).status_code == 200


@pytest.mark.usefixtures("samples")
def test_documents_of_samples_equal_their_files() -> None:
    rows = ApiClient().get("samples").json()["results"]
    files = {slug: Path(path).read_bytes() for slug, path in sample_files()}
    for row in rows:
        assert ApiClient().get(f"lists/{row['id']}").content.strip() == files[row["slug"]].strip()
