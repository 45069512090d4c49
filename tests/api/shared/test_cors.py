"""Pages of all other sites can read open data. Only sites that the operator names can read everything else.

A response is open if its view declares so and the request has neither a token nor a session.
"""

from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from pytest_django import Settings

from api.shared.base import BaseView
from api.urls import urlpatterns
from builder.catalogue.files import Catalogues
from builder.models import CompanyList, User
from builder.points.document.document import Document
from tests.support.access_scenes import UrlParameters, World, create_everything, url_of
from tests.support.accounts import BACKEND
from tests.support.api_client import API_ROOT, Answer, ApiClient

CLUB = "https://club.example"
PREFLIGHT = {
    "Origin": CLUB,
    "Access-Control-Request-Method": "PUT",
    "Access-Control-Request-Headers": "authorization,if-match,content-type",
}


def allowed(answer: Answer) -> set[str]:
    """Return the names of the headers that allow other sites to read a response."""
    return {name.lower() for name in answer.headers if name.lower().startswith("access-control-")}


@pytest.fixture
def club(settings: Settings) -> None:
    """Allow one origin in the settings."""
    settings.CORS_ALLOWED_ORIGINS = [CLUB]


@pytest.mark.parametrize("origin", [CLUB, "null", "http://testserver", "https://testserver", "x" * 5000])
def test_by_default_no_other_site_is_allowed(alices_list: CompanyList, alice: User, origin: str) -> None:
    program = ApiClient(alice)
    for answer in (
        program.get("lists", Origin=origin),
        program.get("gallery", Origin=origin),
        program.get("lists/nothing", Origin=origin),
        program.request("OPTIONS", "lists", headers={**PREFLIGHT, "Origin": origin}),
    ):
        assert not allowed(answer)


@pytest.mark.usefixtures("club")
def test_sites_in_the_setting_are_allowed(alice: User) -> None:
    answer = ApiClient(alice).get("lists", Origin=CLUB)
    assert answer.status_code == 200
    assert answer["Access-Control-Allow-Origin"] == CLUB
    assert "origin" in answer["Vary"].lower()
    assert "Access-Control-Allow-Credentials" not in answer
    exposed = set(answer["Access-Control-Expose-Headers"].split(", "))
    assert exposed >= {"ETag", "Location", "Retry-After", "RateLimit-Remaining", "Idempotency-Replayed"}


@pytest.mark.usefixtures("club")
def test_allowed_sites_can_read_errors(db: None) -> None:
    for path, status in (("lists", 401), ("nowhere", 404), ("gallery?size=x", 400)):
        answer = ApiClient().get(path, Origin=CLUB)
        assert (answer.status_code, answer["Access-Control-Allow-Origin"]) == (status, CLUB)


@pytest.mark.usefixtures("club")
def test_a_preflight_says_what_may_be_sent(db: None) -> None:
    """Browsers send a preflight without a token. It costs nothing."""
    answer = Client().options(f"{API_ROOT}/lists/anything", headers=PREFLIGHT)
    assert answer.status_code == 200
    assert answer["Access-Control-Allow-Origin"] == CLUB
    headers = set(answer["Access-Control-Allow-Headers"].split(", "))
    assert headers >= {"authorization", "content-type", "if-match", "if-none-match", "idempotency-key"}
    methods = set(answer["Access-Control-Allow-Methods"].split(", "))
    assert methods >= {"GET", "POST", "PUT", "PATCH", "DELETE"}
    assert "Access-Control-Allow-Credentials" not in answer


@pytest.mark.usefixtures("club")
@pytest.mark.parametrize(
    "origin",
    ["https://club.example.evil", "https://evil.club.example", "http://club.example", "https://club.example:444",
     "null", "https://", "https://[", ""],
)  # fmt: skip
def test_sites_not_in_the_setting_are_not_allowed(db: None, origin: str) -> None:
    assert not allowed(ApiClient().get("lists", Origin=origin))
    preflight = Client().options(f"{API_ROOT}/lists", headers={**PREFLIGHT, "Origin": origin})
    assert not allowed(preflight)


@pytest.mark.usefixtures("club")
@pytest.mark.parametrize(
    "path", ["/", "/gallery/", "/lists/", "/account/login/", "/apiary/", "/healthz", "/x/api/v1/"]
)
def test_pages_allow_no_other_site(db: None, path: str) -> None:
    client = Client()
    assert not allowed(client.get(path, headers={"Origin": CLUB}))
    assert not allowed(client.options(path, headers=PREFLIGHT))


def test_the_setting_is_empty_by_default(settings: Settings) -> None:
    assert settings.CORS_ALLOWED_ORIGINS == []
    assert not getattr(settings, "CORS_ALLOW_ALL_ORIGINS", False)
    assert not getattr(settings, "CORS_ALLOWED_ORIGIN_REGEXES", [])
    assert not getattr(settings, "CORS_ALLOW_CREDENTIALS", False)


# ------------------------------------------------------------------ open data

OPEN = {
    "api_root", "api_problem", "api_schema", "api_systems", "api_system", "api_edition", "api_play_sheet",
    "api_blank_paper",
    "api_samples", "api_gallery", "api_gallery_choices", "api_gallery_dump", "api_list", "api_summary",
    "api_appraisal", "api_paper", "api_paper_preview", "api_print_file", "api_text", "api_csv",
}  # fmt: skip


def views() -> dict[str, BaseView]:
    """Return every view of the API, by the name of its URL."""
    callbacks: dict[str, Any] = {str(pattern.name): pattern.callback for pattern in urlpatterns}
    return {name: view.view_class(**view.view_initkwargs) for name, view in callbacks.items()}


def test_the_list_of_open_data_is_complete() -> None:
    """Views that need an account, a secret or a club are never open."""
    assert {name for name, view in views().items() if hasattr(view, "get") and view.open_data} == OPEN


@pytest.fixture
def names(
    alice: User, bob: User, charlie: User, dora: User, catalogues: Catalogues, captain_alone: Document,
    settings: Settings, tmp_path: Path,
) -> UrlParameters:  # fmt: skip
    """A public list that is also shared by link and with a club, an event, a token, and a dump."""
    settings.GALLERY_DUMP = str(tmp_path / "gallery.ndjson.gz")
    names = create_everything(World.create(alice, bob, charlie, dora, captain_alone))
    call_command("dump_gallery", verbosity=0)
    return names


def readable(name: str) -> bool:
    return hasattr(views()[name], "get")


@pytest.mark.parametrize("name", sorted(name for name in views() if readable(name)))
def test_every_site_can_read_open_data_only(names: UrlParameters, name: str) -> None:
    for method in ("GET", "HEAD"):
        answer = ApiClient().request(method, url_of(name, names), headers={"Origin": "https://any.example"})
        list(answer)  # reading a streamed file to its end closes it
        assert answer.get("Access-Control-Allow-Origin") == ("*" if name in OPEN else None)
        assert "Access-Control-Allow-Credentials" not in answer
        if name in OPEN:
            assert answer.status_code == 200
            assert {"ETag", "Content-Range"} <= set(answer["Access-Control-Expose-Headers"].split(", "))


def test_with_a_token_or_cookie_open_data_of_users_is_closed(names: UrlParameters, alice: User) -> None:
    """Where no login is read, the response is the same with a token or cookie."""
    browser = ApiClient()
    browser.client.force_login(alice, backend=BACKEND)
    wrong = {"Authorization": "Bearer muster_wrong"}
    for name in OPEN:
        at = url_of(name, names)
        answers = [ApiClient(alice).get(at), browser.get(at), ApiClient().request("GET", at, headers=wrong)]
        nobody = ApiClient().get(at)
        plain = b"".join(nobody)
        for answer in answers:
            body = b"".join(answer)
            if views()[name].authentication_classes:
                assert not allowed(answer)
            else:
                assert (answer["Access-Control-Allow-Origin"], body) == ("*", plain)


def test_other_methods_than_get_are_closed(names: UrlParameters) -> None:
    for name in OPEN:
        for method in ("POST", "PUT", "PATCH", "DELETE"):
            assert not allowed(ApiClient().request(method, url_of(name, names), {}))


def test_private_lists_are_closed_like_unknown_ones(alices_list: CompanyList) -> None:
    """Without a login both responses are the same and open. The owner's response is closed."""
    private, missing = (ApiClient().get(f"lists/{id_}") for id_ in (alices_list.public_id, "nothing"))
    assert private.json() | {"request_id": ""} == missing.json() | {"request_id": ""}
    of_the_request = {"RateLimit-Remaining": "", "X-Request-ID": ""}
    assert dict(private.headers) | of_the_request == dict(missing.headers) | of_the_request
    assert private.status_code == 404
    assert not allowed(ApiClient(alices_list.owner).get(f"lists/{alices_list.public_id}"))


def test_an_allowed_site_can_send_a_token(names: UrlParameters, club: None, alice: User) -> None:
    answer = ApiClient(alice).get("gallery", Origin=CLUB)
    assert answer["Access-Control-Allow-Origin"] == CLUB
    assert ApiClient().get("gallery", Origin=CLUB)["Access-Control-Allow-Origin"] == CLUB
    assert ApiClient().get("gallery", Origin="https://any.example")["Access-Control-Allow-Origin"] == "*"


def test_the_json_schema_is_open(catalogues: Catalogues) -> None:
    first = Client().get("/schema/company-list-1.json")
    again = Client().get("/schema/company-list-1.json", headers={"If-None-Match": first["ETag"]})
    assert [first.status_code, again.status_code] == [200, 304]
    assert {first["Access-Control-Allow-Origin"], again["Access-Control-Allow-Origin"]} == {"*"}
