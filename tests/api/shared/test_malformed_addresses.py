"""Every address of the API returns 404 for an unknown or malformed id, for any body."""

import pytest

from builder.models import User
from tests.support.access_scenes import UrlParameters
from tests.support.api_client import ApiClient
from tests.support.openapi import operations

# Bodies that are read before the query for the object.
BODIES = {"api_member": {"role": "member"}, "api_move_profile": {"to": "down"}}

NAMES = [
    "nothing",
    "0",
    "-1",
    "9" * 30,
    "9" * 5000,  # Python can't convert so many digits to a number
    "x" * 3000,
    "%00",
    "captain%00",
    "%ED%A0%80",
    "%E2%80%AE",
    "%F0%9F%8E%B2",
]


@pytest.mark.sampled(every=5)
@pytest.mark.parametrize("name", NAMES)
def test_malformed_addresses_are_not_found(everything: UrlParameters, alice: User, name: str) -> None:
    """Each parameter of each address gets a malformed id. The other parameters exist."""
    program, wrong, tried = ApiClient(alice), [], 0
    for operation in operations():
        for part in (part for part in everything if f"{{{part}}}" in operation.path):
            path = operation.path.lstrip("/").format(**{**everything, part: name})
            body = None if operation.method == "GET" else BODIES.get(operation.name, {})
            answer = program.request(operation.method, path, body, headers={"If-Match": "*"})
            tried += 1
            if answer.status_code != 404:
                wrong.append(f"{operation} {part}: {answer.status_code} {answer.content[:120]!r}")
    assert tried > 150
    assert not wrong, "\n".join(wrong)
