"""A paper that is not there at once: its place in the queue, what was kept, and why one cannot be set."""

from pathlib import Path

import pytest
from django.template.loader import render_to_string
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings

from builder.models import CompanyList, User
from builder.services.sharing import create_link, remove_link
from builder.web.papers.answers import WaitingPaper

PAPER = "paper.pdf?paper=list&size=a4"


@pytest.fixture
def address(alice: User, alices_list: CompanyList, client: Client) -> str:
    """What the pages of alice's list begin with, and alice at the keyboard."""
    client.force_login(alice)
    return f"/lists/{alices_list.public_id}/"


@pytest.fixture
def other_press(settings: Settings, tmp_path: Path) -> Settings:
    """The settings of a press for this test alone."""
    settings.PAPERS_FOLDER = str(tmp_path)
    return settings


def test_a_paper_that_is_not_ready_is_said_and_then_shown(
    address: str, client: Client, other_press: Settings
) -> None:
    """The page loads itself again, without any script; meanwhile the paper is set."""
    other_press.MUSTERBOOK_PAPER_WAIT_SECONDS = 0
    answer = client.get(address + PAPER)
    assert (answer.status_code, answer["Refresh"], answer["Retry-After"]) == (202, "2", "2")
    assert "Your paper is being made" in answer.content.decode()
    assert {"private", "no-store"} <= set(answer["Cache-Control"].split(", "))
    other_press.MUSTERBOOK_PAPER_WAIT_SECONDS = 120
    assert client.get(address + PAPER)["Content-Type"] == "application/pdf"


def test_a_second_paper_of_somebody_waits_for_its_turn(
    address: str, client: Client, other_press: Settings
) -> None:
    other_press.MUSTERBOOK_PAPER_WAIT_SECONDS = 0
    client.get(address + PAPER)
    answer = client.get(f"{address}paper.pdf?paper=cards")
    assert answer.status_code == 202
    assert 'It is number <b class="figures">1</b> in the queue' in answer.content.decode()
    picture = client.get(f"{address}paper.png?paper=cards")
    assert (picture.status_code, picture["Retry-After"]) == (503, "2")


def test_a_kept_paper_takes_no_reading_of_the_list(
    address: str, client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    first = client.get(address + PAPER)
    with django_assert_num_queries(3):  # the session, who it is, and whether they may
        again = client.get(f"{address}{PAPER}&unknown=1")
    assert again.content == first.content
    assert again["Content-Disposition"] == first["Content-Disposition"]
    known = client.get(address + PAPER, headers={"If-None-Match": first["ETag"]})
    assert (known.status_code, known.content, known["ETag"]) == (304, b"", first["ETag"])


def test_a_list_that_was_changed_has_another_paper(
    address: str, client: Client, alices_list: CompanyList
) -> None:
    first = client.get(address + PAPER)
    CompanyList.objects.filter(pk=alices_list.pk).update(version=alices_list.version + 1, name="Renamed")
    again = client.get(address + PAPER, headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 200
    assert again.content != first.content
    assert "renamed" in again["Content-Disposition"]


def test_a_kept_paper_is_for_those_who_may_read_the_list(
    address: str, client: Client, alices_list: CompanyList, charlie: User
) -> None:
    """The ETag opens nothing either, nor does a link that was taken back."""
    link = create_link(alices_list)
    tag = client.get(address + PAPER)["ETag"]
    shared = f"/shared/{link}/{PAPER}"
    stranger = Client()
    stranger.force_login(charlie)
    assert stranger.get(shared).status_code == 200
    remove_link(alices_list)
    for path in (address + PAPER, shared):
        assert stranger.get(path).status_code == 404
        assert stranger.get(path, headers={"If-None-Match": tag}).status_code == 404


@pytest.mark.parametrize(
    ("setting", "words", "headers"),
    [
        ("MUSTERBOOK_PAPER_SECONDS", "This paper takes longer to make than any paper may.", {}),
        ("MUSTERBOOK_WAITING_PAPERS", "More papers are waiting", {"Retry-After": "2"}),
    ],
)
def test_what_cannot_be_set_is_told(
    address: str, client: Client, other_press: Settings, setting: str, words: str, headers: dict[str, str]
) -> None:
    setattr(other_press, setting, 0)
    answer = client.get(address + PAPER)
    assert answer.status_code == 503
    assert words in answer.content.decode()
    assert {name: answer.headers.get(name) for name in headers} == headers


def test_a_large_paper_says_how_much_of_it_is_done() -> None:
    page = render_to_string("papers/waiting.html", {"waiting": WaitingPaper(0, 2, 40)})
    assert '<b class="figures">40 %</b> of it are done' in page
    assert 'max="100" value="40"' in page
