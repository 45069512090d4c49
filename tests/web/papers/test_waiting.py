"""A paper that isn't ready at once: a page that tries again, cached papers, and papers that fail."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings

from builder.models import CompanyList, User
from builder.services.sharing import create_link, remove_link

PAPER = "paper.pdf?paper=list&size=a4"


@pytest.mark.usefixtures("own_papers")
def test_an_unfinished_paper_shows_a_waiting_page(address: str, client: Client, settings: Settings) -> None:
    """The page reloads without a script. Meanwhile the paper is made."""
    settings.MUSTERBOOK_PAPER_WAIT_SECONDS = 0
    answer = client.get(address + PAPER)
    assert (answer.status_code, answer["Refresh"], answer["Retry-After"]) == (503, "3", "3")
    assert "Your paper isn't ready yet" in answer.content.decode()
    assert {"private", "no-store"} <= set(answer["Cache-Control"].split(", "))
    settings.MUSTERBOOK_PAPER_WAIT_SECONDS = 120
    assert client.get(address + PAPER)["Content-Type"] == "application/pdf"


@pytest.mark.usefixtures("own_papers")
def test_an_unfinished_picture_is_replaced_by_a_sentence(
    address: str, client: Client, settings: Settings
) -> None:
    settings.MUSTERBOOK_PAPER_WAIT_SECONDS = 0
    answer = client.get(f"{address}paper.png?paper=cards")
    assert (answer.status_code, answer["Content-Type"]) == (503, "text/plain")
    assert answer["Retry-After"] == "3"


@pytest.mark.usefixtures("own_papers")
def test_a_busy_site_shows_a_page_that_retries(
    address: str, client: Client, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    """All slots are in use during the request. The log has a warning, and no error."""
    settings.MUSTERBOOK_PAPERS_AT_ONCE, settings.MUSTERBOOK_PAPER_WAIT_SECONDS = 0, 0
    answer = client.get(address + PAPER)
    assert (answer.status_code, answer["Refresh"], answer["Retry-After"]) == (503, "3", "3")
    assert [record.levelname for record in caplog.records] == ["WARNING"]


def test_a_stored_paper_is_sent_without_loading_the_list(
    address: str, client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    first = client.get(address + PAPER)
    with django_assert_num_queries(3):  # the session, its user, and whether the user can read the list
        again = client.get(f"{address}{PAPER}&unknown=1")
    assert again.content == first.content
    assert again["Content-Disposition"] == first["Content-Disposition"]
    known = client.get(address + PAPER, headers={"If-None-Match": first["ETag"]})
    assert (known.status_code, known.content, known["ETag"]) == (304, b"", first["ETag"])


def test_a_changed_list_has_a_new_paper(address: str, client: Client, alices_list: CompanyList) -> None:
    first = client.get(address + PAPER)
    CompanyList.objects.filter(pk=alices_list.pk).update(version=alices_list.version + 1, name="Renamed")
    again = client.get(address + PAPER, headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 200
    assert again.content != first.content
    assert "renamed" in again["Content-Disposition"]


def test_a_stored_paper_needs_access_to_the_list(
    address: str, client: Client, alices_list: CompanyList, charlie: User
) -> None:
    """A matching ETag or a stopped link isn't enough."""
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


@pytest.mark.usefixtures("own_papers")
def test_a_paper_that_takes_too_long_is_reported(address: str, client: Client, settings: Settings) -> None:
    """It isn't tried again for some minutes, so the page doesn't reload."""
    settings.MUSTERBOOK_PAPER_SECONDS = 0
    answer = client.get(address + PAPER)
    assert answer.status_code == 503
    assert "This paper takes too long to make." in answer.content.decode()
    assert "Refresh" not in answer
