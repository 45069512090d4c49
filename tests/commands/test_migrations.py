"""The migration for new databases has the same result as the migrations that it replaces."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.core.management import call_command
from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from builder.models import HandIn, Report
from tests.support.database_schema import schema

pytestmark = pytest.mark.wide  # released migrations don't change
SQUASHED = ("builder", "0001_squashed_0017_budgets")


@contextmanager
def empty_database() -> Iterator[None]:
    """An empty database of its own, which is deleted afterwards."""
    own = connections[DEFAULT_DB_ALIAS]
    other = own.copy()
    name = f"{own.settings_dict['NAME']}_empty" if own.vendor == "postgresql" else ":memory:"
    other.settings_dict["NAME"] = name
    if own.vendor == "postgresql":
        with own.cursor() as cursor:
            cursor.execute(f"CREATE DATABASE {name}")
    connections[DEFAULT_DB_ALIAS] = other
    try:
        yield
    finally:
        connections[DEFAULT_DB_ALIAS] = own
        other.close()
        if own.vendor == "postgresql":
            with own.cursor() as cursor:
                cursor.execute(f"DROP DATABASE {name}")


def migrate_one_by_one(to: str) -> None:
    """Run the replaced migrations one by one."""
    executor = MigrationExecutor(connection)
    executor.loader = MigrationLoader(connection, replace_migrations=False)
    executor.migrate([("builder", to)])


@pytest.mark.parametrize(
    "stopped_at",
    ["0001_initial", "0008_two_fingerprints", "0014_kept_beside_listings", "0015_indexes_and_counts"],
)
@pytest.mark.django_db(transaction=True)
def test_new_and_migrated_databases_have_the_same_schema(stopped_at: str) -> None:
    with empty_database():
        call_command("migrate", verbosity=0)
        new = schema()
    with empty_database():
        migrate_one_by_one(stopped_at)
        assert SQUASHED not in MigrationRecorder(connection).applied_migrations()
        call_command("migrate", verbosity=0)
        assert SQUASHED in MigrationRecorder(connection).applied_migrations()
        old = schema()
    assert sum(new.values()) > 300
    assert (new - old, old - new) == (Counter(), Counter())


@pytest.mark.django_db(transaction=True)
def test_reports_of_lists_survive_the_new_report_targets() -> None:
    """Open reports stay open. A resolved report is upheld if its list is hidden, and dismissed otherwise."""
    with empty_database():
        executor = MigrationExecutor(connection)
        executor.migrate([("builder", "0021_suspension")])
        before = executor.loader.project_state(("builder", "0021_suspension")).apps
        now = timezone.now()
        owner = before.get_model("builder", "User").objects.create(username="alice")
        system = before.get_model("builder", "GameSystem").objects.create(code="chess", name="Chess")
        edition = before.get_model("builder", "Edition").objects.create(
            system=system, version="1", layout="{}", loaded=now
        )
        lists = before.get_model("builder", "CompanyList").objects
        for name, settled_at, hidden_at in (
            ("open", None, None), ("upheld", now, now), ("dismissed", now, None),
        ):  # fmt: skip
            row = lists.create(
                owner=owner, edition=edition, name=name, public_id=name[:12], hidden_at=hidden_at
            )
            before.get_model("builder", "Report").objects.create(
                company_list=row, by=owner, reason="Rude.", made=now, settled_at=settled_at
            )
        call_command("migrate", "builder", verbosity=0)
        result = {row.subject: row for row in Report.objects.select_related("company_list", "person")}
        assert {name: row.outcome for name, row in result.items()} == {
            "open": "", "upheld": "upheld", "dismissed": "dismissed",
        }  # fmt: skip
        for row in result.values():
            assert row.target == f"list:{row.company_list_id}"
            assert (row.person and row.person.username) == "alice"


@pytest.mark.django_db(transaction=True)
def test_hand_ins_get_the_edition_of_their_event() -> None:
    with empty_database():
        executor = MigrationExecutor(connection)
        executor.migrate([("builder", "0029_number_reports")])
        before = executor.loader.project_state(("builder", "0029_number_reports")).apps
        now = timezone.now()
        users, clubs = (
            before.get_model("builder", "User").objects,
            before.get_model("builder", "Club").objects,
        )
        alice, club = users.create(username="alice"), clubs.create(name="Table", public_id="club")
        system = before.get_model("builder", "GameSystem").objects.create(code="chess", name="Chess")
        for version in ("1", "2"):
            edition = before.get_model("builder", "Edition").objects.create(
                system=system, version=version, layout="{}", loaded=now, digest=version
            )
            event = before.get_model("builder", "Event").objects.create(
                club=club, name=version, public_id=version, date=now.date(), edition=edition, deadline=now
            )
            before.get_model("builder", "HandIn").objects.create(
                event=event, user=alice, public_id=version, made=now, document=b"document",
                appraisal=b"appraisal", summary={"roster": version}, force="force", words="words",
            )  # fmt: skip
        call_command("migrate", "builder", verbosity=0)
        hand_ins = HandIn.objects.select_related("edition")
        assert [
            (row.edition.version, row.summary, bytes(row.document), bytes(row.appraisal), row.rulings)
            for row in hand_ins
        ] == [(name, {"roster": name}, b"document", b"appraisal", None) for name in ("1", "2")]
