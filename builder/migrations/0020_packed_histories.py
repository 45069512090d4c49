"""Revisions hold what changed; their words are made when somebody reads them.

Those that are there stay as they are, and read as before: ``pack_history`` packs them while the site runs.
"""

from typing import Any

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import Q


class PackedError(Exception):
    """Histories that are packed cannot be read by the version before."""


def leave_whole(_apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    """A revision without ``since`` holds its whole document."""


def require_whole(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    """The version before reads whole documents alone."""
    get_model: Any = apps.get_model
    revisions, sessions = (get_model("builder", name).objects for name in ("Revision", "EditSession"))
    if revisions.filter(Q(since__isnull=False) | Q(words=None)).exists() or sessions.filter(words=None).exists():
        raise PackedError("Run 'manage.py pack_history --whole' first: it writes whole documents again.")


class Migration(migrations.Migration):

    dependencies = [("builder", "0019_print_setups")]

    operations = [
        migrations.AddField("Revision", "told", models.TextField(blank=True, default=""), preserve_default=False),
        migrations.AddField("Revision", "since", models.PositiveIntegerField(blank=True, null=True)),
        migrations.AddField("Revision", "digest", models.BinaryField(blank=True, null=True)),
        migrations.AlterField("EditSession", "words", models.TextField(blank=True, null=True)),
        migrations.AlterField("Revision", "words", models.TextField(blank=True, null=True)),
        migrations.RunPython(leave_whole, require_whole),
    ]
