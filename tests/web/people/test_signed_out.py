"""An ended session: htmx gets a message on the same page, and other requests are redirected."""

import pytest
from django.http import HttpResponse
from django.test import Client

from builder.models import CompanyList
from tests.support.html_forms import HTMX


def posted(client: Client, path: str, headers: dict[str, str]) -> HttpResponse:
    answer = client.post(path, {"version": "1", "name": "Mine"}, headers=headers)
    assert isinstance(answer, HttpResponse)
    return answer


def test_forms_get_an_error_by_htmx_and_are_redirected_without(
    alices_list: CompanyList, client: Client
) -> None:
    roster = alices_list.rosters.all()[0].public_id
    for path in ("profiles/second/", "details/", "profiles/second/move/", f"rosters/{roster}/"):
        address = f"/lists/{alices_list.public_id}/{path}"
        answer = posted(client, address, HTMX)
        page = answer.content.decode()
        assert answer.status_code == 403
        assert (answer["HX-Retarget"], answer["HX-Reswap"]) == ("#notices", "innerHTML")
        assert "you&#x27;re logged out" in page
        assert "My lists" in page
        assert "HX-Trigger-After-Settle" not in answer
        answer = posted(client, address, {})
        assert answer.status_code == 302
        assert answer["Location"].startswith("/account/login/?next=")


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_a_form_without_csrf_token_gets_the_same_message(
    headers: dict[str, str], alices_list: CompanyList
) -> None:
    client = Client(enforce_csrf_checks=True)
    answer = posted(client, f"/lists/{alices_list.public_id}/details/", headers)
    page = answer.content.decode()
    assert answer.status_code == 403
    assert "form has expired" in page
    assert ("<html" in page) is not bool(headers)
    assert answer.get("HX-Retarget", "") == ("#notices" if headers else "")
