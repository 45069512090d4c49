"""No query of a visitor grows with the site: all addresses are requested on a large site.

The site has a hundred thousand lists, a million accounts, a club of five hundred, and a list of a thousand
versions. PostgreSQL reports how many rows each query reads and sorts.
"""

from collections.abc import Callable, Iterator, Mapping
from copy import copy

import pytest
from django.core.management import call_command
from django.db import connection, transaction
from django.test import Client

from builder.models import Club, CompanyList, Membership, Revision, Share, User
from builder.points.document.document import Document
from tests.lanes import is_wide
from tests.support.access_scenes import (
    MISSING_PARAMETERS,
    UrlParameters,
    World,
    create_everything,
    form_data,
    json_body,
    json_media,
    url_of,
)
from tests.support.accounts import browser, log_in, set_password, sign_up
from tests.support.api_client import Answer
from tests.support.fixtures import load_missing_editions
from tests.support.large_site import FIRST, SMALL, LargeSite, growing_tables
from tests.support.query_plans import PlanWatch
from tests.support.transactions import rolled_back
from tests.web.shared.test_access_table import TABLE

pytestmark = pytest.mark.skipif(connection.vendor != "postgresql", reason="PostgreSQL serves large sites")

# The fast lane finds missing indexes, the wide lane also plans that are only chosen on a large site.
SIZE = LargeSite() if is_wide() else LargeSite(lists=6_000, accounts=48_000, clubs=6_000)
MEMBERS, VERSIONS, OWN_LISTS = 500, 990, 300
LEAST_ROWS = 10_000 if is_wide() else 5_500
"""A table with fewer rows is read as a whole whatever its indexes: its plans would tell nothing."""

SMALL_HERE = set() if is_wide() else {"builder_tagcount"}

GALLERY = (
    "",
    "q=company+4711",
    "q=c",
    "q=captain&sort=copied",
    "q=no+such+words",
    "setting=rain+coast",
    "setting=rain+coast&sort=copied",
    "setting=world+17",
    "size=750",
    "property=model:fearless",
    "property=model:scout",
    "property=model:scout&property=weapon:AP4&sort=copied",
    "sort=copied",
)
PAGES = (
    "edition=unbridled-fury/0.9.0",
    "edition=unbridled-fury/0.9.0&cost_from=700&cost_to=750",
    "edition=unbridled-fury/0.9.0&cost_from=0&sort=copied",
    "edition=dark-fantasy-fubar/seed&choice=level:veteran",
    "after=0-1767270000000000-1",
)
API = (
    "game=unbridled-fury",
    "game=unbridled-fury&edition=0.9.0&sort=copied",
    "game=unbridled-fury&cost_from=700&cost_to=750",
    "changed_since=2026-01-01T00:00:00Z",
    "changed_since=2126-01-01T00:00:00Z",
    "page_size=100",
)


ACCOUNTS: Mapping[str, Callable[[], Answer]] = {
    "log-in by name": lambda: log_in(Client(), "player4711"),
    "log-in by name in capitals": lambda: log_in(Client(), "PLAYER4711"),
    "log-in by address": lambda: log_in(Client(), "Player4711@example.org"),
    "log-in of nobody": lambda: log_in(Client(), "nobody.at.all"),
    "log-in of no address": lambda: log_in(Client(), "nobody@example.org"),
    "sign-up": lambda: sign_up(Client(), "newcomer", "newcomer@example.org"),
    "sign-up with a name that is taken": lambda: sign_up(Client(), "Player4711"),
    "sign-up with an address that is taken": lambda: sign_up(Client(), "late", "player4711@example.org"),
    "forgotten password": lambda: Client().post(
        "/account/password/reset/", {"email": "player4711@example.org"}
    ),
    "forgotten password of nobody": lambda: Client().post(
        "/account/password/reset/", {"email": "x@example.org"}
    ),
}


@pytest.fixture
def _site(transactional_db: None) -> None:
    """The large site. It is committed, because PostgreSQL doesn't use a new index in the transaction that
    changes rows.
    """
    load_missing_editions()
    call_command("load_samples", verbosity=0)
    with transaction.atomic():
        SIZE.create()


@pytest.mark.usefixtures("_site")
def test_queries_do_not_read_or_sort_more_rows_on_a_larger_site(reavers: Document) -> None:
    alice, bob, charlie, dora = (User.objects.create(username=name) for name in ("a", "b", "c", "d"))
    world = World.create(alice, bob, charlie, dora, reavers)
    names = enlarge(world, {**MISSING_PARAMETERS, **create_everything(world)})
    prepare_planner()
    assert {table for table, rows in rows_of_tables().items() if rows < LEAST_ROWS} == SMALL_HERE
    watch = PlanWatch(SMALL)
    for role, user in world.people.items():
        client = browser(user)
        for name, method in sorted({(row.name, row.method) for row in TABLE.rows}):
            if ":" in name:
                continue  # staff, with Django's own queries, and actions on people with these permissions
            with watch.watching(f"{name} {method}, {role}", role), rolled_back():
                b"".join(ask(client, name, method, names))
    for path in gallery_addresses():
        with watch.watching(path, path):
            assert Client().get(path).status_code == 200, path
    set_password(User.objects.get(username="player4711"))
    for cause, do in ACCOUNTS.items():
        with watch.watching(cause, cause), rolled_back():
            assert do().status_code in (200, 302), cause
    assert watch.explained > 700
    assert not watch.found, "\n".join(map(str, watch.found.values()))


def gallery_addresses() -> list[str]:
    """Return the gallery's addresses for its filters and orders, each with its next and previous page."""
    paths = [f"/gallery/?{query}" for query in (*GALLERY, *PAGES)]
    paths += [f"/api/v1/gallery?{query}" for query in (*GALLERY, *API)]
    return [*paths, "/api/v1/gallery/choices", "/"]


def ask(client: Client, name: str, method: str, names: UrlParameters) -> Iterator[bytes]:
    """Return the body of a response."""
    at = url_of(name, names)
    if name.startswith("api_"):
        return iter(client.generic(method, at, json_body(name), json_media(name), headers={"If-Match": "*"}))
    return iter(client.post(at, form_data(name, names)) if method == "POST" else client.get(at))


# ------------------------------------------------------------------ a long list, a large club, a full shelf


def enlarge(world: World, names: UrlParameters) -> UrlParameters:
    """Create five hundred members with a share each, a thousand versions of alice's list, and her other
    lists.
    """
    club = Club.objects.get(public_id=names["club"])
    numbers = range(1, MEMBERS + 1)
    Membership.objects.bulk_create(Membership(club=club, user_id=FIRST + 1 + number) for number in numbers)
    Share.objects.bulk_create(Share(club=club, company_list_id=FIRST + number) for number in numbers)
    own = range(FIRST + MEMBERS + 1, FIRST + MEMBERS + 1 + OWN_LISTS)
    CompanyList.objects.filter(pk__in=own).update(owner=world.alice)
    row = CompanyList.objects.get(pk=world.row.pk)
    last = row.revisions.latest("number")
    newest = last.number + VERSIONS
    copies = [copy(last) for _ in range(VERSIONS)]
    for number, revision in enumerate(copies, last.number + 1):
        revision.pk, revision.number = None, number
    Revision.objects.bulk_create(copies)
    CompanyList.objects.filter(pk=row.pk).update(version=newest)
    return {**names, "number": newest}


def prepare_planner() -> None:
    """Let PostgreSQL gather its statistics, as it does by itself on a site, and count in one process.

    In the fast lane, a sequential scan is often the fastest plan, so it is only allowed without an index.

    An index made while somebody could still see old versions of its rows is not used before all older
    transactions of the server have ended, those of other tests included; so it is made again.
    """
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
        cursor.execute("SELECT indexrelid::regclass::text FROM pg_index WHERE indcheckxmin")
        for (index,) in cursor.fetchall():
            cursor.execute(f"REINDEX INDEX {index}")
        cursor.execute("SET max_parallel_workers_per_gather = 0")
        cursor.execute(f"SET enable_seqscan = {'on' if is_wide() else 'off'}")


def rows_of_tables() -> Mapping[str, int]:
    """Return the number of rows of each table that grows."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT relname, reltuples::bigint FROM pg_class WHERE relkind = 'r'")
        return {table: rows for table, rows in cursor.fetchall() if table in growing_tables()}
