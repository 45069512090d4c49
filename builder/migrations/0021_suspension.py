"""When and why a person was suspended, and the permission to suspend."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [("builder", "0020_packed_histories")]

    operations = [
        migrations.AlterModelOptions(
            "User",
            {
                "permissions": (("moderate", "Can moderate: answer reports, hide things and suspend people"),),
                "verbose_name": "user",
                "verbose_name_plural": "users",
            },
        ),
        migrations.AddField("User", "suspended_at", models.DateTimeField(blank=True, null=True, verbose_name="suspended")),
        migrations.AddField(
            "User", "suspended_note", models.TextField(blank=True, default="", verbose_name="note for the suspended person"), preserve_default=False
        ),
    ]
