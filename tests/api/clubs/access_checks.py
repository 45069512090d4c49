"""What the tests of clubs share: programs without an account, and who is let through where."""

from collections.abc import Iterable

from builder.services.people.accounts import create_guest
from tests.support.api_client import ApiClient, assert_problem

Request = tuple[str, str]
"""A method and an address."""


def guest_client() -> ApiClient:
    """The browser of somebody who has lists and no account."""
    program = ApiClient()
    program.client.force_login(create_guest(), backend="django.contrib.auth.backends.ModelBackend")
    return program


def assert_account_required(requests: Iterable[Request]) -> None:
    """Nobody is asked to log in, and a guest to sign up."""
    nobody, somebody = ApiClient(), guest_client()
    for method, at in requests:
        assert_problem(nobody.request(method, at, {}), 401, "log-in")
        assert_problem(somebody.request(method, at, {}), 403, "account-needed")


def assert_not_found(program: ApiClient, requests: Iterable[Request]) -> None:
    """Whoever is not in a club does not find it, whatever they send."""
    for method, at in requests:
        assert_problem(program.request(method, at, {}, headers={"If-Match": "*"}), 404, "not-found")


def assert_rank_required(program: ApiClient, requests: Iterable[Request]) -> None:
    """A rank that is too low is told so before anything that was sent is read."""
    for method, at in requests:
        assert_problem(program.request(method, at, {}, headers={"If-Match": "*"}), 403, "rank")
