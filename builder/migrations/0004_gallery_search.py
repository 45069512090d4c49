"""PostgreSQL's index of the words that public lists are searched by; SQLite matches the plain text."""

from django.apps.registry import Apps
from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.search import SearchVector
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

# The expression is the one that builder/queries/gallery.py asks with: any other would not use the index.
INDEX = GinIndex(SearchVector('text', config='simple'), name='listings_words')


def add(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    if schema_editor.connection.vendor == 'postgresql':
        schema_editor.add_index(apps.get_model('builder', 'Listing'), INDEX)


def remove(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    if schema_editor.connection.vendor == 'postgresql':
        schema_editor.remove_index(apps.get_model('builder', 'Listing'), INDEX)


class Migration(migrations.Migration):

    dependencies = [
        ('builder', '0003_people'),
    ]

    operations = [
        migrations.RunPython(add, remove),
    ]
