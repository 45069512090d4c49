"""Columns for revisions that stand for an edit session; the next migration fills them."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [("builder", "0023_report_targets")]

    operations = [
        migrations.AlterField(
            "Revision",
            "sitting",
            models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="revisions",
                to="builder.editsession",
            ),
        ),
        migrations.RenameField("Revision", "made", "ended"),
        migrations.AddField(
            "Revision",
            "by",
            models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField("Revision", "began", models.DateTimeField(null=True)),
        migrations.AddField("Revision", "changes", models.PositiveIntegerField(default=1)),
        migrations.AddField("Revision", "is_closed", models.BooleanField(default=False)),
        migrations.AddField(
            "Revision", "description", models.TextField(blank=True, default=""), preserve_default=False
        ),
    ]
