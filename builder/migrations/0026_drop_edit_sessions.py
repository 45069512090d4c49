"""Drop the columns and the table that revisions don't need any more."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [("builder", "0025_convert_histories")]

    operations = [
        migrations.AlterField("Revision", "began", models.DateTimeField()),
        migrations.AlterField("Revision", "told", models.TextField(blank=True, default="")),  # for the way back
        *(migrations.RemoveField("Revision", name) for name in ("sitting", "told", "words", "since", "digest")),
        migrations.DeleteModel("EditSession"),
    ]
