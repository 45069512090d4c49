from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

import builder.models.ids

AT_ONCE = 500


def give_ids(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """An id of its own to every roster that is there."""
    rosters = apps.get_model('builder', 'Roster').objects.using(schema_editor.connection.alias)
    rows = list(rosters.filter(public_id=None).only('pk'))
    for row in rows:
        row.public_id = builder.models.ids.new_public_id()
    rosters.bulk_update(rows, ['public_id'], batch_size=AT_ONCE)


class Migration(migrations.Migration):

    dependencies = [
        ('builder', '0001_initial'),
    ]

    operations = [
        migrations.AddField(
            model_name='roster',
            name='public_id',
            field=models.CharField(editable=False, max_length=12, null=True),
        ),
        migrations.AddField(
            model_name='roster',
            name='version',
            field=models.PositiveIntegerField(default=1),
        ),
        migrations.AddField(
            model_name='roster',
            name='removed_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.RunPython(give_ids, migrations.RunPython.noop, elidable=True),
        migrations.AlterField(
            model_name='roster',
            name='public_id',
            field=models.CharField(default=builder.models.ids.new_public_id, editable=False, max_length=12, unique=True),
        ),
    ]
