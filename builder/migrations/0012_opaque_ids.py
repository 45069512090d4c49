"""Members, invites, requests to join, shares and tokens have ids that nobody can guess, as lists have."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from builder.models.ids import new_public_id

MODELS = ("Membership", "Invite", "JoinRequest", "Share", "Token")
_CHUNK = 500


def give_ids(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Give every row of before an id of its own, some at a time."""
    for name in MODELS:
        model = apps.get_model("builder", name)
        rows = model.objects.using(editor.connection.alias).filter(public_id=None).order_by("pk")
        while chunk := list(rows.only("pk")[:_CHUNK]):
            for row in chunk:
                row.public_id = new_public_id()
            model.objects.using(editor.connection.alias).bulk_update(chunk, ["public_id"])


def _column() -> "models.CharField[str, str]":
    return models.CharField(
        default=new_public_id, editable=False, max_length=12, unique=True
    )


class Migration(migrations.Migration):
    dependencies = [("builder", "0011_names_of_editions")]

    operations = [
        *[
            migrations.AddField(
                name, "public_id", models.CharField(default=None, editable=False, max_length=12, null=True)
            )
            for name in MODELS
        ],
        migrations.RunPython(give_ids, migrations.RunPython.noop),
        *[migrations.AlterField(name, "public_id", _column()) for name in MODELS],
    ]
