"""The user of a request: their name, what they own, and all their data as one file."""

import io
from zipfile import ZipFile

from django.http.response import HttpResponseBase
from django.test import Client

from builder.models import CompanyList, Scope, User
from builder.services.people.accounts import create_guest
from tests.support.accounts import BACKEND
from tests.support.api_client import API_ROOT, ApiClient


def test_a_session_shows_no_token(alice: User, client: Client) -> None:
    client.force_login(alice, backend=BACKEND)
    body = client.get(f"{API_ROOT}/me").json()
    assert (body["name"], body["token"]) == ("alice", None)


def test_guests_have_no_name(db: None, client: Client) -> None:
    client.force_login(create_guest(), backend=BACKEND)
    body = client.get(f"{API_ROOT}/me").json()
    assert (body["name"], body["guest"], body["token"]) == (None, True, None)


def content_of(answer: HttpResponseBase) -> bytes:
    return answer.getvalue()


def test_the_export_equals_that_of_the_page(alice: User, alices_list: CompanyList, client: Client) -> None:
    program = ApiClient(alice, Scope.READ)
    program.get("me")  # the first use stores the day in the token
    client.force_login(alice, backend=BACKEND)  # the log-in stores its time in the user
    answer = program.get("me/export.zip")
    content = content_of(answer)
    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/zip"
    assert int(answer["Content-Length"]) == len(content)
    page = client.get("/account/export.zip")
    assert answer["Content-Disposition"] == page["Content-Disposition"]
    mine, theirs = (ZipFile(io.BytesIO(each)) for each in (content, content_of(page)))
    assert mine.namelist() == theirs.namelist()
    assert len(mine.namelist()) == 2
    for name in mine.namelist():
        assert mine.read(name) == theirs.read(name)
