"""What is handed in has two fingerprints; what was handed in before keeps its one, of the older kind."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("builder", "0007_plain_names")]

    operations = [
        migrations.RenameField("HandIn", "fingerprint", "older_fingerprint"),
        migrations.AlterField("HandIn", "older_fingerprint", models.CharField(blank=True, max_length=24)),
        migrations.AddField(
            "HandIn", "force", models.CharField(blank=True, default="", max_length=24), preserve_default=False
        ),
        migrations.AddField(
            "HandIn", "words", models.CharField(blank=True, default="", max_length=24), preserve_default=False
        ),
    ]
