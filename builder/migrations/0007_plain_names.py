"""Two tables take the names that the code now uses; every row is kept."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("builder", "0006_programs")]

    operations = [
        migrations.RenameModel("Sitting", "EditSession"),
        migrations.RenameModel("KeptAnswer", "IdempotentResponse"),
    ]
