"""The API returns the same papers as the website, or says why there is no paper."""

import json

import pytest
from pytest_django import Settings

from builder.catalogue.files import Catalogues
from builder.models import CompanyList, User
from builder.services import lists
from builder.services.sharing import create_link
from tests.support.api_client import Answer, ApiClient, assert_problem
from tests.support.pdf_pages import Pdf

FILES = ("paper.pdf", "paper.png")


@pytest.fixture
def address(alices_list: CompanyList) -> str:
    """The address of Alice's list, which she doesn't share."""
    return f"lists/{alices_list.public_id}"


def errors_of(answer: Answer) -> dict[str, str]:
    """Return the error of each invalid parameter."""
    return {
        fault["path"]: fault["message"] for fault in assert_problem(answer, 400, "not-understood")["errors"]
    }


# ------------------------------------------------------------------ the same as the page's


def test_the_default_paper_is_the_company_list(address: str, alice: User) -> None:
    """Its size is A4 for every Accept-Language, so that a program always gets the same paper."""
    answer = ApiClient(alice).get(f"{address}/paper.pdf", Accept_Language="en-US")
    assert Pdf(answer.content).size == (210, 297)
    assert answer["Content-Disposition"] == 'inline; filename="molybdenian-drop-reavers-full-list.pdf"'
    picture = ApiClient(alice).get(f"{address}/paper.png?paper=cards")
    assert picture["Content-Disposition"] == 'inline; filename="molybdenian-drop-reavers-cards.png"'


# ------------------------------------------------------------------ cached papers, papers that are not ready


@pytest.mark.parametrize("file", FILES)
def test_an_unchanged_paper_is_not_sent_again(address: str, alice: User, bob: User, file: str) -> None:
    first = ApiClient(alice).get(f"{address}/{file}")
    again = ApiClient(alice).get(f"{address}/{file}", If_None_Match=first["ETag"])
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    assert ApiClient(bob).get(f"{address}/{file}", If_None_Match=first["ETag"]).status_code == 404


@pytest.mark.usefixtures("own_papers")
def test_an_unfinished_paper_says_when_to_retry(address: str, alice: User, settings: Settings) -> None:
    """The paper is made while the program waits."""
    settings.MUSTERBOOK_PAPER_WAIT_SECONDS = 0
    program = ApiClient(alice)
    answer = program.get(f"{address}/paper.pdf?background=0")
    assert answer["Retry-After"] == "3"
    assert_problem(answer, 429, "not-ready")
    settings.MUSTERBOOK_PAPER_WAIT_SECONDS = 120
    assert program.get(f"{address}/paper.pdf?background=0").status_code == 200


@pytest.mark.usefixtures("own_papers")
def test_a_paper_that_takes_too_long_is_reported(address: str, alice: User, settings: Settings) -> None:
    settings.MUSTERBOOK_PAPER_SECONDS = 0
    problem = assert_problem(ApiClient(alice).get(f"{address}/paper.pdf"), 503, "not-set")
    assert problem["detail"] == "This paper takes too long to make."


# ------------------------------------------------------------------ what cannot be


@pytest.mark.parametrize("query", ["paper=list&per=model", "paper=sheets&per=model", "paper=list&blank=3"])
def test_options_of_other_papers_are_ignored(address: str, alice: User, query: str) -> None:
    assert ApiClient(alice).get(f"{address}/paper.png?{query}").status_code == 200


def test_papers_for_play_need_a_roster(alice: User, catalogues: Catalogues) -> None:
    row = lists.create_list(alice, "unbridled-fury", "0.9.0", "Empty")
    errors = errors_of(ApiClient(alice).get(f"lists/{row.public_id}/paper.pdf?paper=roster"))
    assert "this list has none" in errors["paper"]
    assert ApiClient(alice).get(f"lists/{row.public_id}/paper.pdf").status_code == 200


# ------------------------------------------------------------------ who


def test_strangers_get_not_found_before_errors_of_options(address: str, charlie: User) -> None:
    """The error of an option doesn't show whether the list exists."""
    assert_problem(ApiClient(charlie).get(f"{address}/paper.pdf?paper=poster"), 404, "not-found")


# ------------------------------------------------------------------ how


def test_card_files_need_the_permissions_of_their_kind(
    address: str, alices_list: CompanyList, alice: User
) -> None:
    """The owner can read the cards of a private list. The deck needs an address that everybody can open."""
    answer = ApiClient(alice).get(f"{address}/print/card-captain.png?card=bridge")
    assert answer["Content-Type"] == "image/png"
    assert ApiClient(alice).get(f"{address}/print/tabletop-simulator.json").status_code == 404
    assert ApiClient(alice).get(f"{address}/print/chat.png?card=business").status_code == 400
    create_link(alices_list)
    deck = ApiClient(alice).get(f"{address}/print/tabletop-simulator.json")
    assert deck["Content-Type"] == "application/json"
    assert "/shared/" in json.loads(deck.content)["ObjectStates"][0]["CustomDeck"]["1"]["FaceURL"]
