"""A hand-in names its edition, which is the one of its event, and the rulings that it was appraised by."""

from typing import Any

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import OuterRef, Subquery


def copy_editions(apps: Any, schema_editor: Any) -> None:
    events = apps.get_model("builder", "Event").objects.filter(pk=OuterRef("event"))
    apps.get_model("builder", "HandIn").objects.update(edition=Subquery(events.values("edition")))


class Migration(migrations.Migration):
    dependencies = [("builder", "0029_number_reports")]

    operations = [
        migrations.AddField(
            "HandIn", "rulings", models.PositiveIntegerField(blank=True, null=True)
        ),
        migrations.AddField(
            "HandIn",
            "edition",
            models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="builder.edition",
            ),
        ),
        migrations.RunPython(copy_editions, migrations.RunPython.noop, elidable=True),
    ]
