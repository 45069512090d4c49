"""An unreadable design gives a plain page that names the profile, not a server error."""

import logging

import pytest
from django.test import Client

from builder.models import CompanyList, Profile, User
from tests.support.html_forms import fields_of


@pytest.fixture
def address(alice: User, alices_list: CompanyList, client: Client) -> str:
    """Alice's list with a captain whose size is no number. Alice is logged in."""
    Profile.objects.filter(company_list=alices_list, key="captain").update(design={"size": "two"})
    client.force_login(alice)
    return f"/lists/{alices_list.public_id}/"


@pytest.mark.parametrize("what", ["", "document.json", "profiles/captain/"])
def test_the_page_names_the_profile(
    address: str, client: Client, what: str, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR, logger="builder"):
        answer = client.get(address + what)
    assert answer.status_code == 409
    assert answer["Content-Type"].startswith("text/html")
    assert "The profile “Captain” doesn&#x27;t fit the rules" in answer.content.decode()
    assert "profile captain: design.size" in caplog.text


def test_other_profiles_can_be_opened_and_saved(address: str, client: Client) -> None:
    page = client.get(f"{address}profiles/second/")
    assert page.status_code == 200
    sent = fields_of(page.content.decode()) | {"name": "Second, promoted"}
    assert client.post(f"{address}profiles/second/", sent).status_code == 303
    assert Profile.objects.get(key="second").name == "Second, promoted"


def test_changes_with_an_unreadable_result_are_rejected(
    address: str, alices_list: CompanyList, client: Client
) -> None:
    """A profile that names an unreadable one has no price."""
    page = client.get(f"{address}profiles/second/")
    sent = fields_of(page.content.decode()) | {
        "properties[0].code": "companion",
        "properties[0].profile": "captain",
    }
    assert client.post(f"{address}profiles/second/", sent).status_code == 409
    assert Profile.objects.get(key="second").version == 1
    alices_list.refresh_from_db()
    assert alices_list.version == 1


def test_htmx_gets_a_notice(address: str, client: Client) -> None:
    answer = client.post(f"{address}profiles/second/duplicate/", headers={"HX-Request": "true"})
    assert (answer.status_code, answer["HX-Retarget"]) == (409, "#notices")
