"""A site after years of use, with 100,000 public lists. PostgreSQL itself creates the rows, within seconds.

The lists are copies of the site's samples with other names, settings and owners. All other tables that grow
with a site have many rows too, so that PostgreSQL plans its queries as on such a site.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.db import connection
from django.db.models import Field, Model
from psycopg.sql import quote

from builder.models import (
    Club,
    CompanyList,
    Event,
    FrozenLink,
    HandIn,
    IdempotentResponse,
    Invite,
    JoinRequest,
    Listing,
    ListingTag,
    Membership,
    ModerationEntry,
    OwnTag,
    PrintSetup,
    Profile,
    Report,
    Revision,
    Roster,
    RosterEntry,
    Share,
    SpentBudget,
    Token,
    User,
)
from builder.services.tag_counts import correct_tag_counts, wrong_tag_counts

FEW = 10_000
"""The minimum number of rows to create in a table with rows for some accounts."""

FIRST = 1_000_000
"""The key of the n-th created row is this number plus n."""

SMALL = {
    "account_emailconfirmation": "the links of mails are signed, and nothing is stored",
    "auth_group": "staff alone are in groups",
    "auth_group_permissions": "staff alone are in groups",
    "auth_permission": "some for each model",
    "builder_attribute": "the games that the site knows",
    "builder_club": "a club is many people; those that are listed are searched by any part of their names",
    "builder_costtable": "the games that the site knows",
    "builder_edition": "the games that the site knows",
    "builder_gamesystem": "the games that the site knows",
    "builder_numberreport": "players report few numbers, and the operator's command reads the open ones",
    "builder_property": "the games that the site knows",
    "builder_readinessmark": "one row",
    "builder_spell": "the games that the site knows",
    "builder_tagcountchange": "empty but for the changes of this moment",
    "builder_user_groups": "of staff",
    "builder_user_user_permissions": "of staff",
    "counted": "at most 10,000 entries are kept",
    "django_admin_log": "of staff",
    "django_content_type": "one for each model",
    "django_migrations": "one for each migration",
}
"""The tables that don't grow with the site, or stay small enough to be read completely, and why."""

_STORED_PROFILES = 3
_UNUSABLE = "'!'"
_SETTINGS = "'{Rain Coast,Salt Desert,Ash Fields,Old Harbour,High Passes,Low Marsh,Iron Moon}'::text[]"


class LargeSite(NamedTuple):
    """The numbers of rows to create."""

    lists: int = 100_000
    accounts: int = 1_000_000
    clubs: int = 20_000

    def create(self) -> None:
        """Create all rows. The samples must exist. Call this within a transaction."""
        with _quickly_written():
            self._create_accounts()
            self._create_public_lists()
            self._create_histories()
            self._create_clubs()
        correct_tag_counts(wrong_tag_counts())

    def _create_accounts(self) -> None:
        """Create accounts. Every second account has an e-mail address, every fifth has a session."""
        address = "'player' || n || '@example.org'"
        _insert(
            User, _series(self.accounts), id=_key("n"), username="'player' || n", password=_UNUSABLE,
            is_superuser="false", is_staff="false", is_active="true", is_guest="n % 10 = 0",
            first_name="''", last_name="''", email=f"CASE n % 2 WHEN 1 THEN {address} ELSE '' END",
            date_joined="now()", seen="current_date - n % 300",
        )  # fmt: skip
        _insert(
            EmailAddress, f"{_series(self.accounts)} WHERE n % 2 = 1", user_id=_key("n"), email=address,
            verified="n % 3 > 0", primary="true",
        )  # fmt: skip
        _insert(
            Session, self._some_accounts(5), session_key="lpad(n::text, 32, 'k')",
            session_data="repeat('x', 100)", expire_date="now() + n * interval '1 second'",
        )  # fmt: skip
        _insert(
            UserSession, self._some_accounts(5), user_id=_key("n"), created_at="now()",
            ip="'192.0.2.7'", last_seen_at="now()", session_key="lpad(n::text, 32, 'k')",
            user_agent="'Browser'", data="'{}'",
        )  # fmt: skip
        _insert(
            Token, self._some_accounts(20), public_id=_id("n"), user_id=_key("n"), name="'Script'",
            scope="'read'", digest="lpad(n::text, 64, 'd')", made="now()", ends="now() + interval '1 year'",
        )  # fmt: skip
        some = self._some_accounts(50)
        _insert(
            Authenticator, some, type="'totp'", data="'{}'", user_id=_key("n"), created_at="now()",
        )  # fmt: skip
        _insert(
            IdempotentResponse, some, user_id=_key("n"), key="'key'", request="''", made="now()",
            status="201", headers="'{}'", body="''",
        )  # fmt: skip
        _insert(SpentBudget, some, who="'user ' || n", a_minute="900", spent="1", at="0")

    def _some_accounts(self, part: int) -> str:
        return _series(max(self.accounts // part, FEW))

    def _create_public_lists(self) -> None:
        """Create lists with some profiles and a roster of a sample.

        A third of the lists share seven settings, a third have no setting, and the others have rare settings.
        """
        samples = Listing.objects.filter(company_list__sample__isnull=False).count()
        setting = (
            f"(CASE n % 3 WHEN 0 THEN ({_SETTINGS})[1 + n / 3 % 7] WHEN 1 THEN '' "
            f"ELSE 'World ' || n % {1 + self.lists // 5} END)"
        )
        published = f"now() - ({self.lists} - n) * interval '1 minute'"
        changed = f"{published} + n % 977 * interval '1 minute'"
        copies = "floor(40 * power((n % 10007 * 7919 % 10007) / 10007.0, 6))::int"
        lists = (
            "(SELECT *, row_number() OVER (ORDER BY id) - 1 AS place FROM builder_companylist "
            "WHERE sample IS NOT NULL AND published_at IS NOT NULL)"
        )
        of_sample = f"{_series(self.lists)} JOIN {lists} s ON s.place = n % {samples}"
        part = f"{of_sample} JOIN {{table}} t ON t.company_list_id = s.id"
        _insert(
            CompanyList, f"{_series(self.lists)} JOIN {lists} t ON t.place = n % {samples}", copied=True,
            id=_key("n"), public_id=_id("n"), owner_id=_key(f"(1 + n % {self.accounts // 10})"),
            sample="NULL",
            name="'Company ' || n", setting=setting, times_copied=copies, created=published,
            updated=changed, published_at=published,
        )  # fmt: skip
        _insert(
            Listing, part, copied=True, id=_key("n"), company_list_id=_key("n"), published_at=published,
            changed_at=changed, times_copied=copies,
            text=f"' company ' || n || ' ' || lower({setting}) || text",
        )  # fmt: skip
        listings = f"JOIN {_table(Listing)} l ON l.company_list_id = s.id"
        _insert(
            ListingTag,
            f"{of_sample} {listings} JOIN {{table}} t ON t.listing_id = l.id AND kind <> 'setting'",
            copied=True, listing_id=_key("n"), published_at=published, times_copied=copies,
        )  # fmt: skip
        _insert(
            ListingTag, f"{_series(self.lists)} WHERE {setting} <> ''", listing_id=_key("n"),
            kind="'setting'", value=f"lower({setting})", published_at=published, times_copied=copies,
        )  # fmt: skip
        _insert(
            Profile, f"{part} WHERE t.position < {_STORED_PROFILES}", copied=True, company_list_id=_key("n")
        )
        _insert(
            Roster, f"{part} WHERE t.position = 0", copied=True, id=_key("n"), public_id=_id("n"),
            company_list_id=_key("n"),
        )  # fmt: skip
        rosters = f"JOIN {_table(Roster)} r ON r.company_list_id = s.id AND r.position = 0"
        _insert(
            RosterEntry, f"{of_sample} {rosters} JOIN {{table}} t ON t.roster_id = r.id", copied=True,
            roster_id=_key("n"),
        )  # fmt: skip

    def _create_histories(self) -> None:
        """Create a revision, a frozen link and a report of each list, and as many tags and print setups."""
        _insert(
            Revision, _series(self.lists), company_list_id=_key("n"), number="1", began="now()",
            ended="now()", changes="1", is_closed="true", description="'Started'", document="''",
        )  # fmt: skip
        _insert(
            FrozenLink, _series(self.lists), company_list_id=_key("n"), public_id=_id("n"), secret=_id("n"),
            edition_id="(SELECT min(id) FROM builder_edition)", made="now()", version="1",
            document="''", appraisal="''", summary="'{}'", force="''", words="''",
        )  # fmt: skip
        _insert(
            OwnTag, _series(self.lists), id=_key("n"), public_id=_id("n"), owner_id=_key("n"),
            name="'Tag ' || n", lookup_name="'tag ' || n",
        )  # fmt: skip
        _insert(CompanyList.own_tags.through, _series(self.lists), owntag_id=_key("n"),
                companylist_id=_key("n"))  # fmt: skip
        _insert(
            Report, _series(self.lists), company_list_id=_key("n"), target="'list:' || n", reason="'Rude.'",
            made="now()", settled_at="now()",
        )  # fmt: skip
        _insert(
            ModerationEntry, _series(self.lists), target="'list:' || n", action="'dismiss'", made="now()",
        )  # fmt: skip
        _insert(
            PrintSetup, _series(self.lists), public_id=_id("n"), owner_id=_key("n"), name="'Cards ' || n",
            lookup_name="'cards ' || n", options="'{}'",
        )  # fmt: skip

    def _create_clubs(self) -> None:
        """Create clubs with five members, two shares and one event each. Four members have handed in."""
        _insert(
            Club, _series(self.clubs), id=_key("n"), public_id=_id("n"), name="'Club ' || n", place="''",
            about="''", time_zone="'UTC'", listed="true", version="1", created="now()",
        )  # fmt: skip
        fifth = _key("(1 + (n - 1) / 5)")
        _insert(
            Invite, _series(self.clubs), public_id=_id("n"), club_id=_key("n"),
            secret=_id("n"), made="now()", expires="now() + interval '1 day'",
            most_uses="5", uses="0",
        )  # fmt: skip
        _insert(
            JoinRequest, _series(self.clubs), public_id=_id("n"), club_id=_key("n"),
            user_id=_key(f"{self.clubs * 6} + n"), words="''", made="now()",
        )  # fmt: skip
        _insert(
            Membership, _series(5 * self.clubs), public_id=_id("n"), club_id=fifth, user_id=_key("n"),
            role="CASE n % 5 WHEN 0 THEN 3 ELSE 1 END", joined="now()",
        )  # fmt: skip
        _insert(
            Share, _series(2 * self.clubs), public_id=_id("n"), club_id=_key(f"(1 + n % {self.clubs})"),
            company_list_id=_key("n"), made="now()",
        )  # fmt: skip
        _insert(
            Event, _series(self.clubs), id=_key("n"), public_id=_id("n"), club_id=_key("n"), name="'Friday'",
            date="current_date", edition_id="(SELECT min(id) FROM builder_edition)",
            deadline="now() + interval '1 day'", notes="''", version="1", created="now()",
        )  # fmt: skip
        _insert(
            HandIn, f"{_series(5 * self.clubs)} WHERE n % 5 > 0", public_id=_id("n"), event_id=fifth,
            user_id=_key("n"), made="now()", version="1", edition_id="(SELECT min(id) FROM builder_edition)",
            document="''", appraisal="''", summary="'{}'", force="''", words="''", older_fingerprint="''",
        )  # fmt: skip


@contextmanager
def _quickly_written() -> Iterator[None]:
    """Skip the checks of foreign keys in the block, and create the indexes after the block.

    Checking each row and updating indexes for each row would take minutes.
    """
    with connection.cursor() as cursor:
        # Check earlier rows now, because an index can't be created while checks are pending.
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("SET CONSTRAINTS ALL DEFERRED")
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute("SET LOCAL maintenance_work_mem = '512MB'")
        cursor.execute(
            "SELECT indexrelid::regclass::text, pg_get_indexdef(indexrelid) FROM pg_index "
            "WHERE NOT indisunique AND indrelid IN "
            "(SELECT oid FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace)"
        )
        indexes = cursor.fetchall()
        for name, _ in indexes:
            cursor.execute(f"DROP INDEX {name}")
        yield
        for _, definition in indexes:
            cursor.execute(definition)
        cursor.execute("SET LOCAL session_replication_role = origin")


def _insert(model: type[Model], source: str, *, copied: bool = False, **columns: str) -> None:
    """Insert a row for each row of the source.

    Other columns than those in ``columns`` get the model's default. If ``copied`` is true, they get the value
    in the table ``t``.
    """
    fields = {str(field.column): field for field in model._meta.concrete_fields}
    if copied:
        values = {name: f"t.{name}" for name, field in fields.items() if not field.primary_key}
    else:
        values = {name: value for name, field in fields.items() if (value := _default(field)) is not None}
    values |= {name: value for name, value in columns.items() if name in fields}
    names = ", ".join(f'"{name}"' for name in values)
    rows = f"{', '.join(values.values())} FROM {source.replace('{table}', _table(model))}"
    with connection.cursor() as cursor:
        cursor.execute(f"INSERT INTO {_table(model)} ({names}) SELECT {rows}")


def _default(field: "Field[Any, Any]") -> str | None:
    """Return a column's default as SQL, or None for a column without a default."""
    if field.primary_key or field.null or not (field.has_default() or field.empty_strings_allowed):
        return None
    return quote(field.get_db_prep_save(field.get_default(), connection), connection.connection)


def growing_tables() -> set[str]:
    """Return the names of all tables that aren't small."""
    return {name for name in connection.introspection.table_names() if name not in SMALL}


def _series(count: int) -> str:
    return f"generate_series(1, {count}) n"


def _key(number: str) -> str:
    return f"{FIRST} + {number}"


def _id(number: str) -> str:
    return f"lpad({number}::text, 12, 'z')"


def _table(model: type[Model]) -> str:
    return model._meta.db_table
