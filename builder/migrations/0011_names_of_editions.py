"""What readers call an edition whose version is no name for them; the loader fills it in."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("builder", "0010_costs_in_the_gallery")]

    operations = [
        migrations.AddField("Edition", "edition_name", models.CharField(blank=True, max_length=100)),
    ]
