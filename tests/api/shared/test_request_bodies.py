"""Bodies are JSON in UTF-8 of limited size. Errors name the path of every fault."""

import json
from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from builder.models import Club, CompanyList, Report, Scope, User
from builder.services import gallery
from builder.services.people.tokens import create_token
from tests.support.api_client import API_ROOT, Answer, ApiClient, assert_problem

JSON = "application/json"
URLENCODED = "application/x-www-form-urlencoded"


@pytest.fixture
def client_of_alice(alice: User) -> Client:
    """Alice's program, which sends any bytes as a body."""
    secret = create_token(alice, "a program", Scope.WRITE, 7).secret
    return Client(headers={"Authorization": f"Bearer {secret}"})


def send(client: Client, raw: bytes | str, media: str = JSON, at: str = "lists") -> Answer:
    """Return the response to a body with exactly these bytes."""
    return client.generic("POST", f"{API_ROOT}/{at}", raw, media)


def paths(problem: dict[str, Any]) -> list[str]:
    """Return the paths of the faults in a response."""
    return [fault["path"] for fault in problem["errors"]]


# ------------------------------------------------------------------ what is no JSON


@pytest.mark.parametrize(
    ("raw", "path", "words"),
    [
        (b"{", "", "is not JSON at line 1, column 2"),
        (b'{"a": 1,}', "", "is not JSON at line 1"),
        (b"{'a': 1}", "", "is not JSON"),
        (b'{"a": 1} x', "", "is not JSON"),
        (b"a=1&b=2", "", "is not JSON"),
        (b"\xff\xfe{\x00}\x00", "", "is not UTF-8 text at byte 0"),
        (b'{"name": "caf\xe9"}', "", "is not UTF-8 text at byte 13"),
        (b'{"name": 1, "name": 2}', "name", "appears twice"),
        (b'{"rosters": [{"limit": 1, "limit": 2}]}', "rosters[0].limit", "appears twice"),
        (b"[" * 31 + b"]" * 31, "", "is nested more than 30 levels deep"),
        (b"[" * 500_000, "", "is nested more than 30 levels deep"),
        (b'{"a":' * 100_000, "", "is nested more than 30 levels deep"),
        (b" ", "", "is empty"),
        (b"\0", "", "is not JSON"),
        (b"null", "", "is null, not an object"),
        (b"[]", "", "is a list, not an object"),
        (b"7", "", "is a whole number, not an object"),
        (b'"company-list"', "", "is a text, not an object"),
        (b"NaN", "", "is NaN, which is not JSON"),
    ],
)
def test_invalid_bodies_are_reported(
    client_of_alice: Client, catalogues: object, raw: bytes, path: str, words: str
) -> None:
    problem = assert_problem(send(client_of_alice, raw), 400, "not-understood")
    assert paths(problem)[0] == path
    assert words in problem["errors"][0]["message"]
    assert not CompanyList.objects.exists()


@pytest.mark.parametrize(
    ("value", "words"),
    [("NaN", "is NaN, which is not JSON"), ("Infinity", "is Infinity, which is not JSON"),
     ("1e999", "out of range"), ("6.5", "is a fraction"),
     ("1" * 400, "out of range"), ("1" * 5000, "out of range"),
     ("true", "is true or false"), ('"6"', "is a text"), ("null", "is null"), ("{}", "is an object")],
)  # fmt: skip
def test_a_wrong_number_in_a_document_is_reported_with_its_place(
    client_of_alice: Client, sample_values: dict[str, Any], catalogues: object, value: str, words: str
) -> None:
    """Fractions, NaN and Infinity are not integers."""
    sent = json.loads(json.dumps(sample_values["drop-reavers"]))
    sent["rosters"][1]["limit"] = "HERE"
    problem = assert_problem(
        send(client_of_alice, json.dumps(sent).replace('"HERE"', value)), 400, "not-understood"
    )
    assert paths(problem) == ["rosters[1].limit"]
    assert words in problem["errors"][0]["message"]


def test_all_errors_of_a_document_are_reported(
    client_of_alice: Client, sample_values: dict[str, Any], catalogues: object
) -> None:
    sent = json.loads(json.dumps(sample_values["drop-reavers"]))
    sent["name"] = 5
    sent["rosters"][0]["limit"] = "many"
    sent["profiles"][2].update(max="many", notes=5)
    problem = assert_problem(send(client_of_alice, json.dumps(sent)), 400, "not-understood")
    expected = ["name", "profiles[2].notes", "profiles[2].max", "rosters[0].limit"]
    assert paths(problem) == expected
    text = json.dumps({"document": sent, "roster": "first", "more": 1})
    problem = assert_problem(send(client_of_alice, text, at="appraisals/fits"), 400, "not-understood")
    assert paths(problem) == ["more", *(f"document.{path}" for path in expected), "roster"]


def test_all_errors_of_a_patch_are_reported(alice: User, alices_list: CompanyList) -> None:
    at = f"lists/{alices_list.public_id}"
    sent = {"name": 5, "max": "many", "design": {"attributes": {"mov": "six", "fgt": 7.5}}}
    problem = assert_problem(
        ApiClient(alice).patch(f"{at}/profiles/captain", sent, If_Match="*"), 400, "not-understood"
    )
    assert paths(problem) == ["name", "max", "design.attributes.mov", "design.attributes.fgt"]
    roster = alices_list.rosters.values_list("public_id", flat=True)[0]
    wrong: dict[str, object] = {"name": 5, "limit": "many", "entries": [{"profile": "captain"}, 5]}
    answer = ApiClient(alice).patch(f"{at}/rosters/{roster}", wrong, If_Match="*")
    assert paths(assert_problem(answer, 400, "not-understood")) == [
        "name", "limit", "entries[0].count", "entries[1]",
    ]  # fmt: skip


def test_decimals_without_a_fraction_are_integers(alice: User, club: Club) -> None:
    at = f"clubs/{club.public_id}/invites"
    assert ApiClient(alice).post(at, {"days": 3.0, "uses": 5}).status_code == 201
    problem = assert_problem(ApiClient(alice).post(at, {"days": 3.5, "uses": True}), 400, "not-understood")
    words = "is not a whole number: write a whole number, such as 6"
    assert problem["errors"] == [{"path": name, "message": words} for name in ("days", "uses")]


def test_an_unknown_method_is_reported_with_the_allowed_ones(alice: User) -> None:
    problem = assert_problem(ApiClient(alice).put("lists", {}), 405, "wrong-method")
    assert problem["detail"] == "PUT is not allowed here, only GET, HEAD, POST."


@pytest.mark.parametrize("text", ["a\ud800b", "\udfff", "a\0b", "a\u202eb"])
def test_broken_and_control_characters_are_rejected(
    client_of_alice: Client, sample_values: dict[str, Any], catalogues: object, text: str
) -> None:
    """They are rejected as values, and as names of fields, which the response repeats."""
    sent = json.loads(json.dumps(sample_values["drop-reavers"]))
    problem = assert_problem(send(client_of_alice, json.dumps({**sent, "name": text})), 400, "not-understood")
    assert paths(problem) == ["name"]
    problem = assert_problem(send(client_of_alice, json.dumps({**sent, text: 1})), 400, "not-understood")
    assert len(paths(problem)) == 1


@pytest.mark.parametrize("text", ["\ud800", "a\udc00b", "\0", "x" * 100_000])
def test_errors_never_quote_broken_characters(alice: User, club: Club, text: str) -> None:
    """An error message repeats an unknown choice, but not its broken characters."""
    member = club.memberships.get(user__username="bob").public_id
    answer = ApiClient(alice).patch(f"clubs/{club.public_id}/members/{member}", {"role": text})
    assert paths(assert_problem(answer, 400, "not-understood")) == ["role"]


def test_utf_8_is_read_with_and_without_a_byte_order_mark(
    client_of_alice: Client, sample_values: dict[str, Any], catalogues: object
) -> None:
    raw = json.dumps({**sample_values["drop-reavers"], "name": "Élan 🐉"}, ensure_ascii=False).encode()
    for sent in (raw, b"\xef\xbb\xbf" + raw):
        answer = send(client_of_alice, sent)
        assert answer.status_code == 201
        assert answer.json()["name"] == "Élan 🐉"


@pytest.mark.parametrize("at", ["lists", "clubs", "appraisals/fits"])
def test_an_empty_body_is_reported(client_of_alice: Client, catalogues: object, at: str) -> None:
    for media in (JSON, "", "text/plain"):
        problem = assert_problem(send(client_of_alice, b"", media, at), 400, "not-understood")
        assert problem["errors"] == [{"path": "", "message": "is empty: send JSON"}]
        assert problem["detail"] == "the body is empty: send JSON"


def test_chunked_bodies_are_rejected(alice: User) -> None:
    """The server doesn't pass them to the view, and an empty body could change data."""
    answer = ApiClient(alice).request("POST", "lists", headers={"Transfer-Encoding": "chunked"})
    assert "Content-Length" in assert_problem(answer, 400, "not-understood")["detail"]


# ------------------------------------------------------------------ how much


def test_bodies_above_the_limit_are_rejected(client_of_alice: Client, settings: Settings) -> None:
    settings.MUSTERBOOK_MAX_DOCUMENT_BYTES = 100
    assert_problem(send(client_of_alice, b"[" + b" " * 98 + b"]"), 400, "not-understood")
    problem = assert_problem(send(client_of_alice, b"[" + b" " * 99 + b"]"), 413, "too-large")
    assert "at most 100" in problem["errors"][0]["message"]
    for path in ("clubs", "appraisals"):
        assert_problem(send(client_of_alice, b"[" + b" " * 99 + b"]", at=path), 413, "too-large")


def test_very_large_bodies_are_rejected(client_of_alice: Client) -> None:
    assert_problem(send(client_of_alice, b" " * 3_000_000), 413, "too-large")
    # Above this limit, Django rejects the request. The response is the same kind of problem.
    problem = assert_problem(send(client_of_alice, b" " * 4_000_001), 413, "too-large")
    assert problem["detail"] == "A request has at most 4,000,000 bytes."


# ------------------------------------------------------------------ of which kind


@pytest.mark.parametrize(
    "media",
    ["text/plain", "application/xml", URLENCODED, "multipart/form-data; boundary=x",
     "application/octet-stream", "", "x", "application/jsonx", "/", "application/json/x", "x" * 5000, "é"],
)  # fmt: skip
def test_other_content_types_are_rejected(
    client_of_alice: Client, sample_values: dict[str, Any], catalogues: object, media: str
) -> None:
    assert_problem(send(client_of_alice, json.dumps(sample_values["drop-reavers"]), media), 415, "wrong-type")
    assert not CompanyList.objects.exists()


@pytest.mark.parametrize(
    "media", ["application/json; charset=utf-8", "Application/JSON", "application/json;x=y"]
)
def test_all_json_content_types_are_accepted(
    client_of_alice: Client, sample_values: dict[str, Any], catalogues: object, media: str
) -> None:
    raw = json.dumps(sample_values["drop-reavers"])
    assert send(client_of_alice, raw, media).status_code == 201


def test_forms_are_rejected(alice: User, alices_list: CompanyList) -> None:
    """The CSRF check reads a browser's form first. The form must not count as an empty body."""
    gallery.publish_list(alices_list)
    at = f"{API_ROOT}/gallery/{alices_list.public_id}/reports"
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(alice, backend="django.contrib.auth.backends.ModelBackend")
    browser.get(f"/lists/{alices_list.public_id}/")
    word = browser.cookies["csrftoken"].value
    form = {"csrfmiddlewaretoken": word, "reason": "Rude."}
    assert_problem(browser.post(at, form), 415, "wrong-type")  # multipart/form-data
    urlencoded = f"csrfmiddlewaretoken={word}&reason=Rude."
    assert_problem(
        browser.post(at, urlencoded, content_type="application/x-www-form-urlencoded"), 415, "wrong-type"
    )
    assert_problem(Client().post(at, {"reason": "Rude."}), 415, "wrong-type")
    assert not Report.objects.exists()


def test_forms_are_rejected_even_if_no_body_is_needed(alice: User, alices_list: CompanyList) -> None:
    program = ApiClient(alice)
    at = f"{API_ROOT}/lists/{alices_list.public_id}/link"
    answer = program.client.generic("PUT", at, b"a=b", URLENCODED)
    assert_problem(answer, 415, "wrong-type")
    assert CompanyList.objects.get().link is None
    assert program.client.generic("PUT", at, b"", URLENCODED).status_code == 200


# ------------------------------------------------------------------ fields


@pytest.mark.parametrize(
    ("sent", "path"),
    [({"x": 1}, "x"), ({"na me": 1}, '"na me"'), ({"": 1}, '""'), ({"x" * 100_000: 1}, ""),
     ({"\ud800": 1}, '"\\ud800"')],
)  # fmt: skip
def test_unknown_fields_are_reported(client_of_alice: Client, sent: dict[str, int], path: str) -> None:
    problem = assert_problem(send(client_of_alice, json.dumps(sent), at="clubs"), 400, "not-understood")
    named, *others = paths(problem)
    assert others in ([], ["name"])  # the name is missing
    assert named == path or (not path and len(named) < 100)


def test_unknown_query_parameters_are_reported(alice: User) -> None:
    problem = assert_problem(ApiClient(alice).get("gallery?x=1&sise=2"), 400, "not-understood")
    assert paths(problem) == ["sise", "x"]
    assert "did you mean size?" in problem["errors"][0]["message"]


@pytest.mark.parametrize("path", ["lists", "gallery", "clubs"])
def test_bodies_of_get_requests_are_ignored(client_of_alice: Client, catalogues: object, path: str) -> None:
    assert client_of_alice.generic("GET", f"{API_ROOT}/{path}", b"{", JSON).status_code == 200
