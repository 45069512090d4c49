"""An index for each order of the gallery, of clubs, for accounts by address, and counts of tags beside the tags."""

import django.db.models.deletion
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

_COUNT = """
    INSERT INTO builder_tagcount (kind, system, value, lists, label)
    SELECT kind, {system}, value, count(*), CASE kind WHEN 'setting' THEN min(list.setting) ELSE '' END
    FROM builder_listingtag tag JOIN builder_listing listing ON listing.id = tag.listing_id
    JOIN builder_companylist list ON list.id = listing.company_list_id
    JOIN builder_gamesystem system ON system.id = listing.system_id
    {which} GROUP BY kind, value{by_system}
"""


def count(_apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Count what is there; afterwards whoever changes tags changes the counts."""
    with editor.connection.cursor() as cursor:
        cursor.execute(_COUNT.format(system="''", which="", by_system=""))
        which = "WHERE kind IN ('setting', 'size')"
        cursor.execute(_COUNT.format(system="system.code", which=which, by_system=", system.code"))


# The words of a list, taken apart once: worked out anew for each list that is looked at, they cost more than
# all else, so that PostgreSQL dare not walk through lists in their order, however many have the word.
_WORDS = (
    "ALTER TABLE builder_listing ADD COLUMN words tsvector "
    "GENERATED ALWAYS AS (to_tsvector('simple', COALESCE(text, ''))) STORED",
    "DROP INDEX listings_words",
    "CREATE INDEX listings_words ON builder_listing USING gin (words)",
)
# A value has one kind: taken for two matters of chance, far fewer lists would be expected to have a tag.
_TAGS = (
    "CREATE STATISTICS tags_together (dependencies, mcv) ON kind, value FROM builder_listingtag",
    "ALTER STATISTICS tags_together SET STATISTICS 1000",
)
_WORDS_BACK = (
    "DROP STATISTICS tags_together",
    "DROP INDEX listings_words",
    "ALTER TABLE builder_listing DROP COLUMN words",
    "CREATE INDEX listings_words ON builder_listing USING gin (to_tsvector('simple'::regconfig, COALESCE(text, '')))",
)


def store_for_postgresql(_apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """SQLite matches the plain text."""
    if editor.connection.vendor == "postgresql":
        for sql in (*_WORDS, *_TAGS):
            editor.execute(sql)


def forget_for_postgresql(_apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """The index of before."""
    if editor.connection.vendor == "postgresql":
        for sql in _WORDS_BACK:
            editor.execute(sql)


class Migration(migrations.Migration):
    dependencies = [("builder", "0014_kept_beside_listings")]

    operations = [
        migrations.AlterField(
            "Listing",
            "edition",
            models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="builder.edition",
            ),
        ),
        migrations.AlterField(
            "Listing",
            "system",
            models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="builder.gamesystem",
            ),
        ),
        migrations.AlterField("Listing", "changed_at", models.DateTimeField()),
        migrations.RunPython(store_for_postgresql, forget_for_postgresql),
        migrations.AlterField("ListingTag", "published_at", models.DateTimeField()),
        migrations.RemoveIndex("ListingTag", "listings_by_tag"),
        *[
            migrations.AddIndex("ListingTag", models.Index(fields=["kind", "value", *fields], name=name))
            for name, fields in (
                ("tagged_newest", ["-published_at", "-listing"]),
                ("tagged_most_copied", ["-times_copied", "-published_at", "-listing"]),
            )
        ],
        migrations.RemoveIndex("Listing", "listings_by_cost"),
        *[
            migrations.AddIndex("Listing", models.Index(fields=fields, name=name))
            for name, fields in (
                ("listings_most_copied", ["-times_copied", "-published_at", "-id"]),
                ("listings_of_edition", ["edition", "-published_at", "-id"]),
                ("listings_of_system", ["system", "-published_at", "-id"]),
                ("listings_by_cost", ["system", "cost"]),
                ("listings_by_change", ["changed_at"]),
            )
        ],
        migrations.AddIndex(
            "Club",
            models.Index(fields=["name", "id"], condition=models.Q(listed=True), name="listed_clubs_by_name"),
        ),
        migrations.AddIndex("User", models.Index(fields=["email"], name="users_by_email")),
        *[
            migrations.CreateModel(
                name,
                [
                    ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                    ("kind", models.CharField(max_length=20)),
                    ("system", models.CharField(blank=True, max_length=100)),
                    ("value", models.CharField(blank=True, max_length=200)),
                    ("lists", models.IntegerField()),
                    ("label", models.TextField(blank=True)),
                ],
            )
            for name in ("TagCount", "TagCountChange")
        ],
        migrations.AddConstraint(
            "TagCount", models.UniqueConstraint(fields=("kind", "system", "value"), name="tag_counted_once")
        ),
        migrations.RunPython(count, migrations.RunPython.noop),
        migrations.AddIndex(
            "TagCount", models.Index(fields=["kind", "system", "-lists", "value"], name="tags_of_most_lists")
        ),
    ]
