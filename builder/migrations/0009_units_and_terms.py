"""Rosters and events without a limit, the further facts of a roster, and rows that are units."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("builder", "0008_two_fingerprints")]

    operations = [
        migrations.AlterField("Event", "limit", models.PositiveIntegerField(blank=True, null=True)),
        migrations.AlterField("Roster", "limit", models.PositiveIntegerField(blank=True, null=True)),
        migrations.AddField("Roster", "fields", models.JSONField(blank=True, default=dict)),
        migrations.AddField("RosterEntry", "unit", models.JSONField(blank=True, default=dict)),
    ]
