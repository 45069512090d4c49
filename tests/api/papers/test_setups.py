"""Print setups by programs, under the rules that the print page has."""

from builder.models import PrintSetup, User
from builder.services.papers import create_setup
from tests.support.api_client import API_ROOT, ApiClient, assert_problem

AT = "me/print-setups"
OPTIONS = {"paper": "cards", "size": "letter", "per": "model"}


def test_a_setup_is_stored_read_changed_and_deleted(alice: User, bob: User) -> None:
    program = ApiClient(alice)
    sent = {"name": "Cards", "options": {**OPTIONS, "blank": "0", "points": "1"}, "first": True}
    answer = program.post(AT, sent)
    row = PrintSetup.objects.get()
    assert (answer.status_code, answer["ETag"], answer["Location"]) == (
        201,
        '"1"',
        f"{API_ROOT}/{AT}/{row.public_id}",
    )
    assert answer.json() == {
        "id": row.public_id, "url": f"http://testserver{API_ROOT}/{AT}/{row.public_id}", "name": "Cards",
        "options": OPTIONS, "not_understood": [], "first": True, "version": 1,
    }  # fmt: skip
    assert program.get(AT).json()["results"] == [program.get(answer["Location"]).json()] == [answer.json()]
    assert ApiClient(bob).get(AT).json()["results"] == []
    changed = program.patch(
        answer["Location"], {"options": {"paper": "list"}, "first": False}, If_Match='"1"'
    )
    assert (changed["ETag"], changed.json()["options"]) == ('"2"', {"paper": "list", "size": "a4"})
    assert_problem(program.delete(answer["Location"], If_Match='"1"'), 412, "stale")
    assert program.delete(answer["Location"], If_Match='"2"').status_code == 204
    assert program.get(AT).json()["results"] == []


def test_a_name_is_unique_and_unknown_options_are_reported(alice: User) -> None:
    create_setup(alice, "Cards", {"paper": "cards", "size": "a3", "trim": "9"})
    program = ApiClient(alice)
    assert_problem(program.post(AT, {"name": "CARDS", "options": OPTIONS}), 409, "conflict")
    (reported,) = program.get(AT).json()["results"]
    assert reported["not_understood"] == ["size", "trim"]
