"""``docs/access-table.md`` is true: each address responds to each role as its table says.

Only this test covers who can see or do what. Tests of pages and operations are about users who can.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from django.conf import settings as conf
from django.db import connection
from django.http.response import HttpResponseBase
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from pytest_django import Settings

from builder.catalogue.files import Catalogues
from builder.models import User
from builder.points.document.document import Document
from tests.support.access_scenes import (
    MISSING_PARAMETERS,
    SCENES,
    UrlParameters,
    World,
    create_everything,
    form_data,
    json_body,
    json_media,
    url_of,
)
from tests.support.accounts import BACKEND
from tests.support.openapi import operations
from tests.support.transactions import rolled_back

PAGE = Path(conf.BASE_DIR) / "docs" / "access-table.md"
ROLES = ("owner", "organiser", "member", "stranger", "guest", "nobody")
TRUSTED = ("moderator", "superuser", "staff", "stranger", "suspended")
WORDS = ("yes", "–", "rank", "account")

# The response to an empty form is its page, so its sender has access. The same is true of the API.
WORD_OF_STATUS = {
    200: "yes",
    201: "yes",
    204: "yes",
    302: "yes",
    400: "yes",
    409: "yes",
    404: "–",
    403: "rank",
}
# Pages that are the same for everybody, or that search engines can find.
OPEN = {
    "home", "about", "privacy", "terms", "contact", "takedown",
    "healthz", "readyz", "robots", "sample", "systems", "reference", "quick_reference", "rules",
    "blank_paper", "schema", "gallery", "gallery_list",
    "embed_list", "embed_roster", "embed_shared_list", "embed_shared_roster",
}  # fmt: skip
# Rows that a refused request can change: its session, and the number of attempts.
NOT_OF_THE_SITE = re.compile(r'"(django_session|counted)"')
# Pages of django-allauth, which answer some methods differently, pages that first redirect to the log-in, and
# the response to unknown addresses of the API.
ANY_METHOD = re.compile(r"account_\w+|mfa_\w+|usersessions_list|tokens|delete_all_sure|api_nowhere")
# The API's responses where a page redirects to the log-in or the sign-up.
TO_LOG_IN = ("log-in", "account-needed", "confirm-yourself")


class AccessRow(NamedTuple):
    """A row of a table, for one address. ``scene`` is the heading above, ``cells`` are by role."""

    scene: str
    name: str
    method: str
    cells: Mapping[str, str]

    def ends(self) -> set[str]:
        """Return the weakest role with access and the strongest role without, which the fast lane tries.

        Each role can do less than the one before it, so the other roles get the same as one of these two.
        """
        may = [role for role in self.cells if self.cells[role] == "yes"]
        return {*may[-1:], *self.first_refused()}

    def first_refused(self) -> list[str]:
        """Return the first role without access, if there is one."""
        return [role for role in self.cells if self.cells[role] != "yes"][:1]


@dataclass(frozen=True)
class AccessTable:
    """All rows, and the names of all addresses in them."""

    rows: tuple[AccessRow, ...]

    @property
    def names(self) -> set[str]:
        """Return the addresses of the site itself, without rows about the administration or one person."""
        return {row.name for row in self.rows if ":" not in row.name}

    def fast_roles(self, row: AccessRow) -> set[str]:
        """Return the roles of the fast lane: all that are refused, and those that no earlier scene allows.

        If a scene allows too much by mistake, one of them finds it.
        """
        if tuple(row.cells) == TRUSTED:  # these have no order
            return set(TRUSTED)
        earlier = next(
            shown_row for shown_row in self.rows if shown_row._replace(scene="") == row._replace(scene="")
        )
        refused = row.first_refused()
        return set(refused) if refused and earlier.scene != row.scene else row.ends()


def read_table(text: str) -> AccessTable:
    """Return the rows of all tables whose last columns are the roles."""
    rows, scene = [], ""
    roles: tuple[str, ...] = ()
    for line in text.splitlines():
        if line.startswith("## "):
            scene, roles = line[3:].strip(), ()
        cells = [cell.strip() for cell in line.strip("|").split("|")] if line.startswith("|") else []
        if tuple(cells[2:]) in (ROLES, TRUSTED):
            roles = tuple(cells[2:])
        elif not cells:
            roles = ()
        elif roles and not cells[0].startswith("---"):
            assert len(cells) == 2 + len(roles), line
            assert set(cells[2:]) <= set(WORDS), line
            by_role = dict(zip(roles, cells[2:], strict=True))
            rows += [
                AccessRow(scene, name, cells[1], by_role) for name in re.findall(r"`([\w:-]+)`", cells[0])
            ]
    return AccessTable(tuple(rows))


TABLE = read_table(PAGE.read_text(encoding="utf-8"))


def addresses(patterns: list[URLPattern | URLResolver]) -> Iterator[str]:
    """Return the names of all addresses except the administration's."""
    for pattern in patterns:
        if isinstance(pattern, URLPattern):
            yield str(pattern.name)
        elif pattern.app_name != "admin":
            yield from addresses(pattern.url_patterns)


def test_the_table_has_every_url_and_no_other() -> None:
    assert TABLE.names == set(addresses(get_resolver().url_patterns))


def test_the_table_has_every_operation_of_the_api() -> None:
    listed = {(row.name, row.method) for row in TABLE.rows}
    assert {(operation.name, operation.method) for operation in operations()} <= listed


def test_every_url_allows_the_methods_of_its_rows_and_no_other(world: World, client: Client) -> None:
    """The response to another method names the allowed ones."""
    parts = {**MISSING_PARAMETERS, **create_everything(world)}
    User.objects.filter(pk=world.alice.pk).update(is_superuser=True)  # so that she can moderate
    client.force_login(world.alice, backend=BACKEND)
    methods: dict[str, set[str]] = {}
    for row in TABLE.rows:
        if ":" not in row.name and not ANY_METHOD.fullmatch(row.name):
            methods.setdefault(row.name, set()).add(row.method)
    wrong = []
    for name, taken in methods.items():
        others = {"OPTIONS"} if name.startswith("api_") else set()
        for method in {"GET", "POST", "PUT", "PATCH", "DELETE", *others} - taken:
            answer = client.generic(method, url_of(name, parts))
            allowed = set(answer.headers.get("Allow", "").split(", ")) - {"HEAD", "OPTIONS"}
            if (answer.status_code, allowed) != (405, taken):
                wrong.append(f"{name} {method}: {answer.status_code}, {allowed}")
    assert not wrong, "\n".join(wrong)


def test_scenes_have_each_url_once() -> None:
    seen = [(row.scene, row.name, row.method) for row in TABLE.rows]
    assert sorted(seen) == sorted(set(seen))


def test_every_scene_in_the_table_is_tested() -> None:
    assert {row.scene for row in TABLE.rows} == set(SCENES)


@pytest.fixture
def world(
    alice: User,
    dora: User,
    bob: User,
    charlie: User,
    catalogues: Catalogues,
    captain_alone: Document,
    settings: Settings,
    tmp_path: Path,
) -> World:
    """The users, and alice's list."""
    settings.GALLERY_DUMP = str(tmp_path / "gallery.ndjson.gz")
    return World.create(alice, bob, charlie, dora, captain_alone)


@pytest.mark.sampled(every=1)
@pytest.mark.parametrize("scene", SCENES)
def test_everybody_gets_the_status_in_the_table(
    scene: str, world: World, pytestconfig: pytest.Config, client: Client
) -> None:
    """Private responses aren't cached by proxies, search engines or the browser's history.

    A refused request writes nothing.
    """
    names = SCENES[scene](world)
    client.raise_request_exception = False
    cookies = {role: _cookies(user) for role, user in world.people.items()}
    wrong = []
    for row in (row for row in TABLE.rows if row.scene == scene):
        for role in row.cells if pytestconfig.getoption("wide") else TABLE.fast_roles(row):
            client.cookies = SimpleCookie(cookies[role])
            result = _found(client, row, names)
            if result != row.cells[role]:
                wrong.append(f"{row.name} {row.method}, {role}: {result}, not {row.cells[role]}")
    assert not wrong, "\n".join(wrong)


def _cookies(user: User | None) -> dict[str, str]:
    """Return the cookies of a user who has logged in once."""
    browser = Client()
    if user is not None:
        browser.force_login(user, backend=BACKEND)
    return {name: cookie.value for name, cookie in browser.cookies.items()}


def _found(client: Client, row: AccessRow, names: UrlParameters) -> str:
    """Return the response, in the words of the table, and undo all changes."""
    with rolled_back(), _recorded_writes() as writes:
        result = _word(answer := _answer(client, row, names))
        list(answer)  # reading a streamed file closes it
    if result != "yes" and writes:
        return f"{result}, and written: {writes}"
    stored = result == "yes" and not row.name.startswith(("api_", "admin:")) and row.name not in OPEN
    is_cached = stored and not (
        _is_private(answer) or (row.cells["nobody"] == "yes" and _is_requested_again(answer))
    )
    return f"{result}, and kept" if is_cached else result


@contextmanager
def _recorded_writes() -> Iterator[list[str]]:
    """Return the statements that change rows of the site."""
    writes: list[str] = []

    def record(
        run: Callable[..., object], sql: str, params: object, many: bool, context: dict[str, Any]
    ) -> object:
        done = run(sql, params, many, context)
        is_write = re.match("INSERT|UPDATE|DELETE", sql) and not NOT_OF_THE_SITE.search(sql)
        if is_write and context["cursor"].rowcount:
            writes.append(sql)
        return done

    with connection.execute_wrapper(record):
        yield writes


def _is_private(answer: HttpResponseBase) -> bool:
    said = set(answer.headers.get("Cache-Control", "").split(", "))
    return {"private", "no-store"} <= said and answer.headers.get("X-Robots-Tag") == "noindex"


def _is_requested_again(answer: HttpResponseBase) -> bool:
    """Return whether a browser's cached copy must be confirmed each time, as with public papers."""
    said = set(answer.headers.get("Cache-Control", "").split(", "))
    return {"private", "no-cache"} <= said and "ETag" in answer.headers


def _answer(client: Client, row: AccessRow, names: UrlParameters) -> HttpResponseBase:
    """Send a form to a page or JSON to the API, with the current version."""
    at = url_of(row.name, names)
    if row.name.startswith("api_"):
        headers = {"If-Match": "*"}
        return client.generic(row.method, at, json_body(row.name), json_media(row.name), headers=headers)
    return client.post(at, form_data(row.name, names)) if row.method == "POST" else client.get(at)


def _word(answer: HttpResponseBase) -> str:
    if answer.headers.get("Content-Type") == "application/problem+json":
        kind = str(json.loads(getattr(answer, "content", b""))["type"]).rsplit("/", 1)[-1]
        if kind in TO_LOG_IN:
            return "account"
    where = answer.headers.get("Location", "")
    entrances = [
        reverse(name) for name in ("account_login", "account_signup", "account_reauthenticate", "admin:login")
    ]
    if answer.status_code in (302, 303) and where.split("?")[0] in entrances:
        return "account"
    return WORD_OF_STATUS.get(answer.status_code, str(answer.status_code))
