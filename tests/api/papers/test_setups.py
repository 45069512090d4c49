"""Print setups by programs, under the rules that the print page has."""

from builder.models import User
from builder.services.papers import create_setup
from tests.support.api_client import ApiClient, assert_problem

AT = "me/print-setups"
OPTIONS = {"paper": "cards", "size": "letter", "per": "model"}


def test_a_name_is_unique_and_unknown_options_are_reported(alice: User) -> None:
    create_setup(alice, "Cards", {"paper": "cards", "size": "a3", "trim": "9"})
    program = ApiClient(alice)
    assert_problem(program.post(AT, {"name": "CARDS", "options": OPTIONS}), 409, "conflict")
    (reported,) = program.get(AT).json()["results"]
    assert reported["not_understood"] == ["size", "trim"]
