"""Pages of other sites: they may ask nothing unless the operator names them, and never this site's pages."""

import pytest
from django.test import Client
from pytest_django import Settings

from builder.models import CompanyList, User
from tests.support.api_client import API_ROOT, Answer, ApiClient

CLUB = "https://club.example"
PREFLIGHT = {
    "Origin": CLUB,
    "Access-Control-Request-Method": "PUT",
    "Access-Control-Request-Headers": "authorization,if-match,content-type",
}


def allowed(answer: Answer) -> set[str]:
    """The names of the headers that let other sites in."""
    return {name.lower() for name in answer.headers if name.lower().startswith("access-control-")}


@pytest.fixture
def club(settings: Settings) -> None:
    """The operator lets one site in."""
    settings.CORS_ALLOWED_ORIGINS = [CLUB]


@pytest.mark.parametrize("origin", [CLUB, "null", "http://testserver", "https://testserver", "x" * 5000])
def test_no_other_site_is_let_in_by_default(alices_list: CompanyList, alice: User, origin: str) -> None:
    program = ApiClient(alice)
    for answer in (
        program.get("lists", Origin=origin),
        program.get("gallery", Origin=origin),
        program.request("OPTIONS", "lists", headers={**PREFLIGHT, "Origin": origin}),
    ):
        assert not allowed(answer)


@pytest.mark.usefixtures("club")
def test_a_site_that_is_named_is_let_in(alice: User) -> None:
    answer = ApiClient(alice).get("lists", Origin=CLUB)
    assert answer.status_code == 200
    assert answer["Access-Control-Allow-Origin"] == CLUB
    assert "origin" in answer["Vary"].lower()
    exposed = set(answer["Access-Control-Expose-Headers"].split(", "))
    assert exposed >= {"ETag", "Location", "Retry-After", "RateLimit-Remaining", "Idempotency-Replayed"}


@pytest.mark.usefixtures("club")
def test_refusals_are_readable_there_too(db: None) -> None:
    for path, status in (("lists", 401), ("nowhere", 404), ("gallery?size=x", 400)):
        answer = ApiClient().get(path, Origin=CLUB)
        assert (answer.status_code, answer["Access-Control-Allow-Origin"]) == (status, CLUB)


@pytest.mark.usefixtures("club")
def test_a_preflight_says_what_may_be_sent(db: None) -> None:
    """Without a token, which browsers leave out there; and it is counted as nothing."""
    answer = Client().options(f"{API_ROOT}/lists/anything", headers=PREFLIGHT)
    assert answer.status_code == 200
    assert answer["Access-Control-Allow-Origin"] == CLUB
    headers = set(answer["Access-Control-Allow-Headers"].split(", "))
    assert headers >= {"authorization", "content-type", "if-match", "if-none-match", "idempotency-key"}
    methods = set(answer["Access-Control-Allow-Methods"].split(", "))
    assert methods >= {"GET", "POST", "PUT", "PATCH", "DELETE"}


@pytest.mark.usefixtures("club")
def test_cookies_are_never_asked_for(alice: User) -> None:
    for answer in (
        ApiClient(alice).get("lists", Origin=CLUB),
        Client().options(f"{API_ROOT}/lists", headers=PREFLIGHT),
    ):
        assert "Access-Control-Allow-Credentials" not in answer


@pytest.mark.usefixtures("club")
@pytest.mark.parametrize(
    "origin",
    ["https://club.example.evil", "https://evil.club.example", "http://club.example", "https://club.example:444",
     "null", "https://", "https://[", ""],
)  # fmt: skip
def test_no_other_site_is_let_in_beside_it(db: None, origin: str) -> None:
    assert not allowed(ApiClient().get("gallery", Origin=origin))
    preflight = Client().options(f"{API_ROOT}/lists", headers={**PREFLIGHT, "Origin": origin})
    assert not allowed(preflight)


@pytest.mark.usefixtures("club")
@pytest.mark.parametrize(
    "path", ["/", "/gallery/", "/lists/", "/account/login/", "/apiary/", "/healthz", "/x/api/v1/"]
)
def test_the_pages_let_nobody_in(db: None, path: str) -> None:
    client = Client()
    assert not allowed(client.get(path, headers={"Origin": CLUB}))
    assert not allowed(client.options(path, headers=PREFLIGHT))


def test_the_setting_is_empty_unless_somebody_sets_it(settings: Settings) -> None:
    assert settings.CORS_ALLOWED_ORIGINS == []
    assert not getattr(settings, "CORS_ALLOW_ALL_ORIGINS", False)
    assert not getattr(settings, "CORS_ALLOWED_ORIGIN_REGEXES", [])
    assert not getattr(settings, "CORS_ALLOW_CREDENTIALS", False)
