"""Two programs change the same thing at once: one gets an error, and no change is lost."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, cast

import pytest

from builder.catalogue.files import Catalogues
from builder.models import Club, CompanyList, User
from builder.services.clubs.clubs import ClubDetails, create_club
from tests.lanes import is_wide
from tests.support.api_client import Answer, ApiClient
from tests.support.concurrency import run_concurrently

pytestmark = [pytest.mark.database, pytest.mark.django_db(transaction=True)]

ROUNDS = 4 if is_wide() else 2

Json = dict[str, Any]


@pytest.fixture
def value(sample_values: Mapping[str, Json]) -> Json:
    return sample_values["drop-reavers"]


@pytest.fixture
def programs(alice: User, catalogues: Catalogues) -> tuple[ApiClient, ApiClient]:
    return ApiClient(alice), ApiClient(alice)


def send_both(condition: Callable[[], Answer], other: Callable[[], Answer]) -> list[Answer]:
    """Return the responses to two requests that are sent at the same time."""
    return cast("list[Answer]", run_concurrently(condition, other))  # exceptions have no status


def statuses(answers: list[Answer]) -> list[int]:
    return sorted(answer.status_code for answer in answers)


def create_list(program: ApiClient, value: Json) -> str:
    return f"lists/{program.post('lists', value).json()['id']}"


def test_a_list_changed_at_the_same_time_is_not_deleted(
    programs: tuple[ApiClient, ApiClient], value: Json
) -> None:
    first, other = programs
    for _ in range(ROUNDS):
        at = create_list(first, value)
        deleted, changed = send_both(
            partial(first.delete, at, If_Match='"1"'),
            partial(other.patch, at, {"name": "Changed"}, If_Match='"1"'),
        )
        assert (deleted.status_code, changed.status_code) in ((204, 404), (204, 412), (412, 200))


def test_a_club_changed_at_the_same_time_is_not_dissolved(
    programs: tuple[ApiClient, ApiClient], alice: User
) -> None:
    first, other = programs
    for number in range(ROUNDS):
        club = create_club(alice, ClubDetails(name=f"Club {number}"))
        at = f"clubs/{club.public_id}"
        removed, changed = send_both(
            partial(first.delete, at, If_Match='"1"'),
            partial(other.patch, at, {"about": "Changed"}, If_Match='"1"'),
        )
        assert (removed.status_code, changed.status_code) in ((204, 404), (412, 200))
        assert Club.objects.filter(pk=club.pk).exists() == (removed.status_code == 412)


def test_requests_with_different_keys_do_not_block_each_other(
    programs: tuple[ApiClient, ApiClient], value: Json
) -> None:
    first, other = programs
    answers = send_both(
        partial(first.post, "lists", value, Idempotency_Key="one"),
        partial(other.post, "lists", value, Idempotency_Key="other"),
    )
    assert statuses(answers) == [201, 201]
    assert CompanyList.objects.count() == 2


def test_a_key_sent_to_two_addresses_at_once_is_used_once(
    programs: tuple[ApiClient, ApiClient], value: Json
) -> None:
    first, other = programs
    for number in range(ROUNDS):
        at, key = create_list(first, value), {"Idempotency_Key": f"key-{number}"}
        answers = send_both(
            partial(first.post, f"{at}/profiles", {"name": "x"}, **key),
            partial(other.post, f"{at}/rosters", {"name": "x", "limit": 5}, **key),
        )
        assert statuses(answers) == [201, 422]


def test_if_match_star_merges_changes_of_lists_at_once(
    programs: tuple[ApiClient, ApiClient], value: Json
) -> None:
    """Each request changes another part of the list. Both succeed, and no change is lost."""
    first, other = programs
    at = create_list(first, value)
    roster = first.get(f"{at}/rosters").json()["results"][0]["id"]
    for number in range(1, ROUNDS + 1):
        for part, names in (
            ("profiles/captain", ("name", "notes")),
            (f"rosters/{roster}", ("name", "limit")),
        ):
            sent = {"name": f"Name {number}", "notes": f"Notes {number}", "limit": number}
            answers = send_both(
                partial(first.patch, f"{at}/{part}", {names[0]: sent[names[0]]}, If_Match="*"),
                partial(other.patch, f"{at}/{part}", {names[1]: sent[names[1]]}, If_Match="*"),
            )
            assert statuses(answers) == [200, 200]
            result = first.get(f"{at}/{part}").json()
            assert {name: result[name] for name in names} == {name: sent[name] for name in names}


def test_if_match_star_merges_changes_of_clubs_at_once(
    alice: User, programs: tuple[ApiClient, ApiClient]
) -> None:
    club = create_club(alice, ClubDetails(name="The Iron Table"))
    first, other = programs
    at = f"clubs/{club.public_id}"
    for number in range(1, ROUNDS + 1):
        answers = send_both(
            partial(first.patch, at, {"name": f"Name {number}"}, If_Match="*"),
            partial(other.patch, at, {"place": f"Place {number}"}, If_Match="*"),
        )
        assert statuses(answers) == [200, 200]
        result = first.get(at).json()
        assert (result["name"], result["place"]) == (f"Name {number}", f"Place {number}")
