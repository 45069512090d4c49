"""Backup and restore of a PostgreSQL database with the programs pg_dump and pg_restore.

A restore is one transaction: if a step or a check fails, the database is not changed. So pg_restore must not
write to the database itself. It only converts the dump to SQL, and this module executes the SQL in its own
transaction.
"""

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO

import psycopg
from django.db import connection, transaction
from django.db.backends.utils import CursorWrapper
from psycopg import pq, sql

from builder.backups.errors import BackupError
from builder.backups.manifest import DatabaseFacts
from builder.points.rules.wording import pluralize

_COPY = re.compile(rb"COPY .+ FROM stdin;\n")
_END_OF_COPY = b"\\.\n"
# Lines of pg_restore's output that are not executed. The first two are commands for the program psql. The
# third is a setting that pg_restore writes since version 17, and that older servers don't know.
_SKIPPED_LINES = (b"\\restrict ", b"\\unrestrict ", b"SET transaction_timeout ")
_LOCK_TIMEOUT_SECONDS = 10


def free_bytes_needed() -> int:
    """Return the estimated space for a backup: half the size of the database, because it is compressed."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_database_size(current_database())")
        return int(cursor.fetchone()[0]) // 2


def dump_database(target: Path) -> DatabaseFacts:
    """Write all tables, as they are at one moment, to a new file. Return facts about the tables.

    The site can write to the database meanwhile.
    """
    program = _find_program("pg_dump")
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        # pg_dump uses this transaction's snapshot, so that the counts match the dump.
        cursor.execute("SELECT pg_export_snapshot(), current_schema()")
        snapshot, schema = cursor.fetchone()
        facts = _read_facts(cursor)
        options = ("--format=custom", f'--schema="{schema}"', "--no-owner", "--no-privileges")
        _run(program, *options, f"--snapshot={snapshot}", f"--file={target}", **_connection_variables())
    _run(_find_program("pg_restore"), "--list", str(target))
    return facts


def has_people() -> bool:
    """Return whether the database contains accounts or guests."""
    if "builder_user" not in connection.introspection.table_names():
        return False
    with connection.cursor() as cursor:
        cursor.execute("SELECT EXISTS (SELECT 1 FROM builder_user)")
        return bool(cursor.fetchone()[0])


def restore_database(dump: Path, facts: DatabaseFacts) -> str:
    """Replace all tables with the tables in ``dump``, and compare the new tables with ``facts``.

    Return an empty string, because the old tables are not stored anywhere. Raises BackupError if the tables
    differ from ``facts``, if the dump can't be restored, or if the site is running. In these cases, the
    database is not changed.
    """
    program = _find_program("pg_restore")
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            _require_stopped_site(cursor)
            cursor.execute(f"SET LOCAL lock_timeout = '{_LOCK_TIMEOUT_SECONDS}s'")
            for table in _tables(cursor):
                cursor.execute(sql.SQL("DROP TABLE {} CASCADE").format(sql.Identifier(table)))
            _execute_dump(program, dump)
            cursor.execute("RESET search_path")  # because the dump sets it to an empty text
            if _read_facts(cursor) != facts:
                raise BackupError(
                    "The database in this backup is not what its manifest says. Nothing was changed: restore "
                    "another backup."
                )
    finally:
        connection.close()  # because the dump changes settings of the connection
    return ""


def _find_program(name: str) -> str:
    """Return the path of a program. Raises BackupError if it is missing or older than the server."""
    path = shutil.which(name)
    server = _psycopg_connection().info.server_version // 10_000
    fix = f"Install PostgreSQL's client programs, version {server} or newer (postgresql-client-{server})."
    if path is None:
        raise BackupError(f"The program {name} is missing. {fix}")
    match = re.search(r"\) (\d+)", _run(path, "--version", **_connection_variables()))
    if match is None or int(match[1]) < server:
        version = match[1] if match else "of an unknown version"
        raise BackupError(f"The program {name} ({version}) is older than the server ({server}). {fix}")
    return path


def _run(program: str, *arguments: str, **environment: str) -> str:
    """Run a program, and return its output. Raises BackupError with the program's message if it fails."""
    process = subprocess.run(  # noqa: S603 - one of PostgreSQL's programs with our own arguments
        [program, *arguments],
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if process.returncode != 0:
        raise BackupError(_describe_failure(program, process.stderr))
    return process.stdout


def _describe_failure(program: str, output: str) -> str:
    lines = [line for line in output.splitlines() if line.strip()]
    return f"{Path(program).name} failed: {' '.join(lines[:2]) or 'it gave no reason'}"


def _connection_variables() -> dict[str, str]:
    """Return the environment variables that make pg_dump connect to the database as the site does.

    They include the password. It can't be an argument, because everybody on the machine can see arguments.
    """
    info = _psycopg_connection().info
    variables = {option.keyword.decode(): option.envvar for option in pq.Conninfo.get_defaults()}
    values = {**info.get_parameters(), "password": info.password}
    return {
        variable.decode(): value for name, value in values.items() if value and (variable := variables[name])
    }


def _psycopg_connection() -> psycopg.Connection:
    connection.ensure_connection()
    wrapped = connection.connection
    if not isinstance(wrapped, psycopg.Connection):
        raise TypeError("DATABASE_URL does not name a PostgreSQL database.")
    return wrapped


def _tables(cursor: CursorWrapper) -> list[str]:
    cursor.execute("SELECT tablename FROM pg_tables WHERE schemaname = current_schema() ORDER BY 1")
    return [name for (name,) in cursor.fetchall()]


def _current_schema() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_schema()")
        return str(cursor.fetchone()[0])


def _read_facts(cursor: CursorWrapper) -> DatabaseFacts:
    counts = {}
    for table in _tables(cursor):
        cursor.execute(sql.SQL("SELECT count(*) FROM {}").format(sql.Identifier(table)))
        counts[table] = int(cursor.fetchone()[0])
    migrations = []
    if "django_migrations" in counts:
        cursor.execute("SELECT app, name FROM django_migrations")
        migrations = [f"{app}.{name}" for app, name in cursor.fetchall()]
    return DatabaseFacts(migrations=sorted(migrations), counts=counts)


def _require_stopped_site(cursor: CursorWrapper) -> None:
    """Raise BackupError if the site's database user has other connections, because the site is running."""
    cursor.execute(
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
        "AND usename = current_user AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
    )
    others = int(cursor.fetchone()[0])
    if others:
        are = "is" if others == 1 else "are"
        raise BackupError(
            f"{pluralize(others, 'other connection')} of the site {are} open. Stop the site, then restore."
        )


def _execute_dump(program: str, dump: Path) -> None:
    """Execute a dump in the current transaction.

    Raises BackupError if pg_restore can't read the dump, or the server refuses its SQL.
    """
    # With --schema, pg_restore only writes the contents of the schema, and not a statement that creates the
    # schema. The schema exists already.
    schema = f"--schema={_current_schema()}"
    arguments = [program, "--file=-", schema, "--no-owner", "--no-privileges", str(dump)]
    with (
        tempfile.TemporaryFile("w+") as errors,
        subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=errors) as process,  # noqa: S603 - pg_restore
    ):
        assert process.stdout is not None  # noqa: S101 - it is a pipe
        try:
            _execute_script(process.stdout)
        except psycopg.Error as error:
            process.kill()
            raise BackupError(f"The server refused this backup: {str(error).splitlines()[0]}") from error
        if process.wait() != 0:
            errors.seek(0)
            raise BackupError(_describe_failure(program, errors.read()))


def _execute_script(script: IO[bytes]) -> None:
    """Execute the SQL that pg_restore writes. In it, the rows of each table follow a COPY statement."""
    statements: list[bytes] = []
    with _psycopg_connection().cursor() as cursor:
        for line in script:
            if _COPY.fullmatch(line):
                _execute_statements(cursor, statements)
                with cursor.copy(line) as copy:
                    for row in _copied_rows(script):
                        copy.write(row)
            elif not line.startswith(_SKIPPED_LINES):
                statements.append(line)
        _execute_statements(cursor, statements)


def _execute_statements(cursor: psycopg.Cursor, statements: list[bytes]) -> None:
    if any(line.strip() and not line.startswith(b"--") for line in statements):
        cursor.execute(b"".join(statements))
    statements.clear()


def _copied_rows(script: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the rows after a COPY statement. Raises BackupError if the line that ends them is missing."""
    for line in script:
        if line == _END_OF_COPY:
            return
        yield line
    raise BackupError("pg_restore ended in the middle of a table.")
