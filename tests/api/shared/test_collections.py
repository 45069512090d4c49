"""Requirements of all operations, tested for each operation of the schema.

These are pages by cursor, unknown parameters, ETags, ids and addresses.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.management import call_command
from pytest_django import DjangoDbBlocker

from api.shared.schema import load_example
from builder.models import Scope, User
from builder.points.document.document import Document
from builder.services.clubs.invites import create_invite
from builder.services.people.tokens import create_token
from tests.support.access_scenes import World, create_everything
from tests.support.api_client import Answer, ApiClient, all_results, assert_faults, assert_problem
from tests.support.openapi import Operation, operations, schema_of_operation
from tests.support.transactions import loaded_database

CAST = ("alice", "bob", "charlie", "dora")

# The user who sends the request. Others are sent by alice, who owns everything.
UNUSED_OPERATIONS = {"/systems", "/systems/{system}", "/samples", "/clubs/listed"}

# The parts of a response that aren't objects with an address: sums, choices, settings, a turn.
NOT_STORED = {
    "root", "problem", "edition", "play_sheet", "appraisals", "steps", "fits", "plan", "fingerprints",
    "changes_between", "changes", "shorthand", "list_appraisal", "shared_appraisal", "club_roster_appraisal",
    "removed", "sharing", "publish", "link_make", "link_replace", "gallery_choices", "invite",
    "invite_follow", "event_delete", "hand_ins", "me", "list_tags", "list_tags_replace", "list_print_file",
    "shared_print_file", "club_roster_print_file", "live_link_make", "live_link_replace",
    "roster_link_appraisal", "roster_link_print_file",
}  # fmt: skip


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: DjangoDbBlocker, reavers: Document) -> Iterator[World]:
    """The users, created once for all tests of this module."""
    with loaded_database(django_db_blocker):
        alice, bob, charlie, dora = (User.objects.create(username=name) for name in CAST)
        yield World.create(alice, bob, charlie, dora, reavers)


@pytest.fixture(scope="module")
def known_parts(world: World) -> dict[str, Any]:
    """URL parameters of a site on which most collections have several objects."""
    by_name = dict(create_everything(world))
    call_command("load_samples", verbosity=0)
    club = world.alice.memberships.get().club
    create_invite(club, world.alice, 7, 5)
    create_token(world.alice, "another", Scope.READ, 7)
    return by_name


@pytest.fixture
def parts(known_parts: dict[str, Any], db: None) -> dict[str, Any]:
    """The same parameters. The changes of a test are rolled back."""
    return dict(known_parts)


@pytest.fixture
def alice(world: World, db: None) -> User:
    """The owner of everything."""
    return world.alice


def address(operation: Operation, parts: dict[str, Any]) -> str:
    return operation.path.lstrip("/").format(**parts)


def schema_parameters(operation: Operation) -> set[str]:
    declared = schema_of_operation(operation).get("parameters", [])
    return {item["name"] for item in declared if item["in"] == "query"}


def collections() -> Iterator[Operation]:
    """Return the operations whose response is a page."""
    for operation in operations():
        if "cursor" in schema_parameters(operation):
            yield operation


def reads_json(operation: Operation) -> bool:
    answers = schema_of_operation(operation)["responses"].get("200", {}).get("content", {})
    return operation.method == "GET" and "application/json" in answers


@pytest.mark.usefixtures("catalogues")
def test_every_response_with_results_is_a_collection() -> None:
    result = {
        str(operation)
        for operation in operations()
        if operation.method == "GET"
        and "results" in (load_example(schema_of_operation(operation)["operationId"]).get("response") or {})
    }
    assert result - {"GET /lists/{public_id}/changes"} == {str(operation) for operation in collections()}
    for operation in collections():
        assert {"cursor", "page_size"} <= schema_parameters(operation)


def test_every_collection_can_be_read_in_pages_of_one_and_back(parts: dict[str, Any], alice: User) -> None:
    several = set()
    for operation in collections():
        program = ApiClient() if operation.path in UNUSED_OPERATIONS else ApiClient(alice)
        at = address(operation, parts)
        answer = program.get(at).json()
        assert (answer["next"], answer["previous"]) == (None, None), operation
        ones = all_results(program, f"{at}?page_size=1")
        assert ones == answer["results"], operation
        if len(ones) > 1:
            several.add(operation.path)
            second = program.get(program.get(f"{at}?page_size=1").json()["next"]).json()
            assert program.get(second["previous"]).json()["results"] == ones[:1], operation
    assert {"/lists/{public_id}/profiles", "/clubs/{club}/members", "/me/tokens", "/samples"} <= several


@pytest.mark.parametrize(
    ("query", "path"),
    [("page_size=0", "page_size"), ("page_size=101", "page_size"), ("page_size=x", "page_size"),
     ("page_size=%EF%BC%91", "page_size"), ("page_size=", "page_size"),
     ("page_size=" + "9" * 5000, "page_size"), ("cursor=nonsense", "cursor"), ("cursor=", "cursor"),
     ("cursor=%00", "cursor"), ("cursor=cD0x", "cursor"), ("cursor=cD1hYmM=", "cursor"),
     ("cursor=bz0tMQ==", "cursor")],
)  # fmt: skip
@pytest.mark.usefixtures("catalogues")
def test_every_collection_rejects_invalid_pages(
    parts: dict[str, Any], alice: User, query: str, path: str
) -> None:
    program = ApiClient(alice)
    for operation in collections():
        assert_faults(program.get(f"{address(operation, parts)}?{query}"), path)


def test_a_cursor_of_another_address_is_rejected(parts: dict[str, Any], alice: User) -> None:
    program = ApiClient(alice)
    cursor = program.get("me/tokens?page_size=1").json()["next"].split("cursor=")[1].split("&")[0]
    assert_problem(program.get(f"lists?cursor={cursor}"), 400, "not-understood")


def test_rows_added_between_pages_repeat_or_skip_none(alice: User, parts: dict[str, Any]) -> None:
    program = ApiClient(alice)
    before = [row["id"] for row in all_results(program, "me/tokens")]
    first = program.get("me/tokens?page_size=1").json()
    create_token(alice, "in between", Scope.READ, 7)
    rest = all_results(program, first["next"])
    assert [row["id"] for row in (*first["results"], *rest)] == before


def test_every_operation_rejects_unknown_parameters(parts: dict[str, Any], alice: User) -> None:
    program = ApiClient(alice)
    for operation in operations():
        answer: Answer = program.request(
            operation.method, f"{address(operation, parts)}?pagesize=5", {}, headers={"If-Match": "*"}
        )
        problem = assert_problem(answer, 400, "not-understood")
        (fault,) = problem["errors"]
        assert fault["path"] == "pagesize", operation
        if "page_size" in schema_parameters(operation):
            assert fault["message"] == "is not known: did you mean page_size?"


def test_every_json_response_has_an_etag_and_can_be_revalidated(parts: dict[str, Any], alice: User) -> None:
    program, changing = ApiClient(alice), {"/clubs/{club}", "/clubs/{club}/events/{event}"}
    for operation in operations():
        if not reads_json(operation) or operation.path in {"/clubs/{club}/events/{event}/hand-in", *changing}:
            continue
        if "summary" in operation.path:  # its ETag is the list's version
            continue
        at = address(operation, parts) + ("?from=1" if operation.path.endswith("/changes") else "")
        answer = program.get(at)
        assert answer.status_code == 200, (operation, answer.content[:200])
        known = program.get(at, If_None_Match=answer["ETag"])
        assert (known.status_code, known.content, known["ETag"]) == (304, b"", answer["ETag"]), operation
        assert program.get(at, If_None_Match='"another"').status_code == 200


def test_every_operation_that_reads_answers_head(parts: dict[str, Any], alice: User) -> None:
    program = ApiClient(alice)
    for operation in filter(lambda operation: operation.method == "GET", operations()):
        full, head = (program.request(method, address(operation, parts)) for method in ("GET", "HEAD"))
        b"".join(full)  # reading a streamed file to its end closes it
        assert (head.status_code, b"".join(head)) == (full.status_code, b""), operation
        for header in ("Content-Type", "Content-Disposition", "ETag"):
            assert head.get(header) == full.get(header), operation


@pytest.mark.usefixtures("catalogues")
def test_every_object_of_the_examples_has_an_id_and_a_url() -> None:
    for operation in operations():
        name = schema_of_operation(operation)["operationId"]
        answer = load_example(name).get("response")
        if name in NOT_STORED or not isinstance(answer, dict) or answer.get("format") == "company-list":
            continue
        for item in answer.get("results", [answer]):
            assert isinstance(item["id"], str), operation
            assert item["url"].startswith("https://musterbook.example/api/v1/"), operation
