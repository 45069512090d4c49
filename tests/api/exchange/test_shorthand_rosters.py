"""The API also reads rosters that other list-building programs have exported as text."""

from typing import Any

import pytest

from tests.support.api_client import ApiClient, assert_problem

STARGRAVE = {"system": "stargrave", "edition": "seed-and-facts"}

pytestmark = pytest.mark.usefixtures("catalogues")


def test_a_pasted_roster_is_read_with_prices_and_positions() -> None:
    text = "++ Crew [20Cr] ++\nHacker [20Cr]: Deck, Sun Hat\n++ Total: [20Cr] ++\n"
    answer = ApiClient().post("shorthand", {**STARGRAVE, "text": text})
    assert answer.status_code == 200, answer.content
    body: dict[str, Any] = answer.json()
    (hacker,) = body["profiles"]
    assert (hacker["points"], hacker["line"]) == (20, 2)
    assert hacker["said"] == [{"says": 20, "comes": 20, "same": True}]
    assert [(piece["line"], piece["text"]) for piece in hacker["unread"]] == [(2, "Sun Hat")]
    for piece in (*body["read"], *hacker["read"], *hacker["unread"]):
        assert text[piece["start"] : piece["end"]] == piece["text"]
    (total,) = body["totals"]
    assert (total["says"], total["comes"], total["same"], total["line"]) == (20, 20, True, 3)
    assert body["roster"]["entries"] == [{"profile": hacker["profile"]["key"], "count": 1}]


def test_files_of_other_builders_are_rejected_with_the_fix() -> None:
    sent = {**STARGRAVE, "text": '<roster name="A"/>'}
    problem = assert_problem(ApiClient().post("shorthand", sent), 400, "not-understood")
    assert "choose the file under Import lists" in problem["errors"][0]["message"]
