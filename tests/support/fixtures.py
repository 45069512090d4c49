"""Fixtures: the people of the tests, their lists and clubs, and the editions.

Alice owns the lists, dora and bob are in her club, and charlie is a stranger. They have no passwords, because
hashing a password takes longer than most tests: use ``force_login``.

The catalogues are loaded into the test database once, outside of every test's transaction. A test that needs
real transactions empties the tables when it ends. The fixture ``catalogues`` then loads them again.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings, settings
from django.contrib.contenttypes.management import create_contenttypes
from django.core.cache import cache
from django.db.models.signals import post_migrate
from pytest_django import DjangoDbBlocker

from builder.catalogue.files import Catalogues, bundled_catalogues, sample_files
from builder.catalogue.load import load_edition
from builder.models import Club, CompanyList, Edition, Event, Membership, Role, User
from builder.points.document.document import Document, RosterEntry, parse_document
from builder.points.systems import SYSTEMS
from builder.services.budgets import ledger
from builder.services.exchange import create_list_from_document
from builder.services.gallery import publish_list
from tests.support.access_scenes import MISSING_PARAMETERS, UrlParameters, World, create_everything
from tests.support.designs import design, document, picks
from tests.support.events import add_event
from tests.support.tin_soldiers import GUARDS, TIN
from tests.support.tin_soldiers import document as tin_document
from tests.support.tin_soldiers import read as read_tin
from tests.systems.tin_soldiers.system import SYSTEM


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Put a SQLite database in a file.

    With a database in memory, all threads would share one connection, and no race could occur.
    """
    database: dict[str, Any] = settings.DATABASES["default"]
    if database["ENGINE"] == "django.db.backends.sqlite3":
        file = tmp_path_factory.mktemp("database") / "test.sqlite3"
        database["TEST"] = {**database.get("TEST", {}), "NAME": str(file)}


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> None:
    """Create the test database with all editions.

    When tables are emptied, Django would create the permissions of all models again, which takes most of the
    time. This is switched off. Tests that need permissions run before the tests that empty tables.
    """
    with django_db_blocker.unblock():
        load_missing_editions()
    post_migrate.disconnect(dispatch_uid="django.contrib.auth.management.create_permissions")
    post_migrate.disconnect(create_contenttypes)


def load_missing_editions() -> None:
    """Load the program's editions if no edition is loaded."""
    if not Edition.objects.exists():
        for catalogue in bundled_catalogues().values():
            load_edition(catalogue)


@pytest.fixture(scope="session", autouse=True)
def papers_folder(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Give each test process an empty cache of papers, and only the program's own fonts."""
    settings.CACHES["papers"]["LOCATION"] = str(tmp_path_factory.mktemp("papers"))
    settings.FONTS_FOLDER = ""


@pytest.fixture
def own_papers(tmp_path: Path, settings: LazySettings) -> Path:
    """The folder for this test's own cache of papers. It doesn't exist yet."""
    folder = tmp_path / "papers"
    papers = {**settings.CACHES["papers"], "LOCATION": str(folder)}
    settings.CACHES = {**settings.CACHES, "papers": papers}
    return folder


@pytest.fixture
def catalogues(db: None) -> Catalogues:
    """The loaded editions, by (system, edition)."""
    load_missing_editions()
    return bundled_catalogues()


@pytest.fixture
def alice(db: None) -> User:
    """The user who owns the lists."""
    return User.objects.create(username="alice", email="alice@example.org")


@pytest.fixture
def bob(db: None) -> User:
    """A member of alice's club."""
    return User.objects.create(username="bob", email="bob@example.org")


@pytest.fixture
def dora(db: None) -> User:
    """An organiser of alice's club."""
    return User.objects.create(username="dora", email="dora@example.org")


@pytest.fixture
def club(alice: User, dora: User, bob: User) -> Club:
    """Alice's club: she owns it, dora organises it, bob is a member, charlie is not in it."""
    row = Club.objects.create(name="The Iron Table", place="Leeds", time_zone="Europe/London")
    for user, role in ((alice, Role.OWNER), (dora, Role.ORGANISER), (bob, Role.MEMBER)):
        Membership.objects.create(club=row, user=user, role=role)
    return row


@pytest.fixture
def charlie(db: None) -> User:
    """A stranger."""
    return User.objects.create(username="charlie", email="charlie@example.org")


@pytest.fixture
def moderator(db: None) -> User:
    """A user called mo, who acts as the moderator."""
    return User.objects.create(username="mo")


@pytest.fixture(scope="session")
def sample_values() -> Mapping[str, dict[str, Any]]:
    """The sample documents as JSON values, by slug."""
    return {slug: json.loads(Path(path).read_text(encoding="utf-8")) for slug, path in sample_files()}


@pytest.fixture(scope="session")
def reavers(sample_values: Mapping[str, dict[str, Any]]) -> Document:
    """The document of the sample "drop-reavers"."""
    return parse_document(sample_values["drop-reavers"], bundled_catalogues())


@pytest.fixture(scope="session")
def captain_alone(reavers: Document) -> Document:
    """The document "drop-reavers" with only its captain and one roster, for tests that load many pages."""
    captain = reavers.profiles_by_key()["captain"]
    roster = replace(reavers.rosters[0], entries=(RosterEntry(profile="captain", count=1),))
    return replace(reavers, profiles=(captain,), rosters=(roster,))


@pytest.fixture
def alices_list(alice: User, catalogues: Catalogues, reavers: Document) -> CompanyList:
    """Alice's list: the seven profiles and two rosters of the sample "drop-reavers"."""
    return create_list_from_document(alice, reavers)


@pytest.fixture
def bobs_list(bob: User, catalogues: Catalogues, reavers: Document) -> CompanyList:
    """Bob's list. It has the contents of alice's list and another name."""
    return create_list_from_document(bob, replace(reavers, name="Bob's own"))


@pytest.fixture
def public(alices_list: CompanyList) -> CompanyList:
    """Alice's list, published in the gallery."""
    publish_list(alices_list)
    return alices_list


@pytest.fixture
def coven(alice: User, catalogues: Catalogues) -> CompanyList:
    """A list of alice in which a witch summons an imp, and the imp has a hound. A bystander has neither."""
    profiles = {
        "witch": design(mgc=4, magic="low", spells=picks({"code": "summon", "profile": "imp"})),
        "imp": design(properties=picks({"code": "companion", "profile": "hound"})),
        "bystander": design(),
        "hound": design(),
    }
    return create_list_from_document(alice, parse_document(document(profiles), catalogues))


@pytest.fixture
def everything(
    catalogues: Catalogues, alice: User, bob: User, charlie: User, dora: User, captain_alone: Document
) -> UrlParameters:
    """Create everything that an address can name, and return the URL parameters (``create_everything``)."""
    world = World.create(alice, bob, charlie, dora, captain_alone)
    return {**MISSING_PARAMETERS, **create_everything(world)}


@pytest.fixture
def event(club: Club, alice: User, catalogues: Catalogues) -> Event:
    """An event of alice's club for 750 points, open for three days."""
    return add_event(club, alice)


@pytest.fixture
def cleared_rate_limits(db: None) -> None:
    """Clear the rate limits that other tests have used up."""
    cache.clear()


@pytest.fixture
def fresh_budgets() -> Iterator[None]:
    """Clear the spent budgets before and after this test."""
    ledger.clear()
    yield
    ledger.clear()


@pytest.fixture
def tin_soldiers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register Tin Soldiers, the made-up game, as the program registers its own games."""
    monkeypatch.setitem(SYSTEMS, TIN.system, SYSTEM)


@pytest.fixture
def tin_list(alice: User, catalogues: Catalogues, monkeypatch: pytest.MonkeyPatch) -> CompanyList:
    """A list of alice for Tin Soldiers, the made-up game. Its edition is loaded too."""
    monkeypatch.setitem(SYSTEMS, TIN.system, SYSTEM)
    load_edition(TIN)
    return create_list_from_document(alice, read_tin(tin_document({"guards": GUARDS})))
