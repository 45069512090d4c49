"""Everybody can read the schema and the page that displays it. The page has no inline code."""

import json

from django.conf import settings as conf
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings

from builder.catalogue.files import Catalogues
from builder.models import User
from builder.services.people.accounts import create_guest
from tests.support.accounts import BACKEND
from tests.support.api_client import API_ROOT
from tests.support.inline_code import INLINE

SCHEMA = f"{API_ROOT}/schema"
GUIDE = f"{API_ROOT}/docs"
DOCS = f"{API_ROOT}/docs/reference"


def test_everybody_can_read_the_schema(client: Client, catalogues: Catalogues) -> None:
    answer = client.get(SCHEMA)
    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/vnd.oai.openapi+json"
    body = json.loads(answer.content)
    assert body["openapi"].startswith("3.1")
    assert "/me" in body["paths"]
    assert "CompanyList" in body["components"]["schemas"]
    assert "public" in answer["Cache-Control"]
    assert "RateLimit-Limit" not in answer


def test_the_schema_is_the_same_for_everybody(client: Client, alice: User, catalogues: Catalogues) -> None:
    nobody = client.get(SCHEMA)
    client.force_login(alice, backend=BACKEND)
    assert client.get(SCHEMA).content == nobody.content
    wrong = client.get(SCHEMA, headers={"Authorization": "Bearer muster_wrong"})
    assert wrong.content == nobody.content


def test_the_schema_can_be_revalidated(
    client: Client, catalogues: Catalogues, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    etag = client.get(SCHEMA)["ETag"]
    with django_assert_num_queries(1):  # the editions
        again = client.get(SCHEMA, headers={"If-None-Match": etag})
    assert again.status_code == 304
    assert again["ETag"] == etag
    assert "public" in again["Cache-Control"]
    assert client.get(SCHEMA, headers={"If-None-Match": '"other"'}).status_code == 200


def test_the_schema_follows_the_limits(client: Client, catalogues: Catalogues, settings: Settings) -> None:
    etag = client.get(SCHEMA)["ETag"]
    settings.MUSTERBOOK_MAX_PROFILES = 7
    assert client.get(SCHEMA)["ETag"] != etag


def test_the_page_contains_nothing_inline(client: Client, db: None) -> None:
    answer = client.get(DOCS)
    assert answer.status_code == 200
    page = answer.content.decode()
    assert [what for what, pattern in INLINE.items() if pattern.search(page)] == []
    assert "http://" not in page.replace("http://testserver", "")
    assert "https://" not in page
    policy = dict(part.split(" ", 1) for part in answer["Content-Security-Policy"].split("; "))
    assert policy["script-src"] == "'self'"
    assert policy["style-src"] == "'self'"
    assert policy["connect-src"] == "'self'"
    assert policy["img-src"] == "'self' data:"
    assert answer["X-Robots-Tag"] == "noindex"
    assert "RateLimit-Limit" not in answer


def test_only_this_page_has_a_looser_csp(client: Client, db: None) -> None:
    client.get(DOCS)
    assert "data:" not in client.get("/about/")["Content-Security-Policy"]


def test_the_page_sets_no_cookie_without_login(client: Client, alice: User) -> None:
    client.get(DOCS)
    assert not client.cookies
    client.force_login(alice, backend=BACKEND)
    client.cookies.pop(conf.CSRF_COOKIE_NAME, None)
    assert "the account of alice" in client.get(DOCS).content.decode()
    assert client.cookies[conf.CSRF_COOKIE_NAME].value
    assert not client.cookies[conf.CSRF_COOKIE_NAME]["httponly"]


def test_a_guest_sees_whose_lists_are_changed(client: Client, db: None) -> None:
    client.force_login(create_guest(), backend=BACKEND)
    page = client.get(DOCS).content.decode()
    assert "the lists of this browser" in page
    assert "/account/tokens/" not in page


def test_every_page_links_to_the_reference(client: Client, db: None) -> None:
    assert f'href="{GUIDE}"' in client.get("/about/").content.decode()
    assert f'href="{DOCS}"' in client.get(GUIDE).content.decode()
