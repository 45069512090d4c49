"""Name, setting and background: saved as they change, and never over somebody else's change."""

import pytest
from django.test import Client

from builder.models import CompanyList
from builder.services import lists as services
from builder.services.profiles import add_profile
from tests.support.html_forms import HTMX


def sent(**more: object) -> dict[str, object]:
    return {"version": 1, "name": "Reavers", "setting": "Sky", "background": "One\r\ntwo", **more}


def test_the_form_has_the_stored_details(address: str, alices_list: CompanyList, client: Client) -> None:
    page = client.get(f"{address}?edit=details").content.decode()
    assert f'value="{alices_list.name}"' in page
    assert 'name="version" id="details-version" value="1"' in page


def test_htmx_gets_only_the_form(address: str, client: Client) -> None:
    page = client.get(f"{address}?edit=details", headers={**HTMX, "HX-Target": "head"}).content.decode()
    assert page.startswith('<div class="page-head" id="head">')
    assert "statline" not in page


def test_saving_returns_to_the_list(address: str, alices_list: CompanyList, client: Client) -> None:
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
    assert answer["HX-Trigger-After-Settle"] == "saved"  # what the page takes for saving
    assert "<textarea" not in page  # what is being typed meanwhile stays


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_a_stale_form_shows_both_versions(
    address: str, alices_list: CompanyList, client: Client, headers: dict[str, str]
) -> None:
    services.save_details(alices_list, 1, name="Theirs", setting="Sea", background="")
    answer = client.post(f"{address}details/", sent(name="Mine"), headers=headers)
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "Changed elsewhere" in page
    assert "<dd>Theirs</dd>" in page
    assert 'name="keep" value="2"' in page
    if not headers:
        assert 'value="Mine"' in page
    alices_list.refresh_from_db()
    assert alices_list.name == "Theirs"


def test_a_stale_form_can_overwrite_the_other_version(
    address: str, alices_list: CompanyList, client: Client
) -> None:
    services.save_details(alices_list, 1, name="Theirs", setting="Sea", background="")
    assert client.post(f"{address}details/", sent(name="Mine", keep=2)).status_code == 302
    alices_list.refresh_from_db()
    assert alices_list.name == "Mine"


def test_changes_to_profiles_do_not_make_the_form_stale(
    address: str, alices_list: CompanyList, client: Client
) -> None:
    add_profile(alices_list, "One more")
    assert client.post(f"{address}details/", sent()).status_code == 302


@pytest.mark.sampled(every=3)
@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("name", "x" * 5000, "not 5,000"),
        ("setting", "x" * 201, "201 characters"),
        ("background", "x" * 20_001, "20,001 characters"),
        ("name", "a\x07b", "control character"),
        ("name", "a\nb", "line break"),
        ("version", "", "required"),
        ("version", "many", "whole number"),
        ("version", "-1", "greater than or equal to 0"),
        ("keep", "9" * 30, "less than or equal to"),
    ],
)
@pytest.mark.parametrize("headers", [{}, HTMX])
def test_invalid_details_are_rejected_together(
    address: str,
    alices_list: CompanyList,
    client: Client,
    field: str,
    value: str,
    message: str,
    headers: dict[str, str],
) -> None:
    answer = client.post(f"{address}details/", sent(**{field: value}), headers=headers)
    assert answer.status_code == 400
    assert message in answer.content.decode()
    before = alices_list.name
    alices_list.refresh_from_db()
    assert alices_list.name == before
