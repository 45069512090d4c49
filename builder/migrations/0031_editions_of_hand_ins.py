"""Every hand-in has an edition. PostgreSQL doesn't alter a table in the transaction that filled the column."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("builder", "0030_frozen_rosters")]

    operations = [
        migrations.AlterField(
            "HandIn",
            "edition",
            models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="+", to="builder.edition"
            ),
        ),
    ]
