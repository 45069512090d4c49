"""Stat lines are read by the API with the same result as on the page for pasting."""

from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from builder.models import CompanyList, User
from tests.support.api_client import ApiClient, assert_problem
from tests.support.html_forms import fields_of
from tests.support.openapi import schema_errors

Json = dict[str, Any]

AT = "shorthand"
EDITION = {"system": "unbridled-fury", "edition": "0.9.0"}
LINE = "Cook Mov 6 Fgt 4 Shg 0 Tds 6 Cow 6 CW Ladle B"
pytestmark = pytest.mark.usefixtures("catalogues")


def read(text: str) -> Json:
    """Return the response of /shorthand to a text."""
    answer = ApiClient().post(AT, {**EDITION, "text": text})
    assert answer.status_code == 200, answer.content
    body: Json = answer.json()
    assert schema_errors(body, {"$ref": "#/components/schemas/Shorthand"}) == []
    return body


def test_read_and_unread_parts_have_their_positions() -> None:
    text = f"My list\r\n\r\n{LINE} Sz 2 Flierr\r\nmore"
    body = read(text)
    plain = text.replace("\r\n", "\n")
    (cook,) = body["profiles"]
    pieces = [*body["read"], *body["unread"], *cook["read"], *cook["unread"]]
    assert pieces
    for piece in pieces:
        assert plain[piece["start"] : piece["end"]] == piece["text"]
        assert plain.count("\n", 0, piece["start"]) + 1 == piece["line"]
    flier = next(piece for piece in cook["unread"] if piece["text"] == "Flierr")
    assert (flier["near"], flier["mend"]) == (["Flier"], "did you mean Flier?")
    assert "Not read: Flierr" in cook["profile"]["notes"]


def test_an_ambiguous_text_is_questioned_and_each_answer_is_an_edit() -> None:
    text = f"{LINE} SW RPG R6 AP12"
    (question,) = read(text)["questions"]
    assert (question["line"], question["text"]) == (1, "RPG")
    assert question["choices"] == [
        {"label": "Name: RPG", "replacement": '"RPG"'},
        {"label": "Codes: Reach, Poisonous, Gunpowder", "replacement": "R, P, G"},
    ]
    for choice, weapon in zip(question["choices"], ({"name": "RPG"}, {"name": ""}), strict=True):
        body = read(text[: question["start"]] + choice["replacement"] + text[question["end"] :])
        (cook,) = body["profiles"]
        assert body["questions"] == cook["unread"] == []
        assert cook["profile"]["design"]["shooting_weapons"][0]["name"] == weapon["name"]


def test_the_document_equals_what_the_page_saves(
    alice: User, alices_list: CompanyList, client: Client
) -> None:
    """If the page saves the same text, the saved profile is the same."""
    text = f"{LINE} Flierr PV 31"
    (cook,) = read(text)["profiles"]
    client.force_login(alice)
    address = f"/lists/{alices_list.public_id}/paste/"
    page = client.post(address, {"text": text, "read": ""}).content.decode()
    fields = {name: values[0] for name, values in fields_of(page, "paste").items()}
    assert client.post(address, {**fields, "save": "1", "save_anyway": "1"}).status_code == 302
    saved = ApiClient(alice).get(f"lists/{alices_list.public_id}").json()["profiles"][-1]
    assert saved == cook["profile"]


@pytest.mark.parametrize("text", ["", " \n\n", "nothing that anybody knows", "||||", "\ufeff"])
def test_a_text_without_profiles_gives_an_empty_document(text: str) -> None:
    assert read(text)["profiles"] == []


def test_errors_name_the_line(settings: Settings) -> None:
    problem = assert_problem(
        ApiClient().post(AT, {**EDITION, "text": f"{LINE}\n\x07"}), 400, "not-understood"
    )
    assert problem["errors"][0]["message"].startswith("line 2 contains the control character U+0007")
    settings.MUSTERBOOK_MAX_DOCUMENT_BYTES = 1_000
    problem = assert_problem(ApiClient().post(AT, {**EDITION, "text": "x" * 300}), 400, "not-understood")
    assert problem["errors"][0]["message"] == "has 300 bytes: paste at most 200 at once"
