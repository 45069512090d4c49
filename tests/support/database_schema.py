"""The structure of a database, to compare it with another database."""

from collections import Counter

from django.apps import apps
from django.db import connection

# Generated names differ between databases with the same tables, so ``schema`` leaves them out.
POSTGRESQL = (
    """SELECT '', row(table_name, column_name, udt_name, character_maximum_length, collation_name,
    is_nullable, column_default, is_identity, generation_expression)::text
    FROM information_schema.columns WHERE table_schema = 'public'""",
    """SELECT conname, conrelid::regclass || ' ' || pg_get_constraintdef(oid) FROM pg_constraint
    WHERE connamespace = 'public'::regnamespace""",
    r"""SELECT indexname, regexp_replace(indexdef, 'INDEX \S+ ', 'INDEX ') FROM pg_indexes
    WHERE schemaname = 'public'""",
    "SELECT '', pg_get_statisticsobjdef(oid) || row(stxstattarget)::text FROM pg_statistic_ext",
    "SELECT '', pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal",
    "SELECT '', pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace",
    "SELECT '', extname FROM pg_extension",
)
SQLITE = "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'"


def schema() -> "Counter[tuple[str, str]]":
    """Return every part of the database as a name and a definition.

    The name is "" unless a model defines it.
    """
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            result = []
            for query in POSTGRESQL:
                cursor.execute(query)
                result += cursor.fetchall()
        else:
            cursor.execute(SQLITE)
            result = [part for row in cursor.fetchall() for part in sqlite_parts(*row)]
    chosen = {
        item.name for model in apps.get_models() for item in (*model._meta.indexes, *model._meta.constraints)
    }
    return Counter((name if name in chosen else "", text) for name, text in result)


def sqlite_parts(kind: str, name: str, table: str, sql: str) -> list[tuple[str, str]]:
    """Return an index as one part, or each line of a table as a part.

    Tables are split into lines because the order of their columns may differ.
    """
    if kind != "table":
        return [(name, sql.replace(f'"{name}"', "", 1))]
    lines, depth = [""], 0
    for letter in sql.partition("(")[2].rpartition(")")[0]:
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if letter == "," and not depth:
            lines.append("")
        else:
            lines[-1] += letter
    return [("", f"{table}: {line.strip()}") for line in lines]
