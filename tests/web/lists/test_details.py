"""Name, setting and background: saved as they change, without overwriting other changes."""

import pytest
from django.test import Client

from builder.models import CompanyList
from builder.services import lists as services
from builder.services.profiles import add_profile
from tests.support.html_forms import HTMX
from tests.support.saving import reload


def sent(**more: object) -> dict[str, object]:
    return {"version": 1, "name": "Reavers", "setting": "Sky", "background": "One\r\ntwo", **more}


def test_the_form_has_the_stored_details(address: str, alices_list: CompanyList, client: Client) -> None:
    """With htmx, the response is only the form."""
    for headers, begins in ({}, "<!doctype html>"), ({**HTMX, "HX-Target": "head"}, '<div class="page-head"'):
        page = client.get(f"{address}?edit=details", headers=headers).content.decode()
        assert page.startswith(begins)
        assert f'value="{alices_list.name}"' in page
        assert 'name="version" id="details-version" value="1"' in page
        assert ("statline" in page) is not bool(headers)


def test_saving_returns_to_the_list(address: str, alices_list: CompanyList, client: Client) -> None:
    """A change of a profile doesn't make the form stale."""
    add_profile(alices_list, "Cook")
    answer = client.post(f"{address}details/", sent())
    alices_list.refresh_from_db()
    assert (answer.status_code, answer["Location"]) == (302, address)
    assert (alices_list.name, alices_list.setting, alices_list.background) == ("Reavers", "Sky", "One\ntwo")
    assert b"Saved." in client.get(address).content


def test_saving_by_htmx_is_confirmed_and_updates_the_version(address: str, client: Client) -> None:
    answer = client.post(f"{address}details/", sent(), headers=HTMX)
    page = answer.content.decode()
    assert answer.status_code == 200
    assert 'id="details-version" value="2"' in page
    assert "Saved." in page
    assert answer["HX-Trigger-After-Settle"] == "saved"  # what the page recognises as a save
    assert "<textarea" not in page  # what is typed meanwhile stays


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_a_stale_form_shows_both_versions_and_can_overwrite(
    address: str, alices_list: CompanyList, client: Client, headers: dict[str, str]
) -> None:
    services.save_details(alices_list, 1, name="Theirs", setting="Sea", background="")
    answer = client.post(f"{address}details/", sent(name="Mine"), headers=headers)
    page = answer.content.decode()
    assert answer.status_code == 409
    for words in ("Changed elsewhere", "<dd>Theirs</dd>", 'name="keep" value="2"'):
        assert words in page
    assert ('value="Mine"' in page) is not bool(headers)  # htmx doesn't replace the fields
    assert reload(alices_list).name == "Theirs"
    client.post(f"{address}details/", sent(name="Mine", keep=2), headers=headers)
    assert reload(alices_list).name == "Mine"


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_invalid_details_are_rejected_together(
    address: str, alices_list: CompanyList, client: Client, headers: dict[str, str]
) -> None:
    for field, value, message in (
        ("name", "x" * 5000, "not 5,000"),
        ("setting", "x" * 201, "not 201"),
        ("background", "x" * 20_001, "not 20,001"),
        ("name", "a\x07b", "control character"),
        ("name", "a\nb", "line break"),
        ("version", "", "required"),
        ("version", "many", "whole number"),
        ("version", "-1", "greater than or equal to 0"),
        ("keep", "9" * 30, "less than or equal to"),
    ):
        answer = client.post(f"{address}details/", sent(**{field: value}), headers=headers)
        assert answer.status_code == 400
        assert message in answer.content.decode()
    assert reload(alices_list).name == alices_list.name
