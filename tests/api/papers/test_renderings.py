"""Papers, pictures and texts of a document that isn't stored, for programs."""

import json

import pytest

from builder.catalogue.files import sample_files
from builder.models import CompanyList
from tests.support.api_client import Answer, ApiClient, assert_problem
from tests.support.pdf_pages import Pdf

REAVERS = json.loads(dict(sample_files())["drop-reavers"].read_text(encoding="utf-8"))

pytestmark = pytest.mark.usefixtures("catalogues")


def rendered(**choices: object) -> Answer:
    return ApiClient().post("renderings", {"document": REAVERS, **choices})


def test_a_roster_comes_as_pdf_and_nothing_is_stored() -> None:
    answer = rendered(output="pdf", paper="roster", roster=1, size="letter")
    assert answer["Content-Type"] == "application/pdf"
    paper = Pdf(answer.content)
    assert REAVERS["rosters"][1]["name"] in paper.text
    assert round(paper.size[0]) == 216
    assert not CompanyList.objects.exists()


def test_a_paper_carries_the_fingerprint_of_the_document() -> None:
    body = ApiClient().post("appraisals/fingerprints", REAVERS).json()
    assert body["fingerprints"]["force"] in Pdf(rendered(output="pdf").content).text
    of_roster = body["rosters"][0]["fingerprints"]["force"]
    assert of_roster in Pdf(rendered(output="pdf", paper="roster").content).text
    assert of_roster in rendered(output="text", style="full", roster=0).content.decode()


def test_a_picture_is_of_the_first_page() -> None:
    answer = rendered(output="png", paper="cards", points=False)
    assert answer["Content-Type"] == "image/png"
    assert answer.content.startswith(b"\x89PNG\r\n\x1a\n")


def test_a_text_is_written_in_the_format_that_is_requested() -> None:
    answer = rendered(output="text", style="compact", format="bbcode", points=False)
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert "[b]Captain[/b]" in answer.content.decode()


def errors_of(answer: Answer) -> list[str]:
    """Return the paths of the faults in a response."""
    return [fault["path"] for fault in assert_problem(answer, 400, "not-understood")["errors"]]


def test_faults_of_the_document_have_their_full_path() -> None:
    answer = ApiClient().post("renderings", {"document": {**REAVERS, "name": 7}, "output": "pdf"})
    assert "document.name" in errors_of(answer)
