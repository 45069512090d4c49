"""The API returns the same texts for forums and tables for spreadsheets as the website."""

import html
import re
from dataclasses import replace

import pytest
from django.test import Client

from builder.models import CompanyList, Roster, User
from builder.points.document.document import Document
from builder.services.exchange import create_list_from_document
from tests.support.api_client import ApiClient, assert_problem
from tests.support.list_access import LIST_ROUTES

OPTIONS = ("", "?style=compact", "?style=full&format=markdown", "?style=full&format=bbcode&points=0")


def text_in(page: str) -> str:
    """Return the text in the page's field, without the first line break, which browsers drop."""
    match = re.search(r"<textarea[^>]*>\n(.*?)</textarea>", page, re.DOTALL)
    assert match
    return html.unescape(match[1])


@pytest.mark.sampled(every=3)
@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("way", LIST_ROUTES)
def test_texts_equal_those_of_the_page(
    list_urls: dict[str, str], bob: User, client: Client, way: str, options: str
) -> None:
    client.force_login(bob)
    page = client.get(f"/{list_urls[way]}/text/{options}").content.decode()
    answer = ApiClient(bob).get(f"{list_urls[way]}/text{options}")
    assert answer.status_code == 200
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert answer["Content-Disposition"] == 'inline; filename="molybdenian-drop-reavers.txt"'
    assert answer.content.decode() == text_in(page)


def test_names_with_markup_and_other_letters_stay_text(alice: User, reavers: Document) -> None:
    """The response is plain text, even if the name of the list contains mark-up."""
    row = create_list_from_document(alice, replace(reavers, name="<script>Ægir</script>", profiles=()))
    answer = ApiClient(alice).get(f"lists/{row.public_id}/text")
    assert answer.content.decode() == "<script>Ægir</script>: no profile yet"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert "filename*=UTF-8''script%C3%A6girscript.txt" in answer["Content-Disposition"]


# ------------------------------------------------------------------ what cannot be


def test_removed_and_unshared_rosters_are_not_found(
    list_urls: dict[str, str], alices_list: CompanyList, bob: User
) -> None:
    other = Roster.objects.get(name="Vault job").public_id
    assert_problem(ApiClient(bob).get(f"{list_urls['rosters']}/text?roster={other}"), 400, "not-understood")
    assert ApiClient(bob).get(f"{list_urls['lists']}/text?roster={other}").status_code == 200
    from_there = f"{list_urls['lists']}/text?roster={other}"
    Roster.objects.filter(public_id=other).delete()
    assert_problem(ApiClient(bob).get(from_there), 400, "not-understood")


# ------------------------------------------------------------------ how


def test_a_table_has_the_requested_separator_and_encoding(alice: User, alices_list: CompanyList) -> None:
    address = f"lists/{alices_list.public_id}/profiles.csv"
    alices_list.profiles.filter(name="Captain").update(name="Żółw")
    answer = ApiClient(alice).get(f"{address}?separator=semicolon&encoding=cp1250")
    assert answer["Content-Type"] == "text/csv; charset=windows-1250; header=present"
    assert answer.content.decode("cp1250").split("\r\n")[1].startswith("Żółw;")
    problem = assert_problem(ApiClient(alice).get(f"{address}?encoding=cp1252"), 400, "not-understood")
    assert problem["errors"][0]["path"] == "encoding"
    assert "“Ż” (U+017B)" in problem["errors"][0]["message"]
    assert_problem(ApiClient(alice).get(f"{address}?separator=tab"), 400, "not-understood")
