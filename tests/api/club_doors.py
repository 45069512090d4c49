"""What the tests of clubs share: programs without an account, and who is let through where."""

from collections.abc import Iterable

from builder.services.guests import start_guest
from tests.programs import Program, is_problem

Asked = tuple[str, str]
"""A method and an address."""


def guest() -> Program:
    """The browser of somebody who has lists and no account."""
    program = Program()
    program.client.force_login(start_guest(), backend="django.contrib.auth.backends.ModelBackend")
    return program


def asks_for_an_account(asked: Iterable[Asked]) -> None:
    """Nobody is asked to log in, and a guest to sign up."""
    nobody, somebody = Program(), guest()
    for method, at in asked:
        is_problem(nobody.ask(method, at, {}), 401, "log-in")
        is_problem(somebody.ask(method, at, {}), 403, "account-needed")


def is_closed_to(program: Program, asked: Iterable[Asked]) -> None:
    """Whoever is not in a club does not find it, whatever they send."""
    for method, at in asked:
        is_problem(program.ask(method, at, {}, headers={"If-Match": "*"}), 404, "not-found")


def is_too_high_for(program: Program, asked: Iterable[Asked]) -> None:
    """A rank that is too low is told so before anything that was sent is read."""
    for method, at in asked:
        is_problem(program.ask(method, at, {}, headers={"If-Match": "*"}), 403, "rank")
